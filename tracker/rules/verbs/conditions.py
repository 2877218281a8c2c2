"""Loss, gain and conditions by hand."""

from collections.abc import Collection, Mapping
from typing import ClassVar, Final, Self

from msgspec.structs import replace

from tracker.combat.expressions import parse
from tracker.combat.scene import Combatant, Condition, Scene
from tracker.rules import params
from tracker.rules.action import ForSeveral
from tracker.rules.command import argument, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, nearest
from tracker.rules.grammar import arrow, join_names, possessive, quantity, quote, singular, spaced
from tracker.rules.reminders import END, SAVE, START, remember, save_reminder
from tracker.rules.resolver import Resolver
from tracker.rules.turns import last_round

_TRACK = params.ChoiceParam(lambda context: [track.name for track in context.system.sheet.tracks], "track")
_TRACK_OR_TYPE = params.ChoiceParam(lambda context: [*_TRACK.complete(context), *context.system.harm_types], "track")

_SHOWN: Final = 6  # the most combatants whose changes are listed individually


def _changes(
    resolver: Resolver, names: params.NameList, track: str, before: Mapping[str, Combatant], change: int
) -> str:
    """Return the changes of the track; for a single combatant also of the tracks to which the change spread."""
    steps = {name: (before[name].value(track), resolver.combatant(name).value(track)) for name in names}
    if len(set(steps.values())) == 1:
        prefix = "each " if len(names) > 1 else ""
        spread = "".join(f", {other} {a} → {b}" for other, a, b in _others(resolver, track, before, change))
        return f"{prefix}{track} {arrow(*steps[names[0]])}{spread}"
    shown = ", ".join(f"{name} {arrow(*step)}" for name, step in tuple(steps.items())[:_SHOWN])
    more = len(names) - _SHOWN
    return shown + (f" and {quantity(more, 'other')}" if more > 0 else "")


def _others(
    resolver: Resolver, track: str, before: Mapping[str, Combatant], change: int
) -> tuple[tuple[str, int, int], ...]:
    if len(before) != 1:
        return ()
    ((name, combatant),) = before.items()
    now = resolver.combatant(name)
    steps = ((other, was.value, now.value(other)) for other, was in combatant.tracks.items() if other != track)
    return tuple((other, was, value) for other, was, value in steps if (value - was) * change > 0)


