"""Library files: written by hand, by two programs, on a full disk; and foreign ones with arbitrary contents."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.library.conftest import Fight
from tracker.games.registry import find
from tracker.library.finding import Found, everything
from tracker.library.model import parse
from tracker.library.shelf import SHIPPED, Library, library_of
from tracker.library.writing import document, put
from tracker.rules.errors import InvalidCommand
from tracker.session import Session, scene_of
from tracker.storage.errors import NotSaved
from tracker.storage.filesystem import FileSystem
from tracker.storage.folders import config_folder

Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "mine.toml, at its end: this is not TOML: expected '=' after a key in a key/value pair."),
        ("a = 1\nb b", "mine.toml, line 2, column 3: this is not TOML: expected '=' after a key in a key/value pair."),
        ("a = " + "9" * 5000, "mine.toml is not TOML: its brackets nest too deep, or a number in it is too long."),
        ("\n\nwho = 3", "mine.toml, line 3: who is not a key of a library file."),
        ("combatant = 3", "mine.toml, line 1: write [[combatant]] in double brackets, once for each combatant."),
        (
            "[[combatant]]\ngrit = 3",
            'mine.toml, line 1: a combatant has no name; write name = "..." below [[combatant]].',
        ),
        (
            '[[combatant]]\nname = "A,B"',
            "line 2: name of the combatant A,B cannot contain commas, quotes or line breaks.",
        ),
        (
            '[[combatant]]\nname = "A"\nspares = { a = "x" }',
            "line 3: spares.a of the combatant A must be a whole number.",
        ),
        ('[[party]]\nname = "A"', "mine.toml, line 1: who of the party A is missing."),
        (
            '[[encounter]]\nname = "A"\n\nrange = [{between = ["a"], band = "x"}]',
            "line 4: range.1.between of the encounter A",
        ),
        (
            '[[encounter]]\nname = "A"\n[[encounter.wave]]\nname = "B"',
            "line 3: wave.1.who of the encounter A is missing.",
        ),
        ('[[combatant]]\nname = "A"\n[[combatant]]\nname = "a"', "line 3: the combatant a is in line 1 already"),
    ],
)
def test_a_fault_is_named_with_file_line_and_key(text: str, sentence: str) -> None:
    assert sentence in " ".join(parse(text.encode(), "mine.toml").faults)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gritt = 3", "line 4: A: “gritt” is not on the sheet of Outgunned. Did you mean grit?"),
        ('grit = "many"', "line 4: A: grit: “many” is not a whole number"),
        ('grit = "9/7"', "line 4: A: grit: 9 is out of bounds: it must be 0 to 7."),
        ('attack = "impossibly"', "line 4: A: attack (what reactions must meet): "),
        ('like = "Zoe"', "line 4: “Zoe” is not in the library and not a preset."),
        ('cover = "iron"', "line 4: A: "),
        ("hot = [1.5]", "line 4: A: "),
        ("[combatant.weapons.gun]\nkind = 3", "line 5: A: gun: kind (a row of the range table): “3” is not a kind"),
    ],
)
def test_what_the_game_cannot_use_is_named_when_it_is_brought(
    text: str, sentence: str, fight: Fight, written: Write
) -> None:
    written("outgunned", f'[[combatant]]\nname = "A"\nside = "enemies"\n{text}\n')
    with pytest.raises(InvalidCommand) as bad:
        fight("outgunned").do("bring A")
    assert f"outgunned/mine.toml, {sentence}" in str(bad.value)


def test_who_is_like_themselves_is_a_sentence(fight: Fight, written: Write) -> None:
    written("outgunned", '[[combatant]]\nname = "A"\nlike = "B"\n[[combatant]]\nname = "B"\nlike = "A"\n')
    with pytest.raises(InvalidCommand, match="is like somebody who is like them"):
        fight("outgunned").do("bring A")


def test_a_long_chain_that_is_no_circle_is_called_so(fight: Fight, written: Write) -> None:
    chain = "".join(f'[[combatant]]\nname = "C{at}"\nlike = "C{at + 1}"\n' for at in range(12))
    written("outgunned", f'{chain}[[combatant]]\nname = "C12"\nside = "enemies"\ngrit = 3\n')
    with pytest.raises(InvalidCommand, match="C0 is like somebody through more than 8 others; name a nearer one"):
        fight("outgunned").do("bring C0")
    assert "C5 joins" in fight("outgunned").do("bring C5").text


BY_HAND = """# My foes, with love.

[[combatant]]   # the worst
name = "Rat"
grit = 3        # three!

