"""The session kept under another name: the name being typed, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.tui.modes.mode import Mode, Press, typed_bits, window
from tracker.tui.text import Line, fit, wrap
from tracker.tui.typing_line import Typed

if TYPE_CHECKING:
    from tracker.tui.desk import Desk


class SaveAs(Mode):
    """A name for a copy. The copy is made beside the screen; until it is there, keys wait."""

    name: ClassVar[str] = "save-as"

    def __init__(self, desk: Desk) -> None:
        self.typed = Typed.of(desk.host.sessions.proposed(), fresh=True)
        self.trouble = ""
        self.saving = False

    def press(self, desk: Desk, press: Press) -> None:
        """Take one key."""
        if press.id == "leave-form":
            desk.close()
        elif self.saving:
            return
        elif press.id == "apply":
            self._save(desk)
        else:
            typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
            if typed is not None:
                self.typed, self.trouble = typed, ""

    def _save(self, desk: Desk) -> None:
        if not self.typed.text.strip():
            self.trouble = "A copy needs a name."
            return
        self.saving = True

        def done(path: str, trouble: str) -> None:
            self.saving, self.trouble = False, trouble
            if not trouble:
                if desk.mode is self:
                    desk.close()
                desk.told = ()
                desk.host.tell(f"Saved as {path}. The fight goes on in this copy.")
            desk.host.settled_saving()

        desk.host.sessions.save_as(self.typed.text, done)

    def rows(self, desk: Desk, room: int, most: int) -> int:
        """The name, where it goes, what is wrong."""
        return min(most, 4)

    def lines(self, desk: Desk, room: int, most: int) -> list[Line]:
        """The name, where it goes, what is wrong."""
        name = self.typed.text.strip()
        made = [fit([("save a copy as ", "verb"), *typed_bits(window(self.typed, room - 18), desk)], room)]
        if self.trouble:
            return made + wrap([(self.trouble, "refused")], room, most - 1)
        if self.saving:
            return [*made, (("saving", "dim"),)]
        where = desk.host.sessions.place(name) if name else desk.host.sessions.folder
        made += wrap([(where, "dim")], room, max(1, most - 2))
        said = "The fight goes on in the copy; the file it came from stays as it is."
        return [*made, fit([(said, "dim")], room)][:most]
