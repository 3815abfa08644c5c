#!/usr/bin/env python3
"""A picture goes to the clipboard of a virtual display by the real xclip, and other programs get it from there, even after the window is closed.

Usage: drive_clipboard.py PROGRAM. Exit status 77 where Xvfb, xdotool or xclip is missing (CTest counts that as skipped)."""

import os
import struct
import subprocess
import sys
import tempfile
import time

from drive_window import HEIGHT, PATIENCE, SKIPPED, WIDTH, Display, distinct_rows, lacks_a_tool

# Positions in the dialog to save at 1920 × 1080, pixels.
ONLY_THE_PICTURE = (1151, 289)
COPY = (959, 817)

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def xclip(display, *arguments, given=None):
    # Where it takes something, it stays to give it away; it must not keep a pipe of ours open for as long.
    output = subprocess.PIPE if given is None else subprocess.DEVNULL
    return subprocess.run(["xclip", "-selection", "clipboard", *arguments], env=display.environment, input=given, stdout=output,
                          stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False).stdout


def pasted(display):
    """The PNG in the clipboard, which may come a moment later."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if b"image/png" in xclip(display, "-target", "TARGETS", "-out").split():
            return xclip(display, "-target", "image/png", "-out")
        time.sleep(0.2)
    raise AssertionError("there is no picture in the clipboard")


def size_of(png):
    assert png.startswith(SIGNATURE), png[:16]
    return struct.unpack(">II", png[16:24])


def drive(display):
    display.wait_for("says")
    print("a text of another program is in the clipboard")
    xclip(display, "-in", given=b"before")
    assert xclip(display, "-out") == b"before"

    print("the window")
    display.key("p")
    time.sleep(1.5)
    display.click(COPY)
    window = pasted(display)
    assert size_of(window) == (WIDTH, HEIGHT), size_of(window)
    assert distinct_rows(window) > 100, distinct_rows(window)

    print("only its picture")
    display.key("p")
    time.sleep(1.5)
    display.click(ONLY_THE_PICTURE)
    time.sleep(0.5)
    display.click(COPY)
    deadline = time.monotonic() + PATIENCE
    while (picture := pasted(display)) == window:
        assert time.monotonic() < deadline, "the window is still in the clipboard"
        time.sleep(0.2)
    assert distinct_rows(picture) > 100, distinct_rows(picture)

    print("after the program has ended")
    display.program.terminate()
    display.program.wait(timeout=PATIENCE)
    assert pasted(display) == picture


def main():
    if lacks_a_tool("xclip"):
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        display = Display(os.path.abspath(sys.argv[1]), folder, state)
        try:
            drive(display)
        finally:
            display.close()
    print("all fine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
