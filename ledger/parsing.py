"""JSON that is kept as it came: only what JSON can say, and not more than there is a use for."""

from __future__ import annotations

import json
from typing import Any

from ledger.errors import EntryError


def refuse_unfit(data: dict[str, Any], what: str, most: int) -> dict[str, Any]:
    """The data as JSON gives it back.

    Raises EntryError for what JSON cannot say (an infinite number, other objects) and for more than `most` characters.
    """
    try:
        text = json.dumps(data, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise EntryError("not_json", f"{what}: it cannot be written as JSON ({str(error)[:100]}).") from error
    if len(text) > most:
        raise EntryError(
            "too_long", f"{what}: {len(text)} characters of JSON are too many; allowed: at most {most}."
        )
    told: dict[str, Any] = json.loads(text)
    return told
