"""Creatures of the SRD at the table: traits that count, sequences of attacks, questions that throw by themselves."""

from __future__ import annotations

import pytest

from tests.lines import odds_of
from tests.table import last, played, refused
from tests.table import text as said
from tracker.commands.parser import phrases, read
from tracker.session import Session


def table(*lines: str, seed: int = 1) -> Session:
    return played("srd5", "add Ann hp=60 ac=14 dex=14 con=12 wis=10 spell-dc=15", *lines, seed=seed)


def hits(session: Session, line: str) -> float:
    return odds_of(session.system, session.scene, line).success


def test_pack_tactics_counts_an_able_ally_within_reach_of_the_target() -> None:
    session = table("bring Wolf count=2", 'range "Wolf 1" Ann reach')
    alone = hits(session, 'attack "Wolf 1" Ann roll')
    assert alone == pytest.approx(11 / 20)
    session.do('range "Wolf 2" Ann reach')
    assert hits(session, 'attack "Wolf 1" Ann roll') == pytest.approx(1 - (9 / 20) ** 2)
    session.do('mark "Wolf 2" stunned')
    assert hits(session, 'attack "Wolf 1" Ann roll') == pytest.approx(alone)
    session.do('unmark "Wolf 2" stunned')
    session.do("mark Ann dodging")
    assert hits(session, 'attack "Wolf 1" Ann roll') == pytest.approx(alone)


@pytest.mark.parametrize("line", ["disengage {}", "stealth {} 12"])
@pytest.mark.parametrize(("who", "act"), [("Goblin Warrior", "bonus"), ("Tiger", "bonus"), ("Ogre", "action")])
def test_nimble_escape_takes_the_bonus_action_while_that_is_left(line: str, who: str, act: str) -> None:
    session = table(f'bring "{who}" as=Foe', "initiative Foe 9", "initiative Ann 5", "next", line.format("Foe"))
    assert session.scene["Foe"].spent == (act,)
    if act == "bonus":
        session.do("dash Foe")
        refused(session, line.format("Foe"), "Foe has used the action of this turn.")


def test_magic_resistance_helps_against_spells_and_not_against_breath() -> None:
    session = table('bring "Mage"', "bring Imp", "bring Bandit")
    plain = hits(session, 'cast Ann "Fireball" Bandit roll')
    assert plain == pytest.approx(13 / 20)
    imp = odds_of(session.system, session.scene, 'cast Ann "Fireball" Imp roll')
    saved = next(outcome.p for outcome in imp.outcomes if outcome.label == "saved")
    dex = session.scene["Imp"].number("save-dex")
    assert saved == pytest.approx(1 - ((14 - dex) / 20) ** 2)


def test_evasion_takes_none_where_others_take_half_and_half_where_others_take_all() -> None:
    session = table("set Ann spell-dc=15", "bring Assassin")
    for line, left in (
        ("cast Ann fireball Assassin dice=3 damage=31", 82),
        ("cast! Ann fireball Assassin dice=19 damage=31", 82),
        ("save Assassin dice=3 15 ability=dex full=31", 67),
        ("save Assassin dice=19 15 ability=dex full=31", 67),
        ("save Assassin dice=3 15 ability=con full=10", 57),
    ):
        session.do(line)
        assert session.scene["Assassin"].value("hp") == left, line
    session.do("mark Assassin incapacitated")
    session.do("save Assassin dice=3 15 ability=dex full=10")
    assert session.scene["Assassin"].value("hp") == 47


@pytest.mark.parametrize(
    ("creature", "before", "line", "left"),
    [
        ("Iron Golem", "hurt {} 100", "cast Ann fireball {} dice=1,1 damage=30", 182),
        ("Iron Golem", "hurt {} 100", "cast Ann fireball {} dice=20,20 damage=30", 167),
        ("Flesh Golem", "hurt {} 50", "save {} dice=1 15 ability=dex full=20 type=lightning", 97),
        ("Clay Golem", "hurt {} 50", "attack Ann {} 19 weapon=vial damage=8 second=0", 81),
        ("Clay Golem", "hurt {} 50", "attack Ann {} 19 weapon=vial damage=0 second=5", 68),
    ],
)
def test_what_absorbs_damage_gains_it(creature: str, before: str, line: str, left: int) -> None:
    session = table(
        "arm Ann vial hit=5 dice=2d6 type=acid extra=1d6 extra-type=fire", "set Ann spell-dc=18", f'bring "{creature}"'
    )
    for each in (before, line):
        session.do(each.format(f'"{creature}"'))
    assert session.scene[creature].value("hp") == left


