"""In the screen's code, text from people reaches widgets only as plain text, never as markup."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TUI = Path(__file__).resolve().parent.parent / "tracker" / "tui"

MAKERS = frozenset(("Segment", "Text", "Content"))
"""What turns a text into something painted."""

SHOWERS = frozenset(("Static", "Label", "Button", "Digits", "Link", "Pretty", "Toast", "Option", "Tab"))
"""Widgets that read markup in what they are given."""

TELLERS = frozenset(
    ("update", "notify", "add_row", "add_column", "add_option", "replace_option_prompt", "panic", "set_content")
)
"""Methods by which widgets are given what they show."""

TITLES = frozenset(("border_title", "border_subtitle", "tooltip", "sub_title", "placeholder"))
"""Attributes that are shown, some of them as markup."""

LOST = frozenset(("create_task", "ensure_future", "run_in_executor"))
"""What runs beside the screen without anybody who hears of its exceptions; a worker has somebody."""

HELPERS = frozenset(
    ("plain", "cut", "pad", "right", "fit", "fill", "wrap", "ends", "merged", "content", "lines_of", "hanging")
)
"""The functions of ``text.py`` and ``page.py`` that every text goes through, and the one for the lines of the help."""

READERS = frozenset(("Static", "Label", "OptionList", "ChoiceList", "SelectionList"))
"""Widgets that read markup in texts unless they are told not to."""

PAINTERS = {
    "panes/line_widget.py": {"Segment"},
    "look/painted.py": {"Segment"},
    "screens/page.py": {"Segment"},
}
"""Where painted text is made, below the helper."""


def offences(source: str, file: str = "") -> list[str]:
    """What in a module lets text reach the screen by another way, a sentence each."""
    return [
        f"{file}:{getattr(node, 'lineno', 0)}: {what}"
        for node in ast.walk(ast.parse(source))
        for what in _wrong(node, PAINTERS.get(file, set()))
    ]


def _wrong(node: ast.AST, may: set[str]) -> list[str]:
    if isinstance(node, ast.ImportFrom | ast.Import):
        return list(_imported(node))
    if isinstance(node, ast.Attribute) and node.attr in ("from_markup", "from_ansi", "render_markup"):
        return [f"{node.attr} reads markup in a text"]
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        shown = [target.attr for target in targets if isinstance(target, ast.Attribute) and target.attr in TITLES]
        return [f"{each} is shown as it is" for each in shown if not _harmless(node.value)]
    return _called(node, may) if isinstance(node, ast.Call) else []


def _imported(node: ast.ImportFrom | ast.Import) -> list[str]:
    module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
    names = [name.name for name in node.names]
    found = [f"{name} does not clean anything" for name in names if name == "escape" or module.endswith("markup")]
    found += [f"{name} does not clean anything" for name in names if name in ("rich.markup", "textual.markup")]
    return found


def _called(node: ast.Call, may: set[str]) -> list[str]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    found: list[str] = []
    markup = given.get("markup")
    if markup is not None and not (isinstance(markup, ast.Constant) and markup.value is False):
        found.append("markup is read in a text")
    method = isinstance(node.func, ast.Attribute)
    if name in LOST or (name == "gather" and method):
        found.append(f"what {name} runs may break without anybody hearing of it")
    if name in MAKERS - may and not all(map(_harmless, node.args[:1])):
        found.append(f"{name} of a text that did not go through the helper")
    shows = name in SHOWERS or (method and name in TELLERS)
    texts = [*node.args, *(value for key, value in given.items() if key in ("message", "title", "content", "label"))]
    if shows and not all(map(_harmless, texts)):
        found.append(f"{name} is given a text that did not go through the helper")
    if (name == "notify" or name in READERS) and markup is None:
        found.append(f"{name} reads markup unless it is told not to")
    if name == "assemble" and not all(map(_harmless, node.args)):
        found.append("assemble is given a text that did not go through the helper")
    if name == "Markdown" and not {"open_links", "parser_factory"} <= given.keys():
        found.append("Markdown makes links unless it is told not to")
    return found


def _harmless(value: ast.expr | None) -> bool:
    """Whether an expression is words of our own, or went through the helper."""
    match value:
        case None:
            return True
        case ast.Constant():
            return not isinstance(value.value, str) or "[" not in value.value
        case ast.Call(func=ast.Name(id=name)):
            return name in HELPERS or (name in MAKERS and all(map(_harmless, value.args[:1])))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[inside]):
            return _harmless(inside)
        case ast.GeneratorExp(elt=inside) | ast.ListComp(elt=inside) | ast.Starred(value=inside):
            return _harmless(inside)
        case ast.Tuple(elts=[text, _style]):
            return _harmless(text)
        case ast.Dict() | ast.DictComp():
            return True
    return False


def readers(source: str, file: str = "") -> list[str]:
    """What in a module would read files of strangers as more than data, a sentence each."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [somebody.name for somebody in node.names]
            )
            found += [module for module in modules if module.split(".")[0] in UNSAFE_READERS]
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            found += (
                [name] if name in OBEYS or (name in ("json.load", "json.loads") and file not in SHORT_TEXTS) else []
            )
    return found


