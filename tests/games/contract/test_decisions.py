"""Rules that need a close reading of the text, a table for each."""

import pytest

from tests.games.contract.fights import ARMED, PAIR, session
from tests.table import last, refused, total
from tracker.games.contract import SYSTEM
from tracker.games.contract.state import state_of
from tracker.rules.errors import Refused

THREE = (*ARMED, "add Carl brawn=3 dexterity=3 melee=2", "arm Carl sword", "range Carl Bert engaged")
GUNNER = (
    "add Ana brawn=3 dexterity=4 athletics=3 melee=3",
    "add Ben brawn=1",
    "add Gun side=enemies brawn=4 dexterity=2 melee=3 firearms=3",
    "arm Gun cannon kind=firearm difficulty=7 damage=3 committed=yes",
    "arm Gun mace kind=melee difficulty=6 damage=0 attribute=brawn ability=melee",
)


def test_a_desperate_reaction_may_be_a_clash() -> None:
    fight = session(*ARMED, "act Anna waits", "attack Bert Anna 1", "desperate Anna clash 3")
    assert "Bert: injury 4" in last(fight).text
    assert "A desperate reaction may be a clash here." in last(fight).text


@pytest.mark.parametrize("shares", ["attack@Ana:3,attack@Ben:3", "attack@Ana/mace:3,attack@Ben/mace:3"])
def test_a_committed_weapon_that_is_only_carried_forbids_no_split(shares: str) -> None:
    fight = session(*GUNNER, f"split Gun {shares} pools=7,7")
    assert "splits 7 dice" in last(fight).text


def test_a_committed_weapon_in_a_share_is_refused() -> None:
    with pytest.raises(Refused, match="A cannon takes the whole pool"):
        session(*GUNNER, "split Gun attack@Ana/cannon:3,attack@Ben:3 pools=7,7")


def test_a_share_has_the_pool_of_the_weapon_it_names() -> None:
    lines = (
        "add Ana dexterity=4 melee=3 firearms=2 athletics=3",
        "add Thug side=enemies",
        "arm Ana sword",
        "arm Ana handgun",
    )
    with pytest.raises(Refused, match="more than the 6 dice"):
        session(*lines, "split Ana attack@Thug:4,dodge:3")
    fight = session(*lines, "split Ana attack@Thug/sword:4,dodge:3")
    assert last(fight).command == "split Ana attack@Thug/sword:4,dodge:3"


def test_the_question_offers_every_friend_who_can_parry() -> None:
    fight = session(*THREE, "add Dora brawn=1", "range Dora Anna distant", "attack Bert Anna 3")
    (prompt,) = fight.scene.prompts
    assert prompt.choices == ("dodge", "parry", "clash", "take", "parry by Carl")
    fight.do("decide 1 parry by Carl 3")
    assert fight.story()[-1].command == "decide 1 parry by Carl 3"
    assert fight.scene["Carl"].spent == ("action",)
    assert fight.scene["Anna"].spent == ()
    assert fight.scene["Anna"].fields["injuries"] == []


SPENT = (*THREE, "act Anna waits", "exert Anna body outcome")


def test_an_attack_waits_while_a_friend_can_parry_for_a_target_that_cannot_react() -> None:
    fight = session(*SPENT, "attack Bert Anna 3")
    assert "Anna cannot react, but Carl can parry it: parry Carl RESULT for=Anna." in last(fight).text
    (prompt,) = fight.scene.prompts
    assert prompt.choices == ("take", "parry by Carl")
    fight.do("parry Carl 3 for=Anna")
    assert fight.scene["Carl"].spent == ("action",)
    assert not fight.scene.prompts
    parried = session(*SPENT, "attack Bert Anna 3 parry=3 by=Carl")
    assert parried.scene["Carl"].spent == ("action",)
    assert not session(*SPENT, "range Carl Anna far", "attack Bert Anna 3").scene.prompts


HELD = (
    "add Ana brawn=3 dexterity=4 athletics=3 melee=3",
    "add Ben brawn=3",
    "add Con side=enemies brawn=3 dexterity=3 melee=2",
    "arm Ana sword",
    "arm Con knife",
    "range all engaged",
    "initiative Ana 5",
    "initiative Con 4",
    "initiative Ben 3",
    'hold Ana stab when="Ben is attacked"',
    "next",
    "attack Con Ben 3 weapon=knife",
    "attack Ana Con 3 weapon=sword held",
)


