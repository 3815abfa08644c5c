"""Of tests/questions, one of each kind: the cause is named, and the right twin is silent."""

import pathlib
import subprocess
import sys
import unittest

from program import PROGRAM

QUESTIONS = pathlib.Path(__file__).resolve().parent.parent / "questions"


class Representatives(unittest.TestCase):
    NAMES = ["bin-number-too-large", "copy-overwrites-the-result", "copy-without-sizeof", "free-of-advanced-pointer",
             "heap-corrupted-by-copy", "index-product-overflows", "kernel-without-count", "last-warp-without-syncwarp",
             "malloc-by-value", "nonblocking-stream-copy-back", "overlapping-copy", "overwritten-before-others-read",
             "pinned-memory-freed-by-free", "ring-without-fence", "shuffle-in-branch-full-mask", "stride-of-one", "symbol-by-name",
             "tail-threads-leave-gaps", "timed-without-waiting", "two-extern-arrays"]

    def test_name_the_cause(self):
        done = subprocess.run([sys.executable, QUESTIONS / "run.py", PROGRAM, "--compilers", "clang", "--only", *self.NAMES],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{len(self.NAMES)} questions: {len(self.NAMES)} name the cause", done.stdout)
