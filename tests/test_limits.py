"""Foreign input is refused with a sentence, quickly and in little memory, however large or deep it is."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.small_game import session
from tracker.combat import text as clean
from tracker.combat.expressions import BadDice, parse
from tracker.commands.completion import complete
from tracker.rules.errors import InvalidCommand
from tracker.tui.keys.keymap import keymap, load_keymap, read_keymap
from tracker.tui.look.load_options import load_options
from tracker.tui.look.preferences import Options
from tracker.tui.look.theme_file import ThemeProblem, parse_theme
from tracker.tui.look.themes import load_themes
from tracker.tui.strip.strip_view import LONGEST, Typed

SECONDS = 1.0
"""Nothing takes longer, on a machine that runs other tests too."""


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Each of them within its time, the processor's own."""
    before = time.process_time()
    yield
    assert time.process_time() - before < SECONDS


def sentence(text: str) -> bool:
    """Whether a text is a short sentence without anything a terminal would obey."""
    return text.endswith(".") and short(text)


def short(text: str) -> bool:
    """Whether a text is at most a few lines of the screen, and nothing a terminal would obey."""
    return 0 < len(text) < 400 and not clean.controls().search(text) and "\n" not in text


LINES = {
    "a line without end": "note " + "x" * 1_000_000,
    "marks without end": "note a" + "\u0301\u0316" * 500_000,
    "marks that come apart": "note a" + "\u0344" * 20_000,
    "quotes without end": 'note "' + '\\"' * 30_000,
    "commands without end": ";".join(["strike Ann Gob 1"] * 3_000),
    "names without end": "hurt " + ",".join(["Ann"] * 15_000) + " 1",
    "a number without end": "hurt Ann " + "9" * 20_000,
    "fields without end": "add X " + " ".join(f"f{each}=1" for each in range(6_000)),
    "flags without end": "strike " + "hard " * 12_000,
    "too many to come": "add X count=999999999",
    "a name without end": "add " + "x" * 5_000,
    "a note without end": "note " + "x y " * 10_000,
    "an undo without end": "undo " + "9" * 5_000,
    "deep dice": "roll " + "(" * 5_000 + "1d6" + ")" * 5_000,
    "many dice": "roll 999999d999999",
    "dice without end": "roll " + "+".join(["1000d1000"] * 5_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_command_line(line: str) -> None:
    table = session("add Ann", "add Gob side=enemies")
    before = table.scene
    refused = ""
    try:
        done = table.do(line)
    except InvalidCommand as bad:
        refused = str(bad)
        assert table.scene == before
    assert short(refused) if refused else len(done.text) <= 4_100


@pytest.mark.parametrize("line", [each[:LONGEST] for each in LINES.values()], ids=LINES)
def test_a_line_while_it_is_typed(line: str) -> None:
    """A pasted line is looked at once a key: preview, completion."""
    table = session("add Ann", "add Gob side=enemies")
    typed = Typed().type(line)
    assert len(typed.text) <= LONGEST
    assert not clean.controls().search(typed.text)
    table.preview(typed.text)
    complete(table.system, table.scene, typed.text)


@pytest.mark.parametrize(
    "text",
    ["1d6" + "+1d6" * 100_000, "(" * 150 + "1", "1001d6", "500d6+501d6", "1d1001", "1d0", "0d6", "9" * 150, "d" * 150],
)
def test_dice(text: str) -> None:
    with pytest.raises(BadDice) as bad:
        parse(text)
    assert len(str(bad.value)) < 400


TOML = {
    "brackets": "a=" + "[" * 60_000,
    "tables": "a=" + "{a=" * 20_000,
    "dots": "a." * 30_000 + "a=1",
    "dots in heads": "\n".join("[" + "a." * depth + "b]" for depth in range(300)),
    "many keys": "\n".join(f"k{each}=1" for each in range(5_000)),
    "a long key": "a" * 60_000 + "=1",
    "a long number": "a=" + "9" * 60_000,
    "a long text": 'down="' + "x" * 60_000 + '"',
    "many texts": "down=[" + '"x",' * 15_000 + "]",
    "no end": 'a="',
    "no text": "\0" * 60_000,
    "bytes": "\udcff" * 1_000,
    "controls": '"\\u001b]0;x\\u0007"="\\u009b"',
    "too long": "#" * 100_000,
}


@pytest.mark.parametrize("text", TOML.values(), ids=TOML)
class TestFiles:
    def test_a_keymap(self, text: str, tmp_path: Path) -> None:
        file = tmp_path / "keymap.toml"
        file.write_bytes(text.encode(errors="surrogateescape"))
        found, problems = load_keymap(file)
        assert found == keymap()
        assert problems
        assert all(map(sentence, problems)), problems[:3]

    def test_the_choices(self, text: str) -> None:
        folder = Path(os.environ["XDG_CONFIG_HOME"]) / "combat-tracker"
        folder.mkdir(parents=True)
        (folder / "screen.toml").write_bytes(text.encode(errors="surrogateescape"))
        found = load_options()
        assert found.theme == Options().theme
        assert found.problems
        assert all(map(sentence, found.problems)), found.problems[:3]

    def test_a_theme(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "x.toml").write_bytes(text.encode(errors="surrogateescape"))
        loaded = load_themes([tmp_path])
        assert loaded.themes == {}
        assert len(loaded.problems) == 1
        assert sentence(loaded.problems[0]), loaded.problems[0]


@pytest.mark.parametrize("colour", ["rgb(" + "1" * 60_000, "#" * 60_000, "hsl(" + " " * 60_000, "a" * 30_000 + " 4%"])
def test_a_colour_without_end(colour: str) -> None:
    with pytest.raises(ThemeProblem, match="is not a colour"):
        parse_theme(f'primary = "{colour}"'.encode(), "x", "x.toml")


def test_a_theme_of_a_strange_name_is_not_looked_for() -> None:
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "combat-tracker"
    folder.mkdir(parents=True)
    for name in ("../../x", "\\u0000", "a b", "x" * 100):
        (folder / "screen.toml").write_text(f'theme = "{name}"', "utf-8")
        assert load_options().theme == Options().theme


def _pipe(path: Path) -> None:
    os.mkfifo(path)


PLACES: dict[str, Callable[[Path], None]] = {
    "a pipe": _pipe,
    "a folder": Path.mkdir,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("make", PLACES.values(), ids=PLACES)
def test_what_is_no_file(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "x.toml")
    assert load_keymap(tmp_path / "x.toml")[0] == keymap()
    assert load_themes([tmp_path]).themes == {}


def test_keys_that_clash_without_end() -> None:
    """One key may mean something on the table and something else in forms."""
    from tracker.tui.keys.registry import KEYS

    found, problems = read_keymap("\n".join(f'{key.id} = "f9"' for key in KEYS).encode())
    assert len(problems) >= len(KEYS) - 2
    assert sum("f9" in keys for keys in found.keys.values()) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("script", ["/dev/zero", "deep", "long"])
def test_a_script(script: str, tmp_path: Path) -> None:
    if script == "deep":
        (tmp_path / script).write_text("roll " + "(" * 50_000 + "\n", "utf-8")
    elif script == "long":
        (tmp_path / script).write_bytes(b"note " + b"x" * 20_000_000)
    words = [sys.executable, "-m", "tracker.cli.main", "run", str(tmp_path / script)]

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))

    done = subprocess.run(words, capture_output=True, text=True, timeout=20, preexec_fn=little)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert 1 <= len(done.stderr.splitlines()) <= 2
    assert len(done.stderr) < 1_000
    assert "Traceback" not in done.stderr
