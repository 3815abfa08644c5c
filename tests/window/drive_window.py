#!/usr/bin/env python3
"""Start the program on a virtual display and use it as a person would: mouse, keyboard, and what the window's title says.

Usage: drive_window.py PROGRAM. Exit status 77 where Xvfb or xdotool is missing (CTest counts that as skipped)."""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

WIDTH, HEIGHT = 1920, 1080
SKIPPED = 77  # exit status (SKIP_RETURN_CODE in CMakeLists.txt)
PATIENCE = 40  # seconds to wait for a window title; a loaded machine draws slowly

# Positions in the layout at 1920 × 1080 (pixels): the controls are 340 wide, with 20 of padding.
ATOMIC = (132, 125)
BLOCK_X = (237, 394)
RACY = (70, 125)
RUN_ON_CHANGE = (40, 920)
PICTURE = (840, 700)
FIRST_LESSON = (660, 381)  # a place in its picture without a cell, which would have a tooltip
BLOCK_X_OF_ADD = (237, 578)
ANSWER = (1290, 446)


class Display:
    """A virtual display of its own, and the program on it."""

    def __init__(self, program, folder, state, *arguments):
        read_end, write_end = os.pipe()
        # Without -noreset the server begins anew when xdotool, its only client, leaves: the program that comes just then would not
        # get in.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb did not start"
        self.environment = dict(os.environ, DISPLAY=":" + number)
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.environment["XDG_STATE_HOME"] = state
        self.begin = time.monotonic()
        self.program = subprocess.Popen([program, *arguments], env=self.environment, cwd=folder)

    def close(self):
        for process in (self.program, self.server):
            if process.poll() is None:
                process.terminate()
            process.wait(timeout=30)

    def xdotool(self, *words):
        result = subprocess.run(["xdotool", *[str(word) for word in words]], env=self.environment, capture_output=True, text=True)
        return result.stdout.strip()

    def title(self):
        assert self.program.poll() is None, f"the program ended with status {self.program.returncode}"
        return self.xdotool("search", "--name", "^Warplens", "getwindowname")

    def wait_for(self, pattern, action=lambda: None):
        """Do `action` until the title matches; the match. Done again every few seconds, for where a computer draws so slowly that a key comes
        while the last one is still being served. When the title never matches the test has failed."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            action()
            again = time.monotonic() + 4
            while time.monotonic() < again:
                title = self.title()
                match = re.search(pattern, title)
                if match:
                    print(f"  {time.monotonic() - self.begin:6.2f} s  {title}")
                    return match
                time.sleep(0.05)
        raise AssertionError(f"waited for “{pattern}”, the title is “{title}”")

    def click(self, place, times=1):
        self.xdotool("mousemove", *place)
        time.sleep(0.3)
        for _ in range(times):
            self.xdotool("mousedown", 1)
            time.sleep(0.15)
            self.xdotool("mouseup", 1)
            time.sleep(0.15)

    def key(self, *names):
        self.xdotool("key", "--delay", 60, *names)

    def type_number(self, place, number):
        self.click(place)
        time.sleep(0.3)
        self.key("ctrl+a")
        self.xdotool("type", "--delay", 60, str(number))
        self.key("Return")

    def type_within_a_frame(self, place, number):
        """The same on a computer so slow that all of it comes while one frame is drawn."""
        self.click(place)
        time.sleep(0.6)
        self.program.send_signal(signal.SIGSTOP)
        self.xdotool("type", "--delay", 0, str(number))
        self.key("Return")
        self.program.send_signal(signal.SIGCONT)

    def processor_seconds(self):
        with open(f"/proc/{self.program.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def distinct_rows(png):
    """How many different rows of pixels a PNG has, as stored: 2 at most for a window in one colour."""
    at, packed, width = 8, b"", 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IHDR":
            width = struct.unpack(">I", png[at + 8:at + 12])[0]
            channels = {2: 3, 6: 4}[png[at + 17]]
        if kind == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += length + 12
    pixels, row = zlib.decompress(packed), width * channels + 1
    return len({pixels[start:start + row] for start in range(0, len(pixels), row)})


def saved_picture(display, folder):
    """Press P, Enter for the name that is proposed, and read the picture that the program saves in its folder."""
    for file in os.listdir(folder):
        os.remove(os.path.join(folder, file))
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        display.key("p")
        time.sleep(1)
        display.key("Return")
        time.sleep(1)
        files = [file for file in os.listdir(folder) if file.endswith(".png")]
        if files:
            with open(os.path.join(folder, files[0]), "rb") as file:
                return file.read()
    raise AssertionError("P saved no picture")


def wait_until_done(state, step, action=lambda: None):
    """Do `action` until a step of the first lesson is in the file of what was done."""
    deadline = time.monotonic() + PATIENCE
    while True:
        action()
        time.sleep(1)
        try:
            with open(state + "/warplens/lessons.json", encoding="utf-8") as file:
                if step in json.load(file)["done"]["01-threads-and-blocks"]:
                    return
        except (OSError, ValueError, KeyError):
            pass  # missing or incomplete
        assert time.monotonic() < deadline, f"step {step} was done and is not in the file"


def drive(display, folder, state):
    print("opens with a race that lost updates")
    match = display.wait_for(r"1,024 threads each added 1\. The counter says ([\d,]+)\.")
    assert int(match[1].replace(",", "")) < 1024, match[0]
    lost = match[0]

    print("does nothing while nothing happens")
    time.sleep(3)
    before = display.processor_seconds()
    time.sleep(2)
    used = display.processor_seconds() - before
    assert used < 0.2, f"{used:.2f} s of processor time in 2 s of idleness"

    print("atomic loses none")
    display.wait_for(r"1,024 threads each added 1\. The counter says 1,024\.", lambda: display.click(ATOMIC))

    print("a larger block, typed")
    display.wait_for(r"2,048 threads each added 1\. The counter says 2,048\.", lambda: display.type_number(BLOCK_X, 64))

    print("digits and Enter within one frame; a block over the limit is refused with the limit and the reason, and the picture comes back with a good one")
    display.wait_for(r"3,072 threads each added 1\. The counter says 3,072\.", lambda: display.type_within_a_frame(BLOCK_X, 96))
    display.wait_for(r"Refused: .*2,048.*1,024", lambda: display.type_number(BLOCK_X, 2048))
    display.wait_for(r"1,024 threads each added 1\. The counter says 1,024\.", lambda: display.type_number(BLOCK_X, 32))

    print("racy again gives the very same result as before")
    display.wait_for(re.escape(lost), lambda: display.click(RACY))

    print("without running on change, nothing runs before Enter")
    display.click(RUN_ON_CHANGE)
    display.type_number(BLOCK_X, 64)
    time.sleep(2)
    display.wait_for(re.escape(lost))
    display.xdotool("mousemove", *PICTURE)
    match = display.wait_for(r"2,048 threads each added 1\. The counter says ([\d,]+)\.", lambda: display.key("Return"))
    assert int(match[1].replace(",", "")) < 2048, match[0]
    display.click(RUN_ON_CHANGE)
    display.wait_for(re.escape(lost), lambda: display.type_number(BLOCK_X, 32))

    print("undo takes a change of a setting back, redo makes it again")
    display.xdotool("mousemove", *PICTURE)
    display.wait_for(r"2,048 threads each added 1", lambda: display.key("ctrl+z"))
    display.wait_for(re.escape(lost), lambda: display.key("ctrl+shift+z"))

    print("to the start and to the end of the trace")
    display.xdotool("mousemove", WIDTH // 2, 5)
    display.wait_for(r"0 of 1,024 threads have added 1", lambda: display.key("Home"))
    display.wait_for(re.escape(lost), lambda: display.key("End"))

    print("the steps view goes through the run instruction by instruction")
    match = display.wait_for(r"Step 0 of ([\d,]+)\.", lambda: display.key("5"))
    display.wait_for(r"Step [1-9]\d* of", lambda: display.key("Right"))
    display.wait_for(re.escape(f"Step {match[1]} of {match[1]}."), lambda: display.key("End"))
    display.wait_for(r"Step 0 of", lambda: display.key("Home"))
    display.wait_for(re.escape(lost), lambda: display.key("2"))

    print("the mapping tells what is under the pointer")
    display.wait_for(r"1 element holds a wrong value", lambda: display.key("1"))
    display.wait_for(r"[Tt]hread \d+ of block 0", lambda: display.xdotool("mousemove", 382, 297))

    print("a lesson: opened from the list, done, and on to the next step and back")
    display.key("F2")
    display.wait_for(r"128 threads touched 128 elements", lambda: display.click(FIRST_LESSON))
    display.wait_for(r"128 threads touched 128 elements", lambda: display.key("Next"))
    display.wait_for(r"128 threads touched 128 elements", lambda: display.type_number(BLOCK_X_OF_ADD, 64))
    wait_until_done(state, 2)
    display.wait_for(r"The picture has the answer", lambda: display.key("Next"))

    print("a step that asks for a number, which is typed; only then the headline says it")
    wait_until_done(state, 3, lambda: display.type_number(ANSWER, 24))
    display.wait_for(r"24 touched none")
    display.wait_for(r"128 threads touched 128 elements", lambda: display.key("Prior"))

    print("larger text, another theme, a nearer look, and there is still a picture")
    for keys in (["ctrl+plus"], ["t"], ["ctrl+0"]):
        display.key(*keys)
        time.sleep(1)
        rows = distinct_rows(saved_picture(display, folder))
        print(f"           after {keys[0]}: {rows} different rows of pixels")
        assert rows > 100, rows
    for wheel in (4, 4, 4, 5):
        display.xdotool("click", wheel)
    assert distinct_rows(saved_picture(display, folder)) > 100


def lacks_a_tool(*tools):
    """Whether one of the programs that the test starts is not installed, which is then printed. Exit status 77 skips a test."""
    missing = [tool for tool in ("Xvfb", "xdotool", *tools) if shutil.which(tool) is None]
    if missing:
        print("skipped:", ", ".join(missing), "not installed")
    return bool(missing)


def main():
    if lacks_a_tool():
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        display = Display(os.path.abspath(sys.argv[1]), folder, state)
        try:
            drive(display, folder, state)
        finally:
            display.close()
    assert display.program.returncode in (0, -signal.SIGTERM), f"the program ended with status {display.program.returncode}"
    print("all fine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
