"""The GM's verbs for the fight, and what it gives: threats, the roulette, spendable points, rest."""

from typing import Any, Final

from tracker.combat.scene import HEROES, Combatant, Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.reaction import React
from tracker.games.outgunned.harm import die_or_throw, face_roulette
from tracker.games.outgunned.result import Result
from tracker.games.outgunned.state import EnemyAction, fight_of, set_fight
from tracker.games.outgunned.turns import ACTION, BRAWL, CLOCK, REACTION, fight_is_on, is_brawl
from tracker.games.outgunned.words import SPOTLIGHT, ChangeParam
from tracker.rules import params
from tracker.rules.action import Action, ActorAction, ByHand, OddsOf
from tracker.rules.command import argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import arrow, join_names, quantity, quote, spaced
from tracker.rules.resolver import Resolver

LISTED: Final = {str(at): text for at, (text, _) in enumerate(t.THREATS, 1)}  # the threats by their numbers
_ASKS: Final = f"roll, your own words, or {', '.join(f'{at} {text}' for at, text in LISTED.items())}"


class Begin(ByHand):
    """Opens the fight with an Action or a Reaction Turn."""

    source = "S"
    refused_when = ("the fight is on", "reaction in a brawl")

    turn: str = argument(params.ChoiceParam((ACTION, REACTION), "turn"), "which turn comes first", required=True)

    def resolve(self, resolver: Resolver) -> None:
        if fight_is_on(resolver.scene):
            resolver.objection("The fight is running already; next goes on, end closes it.")
        if self.turn == REACTION and is_brawl(resolver.scene):
            resolver.objection("A brawl has no Reaction Turns. Go back to combat: mode combat.")
        CLOCK.open(resolver, self.turn)
        resolver.say(CLOCK.sentences(resolver.scene)[0])


class Mode(ByHand):
    """Combat or brawl; in a running fight it applies from the next turn."""

    source = "S"

    mode: str = argument(params.ChoiceParam(("combat", BRAWL), "mode"), "which rules", required=True)

    def resolve(self, resolver: Resolver) -> None:
        later = fight_is_on(resolver.scene)
        if later:
            set_fight(resolver, next_mode=self.mode)
        else:
            set_fight(resolver, mode=self.mode, next_mode=None)
        resolver.say(f"{self.mode.title()} rules from {'the next turn' if later else 'now'} on.")


class _HeroParam(params.CombatantParam):
    """A hero; anybody may be typed."""

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(name for name in super().complete(context) if context.scene[name].side == HEROES)


def yet_to_react(scene: Scene) -> list[Combatant]:
    """Return the heroes who are up and have made no Reaction Roll in this turn."""
    return [hero for hero in scene.of_side(HEROES) if hero.out is None and REACTION not in hero.spent]


