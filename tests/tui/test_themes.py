"""Theme files: the shipped ones can be read by every eye, and a bad one is named and skipped."""

import itertools
import os
import tomllib
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import Theme

from tests.tui.colours import KINDS_OF_VISION, contrast, difference
from tracker.storage.faults import MAX_BYTES
from tracker.storage.folders import shipped_folder
from tracker.tui.look import theme_file, themes
from tracker.tui.look.builtin import builtin_names, builtin_theme
from tracker.tui.look.colours import OWN_COLOURS, read_shipped, variable_defaults
from tracker.tui.look.styles import palette
from tracker.tui.look.themes import DEFAULT_THEME, MAX_FILES, chosen_theme, load_themes, theme_folders

SHIPPED = load_themes([shipped_folder("themes")])
FILES = {name: theme for name, theme in SHIPPED.themes.items() if name not in builtin_names()}
PAINTED = {name: theme for name, theme in FILES.items() if not theme.ansi}
"""The shipped themes whose colours are known here."""

GROUNDS = ("background", "surface", "panel", "selected-background")
BARS = ("bar-high", "bar-mid", "bar-low")
OWN_TEXTS = tuple(sorted(frozenset(OWN_COLOURS) - {"selected-background", "bar-empty", *BARS}))
TEXTUAL_TEXTS = (
    *("foreground", "foreground-muted", "foreground-disabled", "text", "text-muted", "text-disabled"),
    *("primary", "secondary", "accent", "warning", "error", "success"),
    *("text-primary", "text-secondary", "text-accent", "text-warning", "text-error", "text-success"),
)
PAIRS = (
    ("footer-key-foreground", "footer-background"),
    ("footer-description-foreground", "footer-background"),
    ("block-cursor-foreground", "block-cursor-background"),
    ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
    ("input-cursor-foreground", "input-cursor-background"),
    ("input-selection-foreground", "input-selection-background"),
    ("button-color-foreground", "primary"),
)
"""Texts of Textual's own widgets that stand on a ground of their own."""

MINIMAL = 'primary = "#1e90ff"\n'


def colours_of(theme: Theme) -> dict[str, str]:
    return theme.to_color_system().generate() | theme.variables


def contrast_in(theme: Theme, text: str, ground: str) -> float:
    """The contrast of two variables, with see-through ones laid over what is behind them."""
    values = colours_of(theme)
    base = Color.parse(values["background"])
    behind = base + Color.parse(values[ground])
    value = values[text]
    if value.startswith("auto"):
        front = behind.get_contrast_text(int(value.split()[1].rstrip("%")) / 100)
    else:
        front = Color.parse(value)
    return contrast(behind + front, behind)


@pytest.mark.parametrize("name", PAINTED)
def test_every_text_of_a_shipped_theme_stands_out_from_every_ground(name: str) -> None:
    theme = SHIPPED.themes[name]
    grid = [*itertools.product((*OWN_TEXTS, *TEXTUAL_TEXTS), GROUNDS), *PAIRS]
    faint = {pair: round(ratio, 2) for pair in grid if (ratio := contrast_in(theme, *pair)) < 4.5}
    assert faint == {}


@pytest.mark.parametrize("name", PAINTED)
def test_every_bar_of_a_shipped_theme_stands_out(name: str) -> None:
    theme = SHIPPED.themes[name]
    faint = {
        pair: round(ratio, 2)
        for pair in itertools.product(BARS, (*GROUNDS, "bar-empty"))
        if (ratio := contrast_in(theme, *pair)) < 3
    }
    assert faint == {}


@pytest.mark.parametrize("name", [name for name in builtin_names() if not builtin_theme(name).ansi])
def test_the_screens_own_colours_can_be_read_in_every_theme_of_textual(name: str) -> None:
    theme = builtin_theme(name)
    assert tuple(variable for variable in OWN_COLOURS if variable in theme.variables) == OWN_COLOURS
    texts = itertools.product(OWN_TEXTS, GROUNDS)
    bars = itertools.product(BARS, ("background", "selected-background", "bar-empty"))
    assert {pair for pair in texts if contrast_in(theme, *pair) < 4.4} == set()
    assert {pair for pair in bars if contrast_in(theme, *pair) < 3} == set()


def test_high_contrast_reaches_seven_to_one() -> None:
    theme = SHIPPED.themes["high-contrast"]
    grid = itertools.product((*OWN_TEXTS, "foreground", "text", "text-muted"), GROUNDS)
    assert min(contrast_in(theme, *pair) for pair in grid) >= 7


