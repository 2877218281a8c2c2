"""``python .github/site/build.py FOLDER``: the site, from the READMEs, the pages beside this file and the program.

What the program can say of itself is asked of the program: games, commands, settings, keys and calls come from its
declarations. Links between the files of the repository become links between pages; those to other files lead to the
repository if pyproject.toml knows its address, and are plain words if not. Nothing is fetched, and nothing on a page
is: it has no foreign fonts, scripts or pictures.
"""

from __future__ import annotations

import os
import posixpath
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import click
import tomli_w

from tracker.cli.info import key_tables
from tracker.cli.main import main as program
from tracker.commands.walks import KEEP, LONE_HELP, LONE_USAGE, WALK_HELP
from tracker.export.reference import SOURCES, ActionsSection, Listing, action_help, common_actions, sections
from tracker.games import registry
from tracker.rules.action import Action
from tracker.rules.declarations import RulesTable
from tracker.rules.grammar import ended, plain_value, sentence
from tracker.rules.system import System
from tracker.tui.look.load_options import load_options
from tracker.version import __version__

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]

PAGES: Final = {
    "README.md": "overview.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "licence.md",
    "tracker/README.md": "map.md",
    "tracker/games/README.md": "game-files.md",
    "tracker/library/README.md": "library.md",
    "tracker/storage/README.md": "save-format.md",
    ".github/CONTRIBUTING.md": "contributing.md",
    ".github/CODE_OF_CONDUCT.md": "code-of-conduct.md",
    ".github/SECURITY.md": "security.md",
}
"""The files of the repository that are pages, by their name here; the README of a game is part of that game's page."""

NAV: Final = [
    {"Home": "index.md"},
    {"First evening": "first-evening.md"},
    {"All of it": "overview.md"},
    {"Keys": "keys.md"},
    {"Games": ["games/index.md"]},
    {"Commands": "commands.md"},
    {"The program": "program.md"},
    {"Game files": ["game-files.md", "gallery.md"]},
    {"Library": "library.md"},
    {"Scripts in Python": "scripts.md"},
    {"Save format": "save-format.md"},
    {"Joining in": ["contributing.md", "map.md", "code-of-conduct.md", "security.md", "changelog.md", "licence.md"]},
]

PICTURES: Final = (ROOT / ".github" / "pictures", ROOT / "tests" / "web" / "pictures")
"""The folders with pictures of the program; on the site they are one, ``pictures``."""

LINK: Final = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")
IMAGE: Final = re.compile(r'(!\[[^\]]*\]\(|<img src=")(?!https?:)([^")]+)')


