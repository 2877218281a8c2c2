"""What srd5 says before a throw, whom a spell helps, and dice of one's own among several."""

from __future__ import annotations

import re

import pytest

from tests.lines import odds_of, throw_of
from tests.table import last, played, text, total
from tracker.commands.completion import complete
from tracker.commands.parser import phrases, read
from tracker.commands.writer import write
from tracker.export.chronicle import chronicle
from tracker.export.reference import action_help
from tracker.export.text import reasons_text
from tracker.foresight.choices import ranked
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.sheet import weapon_in_words
from tracker.rules.throw import Throw
from tracker.session import Session

RESULTS = {"cast", "crit", "hit", "miss", "saved", "failed", "roll"}

FOLK = (
    "add Ann hp=30/40 ac=16 str=18 level=5",
    "arm Ann mace hit=7 dice=1d6+4 type=bludgeoning reach=5",
    'arm Ann spear hit=7 dice=1d6+4 type=piercing reach=5 range="20/60 ft"',
    "add Mira hp=30 ac=16 wis=18 level=5 casting=wis slots-1=4 slots-2=3",
    "add Zed hp=9/20 ac=12 int=18 level=5 casting=int slots-1=2 slots-2=3 slots-3=3",
    "add Gob count=3 side=enemies hp=90 ac=13 dex=14",
    "add Imp side=enemies hp=90 ac=13 dex=10 immune=fire resist=bludgeoning weak=radiant",
)

ORDER = tuple(
    f"initiative {name} {number}"
    for name, number in {'"Gob 2"': 20, '"Gob 3"': 15, '"Gob 1"': 5, "Imp": 4, "Ann": 3, "Mira": 2, "Zed": 1}.items()
)


def throw(line: str, *before: str) -> Throw:
    fight = played("srd5", *FOLK, *before)
    found = fight.system.throw(fight.scene, read(phrases(line)[0], fight.system, fight.scene))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("cast Zed fireball Imp roll", "fire: 0 damage, by immunity"),
        ("attack Ann Imp roll", "bludgeoning: half the damage, by resistance"),
        ('cast Mira "sacred flame" Imp roll', "radiant: twice the damage, by vulnerability"),
        ("save Imp roll 12 type=fire", "fire: 0 damage, by immunity"),
    ],
)
def test_what_the_target_withstands_stands_beside_the_throw_before_it(line: str, remark: str) -> None:
    said = throw(line)
    assert remark in said.remarks
    assert remark in said.in_words(0.5)
    assert remark not in throw(line.replace("Imp", '"Gob 1"')).remarks


def test_who_strikes_in_melee_from_near_comes_up_and_is_not_put_there() -> None:
    up = "must come up from near first (19 nearer)"
    assert up in throw("attack Ann Imp roll").remarks
    assert up not in throw("attack Ann Imp roll", "range Ann Imp reach").remarks
    assert up not in throw("attack Ann Imp roll weapon=spear").remarks
    assert up not in throw("attack Ann Imp roll opportunity").remarks
    assert (
        throw("attack Ann Imp roll weapon=mace", "mark Ann restrained").remarks[-1]
        == "cannot come up from near: speed 0"
    )
    fight = played("srd5", *FOLK, "attack Ann Imp 19 damage=2")
    assert fight.scene.band("Ann", "Imp") == "near"


ROGUE = ("add Kes side=heroes dex=18 level=3 sneak-attack=2d6", "arm Kes rapier", "arm Kes shortbow")
SNEAKS = "sneak attack: 2d6 in the damage"


def test_who_comes_up_with_the_blow_is_beside_the_target_for_those_who_follow() -> None:
    blow = "attack Ann Imp 19 damage=2 weapon=mace"
    assert SNEAKS not in throw("attack Kes Imp roll", *ROGUE, blow).remarks
    assert SNEAKS in throw("attack Kes Imp roll", *ROGUE, f"{blow} nearer").remarks


def test_who_comes_up_with_the_blow_shares_the_place_and_one_undo_takes_both_back() -> None:
    fight = played("srd5", *FOLK, *ROGUE, "range Mira Imp reach", "attack Kes Imp 19 nearer damage=9")
    assert text(fight).startswith(
        "Kes comes up to Imp: near → reach. Kes: attack on Imp with the rapier, 19 against 13"
    )
    assert last(fight).command == "attack Kes Imp 19 damage=9 nearer weapon=rapier"
    assert [fight.scene.band("Kes", other) for other in ("Imp", "Mira", "Ann")] == ["reach", "reach", "near"]
    assert "Kes · rapier · comes up · 19 vs 13 · hit" in chronicle(fight).moments[-1].lines[0].text
    fight.do("undo")
    assert fight.scene.band("Kes", "Imp") == "near"
    assert fight.scene["Imp"].value("hp") == 90


