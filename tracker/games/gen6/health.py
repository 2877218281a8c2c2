"""Damage, and the health it is lost from: reductions, dying round by round, healing, and the deadlier games.

At 0 health a combatant is dying or unconscious, at 0 con dead; all healing restores lost con first.
"""

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import CoverBecame
from tracker.combat.expressions import parse
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Cover, Prompt, Scene, Track
from tracker.games.gen6 import tables as t
from tracker.games.gen6.result import Term, sum_of
from tracker.games.gen6.state import set_state, state_of
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Toll

DYING: Final = "dying"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
OUT: Final = (DYING, UNCONSCIOUS, DEAD)

AFTER_CON: Final = "dex-or-str"  # the question which track takes damage after con
BODY: Final = ("con", "dex", "str")  # the tracks that take damage under lethality=no-hp


def is_no_hp(resolver: Resolver) -> bool:
    """Return whether damage goes straight to con in this session."""
    return resolver.setting("lethality") == "no-hp"


def lose(resolver: Resolver, name: str, amount: int, stun: bool = False) -> None:
    """Take unabsorbed damage off the main track, with all consequences; the excess beyond 0 is lost (G)."""
    if amount <= 0:
        return
    resolver.unmark(name, "treated")
    if is_no_hp(resolver):
        _lose_body(resolver, name, amount)
        return
    if "health" not in resolver.combatant(name).tracks:
        raise InvalidCommand(resolver.missing(name, "health"))
    resolver.set_track(name, "health", resolver.combatant(name).value("health") - amount)
    combatant = resolver.combatant(name)
    if combatant.value("health") or combatant.out == DEAD:
        return
    _end_ongoing(resolver, name)
    if stun and resolver.setting("stun_at_zero") == UNCONSCIOUS and combatant.out != DYING:
        _faint(resolver, name)
    elif combatant.out != DYING or combatant.has("stable"):
        start_bleeding(resolver, name)
        resolver.say_of(name, "is dying")


def lose_from(resolver: Resolver, name: str, amount: int, track: str) -> None:
    """Take constitution, dexterity or strength; con at 0 is death, except in the game without health."""
    if amount:
        resolver.unmark(name, "treated")
    resolver.set_track(name, track, resolver.combatant(name).value(track) - amount)
    if is_no_hp(resolver):
        _judge_body(resolver, name)
    elif track == "con" and resolver.combatant(name).value(track) == 0:
        _die(resolver, name)


def _faint(resolver: Resolver, name: str) -> None:
    resolver.set_out(name, UNCONSCIOUS)
    resolver.say_of(name, "is unconscious")


def _die(resolver: Resolver, name: str) -> None:
    _end_ongoing(resolver, name)
    resolver.set_out(name, DEAD)
    resolver.say_of(name, "dies")


def _end_ongoing(resolver: Resolver, name: str) -> None:
    if state_of(resolver.combatant(name)).kept_up:
        set_state(resolver, name, kept_up=())
        resolver.say(f"What {name} kept up ends.")


def start_bleeding(resolver: Resolver, name: str) -> None:
    """Mark somebody as dying, who loses con in every later round."""
    resolver.unmark(name, "stable")
    resolver.set_out(name, DYING)
    set_state(resolver, name, bled=resolver.scene.turn.round)


def bleed(resolver: Resolver, name: str) -> None:
    """Take this round's con from somebody dying, once in each round after the one they fell in."""
    combatant, now = resolver.combatant(name), resolver.scene.turn.round
    if combatant.out != DYING or combatant.has("stable") or is_no_hp(resolver):
        return
    bled = state_of(combatant).bled
    if bled is None or bled >= now:
        return
    set_state(resolver, name, bled=now)
    bleeds = resolver.clause(name, "bleeds")
    if "con" not in combatant.tracks:
        resolver.note(f"{bleeds}, but has no con on the sheet.")
        return
    resolver.because("damage", bleeds, t.BLEEDING, "Gen6 S: dying; G: one point, at their place")
    con = combatant.value("con")
    resolver.say(f"{bleeds}: con {con} → {max(0, con - t.BLEEDING)}.")
    lose_from(resolver, name, t.BLEEDING, "con")


