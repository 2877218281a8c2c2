"""The start screen: what is listed, what each key begins, and what an empty folder teaches."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.small_game import reloaded, session
from tests.table import played
from tests.terminal.terminal import Terminal
from tests.tui.pages import NOW, SIZES, Hands, Pages, Shelves, at
from tests.tui.skirmish import FIGHT, SKIRMISH
from tracker.games.registry import find
from tracker.storage.recent import Recent, recent
from tracker.tui.app import TrackerApp
from tracker.tui.keys.keymap import read_keymap
from tracker.tui.look.preferences import Options
from tracker.tui.screens.sessions import SessionRows, StartScreen, age

OWN = [
    Recent("/saves/a.json", "outgunned", "The Warehouse", 3, NOW - 300),
    Recent("/saves/b.json", "", "", 0, NOW - 90_000, "damaged"),
    Recent("/saves/c.json", "gen6", "Later", 0, NOW - 3 * 86_400, "newer version"),
    Recent("/saves/no title.json", "unknown-armies", "", 0, NOW - 60, "cut off"),
]


def start(own: list[Recent] | None = None) -> Pages:
    """The program, in a folder of these sessions."""
    return Pages(shelves=Shelves(OWN if own is None else own))


def test_sessions_have_title_game_round_and_age_or_a_plain_word() -> None:
    async def play(hands: Hands) -> None:
        lines = [line.split(maxsplit=1) for line in hands.shown().splitlines() if line.strip()[:1].isdigit()]
        assert [" ".join(rest.split()) for _, rest in lines] == [
            "The Warehouse Outgunned round 3 5 minutes ago",
            "b damaged yesterday",
            "Later Gen6 newer version 3 days ago",
            "no title Unknown Armies cut off 1 minute ago",
        ]

    at(start(), play)


def test_a_fight_that_is_over_says_so_and_how_in_few_cells() -> None:
    async def play(hands: Hands) -> None:
        assert "over: The heroes win  " in hands.shown()
        assert "over: The enemies take all" in hands.shown()
        assert "over  " in hands.shown()
        assert "round 5" not in hands.shown()

    ends = ("The heroes win.", "The enemies take all they find.", "over")
    at(start([Recent(f"/{how}.json", "srd5", "The Barn", 5, NOW, over=how) for how in ends]), play)


def test_an_empty_folder_teaches() -> None:
    async def play(hands: Hands) -> None:
        assert "No session is here yet. Begin one, or try an example; ? says how." in hands.shown()
        assert "Sessions are kept in /saves" in hands.shown()

    at(start([]), play)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(size: tuple[int, int]) -> None:
    async def play(hands: Hands) -> None:
        assert "lists 7 more" in hands.shown()
        await hands.type("end")
        assert "The Yard" in hands.shown()

    at(start([*OWN, *[Recent("/x.json", "outgunned", "A very long title " * 5, 9, NOW)] * 12]), play, size)


KEYS = (
    ("enter", ("open", "/saves/a.json")),
    ("3", ("open", "/saves/c.json")),
    ("home j j k enter", ("open", "/saves/b.json")),
    ("end enter", ("copy", "/shipped/yard.json")),
    ("b", ("copy", "/shipped/yard.json")),
    ("a enter", ("begin", "skirmish", "")),
    ("a The space Y enter", ("begin", "skirmish", "The Y")),
)


def test_a_list_that_goes_on_below_the_screen_says_by_how_much() -> None:
    async def play(hands: Hands) -> None:
        below = int(re.findall(r"▼ (\d+) more", hands.shown().splitlines()[0])[0])
        assert below > 0
        await hands.type("end")
        assert "more" not in hands.shown().splitlines()[0]

    at(start(), play, (80, 14))


def test_keys_begin_things() -> None:
    app = start()

    async def play(hands: Hands) -> None:
        for keys, asked in KEYS:
            await hands.type(keys)
            assert app.shelves.done.pop() == asked, keys
        assert app.shelves.done == []

    at(app, play)


def test_a_session_begins_with_a_party_of_the_library() -> None:
    app = start()
    app.shelves.known_parties = {"Night shift": "Ann and Bea"}

    async def play(hands: Hands) -> None:
        assert "with Night shift  Ann and Bea" in hands.shown()
        await hands.type("c")
        assert "with Night shift  title" in hands.shown()
        await hands.type("T enter a enter")
        assert app.shelves.done == [("begin", "skirmish", "T", "Night shift"), ("begin", "skirmish", "")]

    at(app, play)


def test_the_book_of_all_whole_sessions_is_one_line() -> None:
    app = start()

    async def play(hands: Hands) -> None:
        assert "B  The book of these sessions" in hands.shown()
        await hands.type("B")
        assert not app.shelves.done, "a letter writes nothing"
        await hands.type("enter")
        assert app.shelves.done == [("book",)]

    at(app, play)


@pytest.mark.parametrize("own", [[], [OWN[1]]], ids=["none", "only a damaged one"])
def test_there_is_no_book_of_nothing(own: list[Recent]) -> None:
    async def play(hands: Hands) -> None:
        assert "The book of" not in hands.shown()

    at(start(own), play)


@pytest.mark.slow
def test_the_book_is_a_new_file_beside_the_sessions(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[2] / "saves" / "the-shootout.json", tmp_path / "mine.json")
    words = [sys.executable, "-m", "tracker.cli.main", "--saves", str(tmp_path)]
    with Terminal(words) as terminal:
        for count in (1, 2):
            terminal.wait("The book of these sessions")
            terminal.send("B\r")
            terminal.wait(lambda count=count: len(list(tmp_path.glob("book-*.html"))) == count)  # type: ignore[misc]
            terminal.wait("The book is in")
    assert all("Savar" in path.read_text(encoding="utf-8") for path in tmp_path.glob("book-*.html"))


def test_what_is_against_it_is_shown_and_everything_stays() -> None:
    app = start()
    app.shelves.trouble = "b.json is not a session of this program."

    async def play(hands: Hands) -> None:
        await hands.type("2")
        assert app.shelves.trouble in hands.shown()
        app.shelves.trouble = ""
        await hands.type("enter")
        assert "not a session of this program" not in hands.shown()

    at(app, play)


def test_a_title_can_be_left_and_pasted() -> None:
    app = start()

    async def play(hands: Hands) -> None:
        await hands.type("a x escape")
        await hands.paste("nothing")
        await hands.type("a")
        await hands.paste("The\nPier")
        await hands.type("enter")
        assert app.shelves.done == [("begin", "skirmish", "The Pier")]

    at(app, play)


def test_other_screens_and_leaving() -> None:
    app = start()

    async def play(hands: Hands) -> None:
        for keys, page in (("S", "SettingsScreen"), ("?", "StartHelpScreen"), ("ctrl+o", "OpenScreen")):
            await hands.type(keys)
            assert hands.page == page
            await hands.type("escape")
            assert hands.page == "StartScreen"
        await hands.type("escape q a ctrl+q")
        assert app.left == 2

    at(app, play)


@pytest.mark.parametrize("back", ["escape", "q"])
def test_another_session_is_begun_from_a_fight(back: str) -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+n")
        assert (hands.page, "esc back" in hands.shown()) == ("StartScreen", True)
        await hands.type(back)
        assert (hands.page, app.left) == ("MainScreen", 0)
        await hands.type("ctrl+n a D u e l enter")
        assert app.shelves.done[-1] == ("begin", SKIRMISH.name, "Duel")

    at(app, play)


def test_a_keymap_holds_on_pages_too() -> None:
    keys, problems = read_keymap(b'down = "K"\nleave = ["ctrl+w", ","]\nmenu = "O"\nwhose-turn = ";"')
    app = Pages(shelves=Shelves(OWN), options=Options(animations=False, keys=keys))
    assert problems == ()

    async def play(hands: Hands) -> None:
        await hands.type("K O j q")
        assert app.shelves.done == [("open", "/saves/b.json")]
        assert "K down" in hands.shown()
        await hands.type("ctrl+w ,")
        assert app.left == 2

    at(app, play)


def test_only_the_last_ones_are_listed() -> None:
    app = start([Recent(f"/{number}.json", "gen6", f"Fight {number}", 0, NOW) for number in range(30)])

    async def play(hands: Hands) -> None:
        assert "lists 21 more" in hands.shown()
        assert "Fight 9" not in hands.shown()
        await hands.type("9")
        assert app.shelves.done == [("open", "/8.json")]

    at(app, play, (80, 24))


def test_sessions_of_one_title_show_their_files() -> None:
    sessions = [
        Recent("/s/pier.json", "outgunned", "The Pier", 2, 0),
        Recent("/s/evening-two.json", "outgunned", "The Pier", 4, 0),
        Recent("/s/ball.json", "gen6", "The Ball", 1, 0),
    ]
    rows = SessionRows.of(sessions, {"outgunned": "Outgunned"}, 0, 100)
    assert [rows.row(session)[0][0].strip() for session in sessions] == [
        "The Pier · pier",
        "The Pier · evening-two",
        "The Ball",
    ]
    assert "The Pier · evening-two" in "".join(text for text, _ in rows.row(sessions[1]))


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        (0, "just now"),
        (-50, "just now"),
        (61, "1 minute ago"),
        (7_300, "2 hours ago"),
        (90_000, "yesterday"),
        (5 * 86_400, "5 days ago"),
        (30 * 86_400, "2001-08-10"),
    ],
)
def test_ages(gone: float, said: str) -> None:
    assert age(1_000_000_000 - gone, 1_000_000_000) == said


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with sessions of every kind, and a clock that stands."""
    saves = tmp_path / "saves"
    records = session("title The Yard", "add Ann").history.records
    saves.mkdir()
    for number, title in enumerate(("The Yard", "Rooftops of a very long night with a very long name")):
        path = str(saves / f"{title}.json")
        reloaded(records[: number + 1], find("gen6")).save_as(path).result()
        os.utime(path, (NOW - 4000 * number, NOW - 4000 * number))
    start = '{"format":"combat-tracker/session","version":'
    (saves / "new.json").write_text(start + '9,"id":"x","created":"","app":"9","system":"outgunned","records":[\n]}\n')
    (saves / "old.json").write_text(start + "x")
    (saves / "other.json").write_text("[]")
    for name, gone in (("new", 90_000), ("old", 700_000)):
        os.utime(saves / f"{name}.json", (NOW - gone, NOW - gone))
    monkeypatch.setattr(TrackerApp, "now", lambda app: NOW)
    monkeypatch.setattr("tracker.storage.folders.EXAMPLES", ())
    found = recent(str(saves))
    monkeypatch.setattr("tracker.tui.sessions.Sessions.folder", "/saves")
    monkeypatch.setattr("tracker.tui.sessions.Sessions.listed", lambda _: found)
    return saves


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_screen(snap_compare: Any, folder: Path, size: tuple[int, int]) -> None:
    app = TrackerApp(options=Options(animations=False))
    assert snap_compare(app, terminal_size=size, press=["j", "a", "T"] if size == (80, 24) else ["j"])


