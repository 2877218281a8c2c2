from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.faults.simdisk import SimDisk
from tests.reading import Rules
from tests.storage.make_fixture import story
from tests.storage.sample_records import GAME, MOMENT, Story, clock
from tracker.combat import limits
from tracker.combat.events import Joined, SettingBecame, TitleBecame
from tracker.combat.records import Entry, Head, Record
from tracker.combat.scene import Combatant, Scene
from tracker.storage import format as records
from tracker.storage import format as upcast
from tracker.storage.errors import LoadError
from tracker.storage.filesystem import Stamp
from tracker.storage.format import BadText
from tracker.storage.journal import Journal
from tracker.storage.reader import Loaded, load

PATH = "fight.json"
STORY = story()


def text(told: Story | list[Record] = STORY) -> bytes:
    disk = SimDisk()
    with Journal.create(PATH, GAME, clock, "id", disk=disk) as save:
        save.append(told if isinstance(told, list) else told.records)
    return bytes(disk.names[PATH].seen)


DATA = text()
LINES = DATA.splitlines(keepends=True)


def opened(data: bytes, rules: Rules | None = None) -> Loaded:
    disk = SimDisk()
    disk.put(PATH, data)
    before = dict(disk.names)
    try:
        return load(PATH, rules, disk)
    finally:
        assert disk.operations == 0, "loading never writes"
        assert disk.names == before


def refused(data: bytes) -> LoadError:
    with pytest.raises(LoadError) as error:
        opened(data)
    return error.value


def layout(change: Callable[[dict[str, Any]], None] = lambda whole: None, **how: Any) -> bytes:
    whole = json.loads(DATA)
    change(whole)
    return json.dumps(whole, **how).encode()


def without(*keys: str) -> Callable[[dict[str, Any]], None]:
    def change(whole: dict[str, Any]) -> None:
        for record in whole["records"]:
            for key in keys:
                record.pop(key, None)

    return change


# Clean


def test_a_whole_file_is_clean() -> None:
    outcome = opened(DATA)
    assert (outcome.condition, outcome.line, outcome.differs) == ("clean", None, None)
    assert outcome.what == "fight.json is whole: 22 lines of the log."
    assert outcome.records == tuple(STORY.records)
    assert outcome.history.scene == STORY.history.scene
    assert outcome.good == len(DATA) - 3
    assert json.loads(LINES[-2][1:])["h"] == outcome.last_h
    assert (outcome.path, outcome.header.system) == (PATH, GAME)


def test_an_empty_session_is_clean() -> None:
    outcome = opened(text([]))
    assert (outcome.condition, outcome.records) == ("clean", ())
    assert outcome.what == "fight.json is whole: 0 lines of the log."
    assert opened(text(STORY.records[:1])).what == "fight.json is whole: 1 line of the log."


def test_a_byte_order_mark_is_passed_over() -> None:
    outcome = opened(b"\xef\xbb\xbf" + DATA)
    assert (outcome.condition, outcome.good) == ("clean", len(DATA))
    assert outcome.records == tuple(STORY.records)
    assert refused(b"\xef\xbb\xbf" * 2 + DATA).condition == "damaged", "one is passed over, not two"


def test_a_real_file_is_read_by_default(tmp_path: Any) -> None:
    (tmp_path / "a.json").write_bytes(DATA)
    assert load(str(tmp_path / "a.json")).condition == "clean"


def test_the_longest_lines_are_read() -> None:
    size = len(forged(ONE)) - len(forged())
    one = replace(ONE, text="x" * (limits.LINE - 1 - (size - 1)))
    two = replace(one, id=2, parent=1)
    data = forged(one, two)
    assert max(map(len, data.splitlines())) == limits.LINE
    assert opened(data).condition == "clean"
    assert opened(data[:-3]).records == (*opened(data).records,)
    longer = opened(forged(one, replace(two, text=two.text + "x")))
    assert (longer.condition, longer.line) == ("damaged", 3)
    assert "it is too long" in longer.what


# Torn

