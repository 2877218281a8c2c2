"""A command that makes no sense, in a sentence: the failure that dice, rules and games share."""

import re
from typing import Final

QUOTED: Final = 60  # the most characters of a word to quote in a sentence

_LONG: Final = f"“([^”]{{{QUOTED}}})[^”]+”"


class InvalidCommand(ValueError):
    """A command that makes no sense, such as one with an unknown name. It cannot be ruled."""

    def __str__(self) -> str:
        """Return the sentence, with quotations cut to QUOTED characters."""
        return re.sub(_LONG, "“\\1…”", super().__str__())
