"""The program `warplens`, which reads notes, draws and answers."""

import os
import pathlib
import shutil
import subprocess


class Failed(RuntimeError):
    """What the program said it cannot do."""


def path():
    """Where the program is: $WARPLENS, in this package's wheel, where it is installed with this package, or on PATH."""
    here = pathlib.Path(__file__).resolve()
    beside = [each for each in (here.parent / "home" / "warplens", here.parents[3] / "warplens") if each.is_file()]
    for candidate in (os.environ.get("WARPLENS"), *map(str, beside), shutil.which("warplens")):
        if candidate:
            return candidate
    raise ImportError("the program warplens was not found: set the variable WARPLENS to its path")


def _environment():
    """Without the variables that make a program use our driver, lest its own children do so."""
    return {name: value for name, value in os.environ.items() if not name.startswith("WARPLENS_PROGRAM_")}


def start(file):
    """Open a file in the window."""
    subprocess.Popen([path(), str(file)], start_new_session=True, env=_environment())


def run(*words):
    """Its standard output. Raises Failed with what it said."""
    process = subprocess.run([path(), *map(str, words)], capture_output=True, text=True, env=_environment())
    if process.returncode not in (0, 3):
        raise Failed((process.stderr or process.stdout).strip())
    return process.stdout
