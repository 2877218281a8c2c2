"""The book of a campaign: the fights of many sessions in order, and what each hero did in all of them.

The GM's book is added up from the figures of the fights, so that its sums are theirs; that of the players from the
stories that are made for them, and holds nothing else. Each game is a part of it, since points are not the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import HEROES
from tracker.export.chronicle import FIGURES, READ, StorySection, luck_section, numbers_of
from tracker.export.figures import Luck, Thrown, fights
from tracker.export.for_players import DOWN, HEADS, chronicle_for_players
from tracker.export.json import Fight
from tracker.players.projection import Sharing
from tracker.rules.grammar import how_often
from tracker.rules.throw import percent

FELL: Final = "fell"

BOOK: Final = "The book of the campaign"  # what it is called in the forms that people read


class Call(Model):
    """A throw that came off: the fight, what it was for, and its chance from 0 to 1."""

    fight: str
    what: str
    chance: float


class ToldFight(Model, omit_defaults=True):
    """A fight in the book: its title, when it began, and what its heroes did, by name and head.

    ``seconds`` is its time without breaks, None if unknown; ``standing`` how many of each side stood at its end.
    """

    title: str
    at: str
    rounds: int
    heroes: Mapping[str, Mapping[str, int]]
    seconds: float | None = None
    standing: tuple[tuple[str, int, int], ...] = ()
    weapons: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    throws: tuple[Thrown, ...] = ()


class Hero(Model, omit_defaults=True):
    """A hero in all fights of a game: how many they were in, their figures by head, their luck.

    ``closest`` is their least likely throw that came off; ``weapon`` the one they attacked with most, and how often.
    """

    name: str
    fights: int
    numbers: Mapping[str, int]
    throws: int = 0
    succeeded: int = 0
    expected: float | None = None
    closest: Call | None = None
    weapon: tuple[str, int] | None = None


class GameFights(Model):
    """The fights of one game, oldest first, and their heroes, in the order they came."""

    game: str
    heads: tuple[str, ...]
    fights: tuple[ToldFight, ...]
    heroes: tuple[Hero, ...]


class Book(Model):
    """The parts of a book, the one that began first before the others; ``public`` if it is for players."""

    parts: tuple[GameFights, ...]
    public: bool = False


def book(sessions: Iterable[Fight], sharing: Sharing | None = None) -> Book:
    """Return the book of these sessions: the GM's, or with ``sharing`` that of their players."""
    games: dict[str, list[ToldFight]] = {}
    for session in sessions:
        told = _for_gm(session) if sharing is None else _for_players(session, sharing)
        games.setdefault(session.system.title, []).extend(told)
    heads = (*(FIGURES.values() if sharing is None else HEADS), FELL)
    parts = (_part(game, heads, sorted(told, key=attrgetter("at"))) for game, told in games.items() if told)
    return Book(tuple(sorted(parts, key=lambda part: part.fights[0].at)), sharing is not None)


def _part(game: str, heads: tuple[str, ...], told: Sequence[ToldFight]) -> GameFights:
    names = dict.fromkeys(name for fight in told for name in fight.heroes)
    return GameFights(game, heads, tuple(told), tuple(_hero(name, told) for name in names))


def _hero(name: str, told: Iterable[ToldFight]) -> Hero:
    numbers, weapons, fought = Counter[str](), Counter[str](), 0
    throws: list[tuple[str, Thrown]] = []
    for fight in told:
        if name in fight.heroes:
            fought += 1
            numbers.update(fight.heroes[name])
            weapons.update(fight.weapons.get(name, {}))
            throws += [(fight.title, thrown) for thrown in fight.throws if thrown.name == name]
    off = [(title, thrown) for title, thrown in throws if thrown.succeeded and thrown.chance < 0.5]
    title, closest = min(off, key=lambda each: each[1].chance) if off else ("", None)
    return Hero(
        name,
        fought,
        dict(numbers),
        len(throws),
        sum(thrown.succeeded for _, thrown in throws),
        sum(thrown.chance for _, thrown in throws) if throws else None,
        Call(title, closest.what, closest.chance) if closest is not None else None,
        max(weapons.items(), key=lambda each: each[1]) if weapons else None,
    )