def address() -> str:
    """Return the address of the repository; "" while it has none."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(about["tool"]["hatch"]["metadata"]["hooks"]["custom"]["address"]).rstrip("/")


def systems() -> list[System]:
    """Return the games that are shipped, the built-in ones first."""
    return [registry.find(name) for name in (*registry.SHIPPED, *sorted(path.stem for path in game_files()))]


def game_files() -> list[Path]:
    """Return the shipped game files."""
    return sorted(registry.FILES.glob("*.toml"))


def readme_of(system: System) -> Path | None:
    """Return the README of a built-in game."""
    module = registry.SHIPPED.get(system.name)
    return ROOT.joinpath(*module.split("."), "README.md") if module else None


def relinked(text: str, source: str, page: str) -> str:
    """Return the text of a file of the repository with links and pictures as they are on its page."""
    pages = PAGES | {
        readme.relative_to(ROOT).as_posix(): f"games/{system.name}.md"
        for system in systems()
        if (readme := readme_of(system))
    }
    base = address()

    def link(match: re.Match[str]) -> str:
        words, target, part = match.group(1), match.group(2), match.group(3) or ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in pages:
            return f"[{words}]({posixpath.relpath(pages[path], posixpath.dirname(page) or '.')}{part})"
        return f"[{words}]({base}/blob/v{__version__}/{path})" if base else words

    def image(match: re.Match[str]) -> str:
        up = "../" * page.count("/")
        return f"{match.group(1)}{up}pictures/{posixpath.basename(match.group(2))}"

    return LINK.sub(link, IMAGE.sub(image, text))


def cell(text: object) -> str:
    """Return text as a cell of a table."""
    return str(text).replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def code(text: object) -> str:
    """Return text as code in a cell of a table."""
    return f"`{str(text).replace('|', chr(92) + '|')}`" if str(text) else ""


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def prose(text: str) -> str:
    """Return a sentence of the program as Markdown that means just its letters."""
    return re.sub(r"([\\`*_<\[])", r"\\\1", text)


def action_text(kind: type[Action]) -> str:
    """Return a command as a part of a page: how it is typed, what it does, its words."""
    about = action_help(kind)
    parts = [f"### `{kind.verb}`", f"```text\n{about.usage}\n```", prose(about.what)]
    parts += [prose(about.refused)] if about.refused else []
    rows = [[code(word.typed), cell(prose(word.details)), cell(prose(word.help))] for word in about.words]
    parts += [table(("word", "what", "means"), rows)] if rows else []
    parts += [f"*Source: {prose(about.source)}.*"] if about.source else []
    return "\n\n".join(parts)


def settings_text(system: System) -> str:
    """Return the settings of a game as a table."""
    rows = [
        [code(each.name), cell(each.type.hint), code(plain_value(each.default)), cell(prose(ended(each.help)))]
        for each in system.settings
    ]
    return table(("setting", "choices", "from the start", "means"), rows)


def game_page(system: System) -> str:
    """Return the page of a game: its rules, then what its declarations say."""
    readme = readme_of(system)
    if readme is not None:
        source = readme.relative_to(ROOT).as_posix()
        parts = [relinked(readme.read_text(encoding="utf-8"), source, f"games/{system.name}.md")]
    else:
        title = f"# {system.title}"
        follows = f"Follows: {prose(system.source)}. It is a [game file](../gallery.md#{system.name}), `{system.name}`."
        parts = [title, follows, prose(f"A result is written: {system.result_help}") if system.result_help else ""]
    parts.append("## All settings\n\nThey are changed on the page of settings (`S`), or by `settings name=value`.")
    parts.append(settings_text(system))
    parts.append(f"## Sheets and tables\n\n{prose(SOURCES)}")
    for section in sections(system):
        match section:
            case Listing(title, items) if not title.startswith(("Settings", "Back and forth", "Into the library")):
                parts.append(f"### {title}\n\n" + "\n".join(f"- {prose(item)}" for item in items))
            case RulesTable():
                rows = [[cell(prose(value)) for value in row] for row in section.rows]
                said = f"\n*Source: {prose(section.source)}.*" if section.source else ""
                parts.append(f"### {section.title}\n\n{table(section.heads, rows)}{said}")
    for section in sections(system):
        if isinstance(section, ActionsSection) and section.title != "Commands of every game":
            parts.append(f"## {section.title}")
            parts += map(action_text, section.kinds)
    parts.append("The [commands of every game](../commands.md) work here too.")
    return "\n\n".join(filter(None, parts)) + "\n"


def games_page() -> str:
    """Return the list of games."""
    rows = [
        [f"[{system.title}]({system.name}.md)", code(system.name), cell(prose(system.source))] for system in systems()
    ]
    return (
        "# Games\n\nThe name in the second column is the one that `tracker new` and scripts take. A game of your own is"
        f" [one file](../game-files.md).\n\n{table(('game', 'name', 'follows'), rows)}\n"
    )


def commands_page() -> str:
    """Return the page of the language: how a line is read, then the commands of every game."""
    common = [kind for kind in common_actions(registry.find("plain")) if kind.verb not in WALK_HELP]
    walks = [[code(LONE_USAGE[verb]), cell(prose(ended(help)))] for verb, help in WALK_HELP.items()]
    walks.append([code("keep NAME... as=NAME"), cell(prose(ended(LONE_HELP[KEEP])))])
    intro = (HERE / "pages" / "commands.md").read_text(encoding="utf-8")
    parts = [intro, "## Back and forth, and into the library", table(("command", "does"), walks)]
    return "\n\n".join([*parts, "## Commands of every game", *map(action_text, common)]) + "\n"


def keys_page() -> str:
    """Return the keys of the screen."""
    parts = [(HERE / "pages" / "keys.md").read_text(encoding="utf-8")]
    for title, rows in key_tables(load_options().keys):
        lines = [[" ".join(map(code, keys)) or "—", code(name), cell(prose(help))] for keys, name, help in rows]
        parts += [f"## {title}", table(("key", "name", "does"), lines)] if lines else []
    return "\n\n".join(parts) + "\n"


def program_page() -> str:
    """Return every call of the program, from the texts of its help."""
    assert isinstance(program, click.Group)
    root = click.Context(program, info_name="tracker")
    parts = [f"# The program\n\n{prose(sentence(program.help or ''))}", _call(root)]
    for name in program.list_commands(root):
        command = program.get_command(root, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=root)
        parts += [f"## `tracker {name}`", _call(inner)]
    return "\n\n".join(parts) + "\n"


def _call(context: click.Context) -> str:
    command = context.command
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    said = "" if context.parent is None else prose(" ".join((command.help or "").split()))
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    rows = [[code(option), cell(prose(help))] for option, help in filter(None, records)]
    return "\n\n".join(filter(None, (f"```text\n{usage}\n```", said, table(("option", "does"), rows))))


def gallery_page() -> str:
    """Return the shipped game files, each with its source and its text."""
    parts = [(HERE / "pages" / "gallery.md").read_text(encoding="utf-8")]
    for path in game_files():
        system = registry.find(path.stem)
        about = tomllib.loads(path.read_text(encoding="utf-8"))
        licence = f" Licence of the rules: {prose(about['licence'])}." if "licence" in about else ""
        text = path.read_text(encoding="utf-8")
        parts += [
            f"## {system.title} {{ #{path.stem} }}",
            f"Follows: {prose(system.source)}.{licence} [What it can do](games/{path.stem}.md).",
            f'??? note "{path.name}, {len(text.splitlines())} lines"\n\n'
            + "\n".join(f"    {line}".rstrip() for line in ("```toml", *text.splitlines(), "```")),
        ]
    return "\n\n".join(parts) + "\n"


def pages() -> Iterator[tuple[str, str]]:
    """The pages, each by its name and with its text."""
    for source, page in PAGES.items():
        if (ROOT / source).exists():
            text = (ROOT / source).read_text(encoding="utf-8")
            yield page, relinked(f"# Licence\n\n{text}" if source == "LICENSE" else text, source, page)
    for name in ("index.md", "first-evening.md", "scripts.md"):
        yield name, (HERE / "pages" / name).read_text(encoding="utf-8").replace("VERSION", __version__)
    yield "games/index.md", games_page()
    for system in systems():
        yield f"games/{system.name}.md", game_page(system)
    yield "commands.md", commands_page()
    yield "keys.md", keys_page()
    yield "program.md", program_page()
    yield "gallery.md", gallery_page()


def config(there: set[str]) -> dict[str, Any]:
    """Return what Zensical is told, with a menu of the pages that are there."""
    base = address()
    games = ["games/index.md", *(f"games/{system.name}.md" for system in systems())]
    nav: list[dict[str, Any]] = []
    for entry in NAV:
        ((title, target),) = entry.items()
        if isinstance(target, list):
            kept = games if title == "Games" else [page for page in target if page in there]
            nav.append({title: kept})
        else:
            nav.append({title: target})
    project: dict[str, Any] = {
        "site_name": "Combat tracker",
        "site_description": "A combat tracker for the game master's laptop, in the terminal.",
        "docs_dir": "docs",
        "site_dir": "site",
        "nav": nav,
        "extra_css": ["style.css"],
        "theme": {
            "font": False,
            "language": "en",
            "features": ["navigation.indexes", "navigation.top", "navigation.footer", "search.highlight", "toc.follow"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "toggle": _toggle("sun", "dark")},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "toggle": _toggle("moon", "light")},
            ],
        },
        "markdown_extensions": {
            "admonition": {},
            "attr_list": {},
            "md_in_html": {},
            "tables": {},
            "toc": {"permalink": True},
            "pymdownx": {"details": {}, "highlight": {}, "superfences": {}},
        },
    }
    if base:
        # Not as repo_url, for which each page would ask the repository's host how many like it.
        nav.append({"Source": base})
        project["site_url"] = runpy.run_path(str(ROOT / ".github" / "packaging" / "metadata.py"))["site"](base)
    return {"project": project}


def _toggle(icon: str, other: str) -> dict[str, str]:
    return {"icon": f"lucide/{icon}", "name": f"Switch to {other} colours"}


def build(out: Path) -> None:
    """Build the site into a folder, which is emptied before."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A user's own games, keys and settings are nobody else's business.
        os.environ |= {"XDG_CONFIG_HOME": name, "TRACKER_SAVES": name}
        docs = folder / "docs"
        there = set()
        for page, text in pages():
            (docs / page).parent.mkdir(parents=True, exist_ok=True)
            (docs / page).write_text(text, encoding="utf-8")
            there.add(page)
        for pictures in PICTURES:
            shutil.copytree(pictures, docs / "pictures", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.txt"))
        shutil.copy(HERE / "style.css", docs)
        (folder / "zensical.toml").write_text(tomli_w.dumps(config(there)), encoding="utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
        ran = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
        if ran.returncode:
            raise SystemExit(f"Zensical refused the pages:\n{ran.stdout}{ran.stderr}")
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(folder / "site", out)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Name the folder to build into: python .github/site/build.py FOLDER")
    build(Path(sys.argv[1]))
