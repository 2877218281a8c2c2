"""Resolving a line of commands against a scene: all of it or nothing; a command for a group is one for each of it.

After a change of an earlier entry, the later commands are played again with the dice and choices they had.
"""

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from tracker.combat.dice import Dice, NotThrown, no_dice
from tracker.combat.digest import digest, digest_after, hexed
from tracker.combat.events import PromptCame, fold, repeats
from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry, Reason
from tracker.combat.scene import Scene, newly_spent
from tracker.combat.text import clean_command
from tracker.commands import parser
from tracker.commands.parser import RULED, CommandLine, Draft, Part, Phrase, Ruled, Token
from tracker.commands.walks import LONE_HELP, UPDATE, WALK_HELP, stands_alone
from tracker.commands.writer import write
from tracker.rules.action import Action, Revision, perform
from tracker.rules.command import RESULT, Parameter, is_result
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import fact, join_names, quote
from tracker.rules.params import PAID, RULINGS, CombatantParam, CombatantsParam, DiceParam, NumberParam
from tracker.rules.resolver import RULING, Resolution, Resolver
from tracker.rules.stock import Remembered, StockFactory
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import Odds

ACTOR = "actor"


def spread(resolver: Resolver, parts: Iterable[Part]) -> Iterator[Part]:
    """Yield each part or, for several actors, a copy for each of them, given the scene when their turn comes.

    Members of a group or a side who cannot do it now are skipped with a note; a list includes everybody it names. If
    the action is thrown for once by a group, the first throw applies to the others.
    """
    system = resolver.system
    for given in parts:
        part = given.as_meant() if isinstance(given, Phrase) and not _filled(resolver, given) else given
        word, names = ("", ()) if isinstance(part, Ruled) else _actors(resolver, part)
        if isinstance(part, Ruled) or len(names) < 2:
            yield part
            continue
        kind = system.actions[parser.find_verb(part.verb, system)]
        listed = "," in word or part.ruling
        able = [name for name in names if listed or not system.objection_to(resolver.scene, kind, name)]
        acting = able or names
        groups = {resolver.scene[name].group for name in acting}
        once = kind.once_for_a_group and len(groups) == 1 and None not in groups
        first_part, *others = _for_each(resolver, part, word, acting, once=once)
        yield first_part
        first = resolver.action
        for name, other in zip(acting[1:], others, strict=True):
            yield Ruled(first.copy_with(**{ACTOR: name}), part.ruling) if once and isinstance(first, Action) else other
        for name in names if able else ():
            if name not in able:
                why = fact(system.objection_to(resolver.scene, kind, name), resolver.scene)
                resolver.note(f"Left out: {why}." if name in why else f"{name} is left out: {why}.")


def _filled(resolver: Resolver, part: Phrase | Draft) -> dict[str, tuple[Parameter, str]]:
    """Return the fields that a command fills, by attribute, each with its word; none if it makes no sense."""
    if isinstance(part, Draft):
        return {attr: (part.kind.parameters[attr], text) for attr, text in part.texts.items()}
    if parser.find_verb(part.verb, resolver.system, WALK_HELP) in WALK_HELP:
        return {}
    try:
        return {spec.attr: (spec, word) for spec, word in parser.dealt(part, resolver.system, resolver.scene)}
    except InvalidCommand:
        return {}


def _actors(resolver: Resolver, part: Phrase | Draft) -> tuple[str, tuple[str, ...]]:
    """Return the word for the actor and everybody it stands for; nobody for a single name or none."""
    spec, word = _filled(resolver, part).get(ACTOR, (None, ""))
    if spec is None or not isinstance(spec.type, CombatantParam) or not word or word in resolver.scene.combatants:
        return word, ()
    if isinstance(part, Phrase):
        if not any(token.text == word and token.name in (None, ACTOR) for token in part.words):
            return word, ()
        place = _place(part, word, ACTOR)
        after = next((token.text for token in part.words[place + 1 : place + 2] if token.name is None), "")
        # Where the word and the next one form a name, Goon 3, it may not be a group.
        if f"{word} {after}".casefold() in map(str.casefold, resolver.scene.combatants):
            if not part.words[place].quoted:
                return word, ()
    try:
        return word, tuple(CombatantsParam(listed=True).read(word, Context(resolver.system, resolver.scene)))
    except InvalidCommand:
        return word, ()


