"""The questions after a hit in srd5: asked only where the answer matters."""

from __future__ import annotations

import pytest

from tests.table import played

WOLVES = (
    *("add Ann hp=30 ac=10", "add Wolf count=2 side=enemies hp=20", "add Zed side=enemies hp=9"),
    'arm Wolf bite hit=4 dice=1d6 type=piercing inflicts=prone up-to="Medium or smaller"',
    'arm Ann bite hit=4 dice=1d6 type=piercing inflicts=prone up-to="Medium or smaller"',
    "arm Ann sting hit=4 dice=1d4 dc=11 ability=con inflicts=poisoned",
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
        (("mark Ann prone",), "jaws", ["sized"]),
    ],
)
def test_nobody_is_asked_whether_somebody_prone_falls(
    result: str, before: tuple[str, ...], weapon: str, kinds: list[str]
) -> None:
    lines = (line.replace("'", '"') for line in before)
    assert asked(*lines, f'attack "Wolf 1" Ann {result} damage=3 weapon={weapon}') == kinds


@pytest.mark.parametrize(("weapon", "kind"), [("bite", "sized"), ("sting", "struck")])
def test_nothing_is_asked_of_the_dead(weapon: str, kind: str) -> None:
    assert asked(f"attack Ann Zed hit damage=3 weapon={weapon}") == [kind]
    assert asked(f"attack Ann Zed hit damage=9 weapon={weapon}") == []