class Threat(ByHand):
    """The enemies' action in this Reaction Turn: 1 to 6, roll, or any text."""

    source = "S"
    refused_when = ("in a brawl",)
    asks = ("by",)

    which: str = argument(
        params.TextParam("1..6, roll or text", begins=(*LISTED, "roll")), _ASKS, required=True, rest=True
    )
    by: str | None = option(params.FoeParam(), "which enemy")
    for_: str | None = option(_HeroParam(), "a different reaction for one hero")

    @property
    def told(self) -> str:
        return f"{self.asked[0]}{f' for {self.for_}' if self.for_ else ''}"

    @property
    def asked(self) -> tuple[str, str | None]:
        """Return what they do in words, and the pool to react with; raises InvalidCommand for a number not listed."""
        said, known = self.which.strip(), {*t.ATTRIBUTES, *t.SKILLS}
        if not said.isdecimal():
            words = (word.strip(".,!?") for word in said.casefold().split())
            return said, next((word for word in words if "+" in word and known.issuperset(word.split("+"))), None)
        if said not in LISTED:
            raise InvalidCommand(f"The list of threats goes from 1 to {len(LISTED)}; your own words are fine too.")
        return t.THREATS[int(said) - 1]

    @classmethod
    def offered(cls, resolver: Resolver, actor: str, odds: OddsOf) -> "tuple[Threat, ...]":
        """Return each listed threat for an enemy in a Reaction Turn, to all and to each hero of several."""
        theirs = resolver.scene.turn.phase == REACTION and resolver.combatant(actor).side != HEROES
        heroes = [hero.name for hero in yet_to_react(resolver.scene)]
        whom = (None, *(heroes if len(heroes) > 1 else ())) if theirs else ()
        return tuple(cls(which=which, by=actor, for_=hero) for hero in whom for which in LISTED)

    def acts(self, scene: Scene) -> tuple[Action, ...]:
        """Return the Reaction Rolls of all who have yet to react; somebody's own threat is completed by this one."""
        roll, pool, own = Result(roll=True), self.asked[1], fight_of(scene).threat_for if self.for_ is None else {}
        heroes = (hero for hero in yet_to_react(scene) if self.for_ in (None, hero.name))
        threats = ((hero.name, own.get(hero.name) or EnemyAction()) for hero in heroes)
        return tuple(React(actor=to, vs=it.by or self.by, pool=it.pool or pool, result=roll) for to, it in threats)

    def resolve(self, resolver: Resolver) -> None:
        if is_brawl(resolver.scene):
            resolver.objection("A brawl has no Reaction Turns. Go back to combat: mode combat.")
        thrown = self
        if self.which.strip().casefold() == "roll":
            thrown = self.copy_with(which=str(resolver.throw(1, len(t.THREATS), "threat")[0]))
            resolver.record_as(which=thrown.which)
        text, pool = thrown.asked
        threat = EnemyAction(text, pool, self.by)
        if self.for_ is None:
            set_fight(resolver, threat=threat)
        else:
            set_fight(resolver, threat_for={**fight_of(resolver.scene).threat_for, self.for_: threat})
        whom = f" for {self.for_}" if self.for_ else ""
        rolled = f": react with {spaced(pool)}" if pool and pool not in text.casefold() else ""
        what = f"{self.by}{',' if rolled else ':'} {text}" if self.by else text[:1].upper() + text[1:]
        resolver.say(f"{what}{whom}{rolled}.")


class Roulette(ActorAction):
    """Throws a die against the lethal bullets: a higher face survives, else left for dead."""

    source = "G"
    refused_when = ("grit above 0",)

    die: int | None = option(params.NumberParam(1, t.SIDES_OF_DIE), "the die; thrown if left out")

    def resolve(self, resolver: Resolver) -> None:
        grit = resolver.combatant(self.actor).value("grit")
        if grit > 0:
            resolver.objection(f"{resolver.clause(self.actor, 'has')} {grit} grit; the roulette is for a loss at 0.")
        resolver.check_objections()
        die = die_or_throw(resolver, self.die)
        resolver.record_as(die=die)
        prompts = (prompt for prompt in resolver.scene.prompts if prompt.name == self.actor)
        asked = next((prompt.id for prompt in prompts if prompt.kind == "roulette"), 0)
        if asked:
            resolver.close_prompt(asked, str(die))
        face_roulette(resolver, self.actor, die, asked)


def _conditions(context: Context) -> tuple[str, ...]:
    return tuple(condition.name for condition in context.actor.conditions) if context.actor else ()


class FriendParam(params.CombatantParam):
    """One of the other heroes who are out, since only they can be saved."""

    def complete(self, context: Context) -> tuple[str, ...]:
        heroes = context.scene.of_side(HEROES)
        return tuple(hero.name for hero in heroes if hero.out is not None and hero is not context.actor)