def _place(part: Phrase, word: str, attr: str) -> int:
    return next(at for at, token in enumerate(part.words) if token.text == word and token.name in (None, attr))


def _for_each(
    resolver: Resolver, part: Phrase | Draft, word: str, names: Sequence[str], *, once: bool
) -> Iterator[Phrase | Draft]:
    """Yield the command for each of several; of a list of results or numbers each has their own, unless thrown once."""
    bare = isinstance(part, Draft) or not any(token.name in RESULT for token in part.words)
    lists = list[tuple[Parameter, str, tuple[str, ...]]]()
    for spec, text in sorted(_filled(resolver, part).values(), key=lambda each: not is_result(each[0])):
        theirs = bare if is_result(spec) else isinstance(spec.type, NumberParam | DiceParam)
        own = spec.type.for_each(text) if spec.type is not None and theirs and not once else ()
        if len(own) > 1 and len(own) != len(names):
            what = "result" if is_result(spec) else "number"
            miss = "" if is_result(spec) else "; a dash stands for a miss: 6,-,9"
            who = join_names(names, resolver.scene)
            raise InvalidCommand(f"A list has a {what} for each: {who}, in that order{miss}.")
        lists += [(spec, text, own)] if len(own) > 1 else []
    for place, name in enumerate(names):
        one = _put(_with_own_flags(resolver, part, name, names), ACTOR, word, name)
        for spec, text, own in lists:
            # A dash leaves a number out, as that of somebody who misses.
            one = _put(one, spec.attr, text, own[place] if is_result(spec) or own[place] != "-" else "")
        yield one


def _with_own_flags(resolver: Resolver, part: Phrase | Draft, name: str, names: Sequence[str]) -> Phrase | Draft:
    """Return the command for one of several: a flag of some of them is theirs alone, ``dis=Ann``."""
    system, scene, kept = resolver.system, resolver.scene, list[Token]()
    kind = system.actions[parser.find_verb(part.verb, system)]
    flags = {spec.name: spec.some for spec in kind.in_order if spec.some is not None}
    for token in part.words if isinstance(part, Phrase) else parser.tokens(part.more):
        some = flags.get(token.name or "")
        if some is None:
            kept.append(token)
            continue
        meant = some.read(token.text, Context(system, scene))
        if strange := [who for who in meant if who not in names]:
            raise InvalidCommand(f"{token.name}={token.text}: {join_names(strange, scene)} throws nothing here.")
        kept += [replace(token, text=token.name or "", name=None)] if name in meant else []
    if isinstance(part, Phrase):
        return replace(part, words=tuple(kept))
    more = (f"{token.name}={quote(token.text)}" if token.name else quote(token.text) for token in kept)
    return replace(part, more=" ".join(more))


def _put(part: Phrase | Draft, attr: str, word: str, text: str) -> Phrase | Draft:
    if isinstance(part, Draft):
        return replace(part, texts={name: each for name, each in {**part.texts, attr: text}.items() if each})
    place = _place(part, word, attr)
    put = (replace(part.words[place], text=text, quoted=part.words[place].name is None),) if text else ()
    return replace(part, words=(*part.words[:place], *put, *part.words[place + 1 :]))


class Preview(Model):
    """What a line would do: ``text`` and numbers, or why it is refused (a ruling overrides that) or invalid.

    ``throws`` are the dice that the tracker would throw first, with their purpose: then only the numbers known before
    are there. ``asks`` is the word by which the table can give that result, ``spends`` what it takes of a turn.
    """

    text: str = ""
    why: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    error: str = ""
    throws: str = ""
    asks: str = ""
    spends: tuple[str, ...] = ()

    @property
    def fine(self) -> bool:
        """Return whether the line would be carried out as it is."""
        return not self.objections and not self.error