class _Change(ForSeveral):
    """The part shared by loss and gain by hand."""

    gain: ClassVar[bool] = False

    amount: int | str = argument(params.AmountParam(), "how much, or dice", required=True)
    track: str | None = argument(_TRACK, "of what; the main track if left out")
    half: params.NameList | None = option(params.AFOOT, "who of them has only half of it, rounded down")
    dice: tuple[int, ...] | None = option(params.FACES, "the faces on the table")

    def resolve(self, resolver: Resolver) -> None:
        """Apply the amount to each of them, count it, and report the change of the track first."""
        track = self.track or resolver.system.main_track(resolver.scene)
        missing = next((name for name in self.names if track not in resolver.combatant(name).tracks), None)
        if missing:
            has = resolver.clause(missing, "has")
            raise InvalidCommand(f"{has} no {track}; set {quote(missing)} {track}=N gives it.")
        halved = [name for name in self.half or () if name in self.names]
        clock, scene = resolver.system.clock, resolver.scene  # A side in the list leaves out who is out.
        if other := next((one for one in self.half or () if one not in halved and clock.has_turns(scene, one)), None):
            raise InvalidCommand(f"half= names some of those in the list, and {other} is not one of them.")
        amount, how = self._amount(resolver)
        before, place = {name: resolver.combatant(name) for name in self.names}, len(resolver.sentences)
        carry_out = resolver.system.regain if self.gain else resolver.system.lose
        change = amount if self.gain else -amount
        for name in self.names:
            carry_out(resolver, name, self.taken(resolver, name, amount // 2 if name in halved else amount), track)
        if self.gain:
            better = (name for name in self.names if resolver.combatant(name).value(track) != before[name].value(track))
            resolver.note_still_out(better)
        self._count(resolver, track, before, change, how, halved)
        who, changed = join_names(self.names, resolver.scene), _changes(resolver, self.names, track, before, change)
        words, dice = resolver.system.manual_words(track, amount, gain=self.gain), f", {self.amount}" if how else ""
        some = f", half for {join_names(halved, resolver.scene)}" if halved else ""
        all_halved = len(halved) == len(self.names)
        asked = f"{amount} on {self.amount}" if how else f"of {amount}"
        came = {abs(resolver.combatant(name).value(track) - before[name].value(track)) for name in self.names}
        spread = halved or resolver.system.manual_reason(track, -1)[0] == "severity"
        if came == {0} and not spread:
            words, changed, dice = changed, asked if how else "", ""
        elif len(came) == 1 and amount not in came and not spread:
            words, dice = resolver.system.manual_words(track, *came, gain=self.gain), f", {asked}"
        if all_halved:
            words, dice = resolver.system.manual_words(track, amount // 2, gain=self.gain), ""
            some = f", half of {asked.removeprefix('of ')}"
        named = track.replace("-", " ")
        if words.endswith((f" {named}", f" {singular(named)}")) and f"{track} still" not in changed:
            changed = changed.replace(f"each {track} ", "each ", 1).removeprefix(f"{track} ")
        told = f"{changed}{dice}{some}".removeprefix(", ")
        resolver.sentences.insert(place, f"{who}: {words} ({told})." if told else f"{who}: {words}.")

    def taken(self, resolver: Resolver, name: str, amount: int) -> int:
        """Return what somebody takes of the amount."""
        return amount

    def _amount(self, resolver: Resolver) -> tuple[int, str]:
        """Return the amount, and its dice if it was thrown; raises InvalidCommand."""
        if isinstance(self.amount, int):
            if self.dice is not None:
                raise InvalidCommand("dice= are the faces of an amount in dice. Write it like 3d6 dice=4,4,1.")
            return self.amount, ""
        return max(0, resolver.roll(parse(self.amount), self.dice, "amount").total), self.amount

    def _count(
        self,
        resolver: Resolver,
        track: str,
        before: Mapping[str, Combatant],
        change: int,
        how: str,
        halved: Collection[str],
    ) -> None:
        """Add the reasons: the amount, its half for those who take half, and any difference from that."""
        of, value = resolver.system.manual_reason(track, change)
        came = {name: resolver.combatant(name).value(track) - before[name].value(track) for name in self.names}
        each = (halved or getattr(self, "type", None)) and len(set(came.values())) > 1
        if not each or of != track:
            resolver.because(of, how or "by hand", value)
        if each:
            for name, amount in came.items():
                resolver.because(track, name, amount)
            return
        if halved and len(halved) == len(self.names):
            value += resolver.because(of, "half", (abs(value) // 2) * (1 if value > 0 else -1) - value)
        turned = -1 if resolver.system.fills(track) else 1
        changes = {turned * amount for amount in came.values()}
        if len(changes) != 1 or abs(value) > abs(change) or of == "severity":
            return
        sign = 1 if (value > 0) == (change > 0) else -1
        left = changes.pop() * sign - value
        for other, was, now in _others(resolver, track, before, change):
            left -= resolver.because(of, f"on {other}", (was - now) * sign)
        if left and getattr(self, "type", None):
            resolver.because(of, "withstood", left)
        elif left:
            resolver.because(of, "no more to get back" if change > 0 else "no more there", left)


class Hurt(_Change):
    """Loses some of a track, with all consequences."""

    names: params.NameList = argument(params.AFOOT, "who", required=True)


class TypedHurt(Hurt):
    """Loses some of a track, with all consequences; a type of harm may be withstood."""

    verb = "hurt"

    track: str | None = argument(_TRACK_OR_TYPE, "of what; the main track if left out; or what kind of harm it is")
    type: str | None = option(params.TextParam("a type of harm", 40), "what kind of harm it is")

    def with_defaults(self, resolver: Resolver) -> Self:
        is_type = self.type is None and self.track in resolver.system.harm_types
        return self.copy_with(track=None, type=self.track) if is_type else self

    def taken(self, resolver: Resolver, name: str, amount: int) -> int:
        """Return what the game says of this type, and say so if it is another amount."""
        if not self.type:
            return amount
        left = resolver.system.withstood(resolver.combatant(name), amount, self.type)
        if left != amount:
            resolver.say(f"{name} takes {left} for {amount} {self.type}.")
        return left


class Heal(_Change):
    """Regains some of a track."""

    gain = True


def _conditions(context: Context) -> tuple[str, ...]:
    own = (condition.name for fighter in context.scene.combatants.values() for condition in fighter.conditions)
    return tuple(dict.fromkeys((*context.system.condition_names(context), *own)))


MISTYPED: Final = 0.75  # how similar a condition must be to one of the game to be noted; ``soaked`` is not ``scared``


class MomentParam(params.ChoiceParam):
    """The start or the end of a turn; in a game that has saves also a save."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        if text.casefold() == SAVE and SAVE not in context.system.actions:
            title = context.system.title
            raise InvalidCommand(f"{title} has no saves: until=end ends it, or remind NAME TEXT asks.")
        return super().read(text, context, alias)


class Mark(ForSeveral):
    """Marks a condition; it ends after rounds=N or at the start or end of a turn."""

    names: params.NameList = argument(params.AFOOT, "who", required=True)
    condition: str = argument(
        params.ChoiceParam(_conditions, "condition", other=True, sure=True), "which", required=True
    )
    rounds: int | None = option(params.NumberParam(1, 1000), "ends after that many rounds")
    until: str | None = option(MomentParam((START, END), "moment"), "ends at the start or end of a turn")
    of: str | None = option(params.CombatantParam(), "whose turn; their own if left out")
    by: str | None = option(params.CombatantParam(), "who brought it, such as the grappler")

    def resolve(self, resolver: Resolver) -> None:
        """Mark each of them; a near miss of one of the game's is noted."""
        ends = (f" by {self.by}" if self.by else "") + self.ends(resolver.scene)
        known = resolver.system.condition_names(Context(resolver.system, resolver.scene))
        near = nearest(self.condition, known, MISTYPED)
        new = any(not resolver.combatant(name).has(self.condition) for name in self.names)
        if near is not None and self.condition not in known and new:
            resolver.note(f"“{self.condition}” is a condition of your own. Did you mean {near}?")
        same: list[str] = []
        changed: list[str] = []
        for name in self.names:
            before, said = resolver.combatant(name), len(resolver.sentences)
            self.mark(resolver, name)
            after = resolver.combatant(name)
            if before.has(self.condition) and _marked(before) == _marked(after):
                same.append(name)
            elif after.has(self.condition) or len(resolver.sentences) == said:
                changed.append(name)  # Else the game has ended it, and says so.
        if changed:
            resolver.say(f"{join_names(changed, resolver.scene)}: {spaced(self.condition)}{ends}.")
        if same:
            resolver.say(f"{join_names(same, resolver.scene)}: {spaced(self.condition)} already.")

    def mark(self, resolver: Resolver, name: str) -> None:
        """Mark one of them."""
        of = (self.of or name) if self.until else self.of
        resolver.system.mark(resolver, name, self.condition, rounds=self.rounds, until=self.until, of=of, by=self.by)

    def ends(self, scene: Scene) -> str:
        """Return when it ends, as the end of a sentence; raises InvalidCommand for what makes no sense."""
        if not self.until:
            return self._lasts(scene, "to the end of")
        turn = f"until the {self.until} of {self._whose(scene)} turn"
        if self.rounds == 1:
            raise InvalidCommand(f"rounds=1 ends with the round, until={self.until} with a turn: leave one out.")
        return self._lasts(scene, f"{turn} in") if self.rounds else f" {turn}"

    def _lasts(self, scene: Scene, moment: str) -> str:
        if not self.rounds:
            return ""
        return f" for {quantity(self.rounds, 'round')}, {moment} round {last_round(scene, self.rounds)}"

    def _whose(self, scene: Scene) -> str:
        return possessive(self.of, scene) if self.of else "their own"


class MarkUntilSave(Mark):
    """Marks a condition; it ends after rounds=N, at the start or end of a turn, or by a save asked then."""

    verb = "mark"

    until: str | None = option(
        MomentParam((START, END, SAVE), "moment"), "ends at the start or end of a turn, or by a save asked then"
    )
    save: str | None = option(params.TextParam("a save", 80), "what the save takes, as after save NAME roll")
    each: str | None = option(params.ChoiceParam((START, END), "moment"), "when the save is asked; else at the end")

    def mark(self, resolver: Resolver, name: str) -> None:
        if not self._by_save:
            super().mark(resolver, name)
            return
        resolver.system.mark(resolver, name, self.condition, rounds=self.rounds, by=self.by)
        if resolver.combatant(name).has(self.condition):
            of = self.of if self.of and self.of != name else ""
            remember(resolver, name, save_reminder(self.condition, str(self.save), self.each or END, of))

    def ends(self, scene: Scene) -> str:
        if not self._by_save:
            if self.each is not None:
                raise InvalidCommand("each= says when a save is asked: give until=save and save= with it.")
            return super().ends(scene)
        if self.until not in (None, SAVE):
            raise InvalidCommand("It ends by the save, or at that moment: leave until= or save= out.")
        if not self.save:
            raise InvalidCommand('Say what the save takes, as after save NAME roll: save="15 ability=wis".')
        moment = f"{self.each or END} of {self._whose(scene)} turn"
        lasts = self._lasts(scene, "to the end of")
        return f"{lasts}{', or' if lasts else ''} until a save ({self.save}), asked at the {moment}"

    @property
    def _by_save(self) -> bool:
        return self.until == SAVE or self.save is not None


def _marked(combatant: Combatant) -> frozenset[Condition]:
    """Return the conditions by how they last: the round of one counts only if its rounds are counted."""
    conditions = combatant.conditions
    return frozenset(condition if condition.rounds else replace(condition, since=0) for condition in conditions)


def _had(context: Context) -> tuple[str, ...]:
    everybody = context.scene.combatants
    named = [everybody[name] for name in context.values.get("names") or everybody]
    counted = [word for word in context.system.condition_names(context) if context.system.sheet.track(word)]
    levels = (word for word in counted if any(who.value(word) for who in named))
    return tuple(dict.fromkeys((*(condition.name for who in named for condition in who.conditions), *levels)))


class Unmark(ForSeveral):
    """Ends a condition; of one that is counted, takes one level off."""

    condition: str = argument(params.ChoiceParam(_had, "condition they have"), "which", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """End it, with a note of the game's own way up from prone, which may have a cost that this has not."""
        way = resolver.system.stand_up(resolver.scene, self.names) if self.condition == "prone" else ""
        if resolver.scene.turn.round and not resolver.scene.is_over and not way.startswith(self.verb):
            resolver.note(*([f"This costs nothing; the game's own way is {way}."] if way else []))
        for name in self.names:
            resolver.system.unmark(resolver, name, self.condition)
        if resolver.system.sheet.track(self.condition) is None:
            resolver.say(f"{join_names(self.names, resolver.scene)}: {resolver.system.condition_over(self.condition)}.")