TORN = {
    "no trailer": (DATA[:-3], 27),
    "half a trailer": (DATA[:-1], 27),
    "more than half a trailer": (DATA[:-2], 27),
    "a newline missing": (DATA[:-4], 27),
    "half a line": (DATA[:-40], 26),
    "only the header": (LINES[0], 0),
    "the header without its newline": (LINES[0][:-1], 0),
    "zeros at the end": (DATA[:-3] + bytes(600), 27),
    "zeros behind the trailer": (DATA + bytes(600), 27),
    "a line of zeros": (DATA[:-40] + bytes(37), 26),
    "half a first line": (LINES[0] + LINES[1][:50], 0),
    "half of the next line": (DATA[:-3] + b',{"seq":28,"t":"en', 27),
    "a comma": (DATA[:-3] + b",", 27),
    "a broken trailer": (DATA[:-3] + b"]~\n", 27),
}


@pytest.mark.parametrize("name", TORN)
def test_a_cut_off_end_is_told_from_damage(name: str) -> None:
    data, count = TORN[name]
    outcome = opened(data)
    assert (outcome.condition, len(outcome.records), outcome.line) == ("torn", count, count + 2)
    assert outcome.records == tuple(STORY.records[:count])
    steps = sum(isinstance(record, Entry) for record in outcome.records)
    assert (
        outcome.what
        == f"fight.json was cut off in the middle of a write; {steps} lines of the log before that are intact."
    )
    end = LINES[0] + b"".join(LINES[1 : count + 1])
    assert data[: outcome.good] == end[: outcome.good]
    assert outcome.good in (len(end), len(end) - 1)


# Damaged


def changed(number: int, old: bytes, new: bytes, lines: list[bytes] = LINES) -> bytes:
    assert old in lines[number]
    return b"".join([*lines[:number], lines[number].replace(old, new), *lines[number + 1 :]])


