"""All that a game has to bring. The screen, the commands and the disk know games only through this.

A game fills in the declarations, brings its own actions, and overrides the answers that differ; every
answer has a general form made from the declarations, so that a small game is short.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from tracker.combat.dice import no_dice
from tracker.combat.scene import OPEN, Combatant, Scene, Turn
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import CommonRules, Resolver
from tracker.rules.verbs import COMMON
from tracker.rules.view import (
    Badge,
    BandColumn,
    BandTable,
    Bar,
    CombatantRow,
    CoverRow,
    GroupAction,
    Listing,
    MenuItem,
    Odds,
    Pending,
    Section,
    TurnStatus,
)

Role = Literal["main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "next", "odds"]
"""What a key means in every game; each game says which of its verbs that is."""


COMMON_ROLES: Final[dict[Role, str]] = {
    role: role for role in ("cover", "nearer", "farther", "hurt", "heal", "mark", "next")
}
"""The roles that the common words fill in every game."""


class System(CommonRules):
    """A game: its declarations, its actions, its rules behind the common words and its answers to the screen."""

    # Declarations

    own_actions: ClassVar[tuple[type[Action], ...]] = ()
    roles: ClassVar[Mapping[Role, str]] = {}
    """Which verb a key's role means here; a role that is missing hides its key."""

    turn_actions: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The words that can be spent in a turn, and the short word for the list: ``(("action", "act"), ...)``."""

    reason_names: ClassVar[Mapping[str, str]] = {}
    """What people read for a number that reasons count to, where its word in the record is not the game's."""

    result_help: ClassVar[str] = ""
    """How a result is written, in one line for the form."""

    @property
    def actions(self) -> Mapping[str, type[Action]]:
        """Every verb of the game: the ones all games have, and its own, which win."""
        return {each.verb: each for each in (*COMMON, *self.own_actions)}

    def new_scene(self) -> Scene:
        """The empty scene of a new session."""
        return Scene(self.name, default_range=self.default_band)

    def phase_of(self, turn: Turn) -> str | None:
        """The phase as the JSON names it."""
        return turn.phase

    def may_act(self, scene: Scene, name: str) -> bool:
        """Whether somebody still has something to do in this turn."""
        one, turn = scene.combatants[name], scene.turn
        if one.out is not None or (turn.side is not None and one.side != turn.side):
            return False
        return turn.name in (None, name)

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """More words that a form of this verb begins with, to be typed over; ``given`` are those that are clear."""
        return {}

    # Answers to the screen

    def turn_status(self, scene: Scene) -> TurnStatus:
        """The moment in the game's words."""
        turn = scene.turn
        moment = " · ".join(each for each in (f"round {turn.round}" if turn.round else "", turn.phase or "") if each)
        on = turn.name or turn.side or ""
        still = tuple(name for name in scene.combatants if self.may_act(scene, name)) if turn.round else ()
        return TurnStatus(moment, on, still)

    def listing(self, scene: Scene) -> tuple[Listing, ...]:
        """Who stands in the list: a side each, heroes first."""
        people = scene.listed()
        return tuple(
            Listing(side, side, self.columns(side), tuple(each.name for each in people if each.side == side))
            for side in scene.sides()
        )

    def sections(self, scene: Scene) -> tuple[Section, ...]:
        """The list with all its rows."""
        pending = {each.name for each in self.pending(scene)}
        return tuple(
            Section(
                each.side,
                each.title,
                each.columns,
                tuple(self.row(scene, scene.combatants[name], name in pending) for name in each.names),
            )
            for each in self.listing(scene)
        )

    def columns(self, side: str) -> tuple[str, ...]:
        """The heads of the cells of a side's rows."""
        return ()

    def row(self, scene: Scene, one: Combatant, pending: bool = False) -> CombatantRow:
        """One combatant in the list."""
        return CombatantRow(
            one.name,
            one.side,
            self.bar(scene, one),
            self.action_badges(scene, one),
            (*self.state_badges(scene, one), *self.weapon_badges(one)),
            self.cells(scene, one),
            one.out,
            one.hidden,
            scene.turn.round > 0 and self.may_act(scene, one.name),
            pending or any(each.name == one.name for each in scene.prompts),
        )

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        """What stands under the heads of one's side."""
        return ()

    def bar(self, scene: Scene, one: Combatant) -> Bar | None:
        """The main track as a bar."""
        track = one.tracks.get(self.main_track(scene))
        if track is None:
            return None
        share = track.value * 3
        tone: Literal["good", "warn", "bad"] = (
            "bad" if share <= track.max else "warn" if share <= 2 * track.max else "good"
        )
        return Bar(track.value, track.max, tone)

    def action_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """Spent and free actions."""
        return tuple(
            Badge("✓", "x", short, "dim") if word in one.spent else Badge("·", ".", short, "normal")
            for word, short in self.turn_actions
        )

    def state_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """Cover and conditions."""
        found = []
        if one.cover.degree != OPEN:
            degree = self.cover_degree(one.cover.degree)
            found.append(Badge(degree.glyph, degree.plain, degree.name, "normal"))
        for each in one.conditions:
            more = f" {each.value}" if each.value is not None else ""
            more += f" {each.rounds}r" if each.rounds is not None else ""
            more += f" on {each.on}" if each.on else ""
            found.append(Badge("!", "!", each.name + more, "warn"))
        return tuple(found)

    def weapon_badges(self, one: Combatant) -> tuple[Badge, ...]:
        """Weapons in the list."""
        return tuple(Badge("†", "+", name, "dim") for name in one.weapons)

    def band_table(self, scene: Scene, origin: str) -> BandTable:
        """The bands seen from one, everybody standing in their column."""
        lines, notes = self.band_notes(scene, origin)
        sizes = {each.name: each.size for each in self.bands}
        standing: dict[str, list[str]] = {band: [] for band in self.band_names(scene)}
        said, usual = scene.said_of(origin), scene.default_range
        for each in scene.listed():
            if each.name != origin:
                standing.setdefault(said.get(each.name, usual), []).append(each.name)
        columns = tuple(
            BandColumn(band, sizes.get(band, ""), notes.get(band, ()), tuple(who)) for band, who in standing.items()
        )
        return BandTable(origin, columns, lines)

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """The lines (weapons) in the heads of the board, and each band's notes for them."""
        return (), {}

    def cover_rows(self, scene: Scene) -> tuple[CoverRow, ...]:
        """Who is behind what."""
        return tuple(self.cover_row(scene, each) for each in scene.listed())

    def cover_row(self, scene: Scene, one: Combatant) -> CoverRow:
        """What one stands behind, and what it does."""
        degree = self.cover_degree(one.cover.degree)
        cover = one.cover
        bar = Bar(cover.left, cover.sustains or cover.left) if cover.left is not None else None
        mark = Badge(degree.glyph, degree.plain, degree.name if degree.name != OPEN else "open")
        return CoverRow(one.name, mark, cover.what or "", degree.effects, bar)

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Attacks that wait for a reaction, held actions that wait for their trigger."""
        return ()

    def allies_in_need(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor may be thought to help: those of the own side who lost something, the worst first."""
        main, one = self.main_track(scene), scene.combatants.get(actor)
        friends = (each for each in scene.combatants.values() if one and each.side == one.side and each is not one)
        hurt = ((each.tracks[main], each.name) for each in friends if main in each.tracks)
        shares = sorted((track.value / track.max, name) for track, name in hurt if track.value < track.max)
        return tuple(name for _, name in shares)

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """What the main key means now: a verb, or a sheet for many; None hides the key."""
        return self.roles.get("main")

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        """A verb that is asked of many at once when somebody chooses it now; None asks only the one selected."""
        return None

    def menu(self, scene: Scene, actor: str) -> tuple[MenuItem, ...]:
        """Everything one can do: the game's own actions first, with what is against each right now."""
        found = []
        for kind in self.own_actions:
            against = self.objection_to(scene, kind, actor) if actor in scene.combatants else ""
            found.append(MenuItem(kind.verb, kind.help, kind.cost, against))
        return tuple(found)

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """The first objection to somebody doing this now, "" if there is none to see."""
        resolver = Resolver(self, scene, no_dice())
        self.check(resolver, kind, actor)
        return resolver.objections[0] if resolver.objections else ""

    def odds(self, scene: Scene, action: Action) -> Odds:
        """The exact chances of an action with a roll; raises InvalidCommand for one without."""
        raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")
