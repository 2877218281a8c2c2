"""Everything by its name: what keys do, every verb of the game, its settings, the themes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from tracker.combat.model import Model
from tracker.commands.walks import WALK_HELP, WALKS
from tracker.tui.keys.registry import KEYS
from tracker.tui.strip.command_bar import Bar
from tracker.tui.strip.intents import STAY, Intent
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.menu import ChoiceList, Item
from tracker.tui.strip.strip_view import Cockpit

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller


class Found(Model):
    """A line of the palette and what taking it does."""

    item: Item
    take: Callable[[Controller], None]

    def rank(self, words: list[str]) -> int | None:
        """How well it fits to what was typed: 0 where its name begins so; None where a word is not in it."""
        name, all_ = self.item.word.casefold(), f"{self.item.word} {self.item.help} {self.item.cost}".casefold()
        if not all(each in all_ for each in words):
            return None
        wanted = " ".join(words)
        return 0 if name.startswith(wanted) else 1 if wanted in name else 2


class Palette(ChoiceList):
    """A list of everything, narrowed by words that may stand anywhere in a line."""

    name: ClassVar[str] = "palette"

    def __init__(self, controller: Controller) -> None:
        super().__init__("find")
        self._controller = controller
        keys = _keys(controller)
        named = frozenset(each.item.word for each in keys)
        self._all = [*keys, *_verbs(controller, named), *_settings(controller), *_themes(controller)]

    def items(self) -> list[Item]:
        """All lines."""
        return [each.item for each in self._all]

    def fitting(self, typed: Typed | None = None) -> list[Item]:
        """What fits what was typed, the best first."""
        return [each.item for each in self._fitting(typed)]

    def _fitting(self, typed: Typed | None = None) -> list[Found]:
        words = (typed or self.typed).text.casefold().split()
        ranked = [(each.rank(words), each) for each in self._all]
        fitting = [(rank, each) for rank, each in ranked if rank is not None]
        return [each for _, each in sorted(fitting, key=lambda pair: pair[0])]

    def take(self, cockpit: Cockpit, item: Item) -> Intent:
        """Do what the line says."""
        chosen = next(each for each in self._all if each.item is item)
        self._controller.close()
        chosen.take(self._controller)
        return STAY


def _keys(controller: Controller) -> list[Found]:
    """What keys do, each with its key."""
    shown = [
        each for each in KEYS if each.group not in ("form", "move") and not each.fixed and controller.offered(each.id)
    ]
    return [
        Found(Item(controller.label(each.id), each.help, controller.key(each.id)), partial(_act, each.id))
        for each in shown
        if each.id not in ("palette", "menu")
    ]


def _act(id_: str, controller: Controller) -> None:
    controller.act(id_)


def _verbs(controller: Controller, named: frozenset[str]) -> list[Found]:
    """Every verb that no key is named after, and those that walk back and forth."""
    own = [
        Found(Item(verb, kind.help, "by hand" if kind.by_hand else kind.cost), partial(_form, verb))
        for verb, kind in controller.system.actions.items()
        if verb not in named
    ]
    walks = [
        Found(Item(verb, WALK_HELP[verb], f":{verb}"), partial(_type, f"{verb} "))
        for verb in WALKS
        if verb not in named
    ]
    return own + walks


def _form(verb: str, controller: Controller) -> None:
    controller.open_form(verb)


def _type(line: str, controller: Controller) -> None:
    controller.mode = Bar(line)


def _settings(controller: Controller) -> list[Found]:
    """The game's settings, to be typed."""
    return [
        Found(
            Item(each.name, each.help, f"is {each.type.write(controller.system.setting(controller.scene, each.name))}"),
            partial(_type, f"settings {each.name}="),
        )
        for each in controller.system.settings
    ]


def _themes(controller: Controller) -> list[Found]:
    """The colours to choose from."""
    return [
        Found(Item(f"theme {name}", "Shows the screen in these colours, from now on."), partial(_wear, name))
        for name in controller.host.theme_names()
    ]


def _wear(name: str, controller: Controller) -> None:
    controller.host.wear(name)
