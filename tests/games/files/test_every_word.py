"""One small game that says each thing once that a table may need: dice with names, pools, saves, recharge, orders."""

from __future__ import annotations

import pytest

from tests.games.files.small import fight
from tracker.rules.errors import Refused
from tracker.session import Session

STORM = """title = "Storm"
harm = "amount // 2 if type == me.tough and type != '' else amount"
[turn]
kind = "KIND"
acts = { action = "act" }
out-turns = []
[[pool]]
name = "doom"
start = 1
top = 9
[[track]]
name = "wounds"
top = 6
fills = true
out = "down"
[[field]]
name = "left"
kept = true
[[field]]
name = "blows"
start = 1
[[field]]
name = "tough"
kind = "text"
[[weapon-field]]
name = "dice"
kind = "dice"
[[weapon-field]]
name = "type"
kind = "text"
[[weapon-field]]
name = "more"
kind = "dice"
[[weapon-field]]
name = "shot"
kind = "yesno"
[[weapon-field]]
name = "charged"
[[weapon-field]]
name = "uses"
[[band]]
name = "near"
[[band]]
name = "far"
[[condition]]
name = "flat"
at-me = { attack = "'down' if by.shot and band == 'far' else 'up'" }
[[condition]]
name = "burning"
[define]
"left(amount, type, tough)" = "amount // 2 if type == tough and type != '' else amount"
[[action]]
verb = "attack"
main = true
target = true
weapon = true
cost = "'' if me.left > 0 else 'action'"
throw = "sun:1d6 + moon:1d6"
modes = { up = "+star:1d4", down = "-star:1d4" }
says = "total"
ask = [{ name = "guard" }, { name = "damage" }]
numbers.total = { "dice" = "roll" }
numbers.need = { "guard" = "guard if given(guard) else 7" }
numbers.damage = { "weapon" = "by.dice" }
numbers.second = { "second" = "by.more" }
numbers.kept = { "damage" = "left(damage, by.type, it.tough)" }
numbers.kept-too = { "second" = "left(second, 'cold', it.tough)" }
numbers.raised = { "damage" = "damage", "raise" = "dice('' if given(damage) else '1d4')" }
do = ["set me left to (me.left if me.left > 0 else me.blows) - 1"]
outcome = [
  { name = "twins", when = "sun == moon", good = true, do = ["gain table 1 to doom", "lose it raised"] },
  { name = "hit", when = "total >= need", good = true, do = ["lose it kept + kept_too"] },
  { name = "miss" },
]
[[action]]
verb = "breathe"
target = true
many = true
apart = true
weapon = "given(by.charged)"
cost = "action"
thrower = "it"
throw = "1d20"
refuse = [
  { when = "by.charged == 0", say = "It has not recharged." },
  { when = "by.uses == 0", say = "It is used up." },
]
numbers.damage = { "damage" = "by.dice" }
do = ["set by charged to 0", "set by uses to by.uses - 1"]
outcome = [
  { name = "saved", when = "roll >= 11" },
  { name = "failed", good = true, do = ["lose it 2", "mark it burning until save 11"] },
]
[[action]]
verb = "save"
passive = true
throw = "1d20"
ask = [{ name = "dc", place = true, needed = true }]
outcome = [{ name = "saved", when = "roll >= dc", good = true }, { name = "failed" }]
[[on]]
event = "turn start"
each = "weapon"
once = true
if = "given(by.charged) and by.charged == 0"
ask = "recharge Does the breath of {me.name} come back?"
[answers.recharge]
yes = ["set by charged to 1"]
no = []
[[preset]]
name = "mook"
tracks = { wounds = "0/2" }
"""


def storm(*lines: str, kind: str = "sides") -> Session:
    """A fight of two against one, who breathes."""
    setup = (
        "add Ann tough=fire",
        "add Owl side=enemies",
        "arm Ann bow shot=yes dice=1d6",
        "arm Ann brand dice=1d4 type=fire more=1d4",
    )
    return fight(STORM.replace("KIND", kind), *setup, "arm Owl breath charged=1 uses=2 dice=2d4", *lines)