@pytest.mark.parametrize("line", ["take Ben", "dodge Ben 4", "decide 1 take"])
def test_the_held_attack_is_settled_before_what_set_it_off(line: str) -> None:
    fight = session(*HELD)
    with pytest.raises(
        Refused, match=r"Ana's held attack on Con comes first\. Settle it: dodge Con RESULT, or take Con"
    ):
        fight.do(line)
    fight.do("take Con")
    fight.do(line)
    assert not fight.scene.prompts


def test_who_clashes_with_a_held_attack_gives_up_the_attack_that_set_it_off() -> None:
    fight = session(*HELD, "clash Con 5 weapon=knife")
    assert not fight.scene.prompts
    assert fight.scene["Ben"].fields["injuries"] == []


def test_a_new_initiative_moves_somebody_in_the_order() -> None:
    fight = session(*ARMED, "initiative Anna 5", "initiative Bert 3", "next", "initiative Anna 1")
    assert fight.scene.order == ("Bert", "Anna")
    assert last(fight).text == "Initiative: Anna has 1 instead of 5."
    assert (fight.scene.turn.round, fight.scene.turn.name) == (1, "Bert")


@pytest.mark.parametrize(
    ("shares", "notes"), [("attack:2,dodge:2", ("In no share: 1 of the 5 dice.",)), ("attack:3,dodge:2", ())]
)
def test_dice_left_over_are_named_before_a_split(shares: str, notes: tuple[str, ...]) -> None:
    assert session(*ARMED).preview(f"split Anna {shares}").notes == notes


def test_the_next_target_is_that_of_the_next_share() -> None:
    lines = (*ARMED, "add Cleo side=enemies brawn=2", "add Dora side=enemies brawn=2")
    split = session(*lines, "split Anna attack@Dora:2,attack@Cleo:2 pools=5,5")
    assert SYSTEM.likely_targets(split.scene, "Anna") == ("Dora", "Cleo", "Bert")
    split.do("attack Anna result=2")
    split.do("attack Anna result=2")
    assert [entry.command.split()[2] for entry in split.story()[-2:]] == ["Dora", "Cleo"]


@pytest.mark.parametrize(
    ("mind", "said"), [(5, "Eve: mind 5 costs 1 die on every roll."), (2, "costs 3 dice"), (6, "")]
)
def test_a_mind_that_costs_dice_from_the_start_says_so(mind: int, said: str) -> None:
    text = last(session(f"add Eve mind={mind}")).text
    assert said in text
    assert ("costs" in text) == bool(said)


@pytest.mark.parametrize("line", ["attack Bert Anna 3 take", "attack Bert Anna 0", "attack Bert Anna 3"])
def test_no_friend_is_named_where_none_may_parry(line: str) -> None:
    far = () if line.endswith(("take", " 0")) else ("range Carl Anna distant",)
    assert "can parry it" not in last(session(*SPENT, *far, line)).text


def test_a_friend_whose_action_is_spent_is_not_offered() -> None:
    fight = session(*THREE, "act Carl waits", "attack Bert Anna 3")
    assert "parry by Carl" not in fight.scene.prompts[0].choices


@pytest.mark.parametrize(
    ("act", "offered"),
    [
        ((), ("dodge", "parry", "clash")),
        (("act Anna waits",), ("desperate dodge", "desperate parry", "desperate clash")),
    ],
)
def test_an_attack_is_answered_with_what_its_own_round_had_left(act: tuple[str, ...], offered: tuple[str, ...]) -> None:
    fight = session(*ARMED, "initiative Bert 3", *act, "attack Bert Anna 3", "next", "next")
    assert fight.scene.turn.round == 2
    (prompt,) = fight.scene.prompts
    assert fight.system.refresh_prompt(fight.scene, prompt).choices == (*offered, "take")
    fight.do(f"{offered[0].replace(' ', ' Anna ')} 3" if act else "dodge Anna 3")
    assert fight.scene["Anna"].spent == ()


