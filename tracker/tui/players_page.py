"""The players' page: switched on and off from the screen, and updated as the fight changes.

It stays with the session it was switched on for. Another one that is opened meanwhile, perhaps one that is only being
prepared, is not shown until the GM says so; the page then keeps what it showed last.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from tracker.combat.scene import HEROES
from tracker.combat.text import clean_command, clean_line
from tracker.players.inbox import Inbox, objection
from tracker.players.projection import Projection, Sharing
from tracker.players.public import Public
from tracker.players.seats import LastMoments, NotPossible, Seat, Seats, line_of
from tracker.players.table import Desk, Join, Message, Proposal, Propose, Table, sent_by
from tracker.rules.view import GroupAction
from tracker.session import Session
from tracker.storage.errors import because
from tracker.tui.host import Host
from tracker.tui.shutdown import FAULT_OF_GAME, of_the_game
from tracker.web.address import EVERYWHERE, HEARTBEAT, LOOPBACK
from tracker.web.broadcast import Broadcast, PageError

LOOK: Final = 0.1
"""The seconds between two checks of the fight: the page is never later than that, and no key waits for it."""

SAID: Final = 500  # the most characters that a program is told of what its line came to


class PlayersPage:
    """The players' page of a fight. ``url`` is "" while it is off."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._broadcast: Broadcast | None = None
        self._starting = False
        self._next: asyncio.TimerHandle | None = None
        self._shown: object = None
        self._beat = 0.0
        self._reviving = False
        self._session: Session | None = None
        self._path = ""
        self._last: Projection | None = None
        self._public: Public | None = None
        self.title = ""  # what the fight is called that the page shows
        self.table = Table()
        self._sat = 0
        self._coming = 0
        self._held: dict[str, Seat] = {}
        self._kept = LastMoments()
        """What the heroes can do and throw, as far as it was worked out by the rules of ``_public``."""
        self._steps: Iterator[None] | None = None
        self.trouble = ""

    @property
    def on(self) -> bool:
        """Return whether the page is on."""
        return self._broadcast is not None

    @property
    def elsewhere(self) -> bool:
        """Return whether it shows another session than the one on the screen."""
        return self.on and self._current() is None

    @property
    def url(self) -> str:
        """Return its address."""
        return self._broadcast.address.url if self._broadcast is not None else ""

    @property
    def everywhere(self) -> bool:
        """Return whether others in the network can reach it."""
        return self._broadcast is not None and self._broadcast.address.host != LOOPBACK

    @property
    def warning(self) -> str:
        """Return a warning for the GM, or ""."""
        return self._broadcast.warning if self._broadcast is not None else ""

    async def switch_on(self, everywhere: bool = False) -> None:
        """Start the server without blocking the loop; errors are in ``trouble``."""
        if self._starting:
            return
        self._starting, self.trouble = True, ""
        try:
            self.switch_off()
            projection = self.show_this()
            own = self._app.options.host
            host = (own if own != LOOPBACK else EVERYWHERE[0]) if everywhere else LOOPBACK
            loop = asyncio.get_running_loop()
            inbox = None if self._app.options.phones == "off" else partial(self._receive, loop)
            self._broadcast = await asyncio.to_thread(Broadcast, projection, host, self._app.options.port, inbox)
        except PageError as bad:
            self.trouble = str(bad)
        finally:
            self._starting = False
        if self._broadcast is not None:
            self._look_later()
        self._app.show_mark()

    def show_this(self) -> Projection:
        """Show the fight on the screen from now on; what phones proposed for another one is no longer possible."""
        session = self._session = self._app.desk.session
        self._path, self._shown = session.path, None
        for proposal in [one for one in self.table.waiting if not one.program]:
            self.table.end(proposal, "no longer possible")
        return self._project(session)

    def switch_off(self) -> None:
        """Stop the server."""
        if self._next is not None:
            self._next.cancel()
        self._steps = None
        broadcast, self._broadcast = self._broadcast, None
        if broadcast is not None:
            broadcast.close()
        self.table.forget(programs=False)

    def _receive(self, loop: asyncio.AbstractEventLoop, message: Message) -> None:
        """Hand a message to the screen's thread; what comes while too many wait is dropped."""
        if self._coming < 200:
            self._coming += 1
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._take, message)

    def _take(self, message: Message) -> None:
        self._coming -= 1
        session = self._current()
        if self._broadcast is None:
            return
        if isinstance(message, Join):
            cards = self._last.cards if self._last is not None else ()
            known = frozenset(card.name for card in cards if card.side == HEROES)
            changed = self.table.ask(message, known)
        else:
            changed = self._proposed(session, message)
        if changed:
            self._sat += 1
            self._app.show_mark()

    def _proposed(self, session: Session | None, message: Propose) -> bool:
        """Have a proposal wait, or carry it out at once if the setting says so; returns whether anything changed."""
        table = self.table
        if not table.may_propose(message):
            return False
        if table.is_full(message.phone):
            table.refuse(message, "too many wait for the GM")
            return True
        try:
            if session is None or self._public is None:
                raise NotPossible
            sight = self._public.sight
            if sight.veiled:
                # The phone shows the last turn that its player saw, and the GM decides about what belongs there.
                held = self._held.get(message.hero)
                form = next((form for form in held.forms if form.id == message.form), None) if held else None
                if form is None:
                    raise NotPossible
                line = line_of(form, message.hero, message.fields, session.scene.prompts)
            else:
                form, line = self._seats(session).line(message.hero, message.form, message.fields)
        except NotPossible:
            table.refuse(message)
            return True
        sent = (message.phone, message.id, message.hero, message.form, message.fields)
        proposal = Proposal(*sent, line, asked=form.asked)
        table.wait(proposal)
        sheet = self._sheet()
        in_sheet = sheet is not None and sheet.verb == form.id and message.hero in sheet.actors
        at_once = "ask" if sight.veiled or in_sheet else self._app.options.phones
        if at_once == "all" or (at_once == "answers" and form.asked):
            self.carry_out(proposal)
        elif self._app.controller is not None:
            self._app.controller.fill_in_answers()
        return True

    def carry_out(self, proposal: Proposal) -> str:
        """Carry out a proposal; returns why it cannot be, and then it goes on waiting."""
        session, controller = self._app.session if proposal.program else self._current(), self._app.controller
        if session is None or controller is None or proposal not in self.table.waiting:
            return "This belongs to the fight that the page shows, and another one is open."
        told = self._public.now().story if self._public is not None else ()
        trouble = controller.take_over(proposal.line, sent_by(proposal))
        if not trouble:
            self.end(proposal, "" if proposal.program else self._said_since(told, session))
        return trouble

    def end(self, proposal: Proposal, said: str = "") -> None:
        """Tell the phone that its proposal was taken, and what players hear of it; a program, what the GM reads."""
        session = self._app.session
        if proposal.program and session is not None:
            said = session.history.entries[session.history.head].text[:SAID]
        self.table.end(proposal, "taken", said)
        self._sat += 1

    def decline(self, proposal: Proposal) -> None:
        """Decline a proposal."""
        self.table.end(proposal, "declined")
        self._sat += 1

    def admit(self, phone: str, hero: str, yes: bool) -> None:
        """Let a phone speak for a hero, or put it out."""
        (self.table.let_in if yes else self.table.put_out)(phone, hero)
        self._sat += 1

    def hear(self, inbox: Inbox) -> None:
        """Have the lines wait that came from programs, whatever the settings of phones say, and answer the programs."""
        session, table = self._app.session, self.table
        if session is None:
            return
        letters = inbox.take_out()
        for letter in letters:
            line, name = clean_command(letter.line), clean_line(letter.name)
            if not table.hear(letter.program, name, letter.id):
                continue
            proposal = Proposal(letter.program, letter.id, "", "", {}, line, name)
            table.wait(proposal)
            if trouble := objection(session, line):
                table.end(proposal, "no longer possible", trouble[:SAID])
        programs = {digest: tuple(phone.results) for digest, phone in table.phones.items() if phone.program}
        if programs:
            inbox.tell(programs)
        if letters:
            self._sat += 1
            self._app.show_mark()

    def _said_since(self, before: tuple[str, ...], session: Session) -> str:
        self._project(session)
        now = self._last.story if self._last is not None else ()
        new = next((n for n in range(len(now) + 1) if (before + now[len(now) - n :])[-len(now) :] == now), len(now))
        return " ".join(now[len(now) - new :])

    def _seats(self, session: Session) -> Seats:
        assert self._public is not None
        chances, sight = self._app.options.chances, self._public.sight
        return Seats(session.system, session.scene, sight, chances, self._sheet(), self._kept)

    def _sheet(self) -> GroupAction | None:
        controller = self._app.controller
        return controller.mode.asked if controller is not None and controller.mode is not None else None

    def _take_seats(self, session: Session) -> Iterator[None]:
        """Work out what each hero can do, one hero after the other; in a hidden one's turn all stays as it was."""
        assert self._public is not None
        assert self._last is not None
        if self._public.sight.veiled:
            return
        now, cards, seats = self._seats(session), self._last.cards, dict[str, Seat]()
        yield
        for hero in self.table.heroes:
            seats[hero] = now.seat(hero, cards)
            yield
        self._held = seats
        # An answer is no longer possible where nothing waits for it any more: the GM's stands.
        for proposal in [one for one in self.table.waiting if one.asked]:
            held = seats.get(proposal.hero)
            if held is None or not any(form.id == proposal.form and form.asked for form in held.forms):
                self.table.end(proposal, "no longer possible")

    def _desks(self) -> dict[str, Desk]:
        return {
            digest: Desk(
                tuple(self._held.get(hero) or Seat(hero, None, False, ()) for hero in phone.heroes),
                tuple(phone.asks),
                tuple(phone.results),
                tuple(phone.notes.values()),
            )
            for digest, phone in self.table.phones.items()
            if not phone.program
        }

    def _look_later(self) -> None:
        # A plain call of the loop: a timer of the screen's own would cost keys ten times as much.
        self._next = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        broadcast, session = self._broadcast, self._current()
        if broadcast is None:
            return
        self._look_later()
        if not broadcast.alive and not self._reviving:
            self._reviving = True
            self._app.run_worker(self._revive(broadcast), group="players' server")
        stand, options = self._shown, self._app.options
        if session is not None:
            history, shared = session.history, (options.numbers, options.chances, self._sheet())
            stand = (session, history.head, len(history.records), self._sat, *shared)
        if not self._steps and (stand != self._shown or time.monotonic() - self._beat >= HEARTBEAT):
            self._steps = self._publishing(broadcast, session, stand)
            self._step()

    def _publishing(self, broadcast: Broadcast, session: Session | None, stand: object) -> Iterator[None]:
        """Publish the fight in steps: between two of them keys are handled."""
        last = self._last if session is None or stand == self._shown else self._project(session)
        yield
        desks: dict[str, Desk] | None = None
        if self._app.options.phones != "off":
            if session is not None:
                yield from self._take_seats(session)
            desks = self._desks() if session is not None else {}
        if last is not None:
            broadcast.publish(last, desks)
        self._shown, self._beat = stand, time.monotonic()

    def _step(self) -> None:
        if self._steps is None or self._broadcast is None:
            return
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
        except OSError as error:
            self._give_up(because(error))
        except Exception as error:
            if not of_the_game(error):
                raise
            self._give_up(FAULT_OF_GAME)
        else:
            asyncio.get_running_loop().call_soon(self._step)

    async def _revive(self, broadcast: Broadcast) -> None:
        try:
            await asyncio.to_thread(broadcast.revive)
            if broadcast is not self._broadcast:
                broadcast.close()
                return
            self._app.tell("The server of the players' page had ended; it was started again.", "page")
        except PageError as error:
            self._give_up(str(error))
        finally:
            self._reviving = False

    def _give_up(self, why: str) -> None:
        self.switch_off()
        self._app.show_mark()
        self._app.tell(f"The players' page was switched off: {why.rstrip('.')}. The fight goes on.", "page")

    def _current(self) -> Session | None:
        """Return the session that the page shows, if it is the one on the screen; it may have been opened again."""
        session = self._app.session
        if session is None or session is self._session:
            return session
        if not session.path or session.path != self._path:
            return None
        self._session = session
        return session

    def _project(self, session: Session) -> Projection:
        public, sharing = self._public, Sharing(numbers=self._app.options.numbers)
        same = public is not None and (public.history is session.history and public.system is session.system)
        if public is None or not same or public.sharing != sharing:
            public = self._public = Public(session.system, session.history, sharing)
            self._kept = LastMoments()
        scene = session.scene
        self.title = scene.encounter or scene.title or session.system.title
        self._last = public.now()
        return self._last
