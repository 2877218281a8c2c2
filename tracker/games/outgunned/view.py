"""What Outgunned shows on the screen: the turn in words, columns, badges, the dice of weapons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tracker.combat.scene import HEROES, Combatant, Plain, Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.answer import AGAIN, ALL_IN, FREE, GAMBLE, KEEP, describe, in_short, objection_to
from tracker.games.outgunned.result import Result
from tracker.games.outgunned.state import Thrown, covering_fire_for, state_of, threat_to
from tracker.games.outgunned.turns import (
    REACTION,
    fight_is_on,
    is_brawl,
    is_out_of_reach,
    only_enemy_up,
    threat_in_words,
    waits_for_threat,
)
from tracker.games.outgunned.weapons import dice_at_band, most_spares, needs_mag
from tracker.rules.quoting import quote
from tracker.rules.system import System
from tracker.rules.view import Answer, Badge, Bar, CoverRow, GroupAction, Pending


def pending(system: System, scene: Scene) -> tuple[Pending, ...]:
    """Return the throws that may still be changed: the answers, their odds, and what their extra buys."""
    return tuple(filter(None, (_throw_of(system, scene, hero) for hero in scene.of_side(HEROES) if hero.out is None)))


def _throw_of(system: System, scene: Scene, hero: Combatant) -> Pending | None:
    thrown = state_of(hero).thrown
    if thrown is None:
        return None
    who = quote(hero.name)
    changes = [answer for answer in (AGAIN, ALL_IN, FREE) if not objection_to(thrown, answer)]
    answers = [Answer(change, f"answer {who} {change}", describe(thrown, change)) for change in changes]
    answers += _spending(scene, hero)
    if not answers:
        return None
    if GAMBLE not in changes and 1 in thrown.faces and not objection_to(thrown, GAMBLE):
        answers.append(Answer(GAMBLE, f"answer {who} {GAMBLE}", f"{thrown.faces.count(1)} grit for the ones"))
    text = f"{_faces_in_words(thrown)}: {Result(thrown.successes).in_words}"
    odds = " · ".join(in_short(thrown, option) for option in changes)
    keep = Answer(KEEP, f"answer {who} {KEEP}", "the throw stands")
    return Pending(hero.name, f"{text}{f'. Better: {odds}' if odds else ''}", answers=(keep, *answers))


def _faces_in_words(thrown: Thrown) -> str:
    """Return the faces, sets first."""
    faces = sorted(thrown.faces, key=lambda face: (-thrown.faces.count(face), -face))
    return " ".join(map(str, faces))


def _spending(scene: Scene, hero: Combatant) -> Iterator[Answer]:
    """Return what the extra of a hero buys now."""
    extra, who = hero.number("extra"), quote(hero.name)
    if not extra:
        return
    if scene.turn.phase == REACTION and not is_brawl(scene):
        reaction = state_of(hero).reaction
        enemy = scene.combatants.get(reaction.vs or "") if reaction is not None else None
        if enemy is not None and extra >= t.need(str(enemy.fields.get("defense", t.DIFFICULTIES[0]))):
            yield Answer("counter", f"counter {who} {quote(enemy.name)}", "strikes back")
        for friend in scene.of_side(hero.side):
            failed = state_of(friend).reaction
            if friend is not hero and failed is not None and failed.loss and extra >= t.need(failed.attack):
                yield Answer(f"protect {friend.name}", f"protect {who} {quote(friend.name)}", "takes the loss back")
    for kind, price in t.EXTRA_COST.items():
        if extra >= price:
            yield Answer(kind, f"extra {who} {kind}", f"one more {kind.title()} Action for {price} extra")


def reactions(scene: Scene) -> GroupAction | None:
    """Return the reactions of all heroes who have yet to react, each with their enemy; total cover needs no roll."""
    up = [hero for hero in scene.of_side(HEROES) if hero.out is None and REACTION not in hero.spent]
    if not up:
        return None
    only = only_enemy_up(scene)
    whom = {hero.name: threat_to(scene, hero.name).by or only for hero in up}
    return GroupAction(
        "react",
        threat_in_words(scene),
        tuple(hero.name for hero in up),
        ("result",),
        hints={name: f"vs {enemy}" for name, enemy in whom.items() if enemy},
        given={hero.name: "pass" for hero in up if is_out_of_reach(scene, hero)},
    )


def asked_threat(scene: Scene) -> tuple[Pending, ...]:
    """Return the open question of the threat; with several enemies the form asks for the enemy."""
    if not waits_for_threat(scene):
        return ()
    listed = " · ".join(f"{at} {text}" for at, (text, _) in enumerate(t.THREATS, 1))
    by = only_enemy_up(scene)
    said = {**{str(at): text for at, (text, _) in enumerate(t.THREATS, 1)}, "roll": "one of them"}
    words = tuple(
        Answer(word, f"threat {word} by={quote(by)}", text)
        if by
        else Answer(word, "", text, "threat", given={"which": word})
        for word, text in said.items()
    )
    return (Pending("", f"What do they do? {listed}", ("threat",), answers=words),)


def columns(side: str) -> tuple[str, ...]:
    """Return the column heads for enemies."""
    return () if side == HEROES else ("defense", "attack")


def cells(scene: Scene, combatant: Combatant) -> tuple[str, ...]:
    """Return the defense and attack of an enemy; in a brawl the unused defense is in brackets."""
    if combatant.side == HEROES:
        return ()
    defense = str(combatant.fields.get("defense", ""))
    return (f"({defense})" if is_brawl(scene) else defense, str(combatant.fields.get("attack", "")))


def with_hot_boxes(bar: Bar | None, combatant: Combatant) -> Bar | None:
    """Return a bar of grit with a tick at the value left when a hot box is filled."""
    hot = combatant.fields.get("hot")
    if bar is None or not isinstance(hot, list) or not hot:
        return bar
    return Bar(bar.value, bar.max, bar.tone, tuple(bar.max - box for box in hot if box <= bar.max))


def action_badges(scene: Scene, combatant: Combatant, actions: Sequence[tuple[str, str]]) -> tuple[Badge, ...]:
    """Return badges for action and quick, or the reaction, and extra actions; none for enemies or outside a fight."""
    if combatant.side != HEROES or not fight_is_on(scene):
        return ()
    words = (("reaction", "react"),) if scene.turn.phase == REACTION else actions
    own = (Badge("✓", "x", word, "dim") if spent in combatant.spent else Badge("·", ".", word) for spent, word in words)
    return (*own, *(Badge("+", "+", kind, "accent") for kind in state_of(combatant).bought))


def state_badges(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for extra, covering fire, a long move, open hot boxes, an enemy's adrenaline."""
    badges = []
    if combatant.number("extra"):
        badges.append(Badge("+", "+", f"{combatant.number('extra')} extra", "accent"))
    if covering_fire_for(combatant):
        badges.append(Badge("+", "+", "covered", "good"))
    journey = state_of(combatant).journey
    if journey is not None:
        turns = f"{journey.left} turn{'s' * (journey.left != 1)}"
        badges.append(Badge("→", ">", f"{turns} to {journey.target}"))
    hot, grit = combatant.fields.get("hot"), combatant.tracks.get("grit")
    if isinstance(hot, list) and grit:
        still_open = [str(box) for box in hot if box > grit.max - grit.value]
        badges += [Badge("◆", "*", "hot " + "·".join(still_open), "warn")] if still_open else []
    if combatant.value("adrenaline") and combatant.side != HEROES:
        badges.append(Badge("↯", "^", f"adrenaline {combatant.value('adrenaline')}", "warn"))
    return tuple(badges)