DAMAGED = {
    "a text changed": (changed(5, b"happened", b"hippened"), 6, "its hash does not match"),
    "a text broken": (changed(5, b'"text":"', b'"text":'), 6, "it cannot be read"),
    "the last text changed": (changed(27, b"happened", b"hippened"), 28, "its hash does not match"),
    "the last text broken": (changed(27, b'"text":"', b'"text":'), 28, "it cannot be read"),
    "a later line whole, no trailer": (changed(5, b'"text":"', b'"text":')[:-3], 6, "it cannot be read"),
    "a later line whole, and the last one cut": (changed(5, b'"text":"', b'"text":')[:-30], 6, "it cannot be read"),
    "a comma missing": (changed(5, b",{", b"{"), 6, "its comma is not in its place"),
    "a comma too many": (changed(1, b"{", b",{"), 2, "its comma is not in its place"),
    "a line missing": (b"".join(LINES[:5] + LINES[6:]), 6, "its hash does not match"),
    "a line twice": (b"".join(LINES[:5] + LINES[4:]), 6, "its hash does not match"),
    "lines in another order": (b"".join([*LINES[:5], LINES[6], LINES[5], *LINES[7:]]), 6, "its hash does not match"),
    "another header": (changed(0, b"made-up", b"made-op"), 2, "its hash does not match"),
    "a wrong hash at the end, no trailer": (changed(27, b"happened", b"hippened")[:-3], 28, "its hash does not match"),
    "an end broken": (changed(5, b',"h":"', b',"k":"'), 6, "its end is not that of a record"),
    "too many brackets": (changed(5, b'"parent":', b'"x":[[[[[[[[[]]]]]]]]],"parent":'), 6, "it cannot be read"),
    "something behind the trailer": (DATA + b"x]}\n", 29, "its comma is not in its place"),
    "a line too long": (changed(5, b"happened", b"x" * limits.LINE), 6, "it is too long"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_told_with_its_line_and_everything_before_it_is_there(name: str) -> None:
    data, line, problem = DAMAGED[name]
    outcome = opened(data)
    assert (outcome.condition, outcome.line) == ("damaged", line)
    assert outcome.records == tuple(STORY.records[: line - 2])
    assert f"is damaged in line {line}: {problem}; " in outcome.what
    assert outcome.what.endswith(" before that are intact. Nothing was changed.")
    assert outcome.good == sum(map(len, LINES[: line - 1]))


def forged(*new: Record) -> bytes:
    """A file in order except for what its records say."""
    first = records.encode_header(records.header(GAME, "id", MOMENT))
    lines, h = [first], records.first_h(first)
    for place, record in enumerate(new):
        line, h = records.chained(records.body(record), h)
        lines.append(b"," + line if place else line)
    return b"".join(lines) + records.TRAILER


ONE = Entry(1, 0, "", "", "")
MISFITS: dict[str, tuple[Record, ...]] = {
    "a gap": (ONE, Entry(3, 1, "", "", "")),
    "a parent that is to come": (ONE, Entry(2, 2, "", "", "")),
    "a head that leads nowhere": (ONE, Head(2, 7)),
    "an undo that leads nowhere": (ONE, Head(2, 1, "undo")),
    "one origin too many": (ONE, Entry(2, 1, "", "", "", origin=9)),
    "people after what never was": (ONE, Entry(2, 7, "", "", "", (Joined(("A",), Combatant("", "heroes")),))),
}


@pytest.mark.parametrize("name", MISFITS)
@pytest.mark.parametrize("trailer", [True, False])
def test_a_record_that_does_not_fit_is_damage_even_at_the_end(name: str, trailer: bool) -> None:
    data = forged(*MISFITS[name])
    outcome = opened(data if trailer else data[:-3])
    assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", 3, 1)
    assert outcome.what == (
        "fight.json is damaged in line 3: it does not fit the lines before it; "
        "1 line of the log before that is intact. Nothing was changed."
    )


@pytest.mark.parametrize("place", [2, 199, 200, 201, 400, 401, 449])
def test_the_first_fault_of_a_long_file_counts(place: int) -> None:
    story = [Entry(number, number - 1, "", "", "") for number in range(1, 451)]
    whole = forged(*story)
    lines = whole.splitlines(keepends=True)
    hashless = b"".join((*lines[:place], lines[place].replace(b'"h":"', b'"h":"x', 1), *lines[place + 1 :]))
    outcome = opened(hashless)
    assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", place + 1, place - 1)
    assert outcome.good == sum(map(len, lines[:place]))
    cut = opened(b"".join(lines[:place]) + lines[place][:20])
    assert (cut.condition, cut.line, len(cut.records)) == ("torn", place + 1, place - 1)
    misfit = forged(*story[: place - 1], Head(place, 999), *story[place:])
    outcome = opened(misfit[:-30])
    assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", place + 1, place - 1)
    assert opened(whole).condition == "clean"


def test_more_combatants_than_a_fight_holds_are_damage() -> None:
    people = tuple(f"N{number}" for number in range(501))
    like = Combatant("", "heroes")
    assert opened(forged(replace(ONE, events=(Joined(people[:500], like),)))).condition == "clean"
    first = replace(ONE, events=(Joined(people[:500], like),))
    outcome = opened(forged(first, Entry(2, 1, "", "", "", (Joined(people[500:], like),))))
    assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", 3, 1)
    outcome = opened(forged(replace(ONE, events=(Joined(people, like),))))
    assert (outcome.condition, outcome.line) == ("damaged", 2)
    assert "more than 500 combatants" in outcome.what


def test_more_records_than_a_session_holds_are_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORDS", 2)
    assert opened(forged(ONE, Head(2, 0))).condition == "clean"
    outcome = opened(forged(ONE, Head(2, 0), Head(3, 1)))
    assert (outcome.condition, outcome.line) == ("damaged", 4)
    assert "more than 2 records" in outcome.what


def test_many_lines_that_only_look_like_ours_are_no_cut_off_write() -> None:
    line = b',{"seq":1,"t":"head","x":1,"h":"0000000000000000"}\n'
    assert opened(DATA[:-40] + b"\n" + line * 100).condition == "torn"
    assert opened(DATA[:-40] + b"\n" + line * 10_100).condition == "damaged"


# Edited


@pytest.mark.parametrize("how", [{}, {"indent": 2}, {"ensure_ascii": False}, {"sort_keys": True, "indent": None}])
def test_another_layout_is_told_and_holds_the_same(how: dict[str, Any]) -> None:
    outcome = opened(layout(**how) if "sort_keys" not in how else layout(without("h"), **how))
    assert (outcome.condition, outcome.line, outcome.differs) == ("edited", None, None)
    assert outcome.what == "fight.json was edited by hand or reformatted by another program."
    assert outcome.records == tuple(STORY.records)
    assert (outcome.header.id, outcome.header.system) == ("id", GAME)


def test_other_line_ends_are_another_layout() -> None:
    for data in (
        DATA.replace(b"\n", b"\r\n"),
        DATA + b"\n",
        DATA[:-4] + b"]}\n",
        b"\n" + DATA,
        b"\xef\xbb\xbf " + DATA,
    ):
        outcome = opened(data)
        assert (outcome.condition, outcome.records) == ("edited", tuple(STORY.records))


class TestWhatNoGameKnows:
    """The game of a file is asked what it cannot make sense of, where somebody edited the file."""

    @staticmethod
    def found(data: bytes, fault: Callable[[Scene], str]) -> Loaded:
        disk = SimDisk()
        disk.put(PATH, data)
        return load(PATH, Rules(fault=fault), disk)

    @pytest.mark.parametrize("at", range(len(STORY.records)))
    def test_all_before_it_is_the_good_part(self, at: int) -> None:
        told = Story()
        for number in range(len(STORY.records)):
            told.entry(TitleBecame("Odd" if number == at else f"{number}"))
            if number > at:
                told.entry(SettingBecame("gritty", number, None))
        whole = json.loads(text(told))
        without("h")(whole)
        titles = [record["events"][0].get("title") for record in whole["records"]]

        def fault(scene: Scene) -> str:
            odd = scene.title in titles[titles.index("Odd") :]
            return f"the title is “{scene.title}\x1b[31m” {scene.settings}, which nobody knows" if odd else ""

        found = self.found(json.dumps(whole, indent=1).encode(), fault)
        assert (found.condition, found.line, found.differs) == ("damaged", at + 2, None)
        assert (found.records, found.header.id) == (tuple(told.records[:at]), "id")
        before = (
            "1 line of the log before that is intact" if at == 1 else f"{at} lines of the log before that are intact"
        )
        assert found.what == (
            f"fight.json is damaged in line {at + 2}: the title is “Odd[31m” {{}}, which nobody knows; {before}. "
            "Nothing was changed."
        )

    def test_a_long_one_is_cut(self) -> None:
        assert len(self.found(layout(without("h")), lambda scene: "x" * 5000).what) < 500

    def test_where_all_makes_sense_it_is_an_edited_file(self) -> None:
        assert self.found(layout(without("h")), lambda scene: "").condition == "edited"

    @pytest.mark.parametrize("data", [DATA, DATA[:-2]], ids=["whole", "cut off"])
    def test_right_hashes_do_not_make_sense_of_it(self, data: bytes) -> None:
        def fault(scene: Scene) -> str:
            return "nobody knows the Dock" if scene.encounter == "The Dock" else ""

        found = self.found(data, fault)
        assert (found.condition, found.line, len(found.records)) == ("damaged", 28, 26)
        assert "line 28: nobody knows the Dock;" in found.what

    def test_a_game_that_breaks_on_it_cannot_make_sense_of_it(self) -> None:
        def fault(scene: Scene) -> str:
            return f"{scene.combatants['Nobody']}" if scene.encounter else ""

        found = self.found(DATA, fault)
        assert (found.condition, found.line) == ("damaged", 28)
        assert "line 28: the game cannot make sense of the fight after it;" in found.what


def test_an_edit_without_hashes_is_taken_as_it_is_meant() -> None:
    def edit(whole: dict[str, Any]) -> None:
        without("h")(whole)
        whole["records"][0]["events"][0]["title"] = "Mine"

    for how in ({"indent": 1}, {"separators": (",", ":")}):
        outcome = opened(layout(edit, **how))
        assert (outcome.condition, outcome.differs) == ("edited", None)
        assert outcome.history.scene.title == "Mine"
        first = outcome.records[0]
        assert isinstance(first, Entry)
        old = STORY.records[0]
        assert isinstance(old, Entry)
        assert first.state not in ("", old.state)


def test_an_edit_beside_hashes_is_damage() -> None:
    def edit(whole: dict[str, Any]) -> None:
        whole["records"][3]["text"] = "Mine"

    outcome = opened(layout(edit, indent=1))
    assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", 5, 3)
    assert outcome.header == opened(DATA).header
    assert outcome.what == (
        "fight.json is damaged in line 5: its hash does not match; "
        "3 lines of the log before that are intact. Nothing was changed."
    )

    def drop(whole: dict[str, Any]) -> None:
        whole["records"][3].pop("h")

    assert opened(layout(drop)).line == 5


def test_an_edit_that_is_no_record_is_damage() -> None:
    def edit(whole: dict[str, Any]) -> None:
        without("h")(whole)
        whole["records"][3]["surprise"] = 1

    outcome = opened(layout(edit, indent=1))
    assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", 5, 3)

    def doubled(whole: dict[str, Any]) -> None:
        without("h")(whole)
        whole["records"][3]["text"] = "DOUBLE"

    data = layout(doubled).replace(b'"DOUBLE"', b'"a", "text": "b"')
    assert "a key occurs in it twice" in opened(data).what
    for odd, why in (
        (b"NaN", "a number in it is not a whole one"),
        (b"1e999", "a number in it is not a whole one"),
        (b"9" * 5000, "a number in it is too large"),
        (b"1.5", "a number in it is not a whole one"),
        (b'"%b"' % (b"x" * limits.LINE), "it is too long"),
    ):
        outcome = opened(layout(doubled).replace(b'"DOUBLE"', odd))
        assert isinstance(outcome, Loaded)
        assert (outcome.condition, outcome.line, len(outcome.records)) == ("damaged", 5, 3)
        assert f"line 5: {why};" in outcome.what


def test_an_edit_that_breaks_the_whole_says_what_is_wrong() -> None:
    whole = layout(without("h"), indent=1)
    for old, new, why in (
        (b'"version": 1', b'"version": 0', "its first line is not that of a session"),
        (b'"seq": 3', b'"seq": ' + b"[" * 9999 + b"]" * 9999, "it cannot be read"),
        (b'\n  },\n  {\n   "seq": 3', b'\n  }\n  {\n   "seq": 3', "row 40, column 3 cannot be read"),
        (b'"id": "id"', b'"id": \xff', "it is not written in UTF-8"),
    ):
        assert old in whole
        error = refused(whole.replace(old, new))
        assert (error.condition, error.what) == ("damaged", f"fight.json is damaged and cannot be opened: {why}.")


# Newer, foreign


def test_a_newer_version_is_named_and_never_read() -> None:
    for version in (2, 7):
        error = refused(changed(0, b'"version":1', b'"version":%d' % version))
        assert error.condition == "newer"
        assert error.what.startswith("fight.json was made by version ")
        assert f"in a newer format ({version}); this program reads up to 1." in error.what
        assert error.what.endswith(" Open it with the newer program; it was not changed.")
    error = refused(b'{"version":2,"more":"x","format":"combat-tracker/session","records":[]}')
    assert (error.condition, error.what[:41]) == ("newer", "fight.json was made in a newer format (2)")
    assert refused(b'{ "format" : "combat-tracker/session",\n"version": 3, "new": {}}').condition == "newer"
    error = refused(b'{"app":"9.1","version":2,"format":"combat-tracker/session","records":[]}')
    assert error.what.startswith("fight.json was made by version 9.1 of the program in a newer format (2)")
    error = refused(b'{"format":"combat-tracker/session","version":2,"records":[]}')
    assert error.what.startswith("fight.json was made in a newer format (2)")
    odd = refused(b'{"format":"combat-tracker/session","version":2,"app":"\xff\x1b[2J"}')
    assert "\x1b" not in odd.what


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"{}", b"[]", b"null", b"hello", b"\xff\xfe", b'{"format":"other","version":1,"records":[]}', b"]}\n"],
)
def test_what_is_no_session_is_foreign(data: bytes) -> None:
    error = refused(data)
    assert (error.condition, error.what) == ("foreign", "fight.json is not a session of this program.")


