"""The history: the tree of all entries, walking through it, going to entries, changing the past."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual import events

from tests.costs import calls
from tests.small_game import session
from tests.table import plain, played
from tests.tui.pages import Hall, Hands, Pages, at, press
from tests.tui.skirmish import SKIRMISH, Seat
from tracker.combat.history import History
from tracker.combat.records import Entry, Head
from tracker.combat.scene import Scene
from tracker.games.registry import find
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.log_model import StoryLog
from tracker.tui.cockpit.view import Click
from tracker.tui.look.text import spot_at
from tracker.tui.screens.amend import Amend, AmendForm, AmendSheet
from tracker.tui.screens.help import HISTORY
from tracker.tui.screens.history import Compared, Lines, Tree
from tracker.tui.screens.history_browser import LONG, HistoryBrowser, ahead_of, tree_rows
from tracker.tui.strip.notice import Progress


def past(*lines: str) -> HistoryBrowser:
    """A walk through the history of these lines; closing it is counted."""
    seat = Seat("add Ann", "add Gobs side=enemies hp=6", *lines)
    seat.controller.host = seat.room = Hall()
    closed: list[int] = []
    walk = HistoryBrowser(seat.controller, lambda: closed.append(1))
    walk.closed = closed  # type: ignore[attr-defined]
    return walk


def tree(walk: HistoryBrowser) -> list[tuple[int, int, bool]]:
    """Each line with its lane, and whether a branch begins there."""
    return [(each.id, each.lane, each.begins) for each in walk.tree]


def said(walk: HistoryBrowser, room: int = 100) -> str:
    """What the strip says."""
    return plain(walk.lines(room, 12))


BRANCHED = ("strike Ann Gobs 1", "next", "undo 2", "hurt Gobs 2", "next")


def test_a_story_without_branches_is_one_lane_from_the_beginning_on() -> None:
    assert tree(past("next")) == [(0, 0, False), (1, 0, False), (2, 0, False), (3, 0, False)]


def test_a_branch_stands_where_it_began_beside_the_story() -> None:
    walk = past(*BRANCHED)
    assert tree(walk) == [
        (0, 0, False),
        (1, 0, False),
        (2, 0, False),
        (3, 1, True),
        (4, 1, False),
        (6, 0, False),
        (7, 0, False),
    ]
    assert walk.branches() == 1


def test_what_was_taken_back_stays_in_the_lane_of_the_story() -> None:
    walk = past("next", "next", "undo 2")
    assert [(each.id, each.lane, walk.fate(each.id)) for each in walk.tree[1:]] == [
        (1, 0, "story"),
        (2, 0, "story"),
        (3, 0, "undone"),
        (4, 0, "undone"),
    ]


def test_a_long_branch_is_folded_until_it_is_opened() -> None:
    walk = past(*["next"] * (LONG + 3), f"undo {LONG + 3}", "hurt Gobs 1")
    folded = next(each for each in walk.tree if each.begins)
    assert folded.folded == LONG + 2
    assert len(walk.tree) == 5
    press(walk, "k space")
    assert walk.at == folded.id
    assert len(walk.tree) == 5 + LONG + 2
    press(walk, "j j j space")
    assert (walk.at, len(walk.tree)) == (folded.id, 5)


def test_walking_shows_moments_and_moves_nothing() -> None:
    walk = past("strike Ann Gobs 1", "hurt Gobs 2")
    head = walk.session.history.head
    assert walk.at == head
    assert walk.view().scene["Gobs"].value("hp") == 3
    press(walk, "k")
    assert walk.view().scene["Gobs"].value("hp") == 5
    assert walk.touched() == ("Ann", "Gobs")
    press(walk, "home")
    assert (walk.at, walk.entry, walk.touched()) == (0, None, ())
    assert walk.view().scene.combatants == {}
    press(walk, "end")
    assert walk.at == head
    assert walk.session.history.head == head
    assert len(walk.session.history.records) == 4


def test_enter_goes_there_and_leaves() -> None:
    walk = past(*BRANCHED)
    press(walk, "k k enter")
    assert walk.session.history.head == 4
    assert walk.closed == [1]  # type: ignore[attr-defined]


def test_enter_on_the_line_of_now_only_leaves() -> None:
    walk = past("next")
    press(walk, "enter")
    assert len(walk.session.history.records) == 3
    assert walk.closed == [1]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("keys", "way"),
    [
        ("", "stay here"),
        ("k", "go there: 1 back"),
        ("k k", "go there: 2 back, 2 on"),
        ("k k k", "go there: 2 back, 1 on"),
        ("home", "go there: 4 back"),
    ],
)
def test_the_key_says_how_far_it_goes(keys: str, way: str) -> None:
    walk = press(past(*BRANCHED), keys)
    assert walk.hints()[0][1] == way
    press(walk, "enter")
    again = HistoryBrowser(walk.controller, lambda: None)
    assert again.hints()[0][1] == "stay here"


def test_the_way_back_is_among_the_keys_of_a_narrow_screen() -> None:
    walk = past(*BRANCHED)
    keys = Lines(walk, id="past-keys")
    line, _ = keys.compose_lines(walk.controller.view(), 80, 1)[0]
    assert "".join(text for text, _ in line).rstrip().endswith("esc back  ? help")


@pytest.mark.parametrize("key", ["escape", "q", "g"])
def test_leaving_moves_nothing(key: str) -> None:
    walk = press(past(*BRANCHED), f"k k {key}")
    assert walk.closed == [1]
    assert walk.session.history.head == 7


@pytest.mark.parametrize("key", ["delete", "r"])
def test_a_line_is_taken_out_and_one_undo_brings_it_back(key: str) -> None:
    walk = past("hurt Gobs 1", "hurt Ann 2")
    press(walk, f"k {key}")
    assert [each.command for each in walk.session.story()][2:] == ["hurt Ann 2"]
    entry = walk.entry
    assert entry is not None
    assert (entry.command, walk.session.scene["Gobs"].value("hp")) == ("hurt Ann 2", 6)
    press(walk, "u")
    assert [each.command for each in walk.session.story()][2:] == ["hurt Gobs 1", "hurt Ann 2"]
    press(walk, "U")
    assert walk.at == walk.session.history.head


def test_what_would_be_refused_later_is_named_first_and_can_be_forced() -> None:
    walk = past("add Cid", "hurt Cid 1", "hurt Ann 1")
    before = len(walk.session.history.records)
    press(walk, "k k delete")
    assert len(walk.session.history.records) == before
    assert "Later lines would be refused and left out: 4 hurt Cid 1" in said(walk)
    assert ("!", "all the same") in walk.hints()
    press(walk, "!")
    assert [entry.command for entry in walk.session.story()][2:] == ["hurt Ann 1"]
    assert said(walk) == ""


def test_a_refusal_can_be_left() -> None:
    walk = past("add Cid", "hurt Cid 1")
    press(walk, "k delete escape")
    assert said(walk) == ""
    assert walk.closed == []  # type: ignore[attr-defined]
    press(walk, "delete k")
    assert (said(walk), walk.at) == ("", 2)


def test_a_line_is_amended_from_its_own_command() -> None:
    walk = past("hurt Gobs 1", "hurt Ann 2")
    press(walk, "k a")
    assert walk.amend is not None
    assert isinstance(walk.amend, AmendForm)
    assert walk.amend.text == "hurt Gobs 1"
    assert "line 3" in said(walk)
    press(walk, "3")
    assert "will: Gobs" in said(walk)
    press(walk, "enter")
    assert [each.command for each in walk.session.story()][2:] == ["hurt Gobs 3", "hurt Ann 2"]
    entry = walk.entry
    assert entry is not None
    assert entry.command == "hurt Gobs 3"


def test_what_came_of_a_change_of_the_past_is_said_with_the_key_that_takes_it_back() -> None:
    walk = past("hurt Gobs 1", "hurt Ann 2", "hurt Gobs 1")
    told = walk.controller.host.told  # type: ignore[attr-defined]
    press(walk, "k k a 3 enter")
    assert told.pop() == (
        "Line 3 is amended; u takes it back. 1 later line turns out differently: Gobs: −1 hp (3 → 2)."
    )
    press(walk, "a 1 enter")
    assert told.pop() == "Line 6 is amended; u takes it back. 1 later line turns out differently: Gobs: −1 hp (5 → 4)."
    press(walk, "j delete")
    assert told.pop() == f"Line {walk.session.story()[-2].id + 1} is taken out; u takes it back."


def test_of_a_later_line_only_what_turns_out_differently_is_said() -> None:
    walk = past("hurt Gobs 1", "hurt Ann 2 ; note Dr. Faye looks on. ; hurt Gobs 1")
    press(walk, "k a 3 enter")
    told = walk.controller.host.told.pop()  # type: ignore[attr-defined]
    assert told.endswith("differently: Gobs: −1 hp (3 → 2).")
    walk = past("hurt Gobs 1", " ; ".join(["hurt Gobs 1", *["note so " * 30]]))
    press(walk, "k a 6 enter")
    assert len(walk.controller.host.told.pop()) < 3 * 48  # type: ignore[attr-defined]


def test_what_is_no_value_is_named_when_it_is_to_be_put_there() -> None:
    walk = past("hurt Gobs 1")
    press(walk, "a x enter")
    assert "amount: “x” is not a whole number" in said(walk)
    assert walk.session.story()[-1].command == "hurt Gobs 1"


def test_enter_pressed_twice_amends_and_goes_nowhere() -> None:
    walk = past("hurt Gobs 1", "hurt Ann 2")
    press(walk, "k a 3 enter")
    head = walk.session.history.head
    assert ("⏎", "to the fight") in walk.hints()
    press(walk, "enter")
    assert walk.session.history.head == head
    assert walk.closed == [1]  # type: ignore[attr-defined]
    press(walk, "k j enter")
    assert walk.session.history.head != head


def test_a_line_with_a_single_command_is_amended_in_its_form() -> None:
    walk = past("strike Ann Gobs 1", "next")
    press(walk, "k a")
    assert isinstance(walk.amend, AmendForm)
    assert [field.text for field in walk.amend.fields if field.text][:3] == ["Ann", "Gobs", "1"]
    press(walk, "2")
    assert "will: Ann strikes Gobs: 2." in said(walk)
    press(walk, "enter")
    assert [each.command for each in walk.session.story()][2:] == ["strike Ann Gobs 2", "next"]


def test_the_hint_of_the_line_as_text_is_clicked_and_escape_closes_the_odds_before_the_form() -> None:
    walk = press(past("strike Ann Gobs 1", "next"), "k a")
    head = walk.lines(100, 12)[0]
    form = walk.amend
    assert isinstance(form, AmendForm)
    form.bars = True
    press(walk, "escape")
    assert (walk.amend, form.bars) == (form, False)
    walk.click(Click(spot_at(head, plain([head]).index("as text"))[0]))
    assert isinstance(walk.amend, Amend)
    assert press(walk, "escape").amend is None


def test_a_letter_that_is_an_answer_amends_the_line_at_once() -> None:
    walk = past("cover Ann half")
    press(walk, "a f")
    assert walk.amend is None
    assert walk.session.story()[-1].command == "cover Ann full"


def test_what_is_typed_over_an_answered_question_is_the_answer() -> None:
    fight = played("srd5", "add Ann hp=20 con=14", "mark Ann concentrating", "hurt Ann 4", "decide 1 15")
    walk = HistoryBrowser(Controller(fight, Hall()), lambda: None)
    press(walk, "a")
    assert isinstance(walk.amend, AmendForm)
    assert walk.amend.here is not None
    assert walk.amend.here.spec.name == "choice"


def test_a_form_with_nonsense_stays_open_and_says_what_is_wrong() -> None:
    walk = past("hurt Gobs 1")
    press(walk, "a x enter")
    assert isinstance(walk.amend, AmendForm)
    assert len(walk.session.history.records) == 3


def test_a_line_left_as_it_was_is_no_amendment() -> None:
    walk = past("hurt Gobs 1", "hurt Ann 2")
    records = len(walk.session.history.records)
    press(walk, "k a enter")
    assert (walk.amend, len(walk.session.history.records)) == (None, records)


def test_a_bonus_that_the_game_fills_in_is_not_in_the_line_to_be_amended() -> None:
    lines = (
        "add Mira health=10",
        "arm Mira revolver kind=ranged bonus=5 damage=3",
        "add Ape side=enemies defense=8 health=10",
    )
    fight = session(*lines, "attack Mira Ape dice=6,4,3 damage=5", "next", system=find("gen6"))
    walk = HistoryBrowser(Controller(fight, Hall()), lambda: None)
    records = len(fight.history.records)
    press(walk, "k a")
    assert walk.amend is not None
    assert walk.amend.text == "attack Mira Ape dice=6,4,3 weapon=revolver damage=5"
    press(walk, "enter")
    assert (walk.amend, len(fight.history.records)) == (None, records)


def test_tab_goes_from_the_result_of_an_old_attack_to_its_damage() -> None:
    lines = ("add Ann hp=20", "add Gob side=enemies hp=20", "arm Ann club hit=3 dice=1d6", "range Ann Gob reach")
    fight = session(*lines, "attack Ann Gob 15 damage=4", "next", system=find("srd5"))
    walk = HistoryBrowser(Controller(fight, Hall()), lambda: None)
    press(walk, "k a tab ctrl+u 6 enter")
    assert [entry.command for entry in fight.story()][4] == "attack Ann Gob 15 damage=6 weapon=club"


def test_an_amendment_is_looked_at_in_its_own_moment() -> None:
    walk = past("strike Ann Gobs 1", "next")
    press(walk, "k a : ctrl+u")
    walk.paste("strike Ann Gobs 2")
    assert "will: Ann strikes Gobs: 2." in said(walk)
    press(walk, "escape")
    assert (walk.amend, len(walk.session.history.records)) == (None, 4)


def test_an_amendment_that_later_lines_stand_against_is_forced() -> None:
    walk = past("hurt Gobs 1", "strike Ann Gobs 1")
    press(walk, "k a : ctrl+u")
    walk.paste("strike Ann Gobs 2")
    press(walk, "enter")
    assert "Later lines would be refused and left out: 4 strike" in said(walk)
    assert "Later lines would be refused and left out: 4 strike" in said(walk, 60)
    press(walk, "!")
    assert [entry.command for entry in walk.session.story()][2:] == ["strike Ann Gobs 2"]
    told = "Line 3 is amended; u takes it back. 1 later line left out: 4 strike Ann Gobs 1."
    assert walk.controller.host.told == [told]  # type: ignore[attr-defined]


def test_lines_left_out_with_a_line_that_was_taken_out_are_named() -> None:
    walk = past("mark Ann quick", "unmark Ann quick", "hurt Gobs 1", "hurt Gobs 1")
    press(walk, "k k k delete ! u")
    assert walk.controller.host.told[0] == (  # type: ignore[attr-defined]
        "Line 3 is taken out; u takes it back. 1 later line left out: 4 unmark Ann quick."
    )


def test_an_amendment_that_is_refused_itself_is_ruled() -> None:
    walk = past("strike Ann Gobs 1", "hurt Gobs 1")
    press(walk, "a : ctrl+u")
    walk.paste("strike Ann Gobs 2")
    press(walk, "enter !")
    assert [entry.command for entry in walk.session.story()][2:] == ["strike Ann Gobs 1", "strike! Ann Gobs 2"]


def test_nonsense_stays_in_the_line() -> None:
    walk = press(past("hurt Gobs 1"), "a : ctrl+u enter")
    assert "nothing to do" in said(walk)
    press(walk, "x y enter")
    assert "xy" in said(walk)
    assert walk.amend is not None
    assert len(walk.session.history.records) == 3


@pytest.mark.parametrize("key", ["a", "delete"])
def test_the_beginning_stays(key: str) -> None:
    walk = press(past(), f"home {key}")
    assert "The beginning cannot be" in said(walk)
    assert ("!", "all the same") not in walk.hints()


def test_only_lines_of_the_story_are_amended() -> None:
    walk = press(past("next", "next", "undo"), "end a")
    assert "Line 4 is not in the story now" in said(walk)
    press(walk, "delete")
    assert "Line 4 is not in the story now" in said(walk)


def test_help_and_settings_are_one_key_away_and_completion_works() -> None:
    walk = press(past("hurt Gobs 1"), "? S")
    assert walk.controller.host.opened == ["help-history", "settings"]
    press(walk, "a : ctrl+u hu tab")
    assert isinstance(walk.amend, Amend)
    assert walk.amend.typed.text == "hurt "
    press(walk, "ctrl+q")
    assert walk.controller.host.left == 1


def test_our_words_stand_nowhere() -> None:
    walk = past("add Cid", "hurt Cid 1", "next", "undo", "hurt Ann 1")
    texts = [said(press(walk, keys)) for keys in ("k k", "delete", "escape home a", "escape")]
    words = " ".join([*texts, *(word for _, word in walk.hints())]).casefold()
    assert [word for word in ("entry", "event", "rebase", "head") if word in words.split()] == []


def long_history(count: int, branches: int) -> History:
    """A history with a number of lines and branches, all of them empty."""
    history, source = History(Scene("skirmish")), random.Random(3)
    for number in range(count):
        if branches and number % (count // branches) == 7:
            goal = source.randrange(max(1, history.head - 40), history.head) if history.head > 1 else 1
            if goal in history.entries:
                history.add(Head(history.next_id, goal))
        history.add(Entry(history.next_id, history.head, "", "note x", "x"))
    return history


@pytest.mark.parametrize("branches", [0, 5, 500])
def test_ten_thousand_lines_are_worked_out_at_once(branches: int) -> None:
    history = long_history(10_000, branches)
    ahead = ahead_of(history)
    tree = tree_rows(history, ahead, frozenset())
    assert calls(lambda: tree_rows(history, ahead, frozenset())) < 25_000
    hidden = sum(each.folded for each in tree)
    assert len(tree) + hidden == 10_001
    assert [each.id for each in tree if each.lane == 0][: len(history.story) + 1] == [0, *history.story]


def test_every_line_stands_once_whatever_was_done() -> None:
    seat = Seat("add Ann", "add Gobs side=enemies hp=6")
    source = random.Random(5)
    for number in range(120):
        history = seat.controller.session.history
        line = source.choice(["next", f"note {number}", "undo", "redo", f"goto {source.choice([0, *history.entries])}"])
        seat.controller.attempt(line)
    walk = HistoryBrowser(seat.controller, lambda: None)
    walk.turned = frozenset(each.id for each in walk.tree if each.folded)
    while any(each.folded for each in walk.tree):
        walk.turned |= {each.id for each in walk.tree if each.folded}
    ids = [each.id for each in walk.tree]
    assert sorted(ids) == [0, *walk.session.history.entries]
    assert SKIRMISH.title == "Skirmish"


LONG_FIGHT = ("add Ann", "add Gobs side=enemies hp=6", *("hurt Gobs 1", "heal Gobs 1") * 100)


@pytest.mark.parametrize("way", ["history", "command"])
def test_escape_leaves_a_long_change_of_the_past(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setattr("tracker.tui.cockpit.controller.AT_ONCE", 0.0)
    monkeypatch.setattr("tracker.tui.cockpit.controller.SOON", 0.0)
    monkeypatch.setattr("tracker.tui.slices.SLICE", 0.0)

    async def play(hands: Hands) -> None:
        if way == "history":
            await hands.type("g home j j j")
        else:
            await hands.type(": revoke space 3")
        hands.app.post_message(events.Key("delete" if way == "history" else "enter", None))
        hands.app.post_message(events.Key("n", "n"))
        hands.app.post_message(events.Key("escape", None))
        await hands.settle()
        assert not hands.app.controller.working
        assert "Playing later" not in hands.shown()
        assert len(hands.app.session.history.records) == len(LONG_FIGHT), "and the key before it is typed where it was"

    app = at(Pages(*LONG_FIGHT), play)
    assert app.commands == list(LONG_FIGHT)


@pytest.mark.slow
def test_a_long_change_of_the_past_shows_how_far_it_is_and_keys_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.tui.cockpit.controller.AT_ONCE", 0.0)
    monkeypatch.setattr("tracker.tui.cockpit.controller.SOON", 0.0)
    monkeypatch.setattr("tracker.tui.slices.SLICE", 0.0)
    monkeypatch.setattr("tracker.tui.slices.REPAINT", 0.0)
    usual, seen = Progress.lines, []

    def lines(self: Progress, *room: Any) -> Any:
        shown = usual(self, *room)
        seen.append("".join(text for text, _ in shown[0]))
        return shown

    monkeypatch.setattr(Progress, "lines", lines)

    async def play(hands: Hands) -> None:
        await hands.type(": revoke space 3")
        hands.app.post_message(events.Key("enter", None))
        hands.app.post_message(events.Key("v", "v"))
        await hands.settle()
        while hands.app.controller.working:
            await hands.settle()
        await hands.settle()
        assert len(set(seen)) > 2, "how far it is changes while it goes on"
        assert seen[0].startswith("Playing later lines again: "), seen[0]
        assert hands.app.session.scene["Ann"].hidden, "a key pressed meanwhile is taken afterwards"

    app = at(Pages(*LONG_FIGHT), play)
    assert app.commands[:3] == ["add Ann", LONG_FIGHT[1], "heal Gobs 1"]


@pytest.mark.slow
def test_the_screen(snap_compare: Any) -> None:
    from tests.tui.test_snapshots import app

    assert snap_compare(app(), terminal_size=(120, 40), press=["u", "u", "u", "n", "n", "g", "k", "k"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys", [["k", "k"], ["k", "k", "tab"], ["k", "k", "k", "k", "a"]], ids=["moment", "why", "amend"]
)
def test_the_screen_in_a_small_terminal(snap_compare: Any, keys: list[str]) -> None:
    from tests.tui.test_snapshots import app

    assert snap_compare(app(), terminal_size=(80, 24), press=["u", "u", "n", "n", "g", *keys])


@pytest.mark.slow
def test_refusals_on_the_screen(snap_compare: Any) -> None:
    from tests.tui.test_snapshots import app

    assert snap_compare(app(), terminal_size=(120, 40), press=["g", *["k"] * 18, "delete"])


def test_lines_are_searched_on_every_branch_and_escape_shows_all_again() -> None:
    walk = past("hurt Gobs 1", "note Rain.", "undo 1", "hurt Ann 2", "next")
    press(walk, "/ gobs")
    assert [row.id for row in walk.tree] == [2, 3]
    assert walk.at == 3
    assert "2 lines on all branches" in said(walk)
    press(walk, "enter k")
    assert (walk.at, walk.needle, walk.closed) == (2, "gobs", [])  # type: ignore[attr-defined]
    press(walk, "escape")
    assert (walk.needle, walk.closed) == ("", [])  # type: ignore[attr-defined]
    assert len(walk.tree) == 7
    press(walk, "/ rain escape")
    assert walk.needle == ""
    press(walk, "escape")
    assert walk.closed == [1]  # type: ignore[attr-defined]


@pytest.mark.parametrize("needle", ["Gobs · 3", "3 gobs", "gobs,  hp", "gobs · 3 vs"])
def test_a_search_finds_its_words_in_any_order_without_what_stands_between_them(needle: str) -> None:
    walk = past("hurt Gobs 3", "note Rain.", "hurt Ann 2", "next")
    press(walk, "/")
    press(walk, " ".join("space" if sign == " " else sign for sign in needle))
    assert [row.id for row in walk.tree] == [2, 3] if needle == "gobs,  hp" else [3]


@pytest.mark.parametrize("fold", ["x", "space", "left", "right"])
def test_lines_of_a_search_have_no_branch_to_fold(fold: str) -> None:
    walk = past("note alpha", "note beta", "note gamma", "undo 2", "note delta")
    press(walk, f"/gamma enter {fold}")
    assert [row.id for row in walk.tree] == [5]
    assert walk.turned == frozenset()
    press(walk, f"escape {fold}")
    assert walk.at == 4, "the branch is folded where all lines are shown"


def test_keys_of_the_search_are_text_and_nothing_is_amended_by_them() -> None:
    walk = press(past("hurt Gobs 1", "note a dark rain."), "/ a space dark")
    assert (walk.amend, walk.needle) == (None, "a dark")
    assert [row.id for row in walk.tree] == [4]
    press(walk, "q q")
    assert "No line on any branch" in said(walk)


def test_a_search_that_finds_nothing_stays_where_it_is_so_that_enter_takes_nothing_back() -> None:
    walk = press(past("hurt Gobs 1", "note A dark rain.", "hurt Ann 1"), "k / z z")
    assert ([row.id for row in walk.tree], walk.at) == ([4], 4)
    press(walk, "enter escape")
    assert (walk.at, walk.needle) == (4, "")


def test_a_batch_is_amended_in_the_sheet_with_a_row_for_each() -> None:
    walk = past("strike Ann Gobs 1 ; strike Gobs Ann 2", "hurt Gobs 1")
    press(walk, "k a")
    assert isinstance(walk.amend, AmendSheet)
    assert [row[0].text for row in walk.amend.cells] == ["Gobs 1", "Ann 2"]
    assert "line 3" in said(walk)
    press(walk, "backspace 3 enter")
    assert walk.amend is None
    assert [entry.command for entry in walk.session.story()][2:] == [
        "strike Ann Gobs 3 ; strike Gobs Ann 2",
        "hurt Gobs 1",
    ]
    assert walk.session.scene["Gobs"].value("hp") == 2


def test_a_line_of_several_with_one_form_is_amended_in_that_form() -> None:
    line = "save Ann,Bea 12,9 17 ability=dex full=20 type=fire"
    seat = Controller(played("srd5", "add Ann hp=90", "add Bea hp=90", line), Hall())
    walk = press(HistoryBrowser(seat, lambda: None), "a")
    assert isinstance(walk.amend, AmendForm)
    filled = {field.spec.name: field.text for field in walk.amend.fields if field.text}
    assert filled == {"actor": "Ann", "result": "12,9", "dc": "17", "ability": "dex", "full": "20", "type": "fire"}
    walk.amend.fields[[field.spec.name for field in walk.amend.fields].index("result")].put("18,9")
    press(walk, "enter")
    first, second = walk.session.story()[-1].command.split(" ; ")
    assert (first, second) == ("save Ann 18 17 ability=dex full=20 type=fire", first.replace("Ann 18", "Bea 9"))


def test_damage_that_was_typed_for_each_is_amended_as_a_list() -> None:
    people = ("add Mira hp=40 ac=14", "add Gob side=enemies count=3", "arm Gob scimitar hit=4 dice=1d6+2", "next")
    blows = ("19 damage=6 weapon=scimitar", "12 weapon=scimitar", "22 damage=8 weapon=scimitar")
    line = " ; ".join(f'attack "Gob {number}" Mira {blow}' for number, blow in enumerate(blows, 1))
    seat = Controller(played("srd5", *people, "range all reach", line), Hall())
    walk = press(HistoryBrowser(seat, lambda: None), "a")
    assert isinstance(walk.amend, AmendForm)
    filled = {field.spec.name: field for field in walk.amend.fields if field.text}
    assert (filled["result"].text, filled["damage"].text) == ("19,12,22", "6,-,8")
    assert "types the damage" not in said(walk)
    filled["damage"].put("6,-,5")
    press(walk, "enter")
    assert walk.session.story()[-1].command == line.replace("damage=8", "damage=5")
    assert walk.session.scene["Mira"].value("hp") == 29


def test_a_lone_result_of_a_row_is_replaced_by_what_is_typed() -> None:
    walk = press(past("dodge Ann safe ; dodge Gobs hit"), "a")
    assert isinstance(walk.amend, AmendSheet)
    press(walk, "hit enter")
    assert walk.session.story()[-1].command == "dodge Ann hit ; dodge Gobs hit"


def test_a_ruled_batch_keeps_its_ruling_in_the_sheet() -> None:
    walk = press(past("strike! Ann Gobs 1 ; strike! Gobs Ann 2"), "a")
    assert isinstance(walk.amend, AmendSheet)
    press(walk, "backspace 3 enter")
    assert walk.session.story()[-1].command == "strike! Ann Gobs 3 ; strike! Gobs Ann 2"


def test_several_clauses_of_a_line_have_one_full_stop() -> None:
    walk = past("note It rains. ; note They run.")
    tree_ = Tree(walk)
    view = walk.view()
    told = "".join(text for text, _ in tree_.line(view, len(walk.tree) - 1, 80))
    assert "It rains; They run." in told


@pytest.mark.parametrize("line", ["hurt Gobs 1 ; note Rain.", "hurt Gobs 1 ; hurt Ann 2"])
def test_what_does_not_come_from_a_sheet_is_amended_as_a_line(line: str) -> None:
    walk = press(past(line), "a")
    assert isinstance(walk.amend, Amend)
    assert walk.amend.text == line


def test_a_turn_is_a_heading_among_the_lines() -> None:
    walk = past("next", "strike Ann Gobs 2")
    tree_ = Tree(walk)
    view = walk.view()
    texts = ["".join(text for text, _ in tree_.line(view, at, 80)) for at in range(len(walk.tree))]
    assert "── round 1" in texts[3]
    assert "Gobs 6 → 4 · Ann" in texts[4]


def test_a_search_looks_at_a_line_of_the_story_before_one_beside_it() -> None:
    walk = past("hurt Gobs 1", "hurt Gobs 2", "undo", "next")
    for key in ("slash", *"hurt"):
        walk.press(key, "/" if key == "slash" else key, 10)
    assert (walk.at, walk.fate(walk.at)) == (3, "story")


def test_after_a_line_was_taken_out_the_line_looked_at_is_the_one_marked() -> None:
    walk = past("strike Ann Gobs 1", "next", "hurt Gobs 2")
    for key in ("slash", *"strike", "enter", "delete"):
        walk.press(key, "/" if key == "slash" else key if len(key) == 1 else None, 10)
    assert walk.needle == ""
    assert walk.tree[walk.place()].id == walk.at


def test_a_line_on_another_branch_is_not_taken_out_but_the_way_is_said() -> None:
    walk = past(*BRANCHED)
    walk.at = walk.tree[3].id
    walk.press("delete", None, 10)
    assert "Line 3 is not in the story now; ⏎ goes there first." in said(walk)


def test_the_keys_that_take_a_line_out_are_named_below_the_list_and_in_the_help() -> None:
    assert ("del r", "take out") in past("next").hints()
    assert any("r, too" in text for _, text in HISTORY[1])


def test_a_remark_is_made_once_but_each_ruling_is_marked() -> None:
    lines = ("add Ann", "add Foe side=enemies", "run Ann 5", *("run! Ann 5",) * 2, *("guard! Ann 1",) * 2)
    log = StoryLog(find("gen6"), session(*lines, system=find("gen6")).history)
    log.refresh()
    ruled = [place for place, id_ in enumerate(log.ids) if log.history.entries[id_].ruled]
    assert len(ruled) == 4
    assert [log.remarks(place)[-1].partition(",")[0].rstrip(".") for place in ruled] == ["GM ruling"] * 4
    assert log.told(ruled[1]).remarks[:-1] != ()
    assert log.remarks(ruled[1]) == log.told(ruled[1]).remarks[-1:]


def compared(walk: HistoryBrowser, room: int = 60) -> list[str]:
    """What stands in the pane of two moments."""
    pane = Compared(walk)
    view = walk.view()
    pane.prepare(view, room)
    lines = ("".join(text for text, _ in pane.line(view, at, room)) for at in range(pane.count(view)))
    return [pane.title(view), *(" ".join(line.split()) for line in lines)]


def test_a_marked_moment_stands_beside_any_other() -> None:
    walk = past("strike Ann Gobs 1", "hurt Gobs 2")
    press(walk, "m")
    assert compared(walk) == ["After line 4, and after line 4", "Go to another line: both stand here side by side."]
    press(walk, "k k")
    assert compared(walk) == ["After line 4, and after line 2", "Ann spent action –", "Gobs hp 3 6"]
    press(walk, "home")
    assert compared(walk)[0] == "After line 4, and at the beginning"
    assert "Gobs in the fight yes no" in compared(walk)
    assert walk.session.history.head == 4, "looking changes nothing"


def test_two_branches_are_compared() -> None:
    walk = past(*BRANCHED)
    press(walk, "m k k")
    assert walk.at == 4
    assert "Gobs hp 4 5" in compared(walk)


@pytest.mark.parametrize("key", ["m", "escape"])
def test_the_mark_is_taken_away_and_the_history_stays_open(key: str) -> None:
    walk = past("next")
    assert ("m", "compare") in walk.hints()
    press(walk, f"m k {key}")
    assert walk.beside is None
    assert walk.closed == []  # type: ignore[attr-defined]


def test_two_equal_moments_say_so() -> None:
    walk = past("hurt Gobs 2", "heal Gobs 2")
    press(walk, "m k k")
    assert compared(walk)[1:] == ["Nothing differs."]


@pytest.mark.parametrize("control", [True, False])
def test_a_click_with_control_adds_to_the_names_of_an_amended_line(control: bool) -> None:
    walk = press(past("hurt Gobs 1"), "a")
    walk.click(Click("row:Ann", picks=control))
    assert walk.amend is not None
    assert walk.amend.text == ("hurt Gobs,Ann 1" if control else "hurt Ann 1")
