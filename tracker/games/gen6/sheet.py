"""The sheet of Gen6 and the types of its parameters: tracks, fields, weapons, bands, cover, conditions, settings."""

from collections.abc import Sequence
from typing import Final

from tracker.combat.expressions import parse
from tracker.games.gen6 import tables as t
from tracker.games.gen6.state import CombatantState
from tracker.rules import declarations as d
from tracker.rules import params as p
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match


class DamageParam(p.DiceParam):
    """Damage as a number, 0 or more, or dice that add up."""

    def read(self, text: str, context: d.Context, alias: str = "") -> str:
        expression = parse(p.DiceParam.read(self, text, context, alias))
        if expression.counted:
            raise InvalidCommand(f"Damage adds up, and “{text}” counts dice. Write it like 2d6+3.")
        if not expression.thrown and expression.most < 0:
            raise InvalidCommand("Damage is 0 or more. To give health back: heal NAME N.")
        return text


class MotionParam(d.ParamType):
    """The target's speed: a word of the table, or feet a round."""

    hint: str = "walking, running or feet a round"
    offers = tuple(name for _, name, _ in t.MOTION)

    def read(self, text: str, context: d.Context, alias: str = "") -> str:
        return str(p.number(text, 0, 100_000)) if text.isdecimal() else match(text, self.complete(context), "motion")


class OngoingParam(d.ParamType):
    """Ongoing effects, separated by bars."""

    hint: str = "effects with | between"

    def read(self, text: str, context: d.Context, alias: str = "") -> tuple[str, ...]:
        return tuple(effect.strip() for effect in text.split("|") if effect.strip())

    def write(self, value: Sequence[str]) -> str:
        return " | ".join(value)


class PosturesParam(p.WordsParam):
    """Postures to combine with a move, separated by commas."""

    hint: str = "prone/stand/mount/climb"
    offers = ("prone", "stand", "mount", "climb")

    def read(self, text: str, context: d.Context, alias: str = "") -> tuple[str, ...]:
        posture = p.ChoiceParam(self.offers, "posture")
        return tuple(posture.read(word.strip(), context) for word in text.split(","))


KIND: Final = p.ChoiceParam(("melee", "ranged"), "kind of attack")
COST: Final = p.ChoiceParam(("major", "minor", "free"), "cost")
SOURCE: Final = p.ChoiceParam(t.SOURCES, "source of damage")
TYPE: Final = p.ChoiceParam(t.TYPES, "type of damage")
SIZE: Final = p.ChoiceParam(tuple(t.SIZES), "size")
MODIFIER: Final = p.NumberParam(-1000, 1000, signed=True)
POINTS: Final = p.NumberParam(0, 1000)
DAMAGE: Final = DamageParam()
YARDS: Final = p.NumberParam(0, 10_000)
WHAT: Final = p.TextParam("what", 200)

SHEET: Final = d.Sheet(
    tracks=(
        d.TrackSpec("health", "Health", "0 is dying"),
        d.TrackSpec("con", "Constitution", "lost round by round while dying; 0 is dead"),
        d.TrackSpec("courage", "Courage", "a point is +3 on a roll", t.COURAGE_POINTS, side="heroes"),
        d.TrackSpec("dex", "Dexterity", "takes damage after con under lethality=no-hp"),
        d.TrackSpec("str", "Strength", "takes damage after con under lethality=no-hp"),
    ),
    fields=(
        d.FieldSpec("defense", "Defense", POINTS, "the target number of attacks before modifiers"),
        d.FieldSpec("armor_i", "Armor I", POINTS, "against impact"),
        d.FieldSpec("armor_b", "Armor B", POINTS, "against ballistic"),
        d.FieldSpec("armor_p", "Armor P", POINTS, "against penetrating"),
        d.FieldSpec("toughness", "Toughness", POINTS, "reduces damage, depending on the game's mode"),
        d.FieldSpec("speed", "Speed", POINTS, "yards of a move"),
        d.FieldSpec("quickness", "Quickness", MODIFIER, "added to initiative"),
        d.FieldSpec("con_mod", "Con modifier", MODIFIER, "added to a breather and to sleep"),
        d.FieldSpec("int_mod", "Int modifier", MODIFIER, "added to first aid and care"),
        d.FieldSpec("medicine", "Medicine", POINTS, "ranks"),
        d.FieldSpec("size", "Size", SIZE, "; ".join(f"{name}: {what}" for name, (_, what) in t.SIZES.items())),
        d.FieldSpec("values", "Values", p.WordsParam(), "what courage is spent in the name of"),
        *CombatantState.specs(
            d.FieldSpec("ongoing", "Keeps up", OngoingParam(), "effects that end at 0 health", kept=True)
        ),
    ),
    weapon=(
        d.FieldSpec("kind", "Kind", KIND, default="melee"),
        d.FieldSpec("bonus", "Bonus", MODIFIER, "to the roll"),
        d.FieldSpec("damage", "Damage", DAMAGE, "a number or dice: 2d6+3"),
        d.FieldSpec("source", "Source", SOURCE, default="impact"),
        d.FieldSpec("type", "Type", TYPE, default="wound"),
        d.FieldSpec("reload", "Reload", COST, "what reloading costs"),
        d.FieldSpec("integrated", "Built in", p.YesNoParam(), "part of a vehicle: its attack is a minor action"),
        d.FieldSpec("trouble", "Trouble", p.ChoiceParam(tuple(t.TROUBLES.values()), "trouble"), "until it is reloaded"),
    ),
)

