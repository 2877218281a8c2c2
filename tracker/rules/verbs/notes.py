"""What the game master writes down: lines of the log, notes on combatants, counters of their own."""

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import CounterBecame, NotesBecame
from tracker.combat.scene import Counter
from tracker.rules.action import ByHand
from tracker.rules.command import argument, option
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand, MeansAnother
from tracker.rules.grammar import ended, how_often, join_names
from tracker.rules.params import MOST, ChoiceParam, CombatantsParam, NameList, NumberParam, TextParam, number, read_name
from tracker.rules.reminders import END, START, Reminder, asked_of, forget, remember
from tracker.rules.resolver import Resolver
from tracker.rules.turns import EACH, counter_text

OFF: Final = "off"  # the word that takes a counter away


class Note(ByHand):
    """Writes a line into the log; with @NAME it stays with a combatant, and @NAME alone takes their notes away."""

    about: NameList | None = argument(CombatantsParam("@"), "who it stays with")
    text: str | None = argument(TextParam(), "the line", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        if self.about is None:
            if not self.text:
                raise InvalidCommand("Write what to note: note TEXT, or note @NAME TEXT.")
            resolver.say(self.text)
        elif self.text:
            for name in self.about:
                resolver.emit(NotesBecame((name,), (*resolver.combatant(name).notes, self.text)))
            resolver.say(f"Note on {join_names(self.about, resolver.scene)}: {self.text}")
        else:
            noted = tuple(name for name in self.about if resolver.combatant(name).notes)
            if not noted:
                names = join_names(self.about, resolver.scene)
                raise InvalidCommand(f"There is no note on {names} yet: type its text.")
            resolver.emit(NotesBecame(noted, ()))
            resolver.say(f"No note on {join_names(noted, resolver.scene)} any more.")


class Remind(ByHand):
    """Asks in somebody's turn; rounds=3 asks that often, and remind NAME alone asks no more."""

    names: NameList = argument(CombatantsParam(), "whose turn", required=True)
    text: str | None = argument(TextParam(), "what is asked", rest=True)
    each: str | None = option(ChoiceParam((START, END), "moment"), "at the start of the turn, or at its end")
    rounds: int | None = option(NumberParam(1, 1000), "how often")

    def resolve(self, resolver: Resolver) -> None:
        who = join_names(self.names, resolver.scene)
        if self.text:
            moment = self.each or START
            for name in self.names:
                remember(resolver, name, Reminder(self.text, moment, rounds=self.rounds))
            times = f", {how_often(self.rounds)}" if self.rounds else ""
            resolver.say(f"{who}: asked at the {moment} of the turn{times}: {ended(self.text)}")
            return
        known = [(name, one) for name in self.names for one in asked_of(resolver.combatant(name))]
        if not known:
            raise InvalidCommand(f"Nothing is asked of {who} yet: type what.")
        for name, one in known:
            forget(resolver, name, one)
        resolver.say(f"Nothing is asked of {who} any more.")


class CountParam(ParamType):
    """What becomes of a counter: 3 sets it, +1 and -1 change it, off takes it away."""

    hint: str = "a number, +1, -1 or off"
    offers = ("+1", "-1", OFF)

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        word = text.strip().casefold()
        if word == OFF:
            return OFF
        value = number(word, -MOST, MOST)
        return word if word[0] in "+-" else value


def _counters(context: Context) -> tuple[str, ...]:
    names = context.values.get("names", ())
    return tuple(dict.fromkeys(word for name in names for word in context.scene.combatants[name].counters))


class CounterParam(ChoiceParam):
    """A counter of those named before it, or a new word that is nobody's name."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        if any(name.casefold() == text.casefold() for name in context.scene.combatants):
            raise MeansAnother(f"{text} is somebody in the fight. Give the counter another word.")
        return super().read(text, context, alias)


class Count(ByHand):
    """A counter of one's own: 3 sets it, +1 and -1 change it, off takes it away."""

    verb = "counter"

    names: NameList = argument(CombatantsParam(), "whose", required=True)
    word: str = argument(CounterParam(_counters, "counter", other=True, sure=True), "what is counted", required=True)
    count: int | str = argument(CountParam(), "how many", required=True)
    each: str | None = option(ChoiceParam(EACH, "moment"), "is reset every round, turn of theirs, or encounter")

    def resolve(self, resolver: Resolver) -> None:
        word, steps = read_name(self.word), list[str]()
        for name in self.names:
            old = resolver.combatant(name).counters.get(word)
            new = self._counted(name, word, old)
            resolver.emit(CounterBecame((name,), word, new))
            now = counter_text(new) if new is not None else OFF
            steps.append(f"{counter_text(old)} → {now}" if old not in (None, new) else now)
        suffix = f", anew each {self.each}" if self.each else ""
        text = steps[0] if len(set(steps)) == 1 else ", ".join(steps)
        resolver.say(f"{join_names(self.names, resolver.scene)}: {word} {text}{suffix}.")

    def _counted(self, name: str, word: str, old: Counter | None) -> Counter | None:
        if old is None and self.count == OFF:
            raise InvalidCommand(f"{name} has no counter “{word}”. Make one: counter NAME {word} 3.")
        if self.count == OFF:
            return None
        kept = old or Counter()
        if isinstance(self.count, int):
            start = self.count if old is None or self.each else kept.start
            return Counter(self.count, start, self.each or kept.each)
        value = kept.value + int(self.count)
        if value < 0:
            raise InvalidCommand(f"{word} of {name} is {kept.value}; it cannot go below 0.")
        if value > MOST:
            raise InvalidCommand(f"{word} of {name} would be {value}; the most is {MOST}.")
        return replace(kept, value=value, start=value if old is None else kept.start, each=self.each or kept.each)
