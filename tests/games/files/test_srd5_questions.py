"""The questions after a hit in srd5: asked only where the answer matters."""

from __future__ import annotations

import pytest

from tests.table import last, played

WOLVES = (
    *("add Ann hp=30 ac=10", "add Wolf count=2 side=enemies hp=20", "add Zed side=enemies hp=9"),
    'arm Wolf bite hit=4 dice=1d6 type=piercing inflicts=prone up-to="Medium or smaller"',
    'arm Ann bite hit=4 dice=1d6 type=piercing inflicts=prone up-to="Medium or smaller"',
    "arm Ann sting hit=4 dice=1d4 dc=11 ability=con inflicts=poisoned",
    "arm Wolf trip hit=4 dice=1d4 dc=11 ability=str inflicts=prone",
    'arm Wolf jaws hit=4 dice=1d6 inflicts=grappled up-to="Medium or smaller"',
)


def asked(*lines: str) -> list[str]:
    """The questions that are open after some lines."""
    return [prompt.kind for prompt in played("srd5", *WOLVES, *lines).scene.prompts]


@pytest.mark.parametrize("result", ["hit", "crit"])
@pytest.mark.parametrize(
    ("before", "weapon", "kinds"),
    [
        ((), "bite", ["sized"]),
        (("mark Ann prone",), "bite", []),
        (("mark Ann unconscious",), "bite", []),
        (("attack 'Wolf 2' Ann hit damage=3 weapon=bite", "decide 1 yes"), "bite", []),
        (("attack 'Wolf 2' Ann hit damage=3 weapon=bite",), "bite", ["sized"]),
        (("attack 'Wolf 2' Ann hit damage=3 weapon=bite", "decide 1 no"), "bite", ["sized"]),
        (("mark Ann prone",), "jaws", ["sized"]),
        (("attack 'Wolf 2' Ann hit damage=3 weapon=jaws",), "jaws", ["sized", "sized"]),
        ((), "trip", ["struck"]),
        (("attack 'Wolf 2' Ann hit damage=3 weapon=trip",), "trip", ["struck", "struck"]),
        (("mark Ann prone",), "trip", []),
    ],
)
def test_nobody_is_asked_whether_somebody_prone_falls(
    result: str, before: tuple[str, ...], weapon: str, kinds: list[str]
) -> None:
    lines = (line.replace("'", '"') for line in before)
    assert asked(*lines, f'attack "Wolf 1" Ann {result} damage=3 weapon={weapon}') == kinds


@pytest.mark.parametrize(
    ("before", "limit", "kinds", "falls", "says"),
    [
        (('set Ann kind="medium humanoid, neutral"',), "medium", [], True, "Ann: prone."),
        (("set Ann kind=Small",), "large", [], True, "Ann: prone."),
        (("set Ann kind=Large",), "medium", [], False, "Ann is too large to be prone."),
        (("set Ann kind=Gargantuan",), "huge", [], False, "Ann is too large to be prone."),
        (("set Ann kind=Large",), "Medium or smaller", ["sized"], False, "hit"),
        (("set Ann kind=construct",), "medium", ["sized"], False, "hit"),
    ],
)
def test_a_size_on_the_sheet_answers_by_itself(
    before: tuple[str, ...], limit: str, kinds: list[str], falls: bool, says: str
) -> None:
    arm = f'arm Wolf maw hit=4 dice=1d6 inflicts=prone up-to="{limit}"'
    session = played("srd5", *WOLVES, arm, *before, 'attack "Wolf 1" Ann hit damage=3 weapon=maw')
    assert [prompt.kind for prompt in session.scene.prompts] == kinds
    assert session.scene["Ann"].has("prone") == falls
    assert says in last(session).text


def test_a_size_is_asked_for_once() -> None:
    bite = 'attack! "Wolf 1" Ann hit damage=3 weapon={}'
    session = played("srd5", *WOLVES, bite.format("bite"), "decide 1 yes", "unmark Ann prone", bite.format("jaws"))
    assert not session.scene.prompts
    assert session.scene["Ann"].has("grappled")


@pytest.mark.parametrize(("weapon", "kind"), [("bite", "sized"), ("sting", "struck")])
def test_nothing_is_asked_of_the_dead(weapon: str, kind: str) -> None:
    assert asked(f"attack Ann Zed hit damage=3 weapon={weapon}") == [kind]
    assert asked(f"attack Ann Zed hit damage=9 weapon={weapon}") == []


def test_a_blow_of_the_fight_is_not_asked_about_after_its_end() -> None:
    session = played("srd5", *WOLVES, "arm Wolf sting hit=4 dice=1d4 dc=11 ability=con inflicts=poisoned")
    for line in ('attack "Wolf 1" Ann hit damage=1 weapon=sting', "mark Ann concentrating", "hurt Ann 3"):
        session.do(line)
    assert "Ann: no answer to “Ann saves with con" in session.do("end").text
    assert [prompt.kind for prompt in session.scene.prompts] == ["concentration"]
    session.do("undo")
    assert [prompt.kind for prompt in session.scene.prompts] == ["struck", "concentration"]


@pytest.mark.parametrize("rest", ["short-rest", "long-rest"])
def test_nothing_waits_for_who_rests(rest: str) -> None:
    blow = 'attack! "Wolf 1" {} hit damage=1 weapon=jaws'
    session = played("srd5", *WOLVES, blow.format("Ann"), blow.format("Zed"), f"{rest} Ann")
    assert [prompt.name for prompt in session.scene.prompts] == ["Zed"]
    assert "Ann: no answer to “Is Ann Medium or smaller" in last(session).text


def test_nobody_healed_is_asked_for_a_death_saving_throw() -> None:
    dying = ("initiative Ann 9", "initiative Wolf 5", "initiative Zed 1", "hurt Ann 30", "next")
    assert asked(*dying) == ["death"]
    assert asked(*dying, "heal Ann 3") == []
    assert asked(*dying, "mark Ann stable") == []


def test_what_is_no_longer_held_is_not_asked_about() -> None:
    hurt = ("mark Ann concentrating", "hurt Ann 3", "hurt Ann 4")
    assert asked(*hurt) == ["concentration", "concentration"]
    assert asked(*hurt, "decide 1 held") == ["concentration"]
    assert asked(*hurt, "decide 1 lost") == []