def test_traits_of_bloodied_blurred_and_resisting_creatures_count() -> None:
    session = table("bring Boar", "bring Berserker", 'bring "Steam Mephit"', "bring Rakshasa", "set Ann spell-hit=5")
    alone = hits(session, "attack Boar Ann roll")
    session.do("hurt Boar 7")
    assert hits(session, "attack Boar Ann roll") == pytest.approx(1 - (1 - alone) ** 2)
    saves = hits(session, "save Berserker roll 12 ability=wis")
    session.do("hurt Berserker 40")
    assert hits(session, "save Berserker roll 12 ability=wis") == pytest.approx(1 - (1 - saves) ** 2)
    session.do("arm Ann sword hit=4 dice=1d6")
    assert hits(session, 'attack Ann "Steam Mephit" roll weapon=sword') == pytest.approx((15 / 20) ** 2)
    session.do('mark "Steam Mephit" incapacitated')
    assert hits(session, 'attack Ann "Steam Mephit" roll weapon=sword') == pytest.approx(15 / 20)
    assert hits(session, "cast Ann fireball Rakshasa roll") == 0
    assert hits(session, 'cast Ann "fire bolt" Rakshasa roll') == 0


def test_undead_fortitude_asks_and_throws_the_save() -> None:
    session = table("bring Zombie count=2", 'hurt "Zombie 1" 15')
    (prompt,) = session.scene.prompts
    assert "1d20 +3 against 20" in prompt.text
    assert prompt.choices == ("roll", "saved", "failed")
    session.do(f"decide {prompt.id} saved")
    assert (session.scene["Zombie 1"].value("hp"), session.scene["Zombie 1"].out) == (1, None)
    session.do('hurt "Zombie 2" 15')
    session.do(f"decide {session.scene.prompts[0].id} roll")
    thrown = sum(reason.value for reason in last(session).why if reason.of == "total")
    assert (session.scene["Zombie 2"].out is None) == (thrown >= 20)


def test_undead_fortitude_is_none_against_radiant_damage_and_critical_hits() -> None:
    session = table(
        "bring Zombie count=4",
        "arm Ann sword hit=5 dice=1d8",
        "arm Ann lance hit=5 dice=1d8 type=radiant",
        "range all reach",
    )
    session.do('attack Ann "Zombie 1" crit weapon=sword damage=20')
    session.do('attack! Ann "Zombie 2" 18 weapon=lance damage=20')
    session.do('save "Zombie 3" failed 12 full=15 type=radiant')
    assert not session.scene.prompts
    assert all(session.scene[f"Zombie {number}"].out == "dead" for number in (1, 2, 3))
    session.do('attack! Ann "Zombie 4" 18 weapon=sword damage=20')
    assert [prompt.kind for prompt in session.scene.prompts] == ["fortitude"]
    assert not any(
        "fortitude" in (entry.text.replace("Undead Fortitude", "")) for entry in session.history.entries.values()
    )


def test_whoever_is_sensitive_to_sunlight_is_marked_in_it() -> None:
    session = table("bring Wight", "bring Bandit", 'mark Wight,Bandit "in sunlight"', "range all reach")
    lines = (
        "attack Bandit Ann roll",
        'attack Wight Ann roll weapon="necrotic sword"',
        "check Wight roll 11 ability=dex",
    )
    bandit, wight, check = (hits(session, line) for line in lines)
    session.do('unmark Wight,Bandit "in sunlight"')
    plain = [hits(session, line) for line in lines]
    assert (bandit, wight, check) == pytest.approx((plain[0], plain[1] ** 2, plain[2] ** 2))


def test_a_swarm_gets_nothing_back() -> None:
    session = table('bring "Swarm of Rats"', 'hurt "Swarm of Rats" 5')
    session.do('heal "Swarm of Rats" 2')
    assert "By its trait, a swarm regains no hit points." in said(session)
    refused(session, 'temporary "Swarm of Rats" 4', "a swarm gains no temporary hit points")


def test_a_sequence_of_attacks_names_the_next_and_takes_it() -> None:
    session = table("bring Medusa", "initiative Ann 1", "initiative Medusa 20", "next")
    session.do("attack Medusa Ann dice=10 damage=1")
    assert "with the claw" in said(session)
    assert "2 more to make, claw." in said(session)
    session.do("attack Medusa Ann dice=10 damage=1")
    assert "1 more to make, snake hair." in said(session)
    session.do("attack Medusa Ann dice=10 damage=1 second=1")
    assert "with the snake hair" in said(session)
    refused(session, "attack Medusa Ann dice=10 damage=1", "used the action")


