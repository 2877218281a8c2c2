"""Lists to choose from: everything one can do, the target. A unique beginning chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.combat.model import Model
from tracker.tui.look.text import Bit, Line, cells, fit, pad
from tracker.tui.strip.fields import begun
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import Press, StripView, typed_bits, window

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller


class Item(Model):
    """A line of a list: its word, what it is, what it costs, and why not now."""

    word: str
    help: str = ""
    cost: str = ""
    against: str = ""
    tone: str = "normal"


class ChoiceList(StripView):
    """A list narrowed by typing; arrows move, enter takes. ``at_once``: a unique beginning is taken without enter.

    Whoever types the word to its end types nothing into what it opened. Where one sign is left of it, which could be
    meant for that as well, it is waited for; where choosing asks nothing more but does something, enter is.
    """

    name: ClassVar[str] = "choose"
    at_once: ClassVar[bool] = True

    def __init__(self, title: str) -> None:
        self.title = title
        self.typed = Typed()
        self.at = 0

    def items(self, controller: Controller) -> list[Item]:
        """All there is to choose from."""
        return []

    def take(self, controller: Controller, item: Item) -> None:
        """What choosing does."""

    def asks(self, controller: Controller, item: Item) -> bool:
        """Whether something is asked once it is chosen."""
        return True

    def fitting(self, controller: Controller) -> list[Item]:
        """What fits to what was typed."""
        items = self.items(controller)
        words = set(begun(self.typed.text, [each.word for each in items]))
        return [each for each in items if each.word in words]

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key."""
        found = self.fitting(controller)
        if press.id == "leave-form":
            controller.close()
        elif press.id == "apply" and found:
            self.take(controller, found[min(self.at, len(found) - 1)])
        elif press.id in ("next-choice", "next-field", "last-choice", "last-field") and found:
            self.at = (self.at + (1 if press.id.startswith("next") else -1)) % len(found)
        else:
            typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
            if typed is not None and begun(typed.text, [each.word for each in self.items(controller)]):
                self.typed, self.at = typed, 0
                left = self.fitting(controller)
                if self.at_once and press.sign and len(left) == 1:
                    rest = left[0].word[len(typed.text) :]
                    if len(rest) != 1 and self.asks(controller, left[0]):
                        self.take(controller, left[0])
                        controller.expect(rest)
            elif (
                press.sign and self.at_once and self.typed.text and len(found) == 1 and self.asks(controller, found[0])
            ):
                self.take(controller, found[0])
                if controller.mode is not None:
                    controller.mode.press(controller, press)

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """A line for each, as many as there is room for."""
        return max(3, min(most, len(self.items(controller)) + 1))

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """The lines around the one at hand."""
        found = self.fitting(controller)
        space = most - 1
        self.at = min(self.at, max(0, len(found) - 1))
        first = max(0, min(self.at - space + 1 + space // 4, len(found) - space))
        left = len(found) - first - space
        more = f"  {controller.glyphs.more_down} {left} more" if left > 0 else ""
        head: list[Bit] = [
            (self.title, "verb"),
            ("  ", "dim"),
            *typed_bits(window(self.typed, 20), controller),
            (more, "warn"),
        ]
        made = [fit(head, room)]
        word = max((cells(each.word) for each in found), default=0)
        cost = max((cells(each.cost) for each in found), default=0)
        for place, each in enumerate(found[first : first + space], first):
            here = place == self.at
            tone = "bright" if here else "dim" if each.against else each.tone
            bits: list[Bit] = [
                (controller.glyphs.cursor if here else " ", "accent"),
                (" " + pad(each.word, min(word, room // 3)) + "  ", tone),
            ]
            if cost:
                bits.append((pad(each.cost, cost) + "  ", "dim"))
            bits.append((each.against, "bad") if each.against else (each.help, "normal" if here else "dim"))
            made.append(fit(bits, room))
        return made


class Menu(ChoiceList):
    """Everything somebody can do: what waits for them first, the Director's own hand last."""

    name: ClassVar[str] = "menu"

    def __init__(self, controller: Controller, actor: str) -> None:
        super().__init__(", ".join(controller.actors()))
        self.actor = actor
        self._items = [
            Item(verb, each.text, "now", tone="prompt")
            for each in controller.system.pending(controller.scene)
            if each.name == actor
            for verb in each.verbs
        ]
        answers = {each.word for each in self._items}
        self._items += [
            Item(each.verb, each.help, each.cost, each.refusal)
            for each in controller.system.menu(controller.scene, actor)
            if each.verb not in answers
        ]
        known = {each.word for each in self._items}
        self._items += [
            Item(kind.verb, kind.help, "by hand", tone="dim")
            for kind in controller.system.actions.values()
            if kind.by_hand and kind.verb not in known
        ]

    def items(self, controller: Controller) -> list[Item]:
        """Own actions first."""
        return self._items

    def take(self, controller: Controller, item: Item) -> None:
        """Open its form, or the sheet of all that it is asked of."""
        many = controller.system.group_action(controller.scene, item.word)
        if many is not None:
            from tracker.tui.strip.group_form import Sheet

            controller.mode = Sheet(controller, many)
        else:
            controller.open_form(item.word)

    def asks(self, controller: Controller, item: Item) -> bool:
        """Whether there is anything to fill in."""
        return controller.form(item.word).open


class Target(ChoiceList):
    """Whom forms aim at. Names are long words to many, so they wait for enter."""

    name: ClassVar[str] = "target"
    at_once: ClassVar[bool] = False

    def __init__(self, controller: Controller) -> None:
        super().__init__("target")
        form_defaults = controller.system.likely_targets(controller.scene, controller.actor or "")
        rest = [
            each.name
            for each in controller.scene.listed()
            if each.name not in form_defaults and each.name != controller.actor
        ]
        self._items = [self._item(controller, name) for name in (*form_defaults, *rest)]
        words = [each.word for each in self._items]
        aimed = controller.target()
        self.at = words.index(aimed) if aimed in words else 0

    def _item(self, controller: Controller, name: str) -> Item:
        one = controller.scene.combatants[name]
        band = controller.scene.band(controller.actor, name) if controller.actor else ""
        return Item(name, " · ".join(each for each in (one.side, band, one.out or "") if each))

    def items(self, controller: Controller) -> list[Item]:
        """Likely ones first."""
        return self._items

    def take(self, controller: Controller, item: Item) -> None:
        """Aim there."""
        controller.aim(item.word)
        controller.close()