def test_odds_and_throw_are_those_of_the_place_after_coming_up() -> None:
    near, there = (played("srd5", *FOLK, *ROGUE, f"range Kes Imp {band}") for band in ("near", "reach"))
    bow = "attack Kes Imp roll weapon=shortbow"
    assert odds_of(near.system, near.scene, f"{bow} nearer") == odds_of(there.system, there.scene, bow)
    assert odds_of(near.system, near.scene, f"{bow} nearer") != odds_of(near.system, near.scene, bow)
    assert "disadvantage (a foe within reach)" in throw(f"{bow} nearer", *ROGUE).remarks


def test_what_somebody_could_do_has_the_blow_with_coming_up_where_it_takes_that() -> None:
    fight = played("srd5", *FOLK, *ROGUE, "range Kes Imp reach", "range Kes Gob far", 'range Kes "Gob 2" near')

    def lines(*before: str) -> set[str]:
        for line in before:
            fight.do(line)
        return {write(choice.action) for choice in ranked(fight.system, fight.scene, "Kes")}

    rapier, bow = "attack Kes {} roll weapon=rapier", "attack Kes {} roll weapon=shortbow"
    near = rapier.replace(" weapon", " nearer weapon").format('"Gob 2"')
    assert {near, rapier.format("Imp"), rapier.format('"Gob 1"'), bow.format('"Gob 2"')} <= lines()
    assert rapier.format('"Gob 2"') not in lines()
    assert near not in lines("mark Kes restrained")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("attack Ann Imp roll weapon=mace nearer", "Ann cannot come up: speed 0"),
        ("attack Zed Imp roll nearer opportunity", "Zed cannot come up for an opportunity attack"),
        ('cast Ann "shocking grasp" Imp roll nearer', "Ann cannot come up: speed 0"),
    ],
)
def test_who_cannot_move_does_not_come_up(line: str, reason: str) -> None:
    fight = played("srd5", *FOLK, "set Ann casting=int", "mark Ann restrained")
    with pytest.raises(Refused, match=reason):
        fight.do(line)
    assert fight.scene.band("Ann", "Imp") == "near"


@pytest.mark.parametrize("blow", ['attack "Gob 1" Ann hit', 'cast "Gob 1" "shocking grasp" Ann hit'])
def test_a_hit_on_the_dying_says_its_failures_when_its_damage_is_known(blow: str) -> None:
    armed = ('arm "Gob 1" claw hit=4 dice=1d6 reach=5', 'set "Gob 1" casting=int level=1', "range Ann Gob reach")
    fight = played("srd5", *FOLK, *armed, "hurt Ann 30")
    before = fight.preview(blow)
    assert before.throws
    assert "failure" not in before.text
    known = fight.preview(f"{blow} damage=4").text
    assert "(0 → 1)" in known
    assert "(1 → 2)" in known
    fight.do(blow)
    assert fight.scene["Ann"].value("failures") == 2


@pytest.mark.parametrize("spell", ["sacred flame", "fire bolt", "inflict wounds"])
def test_a_spell_for_one_creature_is_refused_for_two(spell: str) -> None:
    with pytest.raises(Refused, match=f"The {spell} reaches 1 at most, not 2"):
        played("srd5", *FOLK, f'cast Mira "{spell}" "Gob 1","Gob 2" roll')


def test_of_several_targets_one_comes_up_to_the_first() -> None:
    fight = played("srd5", *FOLK, 'cast! Zed "shocking grasp" "Gob 2","Gob 1" 19,9 damage=4 nearer')
    assert fight.scene.band("Zed", "Gob 2") == "reach"
    assert fight.scene.band("Zed", "Gob 1") == "near"
    assert ["comes up" in line.text for line in chronicle(fight).moments[-1].lines] == [True, False]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cast Zed fireball Imp ", ("saved", "failed", "roll")),
        ('cast Zed "fire bolt" Imp ', ("crit", "hit", "miss", "roll")),
        ('cast Mira "cure wounds" Ann ', ()),
    ],
)
def test_the_results_offered_are_those_of_the_spell(line: str, words: tuple[str, ...]) -> None:
    fight = played("srd5", *FOLK)
    offered = complete(fight.system, fight.scene, line).words
    assert tuple(word for word in offered if word in RESULTS) == words


def test_the_hint_of_a_result_names_what_the_spell_can_come_to() -> None:
    assert throw("cast Zed fireball Imp roll").typed == "a total, dice=FACES, saved, failed, or roll"
    assert throw('cast Zed "fire bolt" Imp roll').typed == "a total, dice=FACES, crit, hit, miss, or roll"


@pytest.mark.parametrize(
    ("line", "on"),
    [
        ('cast Mira "cure wounds" cure=5', "Zed"),
        ("cast Mira bless", "Zed"),
        ("cast Mira shield", "Mira"),
        ('cast Mira "detect magic"', "Mira"),
    ],
)
def test_what_helps_is_meant_for_the_friend_most_in_need(line: str, on: str) -> None:
    assert last(played("srd5", *FOLK, line)).command.removesuffix(" cure=5").endswith(f" {on}")


