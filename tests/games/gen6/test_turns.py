"""Surprise, side initiative, the order of turns, rounds and their ends."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import PEOPLE, conditions, fight, labels, value
from tests.table import last, refused, total
from tracker.games.gen6 import SYSTEM
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

MORE = (*PEOPLE, "add Gun side=enemies count=2 health=8 con=2 defense=10 quickness=3")


def turns(session: Session, count: int) -> list[str | None]:
    found = []
    for _ in range(count):
        found.append(session.scene.turn.name)
        session.do("next")
    return found


def test_the_first_initiative_opens_round_1_for_the_side_that_won() -> None:
    session = fight("initiative heroes=11 enemies=14", people=MORE)
    turn = session.scene.turn
    assert (turn.round, turn.phase, turn.side, turn.name) == (1, None, "enemies", "Foe")
    assert turns(session, 6) == ["Foe", "Gun 1", "Gun 2", "Ann", "Ben", "Foe"]
    assert session.scene.turn.round == 2


def test_turns_may_alternate() -> None:
    session = fight("settings turn_order=alternate", "initiative heroes=14 enemies=11", people=MORE)
    assert turns(session, 6) == ["Ann", "Foe", "Ben", "Gun 1", "Gun 2", "Ann"]
    session.do("attack Foe Ann 3")
    assert "it is Foe's." not in last(session).text
    session.do("attack Ben Foe 3")
    assert "it is Foe's." in last(session).text


def test_without_initiative_the_heroes_come_first() -> None:
    session = fight("next", people=("add Foe side=enemies", "add Ann"))
    assert "Nobody has rolled initiative" in last(session).text
    assert turns(session, 3) == ["Ann", "Foe", "Ann"]
    with pytest.raises(InvalidCommand, match="Add somebody"):
        fight(people=()).do("next")


def test_the_player_to_the_left_rolls_the_next_time() -> None:
    session = fight("add Cat quickness=5", "settings initiative_each=round")
    said = []
    for _ in range(4):
        for _ in range(9):
            try:
                session.do("initiative roll")
            except Refused:
                continue
            break
        said.append(last(session).command.split("by=")[1].split()[0])
        while not session.scene.fields.get("rolling"):
            session.do("next")
    assert said == ["Ann", "Ben", "Cat", "Ann"]
    session.do("initiative by=Cat heroes=12 enemies=4")
    session.do("encounter The next one")
    session.do("add Foe side=enemies")
    session.do("initiative heroes=12 enemies=4")
    assert "by=Ann" in last(session).command


def test_a_roll_is_3d6_and_quickness() -> None:
    session = fight("initiative roll", people=MORE, seed=2)
    entry = last(session)
    heroes, enemies = entry.dice
    assert total(session, "total") == sum(heroes.faces) + 2
    assert total(session, "target") == sum(enemies.faces) + 3
    assert "Gun 1: quickness" in labels(session, "target")
    assert entry.command == f"initiative by=Ann heroes={sum(heroes.faces) + 2} enemies={sum(enemies.faces) + 3}"
    session = fight("courage Ben value=Speed", "initiative roll by=Ben foe=Foe", people=MORE, seed=2)
    assert labels(session, "total")["Ben: courage"] == 3
    assert "Foe: quickness" in labels(session, "target")
    assert conditions(session, "Ben") == set()


def test_each_round_its_initiative() -> None:
    session = fight("settings initiative_each=round", "initiative heroes=11 enemies=9")
    assert turns(session, 3) == ["Ann", "Ben", "Foe"]
    assert (session.scene.turn.round, session.scene.turn.name) == (2, None)
    assert "rolls initiative" in SYSTEM.clock.status(session.scene).active
    session.do("initiative heroes=11 enemies=19")
    assert (session.scene.turn.round, session.scene.turn.name) == (2, "Foe")
    turns(session, 3)
    session.do("next")
    assert "the order stays" in last(session).text
    assert (session.scene.turn.round, session.scene.turn.name) == (3, "Foe")


def test_a_new_initiative_within_a_turn_keeps_the_one_who_is_on() -> None:
    session = fight("initiative heroes=11 enemies=9", "next", "initiative heroes=3 enemies=9")
    assert session.scene.turn.name == "Ben"
    assert session.scene.order == ("Foe", "Ann", "Ben")
    assert SYSTEM.clock.status(session.scene).to_act == ("Ben", "Foe")
    assert turns(session, 4) == ["Ben", "Foe", "Foe", "Ann"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("before Foe Ann", ["Ann", "Ben", "Foe", "Foe"]),
        ("next ; next ; add Cat", ["Foe", "Cat"]),
        ("active Foe", ["Foe", "Ben"]),
    ],
)
def test_a_round_ends_when_everybody_has_had_a_turn(line: str, names: list[str]) -> None:
    session = fight("initiative heroes=9 enemies=8", line)
    assert turns(session, len(names)) == names
    assert session.scene.turn.round == 2
    session = fight("initiative heroes=9 enemies=8", "hurt Ben 20", "next", "heal Ben 1", "next")
    assert (session.scene.turn.round, session.scene.turn.name) == (2, "Ann")


def test_actions_come_back_with_the_round() -> None:
    session = fight("initiative heroes=11 enemies=9", "aim Ann", "attack Ann Foe 3")
    assert session.scene["Ann"].spent == ("minor", "major")
    turns(session, 3)
    assert not fight(*(entry.command for entry in session.story()), people=()).scene["Ann"].spent
    session.do("guard Ann 1")


def test_surprise_lasts_for_round_1() -> None:
    session = fight("surprise Gun,Ben", "initiative heroes=9 enemies=12", people=MORE)
    assert turns(session, 2) == ["Foe", "Ann"]
    assert session.scene.turn.round == 2
    assert conditions(session, "Ben") == set()
    assert turns(session, 2) == ["Foe", "Gun 1"]
    assert "no actions in round 2" in refused(session, "surprise Ann", "only counts in round 1").text
    refused(session, "aim Ann", "surprised and cannot act in round 2")


def test_conditions_end_with_rounds_and_turns() -> None:
    session = fight("initiative heroes=9 enemies=8", "mark Foe blind rounds=2", "mark Foe slow until=end of=Ben")
    session.do("mark Foe dazed until=start of=Ben")
    session.do("next")
    assert conditions(session, "Foe") == {"blind", "slow"}
    session.do("next")
    assert conditions(session, "Foe") == {"blind"}
    turns(session, 3)
    assert conditions(session, "Foe") == {"blind"}
    session.do("next")
    assert conditions(session, "Foe") == set()


def test_one_who_acts_early_has_begun_the_turn() -> None:
    session = fight("initiative heroes=9 enemies=8", "defend Ben", "next")
    assert session.scene.turn.name == "Ben"
    assert conditions(session, "Ben") == {"defend"}
    turns(session, 2)
    session.do("aim Ben")
    assert conditions(session, "Ben") == {"aim"}


def test_another_order_comes_with_the_next_initiative() -> None:
    session = fight("settings turn_order=alternate")
    assert "initiative" not in last(session).text
    session = fight("initiative heroes=9 enemies=8", "settings turn_order=alternate")
    assert last(session).text.endswith("The order changes with the next initiative.")
    assert session.scene.order == ("Ann", "Ben", "Foe")
    session.do("initiative heroes=9 enemies=8")
    assert session.scene.order == ("Ann", "Foe", "Ben")


def test_the_directors_word_on_order() -> None:
    session = fight("initiative heroes=9 enemies=8", "before Foe Ann", "active Foe")
    assert (session.scene.turn.side, session.scene.turn.name) == ("enemies", "Foe")
    assert turns(session, 4) == ["Foe", "Ann", "Ben", "Foe"]
    session = fight("active Ben", "next")
    assert session.scene.turn.round == 1


def test_one_who_delays_comes_last() -> None:
    session = fight("initiative heroes=9 enemies=8", "delay Ann")
    assert turns(session, 4) == ["Ben", "Foe", "Ann", "Ben"]


def test_one_who_has_had_the_turn_is_not_called_twice() -> None:
    session = fight("initiative heroes=9 enemies=8", "next", "delay Ann")
    assert turns(session, 3) == ["Ben", "Foe", "Ben"]


def test_newcomers_come_after_their_side() -> None:
    session = fight("initiative heroes=9 enemies=8", "add Cat", "add Rat side=enemies", "add Bystander side=others")
    assert turns(session, 6) == ["Ann", "Ben", "Cat", "Foe", "Rat", "Bystander"]


def test_the_turn_passes_on_when_the_active_one_leaves() -> None:
    session = fight("initiative heroes=9 enemies=8", "remove Ann")
    assert session.scene.turn.name == "Ben"
    session.do("next")
    session.do("remove Foe")
    assert (session.scene.turn.round, session.scene.turn.name) == (2, "Ben")
    session.do("remove Ben")
    assert session.scene.turn.name is None


def test_rounds_go_on_when_nobody_is_up() -> None:
    session = fight("next", "hurt Ann 20", "hurt Ben 20", "hurt Foe 20 ")
    for left in (2, 1, 0):
        session.do("next")
        assert value(session, "Ann", "con") == left
        assert session.scene.turn.name is None
    assert "Nobody can act" in last(session).text


def test_a_new_fight_forgets_the_old_ones_moments() -> None:
    session = fight("initiative heroes=9 enemies=8", "guard Ann 1", "prepare Ben attack Foe", "hurt Ben 20")
    session.do("encounter The next day")
    assert session.scene.turn.round == 0
    assert conditions(session, "Ann") == conditions(session, "Ben") == set()
    assert session.scene["Ann"].spent == ()
    assert not SYSTEM.pending(session.scene)
    turns(session, 2)
    assert value(session, "Ben", "con") == 3


def test_a_round_of_many_is_a_short_record() -> None:
    session = fight("add Goon side=enemies count=400 health=5 con=1", "initiative heroes=9 enemies=8")
    session.do(";".join(f' aim "Goon {n}" ' for n in range(1, 101)))
    session.do("hurt Goon amount=5")
    assert len(repr(last(session).events)) < 64_000
    turns(session, 6)
    assert session.scene.turn.round == 3
    assert session.scene["Goon 7"].out == "dead"
    sizes = [len(repr(entry.events)) + len(entry.text) for entry in session.story() if entry.command == "next"]
    assert 10_000 < max(sizes) < 64_000


def test_one_who_delays_lets_nobody_surprised_come_first() -> None:
    session = fight("surprise Ben", "initiative heroes=9 enemies=8", "delay Ann")
    assert session.scene.turn.name == "Foe"


def test_one_who_delays_gives_nobody_a_second_turn() -> None:
    session = fight("initiative heroes=9 enemies=8", "next", "delay Ann", "delay Ben", "delay Foe")
    assert (session.scene.order, session.scene.turn.name) == (("Ann", "Ben", "Foe"), "Ben")


def test_initiative_after_the_end_begins_a_new_fight() -> None:
    session = fight("surprise Foe", "initiative heroes=9 enemies=8", "hurt Ben 20", "guard Ann 1", "end")
    assert conditions(session, "Foe") == set()
    session.do("breather Ann ; heal Ben 6")
    session.do("surprise Ann")
    assert last(session).text == "Ann: surprised, no actions in round 1."
    session.do("initiative heroes=8 enemies=9")
    assert (session.scene.turn.round, session.scene.turn.name) == (1, "Foe")
    assert conditions(session, "Ann") == {"surprised"}
    assert turns(session, 4) == ["Foe", "Ben", "Foe", "Ann"]
    session.do("end")
    session.do("breather Ann,Ben")


def test_a_rest_before_the_fight_leaves_the_surprise() -> None:
    session = fight("surprise Ann", "breather Ben", "initiative heroes=9 enemies=8")
    assert session.scene.turn.name == "Ben"
    session.do("end")
    session.do("breather Ben")


def test_surprise_may_come_before_a_second_fight() -> None:
    session = fight("initiative heroes=9 enemies=8", *["next"] * 4)
    refused(session, "surprise Foe", "only counts in round 1")
    assert not fight("initiative heroes=9 enemies=8", *["next"] * 4, "end", "surprise Foe").story()[-1].over


def test_who_dies_of_bleeding_is_told_after_the_bleeding() -> None:
    session = fight("initiative heroes=9 enemies=5", "hurt Ann,Ben 20 ; set Ann,Ben con=1", "next", "next")
    assert "Ben bleeds: con 1 → 0. Ann and Ben die." in last(session).text


def test_a_typed_initiative_that_no_dice_make_is_remarked_on() -> None:
    assert "The initiative typed is 90, and the dice make " in last(fight("initiative heroes=90 enemies=8")).text
    assert "the dice make" not in last(fight("initiative heroes=10 enemies=8")).text
