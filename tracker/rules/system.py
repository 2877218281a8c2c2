"""A game as the rest of the program sees it.

A game declares what it has, adds its own actions, and overrides the rules and answers that differ. Everything else has
a general form derived from the declarations, so that a small game is short.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from tracker.combat.dice import no_dice
from tracker.combat.records import Reason
from tracker.combat.scene import OPEN, Combatant, Condition, Scene
from tracker.rules.action import Action
from tracker.rules.check import Check
from tracker.rules.counters import counter_text
from tracker.rules.declarations import Context
from tracker.rules.ending import how_it_ended, is_over
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import CommonRules, Resolver
from tracker.rules.rulings import RULINGS
from tracker.rules.verbs import COMMON
from tracker.rules.view import (
    Badge,
    BandColumn,
    BandTable,
    Bar,
    CombatantRow,
    CoverRow,
    Deed,
    GameKey,
    GroupAction,
    MenuItem,
    Odds,
    Opening,
    Pending,
    Place,
    Section,
    Tone,
    TurnStatus,
)

if TYPE_CHECKING:
    from tracker.rules.throw import Throw

Role = Literal["main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "next", "odds"]
"""What a key means in every game; each game says which of its verbs that is."""

COMMON_ROLES: Final[dict[Role, str]] = {
    role: role for role in ("cover", "nearer", "farther", "hurt", "heal", "mark", "next")
}
"""The roles that verbs of every game fill."""


class System(CommonRules):
    """A game: declarations and rules, its own actions, and its answers to the screen."""

    common_settings = (RULINGS,)

    own_actions: ClassVar[tuple[type[Action], ...]] = ()
    """The verbs that the game adds to the common ones, or that replace them."""

    roles: ClassVar[Mapping[Role, str]] = {}
    """The verb for the role of a key; a missing role hides its key."""

    keys: ClassVar[tuple[GameKey, ...]] = ()
    """The keys of the game's frequent actions, on letters that are otherwise free.

    The user's own keys take precedence.
    """

    turn_actions: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What can be spent in a turn, each with its short form for the list: ``(("action", "act"), ...)``."""

    reason_names: ClassVar[Mapping[str, str]] = {}
    """Readable names for subjects of reasons, if the game's term differs from the record's."""

    group_as_one: ClassVar[str] = ""
    """What one combatant is called where a whole group may be one; "" if it never is."""

    result_help: ClassVar[str] = ""
    """How a result is written, in a line for the form."""

    @cached_property
    def actions(self) -> Mapping[str, type[Action]]:
        """Return all actions by verb: the common ones and the game's own, which take precedence."""
        return {action.verb: action for action in (*COMMON, *self.own_actions)}

    def new_scene(self) -> Scene:
        """Return the empty scene of a new session."""
        return Scene(self.name, default_range=self.default_band)

    # What can be done now

    def may_act(self, scene: Scene, name: str) -> bool:
        """Return whether a combatant has something left to do in this turn."""
        combatant, turn = scene.combatants[name], scene.turn
        if is_over(scene) or combatant.out is not None or (turn.side is not None and combatant.side != turn.side):
            return False
        return turn.name in (None, name)

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """Return what the main key does now: an action, a verb to fill in, or a group form; None hides the key."""
        return self.roles.get("main")

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        """Return the group form, if this verb is asked of several at once now, else None."""
        return None

    def result_hint(self, verb: str, context: Context) -> str:
        """Return how a result is written in the form of this verb; ``context`` has the words typed so far."""
        return self.result_help

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Return default words for the form of a verb, by field; ``given`` are the known words."""
        return {}

    def menu(self, scene: Scene, actor: str) -> tuple[MenuItem, ...]:
        """Return the game's own actions, each with the objection against it now."""
        items = []
        for action in self.own_actions:
            refusal = self.objection_to(scene, action, actor) if actor in scene.combatants else ""
            items.append(MenuItem(action.verb, action.help, action.cost, refusal))
        return tuple(items)

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """Return the first objection to this combatant doing this now, or an empty text."""
        resolver = Resolver(self, scene, no_dice())
        self.check_actor(resolver, kind, actor)
        return resolver.objections[0] if resolver.objections else ""

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Return attacks waiting for a reaction and held actions waiting for their trigger."""
        return ()

    def allies_in_need(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Return the others of the actor's side who lost some of their main track, the worst first."""
        main, helper = self.main_track(scene), scene.combatants.get(actor)
        if helper is None:
            return ()
        allies = (ally for ally in scene.combatants.values() if ally.side == helper.side and ally is not helper)
        tracks = ((ally.tracks[main], ally.name) for ally in allies if main in ally.tracks)
        shares = sorted((track.value / track.max, name) for track, name in tracks if track.value < track.max)
        return tuple(name for _, name in shares)

    def silent(self, scene: Scene) -> Resolver:
        """Return a resolver that only asks: without dice, and with every objection overruled."""
        return Resolver(self, scene, no_dice(), ruled=True)

    def check_of(self, scene: Scene, action: Action) -> Check | None:
        """Return the throw that decides an action, its missing fields filled in; None without one.

        Raises InvalidCommand if the action makes no sense.
        """
        resolver = self.silent(scene)
        return action.with_defaults(resolver).check(resolver)

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Return the exact chances of an action; raises InvalidCommand for one without dice."""
        check = self.check_of(scene, action)
        if check is None:
            way = f" For a roll: {action.to_throw}." if action.to_throw else ""
            raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.{way}")
        return check.odds()

    def throw(self, scene: Scene, action: Action) -> Throw | None:
        """Return the throw of an action with ``roll`` as its result, and what it needs; None for one without dice.

        Raises InvalidCommand if the action makes no sense.
        """
        check = self.check_of(scene, action)
        return check.throw if check is not None else None

    def asked_next(self, scene: Scene, action: Action) -> tuple[str, ...]:
        """Return the fields that the typed result makes relevant, by attribute, such as the damage of a hit."""
        resolver = self.silent(scene)
        return action.with_defaults(resolver).asked_next(resolver)

    # The log

    def deed(self, action: Action, before: Scene, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        """Return the columns of the log for an action; None if its sentences say everything."""
        return action.deed(self.silent(before), after, why)

    def succeeded(self, action: Action, before: Scene, why: tuple[Reason, ...]) -> bool | None:
        """Return whether a throw succeeded, as its odds count success; None if the action threw nothing."""
        return action.succeeded(self.silent(before), why)

    def fills(self, track: str) -> bool:
        """Return whether harm adds to a track, as with stress, instead of taking from it."""
        return False

    def turn_heading(self, scene: Scene) -> str:
        """Return the current turn as a heading of the log."""
        turn = scene.turn
        return " · ".join(filter(None, (f"round {turn.round}", turn.name or turn.phase or turn.side)))

    def turn_sentences(self, scene: Scene) -> tuple[str, ...]:
        """Return what is reported when this turn begins; the log has a heading instead."""
        return ()

    # The order of turns

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        """Return the remaining steps before the first turn of a fight, in order; nothing once a round has begun."""
        return ()

    def turn_is_used_up(self, scene: Scene) -> bool:
        """Return whether the active combatant has nothing left to do, so that the key for the next turn goes on."""
        return False

    def places(self, scene: Scene) -> tuple[Place, ...]:
        """Return the order of everybody, merged across sides; empty if there is none yet."""
        return ()

    # The screen

    def turn_status(self, scene: Scene) -> TurnStatus:
        """Return the current turn in the game's words."""
        if is_over(scene):
            return TurnStatus(how_it_ended(scene))
        turn = scene.turn
        parts = (f"round {turn.round}" if turn.round else "", turn.phase or "")
        to_act = tuple(name for name in scene.combatants if self.may_act(scene, name)) if turn.round else ()
        return TurnStatus(" · ".join(filter(None, parts)), turn.name or turn.side or "", to_act)

    def sections(self, scene: Scene) -> tuple[Section, ...]:
        """Return the list of combatants: a section for each side, heroes first."""
        listed = scene.listed()
        return tuple(
            Section(side, side, self.columns(side), tuple(member.name for member in listed if member.side == side))
            for side in scene.sides()
        )

    def columns(self, side: str) -> tuple[str, ...]:
        """Return the heads of the cells in the rows of a side."""
        return ()

    def row(self, scene: Scene, combatant: Combatant, pending: bool = False) -> CombatantRow:
        """Return a combatant's row; ``pending``: something waits for them besides prompts."""
        return CombatantRow(
            combatant.name,
            combatant.side,
            self.bar(scene, combatant),
            self.action_badges(scene, combatant),
            (*self.state_badges(scene, combatant), *_noted(combatant), *self.weapon_badges(combatant)),
            self.cells(scene, combatant),
            combatant.out,
            combatant.hidden,
            scene.turn.round > 0 and self.may_act(scene, combatant.name),
            pending or any(prompt.name == combatant.name for prompt in scene.prompts),
        )

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        """Return the texts under the heads of the columns."""
        return ()

    def bar(self, scene: Scene, combatant: Combatant) -> Bar | None:
        """Return the main track as a bar: good above two thirds, bad up to one third."""
        track = combatant.tracks.get(self.main_track(scene))
        if track is None:
            return None
        tone: Tone = "bad" if track.value * 3 <= track.max else "warn" if track.value * 3 <= track.max * 2 else "good"
        return Bar(track.value, track.max, tone)

    def action_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for what can be spent in a turn, spent or not."""
        return tuple(
            Badge("✓", "x", short, "dim") if action in combatant.spent else Badge("·", ".", short)
            for action, short in self.turn_actions
        )

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for cover and conditions."""
        conditions = tuple(Badge("!", "!", _condition_text(condition), "warn") for condition in combatant.conditions)
        if combatant.cover.degree == OPEN:
            return conditions
        degree = self.cover_degree(combatant.cover.degree)
        return (Badge(degree.glyph, degree.plain, degree.name), *conditions)

    def weapon_badges(self, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for the weapons carried."""
        return tuple(Badge("†", "+", name, "dim") for name in combatant.weapons)

    def band_table(self, scene: Scene, origin: str) -> BandTable:
        """Return the bands around a combatant, with everybody else in their column."""
        lines, notes = self.band_notes(scene, origin)
        sizes = {band.name: band.size for band in self.bands}
        names: dict[str, list[str]] = {band: [] for band in self.band_names(scene)}
        distances, default = scene.said_of(origin), scene.default_range
        others = [other.name for other in scene.listed() if other.name != origin]
        if distances:
            for name in others:
                names.setdefault(distances.get(name, default), []).append(name)
        elif others:
            names.setdefault(default, []).extend(others)
        columns = (BandColumn(band, sizes.get(band, ""), notes.get(band, ()), tuple(names[band])) for band in names)
        return BandTable(origin, tuple(columns), lines)

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Return the names of the lines in the heads of the band table (weapons), and their notes for each band."""
        return (), {}

    def cover_rows(self, scene: Scene) -> tuple[CoverRow, ...]:
        """Return everybody's cover."""
        return tuple(self.cover_row(scene, combatant) for combatant in scene.listed())

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return a combatant's cover and its effects."""
        degree, cover = self.cover_degree(combatant.cover.degree), combatant.cover
        bar = Bar(cover.left, cover.sustains or cover.left) if cover.left is not None else None
        badge = Badge(degree.glyph, degree.plain, degree.name if degree.name != OPEN else "open")
        return CoverRow(combatant.name, badge, cover.what or "", degree.effects, bar)


def _noted(combatant: Combatant) -> tuple[Badge, ...]:
    """Return the GM's counters, and the last note."""
    counters = (
        Badge("#", "#", f"{word} {counter_text(count)}", "accent") for word, count in combatant.counters.items()
    )
    return (*counters, *(Badge("✎", "&", note, "dim") for note in combatant.notes[-1:]))


def _condition_text(condition: Condition) -> str:
    value = f" {condition.value}" if condition.value is not None else ""
    rounds = f" {condition.rounds}r" if condition.rounds is not None else ""
    return f"{condition.name}{value}{rounds}{f' on {condition.on}' if condition.on else ''}"
