"""Rules for reading files, made of functions."""

from collections.abc import Callable

from tracker.combat.scene import Scene


class Rules:
    """Rules that are these functions; without any, of a game that begins empty and takes every scene."""

    def __init__(self, start: Callable[[str], Scene] = Scene, fault: Callable[[Scene], str] = lambda scene: "") -> None:
        self.start, self.fault = start, fault
