"""Entries narrated for the log: outcome first, a line for each command, turns as headings, remarks apart."""

from __future__ import annotations

from collections.abc import Iterator
from glob import glob
from statistics import median

import pytest
from msgspec.structs import replace

from tests.small_game import session
from tests.table import played
from tracker.combat.records import Entry
from tracker.commands.story import StoryEntry, StoryLine, happenings, retell, story_text
from tracker.session import Session

OUTGUNNED = (
    "add Savar pool=6 brawn=2 nerves=3 fight=3",
    "add Sam pool=5",
    "add Goons side=enemies grit=9 attack=basic defense=basic",
    "arm Savar revolver",
    "range all close",
)
CONTRACT = (
    "add Jeff brawn=2 dexterity=2 firearms=3",
    "add Guard side=enemies brawn=3 dexterity=3 athletics=1",
    "arm Jeff knife",
    "range Jeff Guard engaged",
)
GEN6 = (
    "add Mira health=20 con=5 defense=12",
    "add Ape side=enemies health=12 con=3 defense=11",
    "arm Mira knife bonus=3",
)
ARMIES = ("add Dermot struggle=55 body=60", "add Thug side=enemies struggle=40 dodge=30 body=50")


def entries(made: Session) -> Iterator[tuple[Entry, StoryEntry]]:
    """The story with what the log tells of each entry."""
    for entry in made.story():
        yield entry, retell(made.system, made.history.scene_at(entry.parent), entry)


def last(made: Session) -> StoryEntry:
    """What the log tells of the newest entry."""
    return list(entries(made))[-1][1]


def words(line: StoryLine) -> str:
    """A line in one text, as it is read aloud."""
    faces = " ".join("".join(map(str, group)) for group in line.faces)
    parts = (line.outcome, *line.rest, f"[{faces}]" if faces else "", line.what, line.text)
    return " · ".join(filter(None, parts))


@pytest.mark.parametrize(
    ("game", "before", "line", "told"),
    [
        ("outgunned", OUTGUNNED, "attack Savar Goons c", "Goons 9 → 6 · Savar · revolver · critical"),
        (
            "outgunned",
            OUTGUNNED,
            "attack Savar Goons dice=4,6,6,1,6,4 what=twice",
            "Goons 9 → 5 · Savar · revolver · critical + basic · [66644 1] · twice",
        ),
        (
            "outgunned",
            (*OUTGUNNED, "set Goons hot=1"),
            "attack Savar Goons c",
            "Goons 9 → 6 · Savar · revolver · critical · Goons adrenaline 0 → 1",
        ),
        ("outgunned", OUTGUNNED, "attack Savar Goons 0", "Goons: no hit · Savar · revolver · nothing · revolver empty"),
        ("outgunned", (*OUTGUNNED, "begin reaction"), "react Sam 0 vs=Goons", "Sam 12 → 11 · vs Goons · nothing"),
        (
            "outgunned",
            (*OUTGUNNED, "begin reaction"),
            "react Sam c vs=Goons",
            "Sam: safe · vs Goons · critical · 2 extra",
        ),
        ("outgunned", (*OUTGUNNED, "begin reaction"), "react Sam pass", "Sam: safe · no roll"),
        ("contract", CONTRACT, "attack Jeff Guard 3", "Guard: to react · Jeff · knife · 3 partial"),
        (
            "contract",
            (*CONTRACT, "exert Jeff body outcome"),
            "attack Jeff Guard 3",
            "Guard: to react · Jeff · knife · 4 complete",
        ),
        (
            "contract",
            (*CONTRACT, "exert Jeff body outcome", "evade Guard 1"),
            "attack Jeff Guard dice=8,2,3,4,5 take",
            "Guard 7 → 5 · Jeff · knife · 3 partial · evade −1 · [82345]",
        ),
        ("contract", (*CONTRACT, "attack Jeff Guard 3"), "dodge Guard 3", "Guard: no injury · vs Jeff: 3 · dodge 3"),
        ("contract", (*CONTRACT, "attack Jeff Guard 3"), "take Guard", "Guard 7 → 4 · vs Jeff: 3 · no reaction"),
        (
            "contract",
            (*CONTRACT, "arm Guard knife", "attack Guard Jeff 0", "attack Jeff Guard 2"),
            "desperate Guard clash 4",
            "Guard 7 → 6 · vs Jeff: 2 · desperate clash 4 with the knife · exertion −1 · Jeff 6 → 2",
        ),
        (
            "contract",
            (*CONTRACT, "attack Guard Jeff 0"),
            "attack Jeff Guard 2 dodge=3 desperate",
            "Guard 7 → 6 · Jeff · knife · 2 partial · met with a dodge · exertion −1",
        ),
        (
            "gen6",
            GEN6,
            "attack Mira Ape dice=5,4,4 damage=4",
            "Ape 12 → 8 · Mira · knife · 16 vs 11 · damage 4 · [544]",
        ),
        ("gen6", GEN6, "attack Mira Ape 3", "Ape: miss · Mira · knife · 3 vs 11"),
        ("unknown-armies", ARMIES, "attack Dermot Thug 38", "Thug 50 → 39 · Dermot · fist · 38 vs 55"),
        ("unknown-armies", ARMIES, "attack Dermot Thug 61", "Thug: miss · Dermot · fist · 61 vs 55"),
        (
            "unknown-armies",
            ARMIES,
            "attack Dermot Thug 33",
            "Thug 50 → 17 · Dermot · fist · 33 vs 55, matched success",
        ),
        ("outgunned", OUTGUNNED, "note Rain.", "Rain."),
        ("outgunned", OUTGUNNED, "hurt Goons 9", "Goons 9 → 0 defeated · by hand"),
        ("gen6", GEN6, "hurt Ape 3", "Ape 12 → 9 · by hand"),
        ("outgunned", OUTGUNNED, "cover Sam partial", "Sam: partial cover."),
    ],
)
def test_the_outcome_comes_first_then_who_with_what_and_how(
    game: str, before: tuple[str, ...], line: str, told: str
) -> None:
    fight = played(game, *before, line)
    assert [words(line) for line in last(fight).lines] == [told]


