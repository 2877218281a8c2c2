"""The program: its commands, each in a module that is imported when it is called, and its entry point."""

import os
import sys


def start() -> None:
    """Start the program; a session named by its path alone opens without click, which would delay the first frame."""
    from tracker.cli.output import exit_code
    from tracker.cli.sessions import ENDING, on_screen

    words = sys.argv[1:]
    if len(words) == 1 and words[0].endswith(ENDING) and words[0][0] != "-" and os.path.isfile(words[0]):
        from tracker.storage.folders import current_folder, saves_folder

        folder = saves_folder(None, os.environ, str(current_folder()))
        sys.exit(exit_code(lambda: on_screen(words[0], folder)))
    from tracker.cli.main import main

    main()
