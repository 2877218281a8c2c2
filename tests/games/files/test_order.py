"""The order of turns in games from files: asked for before the fight, and shown during it."""

from __future__ import annotations

import pytest

from tests.lines import throw_of
from tests.table import played
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.view import GroupAction, Opening
from tracker.session import Session


@pytest.fixture
def fight() -> Session:
    return played("srd5", "add Ann dex=14", "add Ogre side=enemies", "add Goblin count=2 side=enemies dex=12")


def due(session: Session) -> list[str]:
    return [step.verb for step in session.system.clock.openings(session.scene) if step.due]


def command(session: Session) -> str:
    return session.history.entries[session.history.head].command


def asked(session: Session) -> tuple[str, ...]:
    group = session.system.group_action(session.scene, "initiative")
    return group.actors if isinstance(group, GroupAction) else ()


def test_the_order_is_asked_for_before_the_fight_and_a_group_once(fight: Session) -> None:
    assert due(fight) == ["initiative"]
    assert asked(fight) == ("Ann", "Ogre", "Goblin")
    fight.do("initiative Ann 17")
    assert asked(fight) == ("Ogre", "Goblin")
    fight.do("initiative Goblin 8 ; initiative Ogre 3")
    assert (asked(fight), due(fight)) == (("Ann", "Ogre", "Goblin"), [])
    fight.do("next")
    assert fight.system.clock.openings(fight.scene) == ()
    assert [(place.name, place.number, place.over) for place in fight.system.clock.places(fight.scene)] == [
        ("Ann", "17", False),
        ("Goblin 1", "8", False),
        ("Goblin 2", "8", False),
        ("Ogre", "3", False),
    ]
    fight.do("next")
    assert [place.over for place in fight.system.clock.places(fight.scene)] == [True, False, False, False]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("initiative Ann 158", "The initiative typed is 158, and the dice make 3 to 22."),
        ("initiative Ogre,Ann -3", "The initiative typed is −3, and the dice make 1 to 20."),
    ],
)
def test_a_number_that_no_dice_make_is_remarked_on(line: str, says: str, fight: Session) -> None:
    assert says in fight.preview(line).notes
    assert says in fight.do(line).text
    assert fight.preview("initiative Ann 22").notes == ()


def test_one_throw_serves_a_group_and_is_told_once(fight: Session) -> None:
    entry = fight.do("next")
    numbers = {name: fight.scene[name].number("initiative") for name in fight.scene.combatants}
    assert numbers["Goblin 1"] == numbers["Goblin 2"]
    assert f"Goblin (2) have {numbers['Goblin 1']}" in entry.text
    assert "Goblin 2" not in entry.text


def test_members_of_a_group_that_differ_are_asked_one_by_one(fight: Session) -> None:
    fight.do('initiative "Goblin 1" 8')
    assert asked(fight) == ("Ann", "Ogre", "Goblin 2")


@pytest.mark.parametrize(("who", "bonus"), [("Ann", 2), ("Ogre", 0), ("Goblin", 1)])
def test_the_dice_and_what_the_sheet_adds_are_known_before_the_throw(fight: Session, who: str, bonus: int) -> None:
    throw = throw_of(fight.system, fight.scene, f"initiative {who} roll")
    assert throw is not None
    assert (throw.actor, throw.dice, throw.bonus) == (who, "1d20", bonus)


def test_a_thrown_order_is_written_so_that_the_same_faces_fall_again(fight: Session) -> None:
    fight.do("initiative Ann,Ogre,Goblin roll")
    line = command(fight)
    numbers = [fight.scene[name].number("initiative") for name in ("Ann", "Ogre", "Goblin 1", "Goblin 2")]
    faces = [numbers[0] - 2, numbers[1], numbers[2] - 1]
    assert line.endswith(f" dice={','.join(map(str, faces))}")
    fight.do("undo")
    fight.do(line)
    assert command(fight) == line
    assert [fight.scene[name].number("initiative") for name in ("Ann", "Ogre", "Goblin 1", "Goblin 2")] == numbers


