"""The page of figures: shown when a fight ends, and its next steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from tests.benchmarks.fights import CROWDS, crowd
from tests.small_game import session
from tests.table import figures, plain
from tests.tui.pages import SIZES
from tests.tui.skirmish import FIGHT, SKIRMISH
from tracker.combat.history import History
from tracker.commands.writer import in_words
from tracker.games.registry import find
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.grammar import quote
from tracker.rules.system import System
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.screens import figures as screen
from tracker.tui.screens.figures import FiguresScreen, figure_lines
from tracker.tui.strip.command_bar import CommandBar
from tracker.tui.strip.form import Form

FOUGHT = (
    "add Savar pool=6",
    "add Sam pool=5",
    "add Goons side=enemies grit=6 attack=basic defense=basic",
    "arm Savar revolver",
    "range all close",
    "attack Savar Goons c weapon=revolver",
    "next",
    "react Savar 0 vs=Goons",
    "react Sam c vs=Goons",
    "next",
    "attack Savar Goons c weapon=revolver",
)


def app(*lines: str, game: str = "outgunned") -> TrackerApp:
    """The program with a fight in this game."""
    return TrackerApp(session(*lines, system=find(game)), options=Options(animations=False))


def text(lines: object) -> str:
    """Lines as plain text."""
    return plain(lines)  # type: ignore[attr-defined]


def test_the_figures_as_lines() -> None:
    fight = session(*FOUGHT, system=find("outgunned"))
    said = text(figure_lines(figures(fight.system, fight.history), 76))
    assert said.splitlines()[0] == "2 rounds."
    assert "grit              dealt   took   got back   hits   misses   was hit   missed" in said
    assert "  Savar               6      1          ·      2        ·         1        ·" in said
    assert "  round 2     Goons: defeated" in said
    assert max(map(len, said.splitlines())) <= 76


def test_all_columns_stand_side_by_side_at_80() -> None:
    blows = ("attack! Bruna Odo 15 weapon=club damage=5", "attack! Bruna Ogre 5 weapon=club")
    people = ("add Bruna hp=40", "add Odo hp=30", "add Ogre side=enemies hp=60 ac=11", "arm Bruna club", "next")
    fight = session(*people, *blows, system=find("srd5"))
    said = text(figure_lines(figures(fight.system, fight.history), 76))
    assert "hp              dealt own side took got back hits misses was hit missed" in said
    assert max(map(len, said.splitlines())) <= 76


def test_luck_and_the_tracks_over_time_stand_below() -> None:
    fight = session(*FOUGHT, system=find("outgunned"))
    entry = figures(fight.system, fight.history)
    said = text(figure_lines(entry, 76)).splitlines()
    place = next(place for place, line in enumerate(said) if line.startswith("Luck"))
    assert said[place].split() == ["Luck", "throws", "came", "off", "expected", "luck"]
    assert said[place + 1].split()[:3] == ["Savar", "3", "2"]
    assert any(line.strip().endswith("0/6") for line in said)
    assert "Grit over time" in said
    assert "Grit over time" not in text(figure_lines(entry, 76, charts=False))


def test_what_is_longer_than_a_line_goes_on_in_the_next() -> None:
    fight = session(
        *FOUGHT, 'add "Mercenary of the Northern Trading Company" grit=3', "hurt Merc 9", system=find("outgunned")
    )
    entry = figures(fight.system, fight.history)
    used = tuple((f"weapon {number} emptied", number) for number in range(1, 9))
    entry = replace(entry, people=(*entry.people[:1], replace(entry.people[1], name="Sam", spent=used)))
    said = text(figure_lines(entry, 60)).splitlines()
    assert max(map(len, said[said.index("Fell and rose") :])) <= 60
    assert "weapon 8 emptied 8 times" in " ".join(said)


def test_a_fight_without_a_blow_says_so() -> None:
    fight = session(*FIGHT, system=SKIRMISH)
    assert "Nobody lost or regained anything." in text(figure_lines(figures(fight.system, fight.history), 76))


@pytest.mark.slow
async def test_the_end_of_a_fight_shows_it_and_enter_begins_the_next_one() -> None:
    program = app(*FOUGHT)
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press(":", *"end won", "enter")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen), "nothing is selected on a page that nobody asked for"
        await pilot.press("e", "enter")
        await pilot.pause()
        assert not isinstance(program.screen, FiguresScreen)
        assert program.controller is not None
        assert program.controller.mode is not None
        await pilot.press(*"Bridge", "enter")
        assert program.controller.scene.encounter == "Bridge"


async def test_a_rest_is_offered_where_the_game_has_one_and_escape_goes_back() -> None:
    program = app(*FOUGHT)
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", "r")
        await pilot.pause()
        assert program.controller is not None
        assert isinstance(program.screen, FiguresScreen), "a letter selects, enter takes"
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(program.screen, FiguresScreen)
        # Nobody was chosen on the page: the form proposes all heroes who are up.
        assert isinstance(program.controller.mode, Form)
        assert in_words(program.controller.mode.handed_over(program.controller)) == "rest Savar,Sam"
        await pilot.press("enter")
        assert program.controller.session.story()[-1].command == "rest Savar,Sam"
        await pilot.press("L", "escape")
        await pilot.pause()
        assert not isinstance(program.screen, FiguresScreen)


RESTS = [(game, verb) for game in CROWDS for verb in find(game).after_fight if verb not in ("care", "mend")]
"""The rests of each game; ``care`` and ``mend`` are somebody's for somebody else."""