# Here come the heroes.
[[party]]
name = "Two"
who = [{ name = "Ann" }]
"""


def test_comments_and_layout_of_others_stay(fight: Fight, written: Write) -> None:
    path = written("outgunned", BY_HAND)
    session = fight("outgunned", "add Cat side=enemies grit=5", "add Rat side=enemies grit=4", "keep Cat", "keep Rat")
    text = path.read_text("utf-8")
    assert text.startswith('# My foes, with love.\n\n[[combatant]]\nname = "Rat"\nside = "enemies"\ngrit = 4\n')
    assert text.endswith('# Here come the heroes.\n[[party]]\nname = "Two"\nwho = [{ name = "Ann" }]\n')
    assert path.with_name("mine.toml.bak1").read_text("utf-8") == BY_HAND
    kept = path.with_name("kept.toml").read_text("utf-8")
    assert kept.startswith('[[combatant]]\nname = "Cat"\n')
    assert session.library.faults() == []


def test_a_file_that_cannot_be_followed_is_not_written_to(fight: Fight, written: Write) -> None:
    path = written("outgunned", "[[combatant]\n", "kept.toml")
    with pytest.raises(InvalidCommand, match=r"kept.toml, line 1, .*: this is not TOML.*until that is mended"):
        fight("outgunned", "add Ann").do("keep Ann")
    assert path.read_text("utf-8") == "[[combatant]\n"


def test_two_who_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "library" / "kept.toml"

    def keep(first: int) -> None:
        for number in range(first, first + 20):
            put(str(path), {"combatant": [{"name": f"Rat {number}", "side": "enemies"}]})

    both = [threading.Thread(target=keep, args=(first,)) for first in (0, 100)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert len(parse(path.read_bytes(), "kept.toml").entries) == 40


class Full(FileSystem):
    """A disk on which the operation of this number fails."""

    def __init__(self, fails_at: int) -> None:
        self._left = fails_at

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise OSError(28, "No space left on device")

    def create(self, path: str) -> int:
        self._count()
        return super().create(path)

    def pwrite(self, fd: int, data: bytes | memoryview, at: int) -> int:
        self._count()
        return super().pwrite(fd, data, at)

    def fsync(self, fd: int) -> None:
        self._count()
        super().fsync(fd)

    def replace(self, old: str, new: str) -> None:
        self._count()
        super().replace(old, new)


def test_on_a_full_disk_the_file_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "kept.toml"
    reasons: list[str] = []
    for number in range(1, 40):
        path.write_text(BY_HAND, "utf-8")
        try:
            put(str(path), {"combatant": [{"name": "Rat", "side": "enemies"}]}, Full(number))
        except NotSaved as bad:
            reasons.append(str(bad))
            assert path.read_text("utf-8") == BY_HAND
        else:
            assert number > 4
            break
    assert all("the disk is full" in reason for reason in reasons)
    assert not list(tmp_path.glob("*.tmp"))


def test_a_disk_that_does_not_confirm_the_new_file_is_told_as_such(tmp_path: Path) -> None:
    class Unsure(FileSystem):
        def fsync_folder(self, path: str) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    path = tmp_path / "kept.toml"
    with pytest.raises(NotSaved) as bad:
        put(str(path), {"combatant": [{"name": "Rat", "side": "enemies"}]}, Unsure())
    assert str(bad.value).startswith("kept.toml holds it, but may lose it if the power fails: ")
    assert 'name = "Rat"' in path.read_text("utf-8")


def test_a_hand_edit_in_between_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.toml"
    path.write_text(BY_HAND, "utf-8")

    class Edited(FileSystem):
        edits = ["# and a note\n"]

        def stat(self, name: str):  # type: ignore[no-untyped-def]
            if name == str(path) and self.edits:
                path.write_text(BY_HAND + self.edits.pop(), "utf-8")
            return super().stat(name)

    put(str(path), {"combatant": [{"name": "Cat", "side": "enemies"}]}, Edited())
    text = path.read_text("utf-8")
    assert "# and a note" in text
    assert 'name = "Cat"' in text


def test_the_shipped_library_is_that_of_the_examples_and_all_of_it_can_be_brought(fight: Fight) -> None:
    from tests.examples.make_library import FILE, made
    from tracker.games.registry import SHIPPED as GAMES

    for game in GAMES:
        path = SHIPPED / game / FILE
        assert path.read_bytes() == made(game), "python -m tests.examples.make_library makes it anew"
        session = Session(find(game))
        session.library = Library(session.system, (SHIPPED,))
        assert session.library.faults() == []
        found: list[Found] = everything(session.library)
        assert {each.kind for each in found} >= {"combatant", "party", "encounter"}
        for each in found:
            assert each.detail, each
            session.do(f'{"encounter" if each.kind == "encounter" else "bring"} "{each.name}"')
            session.do("undo")


def test_new_sessions_begin_with_a_party_and_an_encounter(
    tracker: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.cli import open as table

    opened: list[Session] = []
    monkeypatch.setattr(table, "need_terminal", lambda: None)
    monkeypatch.setattr(table, "show", lambda session, *rest: int(opened.append(session) or not session.close()))
    words = ("--party", "the shootout crew", "--encounter", "chains on the pier", "--saves", "mine")
    result = tracker("new", "outgunned", "night.json", *words)
    assert result.exit_code == 0, result  # type: ignore[attr-defined]
    assert list(opened[0].scene.combatants) == ["Savar", "Sam", "Ivy", "Victor", "Goons"]
    wrong = tracker("new", "outgunned", "other.json", "--encounter", "nothing", "--saves", "mine")
    assert wrong.exit_code == 2  # type: ignore[attr-defined]
    assert "No encounter “nothing” is prepared" in wrong.stderr  # type: ignore[attr-defined]
    assert not Path("other.json").exists()


def test_a_file_beside_the_sessions_counts_before_the_config_folder_and_that_before_the_shipped_one(
    tmp_path: Path,
) -> None:
    library = library_of(find("outgunned"), scene_of, saves=str(tmp_path / "saves"))
    beside, config, shipped = library.folders
    assert (beside, config, shipped) == (tmp_path / "saves" / "library", config_folder() / "library", SHIPPED)
    folders = (tmp_path / "a", tmp_path / "b")
    for folder, names in zip(folders, (("Goon",), ("GOON", "Boss")), strict=True):
        (folder / "outgunned").mkdir(parents=True)
        people = [{"name": name, "side": "enemies"} for name in names]
        (folder / "outgunned" / "mine.toml").write_text(document({"combatant": people}), "utf-8")
    entries = Library(find("outgunned"), (*folders, SHIPPED)).entries()
    assert [entry.name for entry in entries][:2] == ["Goon", "Boss"]
    assert "GOON" not in [entry.name for entry in entries]
