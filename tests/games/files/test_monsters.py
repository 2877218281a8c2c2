"""The shipped creatures of the SRD: each joins a fight, and each of its attacks is one."""

from __future__ import annotations

import random

import pytest

from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.session import Session


def test_every_creature_joins_and_attacks() -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    names = [entry.name for entry in session.library.entries() if entry.kind == "combatant"]
    attacks = 0
    assert (len(names), list(session.library.faults())) == (331, [])
    for name in names[::8]:
        fight = Session(find("srd5"), dice=random.Random(1))
        fight.library = session.library
        fight.do(f"bring {quote(name)}")
        fight.do("add Ann ac=15 hp=500")
        (foe,) = (who for who in fight.scene.combatants.values() if who.name != "Ann")
        assert foe.side == "enemies"
        for weapon in (name for name, values in foe.weapons.items() if "hit" in values):
            fight.do(f"attack! {quote(foe.name)} Ann roll weapon={quote(weapon)}")
            attacks += 1
    assert attacks > 40


def test_a_name_nobody_has_is_a_sentence() -> None:
    session = Session(find("srd5"))
    with pytest.raises(InvalidCommand, match="Gobblin"):
        session.do("bring Gobblin")