@pytest.mark.parametrize(("game", "verb"), RESTS)
async def test_every_rest_is_proposed_for_all_heroes(game: str, verb: str) -> None:
    fight = crowd(game, 2, 1)
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        program.screen.take_row(next(key for key, (known, _) in program.screen._ways.items() if known == verb))
        assert program.controller is not None
        assert isinstance(program.controller.mode, Form)
        form = program.controller.mode
        assert form.each or [field.text for field in form.fields if field.is_who] == ["Heroe 1,Heroe 2"]
        if verb == "long-rest":
            await pilot.press("enter")
            assert [entry.command for entry in fight.story()[-1:]] == ['long-rest "Heroe 1" ; long-rest "Heroe 2"']


async def test_the_heroes_are_kept_where_enter_says_so(tmp_path: Path) -> None:
    program = app("title The Docks", *FOUGHT)
    async with program.run_test(size=(100, 30)) as pilot:
        assert program.controller is not None
        session = program.controller.session
        session.library = Library(session.system, (tmp_path,))
        await pilot.press("L")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert not [*tmp_path.rglob("*.toml")], "a letter writes nothing"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen), "the page stays"
        (kept,) = tmp_path.rglob("*.toml")
        assert 'name = "Heroes of The Docks"' in kept.read_text("utf-8")
        assert len(session.story()) == len(FOUGHT) + 1, "keeping is not a line of the fight"


async def test_the_heroes_are_kept_under_the_name_they_were_brought_by_without_the_dead(tmp_path: Path) -> None:
    program = app(*FOUGHT)
    async with program.run_test(size=(100, 30)) as pilot:
        assert program.controller is not None
        session = program.controller.session
        session.library = Library(session.system, (tmp_path,))
        session.do("keep heroes as=Crew")
        session.do("encounter Docks")
        session.do("remove heroes")
        session.do("bring Crew")
        hero, *others = [one.name for one in session.scene.of_side("heroes")]
        session.do(f"out {quote(hero)} as=dead")
        await pilot.press("L")
        await pilot.pause()
        await pilot.press("p", "enter")
        await pilot.pause()
        (kept,) = tmp_path.rglob("*.toml")
        text = kept.read_text("utf-8")
        assert "Heroes of" not in text
        assert [f'name = "{name}"' in text for name in ("Crew", hero, *others)] == [True, False, *[True] * len(others)]


