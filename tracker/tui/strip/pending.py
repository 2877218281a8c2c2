"""Open questions for the GM, and attacks or held actions that wait for an answer."""

from __future__ import annotations

from tracker.combat.scene import Prompt, Scene
from tracker.rules.system import System
from tracker.rules.view import Pending


def asked(system: System, scene: Scene) -> tuple[list[Prompt], list[Pending]]:
    """Return open questions, and whatever waits together with the verbs that answer it.

    A question whose answers are verbs of a waiting action is merged with it: it is asked once, and its verb opens a
    form, since the result is rolled at the table.
    """
    pending = [waiting for waiting in system.pending(scene) if waiting.verbs or waiting.answers]
    verbs = {
        (waiting.name, word.split(" ")[0])
        for waiting in pending
        for word in (*waiting.verbs, *(answer.word for answer in waiting.answers))
    }
    prompts = [
        current
        for current in (system.refresh_prompt(scene, prompt) for prompt in scene.prompts)
        if not current.choices or any((current.name, choice.split(" ")[0]) not in verbs for choice in current.choices)
    ]
    return prompts, pending