@pytest.mark.parametrize(
    "data",
    [
        changed(0, b'"version":1', b'"version":0'),
        changed(0, b'"version":1', b'"version":true'),
        changed(0, b'"version":1', b'"version":1,"x":1'),
        changed(0, b'"records":[', b'"recordz":['),
        changed(0, b'"id":"id"', b'"id":"\xff"'),
        layout(lambda whole: whole.pop("created")),
        LINES[0][:80],
        LINES[0][:-1] + b" " * 2 * limits.LINE,
    ],
)
def test_a_header_that_cannot_be_read_is_damage(data: bytes) -> None:
    error = refused(data)
    assert error.condition == "damaged"
    assert re.fullmatch(r"fight\.json is damaged and cannot be opened: [^.]+\.", error.what)


def test_a_header_laid_out_differently_is_another_layout() -> None:
    outcome = opened(changed(0, b'"id":', b'"id": '))
    assert (outcome.condition, outcome.records) == ("edited", tuple(STORY.records))


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(LoadError, match=r"^none cannot be read: the file or its folder is gone\.$") as error:
        load("none", disk=SimDisk())
    assert error.value.condition == "unreadable"
    with pytest.raises(LoadError, match=r"^ab cannot be read: its name cannot be used\.$"):
        load("a\0b")


