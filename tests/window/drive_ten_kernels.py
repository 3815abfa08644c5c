#!/usr/bin/env python3
"""Ten kernels as users bring them (tests/own_kernels): opened in one window, seen in other views, edited, saved as a session, and
opened again where there is neither the kernel nor a compiler.

Usage: drive_ten_kernels.py PROGRAM HALF, with HALF 1 or 2 of the kernels. Exit status 77 where Xvfb or xdotool is missing (CTest counts that as skipped)."""

import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

from drive_own_kernel import leave, wait_until
from drive_window import SKIPPED, Display, lacks_a_tool

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "own_kernels"
FOLDER_FIELD = (1240, 247)  # of the dialog at 1920 × 1080
IN_A_ROW = (510, 535)
SECOND_LAUNCH = (150, 169)

# Kernel, the title it opens with, what is replaced in it, and the title after that.
EDITS = (
    ("saturate", r"1,000 threads touched 1,000 elements", ("if (i < n)", "if (i < n / 2)"), r"500 threads touched 500 of"),
    ("hello", r"4 threads touched 4 of", ("blockIdx.x < n", "blockIdx.x < 2"), r"2 threads touched 2 of"),
    ("smooth", r"1,000 threads touched 1,000 elements", ("if (i >= n)", "if (i >= n / 4)"), r"250 threads touched 250 of"),
    ("reverse", r"976 threads touched 976 of 1,000 elements", ("(i < n && blockIdx", "(i < 32 && blockIdx"), r"32 threads touched 32 of"),
    ("invert", r"2,700 threads touched 2,700 elements", ("x < width &&", "x < width / 2 &&"), r"1,350 threads touched 1,350 of"),
    ("axpy", r"1,000 threads touched 1,000 elements", ("i < line.n", "i < line.n / 2"), r"500 threads touched 500 of"),
    ("count_racy", r"Found: data race in line 4", ("bins[digits[i]] = bins[digits[i]] + 1", "atomicAdd(&bins[digits[i]], 1)"),
     r"1,000 threads touched 10 of"),
    ("broken", r"It did not run: .*broken\.cu:4.*undeclared", ("undeclared", "1"), r"1,000 threads touched 1,000 elements"),
)


def open_file(display, file):
    display.key("ctrl+o")
    time.sleep(0.5)
    display.click(FOLDER_FIELD)
    display.key("ctrl+a")
    display.xdotool("type", "--delay", 3, str(file))
    display.key("Return")


def replace(file, change):
    text = file.read_text(encoding="utf-8")
    assert change[0] in text, (file, change)
    file.write_text(text.replace(*change), encoding="utf-8")


def saved_session(display, file):
    session = file.with_suffix(".warplens")
    display.key("ctrl+s")
    time.sleep(1)
    display.key("Return")  # the name that is proposed
    wait_until("Ctrl S saves " + session.name, session.exists)
    return session


def use(display, folder, edits, rest):
    """The sessions that were saved, with the title that each has to open with."""
    sessions = []
    for name, opened, change, after in edits:
        print(name)
        file = folder / (name + ".cu")
        if name != edits[0][0]:
            open_file(display, file)
        display.wait_for(opened, lambda: leave(display))
        if "touched" in opened:
            display.key("v")
            display.wait_for(r"changed in", lambda: leave(display))
            display.key("1")
        replace(file, change)
        display.wait_for(after, lambda: leave(display))
        sessions.append((saved_session(display, file), after))

    if not rest:
        return sessions
    print("steps: its kernels in a row")
    open_file(display, folder / "steps.cu")
    display.wait_for(r"1,000 threads touched 1,000 elements", lambda: leave(display))
    display.key("ctrl+o")
    time.sleep(0.5)
    display.click(IN_A_ROW)
    wait_until("the row is written", (folder / "steps.toml").exists)
    display.wait_for(r"touched 1 of 1,000 elements|1,000 threads touched one element", lambda: display.click(SECOND_LAUNCH))
    sessions.append((saved_session(display, folder / "steps.toml"), r"touched 1 of 1,000 elements|1,000 threads touched one element"))

    print("endless: Esc stops it, and the window goes on")
    open_file(display, folder / "endless.cu")
    time.sleep(1.5)
    display.key("Escape")
    replace(folder / "endless.cu", ("flag[0] == 0 &&", "flag[0] != 0 &&"))
    display.wait_for(r"threads touched 2 of|touched 2", lambda: leave(display))
    return sessions


def reopen(display, sessions, folder):
    for session, title in sessions:
        print("elsewhere:", session.name)
        if session != sessions[0][0]:
            open_file(display, folder / session.name)
        display.wait_for(title, lambda: leave(display))


def main():
    if lacks_a_tool():
        return SKIPPED
    program, second = os.path.abspath(sys.argv[1]), sys.argv[2] == "2"
    edits = EDITS[5:] if second else EDITS[:5]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        folder = pathlib.Path(folder)
        for file in KERNELS.glob("*.cu"):
            shutil.copy(file, folder)
        display = Display(program, folder, state, str(folder / (edits[0][0] + ".cu")))
        try:
            sessions = use(display, folder, edits, second)
        finally:
            display.close()
        assert display.program.returncode in (0, -signal.SIGTERM), f"the program ended with status {display.program.returncode}"
        with tempfile.TemporaryDirectory() as elsewhere:
            for session, _ in sessions:
                shutil.move(session, elsewhere)
            for file in folder.iterdir():
                file.unlink()
            os.environ.update(WARPLENS_COMPILER="none", XDG_CACHE_HOME=elsewhere + "/cache")
            display = Display(program, elsewhere, elsewhere, elsewhere + "/" + sessions[0][0].name)
            try:
                reopen(display, sessions, pathlib.Path(elsewhere))
            finally:
                display.close()
    print("all fine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