@pytest.mark.parametrize("vision", KINDS_OF_VISION)
@pytest.mark.parametrize("colours", [("side-heroes", "side-enemies", "active"), BARS, ("good", "refused")])
def test_the_colour_safe_theme_is_told_apart_with_every_vision(vision: str, colours: tuple[str, ...]) -> None:
    values = {name: Color.parse(SHIPPED.themes["colour-safe"].variables[name]) for name in colours}
    close = {
        pair: round(distance)
        for pair in itertools.combinations(colours, 2)
        if (distance := difference(values[pair[0]], values[pair[1]], vision)) < 20
    }
    assert close == {}


def test_a_dark_and_a_light_and_two_for_special_eyes_are_shipped() -> None:
    assert SHIPPED.problems == ()
    assert {"night", "day", "high-contrast", "colour-safe"} <= SHIPPED.themes.keys()
    assert SHIPPED.themes[DEFAULT_THEME].dark
    assert not SHIPPED.themes["day"].dark


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_theme_sets_every_colour_of_the_screen_itself(name: str) -> None:
    text = (shipped_folder("themes") / f"{name}.toml").read_text(encoding="utf-8")
    assert [variable for variable in OWN_COLOURS if f"\n{variable} = " not in text] == []


@pytest.mark.parametrize("line", ["", "good = '#123456'", 'good = "#123456" # blue', "a.b = 1", "[a.b]", "a = 1_0"])
def test_a_shipped_theme_is_read_as_toml_however_it_is_written(tmp_path: Path, line: str) -> None:
    for shipped in shipped_folder("themes").glob("*.toml"):
        file = tmp_path / shipped.name
        file.write_text(shipped.read_text("utf-8").replace("good = ", "other = ") + line, "utf-8")
        assert read_shipped(file) == tomllib.loads(file.read_text("utf-8"))


def test_a_theme_has_the_colours_of_night_or_day_where_it_leaves_them_out() -> None:
    for dark, name in ((True, "night"), (False, "day")):
        shipped = SHIPPED.themes[name].variables
        assert variable_defaults(dark) == {colour: shipped[colour].lower() for colour in OWN_COLOURS}


class LineWidget(App[None]):
    """An app whose style uses every variable of the tracker."""

    CSS = "\n".join(f"Screen.-x{number} {{ color: ${name}; }}" for number, name in enumerate(OWN_COLOURS))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variable_defaults(True)


@pytest.mark.slow
async def test_every_theme_of_ours_and_of_textual_can_be_chosen() -> None:
    app = LineWidget()
    for theme in SHIPPED.themes.values():
        app.register_theme(theme)
    async with app.run_test() as pilot:
        for name in app.available_themes:
            app.theme = name
            await pilot.pause()
            assert app.theme_variables["side-heroes"]