async def test_a_shipped_party_is_not_hidden_by_keeping_the_heroes(tmp_path: Path) -> None:
    program = app("title Docks", game="srd5")
    async with program.run_test(size=(100, 30)) as pilot:
        assert program.controller is not None
        session = program.controller.session
        session.library = Library(session.system, (tmp_path, SHIPPED))
        session.do('bring "Four heroes of level 1"')
        await pilot.press("L")
        await pilot.pause()
        await pilot.press("p", "enter")
        await pilot.pause()
    (kept,) = tmp_path.rglob("*.toml")
    assert 'name = "Heroes of Docks"' in kept.read_text("utf-8")


async def test_keeping_the_heroes_is_confirmed_on_the_page() -> None:
    program = app("add Ann", "add Goons side=enemies grit=6")
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        await pilot.press("p", "enter")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        (notice,) = program._notifications
        assert "is kept as a party with Ann" in notice.message


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("out Bea as=dying",), ""),
        (
            ("hurt Bea 20",),
            " Bea is at 0 hit points and needs one to rest. Who is stable has it after 1d4 hours: heal Bea 1.",
        ),
    ],
)
async def test_who_is_out_is_left_out_of_a_rest_with_the_reason(more: tuple[str, ...], why: str) -> None:
    program = app("add Ann hp=20", "add Bea hp=20", "add Gob side=enemies hp=3", *more, game="srd5")
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        program.screen.take_row(next(key for key, (verb, _) in program.screen._ways.items() if verb == "long-rest"))
        await pilot.pause()
        assert [notice.message for notice in program._notifications] == [f"Left out: Bea (dying).{why}"]


@pytest.mark.parametrize(
    ("done", "line"),
    [
        (("injure Jeff 2", "injure Jeff 1", "injure Mona 4", "out Mona"), "mend Mona 4 ; mend Jeff 2 ; mend Jeff 1"),
        ((), None),
    ],
)
async def test_who_is_unhurt_is_left_out_where_each_needs_a_number(done: tuple[str, ...], line: str | None) -> None:
    program = app("add Jeff", "add Mona", "add Zed", "add Gob side=enemies", *done, game="contract")
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        program.screen.take_row("r")
        await pilot.pause()
        assert program.controller is not None
        mode = program.controller.mode
        assert (mode.typed.text if isinstance(mode, CommandBar) else None) == line
        assert [notice.message for notice in program._notifications] == ([] if line else ["No hero is hurt."])


async def test_without_heroes_nobody_is_offered_to_be_kept() -> None:
    program = app("add Goons side=enemies grit=6")
    async with program.run_test(size=(100, 30)) as pilot:
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(program.screen, FiguresScreen)
        assert "p" not in program.screen._ways


@pytest.mark.parametrize("size", SIZES[::2])
def test_the_page_on_the_screen(snap_compare: object, size: tuple[int, int]) -> None:
    assert snap_compare(app(*FOUGHT), press=["L"], terminal_size=size)  # type: ignore[operator]


async def test_figures_are_counted_once_for_each_head(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    usual = screen.counting

    def counting(system: System, history: History) -> Iterator[tuple[int, int]]:
        counted.append(history.head)
        return usual(system, history)

    monkeypatch.setattr(screen, "counting", counting)
    program = app(*FOUGHT)
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press("L")
        await pilot.resize_terminal(100, 30)
        await pilot.press("escape", "L")
        await pilot.pause()
        assert counted == [len(FOUGHT)]
        await pilot.press("escape", *":note x", "enter", "L")
        await pilot.pause()
        assert counted == [len(FOUGHT), len(FOUGHT) + 1]


async def test_a_long_fight_is_counted_between_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "AT_ONCE", 0.0)
    monkeypatch.setattr("tracker.tui.slices.SLICE", 1e-5)
    program = app(*FOUGHT, "note the figures of this fight are new")
    seen: list[str] = []
    update = Static.update

    def updated(self: Static, content: object = "", **more: object) -> None:
        if self.id == "figures":
            seen.append(str(content))
        update(self, content, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Static, "update", updated)
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.press("L")
        for _ in range(200):
            if "2 rounds." in seen[-1]:
                break
            await pilot.pause(0.01)
    assert seen[0].startswith("Counting line 1 of")
    assert "2 rounds." in seen[-1]
