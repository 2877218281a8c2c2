"""What one does in a turn besides attacking."""

from __future__ import annotations

from typing import Final

from tracker.games.gen6 import tables as t
from tracker.games.gen6.sheet import COST, WHAT, YARDS
from tracker.games.gen6.throw import Tested, Thrown, ThrownWord, throw_test
from tracker.games.gen6.turns import MAJOR, MAJORS, MINOR, act, held_by, in_yards, keep_up, too_far
from tracker.games.gen6.words import PosturesWord
from tracker.rules.action import ActorAction
from tracker.rules.command import RESULT, argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, TextParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Defend(ActorAction):
    """+2 defense to the start of the own next turn."""

    cost = MAJOR
    source = "Gen6 S: defend"
    refused_when = ("after guard in the same round",)

    prepared: bool = flag("as prepared before")

    def resolve(self, resolver: Resolver) -> None:
        """Mark it."""
        act(resolver, self.actor, self.verb, MAJOR, self.prepared)
        resolver.mark(self.actor, "defend", until="start", of=self.actor)
        resolver.say(f"{self.actor} defends: +{t.DEFEND} defense until the own next turn.")


class Run(ActorAction):
    """Up to twice the speed, and nothing after it; a chase asks for it every turn."""

    cost = MAJOR
    source = "Gen6 S: run/chase"
    refused_when = ("prone", "more yards than twice the speed")

    yards: int = argument(YARDS, "how far", required=True)
    mount: bool = flag("urges a mount on, the same way")
    chase: bool = flag("in a chase")
    prepared: bool = flag("as prepared before")

    def resolve(self, resolver: Resolver) -> None:
        """Go."""
        far = resolver.combatant(self.actor).number("speed") * t.RUN_SPEEDS
        too_far(resolver, self.actor, self.yards, far, f"A run goes {t.RUN_SPEEDS} times the speed")
        act(resolver, self.actor, self.verb, MAJOR, self.prepared)
        resolver.set_field(self.actor, "chasing", self.chase or None)
        how = f"{' on a mount' if self.mount else ''}{' in the chase' if self.chase else ''}"
        resolver.say(f"{self.actor} runs {in_yards(self.yards)}{how}.")


class Aim(ActorAction):
    """+1 if the next action is an attack."""

    cost = MINOR
    source = "Gen6 S: aim"

    def resolve(self, resolver: Resolver) -> None:
        """Mark it."""
        act(resolver, self.actor, self.verb, MINOR)
        resolver.mark(self.actor, "aim")
        resolver.say(f"{self.actor} aims: +{t.AIM} if an attack comes next.")