def test_a_game_that_says_nothing_of_its_own_has_an_outcome_where_a_track_changed() -> None:
    fight = session("add Ann hp=8", "add Gobs side=enemies hp=6", "strike Ann Gobs 2")
    assert last(fight).lines[0].outcome == "Gobs 6 → 4"
    fight.do("note Rain.")
    assert last(fight) == StoryEntry((StoryLine(text="Rain."),), aside=True)


@pytest.mark.parametrize(
    ("game", "before", "turn"),
    [
        ("outgunned", OUTGUNNED, "round 1 · Action Turn"),
        ("contract", (*CONTRACT, "initiative Jeff 3"), "round 1 · Guard"),
        ("gen6", (*GEN6, "initiative by=Mira heroes=9 enemies=3"), "round 1 · Ape"),
        ("unknown-armies", (*ARMIES, "initiative Dermot 50"), "round 1 · Dermot"),
    ],
)
def test_a_turn_is_a_heading_and_says_nothing_else(game: str, before: tuple[str, ...], turn: str) -> None:
    narration = last(played(game, *before, "next"))
    assert (narration.turn, narration.lines, narration.remarks) == (turn, (), ())


def test_the_end_of_a_fight_is_no_turn() -> None:
    narration = last(played("outgunned", *OUTGUNNED, "next", "end won"))
    assert (narration.turn, [line.text for line in narration.lines]) == ("", ["The fight is over: won."])


def test_a_batch_has_a_heading_and_a_line_for_each_hero() -> None:
    fight = played("outgunned", *OUTGUNNED, "begin reaction", "react Savar c vs=Goons ; react Sam 0 vs=Goons")
    narration = last(fight)
    assert narration.heading == "react: Savar, Sam"
    assert [words(line) for line in narration.lines] == [
        "Savar: safe · vs Goons · critical · 2 extra",
        "Sam 12 → 11 · vs Goons · nothing",
    ]