def test_a_cure_is_for_oneself_where_nobody_is_hurt_and_never_for_the_dead() -> None:
    whole = ("heal Ann 10", "heal Zed 11")
    assert " Mira " in last(played("srd5", *FOLK, *whole, 'cast Mira "cure wounds" cure=5')).command
    dead = ("set Zed failures=3 hp=0", "out Zed as=dead")
    assert " Ann " in last(played("srd5", *FOLK, *dead, 'cast Mira "cure wounds" cure=5')).command


def test_what_a_cure_gives_is_called_so_and_old_lines_are_still_read() -> None:
    fight = played("srd5", *FOLK, 'cast Mira "cure wounds" Zed cure=8')
    assert "Zed: +8 hp (9 → 17)" in text(fight)
    old = played("srd5", *FOLK, 'cast Mira "cure wounds" Zed damage=8')
    assert "Zed: +8 hp (9 → 17)" in text(old)


def blessed(*before: str) -> Session:
    return played("srd5", *FOLK, "mark Ann blessed", *before)


@pytest.mark.parametrize("line", ["mark Zed,Mira blessed", "mark Zed,Mira baned"])
def test_no_die_of_bless_is_thrown_with_a_cure(line: str) -> None:
    fight = played("srd5", *FOLK, 'arm Mira "cure wounds"', line)
    action = read(phrases('cast Mira "cure wounds" Zed cast')[0], fight.system, fight.scene)
    found = fight.system.throw(fight.scene, action)
    assert found is None or "1d4" not in found.in_words()
    fight.do('cast Mira "cure wounds" Zed cure=5')
    assert "Zed: +5 hp (9 → 14)" in text(fight)
    fight.do('cast! Mira "cure wounds" Zed cure=2 plus=3')
    assert "Zed: +5 hp (14 → 19)" in text(fight)


def test_the_die_of_bless_is_thrown_with_the_attack_and_is_in_the_odds() -> None:
    fight = blessed()
    action = read(phrases("attack Ann Imp roll")[0], fight.system, fight.scene)
    found = fight.system.throw(fight.scene, action)
    assert found is not None
    assert found.in_words().startswith("Ann rolls 1d20 + 1d4 +7 ")
    # 13 with +7 needs 6 without the die: 5, 4, 3 or 2 with it; 1 always misses.
    ways = sum(max(1, 20 - max(2, 6 - die) + 1) for die in range(1, 5))
    assert odds_of(fight.system, fight.scene, "attack Ann Imp roll").success == pytest.approx(ways / 80)
    fight.do("attack Ann Imp dice=2 damage=1")
    reasons = {(why.of, why.label): why.value for why in last(fight).why}
    assert 1 <= reasons["plus", "blessed"] <= 4
    assert f"plus={reasons['plus', 'blessed']}" in last(fight).command


def test_a_typed_total_has_the_die_of_bless_in_it_and_plus_says_what_it_showed() -> None:
    fight = blessed("attack Ann Imp 15 damage=1")
    assert "15 against 13: hit" in text(fight)
    assert "plus" not in last(fight).command
    reasons = {why.label: why.value for why in last(fight).why if why.of == "total"}
    assert reasons["dice"] == 8, "which of the two showed what is not known"
    assert not {"d20", "other"} & set(reasons)
    with pytest.raises(InvalidCommand, match=r"plus=N says what else was thrown than 1d20: \w+ or \w+"):
        blessed("attack Ann Imp 28 damage=1")
    assert ": hit" in text(blessed("attack Ann Imp 27 damage=1")), "the d20 cannot show 20 then"
    assert "10 against 13: miss" in text(blessed("attack Ann Imp 10")), "a fumble would come to the same"
    with pytest.raises(InvalidCommand, match="plus=N"):
        blessed("attack Ann Imp 32 damage=1")
    assert "30 against 13: hit" in text(blessed("attack Ann Imp 30 damage=1 plus=4"))


@pytest.mark.parametrize(
    ("condition", "line", "span"),
    [
        ("blessed", "save Ann 1 5 ability=con", "1d20 [+] 1d4 makes 1 with [+]0: it makes 2 to 24. plus=N"),
        ("baned", "save Ann 20 20 ability=con", "1d20 − 1d4 makes 20 with [+]0: it makes −3 to 19. plus=N"),
        ("blessed", "attack Ann Imp 8 damage=1", "1d20 [+] 1d4 makes 8 with [+]7: it makes 9 to 31. plus=N"),
        ("baned", "attack Ann Imp 27 damage=1", "1d20 − 1d4 makes 27 with [+]7: it makes 4 to 26. plus=N"),
    ],
)
def test_a_typed_total_that_only_a_throw_without_the_die_of_bless_makes_is_never_changed(
    condition: str, line: str, span: str
) -> None:
    fight = played("srd5", *FOLK, f"mark Ann {condition}")
    with pytest.raises(InvalidCommand, match=span):
        fight.do(line)
    fight.do(f"{line} plus=0")
    typed = re.search(r" (\d+)( |$)", line)
    assert typed is not None
    assert f", {typed[1]} against" in text(fight)
    assert not last(fight).dice


