"""The session kept under another name: the name being typed, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.tui.look.text import Line, fit, wrap
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import Press, StripView, typed_bits, window

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller


class SaveAs(StripView):
    """A name for a copy. The copy is made beside the screen; until it is there, keys wait."""

    name: ClassVar[str] = "save-as"

    def __init__(self, controller: Controller) -> None:
        self.typed = Typed.of(controller.host.sessions.proposed(), fresh=True)
        self.trouble = ""
        self.saving = False

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key."""
        if press.id == "leave-form":
            controller.close()
        elif self.saving:
            return
        elif press.id == "apply":
            self._save(controller)
        else:
            typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
            if typed is not None:
                self.typed, self.trouble = typed, ""

    def _save(self, controller: Controller) -> None:
        if not self.typed.text.strip():
            self.trouble = "A copy needs a name."
            return
        self.saving = True

        def done(path: str, trouble: str) -> None:
            self.saving, self.trouble = False, trouble
            if not trouble:
                if controller.mode is self:
                    controller.close()
                controller.told = ()
                controller.host.tell(f"Saved as {path}. The fight goes on in this copy.")
            controller.host.settled_saving()

        controller.host.sessions.save_as(self.typed.text, done)

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """The name, where it goes, what is wrong."""
        return min(most, 4)

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """The name, where it goes, what is wrong."""
        name = self.typed.text.strip()
        made = [fit([("save a copy as ", "verb"), *typed_bits(window(self.typed, room - 18), controller)], room)]
        if self.trouble:
            return made + wrap([(self.trouble, "refused")], room, most - 1)
        if self.saving:
            return [*made, (("saving", "dim"),)]
        where = controller.host.sessions.place(name) if name else controller.host.sessions.folder
        made += wrap([(where, "dim")], room, max(1, most - 2))
        said = "The fight goes on in the copy; the file it came from stays as it is."
        return [*made, fit([(said, "dim")], room)][:most]
