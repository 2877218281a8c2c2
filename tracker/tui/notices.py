"""Messages that go away by themselves."""

from __future__ import annotations

from typing import Final

from textual.app import App
from textual.notifications import Notification, Notify, SeverityLevel

SHORTEST: Final = 0.01
"""The shortest time a message is shown, in seconds."""


class Notice(Notification):
    """A message whose time is never over before it is shown.

    It may run out between the moment Textual looks whether it has and the moment it starts the timer of what it
    shows; a timer with a negative time would never let anything else happen again.
    """

    @property
    def time_left(self) -> float:
        """The seconds left, at least ``SHORTEST``."""
        return max(super().time_left, SHORTEST)

    @property
    def has_expired(self) -> bool:
        """Whether its time is over."""
        return super().time_left <= 0


class NoticeApp(App[None], inherit_bindings=False):
    """An app with such messages."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message; the arguments are Textual's."""
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(Notice(message, title, severity, seconds, markup)))
