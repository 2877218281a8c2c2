"""From lines to words, and from words to an action: positions are counted, never guessed.

Lines: quotes, ``;`` between commands, ``#`` comments, ``verb!`` rulings. A quoted word is only text: never a flag,
never ``name=value``. Flags and ``name=value`` are taken out first; with just enough words only the required positions
are filled, more words fill optional positions from the left; a last position that is text takes the rest. For an
unknown verb, the mistyped one or that of an everyday word is suggested.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.combat.text import clean_command
from tracker.rules.action import Action
from tracker.rules.command import Parameter, arguments, is_aim
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, MeansAnother, comma_list, nearest, suggestion
from tracker.rules.grammar import ended, quote
from tracker.rules.matching import match_name, with_words
from tracker.rules.params import EVERYBODY, CombatantParam, CombatantsParam, NameList, TextParam, YesNoParam
from tracker.rules.system import System

LONGEST: Final = 64_000  # the longest line in characters
REPEATED: Final = 200  # the longest line that a refusal repeats, in characters
SEPARATOR: Final = ";"  # the word between two commands of a line
RULED: Final = "!"  # the suffix of a verb that overrides every objection; the cost is a setting
FREE: Final = "!!"  # the suffix of a verb that overrides every objection without any cost

_QUOTED: Final = r'"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"'
"""A text in quotes, in which a backslash stands before a quote or a backslash."""

_LOOSE: Final = re.compile(rf"({_QUOTED})|(?<![^\s,=])'([^'\"]+)'(?![^\s,])|,\s+")
"""What is read in another way if a line makes no sense: single quotes, and the blanks of a list."""


class Token(Model):
    """A word from ``start`` to ``end`` of a line: ``name`` is set for ``name=value``, ``quoted`` ones are only text."""

    text: str
    quoted: bool = False
    name: str | None = None
    start: int = 0
    end: int = 0

    @property
    def separates(self) -> bool:
        """Return whether it stands between two commands."""
        return self.text == SEPARATOR and not self.quoted and self.name is None


class Phrase(Model):
    """A command of a line: its verb, its ruling, its words, and the line."""

    verb: str
    ruling: str
    words: tuple[Token, ...]
    line: str

    def rest(self, first: int) -> str:
        """Return the text of the line from one of the words on; "" if there is none."""
        return self.line[self.words[first].start : self.words[-1].end] if self.words else ""

    def as_meant(self) -> "Phrase":
        """Return the command with ``'x y'`` as ``"x y"``, and the list ``8, 14`` as ``8,14``."""
        typed = self.rest(0)
        line = _LOOSE.sub(lambda found: found[1] or (quote(found[3]) if found[3] else ","), typed)
        return replace(self, words=tuple(tokens(line)), line=line) if line != typed else self


@lru_cache(1024)
def phrases(line: str) -> tuple[Phrase, ...]:
    """Return the commands of a line; none for an empty line or a comment. Raises InvalidCommand."""
    if len(line) > LONGEST:
        raise InvalidCommand(f"The line is too long: at most {LONGEST} characters.")
    if line.lstrip().startswith("#"):
        return ()
    parts: list[list[Token]] = [[]]
    for token in tokens(line):
        if token.separates:
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_phrase(words, line) for words in parts if words)


def _phrase(words: list[Token], line: str) -> Phrase:
    head, *rest = words
    verb = head.text if head.name is None else f"{head.name}={head.text}"
    name = verb.rstrip("!")
    ruling = "" if head.quoted else verb[len(name) :][: len(FREE)]
    if rest and not ruling and rest[0].text in (RULED, FREE) and not rest[0].quoted and rest[0].name is None:
        ruling, rest = rest[0].text, rest[1:]
    return Phrase(name.casefold(), ruling, tuple(rest), line)


def tokens(line: str) -> list[Token]:
    """Return the words of a line; raises InvalidCommand for unclosed quotes."""
    found: list[Token] = []
    place = 0
    while place < len(line):
        if line[place].isspace():
            place += 1
        else:
            found.append(_token(line, place))
            place = found[-1].end
    return found


def _token(line: str, start: int) -> Token:
    """Return the word that starts here. Quotes may be in any part of it: ``what="a table"``."""
    text: list[str] = []
    name: str | None = None
    quoted, place = False, start
    while place < len(line) and not line[place].isspace():
        character = line[place]
        if character == '"':
            found = re.compile(_QUOTED).match(line, place)
            if found is None:
                raise InvalidCommand('A quote is not closed; write " at both ends.')
            text.append(re.sub(r'\\(["\\])', r"\1", found[1]))
            place = found.end()
            quoted = quoted or name is None
            continue
        # After these it makes a comparison, as in 6d10>=6, and not a name=value.
        if character == "=" and name is None and not quoted and text and text[-1] not in "<>":
            name, text = "".join(text), []
        else:
            text.append(character)
        place += 1
    return Token("".join(text), quoted, name, start, place)


_NAMING: Final = 12  # the number of words of a command that are searched for names without quotes


class Ruled(Model):
    """An action that did not come from a line; with a ``ruling`` the GM overrides every objection."""

    action: Action
    ruling: str = ""

    @property
    def verb(self) -> str:
        """Return its verb."""
        return self.action.verb


class Draft(Model):
    """An action being filled in: the words of its fields by attribute, read only when it is asked for.

    ``more`` are flags and ``name=value`` words typed behind one of them.
    """

    kind: type[Action]
    texts: Mapping[str, str]
    more: str = ""
    ruling: str = ""

    @property
    def verb(self) -> str:
        """Return its verb."""
        return self.kind.verb

    def read(self, system: System, scene: Scene) -> Action:
        """Return the action, once every required field has a word that makes sense; raises InvalidCommand."""
        more = clean_command(self.more)
        words, texts = tuple(tokens(more)) if more else (), dict(self.texts)
        aim = next((spec.attr for spec in self.kind.in_order if is_aim(spec) and spec.attr in texts), None)
        named, flags, _ = _fields(self.kind)
        plain = [word for word in words if word.name is None and word.text.casefold() not in {*named, *flags}]
        if aim is not None and len(plain) > sum(spec.attr not in texts for spec in arguments(self.kind)):
            # A name typed behind the number is the target, whoever stands there.
            with suppress(InvalidCommand):
                texts[aim] = match_name(plain[-1].text, tuple(scene.combatants), "combatant")
                words = tuple(word for word in words if word is not plain[-1])
        reading = _Reading(self.kind, Phrase(self.verb, self.ruling, words, more), system, scene, exact=False)
        for attr, word in texts.items():
            spec = self.kind.parameters[attr]
            if spec.kind == "flag" and (spec.some is None or word == "yes"):
                reading.values[attr] = True
            else:
                reading.texts[attr] = (clean_command(word), "")
        return reading.action()


Part: TypeAlias = Phrase | Draft | Ruled
"""A command of a line: unread words, an action being filled in, or the action itself."""

CommandLine: TypeAlias = str | Sequence[Part]  # what is carried out as one entry: a line as typed, or its commands


def parts_of(line: CommandLine) -> Sequence[Part]:
    """Return the commands of a line; none for an empty one. Raises InvalidCommand."""
    return phrases(clean_command(line)) if isinstance(line, str) else line


def ruled(line: CommandLine) -> CommandLine:
    """Return a line whose commands are ruled; of a typed one, the first."""
    if isinstance(line, str):
        verb, _, rest = line.partition(" ")
        return f"{verb}! {rest}"
    return tuple(replace(part, ruling=RULED) for part in line)


def find_verb(word: str, system: System, others: Collection[str] = ()) -> str:
    """Return the verb by its name or a unique beginning; raises InvalidCommand with the nearest."""
    actions = system.actions
    if word in actions or word in others:
        return word
    known = (*actions, *others)
    if not word:
        raise InvalidCommand("The command is missing; “!” stands right behind it, as in hurt! NAME 3.")
    begun = [spec for spec in known if spec.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise InvalidCommand(f"“{word}” could be {', '.join(begun)}; type more of it.")
    raise InvalidCommand(f"“{word}” is not a command.{meant(word, known, system.roles.get('main'))}")


def read(phrase: Phrase, system: System, scene: Scene, exact: bool = False) -> Action:
    """Return the action of a phrase; raises InvalidCommand."""
    kind = system.actions[find_verb(phrase.verb, system)]
    try:
        return _read(kind, phrase, system, scene, exact)
    except InvalidCommand:
        if kind.otherwise is None:
            raise
        try:
            return _read(kind.otherwise, phrase, system, scene, exact)
        except MeansAnother:
            pass
        except InvalidCommand:
            # Whoever writes the words of the other action is told what is wrong with that one.
            if _deals(kind.otherwise, phrase, system, scene) and not _deals(kind, phrase, system, scene):
                raise
        raise


def _deals(kind: type[Action], phrase: Phrase, system: System, scene: Scene) -> bool:
    try:
        _Reading(kind, phrase, system, scene, exact=False).deal()
    except InvalidCommand:
        return False
    return True


def _read(kind: type[Action], phrase: Phrase, system: System, scene: Scene, exact: bool) -> Action:
    reading = _Reading(kind, phrase, system, scene, exact)
    joined = () if exact else tuple(_joined_names(phrase, scene))
    try:
        action = reading.action()
    except InvalidCommand as bad:
        readings = []
        name, named = ("", phrase) if exact else _with_names(phrase, scene)
        for words in (*(words for _, words in joined), *(() if exact else (named, phrase.as_meant()))):
            with suppress(InvalidCommand):
                readings.append(_Reading(kind, words, system, scene, exact=False).action())
        if readings and all(reading == readings[0] for reading in readings):
            return readings[0]
        check_separators(phrase)
        if not name or f'"{name}"' in str(bad):
            raise
        raise InvalidCommand(f'{ended(str(bad))} A name of several words is quoted: "{name}".') from None
    for place, words in joined:
        reading.check_number(place, words)
    return action


def check_separators(phrase: Phrase) -> None:
    """Refuse a semicolon that is part of a word, as between two commands; raises InvalidCommand with the line."""
    if any(SEPARATOR in word.text for word in phrase.words if not word.quoted):
        apart = re.sub(rf"\s*{SEPARATOR}\s*", f" {SEPARATOR} ", phrase.line).strip()[:REPEATED]
        raise InvalidCommand(f"Between two commands a semicolon stands alone, with blanks around it: {apart}") from None


def _joined_names(phrase: Phrase, scene: Scene) -> Iterator[tuple[int, Phrase]]:
    """Yield possible names of two words (``Goon 2``): the position of the first, and the phrase with both joined."""
    words, names = phrase.words, tuple(scene.combatants)
    for place, (first, second) in enumerate(pairwise(words[:_NAMING])):
        plain = not (first.quoted or second.quoted) and first.name is None and second.name is None
        number = second.text.partition(",")[0]
        if plain and number.isdecimal() and len(with_words(f"{first.text.rpartition(',')[2]} {number}", names)) == 1:
            joined = Token(f"{first.text} {second.text}", True, None, first.start, second.end)
            yield place, replace(phrase, words=(*words[:place], joined, *words[place + 2 :]))


def _with_names(phrase: Phrase, scene: Scene) -> tuple[str, Phrase]:
    """Return a name of several unquoted words, "" for none, and the phrase with each such name as one word."""
    found, words = "", list(phrase.words)
    for name in sorted(scene.combatants, key=len, reverse=True):
        size = len(wanted := name.casefold().split())
        for at in range(len(words) - size, -1, -1) if size > 1 else ():
            part = words[at : at + size]
            plain = [word.text.casefold() for word in part if not word.quoted and word.name is None]
            if plain == wanted:
                found, words[at : at + size] = name, [Token(name, True, None, part[0].start, part[-1].end)]
    return found, replace(phrase, words=tuple(words))


def dealt(phrase: Phrase, system: System, scene: Scene) -> tuple[tuple[Parameter, str], ...]:
    """Return the fields that a phrase fills, each with its word as typed; raises InvalidCommand."""
    kind = system.actions[find_verb(phrase.verb, system)]
    reading = _Reading(kind, phrase, system, scene, exact=False)
    reading.deal()
    return tuple((spec, reading.texts[spec.attr][0]) for spec in kind.in_order if spec.attr in reading.texts)


def places(kind: type[Action], count: int, named: Collection[str]) -> list[Parameter]:
    """Return the positional fields that this number of words fills, apart from those ``named``."""
    free = [spec for spec in kind.in_order if spec.kind == "argument" and spec.name not in named and not spec.sigil]
    left = max(0, count - sum(spec.required for spec in free))
    filled = [spec for spec in free if not spec.required][:left]
    return [spec for spec in free if spec.required or spec in filled]


@lru_cache(256)
def _fields(kind: type[Action]) -> tuple[Mapping[str, Parameter], Mapping[str, Parameter], int]:
    """Return fields by name and alias (a name counts before an alias), the flags, and how many words are required."""
    named = [spec for spec in kind.in_order if spec.kind in ("argument", "option") or spec.some is not None]
    known = {alias: spec for spec in named for alias in (spec.name, *spec.aliases)}
    flags = {spec.name: spec for spec in kind.in_order if spec.kind == "flag"}
    return known | {one.name: one for one in named}, flags, sum(one.required for one in arguments(kind))


class _Reading:
    """A phrase being read: words are assigned to fields, then read from left to right."""

    def __init__(self, kind: type[Action], phrase: Phrase, system: System, scene: Scene, exact: bool) -> None:
        self.kind, self.phrase, self.system, self.scene, self.exact = kind, phrase, system, scene, exact
        self.specs, (self.named, self.flags, self.required) = kind.in_order, _fields(kind)
        self.values: dict[str, Any] = {}
        self.texts: dict[str, tuple[str, str]] = {}
        self.places: dict[int, Parameter] = {}
        self.pairs: dict[str, str] = {}

    def action(self) -> Action:
        if self.phrase.words:
            self.deal()
        for spec in self.specs:
            if spec.attr in self.texts and (word := spec.type or spec.some) is not None:
                text, alias = self.texts[spec.attr]
                context = Context(self.system, self.scene, self.values, self.exact)
                try:
                    self.values[spec.attr] = word.read(text, context, alias)
                except InvalidCommand as bad:
                    # Whoever is not here is named; which of the words they were is plain.
                    people = isinstance(word, CombatantParam | CombatantsParam)
                    raise type(bad)(str(bad) if people else f"{spec.name}: {bad}") from None
        for spec in self.specs:
            if spec.kind == "open":
                self.values[spec.attr] = tuple(self.pairs.items())
            elif spec.required and spec.attr not in self.values:
                hint = f" ({spec.type.hint})" if spec.type is not None and spec.type.hint else ""
                raise InvalidCommand(f"{self.kind.verb} needs {spec.name}{hint}: {usage(self.kind)}")
        return self.kind(**self.values)

    def check_number(self, place: int, joined: Phrase) -> None:
        """Refuse a group and a number that together are a member's name; raises InvalidCommand."""
        who, spec = self.places.get(place), self.places.get(place + 1)
        name = joined.words[place].text
        if who is None or spec is None or not isinstance(self.values.get(who.attr), NameList):
            return
        if name.rpartition(",")[2].casefold() not in (known.casefold() for known in self.scene.combatants):
            return
        words, line = self.phrase.words, self.phrase.line
        rest = () if spec.rest else words[place + 2 :]
        verb = self.kind.verb + self.phrase.ruling
        before, after = (" ".join(line[word.start : word.end] for word in part) for part in (words[:place], rest))
        group, value = words[place].text, self.texts[spec.attr][0]
        single = " ".join(filter(None, (verb, before, quote(name), spec.name.upper(), after)))
        several = " ".join(filter(None, (verb, before, quote(group), f"{spec.name}={quote(value)}", after)))
        meanings = f"“{name}” could be one combatant, or {group} with {spec.name} {value}"
        raise InvalidCommand(f"{meanings}. Write {single}, or {several}.")

    def _take_named(self) -> list[int]:
        """Take flags and name=value out; returns the positions of the words that are left."""
        open_ = next((spec for spec in self.specs if spec.kind == "open"), None)
        left: list[int] = []
        for place, token in enumerate(self.phrase.words):
            name = token.name.casefold() if token.name is not None else None
            if name is not None and name in self.named:
                spec = self.named[name]
                if spec.attr in self.texts:
                    raise InvalidCommand(f"{spec.name} is given twice; say it once.")
                self.texts[spec.attr] = (token.text, name if name != spec.name else "")
            elif name is not None and open_ is not None:
                if name in self.pairs:
                    raise InvalidCommand(f"{name} is given twice; say it once.")
                self.pairs[name] = token.text
            elif name is not None and not any(spec.rest for spec in self.specs):
                way = suggestion(token.name or "", tuple(self.named))
                raise InvalidCommand(f"“{token.name}=” does not belong to {self.kind.verb}.{way}")
            elif not token.quoted and token.name is None and token.text.casefold() in self.flags:
                self.values[self.flags[token.text.casefold()].attr] = True
            elif not token.quoted and token.name is None and self._bare(token.text.casefold()):
                continue
            elif open_ is not None and len(left) >= self.required and self._is_yes(token, open_.of):
                self.pairs[token.text.casefold()] = "yes"
            else:
                left.append(place)
        return left

    def _is_yes(self, token: Token, of: str) -> bool:
        """Return whether a word alone says yes: any of a weapon, and what is yes or no on a sheet."""
        spec = self.system.sheet.field(token.text.casefold()) if of == "sheet" and not token.quoted else None
        yes_or_no = spec is not None and isinstance(spec.type, YesNoParam) and not spec.internal
        return token.name is None and (of == "weapon" or yes_or_no)

    def _bare(self, text: str) -> bool:
        spec = self.named.get(text)
        if spec is not None and spec.name == text and spec.bare is not None and spec.attr not in self.texts:
            self.texts[spec.attr] = (spec.bare, "")
            return True
        return False

    def deal(self) -> None:
        """Assign each word to its field; raises InvalidCommand."""
        left = self._take_sigils(self._take_named())
        dealt = places(self.kind, len(left), [spec.name for spec in self.specs if spec.attr in self.texts])
        for number, place in enumerate(left):
            if number >= len(dealt):
                raise InvalidCommand(self._too_many(left, place, dealt))
            spec = self.places[place] = dealt[number]
            if spec.rest or (len(dealt) == 1 and isinstance(spec.type, TextParam) and spec.type.several):
                self.texts[spec.attr] = (self._rest(left[number:]), "")
                return
            word = self.phrase.words[place]  # With all its characters: ``6d10>=6`` does not name a value here.
            self.texts[spec.attr] = (word.text if word.name is None else self.phrase.line[word.start : word.end], "")

    def _take_sigils(self, left: list[int]) -> list[int]:
        """Take the first word if it begins with a field's sigil: ``@Ann``; a kept text may only look like one."""
        for spec in self.specs:
            if not spec.sigil or spec.attr in self.texts or not left:
                continue
            token = self.phrase.words[left[0]]
            name = token.text.removeprefix(spec.sigil)
            typed = name and token.name is None and self.phrase.line.startswith(spec.sigil, token.start)
            if typed and (not self.exact or all(part.strip() in _names(self.scene) for part in name.split(","))):
                self.texts[spec.attr] = (token.text, "")
                left = left[1:]
        return left

    def _too_many(self, left: Sequence[int], place: int, dealt: Sequence[Parameter]) -> str:
        words = self.phrase.words
        word = words[place].text
        named = self.named.get(word.casefold())
        given = {token.name for token in words}
        twice = next((spec.name for spec in arguments(self.kind) if spec.name in given), "")
        if twice:
            way = f", since {twice}= is there too: {usage(self.kind)}"
        elif named is not None:
            way = f": {usage(self.kind)}. By name it is {named.name}=."
        elif together := self._together(place):
            way = f". What belongs together is quoted: {quote(together)}."
        elif len(dealt) == 1 and isinstance(dealt[0].type, TextParam) and len(left) <= _NAMING:
            whole = " ".join(words[at].text.removesuffix("\\") for at in left)
            way = f". A {dealt[0].name} of several words is quoted: {self.kind.verb} {quote(whole)}."
        else:
            way = f": {usage(self.kind)}"
        return f"“{word}” is one word too many{way}"

    def _together(self, place: int) -> str:
        """Return the known words made of a surplus word and the one before it; "" if there are none."""
        before = self.places.get(place - 1)
        if before is None or before.type is None:
            return ""
        known = before.type.complete(Context(self.system, self.scene, self.values, self.exact))
        words = f"{self.phrase.words[place - 1].text} {self.phrase.words[place].text}".casefold()
        return next((name for name in known if name.casefold() == words), "")

    def _rest(self, places: list[int]) -> str:
        """Return the rest of the line as typed; a single quoted word without its quotes."""
        words = [self.phrase.words[place] for place in places]
        if len(words) == 1 and words[0].quoted:
            return words[0].text
        if places == list(range(places[0], places[-1] + 1)):
            return self.phrase.line[words[0].start : words[-1].end]
        return " ".join(self.phrase.line[word.start : word.end] for word in words)


