"""The errors that Pomona raises on purpose. Each is one line that a player can act on."""


class PomonaError(Exception):
    """Base of every error that Pomona raises on purpose.

    `code` is a stable snake_case name for programs; the message is one line for people. `facts` are what the message
    names, for whoever says it in another language: `about` the file or field that it begins with, `reason` what is
    wrong with a field, and what that reason's line needs.
    """

    code: str = "error"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(" ".join(message.split()))
        self.facts = facts


class RefusedError(ValueError):
    """A value that a model refuses: `reason` by a stable snake_case name, `facts` what the message names."""

    def __init__(self, reason: str, message: str, **facts: object) -> None:
        super().__init__(message)
        self.reason, self.facts = reason, facts


class StateError(PomonaError):
    """A state that is not in the form of the contract."""

    code = "bad_state"


class RulesError(PomonaError):
    """Rules (switches, designs, goal points) that are not in the form of the contract."""

    code = "bad_rules"
