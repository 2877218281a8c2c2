"""All that a game has to bring. The screen, the commands and the disk know games only through this.

A game fills in the declarations, brings its own actions, and overrides the answers that differ; every
answer has a general form made from the declarations, so that a small game is short.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final, Literal

from tracker.combat.dice import no_dice
from tracker.combat.events import CoverBecame, TurnCame
from tracker.combat.history import Reason
from tracker.combat.scene import OPEN, Combatant, Cover, Plain, Prompt, Scene, Turn
from tracker.rules.action import (
    Action,
    ActorAction,
    Parameter,
    argument,
    arguments,
    flag,
    open_fields,
    option,
    parameters,
    result,
)
from tracker.rules.combatants import fresh_sheet
from tracker.rules.errors import InvalidCommand, Refused, comma_list, suggestion
from tracker.rules.params import Context, match
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolution, Resolver
from tracker.rules.sheet import Band, ConditionSpec, CoverDegree, FieldSpec, Preset, Setting, Sheet, Table, TrackSpec
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
    Outcome,
    Pending,
    Section,
    TurnStatus,
)

__all__ = [
    "COMMON_ROLES",
    "REASON_SUBJECTS",
    "Action",
    "ActorAction",
    "Badge",
    "Band",
    "BandColumn",
    "BandTable",
    "Bar",
    "CombatantRow",
    "ConditionSpec",
    "Context",
    "CoverDegree",
    "CoverRow",
    "FieldSpec",
    "GroupAction",
    "InvalidCommand",
    "Listing",
    "MenuItem",
    "Odds",
    "Outcome",
    "Parameter",
    "Pending",
    "Preset",
    "Reason",
    "Refused",
    "Resolution",
    "Resolver",
    "Role",
    "Section",
    "Setting",
    "Sheet",
    "System",
    "Table",
    "TrackSpec",
    "TurnStatus",
    "argument",
    "arguments",
    "comma_list",
    "flag",
    "open_fields",
    "option",
    "parameters",
    "result",
    "suggestion",
]


Role = Literal["main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "next", "odds"]
"""What a key means in every game; each game says which of its verbs that is."""


COMMON_ROLES: Final[dict[Role, str]] = {
    role: role for role in ("cover", "nearer", "farther", "hurt", "heal", "mark", "next")
}
"""The roles that the common words fill in every game."""

REASON_SUBJECTS: Final = ("pool", "units", "need", "grit", "tn", "total", "outcome", "damage", "severity", "target")
"""What reasons can count to (interface.md part 3)."""


class System(ABC):
    """A game: its declarations, its actions, its rules behind the common words and its answers to the screen."""

    # Declarations

    name: ClassVar[str]
    """The word for it in commands and saves: small letters, digits and ``-``."""

    title: ClassVar[str]
    """Its name as people write it."""

    source: ClassVar[str]
    """What its rules page follows, for the reference."""

    sheet: ClassVar[Sheet]
    bands: ClassVar[tuple[Band, ...]]
    default_band: ClassVar[str]
    cover_degrees: ClassVar[tuple[CoverDegree, ...]]
    conditions: ClassVar[tuple[ConditionSpec, ...]] = ()
    settings: ClassVar[tuple[Setting, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    tables: ClassVar[tuple[Table, ...]] = ()
    own_actions: ClassVar[tuple[type[Action], ...]] = ()
    roles: ClassVar[Mapping[Role, str]] = {}
    """Which verb a key's role means here; a role that is missing hides its key."""

    weapon_names: ClassVar[tuple[str, ...]] = ()
    """The weapons the game knows by name, to be offered."""

    turn_actions: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The words that can be spent in a turn, and the short word for the list: ``(("action", "act"), ...)``."""

    reason_names: ClassVar[Mapping[str, str]] = {}
    """What people read for a number that reasons count to, where its word in the record is not the game's."""

    result_help: ClassVar[str] = ""
    """How a result is written, in one line for the form."""

    @property
    def actions(self) -> Mapping[str, type[Action]]:
        """Every verb of the game: the ones all games have, and its own, which win."""
        from tracker.rules.verbs import COMMON

        return {each.verb: each for each in (*COMMON, *self.own_actions)}

    def new_scene(self) -> Scene:
        """The empty scene of a new session."""
        return Scene(self.name, default_range=self.default_band)

    def setting(self, scene: Scene, name: str) -> Plain:
        """The value of a setting in this session; KeyError for a name that is none."""
        found = next((each for each in self.settings if each.name == name), None)
        if found is None:
            raise KeyError(name)
        return scene.settings.get(name, self.setting_default(scene, found))

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """A setting's default in this session (an edition setting may move the others' defaults)."""
        return setting.default

    def main_track(self, scene: Scene) -> str:
        """The track that hurting and healing mean when none is named."""
        return self.sheet.tracks[0].name

    def track_minimum(self, track: str) -> int:
        """The lowest value of a track."""
        spec = self.sheet.track(track)
        return spec.low if spec else 0

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """The bands from nearest to farthest."""
        return tuple(each.name for each in self.bands)

    def read_band(self, text: str, context: Context) -> str:
        """The band meant by a word; raises InvalidCommand."""
        return match(text, self.band_names(context.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """The band one step nearer (-1) or farther (+1), None where there is none."""
        names = self.band_names(scene)
        place = names.index(band) + step
        return names[place] if 0 <= place < len(names) else None

    def read_cover_degree(self, text: str, context: Context) -> str:
        """The degree of cover meant by a word; raises InvalidCommand."""
        return match(text, self.cover_degree_names(context.scene), "degree of cover")

    def cover_degree_names(self, scene: Scene) -> tuple[str, ...]:
        """The degrees of cover, from none to most."""
        return tuple(each.name for each in self.cover_degrees)

    def condition_names(self, context: Context) -> tuple[str, ...]:
        """The conditions the game knows."""
        return tuple(each.name for each in self.conditions)

    @property
    def out_words(self) -> tuple[str, ...]:
        """The ways of being out the game has words for."""
        return ("out",)

    def cover_degree(self, name: str) -> CoverDegree:
        """A degree of cover by its name."""
        found = next((each for each in self.cover_degrees if each.name == name), None)
        return found or CoverDegree(name, "◧", "[", ())

    # The rules behind the common words; a game overrides those that differ

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows from changed settings for those already in the fight; by itself nothing."""

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Cover by the Director's hand: as the plain ``cover`` word does it."""
        resolver.emit(CoverBecame((name,), Cover(degree, None if degree == OPEN else what)))

    def new_combatant(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        """A fresh sheet for one who joins: the defaults of the side, then the preset's values."""
        return fresh_sheet(self, side, preset)

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """A weapon's whole fields after it was given or changed; games add what comes with it."""
        old = resolver.combatant(name).weapons.get(weapon, {})
        first = {each.name: each.default for each in self.sheet.weapon if each.default is not None}
        return {**first, **old, **given}

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows when somebody joins (a place in the order); by itself nothing."""

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Loss on a track with all its consequences."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) - amount)

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """What a change by hand counts to, and how much, unless the game keeps the track otherwise."""
        return (track, change) if track in REASON_SUBJECTS else ("damage", -change)

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """What follows from values written on a sheet: numbers made from them; by itself nothing."""

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Gain on a track with all its consequences."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) + amount)

    def bring_back(self, resolver: Resolver, name: str) -> None:
        """Up again by the Director's word."""
        resolver.set_out(name, None)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Down by the Director's word; ``word`` None is the game's usual word."""
        resolver.set_out(name, word or "out")

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """A condition by hand; a game may object or write it differently."""
        resolver.mark(name, condition, None, **ends)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """What follows when somebody leaves for good; by itself nothing."""

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        """An open question with what it says and offers at this moment; by itself as it was asked."""
        return prompt

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """The whole answer to a prompt from a typed one; raises InvalidCommand."""
        return match(text, (*prompt.choices, "skip"), "answer here") if prompt.choices else text

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Carry out the answer to a prompt; the prompt is closed already. Raises InvalidCommand for no answer."""
        raise InvalidCommand(f"Question {prompt.id} has no answer “{choice}” here.")

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        """What follows when the Director drops a question; it is closed already. By itself nothing."""

    @abstractmethod
    def advance(self, resolver: Resolver) -> None:
        """The next turn, phase or actor."""

    def phase_of(self, turn: Turn) -> str | None:
        """The phase as the JSON names it."""
        return turn.phase

    def on_encounter(self, resolver: Resolver) -> None:
        """What a new fight changes in those who stay; by itself nothing."""

    def make_active(self, resolver: Resolver, name: str) -> None:
        """The Director's word: it is this one's turn."""
        resolver.emit(TurnCame(replace(resolver.scene.turn, side=resolver.combatant(name).side, name=name)))

    def on_reordered(self, resolver: Resolver, name: str) -> None:
        """What follows when the Director changed somebody's place in the order; by itself nothing."""

    def takes_turn(self, scene: Scene, name: str) -> bool:
        """Whether a turn stops at somebody: they are up."""
        return scene.combatants[name].out is None

    def may_act(self, scene: Scene, name: str) -> bool:
        """Whether somebody still has something to do in this turn."""
        one, turn = scene.combatants[name], scene.turn
        if one.out is not None or (turn.side is not None and one.side != turn.side):
            return False
        return turn.name in (None, name)

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """More words that a form of this verb begins with, to be typed over; ``given`` are those that are clear."""
        return {}

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor may be thought to aim at, nobody named: people of other sides still up, close ones first."""
        one = scene.combatants.get(actor)
        if one is None:
            return ()
        foes = [e.name for e in scene.combatants.values() if e.side != one.side and e.out is None]
        suggestion = self.band_names(scene)[0]
        return tuple(sorted(foes, key=lambda name: scene.band(actor, name) != suggestion))

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

    def check(self, resolver: Resolver, kind: type[Action], actor: str) -> None:
        """Object to what can be seen without the action's other words: the actor is out, its cost is spent."""
        one = resolver.scene.combatants.get(actor)
        if one is not None and one.out is not None and not kind.by_hand:
            resolver.objection(f"{actor} is out ({one.out}) and cannot act; back {quote(actor)} brings them up again.")

    def odds(self, scene: Scene, action: Action) -> Odds:
        """The exact chances of an action with a roll; raises InvalidCommand for one without."""
        raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")
