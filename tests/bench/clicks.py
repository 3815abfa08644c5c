#!/usr/bin/env python3
"""How long the window takes to answer a click: from the button's release to the title of the new picture, which comes after its frame was
presented. On a virtual display of 3840 × 2160.

Usage: clicks.py PROGRAM [CLICKS]. Needs Xvfb, xdotool and xprop."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "window"))
import drive_window

SCALE = 2  # of the layout at that size
RACY, ATOMIC = [(SCALE * x, SCALE * y) for x, y in (drive_window.RACY, drive_window.ATOMIC)]


def main():
    drive_window.WIDTH, drive_window.HEIGHT = 3840, 2160
    clicks = int(sys.argv[2]) if len(sys.argv) > 2 else 21
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        display = drive_window.Display(os.path.abspath(sys.argv[1]), folder, state)
        try:
            display.wait_for("says")
            time.sleep(3)
            window = display.xdotool("search", "--name", "^Warplens").split()[-1]
            titles = subprocess.Popen(["xprop", "-id", window, "-spy", "_NET_WM_NAME"], env=display.environment, stdout=subprocess.PIPE, text=True)
            titles.stdout.readline()
            seconds, processor = [], []
            for k in range(clicks):
                display.xdotool("mousemove", *(ATOMIC if k % 2 == 0 else RACY))
                time.sleep(1)
                display.xdotool("mousedown", 1)
                time.sleep(0.4)
                used, begin = display.processor_seconds(), time.monotonic()
                display.xdotool("mouseup", 1)
                titles.stdout.readline()
                seconds.append(time.monotonic() - begin)
                processor.append(display.processor_seconds() - used)
                time.sleep(1)
            titles.terminate()
        finally:
            display.close()
    print(f"click to title: {1000 * statistics.median(seconds):.0f} ({1000 * max(seconds):.0f}) ms, "
          f"processor {1000 * statistics.median(processor):.0f} ms, median (largest) of {clicks}")


if __name__ == "__main__":
    main()