def _lose_body(resolver: Resolver, name: str, amount: int) -> None:
    combatant = resolver.combatant(name)
    if "con" not in combatant.tracks:
        raise InvalidCommand(resolver.missing(name, "con"))
    later = _after_con(combatant)
    decided = bool(state_of(combatant).after_con) or len(later) < len(BODY) - 1
    if not combatant.value("con") and not decided:
        _ask_after_con(resolver, name, amount)
        resolver.say("The damage waits for the answer.")
        return
    track = next((track for track in ("con", *later) if combatant.value(track)), None)
    if track is not None:
        resolver.set_track(name, track, combatant.value(track) - amount)
    if track == "con" and not decided and not resolver.combatant(name).value("con"):
        _ask_after_con(resolver, name, 0)
    _judge_body(resolver, name)


def _ask_after_con(resolver: Resolver, name: str, amount: int) -> None:
    waiting = f" {amount} damage waits." if amount else ""
    text = f"{resolver.clause(name, 'has')} no con left. What takes damage next?{waiting}"
    resolver.ask(AFTER_CON, name, text, _after_con(resolver.combatant(name)), amount=amount)


def _after_con(combatant: Combatant) -> tuple[str, ...]:
    chosen = state_of(combatant).after_con
    tracks = [track for track in BODY[1:] if track in combatant.tracks]
    return tuple(sorted(tracks, key=lambda track: track != chosen))


def choose_after_con(resolver: Resolver, prompt: Prompt, track: str) -> None:
    """Apply the answer to which track takes damage after con, and the damage that waited for it."""
    name = prompt.name
    set_state(resolver, name, after_con=track)
    resolver.say(f"{name}: after con, {track} takes damage.")
    same = [other for other in resolver.scene.prompts if (other.kind, other.name) == (AFTER_CON, name)]
    for other in same:
        resolver.close_prompt(other.id, track)
    for answered in (prompt, *same):
        amount = int(str(answered.data.get("amount", 0)))
        before, place = resolver.combatant(name), len(resolver.sentences)
        lose(resolver, name, amount)
        if amount:
            resolver.because("damage", "waited for the answer", amount, "Gen6 S: dying; setting lethality=no-hp")
            takes = resolver.clause(name, f"takes {amount} damage")
            resolver.sentences.insert(place, f"{takes}: {changes(before, resolver.combatant(name))}.")


def _judge_body(resolver: Resolver, name: str) -> None:
    """Judge the tracks after con: unconscious with the second at 0, dead with the last, a third or else the second."""
    combatant = resolver.combatant(name)
    if combatant.out == DEAD:
        return
    if all(track in combatant.tracks and not combatant.value(track) for track in BODY):
        _die(resolver, name)
    elif combatant.out != UNCONSCIOUS and _body_fails(combatant):
        _end_ongoing(resolver, name)
        _faint(resolver, name)


def _body_fails(combatant: Combatant) -> bool:
    tracks = [track for track in BODY if track in combatant.tracks]
    empty = sum(1 for track in tracks if combatant.value(track) == 0)
    return empty >= len(BODY) - 1 or empty == len(tracks)


def heal(resolver: Resolver, name: str, amount: int) -> None:
    """Heal: lost con first, then health; this stops the bleeding, and 1 health wakes."""
    if amount <= 0:
        return
    later = _after_con(resolver.combatant(name)) if is_no_hp(resolver) else ("health",)
    for name_of_track in ("con", *later):
        track = resolver.combatant(name).tracks.get(name_of_track)
        filled = min(amount, track.max - track.value) if track else 0
        if track and filled > 0:
            resolver.set_track(name, name_of_track, track.value + filled)
            amount -= filled
    recover(resolver, name)


def recover(resolver: Resolver, name: str) -> None:
    """Apply the side effects of healing: the bleeding stops, and 1 health wakes."""
    combatant = resolver.combatant(name)
    if is_no_hp(resolver):
        _judge_body(resolver, name)
        if combatant.out in (DYING, UNCONSCIOUS) and not _body_fails(combatant):
            _come_to(resolver, name)
    elif combatant.out == DYING and not combatant.value("health"):
        if not combatant.has("stable"):
            resolver.mark(name, "stable")
            resolver.say_of(name, "stops bleeding")
    elif combatant.out in (DYING, UNCONSCIOUS) and combatant.value("health"):
        _come_to(resolver, name)


