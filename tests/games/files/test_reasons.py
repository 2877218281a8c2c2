"""Every number that is lost in a game file has its reasons, in random fights of all of them."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.games.files.worked import SETUPS
from tests.games.random_fights import next_line
from tests.table import last, played
from tracker.combat.scene import Scene
from tracker.commands.story import retell
from tracker.games.registry import FILES
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

GAMES = sorted(Path(path).stem for path in FILES.glob("*.toml"))
BY_HAND = ("add", "arm", "back", "bring", "encounter", "heal", "hurt", "out", "remove", "set", "undo")
COMPARED = ("total", "need", "skill", "theirs", "asked", "tough", "score", "thrown", "pool")
"""Numbers that decide about a loss, and are none."""


def lost(system_tracks: dict[str, bool], before: Scene, after: Scene) -> list[tuple[str, str, int]]:
    """Whose track is worse than before, and by how much."""
    found = []
    for name, who in before.combatants.items():
        for track, was in who.tracks.items():
            if name in after.combatants and track in after[name].tracks:
                change = after[name].value(track) - was.value
                found += [(name, track, abs(change))] if (change > 0) == system_tracks[track] and change else []
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_is_lost_is_accounted_for(game: str) -> None:
    seen = Counter[str]()
    for seed in range(6):
        chance = random.Random(seed)
        session = played(game, *SETUPS[game], seed=seed)
        fills = {track.name: session.system.fills(track.name) for track in session.system.sheet.tracks}
        for _ in range(40):
            main = f"{session.system.roles['main']}! Ann Gob roll"
            line, before = next_line(session, chance) if chance.random() < 0.7 else main, session.scene
            try:
                done = session.do(line)
            except (InvalidCommand, Refused):
                continue
            if not done.entries or line.split()[0] in BY_HAND:
                continue
            sums = Counter[str]()
            for reason in (why := done.entries[0].why):
                sums[reason.of] += reason.value
            single = {abs(reason.value) for reason in why if reason.of in fills}
            told = single | {abs(number) for of, number in sums.items() if of.partition(" of ")[0] not in COMPARED}
            worse, whole = lost(fills, before, session.scene), Counter[str]()
            for name, track, amount in worse:
                whole[track] += amount
                whole[name] += amount
            for name, track, amount in worse:
                # A loss is a number with reasons, alone or with what soaked it; of several targets, all they lost.
                at_end = session.scene[name].value(track) in (0, session.scene[name].tracks[track].max)
                assert told & {amount, whole[track], whole[name]} or (at_end and max(told) > amount), (done.text, why)
                seen[track] += 1
    assert seen


def test_the_parts_of_a_loss_stand_in_its_reasons() -> None:
    def sums(session: Session) -> dict[str, int]:
        found = Counter[str]()
        for reason in last(session).why:
            found[reason.of] += reason.value
        return dict(found)

    setup = ("add Ann hp=30 ac=10 dex=10", "add Orc side=enemies", "add Elf side=enemies hp=40 resist=fire")
    session = played("srd5", *setup, "arm Orc brand hit=5 dice=1d8+3 type=fire extra=1d6 extra-type=cold")
    session.do("attack Orc Ann 15 damage=7 second=3")
    assert sums(session) | {"hp": -10, "hurts": 7, "hurts-too": 3} == sums(session)
    session.do("hurt Ann,Elf 12 half=Elf type=fire")
    assert sums(session) == {"damage": 12, "hp": -15}
    session.do("hurt Ann 30")
    session.do("deathsave Ann 1")
    assert sums(session)["failures"] == 2
    session = played("moves", "add Ann hard=2", "add Gob side=enemies", "attack Ann Gob 10")
    session.do("decide 1 terrible harm")
    assert sums(session) == {"harm": 1}


def test_of_several_targets_each_has_sums_of_its_own() -> None:
    session = played("srd5", "add Ann dex=14 hp=60", "add Bob hp=60", "add Cid hp=60", "add Drake side=enemies")
    session.do("arm Drake breath dc=15 ability=dex dice=6d6 type=fire half=yes")
    done = session.do("use Drake Ann,Bob,Cid dice=8,19,1")
    assert done.text.startswith("Drake: breath on Ann, who rolls 10 against 15: failed. 6d6: ")
    assert done.text.count("6d6") == 1
    found = Counter[str]()
    for reason in last(session).why:
        found[reason.of] += reason.value
    assert (found["total"], found["total of Bob"], found["total of Cid"]) == (10, 19, 1)
    taken = [60 - session.scene[name].value("hp") for name in ("Ann", "Bob", "Cid")]
    assert taken == [found["hurts"], found["halved of Bob"], found["hurts of Cid"]]
    assert found["damage"] == found["damage of Bob"] == found["damage of Cid"] == taken[0]


def test_a_save_says_against_whom_it_is_and_what_dice_were_thrown_for_all() -> None:
    session = played("srd5", "add Ann hp=60", "add Bob hp=60", "add Drake side=enemies", seed=3)
    text = session.do("save Ann,Bob dice=5 15 ability=dex full=8d6 by=Drake").text
    full = 60 - session.scene["Ann"].value("hp")
    assert text.startswith(f"Ann: save against Drake, 5 against 15: failed. 8d6: {full}. Ann: −{full} hp")
    assert f"Bob: save against Drake, 5 against 15: failed. Bob: −{full} hp" in text
    assert "8d6" not in session.do("save Ann,Bob dice=15 15 ability=dex full=4").text


def test_of_several_targets_each_has_a_line_of_its_own() -> None:
    fight = played("srd5", "add Ann hp=60", "add Bob hp=20", "add Cid hp=5", "add Drake side=enemies")
    fight.do("arm Drake breath dc=15 ability=dex dice=6d6 type=fire half")
    before = fight.scene
    (entry,) = fight.do("use Drake Ann,Bob,Cid dice=10,19,1 damage=30 weapon=breath").entries
    lines = retell(fight.system, before, entry).lines
    assert [(line.outcome, line.rest) for line in lines] == [
        ("Ann 60 → 30", ("Drake", "breath", "10 vs 15", "failed", "damage 30")),
        ("Bob 20 → 5", ("19 vs 15", "saved")),
        ("Cid 5 → 0 dead", ("1 vs 15", "failed", "failures 0 → 3", "unconscious", "prone")),
    ]
    assert [[why.value for why in line.why if why.of == "total"] for line in lines] == [[10], [19], [1]]


def test_damage_that_is_thrown_for_several_stands_with_the_first_who_takes_it() -> None:
    fight = played("srd5", "add Ann spell-dc=15 slots-3=2", "add Cid count=3 side=enemies hp=20")

    def told(line: str) -> list[tuple[str, ...]]:
        before = fight.scene
        (entry,) = fight.do(line).entries
        return [line.rest for line in retell(fight.system, before, entry).lines]

    assert told('cast! Ann "acid splash" Cid 19,4,3 damage=7') == [
        ("Ann", "acid splash", "19 vs 15"),
        ("4 vs 15", "failed", "damage 7"),
        ("3 vs 15", "failed"),
    ]
    assert [rest[-1] for rest in told("cast! Ann fireball Cid 4,19,3")] == ["damage 24", "saved", "failed"]


def test_what_a_spell_takes_of_its_caster_stands_with_the_first_target() -> None:
    fight = played("srd5", "add Ann spell-dc=15 slots-3=2", "add Cid count=2 side=enemies hp=20")
    before = fight.scene
    (entry,) = fight.do("cast Ann fireball Cid 9,4 damage=7").entries
    lines = retell(fight.system, before, entry).lines
    assert ["slots-3" in {why.of for why in line.why} for line in lines] == [True, False]


def test_a_loss_by_hand_that_is_told_in_a_sentence_has_its_numbers_beside_it() -> None:
    fight = played("srd5", "add Ann hp=60 temp=5")
    before = fight.scene
    (entry,) = fight.do("hurt Ann 2 temp").entries
    (line,) = retell(fight.system, before, entry).lines
    assert (line.text, [(why.of, why.value) for why in line.why]) == ("Ann: −2 temp (5 → 3).", [("damage", 2)])


def test_a_number_without_dice_here_gives_no_reason() -> None:
    folk = ("add Ann", "arm Ann sword hit=5 dice=1d6", "arm Ann brand hit=5 dice=1d6 extra=1d4", "add Foe side=enemies")
    sword = played("srd5", *folk, "attack Ann Foe 19 damage=5 weapon=sword")
    assert {reason.of for reason in last(sword).why} == {"total", "need", "damage", "hurts"}
    assert "second" not in {reason.of for reason in sword.preview("attack Ann Foe 19 damage=4 weapon=sword").why}
    brand = played("srd5", *folk, "attack Ann Foe 19 damage=5 second=0 weapon=brand")
    assert [reason.value for reason in last(brand).why if reason.of == "second"] == [0], "a typed 0 is a value"