UNSAFE_READERS = frozenset(("pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "ruamel", "jsonpickle"))
"""Modules that make objects, or code, of a file."""

OBEYS = frozenset(("eval", "builtins.eval", "__import__", "os.system", "ast.literal_eval"))
"""Functions that carry out a text, or read one to any depth."""

SHORT_TEXTS = frozenset(("storage/recent.py", "storage/format.py"))
"""Where the plain JSON parser sees a short string only, or bounds its depth, its numbers and the size of the text."""


@pytest.mark.slow
def test_files_of_strangers_are_read_as_data_only() -> None:
    root = TUI.parent
    path = {file: readers(file.read_text("utf-8"), file.relative_to(root).as_posix()) for file in root.rglob("*.py")}
    assert {file.name: item for file, item in path.items() if item} == {}


@pytest.mark.parametrize(
    "bad", ["import pickle", "from yaml import load", "eval(text)", "json.loads(text)", "json.load(file)"]
)
def test_another_reader_is_found(bad: str) -> None:
    assert readers(bad) != []


def test_text_has_one_way_to_the_screen() -> None:
    files = sorted(TUI.rglob("*.py"))
    assert len(files) > 40
    found = [
        offence for file in files for offence in offences(file.read_text("utf-8"), file.relative_to(TUI).as_posix())
    ]
    assert found == []


@pytest.mark.parametrize(
    "bad",
    [
        "from rich.markup import escape",
        "from textual.markup import escape",
        "from textual.markup import escape as harmless",
        "from textual.markup import to_content",
        "import rich.markup",
        "from html import escape",
        "Static(name, markup=False)",
        "Static('fine')",
        "OptionList(content(line))",
        "ChoiceList()",
        "Option(name)",
        "Option(name, disabled=True)",
        "choices.replace_option_prompt('1', name)",
        "Markdown(text)",
        "Markdown(text, open_links=True)",
        "Content.assemble((name, 'bold'))",
        "Content.assemble(*((text, STYLES[tone]) for text, tone in line))",
        "Static(name)",
        "Static(f'{name} acts')",
        "Label(f'{name}')",
        "Label('[b]bold[/b]')",
        "Static(str(name))",
        "Static('%s acts' % name)",
        "Static('{} acts'.format(name))",
        "Static('it is ' + name)",
        "widgets.Static(name)",
        "self.query_one('#x').update(f'{name}')",
        "self.query_one('#x').update(name)",
        "app.notify(plain(name))",
        "app.notify(name, markup=False)",
        "app.notify(f'{name}', markup=False)",
        "app.notify(plain(text), title=name, markup=False)",
        "app.notify(plain(name), markup=True)",
        "app.notify(plain(name), markup=self.markup)",
        "Widget(markup=True)",
        "Text.from_markup(plain(name))",
        "Content.from_markup(plain(name))",
        "make = Text.from_markup",
        "Text.from_ansi(name)",
        "Text(name)",
        "Content(f'{name}')",
        "Segment(name, style)",
        "Strip([Segment(name)])",
        "self.border_title = name",
        "self.border_title = f'{name}'",
        "self.tooltip: str = name",
        "table.add_row(plain(name), name)",
        "asyncio.create_task(work())",
        "loop.run_in_executor(None, work)",
        "asyncio.gather(one(), two())",
    ],
)
def test_another_way_is_found(bad: str) -> None:
    assert len(offences(bad)) >= 1


@pytest.mark.parametrize(
    "good",
    [
        "app.notify(plain(name), markup=False)",
        "app.notify('\\n'.join(plain(line) for line in lines), markup=False)",
        "Text(plain(name))",
        "Static(content(line), markup=False)",
        "Static(markup=False)",
        "Option(content(line), id=id_)",
        "Content.assemble(*((plain(text), STYLES[tone]) for text, tone in line))",
        "Markdown(text, open_links=False, parser_factory=parser)",
        "Segment(cut(name, 3))",
        "table.add_row(Text(plain(name)))",
        "self.border_title = 'Log'",
        "fit([(name, 'bright')], room)",
        "self.run_worker(work())",
        "words.update({'a': 1})",
    ],
)
def test_the_one_way_is_open(good: str) -> None:
    assert offences(good) == []
