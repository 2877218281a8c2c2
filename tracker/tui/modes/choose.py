"""Lists to choose from: everything one can do, the target. A unique beginning chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.combat.frozen import frozen
from tracker.tui.modes.fields import begun
from tracker.tui.modes.mode import Mode, Press, typed_bits, window
from tracker.tui.text import Bit, Line, cells, fit, pad
from tracker.tui.typing_line import Typed

if TYPE_CHECKING:
    from tracker.tui.desk import Desk


@frozen
class Item:
    """A line of a list: its word, what it is, what it costs, and why not now."""

    word: str
    help: str = ""
    cost: str = ""
    against: str = ""
    tone: str = "normal"


class Choose(Mode):
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

    def items(self, desk: Desk) -> list[Item]:
        """All there is to choose from."""
        return []

    def take(self, desk: Desk, item: Item) -> None:
        """What choosing does."""

    def asks(self, desk: Desk, item: Item) -> bool:
        """Whether something is asked once it is chosen."""
        return True

    def fitting(self, desk: Desk) -> list[Item]:
        """What fits to what was typed."""
        items = self.items(desk)
        words = set(begun(self.typed.text, [each.word for each in items]))
        return [each for each in items if each.word in words]

    def press(self, desk: Desk, press: Press) -> None:
        """Take one key."""
        found = self.fitting(desk)
        if press.id == "leave-form":
            desk.close()
        elif press.id == "apply" and found:
            self.take(desk, found[min(self.at, len(found) - 1)])
        elif press.id in ("next-choice", "next-field", "last-choice", "last-field") and found:
            self.at = (self.at + (1 if press.id.startswith("next") else -1)) % len(found)
        else:
            typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
            if typed is not None and begun(typed.text, [each.word for each in self.items(desk)]):
                self.typed, self.at = typed, 0
                left = self.fitting(desk)
                if self.at_once and press.sign and len(left) == 1:
                    rest = left[0].word[len(typed.text) :]
                    if len(rest) != 1 and self.asks(desk, left[0]):
                        self.take(desk, left[0])
                        desk.expect(rest)
            elif press.sign and self.at_once and self.typed.text and len(found) == 1 and self.asks(desk, found[0]):
                self.take(desk, found[0])
                if desk.mode is not None:
                    desk.mode.press(desk, press)

    def rows(self, desk: Desk, room: int, most: int) -> int:
        """A line for each, as many as there is room for."""
        return max(3, min(most, len(self.items(desk)) + 1))

    def lines(self, desk: Desk, room: int, most: int) -> list[Line]:
        """The lines around the one at hand."""
        found = self.fitting(desk)
        space = most - 1
        self.at = min(self.at, max(0, len(found) - 1))
        first = max(0, min(self.at - space + 1 + space // 4, len(found) - space))
        left = len(found) - first - space
        more = f"  {desk.glyphs.more_down} {left} more" if left > 0 else ""
        head: list[Bit] = [
            (self.title, "verb"),
            ("  ", "dim"),
            *typed_bits(window(self.typed, 20), desk),
            (more, "warn"),
        ]
        made = [fit(head, room)]
        word = max((cells(each.word) for each in found), default=0)
        cost = max((cells(each.cost) for each in found), default=0)
        for place, each in enumerate(found[first : first + space], first):
            here = place == self.at
            tone = "bright" if here else "dim" if each.against else each.tone
            bits: list[Bit] = [
                (desk.glyphs.cursor if here else " ", "accent"),
                (" " + pad(each.word, min(word, room // 3)) + "  ", tone),
            ]
            if cost:
                bits.append((pad(each.cost, cost) + "  ", "dim"))
            bits.append((each.against, "bad") if each.against else (each.help, "normal" if here else "dim"))
            made.append(fit(bits, room))
        return made


class Menu(Choose):
    """Everything somebody can do: what waits for them first, the Director's own hand last."""

    name: ClassVar[str] = "menu"

    def __init__(self, desk: Desk, actor: str) -> None:
        super().__init__(", ".join(desk.actors()))
        self.actor = actor
        self._items = [
            Item(verb, each.text, "now", tone="prompt")
            for each in desk.system.waiting(desk.scene)
            if each.who == actor
            for verb in each.verbs
        ]
        answers = {each.word for each in self._items}
        self._items += [
            Item(each.verb, each.help, each.cost, each.refusal)
            for each in desk.system.menu(desk.scene, actor)
            if each.verb not in answers
        ]
        known = {each.word for each in self._items}
        self._items += [
            Item(kind.verb, kind.help, "by hand", tone="dim")
            for kind in desk.system.actions.values()
            if kind.by_hand and kind.verb not in known
        ]

    def items(self, desk: Desk) -> list[Item]:
        """Own actions first."""
        return self._items

    def take(self, desk: Desk, item: Item) -> None:
        """Open its form, or the sheet of all that it is asked of."""
        many = desk.system.of_all(desk.scene, item.word)
        if many is not None:
            from tracker.tui.modes.sheet import Sheet

            desk.mode = Sheet(desk, many)
        else:
            desk.open_form(item.word)

    def asks(self, desk: Desk, item: Item) -> bool:
        """Whether there is anything to fill in."""
        return desk.form(item.word).open


class Target(Choose):
    """Whom forms aim at. Names are long words to many, so they wait for enter."""

    name: ClassVar[str] = "target"
    at_once: ClassVar[bool] = False

    def __init__(self, desk: Desk) -> None:
        super().__init__("target")
        likely = desk.system.targets(desk.scene, desk.actor or "")
        rest = [each.name for each in desk.scene.listed() if each.name not in likely and each.name != desk.actor]
        self._items = [self._item(desk, name) for name in (*likely, *rest)]
        words = [each.word for each in self._items]
        aimed = desk.target()
        self.at = words.index(aimed) if aimed in words else 0

    def _item(self, desk: Desk, name: str) -> Item:
        one = desk.scene.combatants[name]
        band = desk.scene.band(desk.actor, name) if desk.actor else ""
        return Item(name, " · ".join(each for each in (one.side, band, one.out or "") if each))

    def items(self, desk: Desk) -> list[Item]:
        """Likely ones first."""
        return self._items

    def take(self, desk: Desk, item: Item) -> None:
        """Aim there."""
        desk.aim(item.word)
        desk.close()