def test_only_what_the_multiattack_names_counts_towards_it() -> None:
    session = table("bring Ghoul", "bring Wyvern")
    session.do("attack Ghoul Ann dice=10 damage=1 second=1")
    refused(session, "attack Ghoul Ann fumble weapon=claw", "Left of the Multiattack of Ghoul: bite.", "such as claw,")
    session = table("bring Ghoul", "bring Wyvern")
    session.do("attack Ghoul Ann fumble weapon=claw")
    assert "more to make" not in said(session)
    refused(session, "attack Ghoul Ann fumble weapon=bite", "used the action")
    session.do("attack Wyvern Ann fumble weapon=sting")
    assert "1 more to make, bite." in said(session)
    refused(session, "attack Wyvern Ann fumble weapon=sting", "Left of the Multiattack of Wyvern: bite.")


def test_one_attack_is_replaced_by_what_the_multiattack_names_and_never_by_a_breath_that_it_does_not() -> None:
    session = table('bring "Adult Red Dragon" as=Red', "bring Chuul", "range all reach")
    session.do("attack Red Ann fumble")
    refused(session, 'use Red Ann failed weapon="fire breath" damage=9', "Left of the Multiattack of Red: rend, rend")
    session = table('bring "Adult Red Dragon" as=Red', "bring Chuul", "range all reach")
    session.do('cast Red "scorching ray" Ann miss')
    session.do("attack Red Ann fumble")
    refused(session, 'cast Red "scorching ray" Ann miss', "used the action")
    session.do("attack Red Ann fumble")
    session.do("use Chuul Ann failed")
    assert "2 more to make, pincer." in said(session)


def test_odds_of_a_whole_multiattack_leave_out_what_is_no_attack_of_it() -> None:
    session = table("bring Chuul", "range all reach")
    attack = read(phrases("attack Chuul Ann roll")[0], session.system, session.scene)
    assert len(session.system.follow_ups(session.scene, attack)) == 1


def test_a_lair_gives_one_more_of_both_where_the_block_says_so() -> None:
    session = table('bring "Adult Red Dragon"', "bring Tarrasque", 'lair "Adult Red Dragon"')
    dragon = session.scene["Adult Red Dragon"]
    assert [(dragon.tracks[name].value, dragon.tracks[name].max) for name in ("legendary", "legendary-resistance")] == [
        (4, 4),
        (4, 4),
    ]
    refused(session, 'lair "Adult Red Dragon"', "is in its lair already")
    refused(session, "lair Tarrasque", "nothing that depends on a lair")


def test_a_recharge_can_be_thrown_in_the_question() -> None:
    came = set[bool]()
    for seed in range(12):
        lines = (
            "initiative all 10",
            "next",
            'use! "Adult Red Dragon" Ann dice=20 damage=2 weapon="fire breath"',
            "next",
            "next",
        )
        session = table('bring "Adult Red Dragon"', *lines, seed=seed)
        (prompt,) = (prompt for prompt in session.scene.prompts if prompt.kind == "recharge")
        assert prompt.choices == ("roll", "yes", "no")
        session.do(f"decide {prompt.id} roll")
        (thrown,) = (reason.value for reason in last(session).why if reason.of == "thrown")
        back = session.scene["Adult Red Dragon"].weapons["fire breath"]["charged"] == 1
        assert back == (thrown >= 5)
        assert ("The fire breath is back." if back else "The fire breath is not back yet.") in said(session)
        came.add(back)
    assert came == {True, False}


def test_a_save_that_a_hit_demands_can_be_thrown_in_the_question() -> None:
    session = table("bring Ghoul", "attack Ghoul Ann hit weapon=claw damage=2")
    session.do("decide 1 roll")
    total = sum(reason.value for reason in last(session).why if reason.of == "total")
    assert session.scene["Ann"].has("paralyzed") == (total < 10)


def test_a_condition_that_size_decides_is_asked() -> None:
    session = table("bring Wolf", "attack Wolf Ann hit damage=2")
    (prompt,) = session.scene.prompts
    assert prompt.text == "Is Ann medium or smaller, and so prone?"
    session.do("decide 1 yes")
    assert session.scene["Ann"].has("prone")


