"""Sessions: entries, walks through the history, removed and replaced lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.small_game import STAGE, Kept, reloaded, session
from tests.table import played, tried
from tracker.combat import limits
from tracker.combat.digest import digest, hexed
from tracker.combat.events import fold
from tracker.combat.records import START, Entry, Head
from tracker.combat.scene import Scene
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

PAIR = ("add Ann", "add Orc side=enemies hp=9")


def test_an_entry_keeps_all_that_belongs_to_it() -> None:
    fight = session(*PAIR)
    (entry,) = fight.do("strike ann 2d6").entries
    assert entry.command == "strike Ann 2d6"
    assert [throw.purpose for throw in entry.dice] == ["result"]
    assert sum(reason.value for reason in entry.why if reason.of == "damage") == sum(entry.dice[0].faces)
    assert entry.at == "2026-01-01T00:00:00Z"
    assert entry.state == hexed(digest(fight.scene))


def test_a_line_of_several_is_all_or_nothing_and_one_undo() -> None:
    fight = session(*PAIR)
    before = fight.scene
    with pytest.raises(InvalidCommand):
        fight.do("strike ann 1 ; hurt nobody 1")
    assert fight.scene is before
    with pytest.raises(Refused):
        fight.do("strike ann 1 ; strike ann 1")
    assert fight.scene is before
    (entry,) = fight.do("strike ann 1 ; strike! ann 1").entries
    assert entry.command == "strike Ann 1 ; strike! Ann 1"
    assert (entry.ruled, entry.over) == (True, ("Ann has acted.",))
    fight.do("undo")
    assert fight.scene == before


def test_a_refusal_names_the_way_around_and_a_ruling_costs_nothing() -> None:
    fight = session(*PAIR, "strike ann 1")
    with pytest.raises(Refused, match=r"Ann has acted\. With ! after the verb it is your ruling"):
        fight.do("strike ann 1")
    done = fight.do("strike! ann 1")
    assert "GM ruling, although Ann has acted." in done.text
    fight.do("next")
    fight.do("strike! ann 1")
    assert fight.scene["Ann"].spent == ()


def test_one_who_is_out_cannot_act_unless_ruled() -> None:
    fight = session(*PAIR, "out ann")
    with pytest.raises(Refused, match="out"):
        fight.do("strike ann 1")
    fight.do("strike! ann 1")
    fight.do("back ann")
    fight.do("strike ann 1")


def test_revoke_takes_a_line_out_and_plays_the_later_ones_again_with_their_dice() -> None:
    fight = session(*PAIR, "hurt orc 2", "strike ann 1d6", "roll 2d6 luck")
    faces = [fight.history.entries[n].dice[0].faces for n in (4, 5)]
    old = fight.scene
    done = fight.do("revoke 3")
    assert [entry.origin for entry in done.entries] == [4, 5]
    assert fight.scene["Orc"].value("hp") == old["Orc"].value("hp") + 2
    assert [entry.dice[0].faces for entry in done.entries] == faces
    fight.do("undo")
    assert fight.scene == old
    assert fight.history.head == 5


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("add Ann grit=9", "add Boss side=enemies grit=9", "attack! Ann Boss dice=1,1,2,3,4,6 pool=6"), "Ann attacks"),
        (('add "Dr. Faye" grit=9', 'hurt "Dr. Faye" 2'), "Dr. Faye: −2 grit (9 → 7)."),
        (("add Ann grit=9", "add Bob side=enemies", "begin action", "next"), "Reaction Turn, round 1."),
    ],
)
def test_what_is_taken_back_is_said_in_the_words_of_the_log(lines: tuple[str, ...], said: str) -> None:
    made = played("outgunned", *lines)
    for verb in ("Undone", "Redone"):
        told = made.do(verb.casefold().removesuffix("ne")).text
        assert told.startswith(f"{verb}: {said}")
        assert "dice=" not in told


@pytest.mark.parametrize(("line", "new", "old"), [("revoke 3", 5, 4), ("amend 3 hurt orc 2", 6, 4), ("revoke 4", 3, 4)])
def test_undo_and_redo_of_a_changed_past_line_are_not_told_as_its_last_line(line: str, new: int, old: int) -> None:
    made = session(*PAIR, "hurt orc 1", "note x")
    made.do(line)
    assert made.history.head == new
    assert made.do("undo").text == f"The change of a past line is undone: now at line {old}."
    assert made.do("undo").text == "Undone: x"
    assert made.do("redo").text == "Redone: x"
    assert made.do("redo").text == f"The change of a past line is redone: now at line {new}."


def test_a_line_that_is_played_again_keeps_the_remark_of_where_it_came_from() -> None:
    fight = session(*PAIR, "hurt orc 1")
    fight.do("hurt ann 1", via="Sent by the phone of Ann.")
    fight.do("note x")
    for line in ("amend 3 hurt orc 2", "revoke 3"):
        fight.do(line)
        (sent,) = [entry for entry in fight.story() if entry.command == "hurt Ann 1"]
        assert sent.text.endswith(" Sent by the phone of Ann.")
        assert sent.text.count("phone") == 1
        assert sent.remarks[-1] == sent.via == "Sent by the phone of Ann."
        fight.do("undo")
    fight.do("amend 4 hurt ann 2")
    assert "phone" not in fight.story()[3].text, "the game master put another line in its place"


def test_a_line_that_changes_an_earlier_one_keeps_where_that_came_from() -> None:
    fight = Session(find("outgunned"))
    for line in ("add Savar pool=6", "add Goon side=enemies", "range all close", "next"):
        fight.do(line)
    fight.do("attack Savar Goon 1,1,2,3,4,5", via="Sent by the phone of Savar.")
    fight.do("answer Savar again dice=1,2,3,4")
    assert fight.story()[-1].text.endswith("Sent by the phone of Savar.")


def test_amend_puts_another_line_in_its_place() -> None:
    fight = session(*PAIR, "hurt orc 2", "strike ann 1")
    fight.do("amend 3 hurt orc 4 ; hurt ann 1")
    assert fight.scene["Orc"].value("hp") == 4
    assert fight.scene["Ann"].value("hp") == 5
    assert [entry.command for entry in fight.story()] == [
        "add Ann",
        "add Orc side=enemies hp=9",
        "hurt Orc 4 ; hurt Ann 1",
        "strike Ann 1",
    ]
    assert fight.story()[2].origin == 3


def test_later_lines_that_would_be_refused_are_named_first_and_left_out_only_when_forced() -> None:
    fight = session(*PAIR, "add Bob", "strike ann bob 1", "note x")
    before = fight.history.next_id
    with pytest.raises(Refused, match="strike Ann Bob 1"):
        fight.do("revoke 3")
    assert fight.history.next_id == before
    done = fight.do("revoke! 3")
    assert "left out: 4 strike Ann Bob 1" in done.text
    assert [entry.command for entry in fight.story()][2:] == ["note x"]


def test_a_revoked_name_is_never_mistaken_for_a_longer_one() -> None:
    fight = session("add Ann", "add Anna", "hurt Ann 1")
    with pytest.raises(Refused, match="hurt Ann 1"):
        fight.do("revoke 1")


def test_questions_keep_their_number_when_played_again() -> None:
    fight = session(
        "add A", "add B", "add Orc side=enemies", "strike orc a 9", "next", "strike orc b 9", "decide 2 falls"
    )
    done = fight.do("revoke 4")
    assert fight.scene["B"].out == "down"
    assert fight.scene.prompts == ()
    assert len(done.entries) == 3
    fight.do("strike! orc a 9")
    assert fight.scene.prompts[0].id == 3


def test_a_decision_whose_question_no_longer_comes_up_counts_as_refused() -> None:
    fight = session("add A", "add Orc side=enemies", "strike orc a 9", "decide 1 stands")
    with pytest.raises(Refused, match="decide 1 stands"):
        fight.do("amend 3 strike orc a 1")
    fight.do("amend! 3 strike orc a 1")
    assert fight.scene.prompts == ()


def test_only_lines_of_the_story_are_taken_out() -> None:
    fight = session(*PAIR, "note x", "undo", "note y")
    with pytest.raises(InvalidCommand, match="another branch"):
        fight.do("revoke 3")
    with pytest.raises(InvalidCommand):
        fight.do("amend 2 hurt nobody 1")
    fight.do("revoke 5")
    assert [entry.command for entry in fight.story()] == list(PAIR)
    fight.do("undo")
    assert fight.story()[-1].command == "note y"


def test_a_rebase_is_kept_in_one_piece_with_its_head_last() -> None:
    kept = Kept()
    fight = session(*PAIR, "hurt orc 1", "note x", writer=kept)
    fight.do("revoke 3")
    assert kept.batches == [1, 1, 1, 1, 2]
    assert isinstance(kept.records[-1], Head)
    cut = reloaded(kept.records[:-1])
    assert cut.history.head == 4
    whole = reloaded(kept.records)
    assert whole.scene == fight.scene


def test_settings_are_shown_without_an_entry_and_changed_by_one() -> None:
    fight = session()
    assert "edge=1 (default 1)" in fight.do("settings").text
    assert fight.history.next_id == 1
    fight.do("settings edge=3")
    assert "edge=3 (default 1, changed in line 1)" in fight.do("settings").text
    fight.do("settings edge=default")
    assert STAGE.setting(fight.scene, "edge") == 1
    with pytest.raises(KeyError):
        STAGE.setting(fight.scene, "none")


@pytest.mark.parametrize(
    ("line", "text", "objections", "error"),
    [
        ("strike ann 3", "Ann strikes Orc: 3.", (), ""),
        ("strike ann 1d6", "", (), ""),
        ("strike bob 3", "", (), "not a combatant"),
        ("undo", "goes back", (), ""),
        ("", "", (), ""),
        ('"', "", (), "not closed"),
        ("strike orc 3 ; strike orc 3", "Orc strikes Ann: 3. Orc strikes Ann: 3.", ("Orc has acted.",), ""),
    ],
)
def test_a_preview_tells_and_changes_nothing(line: str, text: str, objections: tuple[str, ...], error: str) -> None:
    fight = session(*PAIR)
    before = fight.scene
    found = fight.preview(line)
    assert (found.text, found.objections) == (text, objections)
    assert error in found.error
    assert found.fine == (not objections and not error)
    assert fight.scene is before


def test_what_would_not_fit_into_the_file_is_refused_before_it_happens() -> None:
    fight = session(*(f"add G{n} count=100 side=x" for n in range(4)))
    with pytest.raises(InvalidCommand, match="at most 500"):
        fight.do("add H count=120")
    names = ",".join(f"G0 {n}" for n in range(1, 101))
    line = " ; ".join([f"mark {names} c{n}" for n in range(60)])
    with pytest.raises(InvalidCommand, match="too"):
        fight.do(line)


def test_a_line_too_long_for_the_file_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept()
    fight = session(*PAIR, writer=kept)
    before = fight.scene, list(fight.history.records), list(kept.records)
    monkeypatch.setattr(limits, "LINE", 400)
    for line in ("note " + "x" * 400, "amend 1 note " + "x" * 400):
        with pytest.raises(
            InvalidCommand, match=r"^This cannot be kept in the session: it is too long\. Do it in several"
        ):
            fight.do(line)
    assert (fight.scene, fight.history.records, kept.records) == before


@pytest.mark.parametrize("line", ["hurt Ann 1", "undo", "redo", "goto 1", "revoke 1", "revoke 2", "amend 2 add Zed"])
def test_a_full_session_takes_nothing_more_so_that_it_loads_again(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    kept = Kept()
    fight = session("note a", *PAIR, "undo", writer=kept)
    before = fight.history.head, list(kept.records)
    monkeypatch.setattr(limits, "RECORDS", len(kept.records))
    with pytest.raises(InvalidCommand, match=r"^This session is full: it holds 4 records\. Begin a new one\.$"):
        fight.do(line)
    assert (fight.history.head, kept.records) == before


def test_a_fresh_session_has_real_dice_and_a_clock() -> None:
    fight = Session(STAGE)
    (entry,) = fight.do("roll 3d6").entries
    assert entry.at.startswith("20")


# ---------------------------------------------------------------------------- any sequence of lines

LINES = st.sampled_from(
    [
        *("add Ann", "add Orc side=enemies", "add Rat preset=rat side=enemies count=2", "hurt ann 2", "hurt orc 4"),
        *("heal ann 1", "strike ann 1d6", "strike orc 2", "strike! ann orc 3", "next", "mark ann dizzy rounds=1"),
        *("range ann orc near", "nearer ann orc", "farther ann orc", "cover ann half", "decide 1 stands"),
        *("decide 2 falls", "remove orc", "encounter Two", "roll 2d6", "settings edge=2", "before orc ann"),
        *("undo", "undo 2", "redo", "redo 2", "goto 0", "goto 3", "goto 7", "revoke 2", "revoke! 3", "revoke! 1"),
        *(
            "amend 2 hurt ann 1",
            "amend! 3 next",
            "amend! 1 add Ann hp=9",
            "title T ; hurt ann 1",
            "out ann",
            "back ann",
        ),
    ]
)


def naive(made: Session, at: int) -> Scene:
    """The scene of an entry from nothing but the facts on the way to it."""
    way: list[Entry] = []
    while at != START:
        way.append(made.history.entries[at])
        at = way[-1].parent
    scene = STAGE.new_scene()
    for entry in reversed(way):
        scene = fold(scene, entry.events)
    return scene


@given(st.lists(LINES, max_size=40), st.integers(0, 9))
def test_every_scene_equals_a_naive_replay_and_a_reloaded_session_walks_the_same(lines: list[str], seed: int) -> None:
    kept = Kept()
    fight = session(seed=seed, writer=kept)
    tried(fight, *lines)
    for id_, entry in fight.history.entries.items():
        assert fight.history.scene_at(id_) == naive(fight, id_)
        assert entry.state == hexed(digest(fight.history.scene_at(id_)))
    again = reloaded(kept.records)
    assert (again.history.head, again.history.story) == (fight.history.head, fight.history.story)
    assert again.history.story == fight.history.path(fight.history.head)
    for steps in (1, 2, 5):
        assert again.history.undo_target(steps) == fight.history.undo_target(steps)
        assert again.history.redo_target(steps) == fight.history.redo_target(steps)


@given(
    st.lists(LINES.filter(lambda line: not line.startswith(("undo", "redo", "goto", "revoke", "amend"))), max_size=25)
)
def test_a_story_played_again_from_its_commands_is_the_same_story(lines: list[str]) -> None:
    fight = session()
    tried(fight, *lines)
    again = session()
    for entry in fight.story():
        faces = {throw.purpose: throw for throw in entry.dice}
        if "result" in faces:
            made_of = ",".join(map(str, faces["result"].faces))
            assert made_of
            again.do(entry.command.replace("1d6", str(sum(faces["result"].faces))))
        else:
            again.do(entry.command)
    assert replace(again.scene, asked=0) == replace(fight.scene, asked=0)


@given(st.lists(LINES, max_size=20), st.integers(1, 20))
def test_a_line_taken_out_is_as_if_it_had_never_been(lines: list[str], target: int) -> None:
    fight = session()
    tried(fight, *lines)
    story = fight.story()
    if not tried(fight, f"revoke {target}"):
        return
    kept = [entry for entry in story if entry.id != target]
    assert [each.command for each in fight.story()] == [each.command for each in kept]
    assert [each.first for each in fight.story()] == [each.first for each in kept]
    fight.do("undo")
    assert fight.story() == story


def test_the_numbers_of_each_command_of_a_line_are_told_apart() -> None:
    fight = session(*PAIR)
    (entry,) = fight.do("strike ann 2 ; strike orc 3").entries
    assert [(reason.part, reason.value) for reason in entry.why] == [(0, 2), (1, 3)]


@pytest.mark.parametrize("line", ["redo", "redo 2", "goto 99", "revoke 99", "amend 99 next", "look Nobody"])
def test_the_preview_of_a_lone_command_says_what_it_will_refuse(line: str) -> None:
    fight = session("add Ann")
    with pytest.raises(InvalidCommand):
        fight.do(line)
    assert fight.preview(line).error
