"""Who sits at the table with a phone, and what they propose; nothing of it is done before the GM or a setting says so.

The server passes on messages and knows no rules. A phone is known by the digest of a secret that only the phone and
the server have. It speaks for the heroes that the GM let it in for, and for nobody else.
"""

from collections import deque
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from tracker.combat.model import Model
from tracker.players.seats import Seat

WAITING: Final = 20  # the most proposals of one phone that wait
PHONES: Final = 300  # the most phones that are known at once
ASKING: Final = 30  # the most wishes to come in that wait for the GM
HEROES: Final = 12  # the most heroes of one phone
PROGRAMS: Final = 8  # the most programs that are known at once
RESULTS: Final = 5  # how many results a phone is shown, the newest last
REMEMBERED: Final = 200  # the most proposals of a phone that are known as answered before
LINE: Final = 8_192  # the most bytes of a message from the server

Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
SentName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
SentKey = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SentValue = Annotated[str, msgspec.Meta(max_length=100)]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="join"):
    """A phone wants to speak for a hero."""

    phone: Digest
    hero: SentName


class Propose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="propose"):
    """A phone proposes a filled-in form; ``id`` is the phone's own number for it, which is taken once."""

    phone: Digest
    id: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    hero: SentName
    form: SentKey
    fields: Annotated[dict[SentKey, SentValue], msgspec.Meta(max_length=24)]


Message = Join | Propose

_DECODER: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)


def message(line: bytes) -> Message | None:
    """Return a message from the server; None for anything that is not one."""
    if len(line) > LINE:
        return None
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


ProposalFate = Literal["waiting", "taken", "declined", "no longer possible"]


class Result(Model):
    """What became of a proposal, by the phone's number; ``text`` is what it came to, as players may hear it."""

    id: int
    fate: ProposalFate
    text: str = ""


class Proposal(Model):
    """A proposal that waits for the GM: whose phone, for which hero, the form with its fields, and its line.

    That of a ``program`` is a line alone; it is never carried out by a setting. ``asked``: it answers what waited for
    the hero, and goes when nothing waits any more.
    """

    phone: str
    id: int
    hero: str
    form: str
    fields: Mapping[str, str]
    line: str
    program: str = ""
    asked: bool = False


def sent_by(*proposals: Proposal) -> str:
    """Return the remark on a line that came from phones or a program."""
    if proposals[0].program:
        return f"Proposed by the program {proposals[0].program}."
    heroes = list(dict.fromkeys(proposal.hero for proposal in proposals))
    first = f"{', '.join(heroes[:-1])} and " if heroes[1:] else ""
    return f"Sent by the phone{'s' if first else ''} of {first}{heroes[-1]}."


class Phone:
    """A phone: the heroes it speaks for, those it asks for, and what became of its proposals; or a ``program``.

    ``number`` is its name for the GM; ``notes`` tell it by hero that it was put out, or not let in.
    """

    def __init__(self, number: int = 0, program: str = "") -> None:
        self.number, self.program = number, program
        self.notes: dict[str, str] = {}
        self.heroes: list[str] = []
        self.asks: list[str] = []
        self.results: deque[Result] = deque(maxlen=RESULTS)
        self.answered: deque[int] = deque(maxlen=REMEMBERED)

    def answer(self, id_: int, fate: ProposalFate, text: str = "") -> None:
        """Tell the phone what became of a proposal."""
        self.answered.append(id_)
        kept = [result for result in self.results if result.id != id_]
        self.results = deque((*kept, Result(id_, fate, text)), maxlen=RESULTS)


class Desk(Model):
    """What a phone is shown of itself: its heroes' seats, the heroes it asks for, what became of its proposals."""

    seats: tuple[Seat, ...]
    asks: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()
    notes: tuple[str, ...] = ()


class Place(Model):
    """Somebody at the table as the GM sees it: a phone with a hero that it is or asks for, or a program."""

    phone: str
    hero: str
    asks: bool
    text: str


