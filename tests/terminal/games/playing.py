"""Playing a fight by keys in a real terminal: closed and reopened in between, fully undone and redone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.terminal.fights import commands, scene
from tests.terminal.terminal import ESCAPE, Terminal, tracker

NAMED = {"enter": "\r", "tab": "\t", "esc": ESCAPE, "space": " ", "down": "\x1b[B", "right": "\x1b[C", "home": "\x1b[H"}


def keys(text: str) -> str:
    """What a keyboard sends: named keys by their words, ``_`` for a blank in a word, all else sign by sign."""
    return "".join(NAMED.get(word, word.replace("_", " ")) for word in text.split())


def leave(terminal: Terminal) -> None:
    terminal.send("q")
    assert terminal.ended() == 0


def shown(path: Path) -> dict[str, Any]:
    """The fight as the program tells it to scripts, without the log."""
    result = subprocess.run(
        [sys.executable, "-m", "tracker.cli.main", "show", str(path), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    data: dict[str, Any] = json.loads(result.stdout)
    return {name: value for name, value in data.items() if name not in ("log", "head")}


def played(path: Path, *chapters: str, size: tuple[int, int] = (120, 40)) -> list[str]:
    """Play the chapters, each in a program of its own, then all back and forth; the commands done by keys."""
    start, before = scene(path), len(commands(path))
    for at, chapter in enumerate(chapters):
        last = at == len(chapters) - 1
        with tracker(str(path), size=size) as terminal:
            terminal.wait("actions")
            for part in chapter.strip().split("\n"):
                terminal.burst(keys(part))
            if last:
                end, told = scene_when_saved(terminal, path), commands(path)[before:]
                terminal.burst("u" * len(told))
                stands_in_file(terminal, path, start)
                terminal.burst("U" * len(told))
            leave(terminal)
    assert scene(path) == end
    assert commands(path)[before:] == told
    return told


def scene_when_saved(terminal: Terminal, path: Path) -> Any:
    """The fight in the file, once the screen says that all is kept."""
    terminal.wait(lambda: " saved" in terminal.lines[0])
    return scene(path)


def stands_in_file(terminal: Terminal, path: Path, wanted: Any) -> None:
    """Wait until the file holds this fight, as it does soon after the screen says that all is kept."""
    terminal.wait(lambda: scene_when_saved(terminal, path) == wanted)


def verbs(told: Sequence[str]) -> set[str]:
    """The different actions among commands."""
    return {part.split()[0].rstrip("!") for line in told for part in line.split(" ; ")}
