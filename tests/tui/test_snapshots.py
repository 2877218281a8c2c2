"""Pictures of the main screen: its four sizes, every theme, the strip in each of its modes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.shipped import shipped_folder
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.look.themes import load_themes

SHOOTOUT = (
    "title The Warehouse",
    "add Savar pool=6 brawn=3 fight=3",
    "add Sam pool=5",
    "add Ivy pool=5",
    "add Victor pool=4",
    "add Goons preset=goons-3 side=enemies",
    "add Boss preset=boss-1 side=enemies",
    "add Sniper preset=bad-guys-2 side=enemies",
    "arm Savar pistol",
    "arm Sam pistol",
    "arm Ivy smg",
    "arm Sniper rifle",
    "range Sam Goons melee",
    "range Sam Boss close",
    "range Sam Sniper long",
    "range Sam Savar close",
    'cover Sam partial what="upturned table"',
    "cover Savar total what=corner",
    "begin action",
    "attack Sam Goons c weapon=pistol",
    "hurt Ivy 8",
    "hurt Victor 12",
    "out Victor as=left-for-dead",
    "quick Ivy runs for the container",
)

SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))

Compare = Callable[..., bool]


def app(lines: Iterable[str] = SHOOTOUT, **options: Any) -> TrackerApp:
    """The program with a fight in which these lines were done; nothing in it moves by itself."""
    session = Session(find("outgunned"), dice=random.Random(1), clock=lambda: "2026-01-01T00:00:00.000Z")
    for line in lines:
        session.do(line)
    return TrackerApp(session, options=Options(animations=False, **options))


@pytest.mark.parametrize("size", SIZES, ids=[f"{columns}x{lines}" for columns, lines in SIZES])
def test_sizes(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size)


@pytest.mark.parametrize("theme", sorted(load_themes([shipped_folder("themes")]).themes))
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(app(theme=theme), terminal_size=(120, 40), press=["a", "2", "b"])


MODES = {
    "form": ["a", "c"],
    "form-before-the-throw": ["a"],
    "choice": ["c"],
    "refusal": ["j", "a", "c", "enter"],
    "edit": ["e", "tab", "tab"],
    "menu": ["enter", "down"],
    "questions": ["f"],
    "target": ["t", "s"],
    "bar": ["colon", "a", "t", "t", "tab", "s", "a", "v", "tab"],
    "bar-error": ["colon", "a", "t", "a", "c", "k", "enter"],
    "filter": ["slash", "s", "a"],
    "sheet": ["n", "a", "c", "tab", "2", "b"],
    "inspect": ["i"],
    "log-opened": ["4", "k", "k", "k", "k", "enter"],
    "undone": ["u", "u", "u"],
    "zoomed-range": ["2", "z"],
    "several-picked": ["space", "j", "space", "d", "2"],
}


@pytest.mark.parametrize("name", sorted(MODES))
def test_modes(snap_compare: Compare, name: str) -> None:
    assert snap_compare(app(), terminal_size=(120, 40), press=MODES[name])


@pytest.mark.parametrize("name", ["form", "menu", "sheet", "inspect", "refusal", "questions"])
def test_modes_in_a_small_terminal(snap_compare: Compare, name: str) -> None:
    assert snap_compare(app(), terminal_size=(80, 24), press=MODES[name])


@pytest.mark.parametrize("key", ["2", "3"])
def test_one_key_away_in_a_small_terminal(snap_compare: Compare, key: str) -> None:
    assert snap_compare(app(), terminal_size=(80, 24), press=[key])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_an_empty_session_teaches(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app(()), terminal_size=size)


def test_plain_signs(snap_compare: Compare) -> None:
    assert snap_compare(app(plain=True), terminal_size=(120, 40), press=["a", "c"])


def test_every_form(snapshot: Any) -> None:
    """The forms of all actions of the game, as text: their fields, what they ask, what they would do."""
    from tests.tui.skirmish import Room
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.strip.form import Form

    session = app().session
    assert session is not None
    told = []
    for verb, kind in session.system.actions.items():
        controller = Controller(session, Room())
        controller.selection.select("Sam")
        filled, each = controller.selection.fill(kind)
        form = Form(controller, kind, filled, each)
        lines = form.lines(controller, 116, 8)
        told.append(f"== {verb}\n" + "\n".join("".join(text for text, _ in line).rstrip() for line in lines))
    assert "\n".join(told) == snapshot
