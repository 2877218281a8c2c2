"""Each value of each setting of each game: its effect, and that the affected numbers cite it."""

from __future__ import annotations

from typing import Final

import pytest

from tests.table import last, played
from tracker.games import registry
from tracker.rules.errors import Refused
from tracker.session import Session

CONTRACT: Final = (
    "add Anna brawn=3 dexterity=4 melee=1 athletics=3 dodge=1 mind=6",
    "add Bert side=enemies brawn=3 dexterity=3 melee=2 athletics=2 dodge=2",
    "range Anna Bert engaged",
    "arm Anna sword",
    "arm Bert handgun",
)
GEN6: Final = (
    "add Ann health=20 con=3 con_mod=2 defense=11 speed=8 dex=2 str=2",
    "add Ben health=20 con=3 defense=11 speed=8",
    "add Foe side=enemies health=20 con=3 defense=11 speed=8 armor_i=4 toughness=3",
    "add Fiend side=enemies health=20 con=3 defense=11 speed=8",
)
OUTGUNNED: Final = (
    "add Savar pool=6",
    "add Sam pool=5",
    "add Ivy pool=5",
    "add Foe side=enemies grit=12 attack=2critical defense=critical",
    "arm Savar sniper-rifle",
)
ARMIES: Final = (
    "add A struggle=55 firearms=60 dodge=40 body=60",
    "add B side=enemies struggle=70 dodge=40 body=60",
    "add C struggle=40 body=60",
)

TRIED: Final[dict[str, tuple[tuple[str, ...], dict[str, tuple[str, str]]]]] = {
    "contract": (
        CONTRACT,
        {
            "rulings": ("free paid", "act Anna runs ; act! Anna runs"),
            "profile": ("classic current", "exert Anna mind outcome"),
            "dodge_ability": ("athletics dodge", "evade Anna roll"),
            "clash_literal": ("no yes", "arm Bert sword ; attack Anna Bert 0 clash=-1 with=sword"),
            "initiative_pool": ("dexterity+alertness brawn+brawl", "initiative Anna roll"),
            "desperate_clash": ("no yes", "act Anna runs ; attack Bert Anna 3 weapon=brawl ; desperate Anna clash 4"),
            "evade_difficulty": ("7 5", "evade Anna roll"),
            "evade_until": ("turn round", "initiative Anna 1 ; initiative Bert 5 ; evade Anna 3 ; next"),
            "evade_divided": ("needed asked", "evade Anna 2 ; attack Bert Anna 3"),
            "evade_firearms": ("yes no", "evade Anna 2 ; attack Bert Anna 3"),
            "cover_difficulty": ("0,1,2 0,2,4", "attack Anna Bert dice=6,7,8,9,10 difficulty=heavy-cover"),
            "body_table": ("4,3,2,1,1 9,9,9,9,9,1", "injure Anna 3 ; evade Anna roll"),
        },
    ),
    "gen6": (
        GEN6,
        {
            "rulings": ("free paid", "initiative heroes=9 enemies=3 ; courage! Ann"),
            "turn_order": ("sides alternate", "initiative heroes=14 enemies=11 ; next"),
            "initiative_each": ("fight round", "initiative heroes=14 enemies=11 ; next ; next ; next ; next"),
            "extended": ("on-top alone", "attack Ann Foe 3 mode=ranged band=extended:2"),
            "extra_actions": ("noted refused", "attack Ann Foe 3 ; attack Ann Foe 3"),
            "size_in_melee": ("no yes", "attack Ann Foe 3 mode=melee band=adjacent size=huge"),
            "motion_in_melee": ("no yes", "attack Ann Foe 3 mode=melee band=adjacent motion=sprint"),
            "cover_in_melee": ("yes no", "attack Ann Foe 3 mode=melee band=adjacent cover=50"),
            "toughness_mode": ("pulpy none", "damage Foe 9 source=impact"),
            "reduction": ("sum higher armor-only", "set Foe toughness=5 ; damage Foe 12 source=impact"),
            "stun_at_zero": ("unconscious dying", "damage Foe 40 type=stun"),
            "lethality": ("normal half-hp no-hp", "damage Ann 2"),
            "sleep_con": ("mod points", "hurt Ann 15 ; sleep Ann"),
        },
    ),
    "outgunned": (
        OUTGUNNED,
        {
            "rulings": ("free paid", "begin action ; quick Savar runs ; covering! Savar sniper-rifle"),
            "pool_min": ("2 4", "begin action ; attack Savar roll pool=1"),
            "pool_max": ("9 12", "begin action ; attack Savar roll pool=11"),
            "counter_size": ("units per-success", "begin reaction ; set Foe attack=basic ; react Savar c+2b counter"),
            "protect_double": ("half full", "begin reaction ; react Sam 0 ; react Savar 3c ; protect Savar Sam"),
            "covering_stacks": (
                "no yes",
                "arm Ivy smg ; begin action ; covering Savar sniper-rifle ; covering Ivy smg ; next ; react Sam b",
            ),
            "whole_turn": ("both action", "begin action ; quick Savar runs ; covering Savar sniper-rifle"),
            "long_turns": ("3 2", "range Savar Foe long ; begin action ; approach Savar Foe"),
            "out_modifier": ("0 -2", "range Savar Foe out ; begin action ; attack Savar Foe 0 weapon=sniper-rifle"),
            "simple_range": ("no yes", "range Savar Foe long ; begin action ; attack Savar Foe 0 weapon=sniper-rifle"),
            "ask_after_throw": ("yes no", "begin action ; attack Savar Foe dice=2,2,3,4,5"),
            "cover_in_melee": (
                "none kept",
                "cover! Savar total ; range Savar Foe melee ; begin reaction ; react Savar b",
            ),
            "shooting_pool": (
                "nerves+shoot focus+shoot",
                "add Ida nerves=3 shoot=2 focus=1 ; arm Ida pistol ; begin action ; attack Ida Foe roll",
            ),
            "brawl_cover": ("action net", "mode brawl ; cover Savar partial ; begin action ; attack Savar Foe 0"),
        },
    ),
    "unknown-armies": (
        ARMIES,
        {
            "rulings": ("free paid", "arm A gun ready=no ; initiative A 9 ; next ; attack! A B 30 weapon=gun"),
            "edition": ("2e 3e", "hurt B 22 ; attack B A 66"),
            "order": ("initiative skill", "initiative A 9 ; initiative B 2 ; next"),
            "focus_cap": ("all mutual none", "focus B A 30 ; focus C B 20 ; focus B C 30 ; attack C B 99"),
            "called_miss": ("miss body", "attack A B 21 called=leg"),
            "digit_zero": ("10 0", "attack A B 40"),
            "matched_hand": ("roll+bonus roll", "arm A club bonus=3 ; attack A B 44"),
            "wound_shift": ("thirds quarters none", "hurt A 32 ; attack A B 99"),
            "unconscious": ("five tenth", "hurt B 54"),
            "dodge": ("on off", "attack A B 42 dodge=30"),
            "proposed_shifts": ("on off", "arm A gun ; range A B far ; attack A B 54"),
        },
    ),
}

