"""The log as the pages use it: opened once for all visitors; the night that is shown stands in the page's address."""

from __future__ import annotations

import streamlit as st

from ledger import store
from ledger.address import find
from ledger.errors import MissingError
from ledger.nights import load_night
from ledger.records import Night, Seat
from ledger.store import Book


def book() -> Book:
    """The open log. Raises LedgerError."""
    address = find()
    return _opened(address.url, str(address.home))


@st.cache_resource(show_spinner=False)
def _opened(url: str, home: str) -> Book:
    """Once for each address; Streamlit looks at the arguments."""
    return store.open_book()


def night_here() -> Night | None:
    """The night that the address names; None where it names none. Raises LedgerError."""
    name = st.query_params.get("night")
    if name is None:
        return None
    try:
        return load_night(book(), name)
    except MissingError:
        leave()
        raise


def seat_here(night: Night) -> Seat | None:
    """The seat that the address names, else the first one; None for a board that all share, and at an empty table."""
    if not has_seats(night):
        return None
    named = st.query_params.get("seat")
    return next((seat for seat in night.seats if seat.id == named), night.seats[0])


def has_seats(night: Night) -> bool:
    """Whether each player has a layout of their own."""
    return bool(night.seats) and all(layout.seat_id is not None for layout in night.layouts)


def go_to(night: str, seat: str | None = None) -> None:
    """Name a night, and whose layout is shown, in the address: a reload leads back there."""
    st.query_params["night"] = night
    if seat is None:
        st.query_params.pop("seat", None)
    else:
        st.query_params["seat"] = seat


def link_to(night: str, seat: str | None = None) -> dict[str, str]:
    """What stands in the address of a link to a night, or to a player's layout in it; the language stays."""
    named = {"lang": st.query_params.get("lang"), "night": night, "seat": seat}
    return {name: value for name, value in named.items() if value is not None}


def leave() -> None:
    """Let the address name no night."""
    for name in ("night", "seat"):
        st.query_params.pop(name, None)
