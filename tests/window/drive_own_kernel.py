#!/usr/bin/env python3
"""A kernel of the user's own in the window: opened, edited, broken and mended, handed on in a session.

Usage: drive_own_kernel.py PROGRAM. Exit status 77 where Xvfb or xdotool is missing (CTest counts that as skipped)."""

import json
import os
import shutil
import signal
import sys
import tempfile
import time

from drive_window import PATIENCE, SKIPPED, WIDTH, Display, lacks_a_tool

# Positions in the layout at 1920 × 1080, pixels.
SOURCE = (1700, 194)  # the fifth line
FIRST_TEMPLATE = (600, 247)

KERNEL = """// Twice.
__global__ void twice(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    b[i] = 2 * a[i];
  }
}
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def wait_until(what, condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def type_text(display, text):
    display.xdotool("type", "--delay", 20, text)


def leave(display):
    """The pointer away from the picture, so that the title is about all of it."""
    display.xdotool("mousemove", WIDTH // 2, 5)


def edit(display, file):
    print("opens with the kernel of the file")
    display.wait_for(r"1,000 threads touched 1,000 elements", lambda: leave(display))

    print("what is typed is saved, indented, compiled and run; what the file held is kept")
    display.click(SOURCE)
    display.key("Up", "End", "Return")
    type_text(display, "if (i % 4 != 0) {")
    display.key("Return")
    type_text(display, "return;")
    display.key("Return")
    type_text(display, "}")
    display.wait_for(r"250 threads touched 250 of 1,000 elements")
    assert "    if (i % 4 != 0) {\n      return;\n    }\n    b[i]" in read(file), read(file)
    assert read(file + "~") == KERNEL, read(file + "~")

    print("an error stops the run, and undo mends it; Esc keeps what was typed")
    type_text(display, " oops")
    display.wait_for(r"It did not run: .*twice\.cu:7.*oops")
    display.wait_for(r"250 threads touched 250 of 1,000 elements", lambda: display.key("ctrl+z"))
    display.key("Escape")
    time.sleep(0.5)
    assert "return;" in read(file)

    print("another program's change is run, too")
    with open(file, "w", encoding="utf-8") as out:
        out.write(KERNEL.replace("i < n", "i < n / 2"))
    display.wait_for(r"500 threads touched 500 of 1,000 elements")

    print("Ctrl S saves a session with the kernel in it")
    session = file.replace(".cu", ".warplens")
    display.key("ctrl+s")
    time.sleep(1)
    display.key("Return")  # the name that is proposed
    wait_until("Ctrl S saves a session", lambda: os.path.exists(session))
    assert json.loads(read(session))["files"]["twice.cu"] == read(file)

    print("Ctrl O makes a kernel from a template")
    folder = os.path.dirname(file)
    before = set(os.listdir(folder))
    display.key("ctrl+o")
    time.sleep(1)
    display.click(FIRST_TEMPLATE)
    display.wait_for(r"1,000 threads touched 1,000 elements", lambda: leave(display))
    made = {name for name in set(os.listdir(folder)) - before if name.endswith(".cu")}
    assert made == {"element.cu"}, made
    return session


def main():
    if lacks_a_tool():
        return SKIPPED
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        file = folder + "/twice.cu"
        with open(file, "w", encoding="utf-8") as out:
            out.write(KERNEL)
        display = Display(program, folder, state, file)
        try:
            session = edit(display, file)
        finally:
            display.close()
        assert display.program.returncode in (0, -signal.SIGTERM), f"the program ended with status {display.program.returncode}"

        print("the session opens where the kernel is not")
        with tempfile.TemporaryDirectory() as elsewhere:
            shutil.move(session, elsewhere + "/homework.warplens")
            os.remove(file)
            display = Display(program, elsewhere, elsewhere, elsewhere + "/homework.warplens")
            try:
                display.wait_for(r"500 threads touched 500 of 1,000 elements", lambda: leave(display))
            finally:
                display.close()
    print("all fine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
