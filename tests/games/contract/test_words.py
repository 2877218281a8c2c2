"""How results, changes and shares are read and written back."""

import pytest

from tests.games.contract.fights import ARMED, session
from tests.lines import throw_of
from tests.table import last, total
from tracker.export.json import as_json
from tracker.export.text import as_text
from tracker.games.contract import SYSTEM
from tracker.games.contract.dice import Result, ResultParam
from tracker.games.contract.words import DIFFICULTY, WEAPON, Adjustment, AdjustmentParam, SharesParam, modifiers
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.verbs.session import AnswerParam

LOOK = Context(SYSTEM, session(*ARMED).scene, {"actor": "Anna"})


@pytest.mark.parametrize(
    ("text", "result", "written", "inner"),
    [
        ("4", Result(4), "4", "4"),
        ("-1", Result(-1), "-1", "-1"),
        ("2,6,10", Result(faces=(2, 6, 10)), "dice=2,6,10", "2,6,10"),
        ("dice=2,6", Result(faces=(2, 6)), "dice=2,6", "2,6"),
        ("6,", Result(faces=(6,)), "dice=6", "6,"),
        ("-", Result(faces=()), "dice=-", "-"),
        ("roll", Result(), "roll", "roll"),
        ("5D", Result(pool=5), "5d", "5d"),
    ],
)
def test_results(text: str, result: Result, written: str, inner: str) -> None:
    assert ResultParam().read(text, LOOK) == result
    assert ResultParam().write(result) == written
    assert ResultParam(inner=True).write(result) == inner
    assert ResultParam(inner=True).read(inner, LOOK) == result


def test_of_one_die_it_is_said_whether_a_number_is_the_outcome_or_the_face() -> None:
    fight = session("add Ana brawn=1", "add Bo brawn=2", "add Thug side=enemies", "range all engaged")
    throws = [throw_of(SYSTEM, fight.scene, f"attack {name} Thug roll") for name in ("Ana", "Bo")]
    assert [throw.typed for throw in throws if throw] == [
        "the outcome of the die: −1 to 2; a face is typed dice=7",
        "the outcome on the dice: 4, or the faces 2,6,10; 5d throws five",
    ]
    assert "it makes −1 to 2. A face is typed dice=10." in fight.do("attack Ana Thug 10").text


@pytest.mark.parametrize("alias", ["dice", "die"])
def test_faces_by_name(alias: str) -> None:
    assert ResultParam().read("6", LOOK, alias) == Result(faces=(6,))


@pytest.mark.parametrize("text", ["x", "11,2", "0,1", "99", "41d", ",".join("1" * 41)])
def test_no_results(text: str) -> None:
    with pytest.raises(InvalidCommand):
        ResultParam().read(text, LOOK)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("7", Adjustment(7)),
        ("+1", Adjustment(None, (("", 1),))),
        ("−2", Adjustment(None, (("", -2),))),
        ("da,+1", Adjustment(None, (("dark", 2), ("", 1)))),
        ("8,storm", Adjustment(8, (("storm", 1),))),
        ("heavy-cover", Adjustment(None, (("heavy-cover", 2),))),
    ],
)
def test_changes(text: str, change: Adjustment) -> None:
    assert DIFFICULTY.read(text, LOOK) == change
    assert DIFFICULTY.read(DIFFICULTY.write(change), LOOK) == change


def test_difficulty_modifiers_in_full() -> None:
    assert modifiers(SYSTEM, LOOK.scene) == {
        "off-hand": 1,
        "aiming": -1,
        "aiming-2": -2,
        "aiming-3": -3,
        "blind": 4,
        "immobile": -3,
        "running": 1,
        "point-blank": -2,
        "long": 2,
        "child": 1,
        "cat": 2,
        "mouse": 3,
        "horse": -1,
        "truck": -2,
        "house": -3,
        "dark": 2,
        "fog": 3,
        "storm": 1,
        "partial-cover": 1,
        "heavy-cover": 2,
    }