class Guard(ActorAction):
    """1 or 2 more defense, as much less on own tests, to the end of the round."""

    cost = MINOR
    source = "Gen6 S: guard up"
    refused_when = ("after a major action", "more than 2")

    amount: int = argument(NumberParam(t.GUARDS[0], 100), "1 or 2", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Mark it for this round."""
        if self.amount not in t.GUARDS:
            resolver.objection(f"Guard is {t.GUARDS[0]} or {t.GUARDS[-1]}, not {self.amount}.")
        act(resolver, self.actor, self.verb, MINOR)
        resolver.mark(self.actor, "guard", self.amount, rounds=1)
        resolver.say(f"{self.actor} is on guard: +{self.amount} defense, −{self.amount} on own tests this round.")


class Move(ActorAction):
    """Up to the speed; prone, stand, mount, climb take half of it each."""

    cost = MINOR
    source = "Gen6 S: move"
    refused_when = ("more yards than the speed has left",)

    yards: int = argument(YARDS, "how far", required=True)
    with_: tuple[str, ...] | None = option(PosturesWord(), "combined with")

    def resolve(self, resolver: Resolver) -> None:
        """Go, and change posture."""
        speed, postures = resolver.combatant(self.actor).number("speed"), self.with_ or ()
        left = speed - len(postures) * (speed // t.POSTURE_SHARE)
        if left < 0:
            resolver.objection(f"One move of {self.actor} cannot be combined with so much.")
        too_far(resolver, self.actor, self.yards, left, "A move goes the speed, less half of it for each posture")
        act(resolver, self.actor, self.verb, MINOR)
        for each in postures:
            if each == "stand":
                resolver.unmark(self.actor, "prone")
            elif each != "climb":
                resolver.mark(self.actor, {"prone": "prone", "mount": "mounted"}[each])
        resolver.say(f"{self.actor} moves {in_yards(self.yards)}{' and: ' if postures else ''}{', '.join(postures)}.")


TO_PREPARE: Final = TextParam("what", 200, (*MAJORS, "power", "reload"))


class Prepare(ActorAction):
    """Puts a major action off: it counts as used, and trigger does it at any time."""

    cost = f"{MINOR}+{MAJOR}"
    source = "Gen6 S: prepare"
    refused_when = ("defend after guard",)

    action: str = argument(TO_PREPARE, "which, and when: attack whoever opens the door", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Mark it until the own next turn."""
        first, _, rest = self.action.strip().partition(" ")
        known = ChoiceParam(TO_PREPARE.begins, "major action to prepare")
        held = f"{known.read(first, Context(resolver.system, resolver.scene))} {rest}".strip()
        if held.startswith(Defend.verb):
            resolver.system.check(resolver, Defend, self.actor)
        act(resolver, self.actor, self.verb, MINOR)
        act(resolver, self.actor, self.verb, MAJOR)
        resolver.mark(self.actor, "prepared", until="start", of=self.actor)
        resolver.set_field(self.actor, "held", held)
        resolver.say(f"{self.actor} prepares: {held}.")


class Trigger(ActorAction):
    """Interrupts with what was prepared; an attack is typed as attack ... prepared."""

    source = "Gen6 S: prepare"
    refused_when = ("nothing was prepared",)

    def resolve(self, resolver: Resolver) -> None:
        """Do it, or say how it is typed."""
        word, held = held_by(resolver, self.actor)
        if word == Defend.verb:
            Defend(actor=self.actor, prepared=True).resolve(resolver)
            return
        if word in MAJORS:
            resolver.note(f"Type it as {word} {self.actor} ... prepared.")
        else:
            act(resolver, self.actor, word, MAJOR, prepared=True)
        resolver.say(f"{self.actor} interrupts{f': {held}' if held else ''}.")


class Activate(ActorAction):
    """Begins to use an ability or item; a weapon built in attacks by attack."""

    cost = MINOR
    source = "Gen6 S: activate"

    what: str = argument(WHAT, "what", required=True, rest=True)
    ongoing: bool = flag("kept up; ends at 0 health")

    def resolve(self, resolver: Resolver) -> None:
        """Use it."""
        act(resolver, self.actor, self.verb, MINOR)
        if resolver.combatant(self.actor).weapons.get(self.what, {}).get("integrated"):
            resolver.note(f"An attack with weapon={self.what} is its activation: it costs the minor action itself.")
        kept = keep_up(resolver, self.actor, self.what) if self.ongoing else ""
        resolver.say(f"{self.actor} activates {self.what}{kept}.")


class Power(Tested):
    """A power: a major, minor or free action as it says, with a test where it asks one."""

    cost = "major/minor/free"
    source = "Gen6 S: use a power"

    actor: str = argument(CombatantParam(), "who", required=True)
    what: str = argument(WHAT, "which", required=True, rest=True)
    cost_: str | None = option(COST, "what it costs; a major action if nothing says so")
    result: Thrown | None = option(ThrownWord(), "of the test it asks", aliases=RESULT)
    on: str | None = option(CombatantParam(), "on whom")
    ongoing: bool = flag("kept up; ends at 0 health")

    def price(self, resolver: Resolver) -> str:
        """What it costs: said, else major."""
        return self.cost_ or MAJOR

    def resolve(self, resolver: Resolver) -> None:
        """Pay, and throw where there is a test."""
        price = self.price(resolver)
        act(resolver, self.actor, self.verb, price)
        kept = keep_up(resolver, self.actor, self.what) if self.ongoing else ""
        resolver.say(f"{self.actor}: {self.verb} {self.what}{f' on {self.on}' if self.on else ''}{kept} ({price}).")
        if self.result is not None:
            resolver.say(f"{throw_test(resolver, self, self.actor, None).said}.")


class Reload(Power):
    """Reloads a weapon, at the cost the weapon says."""

    source = "Gen6 S: reload"

    def price(self, resolver: Resolver) -> str:
        """What it costs: said, the weapon's, else major."""
        carried = resolver.combatant(self.actor).weapons
        fields = next((each for name, each in carried.items() if name.casefold() == self.what.casefold()), {})
        return self.cost_ or str(fields.get("reload") or MAJOR)


class Courage(ActorAction):
    """+3 on the next roll, in the name of one of the own values."""

    source = "Gen6 S: courage"
    refused_when = ("no point left", "no value named", "one waits for a roll already")

    asks = ("value",)

    value: str | None = option(TextParam("a value", 200), "which value; one is needed")

    def resolve(self, resolver: Resolver) -> None:
        """Take the point."""
        one = resolver.combatant(self.actor)
        values = one.fields.get("values")
        if not self.value:
            resolver.objection(f"Courage is spent in the name of a value: courage {quote(self.actor)} value=TEXT.")
        elif not isinstance(values, list) or self.value.casefold() not in [str(each).casefold() for each in values]:
            resolver.note(f"“{self.value}” is not among the values of {self.actor}.")
        if not resolver.ruled:
            resolver.set_track(self.actor, "courage", one.value("courage") - 1)
        resolver.mark(self.actor, "courage")
        resolver.say(
            f"{self.actor} takes courage: +{t.COURAGE} on the next roll{f' ({self.value})' if self.value else ''}."
        )
