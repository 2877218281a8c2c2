"""Each refusal, its sentence, and how the GM overrides it."""

import pytest

from tests.games.contract.fights import ARMED, PAIR, session
from tests.table import last, played
from tracker.commands.completion import complete
from tracker.rules.errors import InvalidCommand, Refused

GUN = (*PAIR, "arm Anna handgun", "arm Bert sword")
WAITING = (*ARMED, "attack Bert Anna 3")
POWERED = "set Bert firearm_power=yes"


@pytest.mark.parametrize(
    ("before", "line", "says"),
    [
        ((*ARMED, "act Anna waits"), "attack Anna Bert 3", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "evade Anna 3", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "act Anna climbs", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "act Anna ducks reaction", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "power Anna Wings", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "quick Anna draws", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "hold Anna shoot when=now", "used this round's Action"),
        ((*ARMED, "act Anna waits"), "split Anna attack@Bert:2,dodge:2", "used this round's Action"),
        ((*ARMED, "act Anna waits", "attack Bert Anna 3"), "dodge Anna 3", "desperate Anna dodge"),
        ((*ARMED, "act Anna waits", "attack Bert Anna 3"), "parry Anna 3", "desperate Anna dodge"),
        ((*ARMED, "act Anna waits", "attack Bert Anna 3"), "clash Anna 3", "desperate Anna dodge"),
        (WAITING, "desperate Anna dodge 3", "has the Action of this round left"),
        (
            (*ARMED, "settings desperate_clash=no", "act Anna waits", "attack Bert Anna 3"),
            "desperate Anna clash 3",
            "Allow a clash: settings desperate_clash=yes",
        ),
        (
            ("add Anna brawn=5 mind=9", *ARMED[1:], "act Anna waits", "attack Bert Anna 3", "exert Anna mind outcome"),
            "desperate Anna dodge 3",
            "has exerted",
        ),
        ((*ARMED, "exert Anna body outcome"), "exert Anna body penalty", "has exerted"),
        ((*ARMED, "settings profile=current"), "exert Anna body outcome", "only the mind"),
        (GUN, "attack Anna Bert 3 dodge=3", "Only a power"),
        ((*GUN, POWERED), "attack Anna Bert 3 parry=3", "thrown or shot"),
        ((*GUN, POWERED), "attack Anna Bert 3 clash=3", "thrown or shot"),
        ((*GUN, "arm Bert spear kind=thrown"), "attack Bert Anna 3 weapon=spear parry=2 with=brawl", "thrown or shot"),
        ((*GUN, "attack Bert Anna 3"), "parry Anna 3 weapon=handgun", "cannot parry"),
        ((*PAIR, "arm Bert sword", "attack Bert Anna 3"), "parry Anna 3", "Bare hands"),
        ((*PAIR, "arm Bert sword", "attack Bert Anna 3"), "clash Anna 3", "Bare hands"),
        (("add Carl", *ARMED), "attack Bert Anna 3 dodge=3 by=Carl", "for a friend"),
        (("add Carl", "arm Carl sword", *ARMED), "attack Bert Anna 3 clash=3 by=Carl", "for a friend"),
        (
            (*PAIR, "arm Anna sniper-rifle"),
            "split Anna attack@Bert:2,dodge:2 pools=5,5",
            "takes the whole pool",
        ),
        (ARMED, "split Anna power:2,dodge:2 pools=5,5", "A power takes the whole pool"),
        ((*ARMED, "split Anna attack@Bert:2,dodge:2"), "power Anna Wings", "no share"),
        ((*ARMED, "split Anna attack@Bert:2,dodge:2"), "evade Anna 2", "no share"),
        ((*ARMED, "split Anna attack@Bert:2,dodge:2"), "split Anna attack@Bert:2,evade:2", "split this round"),
        (
            (*ARMED, "arm Anna sniper-rifle", "split Anna attack@Bert:2,dodge:2"),
            "attack Anna Bert 2 weapon=sniper-rifle",
            "takes the whole pool",
        ),
        ((*ARMED, "split Anna dodge:2,parry:2", "attack Bert Anna 3 weapon=brawl"), "clash Anna 2", "no share"),
        (ARMED, "trigger Anna", "holds no action"),
        (ARMED, "attack Anna Bert 3 held", "holds no action"),
        (
            (*ARMED, "hold Anna strike when=now", "attack Bert Anna 2", "dodge Anna 2"),
            "trigger Anna",
            "used this round's Action",
        ),
        (
            (
                *ARMED,
                "arm Bert knife",
                "split Bert parry/knife:2,act:2 pools=5,5",
                "arm Bert knife committed=yes",
                "attack Anna Bert 3",
            ),
            "parry Bert 3 weapon=knife",
            "whole pool",
        ),
        ((*ARMED, "injure Anna 7"), "attack Anna Bert 3", "incapacitated"),
        ((*ARMED, "injure Anna 9"), "evade Anna 3", "dead"),
        ((*ARMED, "injure Bert 9"), "attack Anna Bert 3 dodge=2", "cannot react"),
    ],
)
def test_refused_and_ruled(before: tuple[str, ...], line: str, says: str) -> None:
    fight = session(*before)
    assert any(says in objection for objection in fight.preview(line).objections)
    with pytest.raises(Refused, match=says) as refused:
        fight.do(line)
    assert str(refused.value).endswith("With ! after the verb it is your ruling.")
    spent = {name: combatant.spent for name, combatant in fight.scene.combatants.items()}
    fight.do(line.replace(" ", "! ", 1))
    assert last(fight).ruled
    assert {name: combatant.spent for name, combatant in fight.scene.combatants.items()} == spent


