"""A combat tracker for the game master's laptop; and for scripts, the fights it tracks.

>>> from tracker import Session, find_game
>>> session = Session(find_game("outgunned"))
>>> session.do("add Savar grit=9").text
'Savar joins (heroes).'
>>> session.do("add Goons side=enemies grit=6 ; hurt Goons 2").text
'Goons join (enemies). Goons: −2 grit (6 → 4).'
>>> session.scene["Goons"].tracks["grit"].value
4
>>> session.do("undo").text
'Undone: Goons join (enemies). Goons: −2 grit (6 → 4).'

``Session.open(path)`` goes on in a file, and everything done is on the disk when ``do`` returns; ``load(path)`` only
reads one. All of it is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

from tracker.version import __version__

__all__ = ["Session", "__version__", "find_game", "load"]

if TYPE_CHECKING:
    from tracker.games.registry import find as find_game
    from tracker.session import Session

    load = Session.load


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name == "find_game":
        from tracker.games.registry import find

        return find
    if name in ("Session", "load"):
        from tracker.session import Session

        return Session if name == "Session" else Session.load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