def resolve(
    system: System,
    scene: Scene,
    parts: Sequence[Part],
    dice: Dice,
    *,
    former: Entry | None = None,
    exact: bool = False,
    last_prompt_id: int = 0,
    stock: StockFactory | None = None,
) -> Resolution:
    """Resolve a whole line; raises InvalidCommand or Refused, and then nothing happened.

    ``former`` is the entry it was before: its prompts keep their numbers; ``exact``: names must match in full; all new
    prompts get numbers above ``last_prompt_id``; ``stock`` is the source of newcomers.
    """
    if not parts:
        raise InvalidCommand("There is nothing to do in this line.")
    resolver = Resolver(
        *(system, scene, dice),
        prompt_ids=prompt_ids(former),
        last_prompt_id=last_prompt_id,
        stock=stock,
        carry_out=carry_out,
    )
    written: list[str] = []
    actions: list[Action] = []
    for place, part in enumerate(parts if exact else spread(resolver, parts)):
        resolver.part = place
        actions.append(_carry_out(resolver, part, exact))
        written.append(write(actions[-1], part.ruling))
        resolver.parts_end.append((len(resolver.events), len(resolver.sentences)))
    resolver.ruled = any(part.ruling for part in parts)
    return replace(resolver.resolution(" ; ".join(written)), actions=tuple(actions))


def _carry_out(resolver: Resolver, part: Part, exact: bool) -> Action:
    """Carry out a command in the resolver's scene; returns the action that would do the same again."""
    resolver.ruled = bool(part.ruling)
    resolver.pays = part.ruling == RULED and resolver.setting(RULINGS.name) == PAID
    if resolver.ruled and resolver.pays:
        resolver.note("The ruling pays what can be paid.")
    if isinstance(part, Ruled):
        return perform(resolver, part.action)
    if isinstance(part, Draft):
        return perform(resolver, part.read(resolver.system, resolver.scene))
    if part.verb in LONE_HELP:
        raise stands_alone(part.verb)
    return perform(resolver, parser.read(part, resolver.system, resolver.scene, exact))


def carry_out(resolver: Resolver, line: str) -> Action | None:
    """Carry out an opening line of a prepared encounter; returns its last action. Raises InvalidCommand and Refused.

    An encounter set out by such a line runs no opening lines of its own, so that none can open with itself.
    """
    outer, ruled, pays, own = resolver.action, resolver.ruled, resolver.pays, resolver.carry_out
    resolver.carry_out, action = None, None
    for part in parser.phrases(clean_command(line)):
        action = _carry_out(resolver, part, exact=False)
    resolver.action, resolver.ruled, resolver.pays, resolver.carry_out = outer, ruled, pays, own
    return action


def prompt_ids(entry: Entry | None) -> dict[tuple[str, str], list[int]]:
    """Return the numbers of the prompts that an entry opened, by kind and name."""
    ids: dict[tuple[str, str], list[int]] = {}
    for event in entry.events if entry else ():
        if isinstance(event, PromptCame):
            for place, name in enumerate(event.names):
                ids.setdefault((event.kind, name), []).append(event.id + place)
    return ids


def entry_of(
    resolution: Resolution,
    id: int,
    parent: int,
    at: str,
    before: Scene,
    state: int,
    origin: int | None = None,
    via: str = "",
) -> Entry:
    """Return the entry of a resolution from ``before`` on, of digest ``state``; ``via`` says where it came from."""
    if via:
        # The text ends with its remarks, and after them with what says that it is ruled.
        text, ruled, over = resolution.text.rpartition(f" {RULING}") if resolution.ruled else (resolution.text, "", "")
        text = f"{text} {via}".strip() + ruled + over
        resolution = replace(resolution, text=text, remarks=(*resolution.remarks, via))
    return Entry(
        id,
        parent,
        at,
        resolution.command,
        resolution.text,
        resolution.events,
        resolution.why,
        resolution.dice,
        resolution.ruled,
        resolution.overruled,
        origin,
        hexed(digest_after(state, before, resolution.scene)),
        resolution.remarks,
        resolution.shares,
        resolution.brought,
        repeats(resolution.events),
        via,
    )