@pytest.mark.parametrize(
    ("lines", "holds"),
    [
        (("attack Ann Owl dice=3,3 weapon=bow damage=2",), "twins. Doom: 1 → 2. Owl: +2 wounds (0 → 2)"),
        (("attack Ann Owl dice=3,4 weapon=bow damage=2",), "7 against 7: hit"),
        (("attack Ann Owl dice=1,2 weapon=bow damage=2 guard=0",), "3 against 0: hit"),
        (("mark Owl flat", "attack Ann Owl dice=2,3,4 weapon=bow damage=2"), "9 against 7: hit"),
        (("mark Owl flat", "range Ann Owl far", "attack Ann Owl dice=6,5,4 weapon=bow damage=2"), "7 against 7: hit"),
        (
            ("mark Owl flat", "range Ann Owl far", "attack Ann Owl dice=6,5,4 weapon=brand damage=2"),
            "15 against 7: hit",
        ),
        (("hurt Ann 5 type=fire",), "+2 wounds (0 → 2, of 5)"),
        (("hurt Ann 5 type=cold",), "+5 wounds"),
        (("add Mook side=enemies preset=mook", "hurt Mook 2"), "Mook is down"),
        (("breathe Owl Ann dice=10",), "failed. Ann: +2 wounds (0 → 2). Ann: burning."),
        (("breathe Owl Ann dice=11",), "saved"),
    ],
)
def test_what_a_line_does(lines: tuple[str, ...], holds: str) -> None:
    *before, line = lines
    assert holds in storm(*before).do(line).text


def test_two_types_of_damage_are_withstood_apart() -> None:
    session = storm("set Owl tough=fire", "attack Ann Owl dice=2,6 weapon=brand damage=4")
    second = sum(reason.value for reason in session.story()[-1].why if reason.of == "second")
    assert session.scene["Owl"].value("wounds") == 2 + second


def test_a_raise_throws_damage_again_unless_it_was_typed() -> None:
    session = storm("attack Ann Owl dice=3,3 weapon=bow")
    labels = [reason.label for reason in session.story()[-1].why if reason.of == "raised"]
    assert labels == ["damage", "raise"]


def test_an_action_has_as_many_blows_as_the_sheet_says() -> None:
    session = storm("set Ann blows=2", "next", *["attack Ann Owl dice=1,2 weapon=bow"] * 2)
    with pytest.raises(Refused, match="used the action"):
        session.do("attack Ann Owl dice=1,2 weapon=bow")


def test_a_breath_comes_back_in_a_turn_and_is_used_up() -> None:
    session = storm("next", "next", "breathe Owl Ann dice=11")
    with pytest.raises(Refused, match="not recharged"):
        session.do("breathe Owl Ann dice=11")
    session.do("next")
    session.do("next")
    (prompt,) = (prompt for prompt in session.scene.prompts if "breath of Owl" in prompt.text)
    session.do(f"decide {prompt.id} yes")
    session.do("breathe Owl Ann dice=11")
    session.do("arm Owl breath charged=1")
    with pytest.raises(Refused, match="used up"):
        session.do("breathe Owl Ann dice=11")


def test_a_save_at_the_end_of_a_turn_ends_a_condition() -> None:
    session = storm("breathe Owl Ann dice=2", "next", "next")
    (prompt,) = (prompt for prompt in session.scene.prompts if "burning" in prompt.text)
    session.do(f"decide {prompt.id} saved")
    assert not session.scene["Ann"].has("burning")


@pytest.mark.parametrize(
    ("kind", "first"), [("sides", ("heroes", None)), ("alternate", ("heroes", None)), ("cards", ("enemies", "Owl"))]
)
def test_the_order_of_turns(kind: str, first: tuple[str, str]) -> None:
    cards = ("initiative Ann 3♣", "initiative Owl K♠") if kind == "cards" else ()
    turn = storm(*cards, "next", kind=kind).scene.turn
    assert (turn.side, turn.name) == first
