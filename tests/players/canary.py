"""Random fights in which secrets are hidden, and a search for them in everything that players get.

Three kinds of secrets. ``Zyx`` is in every name and text that players never may read. The names of ``PEOPLE`` are
secret whenever somebody of that name is hidden, or was hidden when they left; who that is, is worked out here event by
event, and not by what is tested. Numbers of enemies are all 77x, those of heroes 88x and secret where they are not
shared.
"""

from __future__ import annotations

import html
import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

import msgspec

from tracker.cli.export import BOOKS, KINDS, book_as, told_as
from tracker.combat.events import fold
from tracker.combat.records import START
from tracker.games.registry import find, names
from tracker.players.projection import Projection, Sharing
from tracker.players.public import Public
from tracker.players.seats import Seats
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote
from tracker.session import Session
from tracker.tui.players_view import card_lines, top_lines

SECRET = "Zyx"

ENEMY, HERO = 771, 881
"""Every number of an enemy is 770 to 779, of a hero 880 to 889, or what a blow made of it."""

PEOPLE = ("Ann", "Bode", "Quorn", "Brakk", "Vell", "Tresk")
"""Names in no sentence of the program."""

HIDDEN = (f"{SECRET} One", f"{SECRET} Two")

LIBRARY = f"""
[[combatant]]
name = "{SECRET} Adept"
side = "enemies"
hidden = true
help = "{SECRET} help"
[[party]]
name = "{SECRET} band"
[[party.who]]
name = "{SECRET} Guard"
side = "{SECRET} side"
hidden = true
[[encounter]]
name = "{SECRET} lair"
note = "{SECRET} falls"
[[encounter.who]]
name = "{SECRET} Queen"
side = "enemies"
hidden = true
[[encounter.who]]
name = "Vell"
side = "enemies"
"""

OPENING = (
    "add Ann",
    "add Bode",
    "add Quorn side=enemies",
    "add Brakk side=enemies",
    f'add "{HIDDEN[0]}" side=enemies hidden',
    f'add "{HIDDEN[1]}" side="{SECRET} cult" hidden',
    f"title {SECRET} plan",
)

LINES = (
    *("hurt {one} {number}", "hurt {one} {number}", "heal {one} 1", 'hurt "Zyx One" 2 ; hurt Ann 1'),
    *("attack {one} {two} roll", "attack! {one} {two} roll", "shoot! {one} {two} roll", "fire! {one} {two} roll"),
    *(
        'mark {one} "Zyx curse"',
        'mark Ann stunned until=end of="Zyx One"',
        "mark {one} stunned",
        "unmark {one} stunned",
    ),
    *('cover Quorn partial what="Zyx wall"', 'cover {one} partial what="oak wall"', 'arm Ann "Zyx One blade"'),
    *('cover Brakk partial what="Zyx wall"', 'cover Ann total what="Zyx One"', "range {one} {two} close"),
    *("note Zyx waits in the dark", "note @Ann Zyx owes a favour", "count {one} zyx_rage 3", "roll 3d6 Zyx looks"),
    *(
        "out {one}",
        "back {one}",
        "next",
        "next",
        "next",
        "active {one}",
        "initiative roll",
        "initiative {one} {number}",
    ),
    *(
        "hide {one}",
        "hide {one}",
        "reveal {one}",
        "reveal {one} ; hurt {one} 1 ; hide {one}",
        "hide {one} ; remove {one}",
    ),
    *("remove {one}", "add {one} side=enemies", "add {one}", "add {one} side=enemies hidden", "add Vell side=rivals"),
    *("encounter Zyx lair", "end Zyx", "bring {kept}", 'bring "Zyx band"', 'bring "Zyx lair"', "set {one} plural=yes"),
    *("undo", "undo", "undo 5", "redo", "redo 2", "goto {entry}", "revoke {entry}", "revoke! {entry}"),
    *(
        "amend {entry} hurt {one} 1",
        "amend {entry} hide {one}",
        "amend! {entry} note Zyx",
        "amend {entry} reveal {one}",
    ),
)
"""What is done at random; what a game refuses is left out."""


def bearers(session: Session) -> dict[str, bool]:
    """Return all names there have been, and whether each is hidden: here, or when its last bearer left."""
    history = session.history
    scene, hidden = history.scene_at(START), dict[str, bool]()
    for id_ in history.story:
        for event in history.entries[id_].events:
            scene = fold(scene, (event,))
            hidden.update((name, combatant.hidden) for name, combatant in scene.combatants.items())
    return hidden


def window(seen: Projection) -> str:
    """Return the text of the window for players."""
    lines = [*top_lines(seen), *card_lines(seen)]
    return "\n".join("".join(text for text, _ in line) for line in lines) + "\n".join(reversed(seen.story))


def outputs(session: Session, *, exports: bool) -> Iterator[tuple[str, bool, str]]:
    """Yield everything that players get: what it is, whether with numbers, and its text."""
    for numbers in (True, False):
        public = Public(session.system, session.history, Sharing(numbers=numbers))
        seen = public.now()
        yield "page", numbers, msgspec.json.encode(seen).decode()
        yield "window", numbers, window(seen)
        seats = Seats(session.system, session.scene, public.sight, chances=exports)
        for card in seen.cards if numbers else ():
            if card.side == "heroes":
                held = msgspec.json.encode(seats.seat(card.name, seen.cards)).decode()
                # The ids of questions are digests of random salt, in which any number may stand.
                yield f"the phone of {card.name}", numbers, re.sub(r'"[0-9a-f]{16}"', '""', held)
        for kind in KINDS if exports else ():
            yield kind, numbers, from_the_fight(told_as(session, kind, Sharing(numbers=numbers)))
        for kind in BOOKS if exports else ():
            yield f"{kind} of the book", numbers, from_the_fight(book_as([session], kind, Sharing(numbers=numbers)))