def test_an_answer_with_a_total_that_the_die_of_bless_does_not_make_is_never_changed() -> None:
    fight = blessed("mark Ann concentrating", "hurt Ann 6")
    with pytest.raises(InvalidCommand, match="it makes 2 to 24"):
        fight.do("decide 1 1")
    fight.do("decide 1 2")
    assert "save, 2 against 10: failed" in text(fight)
    assert not last(fight).dice


def test_each_who_saves_has_a_die_of_bless_or_bane_of_their_own() -> None:
    fight = blessed("mark Zed blessed", "mark Mira baned", "save Ann,Zed,Mira dice=10 12")
    own = [int(part.split("plus=")[1]) for part in last(fight).command.split(" ; ")]
    assert own[0] in range(1, 5)
    assert own[1] in range(1, 5)
    assert own[2] in range(-4, 0)
    fight = blessed("mark Imp baned", "cast! Zed fireball Imp,Ann roll damage=1")
    dice = {(why.of, why.label): why.value for why in last(fight).why if why.of.startswith("plus")}
    assert {key: value > 0 for key, value in dice.items()} == {
        ("plus", "baned"): False,
        ("plus of Ann", "blessed"): True,
    }
    assert "plus=" not in last(fight).command


def test_guidance_leaves_a_mark_that_checks_are_reminded_of() -> None:
    fight = played("srd5", *FOLK, "cast Mira guidance Ann")
    assert fight.scene["Ann"].has("guided")
    found = fight.system.throw(fight.scene, read(phrases("check Ann roll 12")[0], fight.system, fight.scene))
    assert found is not None
    assert found.remarks == ("guided: +1d4 with the chosen skill, plus=N",)


def test_results_for_a_group_go_in_the_order_of_the_list_and_are_kept_by_name() -> None:
    fight = played("srd5", *FOLK, *ORDER, "next", "save Gob 3,12,18 15")
    assert last(fight).command == 'save "Gob 2" 3 15 ; save "Gob 3" 12 15 ; save "Gob 1" 18 15'
    fight = played("srd5", *FOLK, *ORDER, "next", "cast! Zed fireball Gob 3,12,18 damage=4")
    assert last(fight).command == 'cast! Zed fireball "Gob 2,Gob 3,Gob 1" 3,12,18 damage=4'
    assert "fireball on Gob 1, who rolls 18 against 15: saved" in text(fight)


def test_without_turns_a_group_stands_as_it_joined_and_by_its_name() -> None:
    assert last(played("srd5", *FOLK, "cast Zed fireball Gob 3,12,18 damage=4")).command == (
        "cast Zed fireball Gob 3,12,18 damage=4"
    )


def test_a_disadvantage_can_be_that_of_one_of_several() -> None:
    fight = played("srd5", *FOLK, 'cast Zed fireball "Gob 1,Gob 2" dice=12,3,18 damage=4 dis="Gob 2"')
    assert "fireball on Gob 1, who rolls 14 against 15: failed" in text(fight)
    assert "fireball on Gob 2, who rolls 5 against 15: failed" in text(fight)
    assert last(fight).command.endswith('dis="Gob 2"')
    fight = played("srd5", *FOLK, "save Ann,Zed 12,9 10 dis=Zed")
    assert last(fight).command == "save Ann 12 10 ; save Zed 9 10 dis"


@pytest.mark.parametrize("line", ["cast Zed fireball Imp,Ann 3,18 damage=4 dis=Mira", "save Ann,Zed 12,9 10 dis=Mira"])
def test_a_disadvantage_of_somebody_else_is_refused_in_words(line: str) -> None:
    with pytest.raises(InvalidCommand, match="dis=Mira: Mira throws nothing here"):
        played("srd5", *FOLK, line)


def test_the_damage_of_each_ray_stands_in_the_line_and_is_amended_there() -> None:
    rays = 'cast Zed "scorching ray" "Gob 1,Gob 2,Imp" 19,8,19'
    fight = played("srd5", *FOLK, rays)
    first, second, third = last(fight).command.rpartition("damage=")[2].split(",")
    assert second == "-"
    assert f"−{first} hp" in text(fight)
    assert 2 <= int(third) <= 12
    fight = played("srd5", *FOLK, f"{rays} damage=4,-,6")
    assert "Gob 1: −4 hp" in text(fight)
    assert last(fight).command.endswith("damage=4,-,6")
    with pytest.raises((InvalidCommand, Refused), match="damage has 2 numbers: one for each of 3"):
        played("srd5", *FOLK, f"{rays} damage=4,6")