class Table:
    """The phones and the proposals that wait, oldest first. Nothing here touches the fight."""

    def __init__(self) -> None:
        self.phones: dict[str, Phone] = {}
        self.waiting: list[Proposal] = []
        self._came = 0

    @property
    def asking(self) -> tuple[tuple[str, str], ...]:
        """Return who asks to come in: the phone and the hero."""
        return tuple((digest, hero) for digest, phone in self.phones.items() for hero in phone.asks)

    @property
    def places(self) -> tuple[Place, ...]:
        """Return who is at the table, and who asks to be, in the order they came."""
        places = list[Place]()
        for digest, phone in self.phones.items():
            if phone.program and not phone.notes:
                places.append(Place(digest, "", False, f"{phone.program}, a program"))
            name = f"phone {phone.number}"
            places += [Place(digest, hero, False, f"{hero}: {name}") for hero in phone.heroes]
            places += [Place(digest, hero, True, f"{hero}: {name} asks to come in") for hero in phone.asks]
        return tuple(places)

    @property
    def waits(self) -> bool:
        """Return whether anything waits for the GM."""
        return bool(self.waiting) or any(phone.asks for phone in self.phones.values())

    @property
    def heroes(self) -> tuple[str, ...]:
        """Return the heroes for whom somebody speaks, each once."""
        return tuple(dict.fromkeys(hero for phone in self.phones.values() for hero in phone.heroes))

    def ask(self, join: Join, known: frozenset[str]) -> bool:
        """Note that a phone wants to be a hero; returns whether the GM is asked. Unknown names change nothing."""
        if join.hero not in known or len(self.asking) >= ASKING:
            return False
        if join.phone not in self.phones and len(self.phones) >= PHONES:
            idle = [digest for digest, one in self.phones.items() if not (one.heroes or one.asks or one.program)]
            if not idle:
                return False
            del self.phones[idle[0]]
        phone = self._known(join.phone)
        if join.hero in phone.heroes or join.hero in phone.asks or len(phone.heroes) + len(phone.asks) >= HEROES:
            return False
        phone.asks.append(join.hero)
        phone.notes.pop(join.hero, None)
        return True

    def _known(self, digest: str, program: str = "") -> Phone:
        if digest not in self.phones:
            self._came += 1
            self.phones[digest] = Phone(self._came, program)
        return self.phones[digest]

    def let_in(self, digest: str, hero: str) -> None:
        """Let a phone speak for a hero."""
        phone = self.phones.get(digest)
        if phone is not None and hero in phone.asks:
            phone.asks.remove(hero)
            phone.heroes.append(hero)

    def put_out(self, digest: str, hero: str) -> None:
        """Take a hero, or the wish for one, and its proposals from a phone, and tell it so; a program goes whole."""
        phone = self.phones.get(digest)
        if phone is None:
            return
        if hero in phone.heroes:
            phone.notes[hero] = f"The GM has put this phone out: it is not {hero} any more."
        elif hero in phone.asks or phone.program:
            phone.notes[hero] = f"The GM did not let this phone in as {hero}."
        phone.asks = [name for name in phone.asks if name != hero]
        phone.heroes = [name for name in phone.heroes if name != hero]
        for proposal in [one for one in self.waiting if one.phone == digest and one.hero == hero]:
            self.end(proposal, "declined")

    def forget(self, programs: bool) -> None:
        """Forget all programs, or all phones, and what waits from them."""
        self.phones = {digest: phone for digest, phone in self.phones.items() if bool(phone.program) != programs}
        self.waiting = [proposal for proposal in self.waiting if proposal.phone in self.phones]

    def hear(self, digest: str, program: str, id_: int) -> bool:
        """Note a program that proposes something; returns whether there is room for that, and it is new."""
        known = [one for one, phone in self.phones.items() if phone.program]
        if digest not in self.phones and len(known) >= PROGRAMS:
            idle = [one for one in known if not any(proposal.phone == one for proposal in self.waiting)]
            if not idle:
                return False
            del self.phones[idle[0]]
        phone = self._known(digest, program)
        if phone.notes:
            phone.answer(id_, "declined")
            return False
        return bool(phone.program) and id_ not in phone.answered and not self.is_full(digest)

    def may_propose(self, proposal: Propose) -> bool:
        """Return whether the phone speaks for the hero, and did not send this one before."""
        phone = self.phones.get(proposal.phone)
        return phone is not None and proposal.hero in phone.heroes and proposal.id not in phone.answered

    def is_full(self, digest: str) -> bool:
        """Return whether as many proposals of a phone or program wait as may."""
        return sum(1 for one in self.waiting if one.phone == digest) >= WAITING

    def wait(self, proposal: Proposal) -> None:
        """Have a proposal wait for the GM."""
        self.waiting.append(proposal)
        self.phones[proposal.phone].answer(proposal.id, "waiting")

    def refuse(self, proposal: Propose, why: str = "") -> None:
        """Tell a phone that what it may propose is not possible; nothing of the fight is a reason."""
        self.phones[proposal.phone].answer(proposal.id, "no longer possible", why)

    def end(self, proposal: Proposal, fate: ProposalFate, text: str = "") -> None:
        """Take a proposal off the list, and tell its phone what became of it."""
        if proposal in self.waiting:
            self.waiting.remove(proposal)
        if (phone := self.phones.get(proposal.phone)) is not None:
            phone.answer(proposal.id, fate, text)