def state_at(history: History, at: int) -> int:
    """Return the digest of the scene after an entry."""
    known = history.entries[at].state if at != START else ""
    return int(known, 16) if known else digest(history.scene_at(at))


def preview(system: System, scene: Scene, line: CommandLine, stock: StockFactory | None = None) -> Preview:
    """Return what a line would do in a scene, without throwing dice or doing it."""
    return _look_ahead(system, scene, line, stock)[0]


def previews(system: System, scene: Scene, lines: Sequence[CommandLine]) -> tuple[Preview, ...]:
    """Return what lines would do in order; one that cannot be carried out yet is skipped."""
    results = []
    for line in lines:
        shown, scene = _look_ahead(system, scene, line) if line else (Preview(), scene)
        results.append(shown)
    return tuple(results)


def odds_of(system: System, scene: Scene, action: Action, *, ruled: bool = False) -> Odds:
    """Return the exact chances of an action, with what objects to it unless it is ruled; raises InvalidCommand."""
    odds = system.odds(scene, action)
    refused = () if ruled else preview(system, scene, (Ruled(action),)).objections
    return replace(odds, refused=refused) if refused else odds


def throw_of(system: System, scene: Scene, action: Action) -> Throw | None:
    """Return the throw of an action; None if it throws nothing or makes no sense yet."""
    try:
        return system.throw(scene, action)
    except InvalidCommand:
        return None


def scene_after(system: System, scene: Scene, line: CommandLine) -> Scene | None:
    """Return the scene after a line that throws no dice; None if it cannot be carried out."""
    shown, after = _look_ahead(system, scene, line)
    return after if shown.fine and not shown.throws else None


def _look_ahead(
    system: System, scene: Scene, line: CommandLine, stock: StockFactory | None = None
) -> tuple[Preview, Scene]:
    """Return the preview of a line and the scene after it; the same scene if it cannot be carried out."""
    resolver = Resolver(system, scene, no_dice(), stock=stock, carry_out=carry_out)
    objections: tuple[str, ...] = ()
    throws = asks = ""
    try:
        for place, part in enumerate(spread(resolver, parser.parts_of(line))):
            resolver.part = place
            _carry_out(resolver, part, exact=False)
    except NotThrown as missing:
        throws, objections = str(missing), tuple(resolver.objections)
        if resolver.action is not None and missing.purpose in resolver.action.parameters:
            asks = missing.purpose
    except Refused as refused:
        objections = refused.objections
    except InvalidCommand as bad:
        return Preview(why=tuple(resolver.reasons), error=str(bad)), scene
    text, why, notes = resolver.text, tuple(resolver.reasons), resolver.notes
    spends = newly_spent(scene, resolver.scene)
    shown = Preview(text, why, notes, objections, throws=throws, asks=asks, spends=spends)
    return shown, resolver.scene if shown.fine and not throws else scene


def revised(
    system: System, history: History, parts: Sequence[Part], done: Mapping[int, Sequence[Action]]
) -> tuple[int, Sequence[Part]] | None:
    """Return the entry that a line changes and its new commands; None for a line that makes an entry of its own.

    ``done`` are the actions of the entries that were done here. Raises InvalidCommand, and Refused by the rules.
    """
    scene = history.scene
    revision = next(filter(None, (_revision(system, scene, part) for part in parts)), None)
    if revision is None:
        return None
    if len(parts) > 1:
        raise stands_alone(parts[0].verb)
    resolve(system, scene, parts, no_dice())
    for id_ in reversed(history.story):
        entry = history.entries[id_]
        before = history.scene_at(entry.parent)
        if (changed := _changed(system, before, entry.command, done.get(id_, ()), revision)) is not None:
            return id_, changed
    raise InvalidCommand(f"{revision.actor} has done nothing that this could change.")