BAD: dict[str, tuple[str | bytes, str]] = {
    "no TOML": ("primary = ", "is not TOML"),
    "no UTF-8": (b"primary = '\xff'", "UTF-8"),
    "no primary": ("dark = true", "line 1: primary is missing"),
    "a bad colour": ('primary = "bluish"', "line 1: primary is not a colour; write one like #1e90ff"),
    "a colour of the terminal": ('primary = "ansi_red"', "colour of the terminal"),
    "a number for a colour": ("primary = 5", "line 1: primary must be a text in quotes"),
    "an unknown key": (MINIMAL + 'colour = "#000000"', "line 2: colour is not a key of a theme"),
    "a hostile key": (MINIMAL + '"a\\u001b]0;x\\u0007" = 1', "a?]0;x? is not a key of a theme"),
    "a hostile name": (MINIMAL + 'name = "x\\u001b[2J"', "line 2: name is not made of"),
    "an unknown variable": (
        MINIMAL + '[variables]\nside-heros = "red"',
        "line 3: variables.side-heros is not a variable of a theme",
    ),
    "a bad variable": (MINIMAL + '[variables]\nactive = "shiny"', "line 3: variables.active is not a colour"),
    "a variable that is code": (
        MINIMAL + '[variables]\nactive = "red; } Screen { display: none"',
        "variables.active is not a colour",
    ),
    "a bad style": (MINIMAL + '[variables]\nlink-style = "wavy"', "variables.link-style is not made of bold"),
    "an empty style": (MINIMAL + '[variables]\nlink-style = ""', "variables.link-style is not made of bold"),
    "a number out of range": (MINIMAL + "text_alpha = 2.0", "line 2: text_alpha must be less than"),
    "no number": (MINIMAL + "text_alpha = nan", "line 2: text_alpha must be"),
    "two faults": ('primary = "bluish"\naccent = "reddish"', "(1 more)."),
    "deep nesting": (MINIMAL + "dark = " + "[" * 20_000, "is not TOML"),
    "a long number": (MINIMAL + "dark = " + "9" * 5_000, "is not TOML"),
    "a huge file": (MINIMAL + "#" * MAX_BYTES, "is longer than"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_named_and_skipped_and_the_others_stay(tmp_path: Path, kind: str) -> None:
    content, complaint = BAD[kind]
    (tmp_path / "bad.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "fine.toml").write_text(MINIMAL, encoding="utf-8")
    loaded = load_themes([tmp_path])
    assert list(loaded.themes) == ["fine"]
    (problem,) = loaded.problems
    assert problem.startswith(("Theme bad.toml, ", "Theme bad.toml is "))
    assert complaint in problem
    assert problem.isprintable()
    assert len(problem) < 500


@pytest.mark.parametrize("name", ["x\x1b]0;owned\x07.toml", "a\nb.toml", "\u202egpj.toml", "[red]x[@click=quit].toml"])
def test_control_characters_in_a_file_name_are_not_passed_on(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(MINIMAL, encoding="utf-8")
    loaded = load_themes([tmp_path])
    assert loaded.themes == {}
    (problem,) = loaded.problems
    assert problem.isprintable()
    assert "a-z, 0-9" in problem


def test_what_is_no_plain_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "gone.toml").symlink_to(tmp_path / "nowhere")
    loaded = load_themes([tmp_path])
    assert loaded.themes == {}
    assert [problem.split(" ", 2)[2] for problem in loaded.problems] == ["is not a plain file."] * 3


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shut.toml").write_text(MINIMAL, encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tracker.storage.faults.content_of", refuse)
    assert load_themes([tmp_path]).problems == ("Theme shut.toml cannot be read (Permission denied).",)
    monkeypatch.setattr(Path, "glob", refuse)
    assert load_themes([tmp_path]).problems == (f"Theme {tmp_path.name} cannot be read (Permission denied).",)


def test_a_folder_is_read_only_so_far(tmp_path: Path) -> None:
    for number in range(MAX_FILES + 1):
        (tmp_path / f"t{number:03}.toml").write_text(MINIMAL, encoding="utf-8")
    loaded = load_themes([tmp_path])
    assert len(loaded.themes) == MAX_FILES
    assert f"more than {MAX_FILES} themes" in loaded.problems[0]


def test_a_later_folder_counts_and_a_missing_one_does_not_matter(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, colour in ((first, "#111111"), (second, "#222222")):
        folder.mkdir()
        (folder / "mine.toml").write_text(f'primary = "{colour}"', encoding="utf-8")
    folders = [first, tmp_path / "missing", second]
    assert load_themes(folders).themes["mine"].primary == "#222222"
    assert load_themes(folders).problems == ()


def test_two_files_of_one_name_beside_each_other_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(MINIMAL + 'name = "same"', encoding="utf-8")
    (tmp_path / "b.toml").write_text(MINIMAL + 'name = "same"', encoding="utf-8")
    loaded = load_themes([tmp_path])
    assert list(loaded.themes) == ["same"]
    assert loaded.problems == ("Theme b.toml has the name 'same' of a.toml beside it; skipped.",)


def test_a_shipped_theme_in_the_folder_of_a_checkout_is_not_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checking it loads pydantic, which takes a third of the start."""
    (tmp_path / "themes").mkdir()
    shipped = shipped_folder("themes") / f"{DEFAULT_THEME}.toml"
    own = tmp_path / "themes" / shipped.name
    own.write_bytes(shipped.read_bytes())
    checked: list[Path] = []
    usual = themes._try
    monkeypatch.setattr(themes, "_try", lambda file: checked.append(file) or usual(file))
    theme, problem = chosen_theme(DEFAULT_THEME, tmp_path)
    assert theme is not None
    assert (theme.name, problem, checked) == (DEFAULT_THEME, "", [])
    own.write_bytes(shipped.read_bytes() + b"# mine")
    assert chosen_theme(DEFAULT_THEME, tmp_path)[0] is not None
    assert checked == [own]


def test_the_chosen_theme_is_found_by_its_name_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    (folder / "broken.toml").write_text("=", encoding="utf-8")
    (folder / "other.toml").write_text(MINIMAL + 'name = "mine"', encoding="utf-8")
    (folder / "fine.toml").write_text(MINIMAL, encoding="utf-8")
    theme, problem = chosen_theme("fine", tmp_path)
    assert theme is not None
    assert (theme.primary, problem) == ("#1E90FF", "")
    for name in ("other", "missing", "../fine", f"../{folder.name}/fine"):
        assert chosen_theme(name, tmp_path) == (None, "")
    theme, problem = chosen_theme("broken", tmp_path)
    assert theme is None
    assert problem.startswith("Theme broken.toml, line 1, column 1: this is not TOML: ")


def test_a_theme_that_hides_everything_is_named_and_the_shipped_one_shown(tmp_path: Path) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    black = "\n".join(f'{name} = "#000000"' for name in ("primary", "foreground", "background", "surface", "panel"))
    (folder / "night.toml").write_text(black, encoding="utf-8")
    theme, problem = chosen_theme("night", tmp_path)
    assert theme is not None
    assert theme.background == SHIPPED.themes["night"].background.lower()
    assert problem == "Theme night.toml hides 'foreground' on 'background': a contrast of 1.0 to 1, where 1.5 is least."


def test_folders_that_cannot_be_looked_into_hold_no_themes(tmp_path: Path) -> None:
    """Their names are too long for the system, which says so wherever it is asked, as it does of a closed folder."""
    far, circle = tmp_path / ("x" * 300), tmp_path / "circle"
    circle.symlink_to(circle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(far))
        assert theme_folders(circle) == (shipped_folder("themes"), far / "combat-tracker" / "themes", circle / "themes")
        assert chosen_theme("night", circle)[0] is not None


def test_variables_left_out_get_defaults_and_faded_colours_become_plain_ones(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        MINIMAL + 'dark = false\n[variables]\nactive = "red 40%"\nlink-style = "bold not underline"', encoding="utf-8"
    )
    loaded = load_themes([tmp_path])
    assert loaded.problems == ()
    variables = loaded.themes["mine"].variables
    assert variables["side-other"] == variable_defaults(False)["side-other"]
    assert variables["active"] == "#FF000066"
    assert variables["link-style"] == "bold not underline"


def test_folders_are_the_shipped_then_the_users_then_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    user = tmp_path / "config" / "combat-tracker" / "themes"
    assert theme_folders(tmp_path) == (shipped_folder("themes"), user, tmp_path / "themes")
    assert theme_folders(shipped_folder("themes").parent) == (shipped_folder("themes"), user)


def test_a_file_may_use_the_terminals_own_colours_where_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('ansi = true\nprimary = "ansi_cyan"\n[variables]\ngood = "ansi_bright_green"\n')
    (tmp_path / "mixed.toml").write_text('primary = "ansi_cyan"\n')
    (tmp_path / "faded.toml").write_text('ansi = true\nprimary = "ansi_cyan 40%"\n')
    loaded = load_themes([tmp_path])
    (name,) = loaded.themes
    assert loaded.themes[name].ansi
    assert loaded.themes[name].variables["good"] == "ansi_bright_green"
    assert loaded.themes[name].variables["active"] == FILES["terminal"].variables["active"]
    assert [problem.split()[1].rstrip(",") for problem in loaded.problems] == ["faded.toml", "mixed.toml"]


def test_in_the_terminals_colours_context_is_dimmed_and_a_tick_on_a_bar_is_black() -> None:
    colours = palette(colours_of(FILES["terminal"]), "background")
    assert colours.style("dim").dim
    assert not colours.style("normal").dim
    tick = colours.style("tick-good").color
    assert tick is not None
    assert (tick.name, tick.number) == ("color(0)", 0)


def test_a_theme_is_judged_once_until_its_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[object] = []
    judge = theme_file.ThemeFile.model_validate
    monkeypatch.setattr(theme_file.ThemeFile, "model_validate", lambda *a, **k: judged.append(a) or judge(*a, **k))
    mine = tmp_path / "mine.toml"
    for colour in ("#102030", "#302010"):
        mine.write_text(f'primary = "{colour}"\n')
        assert [load_themes([tmp_path]).themes["mine"].primary for _ in range(3)] == [colour] * 3
    assert len(judged) == 2
