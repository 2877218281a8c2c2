"""What the pages ask of the program around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tracker.tui.host import Host

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller


class Rim(Host, Protocol):
    """The program, as a page sees it."""

    @property
    def controller(self) -> Controller | None:
        """The controller of the session in front, None while there is none."""
