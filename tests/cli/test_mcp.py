"""The fight by the Model Context Protocol: asked by the protocol's own client over standard input and output."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options

mcp = pytest.importorskip("mcp")

pytestmark = pytest.mark.slow

SCRIPT = """add Ann brawn=3 dexterity=4 melee=2
add Rat side=enemies brawn=2
add Lurker side=enemies hidden
arm Ann sword
range Ann Rat engaged
initiative Ann 9
initiative Rat 2
initiative Lurker 1
next
"""


@pytest.fixture
def path(tracker: Call) -> str:
    """A fight in a file: Ann's turn, a Lurker hidden."""
    assert tracker("run", "--system", "contract", "--save", "fight.json", input=SCRIPT).exit_code == 0
    return str(Path("fight.json").absolute())


class Asked:
    """A program that asks; ``name`` is what it calls itself."""

    def __init__(self, client: Any) -> None:
        self._client = client

    async def tools(self) -> set[str]:
        """The names of what it may ask."""
        return {tool.name for tool in (await self._client.list_tools()).tools}

    async def ask(self, tool: str, **given: object) -> str:
        """What a tool answers."""
        answer = await self._client.call_tool(tool, given)
        assert not answer.is_error, answer.content
        return "\n".join(part.text for part in answer.content)

    async def data(self, tool: str, **given: object) -> Any:
        """What a tool answers, as data."""
        answer = await self._client.call_tool(tool, given)
        assert not answer.is_error, answer.content
        return answer.structured_content

    async def refused(self, tool: str, **given: object) -> str:
        """Why a tool does not answer."""
        answer = await self._client.call_tool(tool, given)
        assert answer.is_error
        return "\n".join(part.text for part in answer.content)


@asynccontextmanager
async def program(path: str, *options: str) -> AsyncIterator[Asked]:
    words = ["-m", "tracker.cli.main", "mcp", path, *options]
    root = str(Path(__file__).parents[2])
    how = mcp.StdioServerParameters(command=sys.executable, args=words, env={"PYTHONPATH": root})
    about = mcp.types.Implementation(name="a friend", version="1")
    async with mcp.Client(mcp.stdio_client(how), client_info=about) as client:
        yield Asked(client)


async def test_a_program_sees_the_fight_as_the_gm_does_and_what_could_be_done(path: str) -> None:
    async with program(path) as friend:
        assert "Lurker: hidden from the players" in await friend.ask("fight")
        assert (await friend.data("fight_as_json"))["combatants"]["Lurker"]["hidden"]
        assert "Actions of The Contract" in await friend.ask("commands")
        chances = await friend.data("odds", line="attack Ann Rat roll")
        assert abs(sum(outcome["p"] for outcome in chances["outcomes"]) - 1) < 1e-12
        best = (await friend.data("choices", name="Ann"))["result"][0]
        assert best["line"].startswith("attack Ann Rat")
        assert best["victims"] == ["Rat"]
        shown = await friend.data("preview", line="hurt Rat 2")
        assert shown["text"].startswith("Rat: injury 2")
        assert "Nobody" in await friend.refused("preview", line="hurt Nobody 2")
        assert "Say who" in await friend.refused("choices", name="Nobody")
        assert "not open in a tracker" in await friend.refused("propose", line="hurt Rat 2")
    assert [entry.command for entry in Session.load(path).story()][-1] == "next"


async def test_what_is_out_of_reach_is_told_and_comes_last(tracker: Call) -> None:
    script = "add Ann str=16 dex=16\nadd Rat side=enemies hp=9\narm Ann club ; arm Ann shortbow\nrange all far\nnext\n"
    assert tracker("run", "--system", "srd5", "--save", "far.json", input=script).exit_code == 0
    async with program(str(Path("far.json").absolute())) as friend:
        choices = (await friend.data("choices", name="Ann"))["result"]
        assert [(choice["line"], choice["out_of_reach"]) for choice in choices] == [
            ("attack Ann Rat roll weapon=shortbow", False),
            ("attack Ann Rat roll weapon=club", True),
        ]