def test_a_death_save_is_told_once() -> None:
    fight = played("srd5", *FOLK, *ORDER, "next", "hurt Mira 30", "next", "next", "next", "next", "next")
    (question,) = fight.scene.prompts
    fight.do(f"decide {question.id} 5")
    assert text(fight).startswith("Mira: death save, 5: failure.")


def test_a_breath_is_ready_or_not_recharged_in_words() -> None:
    fight = played("srd5", *FOLK, "arm Imp breath dc=12 ability=dex dice=2d6 recharge=5 charged=1")
    assert fight.system.weapon_state(fight.scene["Imp"], "breath") == "ready"
    fight.do("arm Imp breath charged=0")
    assert fight.system.weapon_state(fight.scene["Imp"], "breath") == "not recharged"


def test_typed_saves_of_several_of_whom_one_is_blessed_are_each_their_own() -> None:
    fight = blessed("cast! Zed fireball Imp,Ann 12,17 damage=2")
    assert "fireball on Imp, who rolls 12 against 15: failed" in text(fight)
    assert "fireball on Ann, who rolls 17 against 15: saved" in text(fight)
    assert not fight.story()[-1].dice


def test_a_group_and_a_side_leave_out_the_dead_but_not_the_dying_and_not_those_who_are_helped() -> None:
    fight = played("srd5", *FOLK, 'out "Gob 2" as=dead', "hurt Zed 9", seed=3)
    fight.do("cast! Zed fireball enemies 3,4,5")
    assert last(fight).command.startswith('cast! Zed fireball "Gob 1,Gob 3,Imp"')
    fight.do("hurt gobs 2")
    assert fight.scene["Gob 2"].tracks["hp"].value == 90
    fight.do("hurt heroes 1")
    assert fight.scene["Zed"].tracks["failures"].value == 1
    fight.do("out Zed as=dead")
    fight.do("hurt heroes 1")
    assert "Zed" not in last(fight).text
    fight.do('cast Mira "healing word" heroes')
    assert "Zed" in last(fight).text
    fight.do("back gobs")
    assert fight.scene["Gob 2"].out is None


def test_out_by_hand_is_dying_for_a_hero_and_dead_for_others() -> None:
    fight = played("srd5", *FOLK, *ORDER, 'out Zed,"Gob 2"', "next")
    assert (fight.scene["Zed"].out, fight.scene["Gob 2"].out) == ("dying", "dead")
    assert fight.scene.turn.name == "Gob 3"
    fight.do("hurt gobs 2")
    assert fight.scene["Gob 2"].tracks["hp"].value == 90


def test_what_was_done_to_a_group_with_a_dead_member_can_be_done_again() -> None:
    fight = played("srd5", *FOLK, 'out "Gob 2" as=dead', "cast Zed fireball gob 3,4", "note before", seed=3)
    cast = fight.story()[-2]
    fight.do(f"revoke {fight.story()[-1].id}")
    fight.do(f"amend {cast.id} cast Zed fireball gob 3,12")
    assert fight.scene["Gob 2"].tracks["hp"].value == 90


@pytest.mark.parametrize(
    ("spell", "caster", "before", "need"),
    [
        ("shield", "Zed", "set Zed ac=12", 17),
        ("shield of faith", "Mira", "set Zed ac=12", 14),
        ("haste", "Mira", "set Zed ac=12", 14),
        ("barkskin", "Mira", "set Zed ac=12", 17),
        ("barkskin", "Mira", "set Zed ac=18", 18),
        ("mage armor", "Mira", "set Zed ac=12 dex=14", 15),
        ("warding bond", "Mira", "set Zed ac=12", 13),
        ("slow", "Mira", "set Zed ac=12", 10),
    ],
)
def test_what_a_spell_does_to_the_armor_class_counts(spell: str, caster: str, before: str, need: int) -> None:
    fight = played("srd5", *FOLK, before, f'cast! {caster} "{spell}" Zed {"failed" if spell == "slow" else ""}')
    fight.do('attack "Gob 1" Zed 9')
    assert total(fight, "need") == need
    typed = fight.scene["Zed"].number("ac")
    shown = fight.system.cells(fight.scene, fight.scene["Zed"])[0]
    assert shown == (str(typed) if need == typed else f"{typed}{need - typed:+d}".replace("-", "−"))
    if spell in ("haste", "slow", "shield of faith"):
        fight.do(f"unmark {caster} concentrating")
        fight.do('attack "Gob 2" Zed 9')
        assert total(fight, "need") == 12


def test_bark_is_the_least_armor_class_and_nothing_is_added_to_it() -> None:
    fight = played(
        "srd5", *FOLK, "set Zed ac=15", "mark Zed barkskin", 'mark Zed "warding bond"', 'attack "Gob 1" Zed 9'
    )
    assert total(fight, "need") == 17
    fight.do("cast! Zed shield")
    fight.do('attack "Gob 2" Zed 9')
    assert total(fight, "need") == 21