def _revision(system: System, scene: Scene, part: Part) -> Revision | None:
    if isinstance(part, Ruled):
        return part.action.revision(scene)
    if isinstance(part, Draft):
        return part.read(system, scene).revision(scene) if part.kind.revision is not Action.revision else None
    kind = system.actions.get(parser.find_verb(part.verb, system, WALK_HELP))
    if kind is None or kind.revision is Action.revision:
        return None
    return parser.read(part, system, scene).revision(scene)


def _changed(
    system: System, before: Scene, command: str, done: Sequence[Action], revision: Revision
) -> Sequence[Part] | None:
    """Return the commands of an entry with the change in them; None if it is not the one to change."""
    parts: list[Part] = list(parser.phrases(command))
    for place, part in reversed(list(enumerate(parser.phrases(command)))):
        if part.verb == revision.verb:
            action = done[place] if done else parser.read(part, system, before, exact=True)
            if getattr(action, "actor", None) == revision.actor:
                parts[place] = Ruled(revision.change(action), part.ruling)
                return parts
    return None


class Rebased:
    """A story's later part, played again: its entries with the scenes after them, without the ``refused`` commands."""

    def __init__(self) -> None:
        self.entries: list[tuple[Entry, Scene]] = []
        self.refused: list[str] = []


def rebase(
    system_at: Callable[[Scene], System],
    history: History,
    target: int,
    line: CommandLine | None,
    dice: random.Random,
    clock: Callable[[], str],
    stock: StockFactory | None = None,
    via: str = "",
) -> Generator[tuple[int, int], None, Rebased]:
    """Play the story from ``target`` on again, without it or with ``line`` in its place.

    ``via`` is a remark on where the line came from; later commands keep theirs. ``system_at`` returns the game of a
    moment; where the story switched to a newer one, it does so again. Yields how many of how many commands are done,
    and returns the outcome; the history is not changed. Raises InvalidCommand or Refused for the new line itself.
    """
    gone = history.entries[target]
    scene, parent, state = history.scene_at(gone.parent), gone.parent, state_at(history, gone.parent)
    last, rebased = history.scene.asked, Rebased()

    def enter(resolution: Resolution, origin: int, via: str) -> None:
        nonlocal scene, parent, state
        id_ = history.next_id + len(rebased.entries)
        entry = entry_of(resolution, id_, parent, clock(), scene, state, origin, via)
        rebased.entries.append((entry, resolution.scene))
        scene, parent, state = resolution.scene, id_, int(entry.state, 16)

    if line is not None:
        parts, thrown = parser.parts_of(line), Dice(dice)
        played = resolve(system_at(scene), scene, parts, thrown, former=gone, last_prompt_id=last, stock=stock)
        enter(played, gone.first, via)
    later = history.story[history.story.index(target) + 1 :]
    for done, entry in enumerate((history.entries[id_] for id_ in later), 1):
        if entry.command == UPDATE:
            after = fold(scene, entry.events)
            enter(Resolution(after, UPDATE, entry.text, entry.events, (), (), (), ruled=False), entry.first, "")
            yield done, len(later)
            continue
        thrown, brought = Dice(dice, list(entry.dice)), partial(Remembered, entry.brought)
        try:
            parts = parser.phrases(entry.command)
            played = resolve(
                system_at(scene), scene, parts, thrown, former=entry, exact=True, last_prompt_id=last, stock=brought
            )
            enter(played, entry.first, entry.via)
        except (InvalidCommand, Refused) as reason:
            why = " ".join(reason.objections) if isinstance(reason, Refused) else str(reason)
            rebased.refused.append(f"{entry.id} {entry.command} ({why.rstrip('.')})")
        yield done, len(later)
    return rebased
