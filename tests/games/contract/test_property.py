"""Any sequence of legal commands keeps the rules: costs, tracks, one Action a round, reasons that add up."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.contract.fights import counted
from tests.table import played, total
from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.games.contract import SYSTEM
from tracker.games.contract.harm import body_left, injuries_of
from tracker.games.contract.state import state_of
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

OPENING = (
    "add Anna brawn=7 dexterity=4 melee=2 athletics=3 brawl=1 mind=7",
    "add Bert brawn=2 dexterity=3 firearms=2 athletics=1 armor=1 firearm_power=yes",
    "add Thug side=enemies count=2 brawn=9 dexterity=2 melee=2 athletics=1",
    "arm Anna sword",
    "arm Bert handgun",
    'arm "Thug 1" club',
    "initiative Anna 3",
    'initiative "Thug 1" 2',
)
ALL = ('"Anna"', '"Bert"', '"Thug 1"', '"Thug 2"')
PAYS = ("attack", "evade", "act", "dodge", "parry", "clash", "trigger")

OUTCOMES = (*map(str, range(-2, 5)), "roll", "3d", "dice=1,6,10", "dice=-")
INNER = (*map(str, range(-1, 4)), "roll", "2d", "2,10")
WEAPONS = ("", "", " weapon=brawl", " weapon=knife", " weapon=knife", " weapon=handgun", " weapon=sniper-rifle")
CHANGES = ("", "", "", " difficulty=+1", " difficulty=5", " difficulty=dark,running", " difficulty=house")
REACTIONS = ("dodge", "parry", "clash")
ACTS = (
    "evade {one} {outcome}",
    "act {one} climbs result={inner}{passive}",
    "power {one} Wings{free}",
    "quick {one} draws",
    "hold {one} strike when=moved",
    "trigger {one} by={other}",
    "exert {one} {self} {gain}",
    "split {one} attack@Bert:{few},dodge:2 pools=6,5",
    "range {one} {other} engaged",
    "injure {one} {few}",
    "heal {one} {few}",
    "heal {one} 5",
    "{minds} Anna {few} mind",
    "before {one} {other}",
    "back {one}",
    "out {one}",
    "active {one}",
)
ANSWERS = (
    "{meet} {asked} {outcome}{change}",
    "{meet} {asked} {outcome}",
    "parry {other} {outcome} for={asked}",
    "desperate {asked} {meet} {outcome}",
    "desperate {asked} {meet} {outcome}",
    "take {asked}",
    "decide {number} {answer}",
)


def line_for(scene: Scene, dice: random.Random) -> str:
    """A line somebody could type now: attacks, answers to what waits, everything else, and the next turn."""
    up = [f'"{combatant.name}"' for combatant in scene.combatants.values() if combatant.out is None] or ['"Anna"']
    one = dice.choice(up)
    prompt = dice.choice(scene.prompts) if scene.prompts else None
    words = {
        "one": one,
        "other": dice.choice([each for each in ALL if each != one]),
        "asked": f'"{prompt.name}"' if prompt else one,
        "number": prompt.id if prompt else 1,
        "outcome": dice.choice(OUTCOMES),
        "inner": dice.choice(INNER),
        "change": dice.choice(CHANGES),
        "few": dice.randint(1, 3),
        "meet": dice.choice(REACTIONS),
        "answer": dice.choice(("take", "skip", "dodge 2", "parry roll", "desperate dodge 3")),
        "passive": dice.choice(("", " passive", " reaction", " held")),
        "free": dice.choice(("", " free")),
        "self": dice.choice(("body", "mind")),
        "gain": dice.choice(("outcome", "penalty")),
        "minds": dice.choice(("hurt", "heal")),
    }
    if prompt and dice.random() < 0.6:
        return dice.choice(ANSWERS).format(**words)
    kind = dice.random()
    if kind < 0.25:
        return "next"
    if kind < 0.5:
        return dice.choice(ACTS).format(**words)
    if kind < 0.75:
        return f"attack {one} {words['other']} {dice.randint(1, 4)} weapon=knife"
    defence = dice.choice(
        ("", " take", f" {words['meet']}={words['inner']}", f" {words['meet']}={words['inner']} desperate")
    )
    held = dice.choice(("", "", " held"))
    return f"attack {one} {words['other']} {words['outcome']}{dice.choice(WEAPONS)}{words['change']}{defence}{held}"


def kept(scene: Scene) -> None:
    """What holds in every scene."""
    asked = sorted((prompt.name, prompt.id) for prompt in scene.prompts)
    pending = sorted(
        (combatant.name, blow.prompt) for combatant in scene.combatants.values() for blow in state_of(combatant).pending
    )
    assert asked == pending
    for combatant in scene.combatants.values():
        assert all(0 <= track.value <= track.max for track in combatant.tracks.values())
        assert combatant.value("body") == max(0, body_left(combatant))
        assert all(combatant.number(name) >= 0 for name in ("quick", "evade", "next_penalty", "armor"))
        assert all(share.dice >= 0 for share in state_of(combatant).shares)
        assert not (state_of(combatant).shares and "action" in combatant.spent)
        assert len(combatant.spent) == len(set(combatant.spent))


def added_up(entry: Entry, before: Scene, after: Scene) -> None:
    """Reasons come to the numbers the entry came to."""
    found = counted(entry)
    thrown = {each.purpose: len(each.faces) for each in entry.dice}
    assert 2 <= total(entry, "target") <= 10 or "target" not in found
    assert 2 <= total(entry, "tn") <= 10 or "tn" not in found
    assert total(entry, "total") >= 0
    if len(thrown) == 1 and not {"pool", "total"} <= found:
        assert total(entry, "pool") + total(entry, "total") == sum(thrown.values())
    gained = 0
    for name, one in after.combatants.items():
        new = injuries_of(one)[len(injuries_of(before[name])) :]
        gained += sum(new)
        assert not new or "severity" in found or "damage" in found or "units" in found
    hits = [max(0, total(entry, of)) for of in ("severity", "damage")]
    body = sum(each.value for each in entry.why if each.of == "units" and "injury" in each.label)
    if entry.command.split()[0] not in ("heal", "mend"):
        assert gained == sum(hits) + body
    came = [blow for combatant in after.combatants.values() for blow in state_of(combatant).pending]
    old = {blow.prompt for combatant in before.combatants.values() for blow in state_of(combatant).pending}
    for blow in came:
        if blow.prompt not in old:
            assert blow.outcome == total(entry, "outcome")


def lawful(entry: Entry, before: Scene) -> None:
    """Nobody acts while out, and nobody pays twice with one Action."""
    verb, _, rest = entry.command.partition(" ")
    name = next((combatant for combatant in before.combatants if rest.lstrip('"').startswith(combatant)), None)
    if name is None or verb not in PAYS:
        return
    one = before[name]
    assert one.out is None
    if "passive" not in entry.command:
        assert "action" not in one.spent


@pytest.mark.slow
@given(st.integers(0, 10**9))
def test_any_sequence_of_commands(seed: int) -> None:
    dice = random.Random(seed)
    fight = played(SYSTEM, *OPENING, seed=seed)
    for _ in range(40):
        line = line_for(fight.scene, dice)
        before, length = fight.scene, len(fight.story())
        shown = fight.preview(line)
        try:
            fight.do(line)
        except (InvalidCommand, Refused):
            assert fight.scene is before
            continue
        assert shown.fine
        entry = fight.story()[-1]
        assert len(fight.story()) == length + 1
        kept(fight.scene)
        added_up(entry, before, fight.scene)
        lawful(entry, before)
    again = Session(SYSTEM, dice=random.Random(seed + 1), clock=lambda: "")
    for entry in fight.story():
        again.do(entry.command)
    assert again.scene == fight.scene
