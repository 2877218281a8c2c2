"""A fight as plain text: for screen readers, pipes and bug reports. Lines are short sentences, read from the top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.combat.history import Entry, Reason
from tracker.combat.scene import OPEN, Combatant, Condition, Cover, Plain, Scene, Weapon
from tracker.combat.text import one_line
from tracker.export.json import Fight, head_of, ranges_of, shown, story_to
from tracker.rules.system import System


def as_text(fight: Fight, at: int | None = None) -> str:
    """The fight now, or after entry ``at``; raises InvalidCommand for an entry that is not there."""
    head = head_of(fight, at)
    scene, system = fight.history.scene_at(head), fight.system
    parts = (
        _moment(system, scene, head if at is not None else None),
        *(_side(system, scene, side) for side in scene.sides()),
        _distances(scene),
        _waiting(system, scene),
        _questions(system, scene),
        _log(system, story_to(fight, head)),
    )
    # A text of the fight is never more than one line: it cannot pass for lines of ours.
    return "\n\n".join("\n".join(map(one_line, part)) for part in parts if part)


def plain_value(value: Plain) -> str:
    """A value of a sheet in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(plain_value, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain_value(each)}" for name, each in value.items()) or "none"
    return str(value)


def reasons_text(why: Iterable[Reason], words: Mapping[str, str]) -> str:
    """The numbers that counted, those to one number together: ``pool: smooth 3, cover −1, together 2``."""
    by_number: dict[tuple[int, str], list[Reason]] = {}
    for reason in why:
        by_number.setdefault((reason.part, reason.of), []).append(reason)
    return "; ".join(_sum(words.get(of, of), reasons) for (_, of), reasons in by_number.items())


def _sum(of: str, reasons: list[Reason]) -> str:
    parts = ", ".join(f"{reason.label} {_signed(reason.value)}" for reason in reasons)
    return f"{of}: {parts}" + (
        f", together {_signed(sum(reason.value for reason in reasons))}" if len(reasons) > 1 else ""
    )


def _signed(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


def _moment(system: System, scene: Scene, at: int | None) -> list[str]:
    status = system.turn_status(scene)
    lines = [f"{system.title}: {scene.title}" if scene.title else system.title]
    if scene.encounter:
        lines.append(f"Encounter: {scene.encounter}.")
    if at is not None:
        lines.append(f"As it was after line {at} of the log." if at else "As it was at the beginning.")
    now = ". ".join(each for each in (status.moment, f"On: {status.active}" if status.active else "") if each)
    lines.append(f"{now[:1].upper()}{now[1:]}." if now else "The fight has not begun.")
    if status.to_act:
        lines.append(f"Still to act: {', '.join(status.to_act)}.")
    return lines


def _side(system: System, scene: Scene, side: str) -> list[str]:
    lines = [f"{side.capitalize()}:"]
    for combatant in scene.listed():
        if combatant.side == side:
            lines.append(f"  {combatant.name}: {'; '.join(_states(system, scene, combatant)) or 'nothing noted'}.")
            lines += [f"    {each}" for each in _carried(system, combatant)]
    return lines


def _states(system: System, scene: Scene, combatant: Combatant) -> list[str]:
    """One combatant in phrases: the worst first, then tracks, conditions, cover, what is spent, the sheet."""
    found = [f"out ({combatant.out})"] if combatant.out else []
    found += ["hidden from the players"] if combatant.hidden else []
    found += [f"in the group {combatant.group}"] if combatant.group else []
    found += [f"{name} {track.value} of {track.max}" for name, track in combatant.tracks.items()]
    found += [_condition(condition) for condition in combatant.conditions]
    found += [_cover(combatant.cover)] if combatant.cover.degree != OPEN else []
    found += [f"spent: {', '.join(combatant.spent)}"] if combatant.spent else []
    fields = shown(system.sheet.fields, combatant.fields)
    return found + [_field(system, name, value) for name, value in fields.items() if _telling(system, name, value)]


def _field(system: System, name: str, value: Plain) -> str:
    spec = system.sheet.field(name)
    return f"{name} {(spec.parts(value) if spec else '') or plain_value(value)}"


def _telling(system: System, name: str, value: Plain) -> bool:
    """Whether a field is worth a word: it is not empty, nor nothing as everybody has it."""
    spec = system.sheet.field(name)
    return bool(value) or (value in (0, False) and (spec is None or spec.default != value))


def _condition(condition: Condition) -> str:
    ends = (
        [f"{condition.rounds} {'round' if condition.rounds == 1 else 'rounds'} left"]
        if condition.rounds is not None
        else []
    )
    ends += [f"until the {condition.until} of the turn of {condition.of}"] if condition.until else []
    value = f" {condition.value}" if condition.value is not None else ""
    value += f" on {condition.on}" if condition.on else ""
    return f"condition {condition.name}{value}" + (f" ({', '.join(ends)})" if ends else "")


def _cover(cover: Cover) -> str:
    details = [cover.what] if cover.what else []
    if cover.left is not None:
        details.append(f"{cover.left} left" + (f" of {cover.sustains}" if cover.sustains is not None else ""))
    return f"cover {cover.degree}" + (f" ({', '.join(details)})" if details else "")


def _carried(system: System, combatant: Combatant) -> list[str]:
    found = [f"{name}: {_weapon(system, weapon)}." for name, weapon in combatant.weapons.items()]
    return found + ([f"spares: {_counts(combatant.spares)}."] if combatant.spares else [])


def _weapon(system: System, weapon: Weapon) -> str:
    fields = {name: value for name, value in shown(system.sheet.weapon, weapon).items() if value is not None}
    return ", ".join(f"{name} {plain_value(value)}" for name, value in fields.items()) or "carried"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _distances(scene: Scene) -> list[str]:
    if not scene.combatants:
        return []
    usual = [f"Range: {scene.default_range} where nothing else is said."] if scene.default_range else ["Range:"]
    return usual + [f"  {one} and {other}: {band}." for one, other, band in ranges_of(scene)]


def _waiting(system: System, scene: Scene) -> list[str]:
    found = system.pending(scene)
    lines = [f"  {each.name}: {each.text}" + (f" ({', '.join(each.verbs)})" if each.verbs else "") for each in found]
    return ["Waiting:", *lines] if lines else []


def _questions(system: System, scene: Scene) -> list[str]:
    lines = []
    for prompt in sorted(scene.prompts, key=lambda each: each.id):
        each = system.refresh_prompt(scene, prompt)
        choices = f" Choices: {', '.join(each.choices)}." if each.choices else ""
        lines.append(f"  {each.id}. {each.name}, {each.kind}: {each.text}{choices}")
    return ["Open questions (decide NUMBER CHOICE):", *lines] if lines else []


def _log(system: System, story: tuple[Entry, ...]) -> list[str]:
    if not story:
        return ["Nothing has happened yet."]
    lines = []
    for entry in story:
        lines.append(f"  {entry.id}  {entry.text}")
        if entry.why:
            lines.append(f"      why: {reasons_text(entry.why, system.reason_names)}")
    return ["Log:", *lines]
