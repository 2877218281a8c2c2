"""The sheet of Outgunned: tracks, fields, weapons, settings, presets and reference tables."""

from typing import Final

from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import CombatantState
from tracker.games.outgunned.words import DIFFICULTY, WEAPON_DICE, PoolParam, SheetPoolParam
from tracker.rules import declarations as d
from tracker.rules import params as p
from tracker.rules.grammar import minus

_of_moment = d.FieldSpec.of_moment
_HERO: Final = "heroes"
_ENEMY: Final = "others"

SHEET: Final = d.Sheet(
    tracks=(
        d.TrackSpec("grit", "Grit", "boxes left; box 8 is bad, box 12 hot", t.GRIT),
        d.TrackSpec(
            "adrenaline",
            "Adrenaline",
            "six make one spotlight; an enemy's begins at 0",
            t.ADRENALINE[0],
            0,
            t.ADRENALINE[1],
        ),
        d.TrackSpec(
            "spotlight", "Spotlight", "saves, clears, or pays an extreme", t.SPOTLIGHT[0], 0, t.SPOTLIGHT[1], _HERO
        ),
        d.TrackSpec("bullets", "Bullets", "lethal bullets of the roulette", t.BULLETS[0], 1, t.BULLETS[1], _HERO),
    ),
    fields=(
        d.FieldSpec("pool", "Pool", SheetPoolParam(), "dice of an attack when none are named", None, _HERO),
        *(d.FieldSpec(name, name.title(), p.NumberParam(0, 20), "attribute", None, _HERO) for name in t.ATTRIBUTES),
        *(d.FieldSpec(name, name.title(), p.NumberParam(0, 20), "skill", None, _HERO) for name in t.SKILLS),
        _of_moment("extra", "Extra", p.NumberParam(0), "what is left over of a roll, until this turn ends", 0, _HERO),
        d.FieldSpec("attack", "Attack", DIFFICULTY, "what reactions must meet", "basic", _ENEMY),
        d.FieldSpec("defense", "Defense", DIFFICULTY, "what attacks must meet", "basic", _ENEMY),
        d.FieldSpec("hot", "Hot boxes", p.NumbersParam(1), "boxes that give adrenaline when filled", [], _ENEMY),
        d.FieldSpec("feats", "Feats", p.WordsParam(), "reminders", [], _ENEMY),
        *CombatantState.specs(
            _of_moment(
                "covered", "Covered", p.YesNoParam(), "covering fire: dice on the next Reaction Roll", False, _HERO
            ),
            _of_moment("bought", "Bought", p.WordsParam(), "extra actions bought, until the turn ends", None, _HERO),
        ),
    ),
    weapon=(
        d.FieldSpec("kind", "Kind", p.ChoiceParam(tuple(t.RANGES), "kind of weapon"), "a row of the range table"),
        d.FieldSpec("mag", "Mag", p.TextParam("a mag type", 40), "which mags fit; none needs none"),
        d.FieldSpec("loaded", "Loaded", p.YesNoParam(), "whether a mag is in it"),
        *(d.FieldSpec(name, name.title(), WEAPON_DICE, f"own dice at {name}") for name, _ in t.BANDS),
        d.FieldSpec("pool", "Pool", SheetPoolParam(), "the dice of an attack with it; those of the last one"),
        d.FieldSpec("tags", "Tags", p.WordsParam(), "explosive counts, others are reminders"),
    ),
)

DEGREES: Final = (
    d.CoverDegree("none", "·", "."),
    d.CoverDegree(
        "partial", "◧", "[", (f"react {t.COVER_REACTION['partial']:+d}", f"act {t.COVER_ACTION['partial']:+d}")
    ),
    d.CoverDegree("total", "■", "#", ("react passes", f"act {t.COVER_ACTION['total']:+d}")),
)

_LOSING: Final = {**t.CONDITIONS, t.BROKEN: "to all"}  # the pools that each condition takes dice from
CONDITIONS: Final = tuple(
    d.ConditionSpec(name, f"{minus(t.CONDITION_DICE)} {pools}" if pools else "0") for name, pools in _LOSING.items()
)

SETTINGS: Final = (
    d.Setting("pool_min", t.POOL_MIN, p.NumberParam(1, 40), "the fewest dice of a pool", "G"),
    d.Setting("pool_max", t.POOL_MAX, p.NumberParam(1, 40), "the most dice of a pool", "G"),
    d.Setting(
        "counter_size",
        "per-success",
        p.ChoiceParam(("units", "per-success"), "way"),
        "what one counter takes: one extra success that meets the defense, or as much extra as its worth",
        "G",
    ),
    p.choice_setting(
        "protect_double",
        ("half", "full"),
        "way",
        "against a double attack, extra for one level takes that much off the friend's loss, or does nothing",
        "G",
    ),
    d.Setting("covering_stacks", False, p.YesNoParam(), "two covering fires add up", "G"),
    p.choice_setting(
        "whole_turn", ("both", "action"), "cost", "what must be free for a whole turn: both, or only the roll", "G"
    ),
    d.Setting("long_turns", t.LONG_TURNS, p.NumberParam(2, 3), "whole turns it takes to cross long range", "S/G"),
    d.Setting(
        "out_modifier", t.OUT_DICE, p.NumberParam(-9, 9, signed=True), "dice of a precision rifle out of range", "G"
    ),
    d.Setting("simple_range", False, p.YesNoParam(), "everything that is not melee is medium", "S"),
    p.choice_setting("brawl_cover", ("action", "net"), "side", "in a brawl cover counts for the action, or net", "G"),
    p.choice_setting(
        "cover_in_melee",
        ("none", "kept"),
        "cover",
        "whether total cover is kept from those one stands in melee with",
        "G",
    ),
    d.Setting("shooting_pool", t.SHOOTING_POOL, PoolParam(), "the dice of a shot where the sheet has both words", "G"),
    d.Setting("ask_after_throw", True, p.YesNoParam(), "after a throw, ask whether to keep, re-roll or spend", "G"),
)

PRESETS: Final = tuple(
    d.Preset(
        name,
        f"grit {grit}, attack {attack}, defense {defense}" + (", hot " + "·".join(map(str, hot)) if hot else ""),
        tracks={"grit": grit},
        fields={"attack": attack, "defense": defense, "hot": list(hot)},
    )
    for name, (grit, hot, attack, defense) in t.PRESETS.items()
)

TABLES: Final = (
    d.RulesTable(
        "Successes",
        ("level", "equal faces", "units"),
        tuple((level, str(size), str(t.LEVELS[level])) for size, level in (*t.SET_SIZES.items(), (6, "jackpot"))),
        "S/G",
    ),
    d.RulesTable(
        "Dice at range",
        ("weapon", *(name for name, _ in t.BANDS)),
        tuple((kind, *map(str, row)) for kind, row in t.RANGES.items()),
        "G",
    ),
    d.RulesTable(
        "What a Reaction Turn asks",
        ("roll", "enemies", "reaction"),
        tuple((str(place), what, pool) for place, (what, pool) in enumerate(t.THREATS, 1)),
        "S",
    ),
)