def test_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(disk: SimDisk, path: str) -> tuple[bytes, Stamp]:
        raise PermissionError(errno.EACCES, "closed")

    monkeypatch.setattr(SimDisk, "read", refuse)
    with pytest.raises(LoadError, match=r"^fight cannot be read: reading is not allowed there\.$"):
        load("fight", disk=SimDisk())


# Replay


OTHER = Rules(lambda system: Scene(system, title="another beginning"))
"""Rules by which the same entries lead to other states."""


def test_a_replay_that_comes_out_differently_is_told() -> None:
    outcome = opened(DATA, OTHER)
    assert (outcome.condition, outcome.differs) == ("clean", None), "the first line sets the title"
    told = Story()
    told.entry(Joined(("A",), Combatant("", "heroes")), text="A joins \\ them.")
    told.entry(TitleBecame("x"))
    long = Story()
    long.entry(Joined(("A",), Combatant("", "heroes")), text="x" * 200)
    assert f": “{'x' * 120}”." in opened(text(long), OTHER).what
    outcome = opened(text(told), OTHER)
    assert (outcome.condition, outcome.differs, outcome.line) == ("differs", 1, None)
    assert "But this version of the program replays line 1 of the log differently: “A joins \\ them.”." in outcome.what
    states = [record.state for record in outcome.records if isinstance(record, Entry)]
    olds = [record.state for record in told.records if isinstance(record, Entry)]
    assert states[0] != olds[0]
    assert states[1] == olds[1]
    assert outcome.history.entries[1] is outcome.records[0]