def _names(scene: Scene) -> tuple[str, ...]:
    groups = (combatant.group for combatant in scene.combatants.values() if combatant.group)
    return (*scene.combatants, *groups, *scene.sides(), EVERYBODY)


def usage(kind: type[Action]) -> str:
    """Return the usage of a command: positions in capitals, and what may be left out in brackets."""
    words = [kind.verb]
    for spec in kind.in_order:
        bare = {
            "argument": spec.sigil + spec.name.upper(),
            "option": f"{spec.name}=",
            "flag": spec.name,
            "open": "field=value",
        }[spec.kind]
        words.append(bare if spec.required else f"[{bare}]")
    return " ".join(words)


@cache
def everyday() -> Mapping[str, str]:
    """Return everyday words, and the verbs for them."""
    import tomllib

    table = tomllib.loads(Path(__file__).with_name("everyday.toml").read_text("utf-8"))
    return {said: verb for verb, words in table.items() for said in words}


PROGRAM: Final = ("export", "odds", "repair", "serve", "talk", "view")
"""Commands of the program that could be looked for in a fight."""

BEGUN: Final = 3  # the number of letters from which the beginning of an everyday word is recognized
LONG: Final = 6  # the length below which an everyday word must be spelt correctly: too many others are similar
MISTYPED: Final = 0.7  # the least similarity to a known word: one letter too many, too few, wrong or transposed


