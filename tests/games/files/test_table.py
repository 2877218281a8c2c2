"""What concerns the whole table: pools, settings, sides, allies, and what effects throw and try themselves."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.files.small import fight
from tests.lines import odds_of
from tests.table import last, refused
from tests.table import text as said
from tracker.combat.events import FieldBecame
from tracker.games.language import BadGame, read_game
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

TABLE = """title = "Table"
[[pool]]
name = "fear"
start = 2
top = 12
[[pool]]
name = "doom"
[[setting]]
name = "boxes"
choices = ["one", "many"]
help = "how boxes are filled"
[[track]]
name = "hp"
start = 6
out = "down"
[[field]]
name = "grit"
[[weapon-field]]
name = "charged"
[[band]]
name = "reach"
[[band]]
name = "near"
[[band]]
name = "far"
[[condition]]
name = "bound"
cannot-act = true
[[condition]]
name = "prone"
at-me = { attack = "bonus" }
[[condition]]
name = "aiming"
mine = { attack = "bonus" }
[[condition]]
name = "blind"
mine = { attack = "penalty" }
[[action]]
verb = "attack"
main = true
target = true
throw = "d%"
modes = { bonus = "d%+1", penalty = "d%-1", two-bonus = "d%+2", two-penalty = "d%-2" }
doubled = { bonus = "two-bonus", penalty = "two-penalty" }
mode-if = { bonus = "trait(me, 'Pack Tactics') and allies('near') > 0" }
outcome = [
  { name = "hit", when = "roll <= 50", good = true, do = ["lose it 1 if setting.boxes == 'one' else 2"] },
  { name = "miss" },
]
[[action]]
verb = "dread"
refuse = [{ when = "table.fear < 2", say = "There is too little fear." }]
do = ["lose table 2 from fear", "set table doom to table.fear + 5", "each foe: mark it afraid"]
[[action]]
verb = "save"
throw = "1d20"
ask = [{ name = "dc", place = true }]
numbers.total = { "d20" = "roll", "grit" = "me.grit" }
outcome = [{ name = "saved", when = "total >= dc", good = true }, { name = "failed" }]
[[action]]
verb = "reload"
weapon = true
do = [
  "throw 1d6",
  "if thrown >= 5: set by charged to 1",
  "try me save roll {8 + thrown}",
  "if not succeeded: mark me prone",
]
[[on]]
event = "out"
if = "side.down * 2 >= side.all and side.up > 0"
do = ["each ally: mark it shaken"]
"""


def table(*lines: str) -> Session:
    return fight(TABLE, "add Ann", "add Bob", "add Owl side=enemies count=4", *lines)


def test_a_pool_is_shown_spent_set_and_taken_back() -> None:
    session = table("next")
    assert session.system.clock.status(session.scene).moment == "round 1 · Fear 2/12 · Doom 0"
    session.do("dread Ann")
    assert "Fear: 2 → 0. Doom: 0 → 5." in said(session)
    assert [who.name for who in session.scene.combatants.values() if who.has("afraid")] == [
        f"Owl {n}" for n in range(1, 5)
    ]
    assert session.system.clock.status(session.scene).moment == "round 1 · Fear 0/12 · Doom 5"
    refused(session, "dread Ann", "There is too little fear.")
    session.do("undo")
    session.do("undo")
    assert "Fear 2/12" in session.system.clock.status(session.scene).moment


def test_a_pool_is_changed_by_hand_within_its_bounds() -> None:
    session = table("pool fear +3", "pool doom 7", "pool fear -1")
    assert "Fear 4/12 · Doom 7" in session.system.clock.status(session.scene).moment
    for line, words in (
        ("pool fear +9", "the most is 12"),
        ("pool doom -8", "it cannot go below 0"),
        ("pool f off", "type"),
    ):
        with pytest.raises(InvalidCommand, match=words):
            session.do(line)


def test_a_setting_is_known_to_expressions() -> None:
    session = table('attack Ann "Owl 1" 20', "settings boxes=many", 'attack Ann "Owl 1" 20')
    assert session.scene["Owl 1"].value("hp") == 3


def test_effects_throw_and_try() -> None:
    session = table("arm Ann bow charged=0", "set Ann grit=20")
    session.do("reload Ann")
    (thrown,) = (reason.value for reason in last(session).why if reason.of == "thrown")
    assert f"1d6: {thrown}." in said(session)
    assert session.scene["Ann"].weapons["bow"]["charged"] == (1 if thrown >= 5 else 0)
    assert ("need" not in said(session), session.scene["Ann"].has("prone")) == (True, False)
    session.do("set Ann grit=-30")
    session.do("reload Ann")
    assert session.scene["Ann"].has("prone")


def test_when_half_a_side_is_down_the_others_hear_of_it() -> None:
    session = table('hurt "Owl 1" 6')
    assert not session.scene["Owl 3"].has("shaken")
    session.do('hurt "Owl 2" 6')
    assert [session.scene[f"Owl {n}"].has("shaken") for n in range(1, 5)] == [False, False, True, True]


BLOCK = [{"kind": "trait", "name": "Pack Tactics (Wolf Form)", "text": "Advantage."}]


def tens(more: int) -> float:
    """The chance of 50 or less with a number of more dice for the tens: the lowest counts, or the highest."""
    ways = list(product(range(10), repeat=1 + abs(more) + 1))
    values = [[ten * 10 + unit or 100 for ten in dice] for unit, *dice in ways]
    return sum((min if more > 0 else max)(each) <= 50 for each in values) / len(ways)


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ((), 0),
        (("mark Ann aiming",), 1),
        (("mark Ann aiming", 'mark "Owl 1" prone'), 2),
        (("mark Ann aiming", 'mark "Owl 1" prone', "mark Ann blind"), 1),
        (("mark Ann aiming", "mark Ann blind"), 0),
        (("mark Ann blind",), -1),
    ],
)
def test_reasons_for_a_mode_add_up(lines: tuple[str, ...], more: int) -> None:
    session = table(*lines)
    odds = odds_of(session.system, session.scene, 'attack Ann "Owl 1" roll')
    assert odds.outcomes[0].p == pytest.approx(tens(more), abs=1e-12)
    doubled = odds_of(session.system, session.scene, 'attack Ann "Owl 1" roll two-bonus')
    assert doubled.outcomes[0].p == pytest.approx(tens(min(2, more + 2)), abs=1e-12)


def test_a_trait_counts_while_an_able_ally_is_near_the_target() -> None:
    session = table()

    def chance(*lines: str) -> float:
        for line in lines:
            session.do(line)
        scene = FieldBecame(("Owl 1",), "block", BLOCK).apply(session.scene)
        return odds_of(session.system, scene, 'attack "Owl 1" Ann roll').outcomes[0].p

    assert chance('range "Owl 2" Ann far', 'range "Owl 3" Ann far', 'range "Owl 4" Ann far') == pytest.approx(0.5)
    assert chance('range "Owl 2" Ann reach') > 0.7
    assert chance('mark "Owl 2" bound') == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("lose table 2 from fear", "lose table 2 from feer", "“feer” is not a [[pool]]. Did you mean fear?"),
        ("start = 2\ntop = 12", "start = 20\ntop = 12", "fear starts at 20, outside of its bounds"),
        ("setting.boxes == 'one'", "setting.boxes == 'on'", "“on” is not declared; did you mean one?"),
        ("try me save roll", "try me sav roll", "“sav” is not an action. Did you mean save?"),
        ("throw 1d6", "throw 1d66666", "sides"),
        ("each foe: mark it afraid", "each enemy: mark it afraid", "write it like each ally: mark it afraid"),
        ("allies('near')", "allies('naer')", "“naer” is not declared; did you mean near?"),
        ("allies('near')", "foes('naer')", "“naer” is not declared; did you mean near?"),
        ("trait(me, 'Pack Tactics')", "trait(me, me.name)", "trait takes me or it, and a name in quotes"),
        ("mode-if = { bonus", "mode-if = { bonsu", "“bonsu” is not a mode. Did you mean bonus?"),
        ("each ally: mark it shaken", "each ally: mark him shaken", "write it like mark it prone"),
        ("side.up > 0", "side.upp > 0", "“side.upp” is not known; did you mean up?"),
    ],
)
def test_a_slip_is_named(old: str, new: str, words: str) -> None:
    assert old in TABLE
    with pytest.raises(BadGame) as caught:
        read_game(TABLE.replace(old, new).encode(), "t.toml", "t")
    assert any(words in fault for fault in caught.value.faults), caught.value.faults


def test_without_pools_the_sentence_says_so() -> None:
    text = 'title = "T"\n[[track]]\nname = "hp"\n[[action]]\nverb = "a"\ndo = ["lose table 1 from fear"]\n'
    with pytest.raises(BadGame, match=r"the game has no \[\[pool\]\], a number of the table"):
        read_game(text.encode(), "t.toml", "t")