def test_a_torn_file_may_differ_too() -> None:
    told = Story()
    told.entry(Joined(("A",), Combatant("", "heroes")))
    found = opened(text(told)[:-2], OTHER)
    assert (found.condition, found.differs) == ("torn", 1)
    found = opened(json.dumps(json.loads(text(told))).encode(), OTHER)
    assert (found.condition, found.differs) == ("edited", 1)
    data = text(told).replace(b"]}\n", b',{"seq":2}\n]}\n')
    found = opened(data, OTHER)
    assert (found.condition, found.differs) == ("damaged", None)


def test_an_entry_without_a_state_is_not_compared() -> None:
    outcome = opened(forged(ONE))
    assert (outcome.condition, outcome.differs) == ("clean", None)
    assert isinstance(outcome.records[0], Entry)
    assert outcome.records[0].state


# Older versions


def test_an_older_version_is_raised_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(record: dict[str, Any]) -> dict[str, Any]:
        return {**record, "by": {"undone": "undo"}.get(record["by"], record["by"])} if record["t"] == "head" else record

    def two(record: dict[str, Any]) -> dict[str, Any]:
        return {("to" if key == "target" else key): item for key, item in record.items()}

    monkeypatch.setattr(records, "VERSION", 3)
    monkeypatch.setattr(upcast, "STEPS", {1: one, 2: two})
    first = b'{"format":"combat-tracker/session","version":1,"id":"i","created":"","app":"","system":"g","records":[\n'
    bodies = [
        records.body(ONE),
        b'{"seq":2,"t":"head","target":0,"by":"undone"}',
        b'{"seq":3,"t":"head","target":1,"by":"goto"}',
    ]
    lines, h = [], records.first_h(first)
    for body in bodies:
        h = records.next_h(h, body)
        lines.append(body[:-1] + b',"h":"%b"}\n' % h.encode())
    data = first + b",".join(lines) + b"]}\n"
    outcome = opened(data)
    assert outcome.condition == "clean"
    assert outcome.records[1:] == (Head(2, 0, "undo"), Head(3, 1))
    assert outcome.header.version == 1
    assert opened(json.dumps(json.loads(data)).encode()).records == outcome.records
    for old, new, problem in (
        (b'"by":"undone"', b'"no":"undone"', "it cannot be read"),
        (b'"by":"undone"', b'"by":"x","by":"undone"', "a key occurs in it twice"),
        (b'{"seq":2,"t":"head","target":0,"by":"undone"}', b"[2]", "it is not a record"),
        (b'"by":"undone"', b'"by":NaN', "a number in it is not a whole one"),
    ):
        with pytest.raises(BadText, match=f"^{problem}$"):
            records.decode_body(bodies[1].replace(old, new), 1)