def test_cover_counts_on_top_of_bark_and_its_text_says_that_this_is_open() -> None:
    fight = played("srd5", *FOLK, "set Zed ac=15", "mark Zed barkskin", "cover Zed half", 'attack "Gob 1" Zed 9')
    assert total(fight, "need") == 19
    (told,) = (spec.help for spec in fight.system.conditions if spec.name == "barkskin")
    assert "cover counts on top of it, which the text leaves open" in told


@pytest.mark.parametrize(
    ("spell", "level", "most"), [("chain lightning", 6, 4), ("animal friendship", 1, 1), ("bane", 1, 3), ("slow", 3, 6)]
)
def test_a_higher_slot_reaches_more_where_the_spell_says_so(spell: str, level: int, most: int) -> None:
    fight = played("srd5", *FOLK, "add Rat count=9 side=enemies", f"set Zed slots-{level}=2 slots-{level + 1}=2")
    more = 0 if spell == "slow" else 1
    for slot, reached in ((level, most), (level + 1, most + more)):
        names = [f"Rat {number}" for number in range(1, reached + 2)]
        assert not fight.preview(f'cast Zed "{spell}" "{",".join(names[:-1])}" roll slot={slot}').objections
        (objection,) = fight.preview(f'cast Zed "{spell}" "{",".join(names)}" roll slot={slot}').objections
        assert objection == f"The {spell} reaches {reached} at most, not {reached + 1}."


@pytest.mark.parametrize(
    ("before", "line", "who"),
    [
        ((), "range Ann Orc near", "Orc"),
        ((), "farther Ann Orc", "Orc"),
        ((), "range Ann Orc,Elf far", "Orc and Elf"),
        ((), "range Ann Imp reach", "Orc and Elf"),
        (("out Orc",), "range Ann Imp reach", "Elf"),
        ((), "range Ann Mira far", ""),
        (("disengage Ann",), "range Ann Orc near", ""),
        (("attack Orc Ann miss opportunity",), "range Ann Orc near", ""),
        (("mark Orc stunned",), "range Ann Orc,Elf near", "Elf"),
        (("end",), "range Ann Orc near", ""),
        (("range all near",), "range Ann Orc far", ""),
    ],
)
def test_who_may_strike_at_somebody_that_goes_away_is_told(before: tuple[str, ...], line: str, who: str) -> None:
    foes = ("add Orc side=enemies", "add Elf side=enemies", "range all reach", "range Imp all near")
    folk = ("add Ann", "add Mira", "add Imp side=enemies", *foes, "initiative Ann 20", "next")
    fight = played("srd5", *folk, *before, line)
    told = (f"Ann: out of the reach of {who}, who may make an opportunity attack.",) if who else ()
    assert last(fight).remarks == told


def test_the_moves_of_a_group_leave_one_remark_that_names_neither_friends_nor_the_dead() -> None:
    people = ("add Ann", "add Zed", "add Gob count=4 side=enemies", "add Boss side=enemies", "arm Gob sword dice=1d6")
    distances = ("range all near", "range Gob Ann reach", "range Zed Boss far", 'out "Gob 1"')
    fight = played("srd5", *people, *distances, "initiative Gob 20", "next")
    fight.do(" ; ".join(f'attack "Gob {number}" Zed miss nearer' for number in (2, 3, 4)))
    told = "Gob 2, Gob 3 and Gob 4: out of the reach of Ann, who may make an opportunity attack."
    assert last(fight).remarks == (told,)


def test_a_foe_who_is_farther_after_a_move_is_told_once_for_all_who_moved() -> None:
    people = ("add Ann", "add Zed", "add Bo", "add Gob count=3 side=enemies", "arm Gob sword dice=1d6")
    fight = played("srd5", *people, "range all near", "range Bo,Zed Ann far", "initiative Gob 20", "next")
    fight.do(" ; ".join(f'attack "Gob {number}" Zed miss nearer' for number in (1, 2)))
    assert last(fight).remarks == ("Gob 1 and Gob 2: near → far with Ann.",)


def test_what_a_shield_would_turn_is_told_before_the_throw_and_how_it_is_mended_after_it() -> None:
    foes = ("add Orc side=enemies casting=int level=1", "arm Orc sword hit=4 dice=1d6", 'arm Orc "fire bolt"')
    fight = played("srd5", *FOLK, *foes, "arm Zed shield", "range all reach", "set Zed ac=12")
    told = "less than 17 is a miss if Zed casts Shield before it"
    lines = ("attack Orc Zed roll", 'cast Orc "fire bolt" Zed roll')

    def said() -> list[bool]:
        known = (throw_of(fight.system, fight.scene, line) for line in lines)
        return [told in throw.remarks for throw in known if throw is not None]

    assert said() == [True, True]
    fight.do("cast Zed shield")
    assert said() == [False, False]
    assert last(fight).remarks == (), "no attack came before it"
    fight.do("unmark Zed shielded")
    assert said() == [False, False], "the reaction is spent"


