"""What somebody could do: every legal choice by what it takes, against all of them typed one by one."""

from __future__ import annotations

from itertools import islice, product

import msgspec
import pytest

from tests.benchmarks.fights import crowd
from tests.games.random_fights import SETUPS, random_fight
from tests.lines import action_of
from tests.table import played
from tracker.commands.parser import phrases, read
from tracker.commands.resolve import odds_of, preview
from tracker.foresight.choices import Alike, flees, left_of, ranked, words_of
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import quote
from tracker.session import Session

SCENES = 50


def typed(session: Session, actor: str) -> list[tuple[object, ...]]:
    """Every act against a target that could be typed and is not refused: what is typed, what it takes, what it drops.

    With each weapon that the form offers for it, in each of its ways, on one or on all where it reaches several.
    """
    scene, system = session.scene, session.system
    foes = [name for name, who in scene.combatants.items() if who.side != scene[actor].side and who.out is None]
    found: list[tuple[object, ...]] = []
    for verb, kind in system.actions.items():
        parameters = kind.parameters
        usual = verb == system.roles["odds"]
        if not {"actor", "target"} <= parameters.keys() or not (usual or "weapon" in parameters):
            continue
        offered = Context(system, scene, {"actor": actor})
        armed = parameters["weapon"].type if "weapon" in parameters else None
        weapons = [name for name in armed.complete(offered) if name in scene[actor].weapons] if armed else []
        if armed is not None and not any(kind.goes_with(system.silent(scene), actor, name) for name in weapons):
            weapons = []
        bare = [""] if usual and (armed is None or not scene[actor].weapons) else []
        ways = [""]
        for attr in kind.ways:
            words = parameters[attr].type.complete(offered) if parameters[attr].type else ()
            ways += [f"{parameters[attr].name}={word}" for word in words] or [parameters[attr].name]
        for target, weapon, way in product(foes, weapons or bare, ways):
            named = f' weapon="{weapon}"' if weapon else ""
            try:
                (phrase,) = phrases(f'{verb} "{actor}" roll target="{target}"{named} {way}')
                action = read(phrase, system, scene)
                odds = odds_of(system, scene, action)
            except InvalidCommand:
                continue
            if preview(system, scene, (phrase,)).objections or odds.drops is None:
                continue
            taken = odds.expected.get(system.main_track(scene), 0.0)
            found.append((verb, target, weapon, way, taken, odds.drops))
    return found


def way_of(action: Action) -> str:
    """In which of its ways an action is done, as it is typed."""
    chosen = ((action.parameters[attr].name, getattr(action, attr)) for attr in action.ways)
    return " ".join(name if value is True else f"{name}={value}" for name, value in chosen if value)


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_the_ranking_is_that_of_all_acts_typed(game: str) -> None:
    scenes = 0
    for seed in range(20):
        for session, _ in islice(random_fight(game, seed, 12), 1, None, 3):
            scene, system = session.scene, session.system
            actor = scene.turn.name or next(iter(scene.combatants))
            if scene[actor].out is not None or any(each.name == actor for each in system.pending(scene)):
                continue
            choices = [choice for choice in ranked(system, scene, actor) if choice.odds.drops is not None]
            shown = [
                (
                    choice.action.verb,
                    choice.victim,
                    getattr(choice.action, "weapon", None) or "",
                    way_of(choice.action),
                    choice.expected,
                    choice.drops,
                )
                for choice in choices
                if not choice.each
            ]
            assert sorted(shown) == sorted(typed(session, actor))
            worth = []
            for choice in choices:
                parts = choice.each or (choice,)
                left = [left_of(system, scene, scene[part.victim]) for part in parts]
                shares = (
                    min(1.0, part.expected / many) if many > 0 else 0.0 for part, many in zip(parts, left, strict=True)
                )
                worth.append(round(sum(part.drops for part in parts) + sum(shares), 9))
            assert worth == sorted(worth, reverse=True)
            scenes += 1
            if scenes == SCENES:
                return
    assert scenes == SCENES


DRAGON = (
    "add Ann hp=90 ac=16 dex=14",
    "add Bob hp=30 ac=14",
    'bring "Adult Red Dragon"',
    "range all near",
)


def test_a_stat_block_is_ranked_with_its_breath_on_all_its_spells_and_its_whole_sequence() -> None:
    session = played("srd5", *DRAGON)
    scene, system, dragon = session.scene, session.system, "Adult Red Dragon"
    choices = ranked(system, scene, dragon)
    found = {
        (choice.action.verb, choice.action.weapon, choice.action.target): choice  # type: ignore[attr-defined]
        for choice in choices
    }

    def alone(line: str) -> float:
        action = read(phrases(line.replace(" ", f' "{dragon}" roll ', 1))[0], system, scene)
        return odds_of(system, scene, action).expected["hp"]

    breath = alone('use target=Ann weapon="fire breath"') + alone('use target=Bob weapon="fire breath"')
    assert found["use", "fire breath", ("Ann", "Bob")].expected == pytest.approx(breath)
    ball = [alone(f"cast target={name} weapon=fireball") for name in ("Ann", "Bob")]
    assert found["cast", "fireball", ("Bob",)].expected == pytest.approx(ball[1])
    assert found["cast", "fireball", ("Ann", "Bob")].expected == pytest.approx(sum(ball))
    on_all, on_each = found["use", "fire breath", ("Ann", "Bob")], found["use", "fire breath", ("Ann",)]
    assert on_all.success == pytest.approx((on_each.success + found["use", "fire breath", ("Bob",)].success) / 2)
    rend = found["attack", "rend", "Ann"]
    assert rend.attacks == ("rend", "rend", "rend")
    # Three critical hits could take more than she has.
    assert rend.expected == pytest.approx(3 * alone("attack target=Ann weapon=rend"), rel=1e-4)
    assert found["attack", "rend", "Bob"].expected < 30 < 3 * alone("attack target=Bob weapon=rend")
    assert choices[0].victim == "Ann"
    assert choices[0].action.verb == "use"
    session.do(f'attack "{dragon}" Ann fumble weapon=rend')
    assert not any(choice.attacks for choice in ranked(system, session.scene, dragon))
    assert system.acts_again(session.scene, dragon)


