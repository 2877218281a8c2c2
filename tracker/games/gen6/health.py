"""Health and what lies below it: loss, dying round by round, healing, the deadlier games.

Rules page, Damage: 0 health is dying or unconscious, con 0 is dead, every healing fills lost con first.
"""

from __future__ import annotations

from typing import Final

from tracker.combat.scene import Combatant, Track
from tracker.games.gen6 import tables as t
from tracker.games.gen6.throw import Part
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

DYING: Final = "dying"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
OUT: Final = (DYING, UNCONSCIOUS, DEAD)

SECOND: Final = "dex-or-str"
"""The question what takes damage after con."""

BODY: Final = ("con", "dex", "str")
"""What damage goes through under lethality=no-hp."""


def no_health(resolver: Resolver) -> bool:
    """Whether damage goes straight to con in this session."""
    return resolver.setting("lethality") == "no-hp"


def lose(resolver: Resolver, name: str, amount: int, stun: bool = False) -> None:
    """Damage that got through, on the main track with all that follows; past 0 it is lost (G)."""
    if amount <= 0:
        return
    resolver.unmark(name, "treated")
    if no_health(resolver):
        _lose_body(resolver, name, amount)
        return
    if "health" not in resolver.combatant(name).tracks:
        raise InvalidCommand(f"{name} has no health yet; set {quote(name)} health=N gives it.")
    resolver.set_track(name, "health", resolver.combatant(name).value("health") - amount)
    if resolver.combatant(name).value("health") == 0:
        _fall(resolver, name, stun)


def lose_part(resolver: Resolver, name: str, amount: int, part: str) -> None:
    """Loss of constitution, dexterity or strength itself; con at 0 is dead, but for the game without health."""
    if amount:
        resolver.unmark(name, "treated")
    resolver.set_track(name, part, resolver.combatant(name).value(part) - amount)
    if no_health(resolver):
        _body_state(resolver, name)
    elif part == "con" and resolver.combatant(name).value(part) == 0:
        _lets_go(resolver, name)
        resolver.set_out(name, DEAD)
        resolver.say(f"{name} dies.")


def _fall(resolver: Resolver, name: str, stun: bool) -> None:
    one = resolver.combatant(name)
    if one.out == DEAD:
        return
    _lets_go(resolver, name)
    if stun and resolver.setting("stun_at_zero") == UNCONSCIOUS and one.out != DYING:
        resolver.set_out(name, UNCONSCIOUS)
        resolver.say(f"{name} is unconscious.")
        return
    if one.out != DYING or one.has("stable"):
        start_bleeding(resolver, name)
        resolver.say(f"{name} is dying.")


def _lets_go(resolver: Resolver, name: str) -> None:
    """Ongoing effects end with the one who keeps them up (S)."""
    if resolver.combatant(name).fields.get("ongoing"):
        resolver.set_field(name, "ongoing", None)
        resolver.say(f"What {name} kept up ends.")


def start_bleeding(resolver: Resolver, name: str) -> None:
    """Dying, and losing con in every later round."""
    resolver.unmark(name, "stable")
    resolver.set_out(name, DYING)
    resolver.set_field(name, "fell", resolver.scene.turn.round)


def bleed(resolver: Resolver, name: str) -> None:
    """One who is dying loses con at their place in the order, once in each round after the one they fell in."""
    one, now = resolver.combatant(name), resolver.scene.turn.round
    if one.out != DYING or one.has("stable") or no_health(resolver) or one.number("fell", now) >= now:
        return
    resolver.set_field(name, "fell", now)
    if "con" not in one.tracks:
        resolver.note(f"{name} bleeds, but has no con on the sheet.")
        return
    resolver.because("damage", f"{name} bleeds", t.BLEEDING, "Gen6 S: dying; G: one point, at the own place")
    resolver.say(f"{name} bleeds: con {one.value('con')} → {max(0, one.value('con') - t.BLEEDING)}.")
    lose_part(resolver, name, t.BLEEDING, "con")


def _lose_body(resolver: Resolver, name: str, amount: int) -> None:
    one = resolver.combatant(name)
    if "con" not in one.tracks:
        raise InvalidCommand(f"{name} has no con yet; set {quote(name)} con=N gives it.")
    later = _later(resolver, name)
    chosen = bool(one.fields.get("second")) or len(later) < len(BODY) - 1
    if not one.value("con") and not chosen:
        _ask_second(resolver, name, amount)
        resolver.say("It waits for the answer.")
        return
    track = next((each for each in ("con", *later) if one.value(each)), None)
    if track is not None:
        resolver.set_track(name, track, one.value(track) - amount)
    if track == "con" and not chosen and not resolver.combatant(name).value("con"):
        _ask_second(resolver, name, 0)
    _body_state(resolver, name)


def _ask_second(resolver: Resolver, name: str, amount: int) -> None:
    text = f"{name} has no con left. What takes damage next?{f' {amount} damage waits.' if amount else ''}"
    resolver.ask(SECOND, name, text, _later(resolver, name), amount=amount)


def _later(resolver: Resolver, name: str) -> tuple[str, ...]:
    """What takes damage after con, the chosen one first."""
    one = resolver.combatant(name)
    found = [each for each in BODY[1:] if each in one.tracks]
    return tuple(sorted(found, key=lambda each: each != one.fields.get("second")))


