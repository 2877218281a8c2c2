"""Health and what lies below it: loss, dying round by round, healing, the deadlier games.

Rules page, Damage: 0 health is dying or unconscious, con 0 is dead, every healing fills lost con first.
"""

from __future__ import annotations

from typing import Final

from tracker.combat.scene import Combatant, Track
from tracker.systems.base import Nonsense, Play
from tracker.systems.gen6 import tables as t
from tracker.systems.gen6.throw import Part
from tracker.systems.quoting import quote

DYING: Final = "dying"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
OUT: Final = (DYING, UNCONSCIOUS, DEAD)

SECOND: Final = "dex-or-str"
"""The question what takes damage after con."""

BODY: Final = ("con", "dex", "str")
"""What damage goes through under lethality=no-hp."""


def no_health(play: Play) -> bool:
    """Whether damage goes straight to con in this session."""
    return play.setting("lethality") == "no-hp"


def lose(play: Play, name: str, amount: int, stun: bool = False) -> None:
    """Damage that got through, on the main track with all that follows; past 0 it is lost (G)."""
    if amount <= 0:
        return
    play.unmark(name, "treated")
    if no_health(play):
        _lose_body(play, name, amount)
        return
    if "health" not in play.one(name).tracks:
        raise Nonsense(f"{name} has no health yet; set {quote(name)} health=N gives it.")
    play.track(name, "health", play.one(name).value("health") - amount)
    if play.one(name).value("health") == 0:
        _fall(play, name, stun)


def lose_part(play: Play, name: str, amount: int, part: str) -> None:
    """Loss of constitution, dexterity or strength itself; con at 0 is dead, but for the game without health."""
    if amount:
        play.unmark(name, "treated")
    play.track(name, part, play.one(name).value(part) - amount)
    if no_health(play):
        _body_state(play, name)
    elif part == "con" and play.one(name).value(part) == 0:
        _lets_go(play, name)
        play.out(name, DEAD)
        play.say(f"{name} dies.")


def _fall(play: Play, name: str, stun: bool) -> None:
    one = play.one(name)
    if one.out == DEAD:
        return
    _lets_go(play, name)
    if stun and play.setting("stun_at_zero") == UNCONSCIOUS and one.out != DYING:
        play.out(name, UNCONSCIOUS)
        play.say(f"{name} is unconscious.")
        return
    if one.out != DYING or one.has("stable"):
        start_bleeding(play, name)
        play.say(f"{name} is dying.")


def _lets_go(play: Play, name: str) -> None:
    """Ongoing effects end with the one who keeps them up (S)."""
    if play.one(name).fields.get("ongoing"):
        play.put(name, "ongoing", None)
        play.say(f"What {name} kept up ends.")


def start_bleeding(play: Play, name: str) -> None:
    """Dying, and losing con in every later round."""
    play.unmark(name, "stable")
    play.out(name, DYING)
    play.put(name, "fell", play.scene.turn.round)


def bleed(play: Play, name: str) -> None:
    """One who is dying loses con at their place in the order, once in each round after the one they fell in."""
    one, now = play.one(name), play.scene.turn.round
    if one.out != DYING or one.has("stable") or no_health(play) or one.number("fell", now) >= now:
        return
    play.put(name, "fell", now)
    if "con" not in one.tracks:
        play.note(f"{name} bleeds, but has no con on the sheet.")
        return
    play.because("damage", f"{name} bleeds", t.BLEEDING, "Gen6 S: dying; G: one point, at the own place")
    play.say(f"{name} bleeds: con {one.value('con')} → {max(0, one.value('con') - t.BLEEDING)}.")
    lose_part(play, name, t.BLEEDING, "con")


def _lose_body(play: Play, name: str, amount: int) -> None:
    one = play.one(name)
    if "con" not in one.tracks:
        raise Nonsense(f"{name} has no con yet; set {quote(name)} con=N gives it.")
    later = _later(play, name)
    chosen = bool(one.fields.get("second")) or len(later) < len(BODY) - 1
    if not one.value("con") and not chosen:
        _ask_second(play, name, amount)
        play.say("It waits for the answer.")
        return
    track = next((each for each in ("con", *later) if one.value(each)), None)
    if track is not None:
        play.track(name, track, one.value(track) - amount)
    if track == "con" and not chosen and not play.one(name).value("con"):
        _ask_second(play, name, 0)
    _body_state(play, name)


def _ask_second(play: Play, name: str, amount: int) -> None:
    text = f"{name} has no con left. What takes damage next?{f' {amount} damage waits.' if amount else ''}"
    play.ask(SECOND, name, text, _later(play, name), amount=amount)


def _later(play: Play, name: str) -> tuple[str, ...]:
    """What takes damage after con, the chosen one first."""
    one = play.one(name)
    found = [each for each in BODY[1:] if each in one.tracks]
    return tuple(sorted(found, key=lambda each: each != one.fields.get("second")))