def _for_gm(session: Fight) -> Iterator[ToldFight]:
    for _, at, figures in fights(session.system, session.history):
        if figures.is_empty:
            continue
        heroes = [person for person in figures.people if person.side == HEROES]
        fell = Counter(change.name for change in figures.changes if change.word)
        yield ToldFight(
            figures.title,
            at,
            figures.rounds,
            {person.name: numbers_of(person) | {FELL: fell[person.name]} for person in heroes},
            figures.seconds,
            figures.standing,
            {person.name: dict(person.weapons) for person in heroes if person.weapons},
            tuple(thrown for thrown in figures.throws if any(thrown.name == hero.name for hero in heroes)),
        )


def _for_players(session: Fight, sharing: Sharing) -> Iterator[ToldFight]:
    story = chronicle_for_players(session, sharing)
    firsts = [*(fight.first for fight in story.fights), len(story.moments)]
    for number, fight in enumerate(story.fights, 1):
        moments = story.moments[fight.first : firsts[number]]
        sides = {name: row.side for moment in moments for name, row in moment.rows.items()}
        sides |= {score.name: score.side for score in fight.scores}
        scores = {score.name: dict(zip(fight.heads, score.values, strict=True)) for score in fight.scores}
        fell = Counter(what for _, what in fight.fell)
        heroes = {
            name: {head: int(scores.get(name, {}).get(head) or 0) for head in HEADS} | {FELL: fell[f"{name}: {DOWN}"]}
            for name, side in sides.items()
            if side == HEROES
        }
        if fight.rounds or fight.fell or fight.scores:
            yield ToldFight(fight.title, moments[0].at if moments else "", fight.rounds, heroes)


def sections(told: Book) -> Iterator[StorySection]:
    """Yield the book in words, for the forms that people read."""
    for part in told.parts:
        several = f": {part.game}" if len(told.parts) > 1 else ""
        yield StorySection(f"Fights{several}", *_fights_table(part, told.public))
        yield StorySection(f"Heroes{several}", *_heroes_table(part), () if told.public else tuple(_remarks(part)))
        if not told.public and any(hero.throws for hero in part.heroes):
            luck = [
                Luck(hero.name, hero.throws, hero.succeeded, hero.expected)
                for hero in part.heroes
                if hero.expected is not None
            ]
            yield replace(luck_section(f"Luck{several}", luck), lines=tuple(_calls(part)))


BookTable = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def _fights_table(part: GameFights, public: bool) -> BookTable:
    if public:
        rows = [(str(number), fight.at[:10], str(fight.rounds)) for number, fight in enumerate(part.fights, 1)]
        return ("fight", "day", "rounds"), tuple(rows)
    return ("fight", "day", "rounds", "minutes a round", "standing at the end"), tuple(
        (
            *(fight.title or f"fight {number}", fight.at[:10], str(fight.rounds)),
            f"{fight.seconds / 60 / fight.rounds:.1f}" if fight.seconds and fight.rounds else "",
            ", ".join(f"{side} {up} of {count}" for side, up, count in fight.standing),
        )
        for number, fight in enumerate(part.fights, 1)
    )


def _heroes_table(part: GameFights) -> BookTable:
    heads = [head for head in part.heads if any(hero.numbers.get(head) for hero in part.heroes)]
    return ("", "fights", *(READ.get(head, head) for head in heads)), tuple(
        (hero.name, str(hero.fights), *(str(hero.numbers.get(head) or "") for head in heads)) for hero in part.heroes
    )


def _remarks(part: GameFights) -> Iterator[str]:
    for hero in part.heroes:
        if hero.weapon is not None:
            name, times = hero.weapon
            yield f"{hero.name} attacked most with {name}, {how_often(times)}."


def _calls(part: GameFights) -> Iterator[str]:
    for hero in part.heroes:
        if hero.closest is not None:
            closest, where = hero.closest, f" ({hero.closest.fight})" if hero.closest.fight else ""
            yield f"The closest call of {hero.name}: {closest.what} came off at {percent(closest.chance)}{where}."
