"""The errors that Pomona raises on purpose. Each is one line that a player can act on."""


class PomonaError(Exception):
    """Base of every error that Pomona raises on purpose.

    `code` is a stable snake_case name for programs; the message is one line for people.
    """

    code: str = "error"

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class StateError(PomonaError):
    """A state that is not in the form of the contract."""

    code = "bad_state"


class RulesError(PomonaError):
    """Rules (switches, designs, goal points) that are not in the form of the contract."""

    code = "bad_rules"