def choose_second(resolver: Resolver, name: str, track: str, amount: int) -> None:
    """The Director's answer to what takes damage after con, and the damage that waited for it."""
    resolver.set_field(name, "second", track)
    resolver.say(f"{name}: after con, {track} takes damage.")
    asked = [each for each in resolver.scene.prompts if (each.kind, each.name) == (SECOND, name)]
    for each in asked:
        resolver.close_prompt(each.id, track)
    for pending in (amount, *(int(str(each.data["amount"])) for each in asked)):
        before, told = resolver.combatant(name), len(resolver.sentences)
        lose(resolver, name, pending)
        if pending:
            resolver.because("damage", "waited for the answer", pending, "Gen6 S: dying; setting lethality=no-hp")
            resolver.sentences.insert(told, f"{pending} damage to {name}: {changes(before, resolver.combatant(name))}.")


def _body_state(resolver: Resolver, name: str) -> None:
    """Without health: the second at 0 unconscious, the third dead; one who has less on the sheet falls at the last."""
    one = resolver.combatant(name)
    if one.out == DEAD:
        return
    if all(each in one.tracks and not one.value(each) for each in BODY):
        _lets_go(resolver, name)
        resolver.set_out(name, DEAD)
        resolver.say(f"{name} dies.")
    elif one.out != UNCONSCIOUS and _body_fails(one):
        _lets_go(resolver, name)
        resolver.set_out(name, UNCONSCIOUS)
        resolver.say(f"{name} is unconscious.")


def _body_fails(one: Combatant) -> bool:
    has = [each for each in BODY if each in one.tracks]
    gone = sum(1 for each in has if one.value(each) == 0)
    return gone >= len(BODY) - 1 or gone == len(has)


def heal(resolver: Resolver, name: str, amount: int) -> None:
    """Healing of any kind: lost con first, then health; it stops the bleeding, and health of 1 wakes."""
    if amount <= 0:
        return
    order = ("con", *_later(resolver, name)) if no_health(resolver) else ("con", "health")
    for track in order:
        found = resolver.combatant(name).tracks.get(track)
        filled = min(amount, found.max - found.value) if found else 0
        if found and filled > 0:
            resolver.set_track(name, track, found.value + filled)
            amount -= filled
    allies_in_need(resolver, name)


def allies_in_need(resolver: Resolver, name: str) -> None:
    """What any healing does besides: bleeding stops, health of 1 wakes."""
    one = resolver.combatant(name)
    if no_health(resolver):
        _body_state(resolver, name)
        if one.out in (DYING, UNCONSCIOUS) and not _body_fails(one):
            _comes_to(resolver, name)
    elif one.out == DYING and not one.value("health"):
        if not one.has("stable"):
            resolver.mark(name, "stable")
            resolver.say(f"{name} bleeds no longer.")
    elif one.out in (DYING, UNCONSCIOUS) and one.value("health"):
        _comes_to(resolver, name)


def _comes_to(resolver: Resolver, name: str) -> None:
    wake(resolver, name)
    resolver.say(f"{name} comes to.")


def wake(resolver: Resolver, name: str) -> None:
    """Up again, with nothing left of the dying."""
    resolver.set_out(name, None)
    resolver.unmark(name, "stable")
    resolver.set_field(name, "fell", None)


def healed(resolver: Resolver, name: str, parts: tuple[Part, ...], least: int = 0) -> None:
    """Healing by a rule: its numbers as reasons for the outcome, then the healing, told."""
    amount = sum(value for _, value, _ in parts)
    for part in parts:
        resolver.because("outcome", *part)
    if amount < least:
        resolver.because("outcome", f"at least {least}", least - amount, parts[0][2])
    before, told = resolver.combatant(name), len(resolver.sentences)
    heal(resolver, name, max(amount, least))
    resolver.sentences.insert(
        told, f"{name} gets {max(amount, least)} back: {changes(before, resolver.combatant(name))}."
    )


def body(one: Combatant) -> dict[str, Track]:
    """The tracks damage and healing move."""
    return {each: one.tracks[each] for each in ("health", *BODY) if each in one.tracks}


def changes(before: Combatant, after: Combatant) -> str:
    """What moved between two moments of one, in words."""
    now = body(after)
    moved = [f"{name} {was.value} → {now[name].value}" for name, was in body(before).items() if now[name] != was]
    return ", ".join(moved) or "nothing changes"


def halve(resolver: Resolver, names: tuple[str, ...]) -> None:
    """The health maximum as the setting ``lethality`` has it: half, rounded down, or whole again."""
    now = resolver.setting("lethality")
    half, told = now == "half-hp", set[int]()
    for name in names:
        one = resolver.combatant(name)
        track, whole = one.tracks.get("health"), one.number("whole")
        if track is None or half == bool(whole):
            continue
        most = track.max // t.HALF_HP if half else whole
        resolver.set_field(name, "whole", track.max if half else None)
        resolver.set_track(name, "health", most if track.value == track.max else track.value, most)
        if track.max not in told:
            label = f"health {track.max} ÷ {t.HALF_HP}" if half else f"health {whole} again"
            resolver.because("outcome", label, most, f"Gen6 S: dying; setting lethality={now}")
        told.add(track.max)
