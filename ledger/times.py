"""What time it is, in one place that tests can hold still."""

from __future__ import annotations

import datetime as dt


def now() -> dt.datetime:
    """This moment in UTC."""
    return dt.datetime.now(dt.UTC)


def today() -> dt.date:
    """The date where the players are."""
    return now().astimezone().date()
