"""The shipped creatures of the SRD: each joins a fight, and each of its attacks is one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tracker.games.registry import find
from tracker.library.model import CombatantTable
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.session import Session


@pytest.mark.slow
def test_every_creature_joins_and_attacks() -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    kept = ((entry.name, entry.table) for entry in session.library.entries())
    names = [name for name, table in kept if isinstance(table, CombatantTable) and table.side == "enemies"]
    done = Counter[str]()
    assert (len(names), list(session.library.faults())) == (331, [])
    for name in names:
        fight = Session(find("srd5"), dice=random.Random(1))
        fight.library = session.library
        fight.do(f"bring {quote(name)}")
        fight.do("add Ann ac=15 hp=900 ; add Bob hp=900")
        foe = fight.scene[name]
        assert foe.side == "enemies"
        for weapon in foe.weapons:
            verb = fight.system.weapon_verb(foe, weapon)
            done[verb or ""] += 1
            with_it = f"weapon={quote(weapon)}"
            whom = {"attack": f"Ann roll {with_it}", "use": f"Ann,Bob roll {with_it}", "act": with_it}
            cast = f"{quote(weapon)} Ann,Bob"
            fight.do(f"{verb}! {quote(name)} {(whom | {'cast': cast})[verb or '']}")
        fight.do("next")
        fight.do("next")
    assert done == {"attack": 423, "use": 185, "act": 216, "cast": 151}


@pytest.mark.slow
def test_every_spell_is_cast() -> None:
    game = find("srd5")
    assert len(game.lore) == 339
    for spell in game.lore:
        fight = Session(game, dice=random.Random(1))
        fight.do("add Ann hp=900 spell-dc=14 spell-hit=6 casting=wis ; add Orc side=enemies hp=900")
        assert fight.do(f"cast Ann {quote(spell)} Orc").text.startswith(f"Ann: {spell.lower()} on Orc")


def test_a_name_nobody_has_is_a_sentence() -> None:
    session = Session(find("srd5"))
    with pytest.raises(InvalidCommand, match="Gobblin"):
        session.do("bring Gobblin")