def test_one_action_of_an_earlier_round_meets_one_attack() -> None:
    fight = session(*THREE, "out Carl", "back Carl", "initiative Bert 3", "attack Bert Anna 3")
    fight.do("add Eve side=enemies brawn=2 dexterity=2")
    fight.do("range Anna Eve engaged")
    fight.do("attack Eve Anna 2")
    while fight.scene.turn.round == 1:
        fight.do("next")
    fight.do("dodge Anna 3 against=Bert")
    assert [blow.earlier for blow in state_of(fight.scene["Anna"]).pending] == [("action",)]
    with pytest.raises(Refused, match="has used the Action of this attack's round"):
        fight.do("dodge Anna 3")


@pytest.mark.parametrize(("what", "price"), [("body outcome", "Body 7 → 6."), ("mind penalty", "Mind 8 → 7.")])
def test_exerting_tells_its_price(what: str, price: str) -> None:
    fight = session("add Ann brawn=3 mind=8", f"exert Ann {what}")
    assert price in last(fight).text


def test_what_is_left_of_the_body_is_explained() -> None:
    fight = session("add Jeff brawn=5", "injure Jeff 4", "injure Jeff 6")
    reasons = [(reason.label, reason.value) for reason in last(fight).why if reason.of == "body left"]
    assert reasons == [("Jeff unhurt", 8), ("worst injury", -6), ("other injury", -1)]
    assert total(last(fight), "body left") == fight.scene["Jeff"].value("body")


AFTER = ("next", "next", "next")
"""Into a new round, from the first turn of a fight of three."""

THREE_IN_ORDER = (*THREE, "initiative Anna 9", "initiative Bert 5", "initiative Carl 1", "range Carl Anna near")


def test_a_friend_parries_with_the_action_of_the_round_of_the_attack() -> None:
    fight = session(*THREE_IN_ORDER, "attack Bert Anna 3", *AFTER, "decide 1 parry by Carl 3")
    assert fight.scene["Carl"].spent == (), "the Action of the new round is still there"
    fight.do("attack Carl Bert 0")
    two = ("attack! Bert Anna 3", "attack! Bert Anna 3", *AFTER, "parry Carl 3 for=Anna")
    fight = session(*THREE_IN_ORDER, *two)
    refused(fight, "parry Carl 3 for=Anna", "Carl has used the Action of this attack's round.")


def test_a_friend_whose_action_was_used_in_the_round_of_the_attack_cannot_parry_after_it() -> None:
    fight = session(*THREE_IN_ORDER, "act Carl waits", "attack Bert Anna 3", *AFTER)
    (question,) = fight.scene.prompts
    assert "parry by Carl" not in fight.system.refresh_prompt(fight.scene, question).choices
    way = "desperate Carl parry for=Anna"
    entry = refused(fight, "parry Carl 3 for=Anna", "Carl has used the Action of this attack's round.", way)
    assert entry.ruled
    fight = session(*THREE_IN_ORDER, "act Carl waits", "attack Bert Anna 3", *AFTER, "desperate Carl parry 3 for=Anna")
    assert fight.scene["Carl"].spent == ()
    assert fight.scene["Carl"].value("body") == 6


def test_a_friend_who_split_parries_after_the_round_with_the_share_that_was_kept() -> None:
    split = ("set Carl brawl=1", "arm Carl sword", "split Carl attack@Bert:3,parry:2", "attack Bert Anna 3")
    fight = session(*THREE_IN_ORDER, *split, *AFTER, "parry Carl 2 for=Anna")
    assert fight.scene["Carl"].spent == ()
    assert next(reason for reason in last(fight).why if reason.of == "units" or reason.label == "share").value == 2


def test_a_friend_out_of_range_cannot_parry() -> None:
    fight = session(*THREE, "range Carl Anna far", "attack Bert Anna 3")
    with pytest.raises(Refused, match="Come nearer: nearer Carl Anna"):
        fight.do("parry Carl 3 for=Anna")


def test_cover_stays_behind_when_a_new_fight_begins() -> None:
    fight = session(*PAIR, "cover Anna heavy what=altar", "encounter The crypt")
    assert fight.scene["Anna"].cover.degree == "none"
