"""``python -m tests.web.moving``: the moving pictures of what a browser shows, as animated WebP in .github/pictures.

``players.webp`` is the players' page through the beginning of a shipped fight, ``replay.webp`` the file that replays
it.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.web.browser import sized, started, until
from tracker.cli.export import told_as
from tracker.games.registry import find
from tracker.players.projection import Sharing
from tracker.players.public import Public
from tracker.session import Session
from tracker.web.broadcast import Broadcast

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / ".github" / "pictures"
SAVE: Final = ROOT / "saves" / "the-shootout.json"

SIZE: Final = (960, 600)
STANDS: Final = 1500
"""The milliseconds that a frame stands; the last stands twice as long."""

LINES: Final = 4
"""The lines of the story that the page shows."""

MOMENTS: Final = 12
"""The frames of a replay."""


def players_frames(browser: Any) -> Iterator[bytes]:
    """The page after each line that changes it, from the first round on."""
    played = Session.load(str(SAVE))
    system = find(played.system.name)
    session, broadcast = Session(system), None
    public = Public(system, session.history, Sharing(numbers=True))
    try:
        for entry in played.story():
            session.do(entry.command, ruled=entry.ruled)
            if not session.scene.turn.round:
                continue
            shown = public.now(LINES)
            if broadcast is None:
                broadcast = Broadcast(shown)
                browser.get(broadcast.address.url)
            broadcast.publish(shown)
            until(browser, "Savar")
            yield browser.get_screenshot_as_png()
    finally:
        if broadcast is not None:
            broadcast.close()


def replay_frames(browser: Any) -> Iterator[bytes]:
    """The replay at moments spread over the fight."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "replay.html"
        file.write_text(told_as(Session.load(str(SAVE)), "html"), encoding="utf-8")
        browser.get(file.as_uri())
        for moment in range(1, MOMENTS + 1):
            browser.execute_script(
                "const slider = document.querySelector('input[type=range]');"
                f"slider.value = Math.floor(slider.max * {moment} / {MOMENTS});"
                "slider.dispatchEvent(new Event('input'));"
            )
            yield browser.get_screenshot_as_png()


def animated(shots: Iterator[bytes], most: int) -> bytes:
    """The shots as one moving picture: those that differ from the one before, at most ``most``."""
    from PIL import Image

    frames: list[Any] = []
    for shot in shots:
        frame = Image.open(io.BytesIO(shot)).convert("RGB")
        if not frames or frame.tobytes() != frames[-1].tobytes():
            frames.append(frame)
        if len(frames) == most:
            break
    made = io.BytesIO()
    stands = [STANDS] * (len(frames) - 1) + [2 * STANDS]
    options = {"save_all": True, "append_images": frames[1:], "duration": stands, "loop": 0, "quality": 80, "method": 6}
    frames[0].save(made, "WEBP", **options)
    return made.getvalue()


def main() -> None:
    """Take both."""
    FOLDER.mkdir(exist_ok=True)
    browser = started()
    try:
        sized(browser, *SIZE)
        for name, frames in (("players", players_frames(browser)), ("replay", replay_frames(browser))):
            picture = animated(frames, MOMENTS)
            (FOLDER / f"{name}.webp").write_bytes(picture)
            print(f"{name}.webp: {len(picture) // 1024} KiB")
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