class Spotlight(ActorAction):
    """Spends a spotlight: saves a friend, clears a condition, or pays an extreme."""

    verb = SPOTLIGHT
    cost = SPOTLIGHT
    source = "G"
    refused_when = ("none left", "save= a friend who is up")
    asks = ("save", "clear", "extreme")

    save: str | None = option(FriendParam(), "a friend who is left for dead")
    clear: str | None = option(params.ChoiceParam(_conditions, "condition they have"), "a condition of their own")
    extreme: bool = flag("only pays; type the result as e")

    def resolve(self, resolver: Resolver) -> None:
        if [self.save is not None, self.clear is not None, self.extreme].count(True) != 1:
            raise InvalidCommand("Say one of save=FRIEND, clear=CONDITION or extreme.")
        have = resolver.combatant(self.actor).value(SPOTLIGHT)
        if have < 1:
            way = f"adrenaline {quote(self.actor)} spotlight"
            none = f"{resolver.clause(self.actor, 'has')} no spotlight left"
            resolver.objection(f"{none}. Turn six adrenaline into one: {way}.")
        elif not resolver.free:
            resolver.set_track(self.actor, SPOTLIGHT, have - 1)
        if self.save is not None:
            self._save(resolver, self.save)
        elif self.clear is not None:
            resolver.unmark(self.actor, self.clear)
            resolver.say(f"{resolver.clause(self.actor, 'is')} no longer {spaced(self.clear)}.")
        else:
            resolver.say(f"{resolver.clause(self.actor, 'takes')} the spotlight for an extreme success.")

    def _save(self, resolver: Resolver, friend: str) -> None:
        saved = resolver.combatant(friend)
        if saved.side != HEROES:
            raise InvalidCommand(
                f"A spotlight saves only heroes, and {friend} is not one. Bring them back: back {quote(friend)}."
            )
        if saved.out is None:
            resolver.objection(f"{resolver.clause(friend, 'is')} up; a spotlight saves somebody who is out.")
        resolver.set_out(friend, None)
        resolver.set_track(friend, "grit", 0)
        resolver.set_track(friend, "bullets", saved.value("bullets") + 1, t.BULLETS[1])
        bullets = resolver.combatant(friend).value("bullets")
        resolver.say(f"{self.actor} saves {friend}: back at 0 grit, bullets {bullets}.")


class Adrenaline(ActorAction):
    """Gains or spends adrenaline; spotlight turns six into one."""

    by_hand = True
    source = "G"
    refused_when = ("more than there is", "spotlight for one who has three")

    change: Any = argument(ChangeParam(), "how much", required=True)

    def resolve(self, resolver: Resolver) -> None:
        actor, lights = resolver.combatant(self.actor), resolver.combatant(self.actor).value(SPOTLIGHT)
        have, most = actor.value("adrenaline"), t.ADRENALINE[1]
        change = -most if self.change == SPOTLIGHT else self.change
        if have + change < 0:
            resolver.objection(f"{resolver.clause(self.actor, 'has')} {have} adrenaline, not {-change}.")
        if not (resolver.free and change < 0):
            resolver.set_track(self.actor, "adrenaline", have + change, most)
        now = f"{self.actor}: adrenaline {arrow(have, resolver.combatant(self.actor).value('adrenaline'))}"
        if self.change == SPOTLIGHT:
            if SPOTLIGHT not in actor.tracks:
                raise InvalidCommand(
                    f"{self.actor} is not a hero and has no spotlight. Spend some: adrenaline {quote(self.actor)} -1."
                )
            if lights >= t.SPOTLIGHT[1]:
                has = resolver.clause(self.actor, "has")
                resolver.objection(f"{has} {quantity(lights, 'spotlight')} already, the most there is.")
            resolver.set_track(self.actor, SPOTLIGHT, lights + 1)
            now += f", spotlight {arrow(lights, resolver.combatant(self.actor).value(SPOTLIGHT))}"
        resolver.say(f"{now}.")


class Rest(ByHand):
    """Gives a hero all grit back; rest all gives it to everybody."""

    source = "G"

    actor: params.NameList = argument(params.CombatantsParam(), "who, or all", required=True)

    def resolve(self, resolver: Resolver) -> None:
        names = list(self.actor)
        if self.actor.text == "all":
            names = [hero.name for hero in resolver.scene.of_side(HEROES) if hero.out is None]
        for name in names:
            resolver.set_track(name, "grit", resolver.combatant(name).tracks["grit"].max)
        resolver.say(f"{join_names(names, resolver.scene) or 'Nobody'}: all grit back.")