def from_the_fight(text: str) -> str:
    """Return an export without what is the same in every file: styles, scripts and the measures of charts."""
    for part in ("<style>.*?</style>", "<script>.*?</script>", "<meta .*?>", "<path .*?>", "<line .*?>"):
        text = re.sub(part, "", text, flags=re.DOTALL)
    return text


def found(text: str, names: Mapping[str, bool], *, numbers: bool) -> list[str]:
    """Return the secrets in a text, whatever way it is written; of all ``names`` those that are hidden are secret."""
    plain = unquote(html.unescape(text)).casefold()
    caught = [SECRET] if SECRET.casefold() in plain else []
    for name in sorted(name for name, hidden in names.items() if hidden):
        # Who joins under a name that is taken has it with a number: “Vell 2” is another than “Vell”.
        longer = "|".join(re.escape(other[len(name) :].casefold()) for other in names if other.startswith(f"{name} "))
        rest = rf"(?!(?:{longer})(?!\w))" if longer else ""
        if re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w){rest}", plain):
            caught.append(name)
    exact = {f"{ENEMY // 10}\\d": "an enemy's number"} | ({} if numbers else {f"{HERO // 10}\\d": "a hero's number"})
    return caught + [what for number, what in exact.items() if re.search(rf"(?<![\d.]){number}(?![\d.])", plain)]


def numbered(session: Session) -> None:
    """Give everybody new a main track of a secret number."""
    main = session.system.main_track(session.scene)
    for name, combatant in session.scene.combatants.items():
        track = combatant.tracks.get(main)
        number = HERO if combatant.side == "heroes" else ENEMY
        if track is not None and track.max < ENEMY:
            with suppress(InvalidCommand, Refused):
                session.do(f"set {quote(name)} {main}.max={number + 7} ; set {quote(name)} {main}={number}")


def changed_sides(session: Session) -> bool:
    """Return whether a hero has a number or a cover of an enemy: of the same name, or by lines played again.

    What a hero is behind is shown to players, unless it mentions somebody hidden.
    """
    main, scene = session.system.main_track(session.scene), session.scene
    return any(
        combatant.cover.what == f"{SECRET} wall"
        or (main in combatant.tracks and ENEMY <= combatant.tracks[main].max < HERO)
        for combatant in scene.of_side("heroes")
    )


def fight(system: str, seed: int, steps: int = 40) -> list[str]:
    """Play a fight; return what players got and should not have, in sentences."""
    throw = random.Random(seed)
    session = Session(find(system), dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z")
    bad: list[str] = []
    page = Public(session.system, session.history, Sharing(numbers=True))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "library" / system).mkdir(parents=True)
        (Path(folder) / "library" / system / "own.toml").write_text(LIBRARY, "utf-8")
        session.look_in(folder)
        kept = [f'"{SECRET} Adept"', f'"{SECRET} Adept" side=enemies', '"Zyx lair"']
        done = 0
        lines = (throw.choice(LINES) for _ in range(steps))
        for line in (*OPENING, *lines):
            here = [quote(name) for name in session.scene.combatants] or ["Ann"]
            command = line.format(
                one=throw.choice(PEOPLE if "add" in line or "reveal" in line else here),
                two=throw.choice(here),
                number=throw.randint(1, 4),
                entry=throw.randint(1, max(1, len(session.history.records))),
                kept=throw.choice(kept),
            )
            try:
                session.do(command)
            except (InvalidCommand, Refused):
                continue
            if changed_sides(session):
                session.do("undo")
                continue
            done += 1
            numbered(session)
            bad += looked(session, f"{system} {seed}: {command}", exports=False)
            if page.now() != Public(session.system, session.history, page.sharing).now():
                bad.append(f"{system} {seed}: {command}: a page that goes along shows something else than a new one")
        if done < len(OPENING) + 3:
            bad.append(f"{system} {seed}: only {done} lines were done")
        bad += looked(session, f"{system} {seed}: at the end", exports=True)
    return bad


def looked(session: Session, when: str, *, exports: bool) -> list[str]:
    """Return what is wrong with what players get now."""
    names_of_all = bearers(session)
    bad = [
        f"{when}: {what} ({'' if numbers else 'no '}numbers) holds {caught}"
        for what, numbers, text in outputs(session, exports=exports)
        for caught in found(text, names_of_all, numbers=numbers)
    ]
    seen = Public(session.system, session.history, Sharing(numbers=True)).now()
    scene = session.scene
    shown = {name for name, combatant in scene.combatants.items() if not combatant.hidden}
    if {card.name for card in seen.cards} != shown:
        bad.append(f"{when}: not everybody visible is on the page")
    if scene.turn.round and scene.turn.name in shown and (seen.turn, seen.round) != (scene.turn.name, scene.turn.round):
        bad.append(f"{when}: the turn of {scene.turn.name} is not on the page")
    return bad


def fights(count: int, first_seed: int = 0) -> list[str]:
    """Play this many fights, in all games in turn, in two processes; return what was wrong."""
    games = names()
    jobs = [(games[at % len(games)], first_seed + at) for at in range(count)]
    with ProcessPoolExecutor(2) as pool:
        found = pool.map(partial(_fights), [list(islice(jobs, at, None, 8)) for at in range(8)])
        return [bad for each in found for bad in each]


def _fights(jobs: Sequence[tuple[str, int]]) -> list[str]:
    return [bad for system, seed in jobs for bad in fight(system, seed)]