@pytest.mark.parametrize(
    ("before", "mended"),
    [
        (("attack Orc Zed 14 damage=2",), True),
        (('cast Orc "fire bolt" Zed 14 damage=2',), True),
        (("attack Orc Zed 14 damage=2", "decide 1 held"), True),
        (("attack Orc Zed 11",), False),
        (("attack Orc Zed crit damage=2",), False),
        (("attack Orc Zed 14 damage=2", *["next"] * 7), False),
        (("attack Orc Zed 14 damage=2", "undo"), False),
    ],
)
def test_a_shield_behind_a_hit_names_the_hit_to_go_back_to(before: tuple[str, ...], mended: bool) -> None:
    foes = ("add Orc side=enemies casting=int level=1", "arm Orc sword hit=4 dice=1d6", 'arm Orc "fire bolt"')
    lines = (*FOLK, *foes, "arm Zed shield", "range all reach", "set Zed ac=12 hp=20", "initiative all 10")
    turn = ("initiative Orc 20", "next", "mark Zed concentrating")
    fight = played("srd5", *lines, *turn, *before, "cast Zed shield")
    again = "undo up to and including that attack, then Shield and the attack again."
    remark = f"If it answers the last hit on Zed, and that was by less than 5, it is a miss: {again}"
    assert last(fight).remarks == ((remark,) if mended else ())


def test_a_shield_lasts_until_the_next_turn_of_the_caster_and_a_bond_helps_saves() -> None:
    fight = played("srd5", *FOLK, *ORDER, "next", "cast Zed shield")
    assert "Out of turn" not in text(fight)
    while fight.scene.turn.name != "Zed":
        assert fight.scene["Zed"].has("shielded")
        fight.do("next")
    assert not fight.scene["Zed"].has("shielded")
    fight.do("cast! Mira haste Zed")
    fight.do('cast! Mira "warding bond" Zed')
    found = fight.system.throw(fight.scene, read(phrases("save Zed roll 12 ability=dex")[0], fight.system, fight.scene))
    assert found is not None
    assert (found.dice, found.bonus) == ("2d20kh1", 1)
    assert "advantage (hasted)" in found.remarks


@pytest.mark.parametrize(
    ("line", "weapon"),
    [
        ("arm Mira fire bolt", "fire bolt"),
        ("arm Mira light crossbow", "light crossbow"),
        ("arm Mira fire bolt level=0 hit=9", "fire bolt"),
        ('arm Mira "fire bolt"', "fire bolt"),
    ],
)
def test_the_words_of_a_weapon_of_the_game_need_no_quotes(line: str, weapon: str) -> None:
    fight = played("srd5", *FOLK, line)
    assert [*fight.scene["Mira"].weapons] == [weapon]
    assert f'"{weapon}"' in last(fight).command


@pytest.mark.parametrize(
    ("line", "weapons"),
    [
        ("arm Mira bless, cure wounds, mace", ["bless", "cure wounds", "mace"]),
        ("arm Mira Fire Bolt, mage armor", ["fire bolt", "mage armor"]),
        ("arm Mira mace,bless", ["mace", "bless"]),
        ('arm Mira "sword, of doom"', ["sword, of doom"]),
    ],
)
def test_several_weapons_of_the_game_are_given_in_one_line(line: str, weapons: list[str]) -> None:
    fight = played("srd5", *FOLK, line)
    assert [*fight.scene["Mira"].weapons] == weapons
    again = played("srd5", *FOLK, last(fight).command)
    assert again.scene["Mira"].weapons == fight.scene["Mira"].weapons


def test_a_list_of_weapons_with_an_unknown_one_is_refused_with_the_line_that_works() -> None:
    fight = played("srd5", *FOLK)
    with pytest.raises(InvalidCommand) as refused:
        fight.do("arm Mira bless, moon blade")
    way = 'arm Mira bless ; arm Mira "moon blade"'
    assert way in str(refused.value)
    fight.do(way)
    assert [*fight.scene["Mira"].weapons] == ["bless", "moon blade"]


def test_a_question_about_a_save_says_what_is_thrown_with_bonus_and_bless() -> None:
    fight = played("srd5", *FOLK, "mark Ann concentrating", "mark Ann blessed", "hurt Ann 4")
    (question,) = fight.scene.prompts
    assert question.text == "4 damage: Constitution save, 1d20 +0 +1d4 against 10: does it hold?"


def test_two_questions_about_concentration_name_the_damage_of_each() -> None:
    fight = played("srd5", *FOLK, "set Ann hp=30/30", "mark Ann concentrating", "hurt Ann 4", "hurt Ann 7")
    assert [question.text.partition(":")[0] for question in fight.scene.prompts] == ["4 damage", "7 damage"]


