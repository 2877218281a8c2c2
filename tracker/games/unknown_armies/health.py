"""Lost body: unconscious, dead, a dropped weapon, the way back, and what a critical adds."""

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import ConditionCame
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Track
from tracker.games.unknown_armies import state
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.result import is_match, is_success
from tracker.games.unknown_armies.target import cite
from tracker.rules.grammar import spaced
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Toll

DEAD: Final = "dead"
UNCONSCIOUS: Final = "unconscious"


def fate_of(body: Track, rule: str) -> str | None:
    """Return what this much body left means: dead, unconscious or None; ``rule`` is the setting unconscious."""
    if body.value <= 0:
        return DEAD
    part, whole = t.UNCONSCIOUS_SHARE
    lost_share = (body.max - body.value) * whole >= body.max * part
    low = body.value <= t.UNCONSCIOUS_AT if rule == "five" else lost_share
    return UNCONSCIOUS if low and body.value < body.max else None


def set_body(resolver: Resolver, name: str, value: int) -> None:
    """Set the body, with all consequences; healed wounds wake the unconscious, never the dead."""
    combatant, rule = resolver.combatant(name), str(resolver.setting("unconscious"))
    before = fate_of(combatant.tracks["body"], rule) if "body" in combatant.tracks else None
    resolver.set_track(name, "body", value)
    after = fate_of(resolver.combatant(name).tracks["body"], rule)
    if after is not None and (after != before or combatant.out is None) and combatant.out != DEAD:
        go_down(resolver, name, after)
    elif after is None and before == UNCONSCIOUS and combatant.out == UNCONSCIOUS:
        resolver.set_out(name, None)


def go_down(resolver: Resolver, name: str, word: str) -> None:
    """Take somebody out: their own focus and a half-drawn weapon are lost, the shift for attackers stays."""
    resolver.set_out(name, word)
    focus = resolver.combatant(name).condition("focus")
    if focus is not None and focus.of is not None:
        resolver.emit(ConditionCame((name,), replace(focus, of=None)))
    resolver.unmark(name, "drawing")
    state.set_state(resolver, name, drawing=None)


def take_damage(resolver: Resolver, name: str, amount: int) -> None:
    """Take damage from the body, and report it."""
    before = resolver.combatant(name)
    if "body" not in before.tracks:
        resolver.note(resolver.missing(name, "body"))
        return
    set_body(resolver, name, before.value("body") - amount)
    now = resolver.combatant(name)
    down = f", {spaced(now.out or '')}" if now.out != before.out else ""
    was, left = before.value("body"), now.value("body")
    more = f", of {amount}" if was - left < amount else ""
    told = f"{name} −{was - left} body ({was} → {left}{more})" if was != left else f"{name}: body still {left}"
    resolver.say(f"{told}{down}.")


def toll_of(resolver: Resolver, victim: Combatant, damage: int) -> tuple[Toll, ...]:
    """Return what damage would take from somebody; nothing without a body on the sheet."""
    body = victim.tracks.get("body")
    if body is None or not damage:
        return ()
    left = replace(body, value=max(0, body.value - damage))
    down = victim.out is None and fate_of(left, str(resolver.setting("unconscious"))) is not None
    return (Toll(victim.name, "body", body.value - left.value, down),)


def drop_from_hand(resolver: Resolver, by: str, name: str) -> str | None:
    """Drop what a hit hand holds (S); returns the dropped weapon, or None if a question has to decide."""
    held = state.ready_weapons(resolver.combatant(name))
    if len(held) == 1:
        drop(resolver, name, held[0])
        return held[0]
    if held:
        resolver.ask("drops", name, f"{resolver.whose(name)} hand was hit: what falls?", held, by=by, target=name)
    return None


def drop(resolver: Resolver, name: str, weapon: str) -> None:
    """Drop a weapon; draw picks it up."""
    if weapon in resolver.combatant(name).weapons:
        state.set_ready(resolver, name, weapon, ready=False, dropped=True)
        resolver.say(f"{resolver.clause(name, 'drops')} the {spaced(weapon)}.")


class WeaponDamage(Model):
    """A weapon's damage for a roll under the settings; ``maximum`` None: a gun's damage is the roll."""

    kind: str = t.HAND
    bonus: int = 0
    maximum: int | None = None
    zero: int = 10
    matched_bonus: bool = True

    def parts(self, roll: int) -> tuple[tuple[str, int, str], ...]:
        """Return the damage of a success as label, number and the setting that decided it."""
        if self.kind == t.GUN:
            most = f", at most {self.maximum}" if self.maximum is not None else ""
            return ((f"roll {roll}{most}", min(roll, self.maximum or roll), ""),)
        bonus = (("bonus", self.bonus, ""),) if self.bonus else ()
        if is_match(roll):
            return (("matched roll", roll, "matched_hand"), *(bonus if self.matched_bonus else ()))
        digits = (("digit", digit, "") if digit else ("digit 0", self.zero, "digit_zero") for digit in divmod(roll, 10))
        return (*digits, *bonus)

    def of(self, roll: int) -> int:
        """Return the damage of a success with this roll."""
        return sum(value for _, value, _ in self.parts(roll))

    def most(self, number: int) -> int:
        """Return the highest damage of a success: a gun's maximum, or by hand that of the best roll up to it."""
        if self.kind == t.GUN:
            return self.maximum or t.SIDES
        return max(map(self.of, range(t.CRITICAL, max(2, min(number, t.SIDES - 1) + 1))))


def weapon_damage(resolver: Resolver, name: str, weapon: str) -> WeaponDamage:
    """Return the damage of somebody's weapon."""
    used = state.weapon_of(resolver.combatant(name), weapon)
    zero = int(str(resolver.setting("digit_zero")))
    return WeaponDamage(used.kind, used.bonus, used.maximum, zero, resolver.setting("matched_hand") == "roll+bonus")


def after_dodge(hit_roll: int, damage: int, dodge_roll: int, skill: int) -> int:
    """Return the damage left after a dodge: none, half rounded up, or all (G)."""
    if is_success(dodge_roll, skill) and dodge_roll >= hit_roll:
        return 0
    return -(-damage // 2) if hit_roll < skill else damage


def add_to_critical(resolver: Resolver, attacker: str, asked: state.HitPrompt, choice: str) -> None:
    """Apply what a critical adds; words other than those offered are only reported."""
    target = asked.target
    resolver.say(f"{resolver.whose(attacker)} critical on {target}: {spaced(choice)}.")
    if choice == "maximum" and asked.dealt is not None and asked.maximum is not None and asked.maximum > asked.dealt:
        resolver.because("damage", "the maximum", asked.maximum, cite(resolver, "critical"))
        resolver.because("damage", "already done", -asked.dealt, t.SOURCE)
        take_damage(resolver, target, asked.maximum - asked.dealt)
        hits = list(state.state_of(resolver.combatant(target)).hits)
        places = [place for place, hit in enumerate(hits) if hit.by == attacker and hit.roll == t.CRITICAL]
        if places:  # A later dodge applies to the maximum, too.
            felled = hits[places[-1]].felled or resolver.combatant(target).out is not None
            hits[places[-1]] = replace(hits[places[-1]], damage=asked.maximum, felled=felled)
            state.set_state(resolver, target, hits=tuple(hits))
    elif choice == "out" and resolver.combatant(target).out != DEAD:
        go_down(resolver, target, UNCONSCIOUS)
    elif choice == DEAD:
        if "body" in resolver.combatant(target).tracks:
            set_body(resolver, target, 0)
        go_down(resolver, target, DEAD)