def _come_to(resolver: Resolver, name: str) -> None:
    wake(resolver, name)
    resolver.say_of(name, "comes to")


def wake(resolver: Resolver, name: str) -> None:
    """Bring somebody back, and clear all traces of dying."""
    resolver.set_out(name, None)
    resolver.unmark(name, "stable")
    set_state(resolver, name, bled=None)


def heal_by_rule(resolver: Resolver, name: str, parts: tuple[Term, ...], least: int = 0) -> None:
    """Heal by a rule, whose numbers are the reasons for the outcome."""
    amount = sum_of(parts)
    for part in parts:
        resolver.because("outcome", *part)
    if amount < least:
        resolver.because("outcome", f"at least {least}", least - amount, parts[0].source)
    before, place = resolver.combatant(name), len(resolver.sentences)
    heal(resolver, name, max(amount, least))
    told = changes(before, resolver.combatant(name))
    story = f"{resolver.clause(name, 'regains')} {max(amount, least)}: {told}"
    resolver.sentences.insert(place, f"{story if told else resolver.clause(name, 'has') + ' no health to regain'}.")


def body_tracks(combatant: Combatant) -> dict[str, Track]:
    """Return the tracks that damage and healing change."""
    return {track: combatant.tracks[track] for track in ("health", *BODY) if track in combatant.tracks}


def changes(before: Combatant, after: Combatant) -> str:
    """Return the changes between two states of a combatant, in words."""
    now = body_tracks(after)
    moved = [f"{name} {was.value} → {now[name].value}" for name, was in body_tracks(before).items() if now[name] != was]
    return ", ".join(moved) or ", ".join(f"{name} still {was.value}" for name, was in [*now.items()][:1])


def patients(scene: Scene, healer: str) -> tuple[str, ...]:
    """Return the wounded friends who are not dead."""
    friends = (friend for friend in scene.of_side(scene[healer].side) if friend.name != healer and friend.out != DEAD)
    return tuple(one.name for one in friends if any(track.value < track.max for track in body_tracks(one).values()))


def set_health_maximum(resolver: Resolver, names: tuple[str, ...]) -> None:
    """Set the maximum of health by the setting ``lethality``: half, rounded down, or full again."""
    lethality = resolver.setting("lethality")
    half, reasons_given = lethality == "half-hp", set[int]()
    for name in names:
        combatant = resolver.combatant(name)
        track, whole = combatant.tracks.get("health"), state_of(combatant).full_health
        if track is None or half == bool(whole):
            continue
        maximum = track.max // t.HALF_HP if half else whole or track.max
        set_state(resolver, name, full_health=track.max if half else None)
        resolver.set_track(name, "health", maximum if track.value == track.max else track.value, maximum)
        if track.max not in reasons_given:
            label = f"health {track.max} ÷ {t.HALF_HP}" if half else f"health {whole} again"
            resolver.because("outcome", label, maximum, f"Gen6 S: dying; setting lethality={lethality}")
        reasons_given.add(track.max)


def toll_of(resolver: Resolver, name: str, amount: int, stun: bool) -> tuple[Toll, ...]:
    """Return what this much unabsorbed damage takes from somebody, tried aside."""
    before, aside = resolver.combatant(name), resolver.system.silent(resolver.scene)
    lose(aside, name, amount, stun)
    after = aside.combatant(name)
    out = before.out is None and after.out is not None
    lost = ((track, before.value(track) - after.value(track)) for track in before.tracks)
    return tuple(Toll(name, track, worse, out) for track, worse in lost if worse > 0)


class Hit(Model):
    """The kind of damage; without a source no armor reduces it."""

    source: str | None = None
    type: str = t.TYPES[0]
    through: bool = False
    no_armor: bool = False

    @property
    def is_stun(self) -> bool:
        """Return whether it leaves no wound."""
        return self.type == "stun"


class AskedHit(Hit):
    """The hit that a damage question is about; ``most``: a critical, its maximum; ``by`` is missing in old sessions."""

    most: bool = False
    by: str = ""


def toughness_counts(mode: str, hit: Hit) -> bool:
    """Return whether toughness reduces this damage in the game's mode (G)."""
    if mode == "gritty":
        return hit.is_stun and hit.source != "ballistic"
    if mode == "pulpy":
        return hit.source != "ballistic" if hit.is_stun else hit.source == "impact"
    return mode == "cinematic" and (hit.is_stun or hit.source != "penetrating")