@pytest.mark.parametrize("faces", ["21", "3,4", "0"])
def test_faces_that_the_dice_of_the_order_cannot_show_are_refused(fight: Session, faces: str) -> None:
    with pytest.raises(InvalidCommand):
        fight.do(f"initiative Ann dice={faces}")


@pytest.mark.parametrize(
    ("game", "steps", "keys"),
    [
        ("srd5", ["nearer", "initiative"], ["I"]),
        ("plain", ["nearer", "initiative"], ["I"]),
        ("wild-die", ["nearer", "initiative"], ["I"]),
        ("percentile", ["nearer"], []),
        ("fate", ["nearer"], []),
        ("moves", ["nearer"], []),
    ],
)
def test_only_dice_are_asked_for(game: str, steps: list[str], keys: list[str]) -> None:
    session = Session(find(game))
    session.do("add Ann")
    openings: tuple[Opening, ...] = session.system.clock.openings(session.scene)
    assert [step.verb for step in openings] == steps
    assert [key.key for key in session.system.keys] == keys
    session.do("next")
    assert session.scene.turn.round == 1


GANG = (
    "add Ann hp=90",
    "add Goblin count=3 side=enemies",
    "range all reach",
    "initiative Goblin 9",
    "initiative Ann 5",
)


def test_a_group_with_one_number_has_its_actions_once_a_round() -> None:
    session = played("srd5", *GANG, "next", "attack Goblin Ann miss")
    assert "Out of turn" not in session.story()[-1].text
    session.do("next")
    assert session.scene.turn.name == "Goblin 2"
    with pytest.raises(Refused, match="has used the action"):
        session.do('attack "Goblin 2" Ann miss')
    for _ in range(3):
        session.do("next")
    assert session.scene.turn.name == "Goblin 1"
    assert not any(session.scene[name].spent for name in session.scene.group("Goblin"))


def test_who_stands_elsewhere_in_the_order_has_a_turn_apart_from_the_group() -> None:
    session = played("srd5", *GANG, "next", "attack Goblin Ann miss", 'before Ann "Goblin 3"', "next", "next", "next")
    assert (session.scene.turn.name, session.scene["Goblin 3"].spent) == ("Goblin 3", ())


def test_a_turn_given_by_hand_to_the_first_of_a_group_gives_back_what_all_of_it_spent() -> None:
    for line in ("delay Ann", 'active "Goblin 1"'):
        session = played(
            "srd5", *GANG, "initiative Goblin 5", "initiative Ann 9", "next", "next", "attack Goblin Ann miss"
        )
        session.do("next ; next ; next")
        assert (session.scene.turn.round, session.scene.turn.name) == (2, "Ann")
        session.do(line)
        assert session.scene.turn.name == "Goblin 1"
        assert not any(session.scene[name].spent for name in session.scene.group("Goblin"))
        session.do("attack Goblin Ann miss ; next")
        assert session.scene["Goblin 2"].spent == ("action",)


def test_what_a_group_does_in_its_turn_lasts_until_its_next() -> None:
    session = played("srd5", *GANG, "next", "dodge Goblin", "next", "next", "next")
    assert session.scene.turn.name == "Ann"
    assert all(session.scene[name].has("dodging") for name in session.scene.group("Goblin"))
    session.do("next")
    assert not any(session.scene[name].has("dodging") for name in session.scene.group("Goblin"))


def test_a_turn_of_a_group_begins_for_all_who_are_up_at_once() -> None:
    breath = "arm Goblin breath dc=12 ability=dex dice=2d6 type=fire recharge=5 charged=1"
    session = played("srd5", *GANG, breath, "next", "use Goblin Ann 15", 'out "Goblin 3" as=dead', "next ; next")
    assert not session.scene.prompts
    session.do("next")
    assert session.scene.turn.name == "Goblin 1"
    assert [prompt.name for prompt in session.scene.prompts] == ["Goblin 1", "Goblin 2"]
    session.do("next")
    assert len(session.scene.prompts) == 2