def meant(word: str, verbs: Sequence[str], main: str | None) -> str:
    """Return `` Did you mean VERB?``, else `` Known:`` and a list; ``main`` is the verb of the game's main action.

    For a command of the program, return where it is typed.
    """
    if word in PROGRAM:
        return f" It is one of the shell: tracker {word} --help."
    # The main action has a verb of its own in each game.
    meanings = {said: main if verb == "main" else verb for said, verb in everyday().items()}
    ways = {said: way for said, way in meanings.items() if way and way.split()[0] in verbs}
    ways |= {verb: verb for verb in verbs}
    around = [verb for verb in verbs if len(word) >= BEGUN and f"-{word}" in verb]
    if around and word not in ways:
        return f" Did you mean {' or '.join(around)}?"
    begun = {verb for said, verb in ways.items() if len(word) >= BEGUN and said.startswith(word)}
    verb = ways.get(word) or (begun.pop() if len(begun) == 1 else None) or _mistyped(word, ways)
    return f" Did you mean {verb}?" if verb else f" Known: {comma_list(verbs)}."


def _mistyped(word: str, ways: Mapping[str, str]) -> str | None:
    """Return the verb of a mistyped word: first one with its letters reordered, then one with the same beginning."""
    known = [said for said, verb in ways.items() if said == verb or len(said) >= LONG]
    alike = [said for said in known if said[0] == word[:1]]
    swapped = next((said for said in alike if sorted(said) == sorted(word)), None)
    near = swapped or nearest(word, alike, MISTYPED) or nearest(word, known, MISTYPED)
    return ways[near] if near else None
