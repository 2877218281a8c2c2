"""The palette: everything by name. Keys, verbs of the game, settings, themes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from tracker.commands.walks import LONE_HELP
from tracker.tui.keys.registry import Key
from tracker.tui.strip.menu import ChoiceList, Item
from tracker.tui.strip.strip_view import CLOSE, Act, Cockpit, Dress, Intent, Open, Press, Typed, Write


class Finding(Item):
    """A line of the palette, and the intent of choosing it."""

    intent: Intent = CLOSE

    def score(self, words: list[str]) -> int:
        """Return how well it matches: best if its name begins with the words, 0 if a word is nowhere in it."""
        name, text = self.word.casefold(), f"{self.word} {self.help}".casefold()
        if not all(word in text for word in words):
            return 0
        wanted = " ".join(words)
        return 3 if name.startswith(wanted) else 2 if wanted in name else 1


class Palette(ChoiceList):
    """A list of everything, narrowed by words anywhere in a line; names beginning with them come first."""

    name: ClassVar[str] = "palette"
    yields: ClassVar[bool] = True

    def __init__(self, cockpit: Cockpit, keys: Iterable[tuple[Key, str]], themes: Iterable[str]) -> None:
        """``keys`` are those that are useful now, each with its label."""
        super().__init__("find")
        self._items = list(_findings(cockpit, keys, themes))

    def items(self) -> list[Item]:
        return [*self._items]

    def fitting(self, typed: Typed | None = None) -> list[Item]:
        words = (typed or self.typed).text.casefold().split()
        scored = ((item.score(words), item) for item in self._items)
        return [item for _, item in sorted(((-score, item) for score, item in scored if score), key=lambda one: one[0])]

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        # A line of the language begins so wherever one is: it is never searched for.
        return Write("") if press.sign == ":" and not self.typed.text else super().press(cockpit, press)

    def take(self, cockpit: Cockpit, item: Item) -> Intent:
        return item.intent if isinstance(item, Finding) else CLOSE


def _findings(cockpit: Cockpit, keys: Iterable[tuple[Key, str]], themes: Iterable[str]) -> Iterator[Finding]:
    """Return the keys, then the verbs without a key, the settings, the themes."""
    named = set()
    for key, label in keys:
        named.add(label)
        yield _finding(label, key.help, cockpit.key(key.id), Act(key.id))
    for verb, kind in cockpit.system.actions.items():
        if verb not in named:
            yield _finding(verb, kind.help, "by hand" if kind.by_hand else kind.cost, Open(verb))
    for verb, help_ in LONE_HELP.items():
        if verb not in named:
            yield _finding(verb, help_, f":{verb}", Write(f"{verb} "))
    for setting in cockpit.system.settings:
        value = setting.type.write(cockpit.system.setting(cockpit.scene, setting.name))
        yield _finding(setting.name, setting.help, f"is {value}", Write(f"settings {setting.name}="))
    for theme in themes:
        yield _finding(f"theme {theme}", "Shows the screen in these colours from now on.", "", Dress(theme))


def _finding(name: str, help_: str, note: str, intent: Intent) -> Finding:
    return Finding(name, f"{help_}  {note}".rstrip(), intent=intent)