async def test_a_hindrance_that_is_no_distance_is_not_called_out_of_reach(tracker: Call) -> None:
    ann = 'add Ann int=16 casting=int level=3 slots-2=2\narm Ann "hold person"'
    script = f"{ann}\nadd Ghoul side=enemies hp=9 kind=undead\nrange all near\nnext\n"
    assert tracker("run", "--system", "srd5", "--save", "kind.json", input=script).exit_code == 0
    async with program(str(Path("kind.json").absolute())) as friend:
        choices = (await friend.data("choices", name="Ann"))["result"]
        (held,) = [choice for choice in choices if "hold person" in choice["line"]]
        assert (held["out_of_reach"], held["hindrance"]) == (False, "not for its kind")


async def test_a_program_for_players_sees_what_they_see_and_proposes_nothing(path: str) -> None:
    async with program(path, "--players") as friend:
        assert await friend.tools() == {"fight"}
        seen = await friend.data("fight")
        assert [card["name"] for card in seen["cards"]] == ["Ann", "Rat"]
        assert "Lurker" not in str(seen)


@pytest.mark.parametrize("phones", ["ask", "all"])
async def test_what_a_program_proposes_waits_for_the_gms_key_whatever_the_settings_say(path: str, phones: str) -> None:
    app = TrackerApp(Session.open(path), options=Options(animations=False, phones=phones))
    async with app.run_test(size=(120, 40)) as pilot, program(path) as friend:
        session, before = app.session, len(Session.load(path).story())
        assert session is not None
        assert "waits on the GM's screen" in await friend.ask("propose", line="hurt Rat 2")
        assert "Proposal 2" in await friend.ask("propose", line="hurt Rat 1")
        assert "game master alone" in await friend.refused("propose", line="undo")
        assert len(session.story()) == before
        assert "1: waiting" in await friend.ask("proposals")
        await pilot.press("f", "enter", "delete")
        assert [entry.command for entry in session.story()][before:] == ["hurt Rat 2"]
        assert session.story()[-1].text.endswith("Proposed by the program a friend.")
        told = ""
        while "2: declined" not in told:
            await pilot.pause(0.1)
            told = await friend.ask("proposals")
        assert "1: taken. Rat: injury 2" in told
        assert (Path(path + ".proposals")).is_dir()
        await pilot.press("u")
        assert len(session.story()) == before
    assert not Path(path + ".proposals").exists()


async def test_a_proposed_line_is_edited_before_it_is_taken(path: str) -> None:
    app = TrackerApp(Session.open(path), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot, program(path) as friend:
        await friend.ask("propose", line="hurt Rat 2")
        await pilot.press("f", "e", "backspace", "1", "enter")
        assert app.session is not None
        assert app.session.story()[-1].command == "hurt Rat 1"
        assert not app.players.table.waits


def test_the_protocols_own_inspector_lists_the_tools_asks_one_and_reads_a_refusal(path: str) -> None:
    inspector = shutil.which("mcp-inspector")
    if inspector is None:
        pytest.skip("the inspector of the Model Context Protocol is not on this machine")

    def inspected(*options: str) -> Any:
        program = [sys.executable, "-m", "tracker.cli.main", "mcp", path]
        said = subprocess.run([inspector, "--cli", *program, *options], capture_output=True, text=True, timeout=60)
        assert said.returncode == 0, said.stderr
        return json.loads(said.stdout)

    def asked(tool: str, line: str) -> Any:
        return inspected("--method", "tools/call", "--tool-name", tool, "--tool-arg", f"line={line}")

    tools = {tool["name"]: tool for tool in inspected("--method", "tools/list")["tools"]}
    assert {"fight", "fight_as_json", "commands", "odds", "choices", "preview", "propose", "proposals"} == set(tools)
    assert all(
        tool["description"] and tool["annotations"]["readOnlyHint"] is (name != "propose")
        for name, tool in tools.items()
    )
    chances = asked("odds", "attack Ann Rat roll")["structuredContent"]
    assert abs(sum(outcome["p"] for outcome in chances["outcomes"]) - 1) < 1e-12
    refused = asked("preview", "hurt Nobody 2")
    assert refused["isError"]
    assert "Nobody" in refused["content"][0]["text"]
    assert "not open in a tracker" in asked("propose", "hurt Rat 2")["content"][0]["text"]


def test_without_its_package_it_says_how_to_get_it(path: str, tracker: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.cli.sharing.find_spec", lambda name: None)
    result = tracker("mcp", path)
    assert result.exit_code == 2
    assert "needs one more package" in result.stderr