def choose_second(play: Play, name: str, track: str, amount: int) -> None:
    """The Director's answer to what takes damage after con, and the damage that waited for it."""
    play.put(name, "second", track)
    play.say(f"{name}: after con, {track} takes damage.")
    asked = [each for each in play.scene.prompts if (each.kind, each.name) == (SECOND, name)]
    for each in asked:
        play.close(each.id, track)
    for waiting in (amount, *(int(str(each.data["amount"])) for each in asked)):
        before, told = play.one(name), len(play.said)
        lose(play, name, waiting)
        if waiting:
            play.because("damage", "waited for the answer", waiting, "Gen6 S: dying; setting lethality=no-hp")
            play.said.insert(told, f"{waiting} damage to {name}: {changes(before, play.one(name))}.")


def _body_state(play: Play, name: str) -> None:
    """Without health: the second at 0 unconscious, the third dead; one who has less on the sheet falls at the last."""
    one = play.one(name)
    if one.out == DEAD:
        return
    if all(each in one.tracks and not one.value(each) for each in BODY):
        _lets_go(play, name)
        play.out(name, DEAD)
        play.say(f"{name} dies.")
    elif one.out != UNCONSCIOUS and _body_fails(one):
        _lets_go(play, name)
        play.out(name, UNCONSCIOUS)
        play.say(f"{name} is unconscious.")


def _body_fails(one: Combatant) -> bool:
    has = [each for each in BODY if each in one.tracks]
    gone = sum(1 for each in has if one.value(each) == 0)
    return gone >= len(BODY) - 1 or gone == len(has)


def heal(play: Play, name: str, amount: int) -> None:
    """Healing of any kind: lost con first, then health; it stops the bleeding, and health of 1 wakes."""
    if amount <= 0:
        return
    order = ("con", *_later(play, name)) if no_health(play) else ("con", "health")
    for track in order:
        found = play.one(name).tracks.get(track)
        filled = min(amount, found.max - found.value) if found else 0
        if found and filled > 0:
            play.track(name, track, found.value + filled)
            amount -= filled
    helped(play, name)


def helped(play: Play, name: str) -> None:
    """What any healing does besides: bleeding stops, health of 1 wakes."""
    one = play.one(name)
    if no_health(play):
        _body_state(play, name)
        if one.out in (DYING, UNCONSCIOUS) and not _body_fails(one):
            _comes_to(play, name)
    elif one.out == DYING and not one.value("health"):
        if not one.has("stable"):
            play.mark(name, "stable")
            play.say(f"{name} bleeds no longer.")
    elif one.out in (DYING, UNCONSCIOUS) and one.value("health"):
        _comes_to(play, name)


def _comes_to(play: Play, name: str) -> None:
    wake(play, name)
    play.say(f"{name} comes to.")


def wake(play: Play, name: str) -> None:
    """Up again, with nothing left of the dying."""
    play.out(name, None)
    play.unmark(name, "stable")
    play.put(name, "fell", None)


def healed(play: Play, name: str, parts: tuple[Part, ...], least: int = 0) -> None:
    """Healing by a rule: its numbers as reasons for the outcome, then the healing, told."""
    amount = sum(value for _, value, _ in parts)
    for part in parts:
        play.because("outcome", *part)
    if amount < least:
        play.because("outcome", f"at least {least}", least - amount, parts[0][2])
    before, told = play.one(name), len(play.said)
    heal(play, name, max(amount, least))
    play.said.insert(told, f"{name} gets {max(amount, least)} back: {changes(before, play.one(name))}.")


def body(one: Combatant) -> dict[str, Track]:
    """The tracks damage and healing move."""
    return {each: one.tracks[each] for each in ("health", *BODY) if each in one.tracks}


def changes(before: Combatant, after: Combatant) -> str:
    """What moved between two moments of one, in words."""
    now = body(after)
    moved = [f"{name} {was.value} → {now[name].value}" for name, was in body(before).items() if now[name] != was]
    return ", ".join(moved) or "nothing changes"


def halve(play: Play, names: tuple[str, ...]) -> None:
    """The health maximum as the setting ``lethality`` has it: half, rounded down, or whole again."""
    now = play.setting("lethality")
    half, told = now == "half-hp", set[int]()
    for name in names:
        one = play.one(name)
        track, whole = one.tracks.get("health"), one.number("whole")
        if track is None or half == bool(whole):
            continue
        most = track.max // t.HALF_HP if half else whole
        play.put(name, "whole", track.max if half else None)
        play.track(name, "health", most if track.value == track.max else track.value, most)
        if track.max not in told:
            label = f"health {track.max} ÷ {t.HALF_HP}" if half else f"health {whole} again"
            play.because("outcome", label, most, f"Gen6 S: dying; setting lethality={now}")
        told.add(track.max)
