"""Messages that go away by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.app import App
from textual.notifications import Notification, Notify, SeverityLevel

SHORTEST: Final = 0.01
"""The shortest time a message is shown, in seconds."""


@dataclass
class Notice(Notification):
    """A message whose time is never over before it is shown.

    It may run out between the moment Textual looks whether it has and the moment it starts the timer of what it
    shows; a timer with a negative time would never let anything else happen again.
    """

    kind: str = ""
    """A message of a kind takes the place of the one before it of that kind."""

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
        kind: str = "",
    ) -> None:
        """Show a message; the arguments are Textual's, and the ``kind`` of a notice."""
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(Notice(message, title, severity, seconds, markup, kind=kind)))

    def on_notify(self, event: Notify) -> None:
        """Take away the message before it of the same kind; then Textual shows the new one."""
        kind = event.notification.kind if isinstance(event.notification, Notice) else ""
        same = [notice for notice in self._notifications if isinstance(notice, Notice) and notice.kind == kind != ""]
        for notice in same:
            self._unnotify(notice, refresh=False)
