"""Outgunned: its declarations, hooks and answers put together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, cast, get_args

from msgspec.structs import replace

from tracker.combat.events import SparesBecame
from tracker.combat.scene import HEROES, Combatant, Plain, Prompt, Scene, Track
from tracker.games.outgunned import harm, turns
from tracker.games.outgunned import sheet as declared
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions import ACTIONS, rolls
from tracker.games.outgunned.actions.fight import LISTED, yet_to_react
from tracker.games.outgunned.actions.rolls import AGAIN, ALL_IN, FREE, GAMBLE, KEEP, describe, in_short, objection_to
from tracker.games.outgunned.result import HELP, Result
from tracker.games.outgunned.state import add_to_reaction, covering_fire_for, fight_of, set_state, state_of, threat_to
from tracker.games.outgunned.weapons import default_weapon, dice_at_band, most_spares, needs_mag
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Band, Preset, Values
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import is_plural, quantity, quote, spaced
from tracker.rules.params import number
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import SPARES, unknown_weapon
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.throw import signed
from tracker.rules.view import Answer, Badge, Bar, CoverRow, GameKey, GroupAction, Pending

_HEROES_ONLY = (
    *("attack", "react", "answer", "counter", "protect", "extra", "quick", "reload", "covering", "roulette"),
    "spotlight",
)


class Outgunned(System):
    """The game of cinematic action: gangs with grit, Action Turns and Reaction Turns."""

    name: ClassVar[str] = "outgunned"
    title: ClassVar[str] = "Outgunned"
    source: ClassVar[str] = "Outgunned, the chapters on combat, brawl and shooting"
    sheet = declared.SHEET
    bands = tuple(Band(name, size) for name, size in t.BANDS)
    default_band = "medium"
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    clock = turns.CLOCK
    own_settings = declared.SETTINGS
    presets = declared.PRESETS
    tables = declared.TABLES
    own_actions = ACTIONS
    opens_fight = "begin action"
    after_fight = ("rest",)
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "quick", "odds": "attack"}
    keys = (
        GameKey("b", "threat", ("reaction",)),
        GameKey("r", "reload", ("action",)),
        GameKey("s", "approach", ("action",)),
        GameKey("E", "extra"),
        GameKey("l", "spotlight"),
        GameKey("R", "retreat", ("action",)),
        GameKey("B", "begin", ("",)),
    )
    turn_actions = (("action", "act"), ("quick", "quick"))
    spends: ClassVar[Mapping[str, str]] = {"adrenaline": "attack", SPARES: "reload"}
    group_as_one = "one bar for all of them: a gang is one enemy"
    result_help = HELP
    vital_columns, out_words = ("defense", "attack"), (harm.DEFEATED, harm.LEFT_FOR_DEAD)
    weapon_names = tuple(t.RANGES)
    weapon_example = "revolver, or Betsy kind=shotgun"

    # Rules

    def complete_weapon(self, resolver: Resolver, name: str, weapon: str, given: Values) -> dict[str, Plain]:
        """Return a weapon: kind by its name, mag and tags by its kind; the first of a mag type brings spares."""
        combatant = resolver.combatant(name)
        old = dict(combatant.weapons.get(weapon, {}))
        if "kind" in given:
            old = {key: value for key, value in old.items() if key not in ("kind", "mag", "tags")}
        kind = given.get("kind") or old.get("kind") or weapon.casefold()
        if kind not in t.RANGES:
            resolver.note(unknown_weapon(self, weapon, "a hand weapon; kind=smg and the like change that"))
            kind = "hand"
        fields = {"mag": t.MAGS.get(str(kind), kind), "loaded": True, "tags": [], **old, **given, "kind": kind}
        if kind in t.EXPLOSIVES and isinstance(fields["tags"], list) and t.EXPLOSIVE not in fields["tags"]:
            fields["tags"] = [t.EXPLOSIVE, *fields["tags"]]
        mag = str(fields["mag"])
        if mag != t.NO_MAG and combatant.weapons.get(weapon, {}).get("mag") != mag:
            most = most_spares(combatant, mag) + t.MAGS_PER_WEAPON
            resolver.emit(SparesBecame((name,), mag, min(combatant.spares.get(mag, 0) + t.MAGS_PER_WEAPON, most)))
        return fields

    def on_disarmed(self, resolver: Resolver, name: str, weapon: Mapping[str, Plain]) -> None:
        """Note mags beyond those that the weapons left allow."""
        combatant, mag = resolver.combatant(name), str(weapon.get("mag"))
        held, most = combatant.spares.get(mag, 0), most_spares(combatant, mag)
        if held > most:
            has, way = resolver.clause(name, "has"), f"mags {quote(name)} {mag} -{held - most}"
            resolver.note(f"{has} {held} spare {spaced(mag)} mags, and the weapons left allow {most}: {way}.")

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Take some of a track; lost grit fills boxes."""
        if track == "grit":
            harm.lose_grit(resolver, name, amount)
        else:
            super().lose(resolver, name, amount, track)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        side = resolver.combatant(name).side
        resolver.set_out(name, word or (harm.LEFT_FOR_DEAD if side == HEROES else harm.DEFEATED))

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        harm.take_condition(resolver, name, condition, **ends)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        low, high = (int(str(resolver.setting(name))) for name in ("pool_min", "pool_max"))
        if low > high:
            raise InvalidCommand(
                f"pool_min would be {low} and pool_max {high}. Keep the smallest pool at or below the largest."
            )

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        if prompt.kind == "bad-box":
            if resolver.combatant(prompt.name).has(choice):
                raise InvalidCommand(f"{prompt.name} is {choice} already; choose another, or skip.")
            taken = harm.take_condition(resolver, prompt.name, choice)
            add_to_reaction(resolver, prompt.name, prompt.id, condition=taken)
            resolver.say(f"{prompt.name}: {taken}.")
        elif prompt.kind == "roulette":
            die = harm.die_or_throw(resolver, None if choice == "roll" else number(choice, 1, t.SIDES_OF_DIE))
            resolver.record_as(choice=str(die))
            harm.face_roulette(resolver, prompt.name, die, prompt.id)
        elif prompt.kind == "ones":
            listed = prompt.data.get("who")
            names = map(str, listed) if isinstance(listed, list) else ()
            here = tuple(name for name in names if name in resolver.scene.combatants)
            harm.pay_for_ones(resolver, here, number(choice, 0, 40))

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        super().on_leaving(resolver, names)
        for combatant in resolver.scene.combatants.values():
            journey = state_of(combatant).journey
            if journey is not None and journey.target in names:
                set_state(resolver, combatant.name, journey=None)

    def on_encounter(self, resolver: Resolver) -> None:
        super().on_encounter(resolver)
        for combatant in resolver.scene.combatants.values():
            set_state(resolver, combatant.name, journey=None)

    def new_combatant(self, scene: Scene, side: str, preset: Preset | None) -> Combatant:
        combatant = super().new_combatant(scene, side, preset)
        if side == HEROES:
            return combatant
        return replace(combatant, tracks={**combatant.tracks, "adrenaline": Track(0, t.ADRENALINE[1])})

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        actor, target = given.get("actor", ""), given.get("target")
        if actor not in scene.combatants and verb != "threat":
            return {}
        if verb == "threat":
            by = turns.only_enemy_up(scene)
            return {"by": by} if by is not None else {}
        if verb == "reload":
            empty = [name for name, gun in scene[actor].weapons.items() if needs_mag(gun) and not gun["loaded"]]
            return {"weapon": empty[0]} if len(empty) == 1 else {}
        if verb == "react":
            by = threat_to(scene, actor).by
            return {"vs": by} if by is not None and by in scene.combatants else {}
        if verb == "protect":
            reactions = {name: state_of(scene[name]).reaction for name in self.allies_in_need(scene, actor)}
            failed = [name for name, reaction in reactions.items() if reaction is not None and reaction.loss]
            return {"friend": failed[0]} if len(failed) == 1 else {}
        if verb != "attack" or target is None or target not in scene.combatants:
            return {}
        weapon = default_weapon(self, scene, actor, target)
        return {"weapon": weapon} if weapon is not None else {}

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        super().check_actor(resolver, kind, actor)
        if kind.verb in _HEROES_ONLY and resolver.combatant(actor).side != HEROES:
            noun = "heroes" if is_plural(actor, resolver.scene) else "a hero"
            rule = f"{kind.verb} is only for heroes; enemies never roll"
            resolver.objection(f"{resolver.clause(actor, 'is')} not {noun}, and {rule}.")

    def check_now(self, resolver: Resolver, kind: type[Action], actor: str) -> None:
        super().check_now(resolver, kind, actor)
        if kind.verb == "answer" and state_of(resolver.combatant(actor)).thrown is None:
            resolver.objection(f"No throw of {actor} waits for an answer.")
        if kind.cost in get_args(turns.Cost):
            if kind.verb == "react" and resolver.scene.turn.phase != turns.REACTION:
                resolver.objection("A Reaction Roll belongs to a Reaction Turn. Open one: next, or begin reaction.")
            turns.pay(resolver, actor, cast(turns.Cost, kind.cost))

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """Return the reactions of all heroes who have yet to react in one sheet, each with their enemy."""
        up = yet_to_react(scene) if scene.turn.phase == turns.REACTION else ()
        if not up:
            return "react" if scene.turn.phase == turns.REACTION else "attack"
        only = turns.only_enemy_up(scene)
        whom = {hero.name: threat_to(scene, hero.name).by or only for hero in up}
        return GroupAction(
            "react",
            turns.threat_in_words(scene),
            tuple(hero.name for hero in up),
            ("result",),
            hints={name: f"vs {enemy}" for name, enemy in whom.items() if enemy},
            given={hero.name: "pass" for hero in up if turns.is_out_of_reach(scene, hero)},  # total cover needs no roll
        )

    def first_to_act(self, scene: Scene) -> dict[str, str]:
        """Return who threatens in a Reaction Turn without a threat, else by the die; enemies take turns."""
        enemies = [who.name for who in scene.combatants.values() if who.side != HEROES and who.out is None]
        if scene.turn.phase != turns.REACTION or fight_of(scene).threat is not None or not enemies:
            return {}
        name = enemies[scene.turn.round % len(enemies)]
        return {name: f"threat roll by={quote(name)}"}

    def goes_on(self, scene: Scene, name: str) -> bool:
        """Return whether a hero has extra of a Reaction Roll to counter with."""
        return scene.turn.phase == turns.REACTION and scene[name].number("extra") > 0

    def demands(self, scene: Scene, name: str) -> tuple[tuple[str, str], ...]:
        """Return an enemy's attack, and what a hero's dice must show to be safe from it."""
        attack = str(scene[name].fields.get("attack"))
        if scene[name].side == HEROES or attack not in t.DIFFICULTIES:
            return ()
        way = "each attack on them is safe" if turns.is_brawl(scene) else "react"
        return (("attack", f"{attack}: {way} with {rolls.sets_for(attack)} or better"),)

    # Answers to the screen

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Return the open threat of a Reaction Turn, and throws that may still be changed, with what extra buys."""
        throws = (_throw_of(scene, hero) for hero in scene.of_side(HEROES) if hero.out is None)
        return (*_asked_threat(scene), *filter(None, throws))

    def columns(self, side: str) -> tuple[str, ...]:
        return () if side == HEROES else ("defense", "attack")

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        if combatant.side == HEROES:
            return ()
        defense = str(combatant.fields.get("defense", ""))
        return (f"({defense})" if turns.is_brawl(scene) else defense, str(combatant.fields.get("attack", "")))

    def bar(self, scene: Scene, combatant: Combatant) -> Bar | None:
        """Return grit as a bar with a tick at the value left when a hot box is filled."""
        bar, hot = super().bar(scene, combatant), combatant.fields.get("hot")
        if bar is None or not isinstance(hot, list):
            return bar
        return replace(bar, ticks=tuple(bar.max - box for box in hot if box <= bar.max))

    def rows_apart(self, scene: Scene) -> bool:
        return scene.turn.phase != turns.REACTION  # Who must still react depends on who may attack them.

    def action_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        if combatant.side != HEROES or not turns.fight_is_on(scene):
            return ()
        words = (("reaction", "react"),) if scene.turn.phase == turns.REACTION else self.turn_actions
        extra = (Badge("+", "+", kind, "accent") for kind in state_of(combatant).bought)
        return (*(Badge.of_action(short, word in combatant.spent) for word, short in words), *extra)

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        badges, adrenaline = [*super().state_badges(scene, combatant)], combatant.value("adrenaline")
        if combatant.number("extra"):
            badges.append(Badge("+", "+", f"{combatant.number('extra')} extra", "accent"))
        if covering_fire_for(combatant):
            badges.append(Badge("+", "+", "covered", "good"))
        if (journey := state_of(combatant).journey) is not None:
            badges.append(Badge("→", ">", f"{quantity(journey.left, 'turn')} to {journey.target}"))
        hot, grit = combatant.fields.get("hot"), combatant.tracks.get("grit")
        if isinstance(hot, list) and grit:
            still_open = [str(box) for box in hot if box > grit.max - grit.value]
            badges += [Badge("◆", "*", "hot " + "·".join(still_open), "warn")] if still_open else []
        if combatant.side == HEROES:
            counted = (("spotlight", "★"), ("bullets", "☠"))
            more = "".join(f" {sign}{combatant.value(track)}" for track, sign in counted if track in combatant.tracks)
            badges.append(Badge("↯", "^", f"{adrenaline}{more}", "normal"))
        elif adrenaline:
            badges.append(Badge("↯", "^", f"adrenaline {adrenaline}", "warn"))
        return tuple(badges)

    def weapon_badge(self, combatant: Combatant, name: str) -> Badge:
        """Return a weapon with its spare mags, a character each: ▮▮▯ is two of three."""
        weapon = combatant.weapons[name]
        if not needs_mag(weapon):
            return Badge("†", "+", name, "dim")
        mag = str(weapon.get("mag"))
        spare = combatant.spares.get(mag, 0)
        mags = "▮" * spare + "▯" * max(0, most_spares(combatant, mag) - spare)
        if weapon.get("loaded"):
            return Badge("●", "*", f"{name} {mags}", "dim")
        return Badge("○", "o", f"{name} empty {mags}", "warn")

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        weapons = scene.combatants[origin].weapons if origin in scene.combatants else {}
        return tuple(weapons), {
            band: tuple(_dice_in_words(dice_at_band(self, scene, weapon, band)) for weapon in weapons.values())
            for band in self.band_names(scene)
        }

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return a row of the cover pane; the cover of an enemy changes no number."""
        row = super().cover_row(scene, combatant)
        return replace(row, effects=("no dice",)) if combatant.side != HEROES and row.effects else row


