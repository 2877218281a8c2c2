"""The fight as the players may see it, built value by value; nothing is copied from the scene as a whole.

Shown are: revealed combatants with their side, a word for their state, conditions, cover degree and bands among those
revealed; the heroes' own numbers if the GM wants that; whose turn it is; and the story of ``players.public``.
Everything else stays with the GM: hidden combatants, other sides' numbers, secret tracks, notes, questions, titles and
every other text that the GM typed. Members of a group keep their numbers: where Goon 1 and Goon 3 are seen, players may
guess at a Goon 2.
"""

import re
from collections.abc import Iterator, Set
from functools import lru_cache
from itertools import islice
from typing import Final

from tracker.combat.model import Model
from tracker.combat.scene import HEROES, OPEN, Combatant, Plain, Scene, Turn, altered, latest, same_names
from tracker.players.story import Wellbeing, public_conditions, state_of
from tracker.rules.grammar import cover_in_words
from tracker.rules.system import System
from tracker.rules.view import GroupAction, Pending

CROWD: Final = 200  # the most combatants shown: more cannot be read across a table
NEXT: Final = 5  # how many of those who come next are named


class Sharing(Model):
    """What the GM shares besides: the numbers of the heroes."""

    numbers: bool


class Sight(Model):
    """What players know now: whom they see, and the names that no text may mention.

    ``veiled``: somebody acts whom they do not see, so that nothing they get may change by that.
    """

    seen: frozenset[str]
    unsaid: frozenset[str]
    veiled: bool = False


class ShownTrack(Model):
    """A track of a hero: its name, its value and its maximum; ``fills``: harm adds to it."""

    label: str
    value: int
    max: int
    fills: bool = False


class SeenBand(Model):
    """A band, and those of the others in it."""

    band: str
    names: tuple[str, ...]


class Asked(Model):
    """What is asked of these heroes now: the verbs that answer it."""

    what: str
    names: tuple[str, ...]


class Card(Model):
    """A combatant. ``bands`` are given for heroes; ``weapons`` and what they are ``behind`` only of now."""

    name: str
    side: str
    state: Wellbeing
    active: bool = False
    conditions: tuple[str, ...] = ()
    cover: str = ""
    numbers: tuple[ShownTrack, ...] = ()
    bands: tuple[SeenBand, ...] = ()
    behind: str = ""
    weapons: tuple[str, ...] = ()


class Projection(Model):
    """All that players may see: whose turn it is, who comes ``next``, everybody visible, how many ``more`` exist."""

    game: str
    round: int
    phase: str
    turn: str
    next: tuple[str, ...]
    cards: tuple[Card, ...]
    more: int
    story: tuple[str, ...]
    asked: tuple[Asked, ...] = ()


class Projector:
    """Projects moments one after the other: the card of somebody who looks the same is made once."""

    def __init__(self, system: System, sharing: Sharing) -> None:
        self._system, self._sharing = system, sharing
        self._last: tuple[Scene, frozenset[str], Turn, frozenset[str] | None] | None = None
        self._cards: tuple[Card, ...] = ()
        self._places: dict[str, int] = {}
        self._bands: dict[str, tuple[SeenBand, ...]] = {}
        self._count = 0

    def project(
        self,
        scene: Scene,
        seen: frozenset[str],
        turn: Turn,
        story: tuple[str, ...] = (),
        unsaid: frozenset[str] | None = None,
    ) -> Projection:
        """Return a moment of the fight to those who may know of ``seen`` and of this turn; ``story`` is theirs as well.

        With ``unsaid``, the names that no text may mention, it is the current one: then what is asked, weapons and
        what heroes hide behind are in it too.
        """
        again = self._to_make_again(scene, seen, turn, unsaid)
        if not self._places:
            shown = [combatant.name for combatant in scene.listed() if combatant.name in seen]
            self._count = len(shown)
            self._places = {name: place for place, name in enumerate(shown[:CROWD])}
            made = {card.name: card for card in self._cards if card.name not in again}
            cards = [made.get(name) or self._card(scene, scene[name], seen, turn, unsaid) for name in self._places]
            self._cards = tuple(cards)
        elif again:
            cards = list(self._cards)
            for name in again & self._places.keys():
                cards[self._places[name]] = self._card(scene, scene[name], seen, turn, unsaid)
            self._cards = tuple(cards)
        self._last = (scene, seen, turn, unsaid)
        return Projection(
            game=self._system.title,
            round=turn.round,
            phase=turn.phase or "" if turn.round else "",
            turn=(turn.name or turn.side or "") if turn.round else "",
            next=tuple(islice(_next(self._system, scene, seen, turn), NEXT)),
            cards=self._cards,
            more=max(0, self._count - CROWD),
            story=story,
            asked=tuple(_asked(self._system, scene, seen, unsaid)) if unsaid is not None and turn == scene.turn else (),
        )

    def _to_make_again(self, scene: Scene, seen: frozenset[str], turn: Turn, unsaid: frozenset[str] | None) -> Set[str]:
        """Return the names of those whose cards may differ; ``_places`` are empty if who is listed may, or where."""
        before, known, last, unspoken = self._last or (scene, seen, turn, None)
        same = scene.settings is before.settings and lasting(self._system, scene) == lasting(self._system, before)
        if not same or unsaid != unspoken or (turn != last and None in (turn.name, last.name)):
            self._bands.clear()
            self._places.clear()
            return scene.combatants.keys()
        changed = altered(before, scene)
        again = {now.name for _, now in changed}
        if turn != last:
            again |= {str(turn.name), str(last.name)}
        listed = seen == known and same_names(before, scene) and all(was.side == now.side for was, now in changed)
        if not listed or scene.order is not before.order:
            self._places.clear()
        moved = scene.ranges is not before.ranges or scene.default_range != before.default_range or not listed
        if moved or any(was.out != now.out for was, now in changed):
            self._bands.clear()
            again |= {hero.name for hero in scene.of_side(HEROES)}
        return again

    def _card(
        self, scene: Scene, combatant: Combatant, seen: frozenset[str], turn: Turn, unsaid: frozenset[str] | None
    ) -> Card:
        system, sharing = self._system, self._sharing
        hero = combatant.side == HEROES
        own = hero and sharing.numbers
        behind = combatant.cover.what or "" if hero and unsaid is not None else ""
        if hero and combatant.name not in self._bands:
            self._bands[combatant.name] = _bands(system, scene, combatant, seen)
        return Card(
            name=combatant.name,
            side=combatant.side,
            state=state_of(system, scene, combatant),
            active=bool(turn.round)
            and (turn.name == combatant.name or (turn.name is None and turn.side == combatant.side)),
            conditions=public_conditions(system, combatant),
            cover=cover_in_words(combatant.cover.degree) if combatant.cover.degree != OPEN else "",
            numbers=_numbers(system, combatant) if own else (),
            bands=self._bands.get(combatant.name, ()),
            behind="" if mentions(behind, unsaid or frozenset()) else behind,
            weapons=tuple(_weapons(system, combatant, unsaid)) if own and unsaid is not None else (),
        )