NAMED_BY: Final = {"edition": "matched_hand"}
"""A setting that sets others is named by one of them."""

CASES = [(game, name) for game, (_, settings) in TRIED.items() for name in settings]


def told(game: str, name: str, value: str) -> tuple[Session, str]:
    """The fight that tells the values apart, under one of them; and what was said against its last line."""
    people, settings = TRIED[game]
    session = played(registry.find(game), *people, f"settings {name}={value}")
    against = ""
    for line in settings[name][1].split(" ; "):
        try:
            session.do(line)
        except Refused as refusal:
            against = str(refusal)
    return session, against


def test_every_setting_of_every_game_is_tried() -> None:
    for game in registry.SHIPPED:
        system = registry.find(game)
        key = game
        assert {setting.name for setting in system.settings} == TRIED[key][1].keys()


@pytest.mark.parametrize(("game", "name"), CASES)
def test_each_value_changes_something_and_its_numbers_name_it(game: str, name: str) -> None:
    seen, numbers, named, refused = set(), set(), "", ""
    values = TRIED[game][1][name][0].split()
    for value in values:
        session, against = told(game, name, value)
        entry, scene = last(session), session.scene
        seen.add((against, entry.text, entry.why, str(scene.combatants), str(scene.turn)))
        numbers.add(tuple((reason.of, reason.value) for reason in entry.why))
        named += "".join(reason.source + reason.label for reason in entry.why)
        refused += against
    assert len(seen) == len(values)
    if len(numbers) > 1 and not refused:
        assert NAMED_BY.get(name, name) in named
