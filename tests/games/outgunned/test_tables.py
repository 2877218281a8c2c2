"""Every table against the numbers of the rules, written here a second time."""

import pytest

from tests.games.outgunned.fights import DUO, action, labels, one, played
from tests.table import refused, total
from tracker.games.outgunned import SYSTEM
from tracker.games.outgunned import tables as t
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

BANDS = ("melee", "close", "medium", "long", "out")

RANGES = {
    "pistol": "0 0 0 -2 x",
    "revolver": "0 0 0 -2 x",
    "machine-pistol": "0 1 0 x x",
    "shotgun": "1 1 -2 x x",
    "rifle": "-2 1 1 0 x",
    "assault-rifle": "0 1 1 1 x",
    "precision-rifle": "x -1 0 2 0",
    "sniper-rifle": "x -1 0 2 0",
    "smg": "0 1 1 0 x",
    "machine-gun": "-2 0 2 1 x",
    "bow": "-1 0 0 x x",
    "throwing-knives": "-1 -1 -2 x x",
    "rocket-launcher": "2 2 3 3 x",
    "grenade": "1 1 2 2 x",
    "hand": "0 x x x x",
}

PRESETS = """
goons-1 6 - b b · goons-2 6 - 2b b · goons-3 9 - 2b b · goons-4 9 - c b · goons-5 12 - c b
bad-guys-1 6 3 c c · bad-guys-2 9 3,7 c c · bad-guys-3 6 2,4 2c c · bad-guys-4 9 4,8 2c c · bad-guys-5 12 3,6,9 2c c
boss-1 6 1,3,5 e c · boss-2 9 2,5,8 e c · boss-3 12 3,6,9 e c · boss-4 3 1,2,3 e e · boss-5 6 2,4,6 e e
"""

LONG = {"b": "basic", "2b": "2basic", "c": "critical", "2c": "2critical", "e": "extreme"}


def test_no_kind_of_weapon_is_missing():
    assert set(t.RANGES) == set(RANGES)


@pytest.mark.parametrize("kind", RANGES)
def test_dice_at_range(kind: str):
    for band, dice in zip(BANDS, RANGES[kind].split(), strict=True):
        session = action("set savar pool=5", f"arm savar gun kind={kind}", f"range savar goons {band}")
        if dice == "x":
            with pytest.raises(Refused, match="no use"):
                session.do("attack savar b weapon=gun")
        else:
            session.do("attack savar b weapon=gun ones=0")
            assert total(session, "pool") == 5 + int(dice)


def test_the_dice_out_of_range_are_a_setting():
    session = action("arm savar sniper-rifle", "range savar goons out", "settings out_modifier=-1")
    session.do("attack savar b weapon=sniper-rifle")
    assert total(session, "pool") == 5


def test_a_kind_outside_the_table_has_no_modifier():
    assert [t.modifier("spoon", band) for band in ("melee", "close", "medium", "long", "out")] == [0] * 5


def test_own_modifiers_of_a_weapon_win():
    session = action("arm savar pistol medium=+2 long=x", "attack savar b weapon=pistol")
    assert total(session, "pool") == 8
    session.do("range savar goons long")
    session.do("next")
    session.do("next")
    with pytest.raises(Refused, match="no use at long range"):
        session.do("attack savar b weapon=pistol")


@pytest.mark.parametrize("line", [each.strip() for row in PRESETS.strip().splitlines() for each in row.split("·")])
def test_presets(line: str):
    name, grit, hot, attack, defense = line.split()
    foe = one(played(f"add Foe preset={name}"), "Foe")
    assert foe.side == "enemies"
    assert (foe.tracks["grit"].value, foe.tracks["grit"].max) == (int(grit), int(grit))
    assert (foe.fields["attack"], foe.fields["defense"]) == (LONG[attack], LONG[defense])
    assert foe.fields["hot"] == ([] if hot == "-" else [int(box) for box in hot.split(",")])


def test_there_are_fifteen_presets():
    assert len(SYSTEM.presets) == 15


@pytest.mark.parametrize(
    ("short", "name", "need"),
    [
        ("b", "basic", 1),
        ("2b", "2basic", 2),
        ("c", "critical", 3),
        ("2c", "2critical", 6),
        ("e", "extreme", 9),
        ("2e", "2extreme", 18),
        ("i", "impossible", 27),
    ],
)
def test_difficulties(short: str, name: str, need: int):
    session = action(f"set goons defense={short}", "attack savar b")
    assert one(session, "Goons").fields["defense"] == name
    assert total(session, "need") == need


def test_there_is_no_double_impossible():
    with pytest.raises(InvalidCommand):
        action("set goons defense=2i")