FIGHT = (
    "add Ann dexterity=4 melee=4 brawn=3",
    "add Cid side=enemies brawn=3 armor=3",
    "add Dan side=enemies brawn=3",
    "add Eve side=enemies brawn=3 occult=3",
    "arm Ann sword",
    "range all engaged",
    "injure Cid 3",
    "range Ann Dan near",
)


@pytest.mark.parametrize(
    ("tactics", "order", "why"),
    [
        ("", ["Cid", "Dan", "Eve"], ()),
        ("weakest", ["Cid", "Eve", "Dan"], ("weakest",)),
        ("casters", ["Eve", "Dan", "Cid"], ("casters",)),
        ("nearest,casters", ["Eve", "Cid", "Dan"], ("nearest", "casters")),
    ],
)
def test_words_on_the_sheet_steer_it_and_are_told(tactics: str, order: list[str], why: tuple[str, ...]) -> None:
    session = played("contract", *FIGHT, *([f"set Ann tactics={tactics}"] if tactics else []))
    choices = ranked(session.system, session.scene, "Ann")
    assert sorted(choice.victim for choice in choices) == sorted(order)
    if tactics:
        assert [choice.victim for choice in choices] == order
        assert choices[0].why == why
    session.do('set Ann tactics="weakest"')
    assert session.scene["Ann"].fields["tactics"] == ["weakest"]


def test_who_spreads_and_who_flees() -> None:
    session = played("contract", *FIGHT, "add Bea dexterity=4 melee=4", "range Bea Eve engaged", "arm Bea sword")
    session.do("set Ann,Bea tactics=spreads,flees-below-half")
    first = [ranked(session.system, session.scene, name)[0].victim for name in ("Ann", "Bea")]
    assert len(set(first)) == 2
    assert not flees(session.system, session.scene, "Ann")
    session.do("injure Ann 4")
    assert flees(session.system, session.scene, "Ann")


def test_what_waits_is_answered_with_the_least_loss() -> None:
    session = played("contract", *FIGHT, "arm Cid sword", "set Cid dexterity=4 melee=3", "set Ann athletics=1")
    session.do("attack Cid Ann 2")
    choices = ranked(session.system, session.scene, "Ann")
    assert {choice.action.verb for choice in choices} == {"dodge", "parry", "clash", "take"}
    assert all(choice.own and choice.victim == "Ann" for choice in choices)
    losses = [choice.worth for choice in choices]
    assert losses == sorted(losses)
    assert choices[-1].action.verb == "take"


def test_a_form_is_filled_in_with_the_words_of_a_choice() -> None:
    session = played("contract", *FIGHT)
    choice = ranked(session.system, session.scene, "Ann")[0]
    assert words_of(choice.action) == {"target": choice.victim, "weapon": "sword"}


def test_targets_that_differ_in_their_names_alone_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("unknown-armies", "add Mira struggle=55", "add Thug side=enemies count=3 body=40")
    asked: list[Action] = []
    work_out = type(session.system).odds
    monkeypatch.setattr(
        type(session.system), "odds", lambda game, scene, one: (asked.append(one), work_out(game, scene, one))[1]
    )
    alike = [choice for choice in ranked(session.system, session.scene, "Mira") if way_of(choice.action) == ""]
    assert len(alike) == 3
    assert len({choice.expected for choice in alike}) == 1
    assert len(asked) == 6
    session.do('focus Mira "Thug 2" 30')
    first, *others = [one for one in ranked(session.system, session.scene, "Mira") if way_of(one.action) == ""]
    assert first.victim == "Thug 2"
    assert first.expected > others[0].expected == others[1].expected


def test_the_first_few_odds_are_worked_out_without_looking_at_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    session = crowd("srd5", 1, 4)
    system, scene = session.system, session.scene
    foes = [quote(foe.name) for foe in scene.of_side("enemies")]
    attacks = [action_of(system, scene, f'attack "Hero 1" {foe} roll') for foe in foes]
    encode, seen = msgspec.msgpack.encode, list[object]()
    monkeypatch.setattr(msgspec.msgpack, "encode", lambda value: seen.append(value) or encode(value))
    alike = Alike(2)
    for attack in attacks[:2]:
        assert alike.odds(system, scene, attack) == odds_of(system, scene, attack)
    assert seen == []
    for attack in attacks[2:]:
        assert alike.odds(system, scene, attack) == odds_of(system, scene, attack)
    assert len(seen) > len(scene.combatants)