DECIDED: Final = "; setting reduction="  # the text before the value of a setting in a reduction's source


def absorbed(target: Combatant, hit: Hit, amount: int) -> int:
    """Return how much of this damage the cover material absorbs."""
    return min(target.cover.absorbs or 0, amount) if hit.through else 0


def reductions(system: System, scene: Scene, target: Combatant, hit: Hit, amount: int) -> tuple[Term, ...]:
    """Return all reductions of this damage as parts; the damage plus its parts is what gets through, at least 0."""
    stopped = absorbed(target, hit, amount)
    parts = [Term(f"stopped by the {target.cover.what}", -stopped, "Gen6 S: cover material")] if stopped else []
    armor_field = t.ARMOR.get(hit.source or "", "")
    armor = 0 if hit.no_armor else target.number(armor_field)
    mode, way = str(system.setting(scene, "toughness_mode")), str(system.setting(scene, "reduction"))
    toughness = target.number("toughness") if toughness_counts(mode, hit) and way != "armor-only" else 0
    decided = f"{DECIDED}{way}" if way == "armor-only" or (armor and toughness) else ""
    if way == "higher":
        armor, toughness = (armor, 0) if armor >= toughness else (0, toughness)
    if armor:
        parts.append(Term(f"armor {armor}{armor_field[-1].upper()}", -armor, f"Gen6 S: armor{decided}"))
    if toughness:
        parts.append(Term(f"toughness ({mode})", -toughness, f"Gen6 G: setting toughness_mode={mode}{decided}"))
    through = amount + sum_of(tuple(parts))
    if through < 0:
        parts.append(Term("no less than 0", -through, "Gen6 S: damage"))
    return tuple(parts)


def got_through(resolver: Resolver, name: str, hit: Hit, amount: int) -> int:
    """Return what is left of this damage after everything that reduces it."""
    amount = max(0, amount)
    return amount + sum_of(reductions(resolver.system, resolver.scene, resolver.combatant(name), hit, amount))


def roll_damage(resolver: Resolver, text: str, maximum: bool = False) -> tuple[int, str]:
    """Return damage from a number or dice, thrown or at its maximum, and its label; never below 0."""
    expression = parse(text)
    if maximum and expression.thrown:
        return max(0, expression.most), f"{text} at its most"
    if not expression.thrown:
        return max(0, expression.most), "damage"
    resolver.check_objections()
    rolled = expression.roll(resolver.dice, "damage")
    return max(0, rolled.total), f"{text} ({' '.join(map(str, rolled.faces))})"


def deal_damage(resolver: Resolver, name: str, amount: int, label: str, hit: Hit) -> None:
    """Deal this much damage: it wears down cover, is reduced, and is lost from health."""
    before = resolver.combatant(name)
    parts = reductions(resolver.system, resolver.scene, before, hit, amount)
    deadly = "; setting lethality=no-hp" if is_no_hp(resolver) else ""
    resolver.because("damage", label, amount, f"Gen6 S: damage{deadly}")
    for part in parts:
        resolver.because("damage", *part)
    through = amount + sum_of(parts)
    if hit.through and before.cover.absorbs is None:
        resolver.note(f"{resolver.clause(name, 'is')} not behind any known material.")
    place = len(resolver.sentences)
    lose(resolver, name, through, hit.is_stun)
    decided = next((part.source.partition(DECIDED)[2] for part in parts if DECIDED in part.source), "")
    named = f" (setting reduction={decided})" if decided else ""
    story = f"{amount} − {amount - through}{named} = {through}" if amount != through else str(through)
    by = f" from {hit.by}" if isinstance(hit, AskedHit) and hit.by else ""
    takes = resolver.clause(name, f"takes {story} damage{by}")
    resolver.sentences.insert(place, f"{takes}: {changes(before, resolver.combatant(name))}.")
    cover, worn = before.cover, amount - absorbed(before, hit, amount)
    if hit.through and cover.left is not None and worn > 0:
        left = max(0, cover.left - worn)
        resolver.emit(CoverBecame((name,), replace(cover, left=left) if left else Cover()))
        resolver.say(f"The {cover.what} holds {cover.left} → {left}{'' if left else ' and is gone'}.")