@pytest.mark.parametrize(
    ("kind", "mag"),
    [
        ("pistol", "handgun"),
        ("revolver", "handgun"),
        ("machine-pistol", "machine-pistol"),
        ("shotgun", "shotgun"),
        ("rifle", "rifle"),
        ("sniper-rifle", "precision-rifle"),
        ("rocket-launcher", "rocket-launcher"),
        ("bow", None),
        ("throwing-knives", None),
        ("hand", None),
    ],
)
def test_mag_types(kind: str, mag: str | None):
    savar = one(action(f"arm savar {kind}"), "Savar")
    assert savar.spares == ({mag: 3} if mag else {})
    assert savar.weapons[kind]["loaded"] is True


def test_spares_are_held_for_the_type():
    session = action("arm savar pistol", "arm savar revolver", "mags savar pistol -1", "mags savar handgun +1")
    assert one(session, "Savar").spares == {"handgun": 6}
    session.do("mags savar handgun -7")
    assert one(session, "Savar").spares == {"handgun": 0}
    assert [weapon["loaded"] for weapon in one(session, "Savar").weapons.values()] == [False, True]


def test_explosives_stay_explosive_with_other_tags():
    assert one(action("arm savar grenade loud"), "Savar").weapons["grenade"]["tags"] == ["explosive", "loud"]


def test_a_weapon_whose_kind_nobody_knows_is_a_hand_weapon_and_that_is_said():
    session = action("arm savar cleaver")
    assert one(session, "Savar").weapons["cleaver"]["kind"] == "hand"
    assert "kind=smg and the like change that" in session.story()[-1].text
    session.do("arm savar cleaver kind=shotgun")
    assert one(session, "Savar").weapons["cleaver"]["mag"] == "shotgun"
    assert one(session, "Savar").spares == {"shotgun": 3}


def test_a_hero_and_an_enemy_fresh_from_the_box():
    session = played("add Savar", "add Foe side=enemies")
    tracks = {name: (track.value, track.max) for name, track in one(session, "Savar").tracks.items()}
    assert tracks == {"grit": (12, 12), "adrenaline": (1, 6), "spotlight": (1, 3), "bullets": (1, 6)}
    assert one(session, "Savar").fields == {"extra": 0, "covered": False}
    assert one(session, "Foe").fields == {"attack": "basic", "defense": "basic", "hot": [], "feats": []}


@pytest.mark.parametrize(
    ("pool", "lines", "dice", "labelled"),
    [
        (1, (), 2, "raised to the smallest pool"),
        (12, (), 9, "cut to the largest pool"),
        (12, ("settings pool_max=10",), 10, "cut to the largest pool"),
        (1, ("settings pool_min=1",), 1, None),
        (4, ("cover! savar total",), 2, "raised to the smallest pool"),
        (6, (), 6, None),
    ],
)
def test_pools_are_kept_in_bounds(pool: int, lines: tuple[str, ...], dice: int, labelled: str | None):
    session = action(f"set savar pool={pool}", *lines, "attack savar b")
    assert total(session, "pool") == dice
    assert (labelled in labels(session, "pool")) == (labelled is not None)


def test_full_auto_adds_a_die():
    session = action("arm savar smg", "attack savar b weapon=smg full-auto")
    assert labels(session, "pool") == ["sheet", "smg at medium", "full auto"]
    assert total(session, "pool") == 8


COVERED = (*DUO, "add Goons preset=goons-1", "arm savar smg", "begin action", "covering savar")


def test_covering_fire_is_for_friends_until_it_is_used():
    session = played(*COVERED)
    assert (one(session, "Sam").fields["covered"], one(session, "Savar").fields["covered"]) == (True, False)
    assert set(one(session, "Savar").spent) == {"quick", "action"}
    session.do("next")
    session.do("react sam b pool=5")
    assert total(session, "pool") == 6
    assert one(session, "Sam").fields["covered"] is False


def test_covering_fire_waits_for_a_roll_and_ends_with_the_reaction_turn():
    session = played(*COVERED, "next", "react sam pass")
    assert one(session, "Sam").fields["covered"] is True
    session.do("next")
    assert one(session, "Sam").fields["covered"] is False


def sources(session: Session) -> dict[str, str]:
    """Where the dice of the last line come from."""
    return {reason.label: reason.source for reason in session.story()[-1].why if reason.of == "pool"}


def test_dice_of_a_setting_carry_its_name():
    out = action("arm savar sniper-rifle", "range savar goons out", "attack savar b weapon=sniper-rifle")
    assert sources(out)["sniper rifle out of range"] == "setting out_modifier"
    simple = action("settings simple_range=yes", "arm savar smg", "range savar goons long", "attack savar b weapon=smg")
    assert sources(simple)["smg at medium"] == "setting simple_range"
    for stacks in ("yes", "no"):
        fires = f"settings covering_stacks={stacks}", "add Ivy", "arm ivy smg", "covering ivy", "next", "react sam b"
        assert sources(played(*COVERED, *fires))["covering fire"] == "Outgunned: mags; setting covering_stacks"
    plain = action("arm savar smg", "attack savar b weapon=smg")
    assert sources(plain)["smg at medium"] == "Outgunned: range"


