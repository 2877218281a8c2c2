"""Titles, encounters, turns by hand, throws for anything, answers to open questions, settings."""

from contextlib import suppress

from tracker.combat.events import EncounterBegan, OrderBecame, SettingBecame, TitleBecame
from tracker.combat.expressions import BadDice, parse
from tracker.combat.records import Reason, lasting
from tracker.combat.scene import HEROES, Scene
from tracker.rules import reminders
from tracker.rules.action import ByHand
from tracker.rules.command import argument, open_fields, option
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand, suggestion
from tracker.rules.matching import match, meant
from tracker.rules.newcomers import OF_THE_FIGHT, answer, drop, set_out
from tracker.rules.params import FACES, CombatantParam, DiceParam, NumberParam, TextParam
from tracker.rules.resolver import SKIP, Resolver
from tracker.rules.turns import end_fight, full_order, go_on
from tracker.rules.verbs.combatants import WordParam
from tracker.rules.view import Deed


class Title(ByHand):
    """Names the session."""

    title: str = argument(TextParam("text", 200), "the name", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        resolver.emit(TitleBecame(self.title))
        resolver.say(f"This is “{self.title}”.")


class Encounter(ByHand):
    """Begins a new fight: heroes stay, the rest leaves; an encounter prepared under this title joins."""

    title: str | None = argument(WordParam("text", 200, of="encounter"), "the fight's name", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Remove everybody except the heroes, and set out the prepared encounter; raises InvalidCommand."""
        number = resolver.scene.encounter.removeprefix("Encounter ")
        title = self.title or f"Encounter {int(number) + 1 if number.isdecimal() else 2}"
        if options := [word for word in title.split() if word.startswith(("as=", "count=", "side=", "from="))]:
            option = options[0].partition("=")[0]
            raise InvalidCommand(f"encounter takes only a title; bring its people one by one for {option}=.")
        prepared = resolver.prepared(title)
        stay = tuple(hero.name for hero in resolver.scene.of_side(HEROES))
        resolver.system.on_gone(resolver, [name for name in resolver.scene.combatants if name not in stay])
        title = prepared.title if prepared else title
        resolver.record_as(title=title)
        resolver.emit(EncounterBegan(title, stay, resolver.system.default_band, lasting(resolver.scene)))
        resolver.system.on_encounter(resolver)
        resolver.say(f"A new fight: {title}.")
        if stay:
            resolver.say(f"{resolver.clause(stay, 'stays')}.")
        if prepared:
            set_out(resolver, prepared)


class Roll(ByHand):
    """Throws dice for anything: 3d6+2, 4d6kh3, 2d6!, 6d10>=6, 4dF."""

    expression: str = argument(DiceParam("dice"), "the dice", required=True)
    what: str | None = argument(TextParam(), "what for", rest=True)
    dice: tuple[int, ...] | None = option(FACES, "the faces on the table")

    def resolve(self, resolver: Resolver) -> None:
        """Throw them; raises InvalidCommand for dice of several words."""
        with suppress(BadDice):
            # A text that only goes on with the dice, as in 3d6 + 2, would be left out of the total.
            parse(f"{self.expression} {self.what}")
            whole = f"{self.expression}{''.join((self.what or '').split())}"
            raise InvalidCommand(f"Dice are one word, without blanks: roll {whole}.")
        expression = parse(self.expression)
        rolled = resolver.roll(expression, self.dice, "roll")
        resolver.because("total", self.expression, rolled.total)
        shown = " ".join(map(str, expression.shown(rolled.faces))).replace("-", "−")
        what = f"{self.what[:1].upper()}{self.what[1:]}: " if self.what else ""
        resolver.say(f"{what}{self.expression} gives {rolled.total} ({shown}).")


class AnswerParam(ParamType):
    """An answer to the prompt named before it: a choice by its beginning, the result of its throw, or skip."""

    hint: str = "the answer"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        prompt = context.scene.prompt(context.values.get("number") or 0)
        if prompt is None or (reminders.THROW in prompt.choices and text.removeprefix("-").isdecimal()):
            return text
        if prompt.kind in (*OF_THE_FIGHT, reminders.TURN):
            return meant(text, prompt.choices) or match(text, (*prompt.choices, SKIP), "answer here")
        return context.system.read_answer(prompt, text, context)

    def complete(self, context: Context) -> tuple[str, ...]:
        prompt = context.scene.prompt(context.values.get("number") or 0)
        return (*context.system.refresh_prompt(context.scene, prompt).choices, SKIP) if prompt else ()


class Decide(ByHand):
    """Answers an open question; skip drops it."""

    number: int = argument(NumberParam(1), "which question", required=True)
    choice: str = argument(AnswerParam(), "the answer", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        prompt = resolver.scene.prompt(self.number)
        if prompt is None:
            open_ = ", ".join(str(prompt.id) for prompt in resolver.scene.prompts) or "none"
            raise InvalidCommand(f"Question {self.number} is not open. Open questions: {open_}.")
        if self.choice == SKIP and prompt.kind not in OF_THE_FIGHT:
            resolver.drop((prompt,))
            return
        resolver.close_prompt(prompt.id, self.choice)
        if prompt.kind in OF_THE_FIGHT:
            (drop if self.choice == SKIP else answer)(resolver, prompt)
        elif prompt.kind == reminders.TURN:
            reminders.answer(resolver, prompt, self.choice)
        else:
            resolver.system.decide(resolver, prompt, self.choice)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        prompt = resolver.scene.prompt(self.number)
        if prompt is None or self.choice == SKIP:
            return None
        return resolver.system.answer_deed(resolver, prompt, self.choice, after, why)


class Settings(ByHand):
    """The game's settings; name=value changes one, name=default takes it back."""

    values: tuple[tuple[str, str], ...] = open_fields("a setting")

    def resolve(self, resolver: Resolver) -> None:
        if not self.values:
            raise InvalidCommand("settings alone shows the settings; in a line with others it needs a name=value.")
        known = {setting.name: setting for setting in resolver.system.settings}
        context, changed = Context(resolver.system, resolver.scene), list[str]()
        for name, text in self.values:
            if name not in known:
                near = suggestion(name, tuple(known))
                raise InvalidCommand(f"“{name}” is not a setting of {resolver.system.title}.{near}")
            setting = known[name]
            try:
                value = None if text == "default" else setting.type.read(text, context)
            except InvalidCommand as bad:
                raise InvalidCommand(f"{name}: {bad}") from None
            was = resolver.setting(name)
            resolver.emit(SettingBecame(name, list(value) if isinstance(value, tuple) else value, was))
            old, new = setting.write(was), setting.write(resolver.setting(name))
            changed.append(f"{name} {old} → {new}" if old != new else f"{name} still {new}")
        resolver.system.on_settings_changed(resolver, [name for name, _ in self.values])
        resolver.say(f"Settings: {', '.join(changed)}.")


class Next(ByHand):
    """The next turn, phase or actor."""

    def resolve(self, resolver: Resolver) -> None:
        if resolver.scene.is_over:
            opening, way = resolver.system.opens_fight, resolver.system.resting(resolver.scene)
            again = f"encounter TITLE, or {opening}" if opening else "encounter TITLE"
            rest = f" To rest: {way}." if way else ""
            resolver.objection(f"The fight is over. The next one: {again}.{rest}")
            go_on(resolver)
        resolver.system.clock.advance(resolver)


class End(ByHand):
    """Ends the fight, for whatever reason; undo takes it back, encounter begins the next one."""

    why: str | None = argument(TextParam("text", 200), "how it ended", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        if resolver.scene.is_over and self.why is None:
            raise InvalidCommand("The fight is already over.")
        end_fight(resolver, self.why)


class Active(ByHand):
    """Gives somebody the turn now."""

    name: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        go_on(resolver)
        resolver.system.clock.give(resolver, self.name)
        resolver.say(f"It is {resolver.whose(self.name)} turn.")


class Before(ByHand):
    """Moves somebody right before another in the order."""

    name: str = argument(CombatantParam(), "who", required=True)
    other: str = argument(CombatantParam(), "before whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        if self.name == self.other:
            raise InvalidCommand("Nobody comes before themselves; name two combatants.")
        order = [name for name in full_order(resolver.scene) if name != self.name]
        order.insert(order.index(self.other), self.name)
        resolver.emit(OrderBecame(tuple(order)))
        resolver.system.clock.moved(resolver, self.name)
        resolver.say(f"{resolver.clause(self.name, 'comes')} before {self.other}.")


class Delay(ByHand):
    """Waits: last in the order, and the turn passes on."""

    name: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Put them last; if it was their turn, it passes to the next."""
        order = full_order(resolver.scene)
        later = order[order.index(self.name) + 1 :]
        resolver.emit(OrderBecame((*(name for name in order if name != self.name), self.name)))
        resolver.system.clock.moved(resolver, self.name)
        if resolver.scene.turn.name == self.name:
            next_up = next((name for name in later if resolver.system.clock.takes_turn(resolver.scene, name)), None)
            if next_up is not None:
                resolver.system.clock.give(resolver, next_up)
        resolver.say(f"{resolver.clause(self.name, 'waits')}.")
