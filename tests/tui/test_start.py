"""The start screen: what is listed, what each key begins, and what an empty folder teaches."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.stage import session
from tests.tui.around import NOW, SIZES, Place, Shelves, at_hand, press, shown
from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.library import Recent, recent
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.screens.ages import age
from tracker.tui.screens.start import RECENT, Start

OWN = [
    Recent("/saves/a.json", "outgunned", "The Warehouse", 3, NOW - 300),
    Recent("/saves/b.json", "", "", 0, NOW - 90_000, "damaged"),
    Recent("/saves/c.json", "gen6", "Later", 0, NOW - 3 * 86_400, "newer version"),
    Recent("/saves/no title.json", "unknown-armies", "", 0, NOW - 60, "cut off"),
]


def start(own: list[Recent] | None = None) -> Start:
    """The page, in a folder of these sessions."""
    return Start(Place(shelves=Shelves(OWN if own is None else own)))


def done(page: Start) -> list[tuple[str, ...]]:
    """What was asked of the folder."""
    found: list[tuple[str, ...]] = page.rim.sessions.done  # type: ignore[attr-defined]
    return found


def test_sessions_have_title_game_round_and_age_or_a_plain_word() -> None:
    lines = shown(start()).splitlines()
    found = [line.lstrip(" ▌").split(maxsplit=1) for line in lines if line.lstrip(" ▌")[:1].isdigit()]
    assert [" ".join(rest.split()) for _, rest in found] == [
        "The Warehouse Outgunned round 3 5 minutes ago",
        "b damaged yesterday",
        "Later Gen6 newer version 3 days ago",
        "no title Unknown Armies cut off 1 minute ago",
    ]


def test_an_empty_folder_teaches() -> None:
    text = shown(start([]))
    assert "No session lies here yet. Begin one below" in text
    assert "Sessions lie in /saves" in text


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(size: tuple[int, int]) -> None:
    page = start([*OWN, *[Recent("/x.json", "outgunned", "A very long title " * 5, 9, NOW)] * 12])
    text = shown(page, *size)
    assert "lists 7 more" in text or size[1] < 30


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        ("enter", ("open", "/saves/a.json")),
        ("3", ("open", "/saves/c.json")),
        ("j j k enter", ("open", "/saves/b.json")),
        ("end enter", ("copy", "/shipped/yard.json")),
        ("b", ("copy", "/shipped/yard.json")),
        ("a enter", ("begin", "skirmish", "")),
        ("a T h e space Y enter", ("begin", "skirmish", "The Y")),
    ],
)
def test_keys_begin_things(keys: str, asked: tuple[str, ...]) -> None:
    page = start()
    for word in keys.split():
        page.press("space", " ") if word == "space" else press(page, word)
    assert done(page) == [asked]


def test_what_is_against_it_is_said_and_all_stays() -> None:
    page = start()
    page.rim.sessions.trouble = "b.json is no session of this program."  # type: ignore[attr-defined]
    press(page, "2")
    assert "b.json is no session of this program." in shown(page)
    press(page, "j")
    assert "no session of this program" not in shown(page)


def test_a_title_can_be_left_and_pasted() -> None:
    page = press(start(), "a x escape")
    assert (done(page), page.typing()) == ([], False)
    page.paste("nothing")
    press(page, "a")
    page.paste("The\nPier")
    press(page, "enter")
    assert done(page) == [("begin", "skirmish", "The Pier")]


def test_other_screens_and_leaving() -> None:
    page = press(start(), "S ? ctrl+o q a ctrl+q")
    assert page.rim.opened == ["settings", "help", "open"]
    assert page.rim.left == 2


def test_only_so_many_are_listed() -> None:
    page = start([Recent(f"/{number}.json", "gen6", f"Fight {number}", 0, NOW) for number in range(30)])
    assert page.count() == RECENT + 2
    press(page, "9")
    assert done(page) == [("open", "/8.json")]
    press(page, "home")
    assert at_hand(page, 80, 24).startswith("▌ 1")


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
        Session(find("gen6"), records[: number + 1]).save_as(path).result()
        os.utime(path, (NOW - 4000 * number, NOW - 4000 * number))
    start = '{"format":"combat-tracker/session","version":'
    (saves / "new.json").write_text(start + '9,"id":"x","created":"","app":"9","system":"outgunned","records":[\n]}\n')
    (saves / "old.json").write_text(start + "x")
    (saves / "other.json").write_text("[]")
    for name, gone in (("new", 90_000), ("old", 700_000)):
        os.utime(saves / f"{name}.json", (NOW - gone, NOW - gone))
    monkeypatch.setattr(TrackerApp, "now", lambda app: NOW)
    monkeypatch.setattr("tracker.storage.library.EXAMPLES", ())
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


def test_a_game_is_begun_and_kept(tmp_path: Path) -> None:
    app = TrackerApp(saves=str(tmp_path / "new"), options=Options(animations=False))
    asyncio.run(_played(app, ["a", *"Pier", "enter", "plus", *"Ann", "enter"]))
    assert app.session is not None
    assert [each.command for each in app.session.story()] == ["title Pier", "add Ann"]
    assert app.session.close(5)
    assert (tmp_path / "new" / "Pier.json").is_file()


def test_a_damaged_file_stays_in_the_list_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"format":"combat-tracker/session","version":x')

    async def resolver(app: TrackerApp) -> str:
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("1")
            await pilot.pause()
            return "\n".join(
                "".join(text for text, _ in line)
                for line, _ in app.screen.page.lines(100, 30)  # type: ignore[attr-defined]
            )

    text = asyncio.run(resolver(TrackerApp(saves=str(tmp_path), options=Options(animations=False))))
    assert "bad.json" in text
    assert "cannot be opened" in text