def test_the_fewest_dice_are_no_more_than_the_most():
    session = played()
    with pytest.raises(InvalidCommand, match="at or below the largest"):
        session.do("settings pool_min=10")
    session.do("settings pool_min=10 pool_max=12")
    with pytest.raises(InvalidCommand, match="pool_max 9"):
        session.do("settings pool_max=default")


@pytest.mark.parametrize(("stacks", "dice"), [("no", 6), ("yes", 7)])
def test_two_covering_fires(stacks: str, dice: int):
    session = played(*COVERED, f"settings covering_stacks={stacks}", "add Ivy", "arm ivy smg", "covering ivy", "next")
    session.do("react sam b pool=5")
    assert total(session, "pool") == dice


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("counter savar", [("extra successes of 1 or more", -2)]),
        ("counter savar times=1", [("extra successes of 1 or more", -2), ("times=1", 1)]),
        ("settings counter_size=units ; counter savar", [("extra 4 ÷ need 1", -4)]),
        ("settings counter_size=units ; counter savar times=1", [("extra 4 ÷ need 1", -4), ("times=1", 3)]),
        (
            "settings counter_size=units ; set foe grit=3 ; counter savar",
            [("extra 4 ÷ need 1", -4), ("only 3 left", 1)],
        ),
        ("counter! savar times=5", [("extra successes of 1 or more", -2), ("times=5", -3)]),
    ],
)
def test_reasons_of_a_counter_are_true_one_by_one_and_name_the_setting(line: str, reasons: list[tuple[str, int]]):
    session = played(*DUO, "add Foe side=enemies grit=12", "begin reaction", "react savar c+2b", line)
    reason = [each for each in session.story()[-1].why if each.of == "grit"]
    assert [(each.label, each.value) for each in reason] == reasons
    way = "units" if "counter_size=units" in line else "per-success"
    assert reason[0].source == f"Outgunned: counter; setting counter_size={way}"


@pytest.mark.parametrize(
    ("result", "units", "per_success"),
    [("b", 0, 0), ("2b", 1, 1), ("c", 2, 0), ("c+b", 3, 1), ("2c", 5, 1), ("c+2b", 4, 2), ("e", 8, 0)],
)
def test_counters_by_units_or_by_success(result: str, units: int, per_success: int):
    for setting, made in (("units", units), ("per-success", per_success)):
        foe = "add Foe side=enemies grit=12"
        session = played("add Savar", foe, f"settings counter_size={setting}", "begin reaction")
        session.do(f"react savar {result} counter")
        assert 12 - one(session, "Foe").value("grit") == made


def test_counters_by_success_need_one_that_meets_the_defense():
    foe = "add Foe side=enemies grit=12 attack=2basic defense=critical"
    session = played("add Savar", foe, "settings counter_size=per-success", "begin reaction", "react savar 2c+3b")
    session.do("counter savar")
    assert (one(session, "Foe").value("grit"), one(session, "Savar").number("extra")) == (11, 4)
    refused(session, "counter savar", "Savar has 0 left; with counter_size=units all 4 extra counts")


def test_every_setting_has_its_default():
    assert {setting.name: setting.default for setting in SYSTEM.own_settings} == {
        "pool_min": 2,
        "pool_max": 9,
        "counter_size": "per-success",
        "protect_double": "half",
        "covering_stacks": False,
        "whole_turn": "both",
        "long_turns": 3,
        "out_modifier": 0,
        "simple_range": False,
        "brawl_cover": "action",
        "ask_after_throw": True,
        "cover_in_melee": "none",
        "shooting_pool": "nerves+shoot",
    }


def test_every_action_says_what_it_does_and_whom_it_follows():
    for own_action in SYSTEM.own_actions:
        assert own_action.help
        assert own_action.source in {"S", "G"}


def test_mags_beyond_the_weapons_left_are_noted():
    session = played("add Savar", "arm Savar pistol", "arm Savar revolver", "disarm Savar revolver")
    said = "Savar has 6 spare handgun mags, and the weapons left allow 3: mags Savar handgun -3."
    assert session.story()[-1].text == f"Savar loses the revolver. {said}"
    session.do("mags Savar handgun -3")
    assert one(session, "Savar").spares["handgun"] == 3
    session.do("disarm Savar pistol")
    assert "allow 0" in session.story()[-1].text
