"""The verbs of a game file as command classes: their words, and what each offers."""

from typing import Any, ClassVar, cast

from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.language.acting import FileAction
from tracker.games.language.answering import decided, finish
from tracker.games.language.doing import attack_on
from tracker.games.language.judging import attr
from tracker.games.language.rules import ActionRule, Rules
from tracker.games.language.shape import ActionTable, AskTable
from tracker.games.language.sheet import param_of
from tracker.games.language.throws import ResultParam
from tracker.rules.action import Action, ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.declarations import Context
from tracker.rules.grammar import spaced
from tracker.rules.params import AFOOT, MOST, CombatantParam, CombatantsParam, NumberParam, WeaponParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import dice_in_words
from tracker.rules.view import Deed


class UsableParam(WeaponParam):
    """A weapon carried; those that the action is done with are offered."""

    verb: str = ""

    def complete(self, context: Context) -> tuple[str, ...]:
        known = super().complete(context)
        return tuple(name for name in known if self._fits(name, context)) or known

    def _fits(self, name: str, context: Context) -> bool:
        who, scene, kind = self.carrier(context) or "", context.scene, context.system.actions[self.verb]
        return who not in scene.combatants or kind.goes_with(context.system.silent(scene), who, name)


class LoreParam(UsableParam):
    """A weapon carried that the action is done with, or anything of the game's lore."""

    hint: str = "a name"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Parse the full name; a beginning of one name alone comes before words inside others."""
        wanted = text.strip().casefold()
        begun = [name for name in self._known(context) if wanted and name.casefold().startswith(wanted)]
        return begun[0] if len(begun) == 1 else super().read(text, context, alias)

    def complete(self, context: Context) -> tuple[str, ...]:
        carried = (name for name in super()._known(context) if self._fits(name, context))
        return tuple(dict.fromkeys((*carried, *context.system.lore)))

    def _known(self, context: Context) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*super()._known(context), *context.system.lore)))


class EachParam(NumberParam):
    """A number, or one for each of several targets: ``7,-,4``; a dash leaves it to the dice."""

    hint: str = "a number, or 7,-,4: one for each"

    def read(self, text: str, context: Context, alias: str = "") -> Any:
        each = [part.strip() for part in text.split(",")]
        known = tuple(None if part == "-" else super(EachParam, self).read(part, context) for part in each)
        return known if known[1:] else super().read(text, context)

    def for_each(self, text: str) -> tuple[str, ...]:
        return (text,)  # The list is of one actor's targets.

    def write(self, value: Any) -> str:
        return ",".join("-" if one is None else str(one) for one in (value if isinstance(value, tuple) else (value,)))


class OfferedParam(NumberParam):
    """A number, of which some are offered: those that go with the weapon now, once that is known."""

    offered: tuple[str, ...] = ()
    verb: str = ""
    way: str = ""

    def complete(self, context: Context) -> tuple[str, ...]:
        actor, weapon = map(context.values.get, ("actor", "weapon"))
        if not (actor and weapon):
            return self.offered
        suits, asking = context.system.actions[self.verb].suits, context.system.silent(context.scene)
        return tuple(one for one in self.offered if suits(asking, actor, weapon, {self.way: int(one)}))


class _RuleOf:
    """The rule of a verb as an attribute of its class, which takes its place when it is first needed."""

    def __init__(self, rules: Rules, verb: str) -> None:
        self._rules, self._verb = rules, verb

    def __get__(self, action: object, kind: type[object]) -> ActionRule:
        rule = self._rules.actions[self._verb]
        cast(Any, kind).rule = rule
        return rule


def action_class(rules: Rules, table: ActionTable, result_help: str) -> type[FileAction]:
    """Build the command class of one verb."""
    body: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": table.help or table.verb,
        "verb": table.verb,
        "in_words": table.in_words or spaced(table.verb),
        "help": table.help or table.verb,
        "cost": table.cost if table.cost in rules.table.turn.acts else "",
        "source": rules.table.source,
        "rule": _RuleOf(rules, table.verb),
        "rules": rules,
        "lore": table.lore,
        "ways": tuple(attr(name) for name in table.choose),
        "after_result": tuple(attr(name) for name in table.after),
        "refused_when": tuple(refusal.say.rstrip(".") for refusal in table.refuse if "{" not in refusal.say),
    }
    if table.lore:
        body["weapon"] = argument(LoreParam(verb=table.verb), "with what", required=True)
    if table.target:
        several = CombatantsParam(listed=table.apart, afoot=lambda known: not _helps(table.verb, known))
        body["target"] = argument(several if table.many else CombatantParam(), "whom")
    if table.throw is not None:
        names = tuple(item.name for item in table.outcome)
        of_result = ResultParam(
            *(result_help, table.says, names, table.many and table.apart),
            lambda known: cast("type[FileAction]", known.system.actions[table.verb]).outcomes(known),
        )
        body["result"] = result(of_result) if table.throw_if is None else result(of_result, required=False)
    else:
        body["check"] = Action.check
    for ask in sorted(table.ask, key=lambda item: (not item.place, item.name not in table.after)):
        each = table.apart and ask.kind == "number" and ask.name in table.after
        body[attr(ask.name)] = option(EachParam(-MOST, MOST), ask.help) if each else _asked(ask, table.verb)
    if table.weapon and not table.lore:
        body["weapon"] = option(UsableParam(verb=table.verb), "with what; if left out, one that is ready and reaches")
    for mode in table.modes:
        text = table.modes[mode]
        how = "with" if text[:1] in "+-" else "as"
        body[attr(mode)] = flag(f"thrown {how} {dice_in_words(text.replace(':', ' '))}", AFOOT)
    if any(table.verb in other.waits_for for other in rules.table.action):
        body["against"] = option(CombatantParam(), "whose attack; the latest if left out")
    if table.by:
        body["by"] = option(CombatantParam(), "whose deed it is; the actor's if left out")
    if table.waits_for:
        body["now"] = flag("without waiting for an answer")
    body["__annotations__"] = {name: Any for name in body if type(body[name]).__name__ == "Parameter"}
    base = cast(Any, type(FileAction))
    return cast("type[FileAction]", base(table.verb.title().replace("-", ""), (FileAction,), body))


def _helps(verb: str, known: Context) -> bool:
    kind, asking = cast("type[FileAction]", known.system.actions[verb]), known.system.silent(known.scene)
    return kind.helped(asking, str(known.values.get("actor", "")), known.values.get("weapon", "")) is not None


def _asked(ask: AskTable, verb: str) -> Any:
    help_, kind = ask.help or ask.name, param_of(ask.kind, ask.choices, 200)
    if ask.kind == "flag":
        return flag(help_)
    if ask.choices and ask.kind == "number":
        kind = OfferedParam(-MOST, MOST, offered=tuple(ask.choices), verb=verb, way=attr(ask.name))
    if ask.place:
        return argument(kind, help_, required=ask.needed, rest=ask.kind == "text")
    return option(kind, help_, required=ask.needed)


def verb_of(base: type[Action], **parts: Any) -> type[Action]:
    """Build a verb of one game from a class, to which it adds these attributes."""
    body = {"__module__": base.__module__, "__doc__": base.__doc__, "verb": base.verb, "__annotations__": {}, **parts}
    return cast("type[Action]", cast(Any, type(base))(base.__name__, (base,), body))


class Take(ActorAction):
    """Takes the waiting attack without answering it."""

    verb = "take"
    rules: ClassVar[Rules]

    against: str | None = option(CombatantParam(), "whose attack")

    def resolve(self, resolver: Resolver) -> None:
        attack = attack_on(resolver, self.rules, self.actor, self.against, "take")
        resolver.check_objections()
        if attack is not None:
            finish(resolver, self.rules, attack, {}, "")

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        """Return the attack that was taken."""
        attack = attack_on(resolver, self.rules, self.actor, self.against, "take")
        return decided(resolver, self.rules, attack, {}, (), why) if attack is not None else None