@pytest.mark.parametrize(
    ("creature", "weapon", "hit"),
    [
        ("bugbear warrior", "light hammer", 11),
        ("bugbear stalker", "morningstar", 12),
        ("mimic", "bite", 12),
        ("ankheg", "bite", 12),
    ],
)
def test_an_attack_on_whom_it_holds_has_advantage_where_the_block_says_so(creature: str, weapon: str, hit: int) -> None:
    session = table(f'bring "{creature}" as=Cy', "range all reach")
    line, alone = f'attack Cy Ann roll weapon="{weapon}"', hit / 20
    assert hits(session, line) == pytest.approx(alone)
    session.do("mark Ann grappled")
    assert hits(session, line) == pytest.approx(alone)
    session.do("unmark Ann grappled")
    session.do("mark Ann grappled by=Cy")
    assert hits(session, line) == pytest.approx(1 - (1 - alone) ** 2)


def test_concentration_and_death_can_be_thrown_in_the_question() -> None:
    session = table("mark Ann concentrating", "hurt Ann 24", "decide 1 roll")
    total = sum(reason.value for reason in last(session).why if reason.of == "total")
    assert session.scene["Ann"].has("concentrating") == (total >= 12)
    session = table("add Bob", "initiative Ann 20", "initiative Bob 1", "hurt Ann 60", "next", "next")
    while session.scene.turn.name != "Ann":
        session.do("next")
    (prompt,) = (prompt for prompt in session.scene.prompts if prompt.kind == "death")
    session.do(f"decide {prompt.id} roll")
    ann = session.scene["Ann"]
    assert ann.value("successes") + ann.value("failures") + (ann.out is None) > 0


@pytest.mark.parametrize(("dice", "critical"), [("20,12", 0), ("12,20", 1)])
def test_of_the_rays_of_a_spell_each_throws_its_own_damage_and_only_a_critical_doubles_it(
    dice: str, critical: int
) -> None:
    sheet = "add Ann hp=20 spell-hit=7 casting=int"
    session = played("srd5", sheet, "add Gob hp=90 count=2 side=enemies", "active Ann")
    entry = session.do(f'cast Ann "scorching ray" "Gob 1,Gob 2" dice={dice}').entries[0]
    thrown = [len(throw.faces) for throw in entry.dice if throw.purpose == "damage"]
    assert thrown == ([4, 2] if critical == 0 else [2, 4])
    lost = [90 - session.scene[name].value("hp") for name in ("Gob 1", "Gob 2")]
    assert lost == [sum(throw.faces) for throw in entry.dice if throw.purpose == "damage"]
    assert entry.command.endswith(f"damage={lost[0]},{lost[1]}")


@pytest.mark.parametrize(
    ("before", "mode", "hit", "more"),
    [((), "", 13 / 20, 0.0), ((), "adv", 1 - (7 / 20) ** 2, 2.5), (("mark Ann prone",), "", 1 - (7 / 20) ** 2, 2.5)],
)
def test_more_damage_with_advantage_is_thrown_and_is_in_the_odds(
    before: tuple[str, ...], mode: str, hit: float, more: float
) -> None:
    ready = ("add Ann hp=90 ac=12", 'bring "Goblin Warrior"', "range all reach", *before)
    fight = played("srd5", *ready)
    line = f'attack "Goblin Warrior" Ann {{}} {mode} weapon=scimitar'
    crit = 1 - (19 / 20) ** 2 if more else 1 / 20
    odds = odds_of(fight.system, fight.scene, line.format("roll"))
    assert odds.expected["hp"] == pytest.approx(hit * (5.5 + more) + crit * (3.5 + more))
    told = fight.do(line.format("crit")).text
    sides = [(dice.sides, len(dice.faces)) for dice in last(fight).dice]
    assert sides == ([(6, 2), (4, 2)] if more else [(6, 2)])
    assert ("With advantage, 1d4 more damage." in told) is (not more)


def test_more_damage_with_advantage_is_no_hint_at_disadvantage() -> None:
    fight = played("srd5", "add Ann hp=90 ac=12", 'bring "Goblin Warrior"', "range all reach", "mark Ann dodging")
    line = 'attack "Goblin Warrior" Ann roll weapon=scimitar'
    assert "advantage 1d4 more" not in str(fight.preview(line))
    assert "With advantage" not in fight.do('attack "Goblin Warrior" Ann 15 weapon=scimitar').text


def test_each_of_a_group_throws_more_damage_by_their_own_advantage() -> None:
    fight = played("srd5", "add Ann hp=90 ac=2", 'bring "Goblin Warrior" count=2', "range all reach")
    one, other = (name for name in fight.scene.combatants if name != "Ann")
    fight.do(f'attack! "{one}","{other}" Ann hit adv="{other}" weapon=scimitar')
    assert "With advantage, 1d4 more damage." in said(fight)
    thrown = [dice.sides for entry in fight.story() for dice in entry.dice]
    assert sorted(thrown) == [4, 6, 6]