def mentions(text: str, names: frozenset[str]) -> bool:
    """Return whether a text contains one of the names as whole words, ignoring case."""
    return bool(names) and _one_of(names).search(text.casefold()) is not None


@lru_cache(maxsize=16)
def _one_of(names: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(name.casefold()) for name in names)})(?!\w)")


def lasting(system: System, scene: Scene) -> dict[str, Plain]:
    """Return the state of the fight that cards and forms depend on: not what waits for whom."""
    return {name: value for name, value in scene.fields.items() if name != system.waits_in}


@latest
def asked_together(system: System, scene: Scene) -> GroupAction | None:
    """Return what is asked of several at once now: their reactions, declarations, initiative."""
    main = next((system.main_action(scene, hero.name) for hero in scene.of_side(HEROES) if hero.out is None), None)
    if isinstance(main, GroupAction):
        return main
    due = (system.group_action(scene, opening.verb) for opening in system.clock.openings(scene) if opening.due)
    return next((group for group in due if group is not None), None)


@latest
def pending_of(system: System, scene: Scene) -> tuple[Pending, ...]:
    """Return what waits for whom, for the page and each of the phones."""
    return system.pending(scene)


def _asked(system: System, scene: Scene, seen: frozenset[str], unsaid: frozenset[str]) -> Iterator[Asked]:
    """Return what is asked of visible heroes: of all together, and after an attack by somebody visible."""
    heroes = [hero.name for hero in scene.of_side(HEROES) if hero.name in seen]
    group = asked_together(system, scene)
    if group is not None and (names := tuple(name for name in (HEROES, *heroes) if name in group.actors)):
        yield Asked(group.verb, names)
    for waits in pending_of(system, scene):
        if waits.name in heroes and waits.attacker and not mentions(waits.attacker, unsaid):
            yield Asked(" or ".join(waits.verbs), (waits.name,))


def _next(system: System, scene: Scene, seen: frozenset[str], turn: Turn) -> Iterator[str]:
    if not turn.round:
        return
    now = turn.name
    if scene.order:
        at = scene.order.index(now) + 1 if now in scene.order else 0
        names: tuple[str, ...] = (*scene.order[at:], *scene.order[:at])
    else:
        names = system.clock.status(scene).to_act
    for name in names:
        if name in seen and name != now and scene[name].out is None:
            yield name


def _weapons(system: System, combatant: Combatant, unsaid: frozenset[str]) -> Iterator[str]:
    for badge in system.weapon_badges(combatant):
        name = max((name for name in combatant.weapons if badge.word.startswith(name)), key=len, default="")
        if name and not mentions(name, unsaid):
            yield " ".join(filter(None, (badge.word.strip("▮▯ "), system.weapon_state(combatant, name))))
    for spare, count in combatant.spares.items():
        if not mentions(spare, unsaid):
            yield f"spare {spare} {count}"


def _numbers(system: System, combatant: Combatant) -> tuple[ShownTrack, ...]:
    return tuple(
        ShownTrack(spec.label, track.value, track.max, system.fills(spec.name))
        for spec in system.sheet.tracks
        if not spec.secret and (track := combatant.tracks.get(spec.name)) is not None
    )


def _bands(system: System, scene: Scene, combatant: Combatant, seen: frozenset[str]) -> tuple[SeenBand, ...]:
    at: dict[str, list[str]] = {band: [] for band in system.band_names(scene)}
    stated, default = scene.ranges.of(combatant.name), scene.default_range
    for other in islice((other for other in scene.combatants.values() if other.name in seen), CROWD):
        other_side = other.side != combatant.side and other.out is None
        if other_side and (band := stated.get(other.name, default)) in at:
            at[band].append(other.name)
    return tuple(SeenBand(band, tuple(names)) for band, names in at.items() if names)
