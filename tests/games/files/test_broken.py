"""Game files with one fault each: the fault is reported with its line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tracker.cli.main import main
from tracker.games.language import BadGame, read_game

GOOD = """name = "small"
title = "Small"
[turn]
kind = "initiative"
acts = { action = "act" }
[[track]]
name = "hp"
start = 10
out = "down"
[[field]]
name = "skill"
[[field]]
name = "weak"
kind = "words"
[[weapon-field]]
name = "dice"
kind = "dice"
[[weapon-field]]
name = "ammo"
[define]
"twice(n)" = "n * 2"
[[condition]]
name = "prone"
mine = { attack = "worse" }
[[action]]
verb = "attack"
cost = "action"
target = true
weapon = true
throw = "1d20"
modes = { worse = "2d20kl1" }
ask = [{ name = "damage" }, { name = "stance", kind = "choice", choices = ["skill", "bold"] }]
numbers.total = { "roll" = "roll", "skill" = "me.skill" }
numbers.damage = { "weapon" = "by.dice" }
outcome = [
  { name = "hit", when = "total >= 10", good = true, do = ["lose it damage", "ask me more What more?"] },
  { name = "miss" },
]
[action.answers.more]
push = ["mark it prone"]
[[on]]
event = "lost hp"
do = ["say Ouch."]
[[preset]]
name = "foe"
tracks = { hp = 5 }
[[field]]
name = "load"
kind = "choice"
choices = ["light", "full"]
"""

ASKED = 'ask = [{ name = "damage" }, { name = "stance", kind = "choice", choices = ["skill", "bold"] }]'
COMES_UP = 'ask = [{ name = "up", kind = "flag", comes-up = true }]'

BROKEN = [
    # What stands there, what is written instead, the line, and words of the reason.
    (ASKED, f'{ASKED}\nremark."{{it.skil}} counts" = "it.skill > 1"', 33, "“it.skil” is not known"),
    ('name = "small"', "name = small", 1, "not TOML"),
    ('title = "Small"', 'title = "Small', 2, "not TOML"),
    ('title = "Small"', "title = 5", 2, "text in quotes"),
    ('title = "Small"', 'titel = "Small"', 2, "titel is not a key of a game file; did you mean title?"),
    ('name = "small"', 'name = "Small Game"', 1, "lower-case letters"),
    ('name = "small"', 'name = "other"', 1, "has the name of its file"),
    ('kind = "initiative"', 'kind = "runes"', 4, "initiative"),
    ('kind = "initiative"', "kind = 3", 4, "turn.kind"),
    ('kind = "initiative"', 'throw = "1d"', 4, "dice expression"),
    ('kind = "initiative"', 'add = "me.speed"', 4, "me.speed"),
    ('kind = "initiative"', 'columns = ["speed"]', 4, "speed"),
    ('kind = "initiative"', 'vital = ["speed"]', 4, "speed"),
    ('kind = "initiative"', 'fallen = ["speed"]', 4, "speed"),
    ("start = 10", "start = 1.5", 8, "whole number"),
    ("start = 10", 'start = "ten"', 8, "whole number"),
    ("start = 10", "fills = true", 6, "needs a top"),
    ("start = 10", "top = 5\nlow = 9", 8, "more than low"),
    ("start = 10", 'soaked-by = ["shield"]', 8, "shield"),
    ("start = 10", "starts = 10", 8, "not a key"),
    ('out = "down"', "out = true", 9, "text in quotes"),
    ('out = "down"', 'out-at = "never"', 9, "reached"),
    ('name = "skill"', 'name = "hp"', 11, "track already"),
    ('name = "skill"', 'name = "out"', 11, "word of the language"),
    ('name = "skill"', 'name = "weak"', 13, "already"),
    ('name = "skill"', 'name = "if"', 11, "word of the language"),
    ('name = "skill"', 'name = "skill"\nstart = "three"', 12, "digits"),
    (ASKED, f'choose-if = {{ stance = "1" }}\n{ASKED}', 32, "a word of choose"),
    (ASKED, f'choose = ["stance"]\nchoose-if = {{ stance = "it.skill > 1" }}\n{ASKED}', 33, "“it.” is not known"),
    (ASKED, f'at-most = "it.skill"\n{ASKED}', 32, "“it.” is not known"),
    (ASKED, f'at-most = "2"\n{ASKED}', 32, "at-most goes with many"),
    (ASKED, f'holds = "it.skill > 1"\n{ASKED}', 32, "holds goes with many"),
    (ASKED, ASKED.replace('"damage"', '"damage", choices = ["low"]'), 32, "the choices of a number are numbers"),
    (ASKED, ASKED.replace('"damage"', '"damage", comes-up = true'), 32, "only a flag comes up"),
    (ASKED, COMES_UP.replace("true", '"it.skil > 1"'), 32, "“it.skil” is not known"),
    ("[[on]]", f"[[action]]\nverb = 'wait'\n{COMES_UP}\n[[on]]", 41, "comes-up goes with target = true"),
    ('name = "weak"\nkind = "words"', 'name = "weak"\nkind = "list"', 14, "kind"),
    ('name = "weak"\nkind = "words"', 'name = "weak"\nkind = "choice"', 12, "choices"),
    ('name = "dice"\nkind = "dice"', 'name = "dice"\nkind = "dice"\nstart = "2x6"', 18, "dice expression"),
    ('"twice(n)" = "n * 2"', '"twice(n)" = "m * 2"', 21, "not a parameter"),
    ('"twice(n)" = "n * 2"', '"twice(n)" = "twice(n)"\n"more(n)" = "n"', 21, "twice"),
    ('"twice(n)" = "n * 2"', '"twice" = "2"', 21, "not a function"),
    ('"twice(n)" = "n * 2"', '"min(n)" = "2"', 21, "already"),
    ('mine = { attack = "worse" }', 'mine = { attack = "worst" }', 24, "mode of attack"),
    ('mine = { attack = "worse" }', 'mine = { parry = "worse" }', 24, "not an action"),
    ('mine = { attack = "worse" }', "mine = { attack = \"'worst' if me.skill > 1 else ''\" }", 24, "mode of attack"),
    ('mine = { attack = "worse" }', 'mine = { attack = "me.skill" }', 24, "where a text is needed"),
    ('cost = "action"', "cost = \"'bonus' if stance == 'bold' else 'action'\"", 27, "one of the acts"),
    ('cost = "action"', 'cost = "me.skill + 1"', 27, "where a text is needed"),
    ("weapon = true", 'weapon = "by.oil > 1"', 29, "by.oil"),
    ("target = true", "apart = true", 28, "apart goes with target"),
    ("target = true", 'target = true\nthrower = "us"', 29, "me or it"),
    ("target = true", 'target = true\nlike = "strike"', 29, "an action"),
    ("target = true", "target = true\nlore = true", 29, "lore goes with weapon"),
    ('"skill" = "me.skill"', '"skill" = "given(2)"', 33, "given takes"),
    ('do = ["say Ouch."]', 'do = ["renew me ammo from oil"]', 43, "not a number of a weapon"),
    ('do = ["say Ouch."]', 'do = ["pass me soon"]', 43, "“pass me soon” cannot be read; write it like pass me 600"),
    ('do = ["say Ouch."]', 'do = ["set by dice to 2"]', 43, "not a number of a weapon"),
    ('title = "Small"', 'title = "Small"\nimmunities = "skill"', 3, "a field of words"),
    ('title = "Small"', 'title = "Small"\nharm = "amount + speed"', 3, "speed"),
    ('verb = "attack"', 'verb = "look"', 26, "verb of every game"),
    ('verb = "attack"', 'verb = "hurt"', 26, "verb of every game"),
    ('cost = "action"', 'cost = "bonus"', 27, "acts"),
    ("target = true", 'target = "yes"', 28, "true or false"),
    ('throw = "1d20"', 'throw = "20"\nphase = "late"', 31, "phases"),
    ('throw = "1d20"', 'throw = "1d2000"', 30, "sides"),
    ('throw = "1d20"', 'throw = "1d{me.weak}"', 30, "text or dice are needed in braces"),
    ('modes = { worse = "2d20kl1" }', 'modes = { worse = "2d20kl9" }', 31, "kept"),
    (ASKED, 'ask = [{ name = "roll" }]', 32, "word of the language"),
    (ASKED, 'ask = [{ name = "damage", kind = "text" }]', 34, "asked as text"),
    (ASKED, 'ask = [{ name = "damage", default = "x" }]', 32, "default"),
    (ASKED, 'after = ["wound"]', 32, "wound"),
    ('"skill" = "me.skill"', '"skill" = "me.skil"', 33, "did you mean skill"),
    ('"skill" = "me.skill"', '"skill" = "me.weak"', 33, "not a number"),
    ('"skill" = "me.skill"', '"skill" = "me.skill ** 9"', 33, "only + - * // %"),
    ('"skill" = "me.skill"', '"skill" = "me.skill / 2"', 33, "a division is //"),
    ('"skill" = "me.skill"', '"skill" = "\'a\' + 1"', 33, "where a number is needed"),
    ('"skill" = "me.skill"', '"skill" = "__import__(1)"', 33, "not a function"),
    ('"skill" = "me.skill"', '"skill" = "(lambda: 1)()"', 33, "by its name"),
    ('"skill" = "me.skill"', '"skill" = "[1][0]"', 33, "not part of the language"),
    ('"skill" = "me.skill"', '"skill" = "1.5"', 33, "whole numbers"),
    ('"skill" = "me.skill"', '"skill" = "twice(1, 2)"', 33, "takes 1 value,"),
    ('"skill" = "me.skill"', '"skill" = "me.__class__"', 33, "not known"),
    ('"skill" = "me.skill"', '"skill" = "me.skill +"', 33, "cannot be read"),
    ('"weapon" = "by.dice"', '"weapon" = "by.dice + 1"', 34, "where a number is needed"),
    ('when = "total >= 10"', 'when = "total >= ten"', 36, "ten"),
    ('when = "total >= 10"', 'when = "me.weak > 3"', 36, "more or less"),
    ('when = "total >= 10"', "when = \"total == 'x'\"", 36, "compare two of a kind"),
    ('when = "total >= 10", ', "", 36, "must come last"),
    ('"lose it damage"', '"loose it damage"', 36, "not an effect"),
    ('"lose it damage"', '"lose him damage"', 36, "cannot be read"),
    ('"lose it damage"', '"lose it damage from mana"', 36, "mana"),
    ('"lose it damage"', '"use by arrows"', 36, "arrows"),
    ('"lose it damage"', '"spend me bonus"', 36, "bonus"),
    ('"lose it damage"', '"roll fate"', 36, "fate"),
    ('"lose it damage"', '"restore me bonus"', 36, "bonus"),
    ('"lose it damage"', '"drop it most"', 36, "“most” is not a question"),
    ('"lose it damage"', '"if damage lose it 1"', 36, "cannot be read"),
    ('"ask me more What more?"', '"ask me less What?"', 36, "no answers"),
    ('{ name = "miss" }', '{ name = "hit" }', 37, "already"),
    ('push = ["mark it prone"]', 'push = ["mark he prone"]', 40, "cannot be read"),
    ('event = "lost hp"', 'event = "lost mana"', 42, "lost mana"),
    ('event = "lost hp"', 'event = "rains"', 42, "“rains” is not something that happens"),
    ('do = ["say Ouch."]', 'if = "me.hp <"', 43, "cannot be read"),
    ('push = ["mark it prone"]', 'push = ["mark it porne"]', 40, "“porne” is not a [[condition]]; did you mean prone?"),
    ('push = ["mark it prone"]', 'push = ["mark it porne for 2"]', 40, "“porne” is not a [[condition]]"),
    ('push = ["mark it prone"]', 'push = ["if me.skill > 1: mark it porne"]', 40, "“porne” is not a [[condition]]"),
    ('push = ["mark it prone"]', 'push = ["unmark it proone"]', 40, "“proone” is not a [[condition]]"),
    ('push = ["mark it prone"]', 'push = ["mark it prone unitl end of me"]', 40, "“unitl end of me” after prone"),
    ('push = ["mark it prone"]', 'push = ["mark it winded unitl end of me"]', 40, "“unitl end of me” after winded"),
    ('push = ["mark it prone"]', 'push = ["mark it winded fro skill"]', 40, "“fro skill” after winded"),
    ('push = ["mark it prone"]', 'push = ["mark it winded until end of it now"]', 40, "after winded cannot be read"),
    ('push = ["mark it prone"]', 'push = ["out it donw"]', 40, "“donw” is not the out of a [[track]]; did you mean"),
    ('event = "lost hp"', 'event = "marked porne"', 42, "marked porne"),
    ('when = "total >= 10"', "when = \"band == 'naer'\"", 36, "“naer” is not declared; did you mean near?"),
    ('when = "total >= 10"', "when = \"'heavy' != me.load\"", 36, "“heavy” is not declared; there are full, light"),
    ('when = "total >= 10"', "when = \"of(me, 'skil') > 2\"", 36, "“skil” is not a number of me; did you mean skill?"),
    ('when = "total >= 10"', 'when = "of(me, stance) > 2"', 36, "“bold” is not a number of me"),
    ('when = "total >= 10"', "when = \"stance == 'blod'\"", 36, "“blod” is not declared; did you mean bold?"),
    ("[[preset]]", "[preset]", 44, "its head has two brackets: [[preset]]"),
    ("[[on]]", "[action]", 41, "there may be several, each is written [[action]]"),
    ("[[on]]", "[[onn]]", 41, "onn is not a key of a game file; did you mean on?"),
    ("numbers.damage =", "numbers = { x =", 34, "not TOML"),
    ('when = "total >= 10"', 'when = "total = 10"', 36, "two values are compared with ==. Look at column 7"),
    ('when = "total >= 10"', 'when = "total > 1 && roll > 2"', 36, "write and, or, not"),
    ('kind = "initiative"', 'kind = "initiative"\nleft."{me.blows} more" = "me.skill > 0"', 5, "blows"),
    ('kind = "initiative"', 'kind = "initiative"\nleft."more" = "me.blows > 0"', 5, "blows"),
    ('"lose it damage"', '"lose it 1d6"', 36, "dice stand in a throw, or in a field of the kind dice"),
    ('"lose it damage"', '"lose it 3 hp"', 36, "“3 hp” is not an amount; write it like lose it 3 from hp"),
    ('"mark it prone"', '"mark it prone for 1 round"', 40, "“1 round” is not an amount; write it like mark it prone"),
    ('event = "lost hp"', 'event = "start of turn"', 42, "“start of turn” is not something that happens. Known: lost"),
    ("tracks = { hp = 5 }", "tracks = { mana = 5 }", 46, "mana"),
    ("tracks = { hp = 5 }", 'fields = { skill = "x" }', 46, "digits"),
    ("tracks = { hp = 5 }", "weapons.bow = { reach = 1 }", 46, "reach"),
]


def test_the_good_one_is_good() -> None:
    assert read_game(GOOD.encode(), "small.toml", "small").title == "Small"
    assert len(BROKEN) >= 60


@pytest.mark.parametrize(("there", "instead", "line", "reason"), BROKEN)
def test_a_fault_is_named_with_its_line_and_reason(there: str, instead: str, line: int, reason: str) -> None:
    assert GOOD.count(there) >= 1
    with pytest.raises(BadGame) as bad:
        read_game(GOOD.replace(there, instead, 1).encode(), "small.toml", "small")
    faults = bad.value.faults
    assert any(f"small.toml, line {line}" in fault and reason in fault for fault in faults), faults


def test_how_a_weapon_is_struck_from_a_hand_may_be_its_own() -> None:
    system = read_game(
        GOOD.replace('verb = "attack"', 'verb = "disarm"').replace("attack =", "disarm =").encode(),
        "small.toml",
        "small",
    )
    assert "hit" in {outcome.name for outcome in system.actions["disarm"].rule.outcomes}


def test_a_fault_ends_like_a_sentence() -> None:
    for there, instead, _, _ in BROKEN:
        with pytest.raises(BadGame) as bad:
            read_game(GOOD.replace(there, instead, 1).encode(), "small.toml", "small")
        assert [fault for fault in bad.value.faults if fault[-2:] in ("?.", "..") or fault[-1] not in ".?"] == []


def test_any_other_word_can_be_marked() -> None:
    text = GOOD.replace('push = ["mark it prone"]', 'push = ["mark it winded", "if it.winded: unmark it winded"]')
    system = read_game(text.encode(), "small.toml", "small")
    assert [condition.name for condition in system.conditions] == ["prone", "winded"]


def test_a_condition_of_several_words_is_declared() -> None:
    text = GOOD.replace('push = ["mark it prone"]', 'push = ["mark it out of breath until end of it"]')
    text = text.replace('name = "prone"', 'name = "out of breath"')
    assert read_game(text.encode(), "small.toml", "small").conditions[0].name == "out of breath"


def test_the_program_names_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD.replace("me.skill", "me.skil").replace('"lose it damage"', '"lose it"'), "utf-8")
    result = CliRunner().invoke(main, ["games", "check", str(path)])
    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["small.toml, line 33", "small.toml, line 36"]


def test_of_many_unknown_keys_only_those_that_are_named_are_compared_with_the_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[str] = []
    monkeypatch.setattr("tracker.games.language.get_close_matches", lambda word, *_: compared.append(word) or [])
    keys = "".join(f"[unknown{number}]\nx = 1\n" for number in range(2000))
    with pytest.raises(BadGame) as bad:
        read_game((GOOD + keys).encode(), "small.toml", "small")
    assert bad.value.faults[-1].endswith("more faults.")
    assert len(compared) == 20
