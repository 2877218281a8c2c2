"""What a game answers the screen, in a general form made from its declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tracker.combat.scene import OPEN, Combatant, Scene
from tracker.systems.display import (
    Bar,
    Board,
    BoardColumn,
    Listing,
    Mark,
    Row,
    Section,
    Shelter,
    Status,
    Waiting,
)
from tracker.systems.hooks import Hooks


class Answers(Hooks):
    """The pictures of a fight as frozen data; a game overrides those that differ."""

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
            more += f" on {each.on}" if each.on else ""
            found.append(Mark("!", "!", each.name + more, "warn"))
        return tuple(found)

    def weapon_marks(self, one: Combatant) -> tuple[Mark, ...]:
        """Weapons in the list."""
        return tuple(Mark("†", "+", name, "dim") for name in one.weapons)

    def board(self, scene: Scene, origin: str) -> Board:
        """The bands seen from one, everybody standing in their column."""
        lines, notes = self.board_notes(scene, origin)
        sizes = {each.name: each.size for each in self.bands}
        standing: dict[str, list[str]] = {band: [] for band in self.band_names(scene)}
        said, usual = scene.said_of(origin), scene.default_range
        for each in scene.listed():
            if each.name != origin:
                standing.setdefault(said.get(each.name, usual), []).append(each.name)
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
