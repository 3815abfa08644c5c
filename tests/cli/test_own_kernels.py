"""The kernels of tests/own_kernels, as users bring them, with every compiler that is installed; sanitized with the first. The one that
never ends is tried in the window (tests/window/drive_ten_kernels.py), where a person stops it."""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import unittest
import zlib

from program import PROGRAM, SANITIZED, ProgramTest, warplens

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "own_kernels"


def grey_png(width, height, rows):
    """A PNG file of 8-bit greys."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    pixels = b"".join(b"\0" + bytes(row) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))


class OwnKernels(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        known = json.loads(warplens("info", "--json").stdout)["compilers"]
        cls.compilers = [compiler["name"] for compiler in known][: 1 if SANITIZED else None]

    def answers(self, name, *settings, status=0):
        """The JSON of runs of tests/own_kernels/NAME.cu, compiled by each compiler."""
        file = shutil.copy(KERNELS / (name.split(":")[0] + ".cu"), self.folder)
        words = [PROGRAM, "experiment", file + name[len(name.split(":")[0]):], "--device", "simt", "--check", "--json"]
        for setting in settings:
            words += ["--set", setting]
        for compiler in self.compilers:
            process = subprocess.run(words, capture_output=True, text=True, timeout=120,
                                     env=dict(os.environ, WARPLENS_COMPILER=compiler))
            with self.subTest(compiler=compiler):
                self.assertEqual(process.returncode, status, process.stdout + process.stderr)
                yield json.loads(process.stdout)

    def outputs(self, name, *settings):
        """What the last buffer holds after each of those runs, the first 64 elements."""
        return [answer["outputs"][-1]["values"] for answer in self.answers(name, *settings)]

    def test_a_template_with_helpers(self):
        for values in self.outputs("saturate", "n=60", "low=10", "high=20"):
            self.assertEqual(values, [min(max(k, 10), 20) for k in range(60)])

    def test_printf(self):
        for answer in self.answers("hello", "n=4", "grid=4", "block=64"):
            self.assertEqual(sorted(answer["printed"].splitlines()), ["block %d of 4" % k for k in range(4)])
            self.assertEqual(answer["outputs"][0]["values"], [64] * 4)

    def test_constant_memory(self):
        n, weights = 50, (0.25, 0.5, 0.25)
        for values in self.outputs("smooth", "n=50", "in.input=iota"):
            self.assertEqual(values, [sum(w * min(max(i + k - 1, 0), n - 1) for k, w in enumerate(weights)) for i in range(n)])
        for values in self.outputs("smooth", "n=50", "in.input=iota", "weights.variable=f32[3]=0,0,2"):
            self.assertEqual(values, [2 * min(i + 1, n - 1) for i in range(n)])

    def test_dynamic_shared_memory(self):
        for values in self.outputs("reverse", "n=64", "block=32"):
            self.assertEqual(values, [32 * (i // 32) + 31 - i % 32 for i in range(64)])

    def test_an_image(self):
        rows = [[(17 * x + 3 * y) % 256 for x in range(20)] for y in range(10)]
        (self.folder / "grey.png").write_bytes(grey_png(20, 10, rows))
        for values in self.outputs("invert", "width=20", "height=10", "image.input=@grey.png"):
            self.assertEqual(values, [255 - value for row in rows for value in row][:64])

    def test_two_kernels_in_a_row(self):
        shutil.copy(KERNELS / "steps.cu", self.folder)
        text = """title = "Steps"
sequence = true
[parameters.n]
value = 100
minimum = 1
maximum = 1000
[[arguments]]
name = "values"
type = "i32"
size = "n"
input = "zeros"
output = true
[[arguments]]
name = "sum"
type = "i32"
size = "1"
input = "zeros"
output = true
[[arguments]]
name = "n"
type = "i32"
value = "n"
[[entries]]
kernel = "squares"
grid = ["ceil(n / bx)"]
block = ["64"]
arguments = ["values", "n"]
[[entries]]
kernel = "total"
grid = ["ceil(n / bx)"]
block = ["32"]
arguments = ["values", "sum", "n"]
"""
        (self.folder / "steps.toml").write_text(text)
        for compiler in self.compilers:
            process = subprocess.run([PROGRAM, "experiment", self.folder / "steps.toml", "--device", "simt", "--json", "--set", "entry=total"],
                                     capture_output=True, text=True, env=dict(os.environ, WARPLENS_COMPILER=compiler))
            with self.subTest(compiler=compiler):
                self.assertEqual(json.loads(process.stdout)["outputs"][-1]["values"], [sum(k * k for k in range(100))])

    def test_a_race_is_found(self):
        for answer in self.answers("count_racy", "bins.size=10", status=3):
            self.assertIn("data-race", [finding["kind"].replace("_", "-") for finding in answer["findings"]])

    def test_one_that_does_not_compile(self):
        for answer in self.answers("broken", status=1):
            self.assertEqual(answer["line"], 4)
            self.assertIn("undeclared", answer["message"])

    def test_a_structure(self):
        for values in self.outputs("axpy", "line_n=64", "line.x.input=iota", "line_slope=3", "line_offset=0.5"):
            self.assertEqual(values, [3 * k + 0.5 for k in range(64)])


if __name__ == "__main__":
    unittest.main()