def test_what_prepares_a_fight_is_told_in_sentences_without_command_words() -> None:
    def told(fight: Session) -> tuple[str, list[str]]:
        return last(fight).heading, [line.text for line in last(fight).lines]

    joined = ("", ["Ann joins (heroes). Bob joins (heroes)."])
    for game in ("contract", "srd5", "unknown-armies"):
        fight = played(game, "add Ann ; add Bob")
        assert told(fight) == joined
        fight.do("initiative Ann 14 ; initiative Bob 6")
        assert told(fight) == ("", ["Initiative: Ann has 14; Bob has 6."])
    fight.do("note Rain. ; note Dusk.")
    assert told(fight) == ("", ["Rain.", "Dusk."])


def test_of_several_blows_at_one_each_has_its_own_outcome() -> None:
    fight = session("add Ann hp=8", "add Bea", "add Gobs side=enemies hp=6")
    fight.do("strike Ann Gobs 2 ; note They pause. ; strike Bea Gobs 1")
    narration = last(fight)
    assert [words(line).partition(" · ")[0] for line in narration.lines] == ["Gobs 6 → 4", "They pause.", "Gobs 4 → 3"]
    entry = fight.story()[-1]
    assert entry.text.count("They pause.") == 1
    assert happenings(fight.system, fight.history.scene_at(entry.parent), entry)[-1].after == fight.scene


def test_remarks_stand_apart_and_the_text_of_the_entry_holds_them_all_the_same() -> None:
    fight = played("contract", "add Jeff", "add Guard side=enemies", "attack Jeff Guard 3")
    entry = fight.story()[-1]
    assert entry.remarks == ("Jeff and Guard are near, not engaged.",)
    assert entry.text.endswith(entry.remarks[0])
    assert entry.remarks[0] not in story_text(entry)
    assert last(fight).remarks == entry.remarks


def test_a_ruling_in_the_words_of_the_first_version_stands_apart_too() -> None:
    entry = played("plain", "add Jeff", "note! Rain").story()[-1]
    assert entry.text.endswith(" GM ruling.")
    before = story_text(entry)
    assert story_text(replace(entry, text=f"{before} This is ruled.")) == before
    over = ("The fight is over.",)
    assert story_text(replace(entry, text=f"{before} This is ruled, over: {over[0]}", over=over)) == before
    assert story_text(replace(entry, text=f"{before} GM ruling, although the fight is over.", over=over)) == before


def test_a_new_fight_is_a_section() -> None:
    assert last(played("outgunned", *OUTGUNNED, "encounter The Bridge")).section == "The Bridge"


def test_a_line_that_can_no_longer_be_read_is_told_by_its_text() -> None:
    fight = played("outgunned", *OUTGUNNED, "attack Savar Goons c")
    entry = replace(fight.story()[-1], command="attack Nobody Goons c")
    narration = retell(fight.system, fight.history.scene_at(entry.parent), entry)
    assert [line.text for line in narration.lines] == [entry.text]


@pytest.mark.parametrize("path", sorted(glob("saves/*.json")))
def test_a_shipped_fight_is_told_in_short_lines(path: str) -> None:
    told = [line for _, entry in entries(Session.load(path)) for line in entry.lines if not entry.aside]
    lengths = [len(words(line)) for line in told]
    assert median(lengths) <= 80
    assert max(lengths) <= 170


def test_a_line_without_an_outcome_says_what_it_takes_of_the_turn() -> None:
    fight = played("outgunned", *OUTGUNNED, "range all medium", "begin action", "approach Savar Goons")
    assert last(fight).lines[0].spent == ("quick", "action")
    fight.do("cover Sam partial")
    assert last(fight).lines[0].spent == ("quick",)
    fight.do("note Rain.")
    assert last(fight).lines[0].spent == ()


def test_the_words_of_a_note_stay_as_they_are() -> None:
    fight = played("outgunned", *OUTGUNNED)
    before = fight.scene
    (entry,) = fight.do("note Savar: limps. Savar: bleeds.").entries
    assert [line.text for line in retell(fight.system, before, entry).lines] == ["Savar: limps. Savar: bleeds."]
