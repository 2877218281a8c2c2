"""Pictures of the main screen: whole in its four sizes and every theme, and the strip and the panes in each mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.table import plain, played
from tests.tui.picture import picture
from tracker.storage.folders import shipped_folder
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
    session = played("outgunned", *lines)
    return TrackerApp(session, options=Options(animations=False, **options))


@pytest.mark.parametrize("size", SIZES, ids=[f"{columns}x{lines}" for columns, lines in SIZES])
def test_sizes(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size)


@pytest.mark.parametrize("theme", sorted(load_themes([shipped_folder("themes")]).themes))
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(app(theme=theme), terminal_size=(120, 40), press=["a", "2", "b"])


MODES = {
    "form": ("strip", ["a", "c"]),
    "form-before-the-throw": ("strip", ["a"]),
    "choice": ("strip", ["c"]),
    "refusal": ("strip", ["j", "a", "c", "enter"]),
    "edit": ("strip", ["e", "tab", "tab"]),
    "menu": ("strip", ["enter", "down"]),
    "questions": ("strip", ["f"]),
    "target": ("strip", ["t", "s"]),
    "bar": ("strip", ["colon", "a", "t", "t", "tab", "s", "a", "v", "tab"]),
    "bar-error": ("strip", ["colon", "a", "t", "a", "c", "k", "enter"]),
    "filter": ("strip log", ["slash", "s", "a"]),
    "sheet": ("strip", ["n", "a", "c", "tab", "2", "b"]),
    "inspect": ("inspect", ["i"]),
    "log-opened": ("log keys", ["4", "k", "k", "k", "k", "enter"]),
    "undone": ("log status", ["u", "u", "u"]),
    "zoomed-range": ("range", ["2", "z"]),
    "several-picked": ("strip", ["space", "j", "space", "d", "2"]),
}
"""What is looked at, and the keys that bring it."""


@pytest.mark.parametrize("name", sorted(MODES))
def test_modes(snapshot: Any, name: str) -> None:
    parts, keys = MODES[name]
    assert picture(app(), *parts.split(), press=keys) == snapshot


@pytest.mark.parametrize("name", ["form", "menu", "sheet", "inspect", "refusal", "questions"])
def test_modes_in_a_small_terminal(snapshot: Any, name: str) -> None:
    parts, keys = MODES[name]
    assert picture(app(), *parts.split(), size=(80, 24), press=keys) == snapshot


@pytest.mark.parametrize(("key", "part"), [("2", "range"), ("3", "cover")])
def test_one_key_away_in_a_small_terminal(snapshot: Any, key: str, part: str) -> None:
    assert picture(app(), part, size=(80, 24), press=[key]) == snapshot


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_an_empty_session_teaches(snapshot: Any, size: tuple[int, int]) -> None:
    assert picture(app(()), "combatants", "keys", size=size) == snapshot


def test_plain_signs(snapshot: Any) -> None:
    shown = picture(app(plain=True), "combatants", "range", "cover", "strip", press=["a", "c"])
    assert shown == snapshot
    assert shown.isascii()


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
        told.append(f"== {verb}\n" + plain(lines))
    assert "\n".join(told) == snapshot
