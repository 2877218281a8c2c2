"""What somebody could do: every legal choice by what it takes, against all of them typed one by one."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from statistics import fmean

import msgspec
import pytest
from msgspec.structs import replace

from tests.benchmarks.fights import crowd
from tests.games.random_fights import SETUPS, random_fight
from tests.lines import action_of
from tests.table import played
from tracker.combat.scene import Scene
from tracker.commands.parser import phrases, read
from tracker.commands.resolve import Preview, odds_of, preview, scene_after
from tracker.commands.writer import write
from tracker.foresight.choices import Alike, Choice, flees, left_of, ranked, words_of
from tracker.foresight.memory import Memory
from tracker.games.language.acting import FileAction
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.rules.view import Odds
from tracker.session import Session

SCENES = 50

Row = tuple[str, tuple[str, ...], str, str, float, float | None, float]
"""A choice: its verb, victims by name, weapon and way, what it takes, what it drops, and how often it comes off."""


def parts_of(session: Session, line: str, scene: Scene | None = None) -> tuple[Odds, Preview] | None:
    """The odds of a typed line and what it would do; None if it is refused, or has none."""
    scene, system = scene or session.scene, session.system
    (phrase,) = phrases(line)
    seen = preview(system, scene, (phrase,))
    if seen.objections:
        return None
    try:
        return odds_of(system, scene, read(phrase, system, scene)), seen
    except InvalidCommand:
        return None


def row(session: Session, what: tuple[str, str, str], on: Sequence[tuple[str, Odds]]) -> Row:
    """A choice by the odds of each of its victims."""
    verb, weapon, way = what
    main, each = session.system.main_track(session.scene), [odds for _, odds in on]
    drops = None if any(odds.drops is None for odds in each) else sum(odds.drops or 0.0 for odds in each)
    taken = sum(odds.expected.get(main, 0.0) for odds in each)
    return verb, tuple(sorted(name for name, _ in on)), weapon, way, taken, drops, fmean(odds.success for odds in each)


def up_against(session: Session, actor: str) -> list[str]:
    """Who of the others is up."""
    people = session.scene.combatants.items()
    return [name for name, who in people if who.side != session.scene[actor].side and who.out is None]


def words_for(session: Session, actor: str, kind: type[Action], attr: str, weapon: str) -> list[str]:
    """Every value of a way as it is typed, the one that is meant without any left out."""
    scene, parameter = session.scene, kind.parameters[attr]
    who, carried = scene[actor], scene[actor].weapons.get(weapon, {})
    if attr == "offhand" and not {**session.system.weapons.get(weapon, {}), **carried}.get("light"):
        return []
    if attr == "slot":
        levels = [level for level in range(1, 10) if who.value(f"slots-{level}") and level != carried.get("level")]
        return [f"slot={level}" for level in levels]
    offered = parameter.type.complete(Context(session.system, scene, {"actor": actor})) if parameter.type else ()
    if attr == "action":
        offered = tuple(word for word in offered if who.number(word) > who.number("skirmish"))
    return [f"{parameter.name}={word}" for word in offered] or [parameter.name]


def typed(session: Session, actor: str) -> Iterator[Row]:
    """Every act against others that could be typed and is not refused.

    With every weapon carried, in each way that the form offers, on each of them, and on a group or on all where it
    reaches several.
    """
    scene, system = session.scene, session.system
    foes, asking = up_against(session, actor), system.silent(scene)
    groups = {tuple(name for name in foes if scene[name].group == scene[foe].group) for foe in foes} | {tuple(foes)}
    for verb, kind in system.actions.items():
        parameters, usual = kind.parameters, verb == system.roles["odds"]
        if not {"actor", "target"} <= parameters.keys() or not (usual or "weapon" in parameters) or verb == "charge":
            continue
        carried = tuple(scene[actor].weapons)
        armed = carried if "weapon" in parameters else ()
        for weapon in armed or (("",) if usual and not carried else ()):
            each = [["", *words_for(session, actor, kind, attr, weapon)] for attr in kind.ways]
            ways = [" ".join(filter(None, some)) for some in product(*each)]
            crowds = [on for on in groups if len(on) > 1 and weapon and kind.spreads(asking, actor, weapon, {}) > 1]
            for on, way in product([*((foe,) for foe in foes), *crowds], ways):
                named = f' weapon="{weapon}"' if weapon else ""
                line = f'{verb} "{actor}" roll target="{{}}"{named} {way}'
                known = [(name, parts_of(session, line.format(name))) for name in on]
                found = [(name, one[0]) for name, one in known if one is not None]
                whole = len(on) == 1 or parts_of(session, line.format(",".join(on))) is not None
                if whole and len(found) == len(on):
                    yield row(session, (verb, weapon, way), found)


ARMS = (
    *(
        "longsword",
        "dagger",
        "shortsword",
        '"sacred flame"',
        '"fire bolt"',
        '"chromatic orb" type=acid',
        "fireball",
        "thunderwave",
    ),
    *('"inflict wounds"', '"scorching ray"', "claws hit=7 dice=2d6+4 type=slashing", "harm", "warhammer"),
)


def sheet_of(chance: random.Random, foes: int, arms: int = 3) -> Iterator[str]:
    """Lines with random sheets: a caster with some of the arms and slots, and foes that withstand this or that."""
    ability = chance.choice(("int", "wis", "cha"))
    yield f"add Ann hp=40 ac=14 level={chance.randint(1, 17)} casting={ability} {ability}={chance.randint(8, 20)}"
    yield f"set Ann str={chance.randint(8, 20)} dex={chance.randint(8, 20)}"
    for level in chance.sample(range(1, 10), 3):
        yield f"set Ann slots-{level}.max=2 ; set Ann slots-{level}={chance.randint(0, 2)}"
    yield from (f"arm Ann {arm}" for arm in chance.sample(ARMS, arms))
    for number in range(foes):
        sheet = " ".join(f"{ability}={chance.randint(6, 18)}" for ability in ("str", "dex", "con", "wis", "cha"))
        hp, ward = chance.randint(1, 40), chance.choice(("resist", "immune", "weak"))
        yield f"add Foe{number} side=enemies hp={hp} ac={chance.randint(9, 19)} {sheet}"
        yield f"set Foe{number} {ward}={chance.choice(('fire', 'acid', 'bludgeoning,slashing', 'necrotic'))}"
        yield f"range Ann Foe{number} {chance.choice(('reach', 'near', 'far', 'distant'))}"
        yield f"mark Foe{number} {chance.choice(('dodging', 'paralyzed', 'prone', 'restrained', 'invisible'))}"


@pytest.mark.slow
def test_a_caster_chooses_among_all_slots_that_are_left() -> None:
    ways = Counter[str]()
    for seed in range(SCENES):
        chance = random.Random(seed)
        session = played("srd5", *sheet_of(chance, chance.randint(1, 3)))
        choices = ranked_as_typed(session, "Ann")
        ways.update(str(way_of(one.action)) for one in choices)
    assert {"", "two-handed", "offhand", *(f"slot={level}" for level in range(2, 10))} <= ways.keys()


LIMITED = (
    '"chain lightning"',
    "storm dc=14 ability=dex dice=4d6 type=lightning half targets=2",
    "bane",
    '"hold person"',
)


@pytest.mark.slow
def test_what_reaches_a_few_is_aimed_at_the_best_of_them() -> None:
    levels, limits = {"chain lightning": 6, "hold person": 2, "bane": 1}, Counter[int]()
    for seed in range(SCENES):
        chance = random.Random(seed)
        session = played("srd5", *sheet_of(chance, chance.randint(2, 5), 0), f"arm Ann {chance.choice(LIMITED)}")
        session.do("set Ann level=13 slots-6=1 slots-7=1")
        *_, (weapon, carried) = session.scene["Ann"].weapons.items()
        if chance.random() < 0.3:
            session.do("mark Ann charmed by=Foe1")
        foes, verb = up_against(session, "Ann"), "cast" if weapon in levels else "use"
        chosen = {one.action: one for one in ranked(session.system, session.scene, "Ann") if one.each}
        for way in ("", "slot=7") if carried.get("targets-per-slot") else ("",):
            line = f'{verb} Ann target={{}} roll weapon="{weapon}" {way}'
            alone = {foe: found[0] for foe in foes if (found := parts_of(session, line.format(foe))) is not None}
            worth = {foe: worth_of(session, foe, odds) for foe, odds in alone.items()}
            most = int(str(carried["targets"])) + (7 - levels[weapon] if way else 0)
            legal = [sum(worth[foe] for foe in on) for on in several(session, line, foes, most)]
            offered = [one for act, one in chosen.items() if way_of(act) == way]
            best = max((worth_of_choice(session, one) for one in offered), default=None)
            assert best == (pytest.approx(max(legal)) if legal else None)
            limits[min(most, len(foes))] += 1
            if len(foes) > most:
                assert objected(session, line.format(",".join(foes[: most + 1])))
    assert limits.keys() >= {2, 3, 4, 5}


def several(session: Session, line: str, foes: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """All twos, threes and so on of the foes against whom a line could be typed."""
    some = (on for many in range(2, most + 1) for on in combinations(foes, many))
    yield from (on for on in some if not objected(session, line.format(",".join(on))))


def objected(session: Session, line: str) -> bool:
    """Whether the rules are against a typed line."""
    return bool(preview(session.system, session.scene, phrases(line)).objections)


def charged(session: Session, actor: str) -> Iterator[Row]:
    """The best charge at each who is near but not adjacent, over every number of yards, with each melee weapon."""
    scene, who = session.scene, session.scene[actor]
    arms = [name for name, arm in who.weapons.items() if arm.get("kind") != "ranged"] or ["unarmed"]
    for foe, weapon in product(up_against(session, actor), arms):
        made = []
        for yards in range(1, who.number("speed") // 2 + 1):
            one = parts_of(session, f'charge "{actor}" "{foe}" {yards} roll weapon="{weapon}"')
            if one is not None and not any("now make them" in note for note in one[1].notes):
                made.append(row(session, ("charge", weapon, ""), [(foe, one[0])]))
        if made and scene.band(actor, foe) != "adjacent":
            yield max(made, key=lambda one: one[4:])


def asked(session: Session, actor: str) -> Iterator[Row]:
    """Outgunned: the reaction of a hero and their counters, played; every threat by the reactions to it once made."""
    scene, system = session.scene, session.system
    if scene[actor].side == "heroes":
        one = parts_of(session, f"react {actor} roll")
        yield from [row(session, ("react", "", ""), [(actor, one[0])])] if one is not None else ()
        for enemy in up_against(session, actor) if scene[actor].number("extra") else ():
            if not objected(session, line := f"counter {actor} {enemy}"):
                after = scene_after(system, scene, line)
                taken = scene[enemy].value("grit") - after[enemy].value("grit")
                yield "counter", (enemy,), "", "", float(taken), float(after[enemy].out is not None), 1.0
    heroes = [hero for hero in up_against(session, actor) if "reaction" not in scene[hero].spent]
    theirs = scene[actor].side != "heroes" and scene.turn.phase == "reaction"
    for which, whom in product(range(1, 7), ["", *(heroes if len(heroes) > 1 else ())]) if theirs else ():
        after = scene_after(system, scene, f"threat {which} by={actor} {whom and f'for={whom}'}")
        met = [(hero, parts_of(session, f"react {hero} roll", after)) for hero in ([whom] if whom else heroes)]
        known = [(hero, replace(one[0], success=1 - one[0].success)) for hero, one in met if one is not None]
        if known and len(known) == len(met):
            yield row(session, ("threat", "", f"{which}{whom}"), known)


def divided(session: Session, actor: str) -> Iterator[Row]:
    """The Contract: what the best division among each number of others is worth, by the attacks once it is made."""
    scene, system, foes = session.scene, session.system, up_against(session, actor)
    who, best = scene[actor], dict[int, float]()
    arms = [*product(who.weapons or ("brawl",), range(2, 6))]
    exerted = who.number("boost") or who.number("next_penalty")
    some = (chosen for many in range(2, len(foes) + 1) for chosen in combinations(foes, many) if not exerted)
    for aimed, armed in ((on, each) for on in some for each in product(arms, repeat=len(on))):
        shares = [(foe, arm, dice) for foe, (arm, dice) in zip(aimed, armed, strict=True)]
        line = ",".join(f"attack@{foe}/{arm}:{dice}" for foe, arm, dice in shares)
        after = scene_after(system, scene, f"split {actor} {line}")
        made = (parts_of(session, f"attack {actor} {foe} roll weapon={arm}", after) for foe, arm, _ in shares if after)
        known = [one[0] for one in made if one is not None]
        if len(known) == len(shares):
            worth = sum(worth_of(session, foe, odds) for (foe, _, _), odds in zip(shares, known, strict=True))
            best[len(shares)] = max(worth, best.get(len(shares), 0.0))
    yield from (("split", (str(many),), "", "", worth, 0.0, 0.0) for many, worth in best.items())


def worth_of(session: Session, victim: str, odds: Odds) -> float:
    """The chance to drop a victim, and the share of what they have left that is taken on average."""
    system, scene = session.system, session.scene
    left = left_of(system, scene, scene[victim])
    taken = odds.expected.get(system.main_track(scene), 0.0)
    return (odds.drops or 0.0) + (min(1.0, taken / left) if left > 0 else 0.0)


BESIDE = {"gen6": charged, "outgunned": asked, "contract": divided}
"""What a game offers besides attacks on one target, or in an area."""


def way_of(action: Action) -> str:
    """In which of its ways an action is done, as it is typed."""
    chosen = ((action.parameters[attr].name, getattr(action, attr)) for attr in action.ways)
    return " ".join(name if value is True else f"{name}={value}" for name, value in chosen if value)


def of_choice(session: Session, choice: Choice) -> Row:
    """A choice as it is compared with what is typed; of divisions that are worth the same, any is the best."""
    action, each = choice.action, choice.each or (choice,)
    if action.verb == "split":
        return "split", (str(len(each)),), "", "", worth_of_choice(session, choice), 0.0, 0.0
    asked = f"{getattr(action, 'which', '')}{getattr(action, 'for_', None) or ''}"
    weapon, way = getattr(action, "weapon", None) or "", asked or way_of(action)
    drops = choice.drops if choice.odds.drops is not None else None
    return action.verb, tuple(sorted(one.victim for one in each)), weapon, way, choice.expected, drops, choice.success


def worth_of_choice(session: Session, choice: Choice) -> float:
    """What a choice is worth, all its victims together; where the game does not say, by how often it comes off."""
    if choice.odds.drops is None:
        return choice.success / 100
    return sum(worth_of(session, one.victim, one.odds) for one in choice.each or (choice,))


def rounded(rows: Iterable[Row]) -> list[tuple[object, ...]]:
    """Choices in an order of their own, so that they can be compared."""
    numbers = ((one[4], -1.0 if one[5] is None else one[5], one[6]) for one in rows)
    return sorted((*one[:4], *(round(number, 9) for number in of)) for one, of in zip(rows, numbers, strict=True))


COSTLY = ("push", "push_effect")
"""What costs a hero stress, the main track of position: such choices come last."""


def ranked_as_typed(session: Session, actor: str) -> tuple[Choice, ...]:
    """The ranked choices, which are all that can be typed, each in its way, and in the order of what they are worth."""
    system, choices = session.system, ranked(session.system, session.scene, actor)
    found = [*typed(session, actor), *BESIDE.get(system.name, lambda *_: ())(session, actor)]
    usual = [one for one in found if one[0] == system.roles["odds"]]
    kept = [one for one in found if one[5] is not None] or usual or found
    assert rounded([of_choice(session, choice) for choice in choices]) == rounded(kept)
    paid = [sum(bool(getattr(choice.action, way, False)) for way in COSTLY) for choice in choices]
    worth = [round(worth_of_choice(session, choice), 9) * (1 if choice.own else -1) for choice in choices]
    blows = [[choice.action, *(one.action for one in choice.each)] for choice in choices]
    far = [any(one.hindrance(system.silent(session.scene)) for one in each) for each in blows]
    assert [*zip(far, paid, worth, strict=True)] == sorted(zip(far, paid, worth, strict=True))
    return choices


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_the_ranking_is_that_of_all_acts_typed(game: str) -> None:
    scenes, offered = 0, Counter[str]()
    for seed in range(40):
        for session, _ in islice(random_fight(game, seed, 12), 1, None, 3):
            scene, system = session.scene, session.system
            actor = scene.turn.name or [*scene.combatants][scenes % len(scene.combatants)]
            if scene[actor].out is not None or any(
                each.name == actor and each.attacker for each in system.pending(scene)
            ):
                continue
            choices = ranked_as_typed(session, actor)
            offered.update(choice.action.verb for choice in choices)
            scenes += 1
            if scenes == SCENES:
                assert {"contract": "split", "gen6": "charge", "outgunned": "threat"}.get(game, "") in {"", *offered}
                return
    assert scenes == SCENES


CROWD = (
    "add Ann dexterity=3 melee=3 brawn=2",
    "add Cid side=enemies brawn=3 armor=2",
    "add Dan side=enemies brawn=3",
    "add Eve side=enemies brawn=2 armor=1",
    "injure Dan 4",
    "arm Ann sword",
    "arm Ann axe",
    "arm Ann sniper-rifle",
    "range all engaged",
    "initiative Ann 5",
)


@pytest.mark.parametrize(("before", "most"), [("injure Ann 3", 3), ("quick Ann draws", 2)])
def test_an_action_is_divided_as_well_as_it_can_be(before: str, most: int) -> None:
    session = played("contract", *CROWD, before)
    splits = [one for one in ranked(session.system, session.scene, "Ann") if one.action.verb == "split"]
    found = {len(one.each): worth_of_choice(session, one) for one in splits}
    best = {int(one[1][0]): one[4] for one in divided(session, "Ann")}
    assert found == {many: pytest.approx(worth) for many, worth in best.items()}
    assert max(found) == most
    (two,) = (one for one in splits if len(one.each) == 2)
    session.do(f"split Ann {words_of(two.action)['shares']}")
    for each in two.each:
        line = f"attack Ann {each.victim} roll weapon={words_of(each.action)['weapon']}"
        made = parts_of(session, line)
        assert made is not None
        assert each.odds.losses == made[0].losses
    assert not any(one.action.verb == "split" for one in ranked(session.system, session.scene, "Ann"))


def test_what_counts_for_the_first_share_alone_divides_nothing() -> None:
    session = played("contract", *CROWD, "exert Ann body outcome")
    assert {one.action.verb for one in ranked(session.system, session.scene, "Ann")} == {"attack"}


HEROES = (
    "add Ann brawn=3 nerves=2 fight=3 stunt=2 endure=2 force=1 stealth=2 awareness=3",
    "add Sam brawn=2 nerves=3 fight=1 stunt=3 endure=1 force=1 stealth=1 awareness=1",
    "add Boss side=enemies preset=bad-guys-1",
)


def test_an_enemy_chooses_the_threat_that_is_met_worst() -> None:
    session = played("outgunned", *HEROES, "cover Ann partial", "begin reaction", "threat 2 for=Sam")
    threats = ranked(session.system, session.scene, "Boss")
    assert threats[0].action.told == "push to the ground"
    assert rounded([of_choice(session, one) for one in threats]) == rounded([*asked(session, "Boss")])
    assert [one.victim for one in threats[0].each] == ["Ann", "Sam"]
    (react,) = ranked(session.system, session.scene, "Sam")
    assert react.own
    session.do("react Sam 3b")
    assert [one.victim for one in ranked(session.system, session.scene, "Boss")[0].each] == ["Ann"]
    session.do("next")
    assert ranked(session.system, session.scene, "Boss") == ()
    unknown = played("outgunned", *HEROES, "add Kit", "begin reaction")
    alone = ranked(unknown.system, unknown.scene, "Boss")
    assert {one.victim for one in alone} == {"Ann", "Sam"}
    assert all(len(one.each) == 1 for one in alone)


@pytest.mark.slow
def test_a_threat_to_one_a_counter_and_a_die_for_adrenaline_are_choices() -> None:
    offered = Counter[str]()
    for seed in range(SCENES):
        chance = random.Random(seed)
        skills = ("brawn", "nerves", "fight", "stunt", "endure", "force", "stealth", "awareness", "shoot")
        sheets = [" ".join(f"{skill}={chance.randint(1, 3)}" for skill in skills) for _ in range(3)]
        heroes = [f"add {name} {sheet}" for name, sheet in zip(("Ann", "Sam", "Kit"), sheets, strict=True)]
        foes = [f"add {name} preset={chance.choice(('goons-2', 'bad-guys-2', 'boss-1'))}" for name in ("Cid", "Dan")]
        lines = [f"arm Ann pistol ; set Ann adrenaline={chance.randint(0, 2)}", f"hurt Cid {chance.randint(0, 5)}"]
        turn = chance.choice(("action", "reaction"))
        session = played("outgunned", *heroes[: chance.randint(1, 3)], *foes, *lines, f"begin {turn}")
        if turn == "reaction" and chance.random() < 0.7:
            session.do(f"react Ann {chance.choice(('e', '2c', 'c+2b', 'e+c'))} vs=Cid")
        for actor in ("Ann", "Cid"):
            choices = ranked_as_typed(session, actor)
            offered.update(one.action.verb for one in choices)
            offered.update("alone" for one in choices if getattr(one.action, "for_", None))
            offered.update("die" for one in choices if getattr(one.action, "adrenaline", False))
    assert min(offered[what] for what in ("counter", "alone", "die")) >= 5


def test_a_charge_is_a_choice_where_it_reaches_somebody() -> None:
    session = played("gen6", *SETUPS["gen6"], "arm Ann sling kind=ranged damage=1d6", "range Bea Dan medium")
    ann = ranked(session.system, session.scene, "Ann")
    charges = [(one.victim, words_of(one.action)) for one in ann if one.action.verb == "charge"]
    assert charges == [("Dan", {"target": "Dan", "weapon": "axe", "yards": "4"})]
    assert ann[0].action.verb == "charge"
    session.do("set Ann speed=0")
    assert not any(one.action.verb == "charge" for one in ranked(session.system, session.scene, "Ann"))


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


def test_the_rest_of_a_sequence_goes_with_the_distance_of_its_target() -> None:
    session = played("srd5", "add Ann hp=30 ac=12", "add Bea hp=30 ac=12", "bring werewolf", "range all reach")
    session.do("range Bea Werewolf far")
    choices = ranked(session.system, session.scene, "Werewolf")
    bows = {choice.victim: choice.attacks for choice in choices if getattr(choice.action, "weapon", "") == "longbow"}
    assert bows == {"Ann": ("longbow", "scratch"), "Bea": ("longbow", "longbow")}


def undead_left(had: int, blows: int, armed: tuple[int, int, int], save: int) -> dict[int | None, Fraction]:
    """What is left of a zombie after blows with a d20 and a die each, by all their faces; None if it is out.

    ``armed`` are the bonus to hit, the sides of the die of damage and what is added to it.
    """
    hit, sides, plus = armed
    left: dict[int | None, Fraction] = {had: Fraction(1)}
    for _ in range(blows):
        then: dict[int | None, Fraction] = defaultdict(Fraction)
        for now, p in left.items():
            for d20, one, other in product(range(1, 21), *[range(1, sides + 1)] * 2):
                share, damage = p / (20 * sides * sides), plus + (one + other if d20 == 20 else one)
                if now is None or d20 == 1 or (d20 < 20 and d20 + hit < ZOMBIE_AC):
                    then[now] += share
                elif damage < now:
                    then[now - damage] += share
                else:
                    holds = Fraction(sum(saved + save >= 5 + damage for saved in range(1, 21)), 20) if d20 < 20 else 0
                    then[1] += share * holds
                    then[None] += share * (1 - holds)
        left = then
    return left


ZOMBIE_AC = 8


@pytest.mark.slow
def test_undead_fortitude_is_thrown_at_each_blow_of_a_sequence() -> None:
    several = 0
    for seed in range(SCENES):
        chance = random.Random(seed)
        blows, sides, plus, had = (
            chance.randint(1, 3),
            chance.choice((4, 6)),
            chance.randint(0, 3),
            chance.randint(1, 15),
        )
        arms = f"arm Ann cudgel hit=5 dice=1d{sides}{f'+{plus}' if plus else ''} type=bludgeoning"
        session = played(
            "srd5", f"add Ann hp=40 attacks={blows}", arms, "bring Zombie", f"set Zombie hp={had}", "range all reach"
        )
        scene, system = session.scene, session.system
        exact = undead_left(had, blows, (5, sides, plus), scene["Zombie"].number("save-con"))
        taken = sum((had - (left or 0)) * p for left, p in exact.items())
        memory = Memory(system, scene)
        # What was worked out where more was left says nothing about the save.
        before = played("srd5", f"add Ann hp=40 attacks={blows}", arms, "bring Zombie", "range all reach")
        for known in (Alike().odds, memory.odds):
            ranked(system, before.scene, "Ann", odds=known if known == memory.odds else None)
            (choice,) = ranked(system, scene, "Ann", odds=known)
            assert choice.drops == pytest.approx(float(exact.get(None, 0)))
            assert choice.expected == pytest.approx(float(taken))
            assert not choice.odds.asks
        several += len(choice.attacks) > 1
    assert several > SCENES // 3


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
        ("casters", ["Eve", "Cid", "Dan"], ("casters",)),
        ("nearest,casters", ["Eve", "Cid", "Dan"], ("nearest", "casters")),
    ],
)
def test_words_on_the_sheet_steer_it_and_are_told(tactics: str, order: list[str], why: tuple[str, ...]) -> None:
    session = played("contract", *FIGHT, *([f"set Ann tactics={tactics}"] if tactics else []))
    choices = [choice for choice in ranked(session.system, session.scene, "Ann") if not choice.each]
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


def test_what_one_of_several_may_choose_afterwards_is_not_told_of_all() -> None:
    session = played(
        "srd5",
        'add Ann ; arm Ann breath dc=15 ability=dex dice=2d6 type=fire area="each in a cone"',
        "add Gob side=enemies hp=20 ; add Orc side=enemies hp=20",
        "set Orc legendary-resistance.max=1 ; set Orc legendary-resistance=1",
    )
    breaths = (one for one in ranked(session.system, session.scene, "Ann") if one.action.verb == "use")
    told = {tuple(one.victim for one in each.each or (each,)): each.odds.told for each in breaths}
    assert told == {("Gob",): True, ("Orc",): False, ("Gob", "Orc"): False}


def test_a_spell_that_hits_without_a_roll_is_ranked_by_the_damage_that_is_thrown() -> None:
    session = played(
        "srd5",
        "add Bea hp=20 casting=int int=16 level=5 slots-1=2 slots-2=1",
        "add Ogre side=enemies hp=40 ac=11",
        "add Rat side=enemies hp=9",
        "add Ann hp=30",
        "hurt Ann 12",
        'arm Bea "magic missile", bless, "cure wounds", "mage armor"',
    )
    choices = {
        (one.action.weapon, one.victim, way_of(one.action)): one
        for one in ranked(session.system, session.scene, "Bea")
        if isinstance(one.action, FileAction)
    }
    assert {weapon for weapon, *_ in choices} == {"magic missile"}, "the others take nothing from anybody"
    usual, higher, rat = (choices["magic missile", *how] for how in (("Ogre", ""), ("Ogre", "slot=2"), ("Rat", "")))
    assert (usual.expected, higher.expected) == pytest.approx((3 * 3.5, 4 * 3.5))
    # Of 64 ways in which three d4 fall, 10 come to less than 6, with which it has hit points left.
    assert rat.drops == pytest.approx(54 / 64)
    with pytest.raises(InvalidCommand, match="throws no dice"):
        odds_of(session.system, session.scene, action_of(session.system, session.scene, "cast Bea bless Ann"))


@pytest.mark.parametrize(
    ("arms", "reaching"),
    [
        ('arm Ann thunderwave ; arm Ann "fire bolt"', "fire bolt"),
        ("arm Ann greatsword ; arm Ann longbow ammo=20", "longbow"),
    ],
)
def test_what_does_not_reach_comes_last(arms: str, reaching: str) -> None:
    session = played("srd5", "add Ann hp=20 str=18 dex=8 casting=int int=16 level=3", arms)
    session.do("add Orc side=enemies hp=30 ac=12 count=2 ; range heroes enemies far")
    choices = ranked(session.system, session.scene, "Ann")
    assert getattr(choices[0].action, "weapon", "") == reaching
    far = [choice.far for choice in choices]
    assert far == sorted(far)
    assert far[-1]


@pytest.mark.parametrize(
    ("game", "hero", "foe", "reach", "beyond"),
    [
        ("contract", "brawn=3 dexterity=4 melee=3 ; arm Ann club", "brawn=2", "engaged", "near"),
        ("contract", "brawn=3 dexterity=4 brawl=3", "brawn=2", "engaged", "distant"),
        ("gen6", "health=9 defense=9", "health=9 defense=9", "adjacent", "long"),
        ("unknown-armies", "struggle=40 body=50", "body=50", "engaged", "near"),
    ],
)
def test_what_is_done_by_hand_comes_last_beyond_reach(game: str, hero: str, foe: str, reach: str, beyond: str) -> None:
    foes = (f"add {name} side=enemies {foe}" for name in ("Cid", "Dan"))
    session = played(game, f"add Ann {hero}", *foes, f"range all {reach}")
    assert not any(choice.far for choice in ranked(session.system, session.scene, "Ann"))
    session.do(f"range Ann Cid {beyond}")
    choices = ranked(session.system, session.scene, "Ann")
    alone = {(choice.victim, choice.far) for choice in choices if choice.action.verb == "attack"}
    assert alone == {("Cid", "out of reach"), ("Dan", "")}
    assert choices[-1].far


def test_an_attack_without_a_weapon_named_reaches_every_band_of_outgunned() -> None:
    session = played("outgunned", "add Ann pool=6", "add Cid side=enemies grit=8 defense=basic attack=basic")
    for band in ("melee", "close", "long"):
        session.do(f"range all {band}")
        assert not any(choice.far for choice in ranked(session.system, session.scene, "Ann"))


def test_an_area_that_cannot_hold_those_who_are_far_from_each_other_comes_last() -> None:
    session = played(
        "srd5",
        'bring "Four heroes of level 3" as=Ann,Bo,Cid,Dee',
        "bring Ghoul",
        "bring Ogre",
        "range all near",
        "range Dee Ghoul reach",
        "range Ogre Ghoul far",
    )
    choices = ranked(session.system, session.scene, "Dee")
    assert [choice.far for choice in choices] == ["out of reach" if choice.each else "" for choice in choices]
    assert choices[-1].each
    session.do("range Ogre Ghoul near")
    choices = ranked(session.system, session.scene, "Dee")
    assert [choice.far for choice in choices] == ["if close together" if choice.each else "" for choice in choices]
    session.do("range Ogre Ghoul reach")
    assert ranked(session.system, session.scene, "Dee")[0].each


def test_what_a_spell_cannot_affect_comes_last_and_says_so() -> None:
    session = played("srd5", 'bring "Cleric of level 3" as=Bo', "bring Ghoul", "bring Spy", "range all near")
    choices = ranked(session.system, session.scene, "Bo")
    held = {choice.victim: choice.far for choice in choices if "hold person" in write(choice.action)}
    assert held == {"Ghoul": "not for its kind", "Spy": ""}
    assert choices[-1].far == "not for its kind"
    seen = session.preview('cast Bo "hold person" Ghoul 3')
    assert not seen.objections
    assert not any("out of reach" in note for note in seen.notes)