def test_the_words_of_a_spell_and_its_slot_are_said_as_on_the_sheet() -> None:
    fight = played("srd5", *FOLK, "arm Zed bane", "arm Zed bless", "cast Zed Zed weapon=bless")
    words = weapon_in_words(fight.system, fight.scene["Zed"].weapons["bane"])
    assert "as long as one concentrates" in words
    assert not [word for word in words if word.startswith(("rider ", "lasts "))]
    assert [word for word in words if word.startswith("Up to three creatures")]
    assert reasons_text(last(fight).why, fight.system.reason_names) == "slots 1: Zed −1"


def test_two_equal_questions_about_concentration_have_numbers() -> None:
    fight = played("srd5", *FOLK, "set Ann hp=30/30", "mark Ann concentrating", *["hurt Ann 4"] * 3)
    assert [question.text.partition("? ")[2] for question in fight.scene.prompts] == ["", "(number 2)", "(number 3)"]


def test_a_spell_whose_effect_is_left_to_the_gm_names_where_its_rules_are() -> None:
    fight = played("srd5", *FOLK, 'arm Zed "dispel magic"', "arm Zed bless")
    fight.do('cast Zed Imp weapon="dispel magic" free')
    assert "The rules of dispel magic are on the sheet of Zed. Damage of dispel magic is typed" in text(fight)
    fight.do("cast! Zed Ann weapon=bless")
    assert "The rules" not in text(fight)
    assert "You bless" not in text(fight)


def test_a_named_outcome_throws_no_die_of_bless() -> None:
    fight = blessed("attack Ann Imp miss")
    assert not last(fight).dice
    assert "plus" not in last(fight).command


def test_several_who_attack_have_each_their_own_damage() -> None:
    fight = played("srd5", *FOLK, "arm Ann sword hit=5 dice=1d6", "arm Zed sword hit=5 dice=1d6")
    fight.do("attack Ann,Zed Imp 19,18 damage=5,6")
    assert [part.rpartition("damage=")[2][:1] for part in last(fight).command.split(" ; ")] == ["5", "6"]
    fight.do("undo")
    fight.do("attack Ann,Zed Imp 9,18 damage=-,6")
    assert "damage" not in last(fight).command.split(" ; ")[0]
    with pytest.raises(InvalidCommand, match="A list has a number for each: Ann and Zed"):
        fight.do("attack Ann,Zed Imp 19,18 damage=5,6,7")


def purposes(line: str, fight: Session) -> dict[str, str]:
    """What is thrown for what after a spell, as the form says it: before the result and at the end of its preview."""
    action = read(phrases(line)[0], fight.system, fight.scene)
    throw, ahead = fight.system.throw(fight.scene, action), fight.preview(line)
    found = dict(throw.after) if throw is not None else {}
    return found | {ahead.asks: ahead.throws} if ahead.asks and throw is None else found


def test_a_spell_is_said_to_cure_only_if_it_heals_and_to_hurt_only_if_it_hurts_at_every_slot() -> None:
    slots = " ".join(f"slots-{level}=9" for level in range(1, 10))
    fight = played("srd5", *FOLK, f"add Sage hp=9/20 int=18 level=17 casting=int {slots}", "set Imp hp=200/200")
    for name in fight.system.lore:
        spell = fight.system.weapons[name]
        level, told = int(str(spell["level"])), set[str]()
        for slot in range(level, 10) if level else (0,):
            said = purposes(f'cast Sage "{name}" Imp' + (f" slot={slot}" if slot > level else ""), fight)
            assert ("cure" in said) == ("d" in str(spell.get("cure"))), (name, slot, said)  # Heal throws no dice.
            assert ("damage" in said) == ("dice" in spell), (name, slot, said)
            assert ("second" in said) == ("extra" in spell), (name, slot, said)
            told.add(str(said))
        grows = "per-slot" in spell and said
        assert len(told) == (10 - level if grows else 1), (name, told)


def test_the_help_of_a_spell_names_what_any_of_them_can_come_to() -> None:
    told = action_help(find("srd5").actions["cast"])
    assert "a total, dice=FACES, crit, hit, miss, saved, failed, or roll" in str(told)
    assert "fumble, failure, or roll" in str(action_help(find("percentile").actions["check"]))


@pytest.mark.parametrize(
    ("spell", "way"),
    [
        ("healing word", ", or say what the table rolled: cure=N."),
        ("magic missile", ", or say what the table rolled: damage=N."),
        ("bless", "."),
    ],
)
def test_a_result_of_what_throws_none_is_refused_with_the_word_for_what_was_rolled(spell: str, way: str) -> None:
    fight = played("srd5", 'bring "Four heroes of level 1"')
    with pytest.raises(InvalidCommand) as bad:
        fight.do(f'cast Cleric "{spell}" Fighter 5')
    assert str(bad.value) == f"Nothing is thrown for the {spell}: leave the result out{way}"
