"""The shipped keymaps ``vim`` and ``arrows``, each through a whole small fight in the real program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.terminal.fights import commands
from tests.terminal.terminal import ENTER, ESCAPE, tracker
from tracker.storage.folders import config_folder

pytestmark = pytest.mark.slow

UP, DOWN, INSERT, BACKSPACE = "\x1b[A", "\x1b[B", "\x1b[2~", "\x7f"
F = {1: "\x1bOP", 2: "\x1bOQ", 5: "\x1b[15~", 6: "\x1b[17~", 7: "\x1b[18~", 9: "\x1b[20~", 10: "\x1b[21~"}

ARROWS = (
    (ENTER, "title"),
    (ENTER, "Nobody is here yet"),
    ("", "insert adds a combatant · f12 types a command"),
    (INSERT, "party: Savar, Sam"),
    (DOWN * 3 + ENTER, "Savar and Sam join"),
    (INSERT + DOWN + ENTER, "Chains on the pier"),
    (F[5], "ACTION TURN 1"),
    ("", "f5 reaction  f1 help"),
    (F[2], "attack  Savar → Goons"),
    ("112345" + ENTER, "6 → 5"),
    (F[5], "REACTION TURN 1"),
    (F[9], "What do they do?"),
    ("1", "fists and metal bars: react"),
    (F[2] + "11355" + ENTER, "vs Goons"),
    ("-3" + ENTER, "by hand"),
    (F[6], "taken back · f7"),
    (F[7], "by hand"),
    (BACKSPACE, "Everything done, oldest first"),
    (ESCAPE, "by hand"),
    (F[1], "Help · combatants"),
    (ESCAPE, "by hand"),
)
"""Keys, and what is on the screen after them. There is no letter among them."""

VIM = (
    ("j" * 8 + ENTER, "title"),
    (ENTER, "Nobody is here yet"),
    ("+Ann ac=14" + ENTER + ESCAPE, "Ann joins"),
    ("+Ghoul side=enemies hp=20" + ENTER + ESCAPE, "Ghoul joins"),
    ("n" + ENTER, "Initiative: Ghoul"),
    ("n", "ROUND 1"),
    ("gjkGa17" + ENTER, "· 17 vs 14"),
    ("n", "ROUND"),
    ("Gd3" + ENTER, "17/20"),
    ("u", "taken back · ctrl+r"),
    ("\x12", "17/20"),
    ("H", "Everything done, oldest first"),
    (ESCAPE, "17/20"),
    ("?", "Help · combatants"),
    (ESCAPE, "17/20"),
    ("\x13", "save a copy as"),
    (ESCAPE, "? help"),
)
"""Vim's keys for moving about, redo and the history; the others are the usual ones."""

NAMED = re.compile(r"\x1b\[\d+~|\x1bO.|\x1b\[[A-D]")
"""Keys whose names a terminal writes with letters."""


def chosen(keymap: str) -> None:
    config = config_folder() / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f'keymap = "{keymap}"\n', encoding="utf-8")


def played(steps: Iterable[tuple[str, str]], leave: str, folder: Path) -> list[str]:
    """Play a fight from the start screen; the first words of its commands."""
    with tracker(size=(100, 30)) as terminal:
        terminal.wait("Outgunned")
        for keys, text in steps:
            terminal.send(keys)
            terminal.wait(text)
        terminal.send(leave)
        terminal.wait("Go on")
        terminal.send(leave)
        assert terminal.ended() == 0
    (path,) = folder.glob("*.json")
    return [line.split()[0] for line in commands(path)]


def test_arrows_need_no_letter_for_a_whole_fight(user_folders: Path) -> None:
    chosen("arrows")
    assert not re.search("[a-z]", NAMED.sub("", "".join(keys for keys, _ in ARROWS)), re.IGNORECASE)
    fight = played(ARROWS, F[10], user_folders / "saves")
    assert fight == ["bring", "encounter", "next", "attack", "next", "threat", "react", "hurt"]


def test_a_fight_by_the_keys_of_vim(user_folders: Path) -> None:
    chosen("vim")
    fight = played(VIM, "q", user_folders / "saves")
    thrown = [verb for verb in fight if not verb.startswith("initiative")]
    assert thrown == ["add", "add", "next", "attack", "next", "hurt"]
