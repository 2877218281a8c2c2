"""All that a game has to bring. The screen, the commands and the disk know games only through this.

A game fills in the declarations, brings its own actions, and overrides the answers that differ; every
answer has a general form made from the declarations, so that a small game is short.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from tracker.combat.dice import no_dice
from tracker.combat.history import Reason
from tracker.combat.scene import HEROES, OPEN, Combatant, Plain, Prompt, Scene, Turn
from tracker.systems.action import Action, Spec, flag, named, open_fields, place, places, result, specs
from tracker.systems.display import (
    Bar,
    Board,
    BoardColumn,
    Listing,
    Many,
    Mark,
    MenuItem,
    Odds,
    Outcome,
    Row,
    Section,
    Shelter,
    Status,
    Waiting,
)
from tracker.systems.errors import Nonsense, Refused, listed, nearest
from tracker.systems.play import Play, Resolution
from tracker.systems.sheet import (
    Band,
    ConditionSpec,
    Degree,
    FieldSpec,
    Preset,
    Setting,
    Sheet,
    Table,
    TrackSpec,
)
from tracker.systems.words import Look, match

__all__ = [
    "Action",
    "Band",
    "Bar",
    "Board",
    "BoardColumn",
    "ConditionSpec",
    "Degree",
    "FieldSpec",
    "Listing",
    "Look",
    "Many",
    "Mark",
    "MenuItem",
    "Nonsense",
    "Odds",
    "Outcome",
    "Play",
    "Preset",
    "Reason",
    "Refused",
    "Resolution",
    "Role",
    "Row",
    "Section",
    "Setting",
    "Sheet",
    "Shelter",
    "Spec",
    "Status",
    "System",
    "Table",
    "TrackSpec",
    "Waiting",
    "flag",
    "listed",
    "named",
    "nearest",
    "open_fields",
    "place",
    "places",
    "result",
    "specs",
]

Role = Literal["main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "next", "odds"]


class System(ABC):
    """A game: its declarations, its actions and its answers to the screen."""

    name: ClassVar[str]
    """The word for it in commands and saves: small letters, digits and ``-``."""

    title: ClassVar[str]
    """Its name as people write it."""

    source: ClassVar[str]
    """What its rules page follows, for the reference."""

    sheet: ClassVar[Sheet]
    bands: ClassVar[tuple[Band, ...]]
    default_band: ClassVar[str]
    degrees: ClassVar[tuple[Degree, ...]]
    conditions: ClassVar[tuple[ConditionSpec, ...]] = ()
    settings: ClassVar[tuple[Setting, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    tables: ClassVar[tuple[Table, ...]] = ()
    own_actions: ClassVar[tuple[type[Action], ...]] = ()
    roles: ClassVar[Mapping[Role, str]] = {}
    """Which verb a key's role means here; a role that is missing hides its key."""

    acts: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The words that can be spent in a turn, and the short word for the list: ``(("action", "act"), ...)``."""

    result_help: ClassVar[str] = ""
    """How a result is written, in one line for the form."""

    # ------------------------------------------------------------------ declarations in use

    @property
    def actions(self) -> Mapping[str, type[Action]]:
        """Every verb of the game: the ones all games have, and its own, which win."""
        from tracker.systems.common import COMMON

        return {each.verb: each for each in (*COMMON, *self.own_actions)}

    def start(self) -> Scene:
        """The empty scene of a new session."""
        return Scene(self.name, default_range=self.default_band)

    def setting(self, scene: Scene, name: str) -> Plain:
        """The value of a setting in this session; KeyError for a name that is none."""
        found = next((each for each in self.settings if each.name == name), None)
        if found is None:
            raise KeyError(name)
        return scene.settings.get(name, self.default_of(scene, found))

    def default_of(self, scene: Scene, setting: Setting) -> Plain:
        """A setting's default in this session (an edition setting may move the others' defaults)."""
        return setting.default

    def settings_changed(self, play: Play, names: Sequence[str]) -> None:
        """What follows from changed settings for those already in the fight; by itself nothing."""

    def main_track(self, scene: Scene) -> str:
        """The track that hurting and healing mean when none is named."""
        return self.sheet.tracks[0].name

    def lowest(self, track: str) -> int:
        """The lowest value of a track."""
        spec = self.sheet.track(track)
        return spec.low if spec else 0

    # ------------------------------------------------------------------ bands and cover

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """The bands from nearest to farthest."""
        return tuple(each.name for each in self.bands)

    def read_band(self, text: str, look: Look) -> str:
        """The band meant by a word; raises Nonsense."""
        return match(text, self.band_names(look.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """The band one step nearer (-1) or farther (+1), None where there is none."""
        names = self.band_names(scene)
        place = names.index(band) + step
        return names[place] if 0 <= place < len(names) else None

    def read_degree(self, text: str, look: Look) -> str:
        """The degree of cover meant by a word; raises Nonsense."""
        return match(text, self.degree_names(look.scene), "degree of cover")

    def degree_names(self, scene: Scene) -> tuple[str, ...]:
        """The degrees of cover, from none to most."""
        return tuple(each.name for each in self.degrees)

    def take_cover(self, play: Play, name: str, degree: str, what: str | None) -> None:
        """Cover by the Director's hand: as the plain ``cover`` word does it."""
        from tracker.combat.events import CoverBecame
        from tracker.combat.scene import Cover

        play.do(CoverBecame((name,), Cover(degree, None if degree == OPEN else what)))

    # ------------------------------------------------------------------ people

    def newcomer(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        """A fresh sheet for one who joins: the defaults of the side, then the preset's values."""
        from tracker.systems.people import fresh

        return fresh(self, side, preset)

    def arm(self, play: Play, name: str, weapon: str, given: Mapping[str, Plain]) -> dict[str, Plain]:
        """A weapon's whole fields after it was given or changed; games add what comes with it."""
        old = play.one(name).weapons.get(weapon, {})
        first = {each.name: each.default for each in self.sheet.weapon if each.default is not None}
        return {**first, **old, **given}

    def joined(self, play: Play, names: Sequence[str]) -> None:
        """What follows when somebody joins (a place in the order); by itself nothing."""

    def lose(self, play: Play, name: str, amount: int, track: str) -> None:
        """Loss on a track with all its consequences."""
        play.track(name, track, play.one(name).value(track) - amount)

    def by_hand(self, track: str, change: int) -> tuple[str, int]:
        """What a change by hand counts to, and how much: the track itself, unless the game keeps it otherwise."""
        return track, change

    def written(self, play: Play, name: str, fields: Sequence[str]) -> None:
        """What follows from values written on a sheet: numbers made from them; by itself nothing."""

    def regain(self, play: Play, name: str, amount: int, track: str) -> None:
        """Gain on a track with all its consequences."""
        play.track(name, track, play.one(name).value(track) + amount)

    def came_back(self, play: Play, name: str) -> None:
        """Up again by the Director's word."""
        play.out(name, None)

    def went_out(self, play: Play, name: str, word: str | None) -> None:
        """Down by the Director's word; ``word`` None is the game's usual word."""
        play.out(name, word or "out")

    def marked(self, play: Play, name: str, condition: str, **ends: str | int | None) -> None:
        """A condition by hand; a game may object or write it differently."""
        play.mark(name, condition, None, **ends)

    def condition_names(self, look: Look) -> tuple[str, ...]:
        """The conditions the game knows."""
        return tuple(each.name for each in self.conditions)

    @property
    def out_words(self) -> tuple[str, ...]:
        """The ways of being out the game has words for."""
        return ("out",)

    def leaving(self, play: Play, names: Sequence[str]) -> None:
        """What follows when somebody leaves for good; by itself nothing."""

    def read_answer(self, prompt: Prompt, text: str, look: Look) -> str:
        """The whole answer to a prompt from a typed one; raises Nonsense."""
        return match(text, (*prompt.choices, "skip"), "answer here") if prompt.choices else text

    def decide(self, play: Play, prompt: Prompt, choice: str) -> None:
        """Carry out the answer to a prompt; the prompt is closed already. Raises Nonsense for no answer."""
        raise Nonsense(f"Question {prompt.id} has no answer “{choice}” here.")

    def dropped(self, play: Play, prompt: Prompt) -> None:
        """What follows when the Director drops a question; it is closed already. By itself nothing."""

    # ------------------------------------------------------------------ turns

    @abstractmethod
    def next(self, play: Play) -> None:
        """The next turn, phase or actor."""

    def encounter(self, play: Play) -> None:
        """What a new fight changes in those who stay; by itself nothing."""

    def make_active(self, play: Play, name: str) -> None:
        """The Director's word: it is this one's turn."""
        from dataclasses import replace

        from tracker.combat.events import TurnCame

        play.do(TurnCame(replace(play.scene.turn, side=play.one(name).side, name=name)))

    def reordered(self, play: Play, name: str) -> None:
        """What follows when the Director changed somebody's place in the order; by itself nothing."""

    def may_act(self, scene: Scene, name: str) -> bool:
        """Whether somebody still has something to do in this turn."""
        one, turn = scene.combatants[name], scene.turn
        if one.out is not None or (turn.side is not None and one.side != turn.side):
            return False
        return turn.name in (None, name)

    def phase_of(self, turn: Turn) -> str | None:
        """The phase as the JSON names it."""
        return turn.phase

    # ------------------------------------------------------------------ aims

    def targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor may be thought to aim at when nobody is named: the other sides' people still up."""
        one = scene.combatants.get(actor)
        if one is None:
            return ()
        foes = (each for each in scene.combatants.values() if each.side != one.side and each.out is None)
        return tuple(each.name for each in foes)

    def main(self, scene: Scene, actor: str) -> Action | Many | str | None:
        """What the main key means now: a verb, or a sheet for many; None hides the key."""
        return self.roles.get("main")

    def menu(self, scene: Scene, actor: str) -> tuple[MenuItem, ...]:
        """Everything one can do: the game's own actions first, with what is against each right now."""
        found = []
        for kind in self.own_actions:
            against = self.against(scene, kind, actor) if actor in scene.combatants else ""
            found.append(MenuItem(kind.verb, kind.help, kind.cost, against))
        return tuple(found)

    def against(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """The first objection to somebody doing this now, "" if there is none to see."""
        play = Play(self, scene, no_dice())
        self.check(play, kind, actor)
        return play.objections[0] if play.objections else ""

    def check(self, play: Play, kind: type[Action], actor: str) -> None:
        """Object to what can be seen without the action's other words: the actor is out, its cost is spent."""
        one = play.scene.combatants.get(actor)
        if one is not None and one.out is not None and not kind.by_hand:
            play.object_(f"{actor} is out ({one.out}) and cannot act; back {actor} brings them up again.")

    def odds(self, scene: Scene, action: Action) -> Odds:
        """The exact chances of an action with a roll; raises Nonsense for one without."""
        raise Nonsense(f"“{action.verb}” throws no dice, so it has no odds.")

    # ------------------------------------------------------------------ answers to the screen

    def status(self, scene: Scene) -> Status:
        """The moment in the game's words."""
        turn = scene.turn
        moment = " · ".join(each for each in (f"round {turn.round}" if turn.round else "", turn.phase or "") if each)
        on = turn.name or turn.side or ""
        still = tuple(name for name in scene.combatants if self.may_act(scene, name)) if turn.round else ()
        return Status(moment, on, still)

    def listing(self, scene: Scene) -> tuple[Listing, ...]:
        """Who stands in the list: a side each, heroes first."""
        people = scene.listed()
        return tuple(
            Listing(side, side, self.columns(side), tuple(each.name for each in people if each.side == side))
            for side in scene.sides()
        )

    def sections(self, scene: Scene) -> tuple[Section, ...]:
        """The list with all its rows."""
        waiting = {each.who for each in self.waiting(scene)}
        return tuple(
            Section(
                each.side,
                each.title,
                each.columns,
                tuple(self.row(scene, scene.combatants[name], name in waiting) for name in each.names),
            )
            for each in self.listing(scene)
        )

    def columns(self, side: str) -> tuple[str, ...]:
        """The heads of the cells of a side's rows."""
        return ()

    def row(self, scene: Scene, one: Combatant, waiting: bool = False) -> Row:
        """One combatant in the list."""
        return Row(
            one.name,
            one.side,
            self.bar(scene, one),
            self.act_marks(scene, one),
            (*self.state_marks(scene, one), *self.weapon_marks(one)),
            self.cells(scene, one),
            one.out,
            one.hidden,
            scene.turn.round > 0 and self.may_act(scene, one.name),
            waiting or any(each.name == one.name for each in scene.prompts),
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

    def act_marks(self, scene: Scene, one: Combatant) -> tuple[Mark, ...]:
        """Spent and free actions."""
        return tuple(
            Mark("✓", "x", short, "dim") if word in one.spent else Mark("·", ".", short, "normal")
            for word, short in self.acts
        )

    def state_marks(self, scene: Scene, one: Combatant) -> tuple[Mark, ...]:
        """Cover and conditions."""
        found = []
        if one.cover.degree != OPEN:
            degree = self.degree(one.cover.degree)
            found.append(Mark(degree.glyph, degree.plain, degree.name, "normal"))
        for each in one.conditions:
            more = f" {each.value}" if each.value is not None else ""
            more += f" {each.rounds}r" if each.rounds is not None else ""
            found.append(Mark("!", "!", each.name + more, "warn"))
        return tuple(found)

    def degree(self, name: str) -> Degree:
        """A degree of cover by its name."""
        found = next((each for each in self.degrees if each.name == name), None)
        return found or Degree(name, "◧", "[", ())

    def weapon_marks(self, one: Combatant) -> tuple[Mark, ...]:
        """Weapons in the list."""
        return tuple(Mark("†", "+", name, "dim") for name in one.weapons)

    def board(self, scene: Scene, origin: str) -> Board:
        """The bands seen from one, everybody standing in their column."""
        lines, notes = self.board_notes(scene, origin)
        sizes = {each.name: each.size for each in self.bands}
        standing: dict[str, list[str]] = {band: [] for band in self.band_names(scene)}
        for each in scene.listed():
            if each.name != origin:
                standing.setdefault(scene.band(origin, each.name), []).append(each.name)
        columns = tuple(
            BoardColumn(band, sizes.get(band, ""), notes.get(band, ()), tuple(who)) for band, who in standing.items()
        )
        return Board(origin, columns, lines)

    def board_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """The lines (weapons) in the heads of the board, and each band's notes for them."""
        return (), {}

    def shelter(self, scene: Scene) -> tuple[Shelter, ...]:
        """Who is behind what."""
        return tuple(self.shelter_of(scene, each) for each in scene.listed())

    def shelter_of(self, scene: Scene, one: Combatant) -> Shelter:
        """What one stands behind, and what it does."""
        degree = self.degree(one.cover.degree)
        cover = one.cover
        bar = Bar(cover.left, cover.sustains or cover.left) if cover.left is not None else None
        mark = Mark(degree.glyph, degree.plain, degree.name if degree.name != OPEN else "open")
        return Shelter(one.name, mark, cover.what or "", degree.effects, bar)

    def waiting(self, scene: Scene) -> tuple[Waiting, ...]:
        """Attacks that wait for a reaction, held actions that wait for their trigger."""
        return ()

    def player_side(self) -> str:
        """The side whose people the players know best."""
        return HEROES
