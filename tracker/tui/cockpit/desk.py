"""The session as strip views see it: the scene, the selection, previews and throws of lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tracker.combat.scene import Scene
from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.session import Session
from tracker.tui.cockpit.selection import Selection
from tracker.tui.keys.keymap import Keymap, keymap
from tracker.tui.keys.registry import shown
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.strip.strip_view import StripView

if TYPE_CHECKING:
    from tracker.rules.throw import Throw
    from tracker.rules.view import Odds
    from tracker.tui.cockpit.chances import Chances
    from tracker.tui.host import Host
    from tracker.tui.strip.form import Form


class Desk:
    """A session on the screen: the selection, the open strip view, and what that view may query."""

    def __init__(self, session: Session, host: Host, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        self.session = session
        self.system = session.system
        self.host = host
        self.keymap = keys or keymap()
        self.glyphs = glyphs
        self.selection = Selection(session)
        self.mode: StripView | None = None
        self.told: tuple[str, ...] = ()
        self.typed_lines: list[str] = []
        self._lines: tuple[Scene, str, tuple[tuple[str, str], ...]] | None = None
        self._previewed: tuple[str, int, Preview] | None = None

    def follow_game(self) -> None:
        """Switch to the current game, which a line of the story may have changed."""
        if self.session.system is not self.system:
            self.system = self.session.system
            self.selection.follow_game()
            self.__dict__.pop("chances", None)
            self._lines = self._previewed = None

    @property
    def scene(self) -> Scene:
        """Return the current scene."""
        return self.session.scene

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""
        key = self.keymap.first(id_)
        return shown(key) if self.glyphs.fancy else key

    def lines_of_keys(self) -> Mapping[str, str]:
        """Return the command lines and verbs of keys: the user's own override the game's."""
        game = {key.key: key.line for key in self.system.keys if key.key not in self.keymap.table}
        return {**game, **self.keymap.commands}

    def actors(self) -> tuple[str, ...]:
        """Return the actors: everybody picked, else the selected one."""
        return self.selection.actors()

    def aims(self, kind: type[Action], actor: str) -> dict[str, str]:
        """Return the chosen target, by the field of the action that it goes into."""
        return self.selection.aims(kind, actor)

    def target_of(self, actor: str) -> str | None:
        """Return an actor's target: chosen by hand, fought last, or likely."""
        return self.selection.target_of(actor)

    def kept_names(self) -> tuple[str, ...]:
        """Return the names in the library, for completion."""
        return tuple(dict.fromkeys(entry.name for entry in self.session.library.entries()))

    def preview(self, line: str) -> Preview:
        """Return the preview of a line."""
        at = len(self.session.history.records)
        if self._previewed is None or self._previewed[:2] != (line, at):
            self._previewed = (line, at, self.session.preview(line))
        return self._previewed[2]

    @cached_property
    def chances(self) -> Chances:
        """Return the cache of throws and odds; loaded when a form first needs it."""
        from tracker.tui.cockpit.chances import Chances

        return Chances(self.system, lambda: self.scene, self.host)

    def throw(self, line: str) -> Throw | None:
        """Return the throw of a line before its result."""
        return self.chances.throw(line)

    def odds(self, line: str) -> Odds | None:
        """Return the odds of a line; None until they are computed, or if there are none."""
        return self.chances.odds(line)

    def asked_next(self, line: str) -> tuple[str, ...]:
        """Return the fields that the result in a line makes relevant, by attribute."""
        return self.chances.asked_next(line)

    def previews(self, lines: Sequence[str]) -> tuple[Preview, ...]:
        """Return the previews of lines run in order."""
        return self.session.previews(lines)

    def form(self, verb: str, given: Mapping[str, str] | None = None) -> Form:
        """Return the form of a verb with its defaults."""
        from tracker.tui.strip.form import Form

        kind = self.system.actions[verb]
        filled, repeated = self.selection.fill(kind)
        defaults = {} if repeated[1:] else dict(self.system.form_defaults(self.scene, verb, filled))
        return Form(self, kind, defaults | filled | dict(given or {}), repeated)

    def aimed_line(self, verb: str, actor: str, target: str) -> str:
        """Return the line of an action with a throw by the tracker as its result, with the defaults of its form."""
        from tracker.tui.strip.form import Form

        given = {"actor": actor, "target": target}
        return Form(
            self, self.system.actions[verb], {**self.system.form_defaults(self.scene, verb, given), **given}
        ).roll_line()

    def board_chances(self) -> tuple[tuple[str, str], ...]:
        """Return the chance of the main action against each target, by name, if the board shows it."""
        verb, actor = self.system.roles.get("odds"), self.selection.selected
        if not self.selection.chances or verb is None or actor is None:
            return ()
        if self._lines is None or self._lines[0] is not self.scene or self._lines[1] != actor:
            targets = self.system.likely_targets(self.scene, actor)
            self._lines = self.scene, actor, tuple((name, self.aimed_line(verb, actor, name)) for name in targets)
        from tracker.rules.throw import percent

        known = ((name, self.odds(line)) for name, line in self._lines[2])
        return tuple((name, "×" if odds.refused else percent(odds.success)) for name, odds in known if odds is not None)
