"""A fight as plain text: for screen readers, pipes and bug reports. Lines are short sentences, read from the top."""

from collections.abc import Iterable, Mapping

from tracker.combat.records import Entry, Reason
from tracker.combat.scene import OPEN, Combatant, Condition, Cover, Plain, Scene
from tracker.combat.text import one_line
from tracker.export.json import Fight, head_of, prompts_of, ranges_of, shown, story_to
from tracker.rules.grammar import band_in_words, cover_in_words, ended, minus, quantity, spaced
from tracker.rules.reminders import reminder_lines
from tracker.rules.sheet import COMMON_FIELDS, field_in_words, weapon_in_words
from tracker.rules.system import System
from tracker.rules.turns import lasts_until


def as_text(fight: Fight, at: int | None = None, log_lines: int | None = None) -> str:
    """Return the fight now, or after entry ``at``, with the last ``log_lines`` of its log; raises InvalidCommand."""
    head = head_of(fight, at)
    scene, system, story = fight.history.scene_at(head), fight.system, story_to(fight, head)
    parts = (
        _moment(system, scene, head if at is not None else None),
        *(_side(system, scene, side) for side in scene.sides()),
        _distances(scene),
        _waiting(system, scene),
        _questions(system, scene),
        _log(system, story if log_lines is None else story[len(story) - min(len(story), log_lines) :]),
    )
    # A text of the fight is never more than one line, so it cannot imitate lines of ours.
    return "\n\n".join("\n".join(map(one_line, part)) for part in parts if part)


def reasons_text(why: Iterable[Reason], words: Mapping[str, str]) -> str:
    """Return the reasons of a result, by the number they add up to: ``pool: smooth 3, cover −1, together 2``."""
    by_number: dict[tuple[int, str], list[Reason]] = {}
    for reason in why:
        by_number.setdefault((reason.part, reason.of), []).append(reason)
    return "; ".join(_sum(words.get(of, of.replace("-", " ")), reasons) for (_, of), reasons in by_number.items())


def _sum(of: str, reasons: list[Reason]) -> str:
    parts = [f"{reason.label} {minus(reason.value)}" for reason in reasons]
    parts += [f"together {minus(sum(reason.value for reason in reasons))}"] if len(reasons) > 1 else []
    return f"{of}: {', '.join(parts)}"


def _moment(system: System, scene: Scene, at: int | None) -> list[str]:
    status = system.clock.status(scene)
    lines = [f"{system.title}: {scene.title}" if scene.title else system.title]
    if scene.encounter:
        lines.append(f"Encounter: {scene.encounter}.")
    if at is not None:
        lines.append(f"As it was after line {at} of the log." if at else "As it was at the beginning.")
    now = ". ".join(filter(None, (status.moment.capitalize(), f"Now: {status.active}" if status.active else "")))
    lines.append(f"{now}." if now else "The fight has not begun.")
    if status.to_act:
        lines.append(f"Still to {status.doing}: {', '.join(status.to_act)}.")
    return lines


def _side(system: System, scene: Scene, side: str) -> list[str]:
    lines = [f"{side.capitalize()}:"]
    for combatant in scene.listed():
        if combatant.side == side:
            lines.append(f"  {combatant.name}: {'; '.join(states_of(system, scene, combatant)) or 'nothing noted'}.")
            lines += [f"    {line}" for line in _carried(system, combatant)]
    return lines


def states_of(system: System, scene: Scene, combatant: Combatant) -> list[str]:
    """Return a combatant's state in phrases: the worst first, then tracks, conditions, cover, spent actions, sheet."""
    phrases = [f"out ({spaced(combatant.out)})"] if combatant.out else []
    phrases += ["hidden from the players"] if combatant.hidden else []
    phrases += [f"in the group {combatant.group}"] if combatant.group else []
    phrases += [f"{name} {track.value} of {track.max}" for name, track in combatant.tracks.items() if track.max]
    phrases += [_condition(condition, scene) for condition in combatant.conditions]
    phrases += [_cover(combatant.cover)] if combatant.cover.degree != OPEN else []
    phrases += [f"spent: {', '.join(combatant.spent)}"] if combatant.spent else []
    for word, counter in combatant.counters.items():
        renewed = f" of {counter.start} each {counter.each}" if counter.each else ""
        phrases.append(f"counter {word} {counter.value}{renewed}")
    specs = (*system.sheet.fields, *COMMON_FIELDS)
    fields = shown(specs, combatant.fields).items()
    return phrases + [field_in_words(specs, name, value) for name, value in fields if _telling(system, name, value)]


def _telling(system: System, name: str, value: Plain) -> bool:
    """Return whether a field is worth mentioning: not empty, and not a default zero or no."""
    spec = system.sheet.field(name)
    return bool(value) or (value in (0, False) and (spec is None or spec.default != value))


def _condition(condition: Condition, scene: Scene) -> str:
    left = "" if condition.rounds is None else f"{quantity(condition.rounds, 'round')} left"
    ends = ", ".join(filter(None, (left, lasts_until(condition, scene))))
    value = f" {condition.value}" if condition.value is not None else ""
    return f"condition {spaced(condition.name)}{value}{condition.about}" + (f" ({ends})" if ends else "")


def _cover(cover: Cover) -> str:
    details = [cover.what] if cover.what else []
    if cover.left is not None:
        details.append(f"{cover.left} left" + (f" of {cover.sustains}" if cover.sustains is not None else ""))
    return cover_in_words(cover.degree) + (f" ({', '.join(details)})" if details else "")


def _carried(system: System, combatant: Combatant) -> list[str]:
    arms = {name: weapon_in_words(system, shown(system.sheet.weapon, arm)) for name, arm in combatant.weapons.items()}
    lines = [f"{name}: {', '.join(words) or 'carried'}." for name, words in arms.items()]
    spares = ", ".join(f"{name} {count}" for name, count in combatant.spares.items())
    lines += [f"spares: {spares}."] if spares else []
    lines += [f"asked at {line}" for line in reminder_lines(combatant)]
    return lines + [f"note: {note}" for note in combatant.notes]


def _distances(scene: Scene) -> list[str]:
    if not scene.combatants:
        return []
    usual = [f"Range: {band_in_words(scene.default_range)} by default."] if scene.default_range else ["Range:"]
    return usual + [f"  {first} and {second}: {band_in_words(band)}." for first, second, band in ranges_of(scene)]


def _waiting(system: System, scene: Scene) -> list[str]:
    lines = []
    for waits in system.pending(scene):
        ways = ", ".join((*waits.verbs, *(answer.line or answer.word for answer in waits.answers)))
        lines.append(f"  {': '.join(filter(None, (waits.name, waits.text)))}{f' ({ways})' if ways else ''}")
    return ["Waiting:", *lines] if lines else []


def _questions(system: System, scene: Scene) -> list[str]:
    lines = []
    for prompt in prompts_of(system, scene):
        choices = f" Choices: {', '.join(prompt.choices)}." if prompt.choices else ""
        about = f"{prompt.name}: " if prompt.name and not prompt.text.startswith(prompt.name) else ""
        lines.append(f"  {prompt.id}. {about}{ended(prompt.text)}{choices}")
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