DEGREES: Final = (
    d.CoverDegree("none", "·", ".", ()),
    *(d.CoverDegree(str(least), "◧", "[", (f"TN {tn:+d}",)) for least, tn in t.COVER),
    d.CoverDegree(str(t.FULL_COVER), "■", "#", ("cannot be targeted",)),
)

CONDITIONS: Final = (
    d.ConditionSpec("surprised", "cannot act in round 1"),
    d.ConditionSpec("prone", "TN −5 in close combat, +5 at range; cannot run"),
    d.ConditionSpec("mounted", "in the saddle"),
    d.ConditionSpec("aim", "+1 if the next action is an attack", "the aim ends"),
    d.ConditionSpec("guard", "+ defense, and the same − on their tests, until the round ends", "the guard ends"),
    d.ConditionSpec("defend", "+2 defense until their next turn", "the defense ends"),
    d.ConditionSpec("prepared", "a major action that waits; lost when their next turn begins"),
    d.ConditionSpec("courage", "+3 on the next roll", "the courage ends"),
    d.ConditionSpec("stable", "at 0 health, no longer bleeding"),
    d.ConditionSpec("treated", "no first aid until new damage"),
)

_SIDES_TAKE_TURNS: Final = "both readings are in the text: one side acts, then the other; or people alternate"

SETTINGS: Final = (
    p.choice_setting("turn_order", ("sides", "alternate"), "order", "the order of turns", _SIDES_TAKE_TURNS),
    p.choice_setting("initiative_each", ("fight", "round"), "time", "how often initiative is rolled", "G"),
    p.choice_setting("extended", ("on-top", "alone"), "way", "increments beyond long, on top of long or alone", "G"),
    p.choice_setting(
        "extra_actions",
        ("noted", "refused"),
        "way",
        "an action beyond one major and one minor, or two minor ones",
        "G; S never says how many actions a turn has",
    ),
    d.Setting("size_in_melee", False, p.YesNoParam(), "the target's size counts in close combat", "G"),
    d.Setting("motion_in_melee", False, p.YesNoParam(), "the target's motion counts in close combat", "G"),
    d.Setting("cover_in_melee", True, p.YesNoParam(), "the degree of cover counts in close combat", "G"),
    d.Setting(
        "toughness_mode",
        "pulpy",
        p.ChoiceParam(("none", "gritty", "pulpy", "cinematic"), "mode"),
        "toughness reduces nothing; stun unless ballistic; that and impact wounds; all except penetrating wounds",
        "G; S only says that the mode decides",
    ),
    p.choice_setting(
        "reduction",
        ("sum", "higher", "armor-only"),
        "way",
        "how armor and toughness reduce damage together",
        "G; S says toughness or armor",
    ),
    p.choice_setting("stun_at_zero", ("unconscious", "dying"), "state", "what stun to 0 does", "G"),
    p.choice_setting(
        "lethality",
        ("normal", "half-hp", "no-hp"),
        "lethality",
        "half-hp: half the health; no-hp: damage goes to con, then dex or str",
        "S",
    ),
    p.choice_setting("sleep_con", ("mod", "points"), "reading", "what sleep adds: the con modifier or points", "G"),
)

TABLES: Final = (
    d.RulesTable(
        "Range",
        ("band", "TN"),
        (*((b, f"{tn:+d}") for b, tn in t.RANGE.items()), ("each further", f"{t.INCREMENT:+d} on {t.LONG}")),
        "S",
    ),
    d.RulesTable(
        "Situation",
        ("situation", "close combat", "ranged"),
        (
            ("defender prone", f"{t.PRONE['melee']:+d}", f"{t.PRONE['ranged']:+d}"),
            *((f"{who} advantage", f"{tn:+d}", f"{tn:+d}") for who, tn in t.ADVANTAGE.items()),
            ("off hand", f"{t.OFF_HAND:+d}", f"{t.OFF_HAND:+d}"),
        ),
        "S",
    ),
    d.RulesTable("Size", ("size", "who", "TN"), tuple((n, who, f"{tn:+d}") for n, (tn, who) in t.SIZES.items()), "S"),
    d.RulesTable(
        "Motion", ("from feet a round", "motion", "TN"), tuple((str(f), n, f"{tn:+d}") for f, n, tn in t.MOTION), "S"
    ),
    d.RulesTable(
        "Cover",
        ("from percent", "TN"),
        (*((str(p), f"{tn:+d}") for p, tn in t.COVER), (str(t.FULL_COVER), "cannot be targeted")),
        "S",
    ),
    d.RulesTable(
        "Cover material",
        ("material", "absorbs", "sustains"),
        tuple((name, str(absorbs), str(sustains)) for name, (absorbs, sustains) in t.MATERIALS.items()),
        "S",
    ),
)