def _throw_of(scene: Scene, hero: Combatant) -> Pending | None:
    thrown = state_of(hero).thrown
    if thrown is None:
        return None
    who = quote(hero.name)
    changes = [answer for answer in (AGAIN, ALL_IN, FREE) if not objection_to(thrown, answer)]
    answers = [Answer(change, f"answer {who} {change}", describe(thrown, change), throws=True) for change in changes]
    answers += _spending(scene, hero)
    if not answers:
        return None
    if GAMBLE not in changes and 1 in thrown.faces and not objection_to(thrown, GAMBLE):
        answers.append(Answer(GAMBLE, f"answer {who} {GAMBLE}", f"{thrown.faces.count(1)} grit for the ones"))
    sets_first = sorted(thrown.faces, key=lambda face: (-thrown.faces.count(face), -face))
    text = f"{' '.join(map(str, sets_first))}: {Result(thrown.successes).in_words}"
    odds = " · ".join(in_short(thrown, option) for option in changes)
    keep = Answer(KEEP, f"answer {who} {KEEP}", "the throw stands")
    return Pending(hero.name, f"{text}{f'. Chance of better: {odds}' if odds else ''}", answers=(keep, *answers))


def _spending(scene: Scene, hero: Combatant) -> Iterator[Answer]:
    extra, who = hero.number("extra"), quote(hero.name)
    if not extra:
        return
    if scene.turn.phase == turns.REACTION and not turns.is_brawl(scene):
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


def _asked_threat(scene: Scene) -> tuple[Pending, ...]:
    """Return the open question of the threat; with several enemies the form asks for the enemy."""
    if scene.turn.phase != turns.REACTION or fight_of(scene).threat is not None or not turns.still_to_act(scene):
        return ()
    listed, by = " · ".join(f"{at} {text}" for at, text in LISTED.items()), turns.only_enemy_up(scene)
    words = tuple(
        Answer(word, f"threat {word} by={quote(by)}", text)
        if by
        else Answer(word, "", text, "threat", given={"which": word})
        for word, text in {**LISTED, "roll": "one of them"}.items()
    )
    return (Pending("", f"What do they do? {listed}", ("threat",), answers=words),)


def _dice_in_words(dice: Plain) -> str:
    return (signed(dice) if dice else "0") if isinstance(dice, int) else "×"
