"""Random fights of every game: a setup, and lines that somebody could type now, most of them with a throw."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.games.files.worked import SETUPS as FILES
from tracker.games.registry import find
from tracker.rules.command import RESULT, Parameter
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.params import CombatantParam
from tracker.session import Session

SETUPS = {
    "contract": (
        "add Ann brawn=3 dexterity=4 melee=3 athletics=3 perception=2 alertness=1 mind=6",
        "add Bea brawn=3 dexterity=3 melee=2 athletics=2 firearms=3",
        "add Cid side=enemies brawn=4 dexterity=3 melee=2 athletics=2 armor=1 firearm_power=yes",
        "add Dan side=enemies brawn=3 dexterity=3 brawl=3 athletics=2",
        "arm Ann,Cid sword",
        "arm Bea handgun",
        "range all engaged",
        "initiative Ann 5",
        "initiative Cid 4",
        "initiative Bea 3",
        "initiative Dan 2",
    ),
    "gen6": (
        "add Ann health=20 con=3 defense=10 speed=8 medicine=2 int_mod=1 values=Justice quickness=1 armor_i=2",
        "add Bea health=18 con=3 defense=11 speed=7 toughness=2",
        "add Cid side=enemies health=22 con=3 defense=9 speed=6 armor_b=3",
        "add Dan side=enemies health=15 con=2 defense=10 speed=6 size=large",
        "arm Ann,Cid axe bonus=2 damage=2d6+1",
        "arm Bea revolver kind=ranged bonus=3 damage=2d6+2 source=ballistic",
        "range Ann Cid adjacent",
        "initiative heroes=14 enemies=11",
    ),
    "outgunned": (
        "add Ann pool=6 brawn=4 fight=3 smooth=2 stunt=3",
        "add Bea brawn=3 fight=2 stunt=2 shoot=3 nerves=3",
        "add Cid side=enemies grit=9 defense=critical attack=critical",
        "add Dan side=enemies grit=6 defense=basic attack=basic",
        "arm Ann pistol",
        "arm Bea assault-rifle",
        "range Ann Cid melee",
        "begin action",
    ),
    "unknown-armies": (
        "add Ann struggle=55 dodge=40 firearms=45 body=60",
        "add Bea struggle=40 dodge=35 firearms=60 body=55",
        "add Cid side=enemies struggle=50 dodge=30 body=50",
        "add Dan side=enemies struggle=35 dodge=20 body=65",
        "arm Bea pistol kind=gun maximum=40",
        "arm Cid knife bonus=3",
    ),
    **FILES,
}
"""Each game's fighters, ready to fight."""

OWN = {
    "contract": (
        "split {one} attack@{other}:3,dodge:2",
        "split {one} attack@{other}:2,parry:2",
        "quick {one} draws",
        "exert {one} {body} {gain}",
        "attack {one} {other} {few} weapon=knife",
        "attack {one} {other} roll weapon=knife dodge=roll",
        "attack {one} {other} roll weapon=knife clash=roll desperate",
        "dodge {asked} roll",
        "parry {asked} roll",
        "desperate {asked} dodge roll",
        "desperate {asked} parry roll",
        "evade {one} {few}",
        "injure {one} {few}",
        "hold {one} strike when=moved",
        "attack {one} {other} roll held weapon=knife",
    ),
    "gen6": (
        "aim {one}",
        "guard {one} {few}",
        "courage {one} value=Justice",
        "power {one} hex result=roll",
        "move {one} 2 with=prone",
        "defend {one}",
        "cover {one} 50",
    ),
    "outgunned": (
        *("threat {few}", "quick {one} runs", "cover {one} partial", "begin reaction", "begin action"),
        *("react {one} roll vs={other}", "react {one} roll vs={other} protect={asked}"),
    ),
    "unknown-armies": (
        "focus {one} {other} 20",
        "attack {one} {other} 37",
        "sucker {one} {other} roll",
        "act {one} roll=roll skill=50",
    ),
}
"""What a game's own verbs prepare, spend and change."""

COMMON = ("next", "next", "next", "hurt {one} {few}", "back {one}", "decide {number} {answer}", "{rest}")


def _result(kind: type) -> Parameter | None:
    """The parameter that takes the result of an action's throw."""
    parameters = kind.parameters.values()  # type: ignore[attr-defined]
    return next((each for each in parameters if each.aliases == RESULT or each.name in RESULT), None)


def _throwing(session: Session, chance: random.Random, one: str, other: str) -> str:
    """A line of an action that throws, with an option now and then."""
    kinds = [kind for kind in session.system.own_actions if _result(kind) is not None]
    kind = chance.choice(kinds)
    result = _result(kind)
    assert result is not None
    words = [kind.verb]
    for parameter in kind.parameters.values():
        if parameter is result:
            words.append("roll" if parameter.required else f"{parameter.name}=roll")
        elif isinstance(parameter.type, CombatantParam) and parameter.attr in ("actor", "target"):
            words.append(one if parameter.attr == "actor" else other)
        elif parameter.required:
            offered = parameter.type.complete(Context(session.system, session.scene)) if parameter.type else ()
            words.append(chance.choice(offered or ("4", "something")))
        elif parameter.type is not None and chance.random() < 0.06:
            offered = parameter.type.complete(Context(session.system, session.scene))
            words += [f"{parameter.name}={chance.choice(offered)}"] if offered else []
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def next_line(session: Session, chance: random.Random) -> str:
    """A line that may be legal now."""
    scene = session.scene
    up = [name for name, who in scene.combatants.items() if who.out is None] or list(scene.combatants)
    one = scene.turn.name if scene.turn.name in up and chance.random() < 0.5 else chance.choice(up)
    foes = [name for name in scene.combatants if scene[name].side != scene[str(one)].side]
    prompt = chance.choice(scene.prompts) if scene.prompts else None
    asked = prompt.name if prompt is not None else str(one)
    if prompt is not None and chance.random() < 0.4:
        one = asked
    words = {
        "one": one,
        "other": chance.choice(foes),
        "asked": asked,
        "few": chance.randint(1, 3),
        "body": chance.choice(("body", "mind")),
        "gain": chance.choice(("outcome", "penalty")),
        "number": prompt.id if prompt else 1,
        "answer": chance.choice(prompt.choices) if prompt is not None and prompt.choices else "skip",
        "rest": f"heal {one} 5",
    }
    kind = chance.random()
    if kind < 0.5:
        return _throwing(session, chance, str(one), str(words["other"]))
    own = OWN.get(session.system.name, ())
    return chance.choice(own if own and kind < 0.75 else COMMON).format(**words)


def random_fight(game: str, seed: int, lines: int) -> Iterator[tuple[Session, str]]:
    """A fight, before each of the lines that are done in it; those that are refused are done nowhere."""
    session = Session(find(game), dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00+00:00")
    for line in SETUPS[game]:
        session.do(line)
    chance = random.Random(seed)
    done = 0
    for _ in range(20 * lines):
        line = next_line(session, chance)
        try:
            fine = session.preview(line).fine
        except InvalidCommand:
            continue
        if not fine:
            continue
        yield session, line
        try:
            session.do(line)
        except (InvalidCommand, Refused):
            continue
        done += 1
        if done == lines:
            return