def spendable_badges(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for a hero's resources: adrenaline, spotlight, and the lethal bullets of the roulette."""
    if combatant.side != HEROES:
        return ()
    spent = (("spotlight", "★"), ("bullets", "☠"))
    more = "".join(f" {sign}{combatant.value(track)}" for track, sign in spent if track in combatant.tracks)
    return (Badge("↯", "^", f"{combatant.value('adrenaline')}{more}", "normal"),)


def _mags(spare: int, most: int) -> str:
    """Return spare mags, a character each: ▮▮▯ is two of three."""
    return "▮" * spare + "▯" * max(0, most - spare)


def weapon_badges(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for weapons, loaded or empty, with their spare mags."""
    badges = []
    for name, weapon in combatant.weapons.items():
        if not needs_mag(weapon):
            badges.append(Badge("†", "+", name, "dim"))
        else:
            mag = str(weapon.get("mag"))
            mags = _mags(combatant.spares.get(mag, 0), most_spares(combatant, mag))
            if weapon.get("loaded"):
                badges.append(Badge("●", "*", f"{name} {mags}", "dim"))
            else:
                badges.append(Badge("○", "o", f"{name} empty {mags}", "warn"))
    return tuple(badges)


def band_notes(system: System, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """Return the names of somebody's weapons, and the dice of each at each band."""
    weapons = scene.combatants[origin].weapons if origin in scene.combatants else {}
    notes = {
        band: tuple(_dice_in_words(dice_at_band(system, scene, weapon, band)) for weapon in weapons.values())
        for band in system.band_names(scene)
    }
    return tuple(weapons), notes


def _dice_in_words(dice: Plain) -> str:
    if not isinstance(dice, int):
        return "×"
    return f"{dice:+d}".replace("-", "−") if dice else "0"


def enemy_cover_shown(row: CoverRow, combatant: Combatant) -> CoverRow:
    """Return a row of the cover pane, with a note that an enemy's cover changes no number."""
    if combatant.side == HEROES or not row.effects:
        return row
    return CoverRow(row.name, row.mark, row.what, ("shown only",))