def test_difficulties_and_the_number_of_each_cover() -> None:
    for text, known in (("1", False), ("2", True), ("10", True), ("11", False)):
        if known:
            assert DIFFICULTY.read(text, LOOK) == Adjustment(int(text))
        else:
            with pytest.raises(InvalidCommand):
                DIFFICULTY.read(text, LOOK)
    assert SYSTEM.setting(LOOK.scene, "cover_difficulty") == [0, 1, 2]
    (rows,) = (table.rows for table in SYSTEM.tables if table.title == "Cover")
    assert rows == (("none", "0"), ("partial", "1"), ("heavy", "2"))


def test_what_is_no_share_or_no_answer_is_said() -> None:
    with pytest.raises(InvalidCommand, match="“attack” is not a share; write"):
        SharesParam().read("attack", LOOK)
    (asked,) = session(*ARMED, "attack Bert Anna 3").scene.prompts
    with pytest.raises(InvalidCommand, match="Type one of dodge, parry, clash, take"):
        SYSTEM.read_answer(asked, " ", LOOK)


def test_what_is_offered() -> None:
    assert "roll" in ResultParam().complete(LOOK)
    assert "aiming" in DIFFICULTY.complete(LOOK)
    assert AdjustmentParam().complete(LOOK) == ()
    assert WEAPON.complete(LOOK)[:2] == ("sword", "brawl")
    assert WEAPON.complete(Context(SYSTEM, LOOK.scene))[0] == "brawl"
    assert SharesParam().complete(LOOK)[0] == "attack:"


def test_what_is_carried_is_meant_first() -> None:
    assert WEAPON.read("s", LOOK) == "sword"
    assert WEAPON.read("sn", LOOK) == "sniper-rifle"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("attack anna 3 take", "attack Anna Bert 3 weapon=sword take"),
        ("attack anna ber outcome=3 take", "attack Anna Bert 3 weapon=sword take"),
        ("attack anna dice=2,6 dodge=6,", "attack Anna Bert dice=2,6 weapon=sword dodge=6,"),
        ("act anna climbs up dice=6,7", "act Anna result=6,7 climbs up"),
        ("split anna attack:2,dodge:3 pools=5,6", "split Anna attack@Bert:2,dodge:3 pools=5,6"),
        ("attack anna b 3 with=sword clash=2", "attack Anna Bert 3 weapon=sword clash=2 with=sword"),
    ],
)
def test_commands_written_in_full(line: str, command: str) -> None:
    fight = session(*ARMED, line)
    assert last(fight).command == command
    assert session(*ARMED, command).scene == fight.scene


@pytest.mark.parametrize(
    ("before", "line", "command"),
    [
        (("attack Bert Anna 3",), "dodge anna 2", "dodge Anna 2 against=Bert"),
        (("attack Bert Anna 3",), "parry anna 2", "parry Anna 2 against=Bert weapon=sword"),
        (("attack Bert Anna 3",), "clash anna 2", "clash Anna 2 against=Bert weapon=sword"),
        (("attack Bert Anna 3",), "take anna", "take Anna against=Bert"),
        (("act Anna waits", "attack Bert Anna 3"), "desperate anna dodge 2", "desperate Anna dodge 2 against=Bert"),
        (
            ("act Anna waits", "attack Bert Anna 3"),
            "desperate anna parry 2",
            "desperate Anna parry 2 against=Bert weapon=sword",
        ),
        (
            ("add Carl brawn=2", "arm Carl club", "attack Bert Anna 3"),
            "parry carl 2 for=anna",
            "parry Carl 2 against=Bert weapon=club for=Anna",
        ),
        ((), "attack anna 3 parry=2", "attack Anna Bert 3 weapon=sword parry=2 with=sword"),
        ((), "power anna wall of fire", "power Anna wall of fire"),
        ((), "power anna wall of fire on=bert free", "power Anna on=Bert free wall of fire"),
    ],
)
def test_reactions_and_powers_written_in_full(before: tuple[str, ...], line: str, command: str) -> None:
    fight = session(*ARMED, *before, line)
    assert last(fight).command == command
    assert session(*ARMED, *before, command).scene == fight.scene