@pytest.mark.parametrize(
    ("before", "line", "way"),
    [
        ((*ARMED, "act Bert runs"), "attack Anna Bert 3 dodge=2", "is open: say desperate in the same line"),
        ((*ARMED, "act Bert runs", "attack Anna Bert 3"), "dodge Bert 2", "is open: desperate Bert dodge"),
        (GUN, "attack Anna Bert 3 dodge=2", "or say take"),
        ((*GUN, "settings profile=current", "attack Anna Bert 3"), "dodge Bert 2", "or take Bert"),
    ],
)
def test_the_way_is_one_that_is_open(before: tuple[str, ...], line: str, way: str) -> None:
    with pytest.raises(Refused, match=way):
        session(*before).do(line)


def test_a_shot_is_met_with_a_power_for_it() -> None:
    fight = session(*GUN, POWERED, "attack Anna Bert 3")
    assert fight.scene.prompts[0].choices == ("dodge", "take")
    fight.do("dodge Bert 3")
    assert fight.scene["Bert"].fields["injuries"] == []


def test_with_the_current_profile_one_near_the_shooter_parries_a_shot() -> None:
    fight = session(*GUN, "settings profile=current", "attack Anna Bert 3")
    assert fight.scene.prompts[0].choices == ("parry", "take")
    with pytest.raises(Refused, match="thrown or shot"):
        fight.do("clash Bert 3")
    fight.do("parry Bert 3")
    far = session(*GUN, "settings profile=current", "range Anna Bert far", "attack Anna Bert 3")
    assert far.scene.prompts == ()


@pytest.mark.parametrize(
    "line",
    [
        "attack Anna Anna 3",
        "attack Anna Bert 3 dodge=2 parry=2",
        "attack Anna Bert 3 dodge=2 take",
        "attack Anna Bert 3 desperate",
        "attack Anna Bert 3 by=Bert",
        "attack Anna Bert 3 evade=2",
        "attack Anna Bert 3 weapon=broom",
        "attack Anna Bert 3 difficulty=11",
        "attack Anna Bert 3 difficulty=drak",
        "attack Anna Bert 1,11",
        "attack Anna Bert lots",
        "dodge Anna 3",
        "parry Anna 3 against=Bert",
        "take Anna",
        "desperate Anna dodge 3 against=Bert",
        "exert Anna mind outcome",
        "hold Anna strike",
        "attack Anna Bert dice=",
        "attack Anna Bert 3 dodge=",
        "attack Anna Bert 3 parry=2 by=Anna",
        "mend Anna 3",
        "split Anna attack",
        "split Anna swim:2,dodge:2",
        "split Anna act:2,dodge:2",
        "evade Anna 99d",
        "set Anna pending=1",
        "settings cover_difficulty=1",
        "settings cover_difficulty=0,1,2,3",
        "act Anna climbs result=roll",
    ],
)
def test_nonsense_has_no_ruling(line: str) -> None:
    fight = session(*ARMED)
    before = fight.scene
    for each in (line, line.replace(" ", "! ", 1)):
        with pytest.raises(InvalidCommand):
            fight.do(each)
    assert fight.scene is before


def test_nobody_parries_their_own_attack() -> None:
    fight = session(*ARMED, "attack Anna Bert 3", "next")
    with pytest.raises(InvalidCommand, match="Anna made this attack"):
        fight.do("parry Anna 3 for=Bert")


def test_with_the_current_profile_a_desperate_reaction_is_of_the_mind() -> None:
    fight = session(*ARMED, "settings profile=current", "act Anna waits", "attack Bert Anna 3")
    with pytest.raises(InvalidCommand, match=r"no mind on the sheet. Give it: set Anna mind=N"):
        fight.do("desperate Anna dodge 3")
    fight.do("set Anna mind=5")
    fight.do("desperate Anna dodge 3")
    assert (fight.scene["Anna"].value("mind"), fight.scene["Anna"].fields["injuries"]) == (4, [])


def test_a_question_asked_before_the_action_was_used_takes_a_desperate_answer() -> None:
    fight = session(*ARMED, "attack Anna Bert 3", "attack Bert Anna 0", "decide 1 desperate dodge 3")
    assert fight.scene["Bert"].fields["injuries"] == [1]
    assert fight.scene.prompts == ()


def test_mending_goes_down_only() -> None:
    fight = session(*ARMED, "injure Anna 3")
    with pytest.raises(InvalidCommand, match="lower"):
        fight.do("mend Anna 3 to=3")


def test_next_needs_somebody_up() -> None:
    fight = session(*ARMED, "out Anna,Bert")
    with pytest.raises(InvalidCommand, match="Nobody is up"):
        fight.do("next")


def test_an_injury_that_nobody_has_is_refused_with_those_there_are() -> None:
    fight = played("contract", "add Anna")
    with pytest.raises(InvalidCommand, match=r"^Anna has no injuries\.$"):
        fight.do("mend Anna 1")
    fight.do("injure Anna 2 ; injure Anna 3")
    with pytest.raises(InvalidCommand, match=r"^Anna has no injury of 1, but of 2, 3\.$"):
        fight.do("mend Anna 1")


def test_the_form_offers_the_injuries_there_are() -> None:
    fight = played("contract", "add Anna", "injure Anna 2")
    assert dict(fight.system.form_defaults(fight.scene, "mend", {"actor": "Anna"})) == {"severity": "2"}
    fight.do("injure Anna 3")
    assert not fight.system.form_defaults(fight.scene, "mend", {"actor": "Anna"})
    assert complete(fight.system, fight.scene, "mend Anna ").words[:2] == ("2", "3")
