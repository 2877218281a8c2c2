"""What a program may ask by the Model Context Protocol, and propose; what it proposes waits for the GM's key."""

import time
from typing import Any, Final

import anyio
import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from tracker.cli.odds import odds_in
from tracker.commands.writer import write
from tracker.export.json import as_json, odds_json
from tracker.export.reference import reference
from tracker.export.text import as_text
from tracker.foresight.choices import ranked
from tracker.players.inbox import NotProposed, Sender, objection
from tracker.players.public import Followed
from tracker.rules.action import OUT_OF_REACH
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session
from tracker.storage.errors import LoadError
from tracker.version import __version__

PATIENCE: Final = 5.0  # the seconds in which the tracker that has the fight open must take a proposed line
LOOK: Final = 0.1  # the seconds between two looks for its answer

ABOUT: Final = (
    "A fight of a tabletop role-playing game, as its game master (GM) tracks it. It is what the GM knows: tell players "
    "nothing of it. Look and calculate freely. You cannot do anything in the fight: a line that you propose waits on "
    "the GM's screen, and the GM takes it or declines it. Ask for `commands` before you write a line."
)
ABOUT_PLAYERS: Final = "A fight of a tabletop role-playing game, as its players may see it."
"""What a program is told first."""

LOOKS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
PROPOSES: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


def _server(about: str) -> MCPServer[Any]:
    # Its log would be more text on the terminal of the program that runs this one.
    return MCPServer("combat-tracker", instructions=about, version=__version__, log_level="CRITICAL")


def for_players(followed: Followed) -> MCPServer[Any]:
    """Return the server of a fight as players may see it."""
    server = _server(ABOUT_PLAYERS)

    @server.tool(annotations=LOOKS)
    async def fight() -> dict[str, Any]:
        """Return the fight now, as the players may see it: who is there, how they are, the turn and the story."""
        followed.look()
        if followed.public_trouble:
            raise ToolError(followed.public_trouble)
        seen: dict[str, Any] = msgspec.to_builtins(followed.projection())
        return seen

    return server


def served(tools: "Tools") -> MCPServer[Any]:
    """Return the server of a fight as the GM sees it."""
    server = _server(ABOUT)
    for tool in (
        *(tools.fight, tools.fight_as_json, tools.commands),
        *(tools.odds, tools.choices, tools.preview, tools.proposals),
    ):
        server.tool(annotations=LOOKS)(tool)
    server.tool(annotations=PROPOSES)(tools.propose)
    return server


class Tools:
    """The tools of a session that is followed; the first line of each is what a program reads of it."""

    def __init__(self, session: Session, path: str) -> None:
        self._session, self._path = session, path
        self._sender: Sender | None = None

    def _followed(self) -> Session:
        try:
            self._session.follow()
        except LoadError as bad:
            raise ToolError(bad.what) from None
        return self._session

    async def fight(self, log_lines: int = 20) -> str:
        """Return the fight now as text, as the GM sees it, with the last lines of its log.

        Players do not know all of it: hidden combatants, the numbers of enemies, notes and open questions are in it.
        """
        return as_text(self._followed(), log_lines=max(0, log_lines))

    async def fight_as_json(self) -> dict[str, Any]:
        """Return the fight now as data, as the GM sees it, with its whole log; the same as `tracker show --json`."""
        return as_json(self._followed())

    async def commands(self) -> str:
        """Return the reference of the game: how every command is written, sheets, tables and settings."""
        return reference(self._followed().system)

    async def odds(self, line: str) -> dict[str, Any]:
        """Return the exact chances of an action in this fight, with roll as its result: attack Ann Goon roll."""
        try:
            return odds_json(odds_in(self._followed(), line)[1])
        except (InvalidCommand, Refused) as bad:
            raise ToolError(str(bad)) from None

    async def choices(self, name: str = "") -> list[dict[str, Any]]:
        """Return what somebody (else the one whose turn it is) could do now, the best first, each as a line to propose.

        `expected` is what the `victims` lose on average, all together, and `drops` the chance that the victim is out:
        of several, how many are out on average. Both are null where a player chooses, or a question follows. What is
        `out_of_reach` does not reach its target, or one of several, from where they stand. What has a `hindrance`,
        the reason in words, comes last.
        """
        session = self._followed()
        scene = session.scene
        who = name or scene.turn.name or ""
        if who not in scene.combatants:
            raise ToolError(f"Say who: {', '.join(scene.combatants) or 'nobody is in the fight yet'}.")
        return [
            {
                "line": write(choice.action),
                "victims": [one.victim for one in choice.each or (choice,)],
                "success": choice.success,
                "expected": choice.expected if choice.odds.told else None,
                "drops": choice.drops if choice.odds.told else None,
                "tactics": list(choice.why),
                "out_of_reach": choice.far == OUT_OF_REACH,
                "hindrance": choice.far,
            }
            for choice in ranked(session.system, scene, who)
        ]

    async def preview(self, line: str) -> dict[str, Any]:
        """Return what a line would do now, without doing it and without dice, or why it is refused."""
        seen = self._followed().preview(line)
        if seen.error:
            raise ToolError(seen.error)
        return {
            "text": seen.text,
            "throws": seen.throws,
            "spends": list(seen.spends),
            "notes": list(seen.notes),
            "refused": list(seen.objections),
            "why": [f"{reason.of}: {reason.label} {reason.value}" for reason in seen.why],
        }

    async def propose(self, line: str, ctx: Context[Any, Any]) -> str:
        """Propose a line to the GM: it waits on the GM's screen, and nothing is done unless the GM takes it.

        The answer has the number under which `proposals` says what became of it.
        """
        if trouble := objection(self._followed(), line):
            raise ToolError(trouble)
        sender = self._sender
        if sender is None:
            client = ctx.session.client_params
            sender = self._sender = Sender(self._path, client.client_info.name if client is not None else "")
        try:
            number = sender.send(line)
        except NotProposed as why:
            raise ToolError(str(why)) from None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            await anyio.sleep(LOOK)
            found = next((fate for fate in sender.fates() if fate.id == number), None)
            if found is not None and found.fate in ("declined", "no longer possible"):
                raise ToolError(found.text or "The GM takes no proposals of yours. Nothing was proposed.")
            if found is not None:
                return f"Proposal {number} waits on the GM's screen. Nothing is done before the GM says so."
        if sender.withdraw(number):
            raise ToolError("The tracker that has the fight open takes no proposals now. Nothing was proposed.")
        raise ToolError("Too many proposals wait for the GM already. This one was not kept.")

    async def proposals(self) -> list[str]:
        """Return what became of your last proposals: waiting, taken (with what it came to), declined."""
        fates = self._sender.fates() if self._sender is not None else ()
        return [f"{fate.id}: {fate.fate}{f'. {fate.text}' if fate.text else ''}" for fate in fates]