def test_a_kept_reaction_meets_the_same_attack_when_an_earlier_one_comes_between() -> None:
    fight = session(*ARMED, "add Carl side=enemies brawn=3", "next", "attack Bert Anna 3", "dodge Anna 3")
    fight.do(f"amend {fight.story()[-3].id} attack Carl Anna 2 weapon=brawl")
    assert [field["by"] for field in fight.scene["Anna"].fields["pending"]] == ["Carl"]


def test_a_question_says_what_is_left_of_the_attack_and_still_open() -> None:
    fight = session(*ARMED, "add Carl dexterity=3", "attack Bert Anna 2", "attack Carl Anna 2")
    fight.do("evade Anna 3")
    (asked,) = as_json(fight)["prompts"]
    assert (asked["id"], asked["name"]) == (2, "Anna")
    assert (
        asked["text"]
        == "Carl attacks with bare hands, outcome 1: desperate dodge, desperate parry, desperate clash or take?"
    )
    assert asked["choices"] == ["desperate dodge", "desperate parry", "desperate clash", "take"]
    assert "outcome 1: desperate dodge, desperate parry, desperate clash or take? Choices: desperate dodge," in as_text(
        fight
    )
    fight.do("out Anna")
    assert as_json(fight)["prompts"][0]["text"] == "Carl attacks with bare hands, outcome 1: take?"
    (kept,) = fight.scene.prompts
    context = Context(SYSTEM, fight.scene, {"number": kept.id})
    assert AnswerParam().complete(context) == ("take", "skip")


def test_a_botch_has_the_minus_of_all_other_numbers() -> None:
    assert "−2 (botch)" in last(session(*ARMED, "attack Anna Bert -2")).text
    assert "dodge: −1." in last(session(*ARMED, "attack Anna Bert 2 dodge=-1")).text


def test_nobody_to_aim_at_or_too_many() -> None:
    with pytest.raises(InvalidCommand, match="nobody"):
        session("add Anna", "attack Anna 3")
    with pytest.raises(InvalidCommand, match="Say whom: Bert, Carl"):
        session(*ARMED, "add Carl side=enemies", "attack Anna 3")


def test_the_directors_extra_has_a_reason_of_its_own() -> None:
    fight = session(*ARMED, "attack Anna Bert 3 damage=+2", "take Bert")
    assert [(reason.label, reason.value) for reason in last(fight).why if reason.of == "severity"][1:] == [
        ("sword", 1),
        ("extra", 2),
    ]
    assert total(last(fight), "severity") == 6


def test_an_amended_attack_keeps_its_question() -> None:
    fight = session(*ARMED, "attack Bert Anna 3", "decide 1 dodge 2", "next")
    number = fight.story()[-3].id
    fight.do(f"amend {number} attack Bert Anna 5")
    assert fight.scene["Anna"].fields["injuries"] == [4]
    assert fight.scene.prompts == ()


def test_the_turn_passes_into_a_new_round_when_the_last_one_leaves() -> None:
    fight = session(*ARMED, "add Carl", "initiative Anna 5", "initiative Bert 3", "initiative Carl 1")
    fight.do("attack Anna Bert 0")
    fight.do("next")
    fight.do("next")
    fight.do("remove Carl")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (2, "Anna")
    assert fight.scene["Anna"].spent == ()


def test_the_turn_passes_to_who_was_left_behind_and_can_act_when_the_last_one_leaves() -> None:
    fight = session(*ARMED, "add Carl", "initiative Anna 5", "initiative Bert 3", "initiative Carl 1")
    fight.do("attack Anna Bert 0")
    fight.do("active Carl")
    fight.do("remove Carl")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (1, "Bert")