def test_an_empty_folder_on_the_screen(snap_compare: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.tui.sessions.Sessions.listed", lambda _: [])
    assert snap_compare(TrackerApp(options=Options(animations=False)), terminal_size=(120, 40))


async def _played(app: TrackerApp, keys: list[str]) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        assert app.main is not None
        assert app.screen is app.main


@pytest.mark.slow
def test_a_game_is_begun_and_kept(tmp_path: Path) -> None:
    app = TrackerApp(saves=str(tmp_path / "new"), options=Options(animations=False))
    asyncio.run(_played(app, ["a", *"Pier", "enter", "plus", *"Ann", "enter"]))
    assert app.session is not None
    assert [entry.command for entry in app.session.story()] == ["title Pier", "add Ann"]
    assert app.session.close(5)
    assert (tmp_path / "new" / "Pier.json").is_file()


def test_a_damaged_file_stays_in_the_list_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"format":"combat-tracker/session","version":x')

    async def play(hands: Hands) -> None:
        await hands.type("1")
        assert "bad.json" in hands.shown()
        assert "cannot be opened" in hands.shown()

    at(TrackerApp(saves=str(tmp_path), options=Options(animations=False)), play, (100, 30))


async def test_leaving_a_fight_goes_to_the_start_screen_that_it_was_opened_from(tmp_path: Path) -> None:
    program = TrackerApp(saves=str(tmp_path), options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        program.sessions.begin("plain", "The Pier", "")
        await pilot.pause()
        assert program.session is not None
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(program.screen, StartScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(program.screen, StartScreen)
        await pilot.press("q", "q")
        await pilot.pause()
        assert not program.is_running or program._exit


async def test_a_fight_opened_by_its_file_is_left_at_once() -> None:
    program = TrackerApp(played("outgunned", "add Ann"), options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert program._exit


def test_a_double_click_opens_a_session_and_a_single_one_selects_it() -> None:
    app = start()

    async def play(hands: Hands) -> None:
        lines = hands.shown().splitlines()
        y = next(at for at, line in enumerate(lines) if "Later" in line)
        await hands.pilot.click(offset=(10, y))
        assert app.shelves.done == []
        await hands.pilot.click(offset=(10, y))
        await hands.settle()
        assert app.shelves.done == [("open", "/saves/c.json")]

    at(app, play)
