"""A process that is ended while it works takes what it has started with it, and leaves nothing behind."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

from program import PROGRAM, SANITIZED, ProgramTest

WAITING = r"""
#include <cstdio>
#include <unistd.h>
__global__ void one(int* a) { a[threadIdx.x] = 1; }
int main() {
  int* d;
  cudaMalloc(&d, 128);
  one<<<1, 32>>>(d);
  std::printf("%d\n", getpid());
  std::fflush(stdout);
  for (;;) pause();
}
"""


@unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
class Program(ProgramTest):
    def test_sigterm_ends_the_program_and_keeps_its_recording(self):
        source, temporary = self.folder / "waiting.cu", self.folder / "temporary"
        source.write_text(WAITING)
        temporary.mkdir()
        recording = self.folder / "waiting.recording"
        process = subprocess.Popen(
            [PROGRAM, "program", "--record", recording, source],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(temporary)})
        child = int(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2, errors)
        self.assertIn("signal 15", errors)
        self.assertFalse(pathlib.Path(f"/proc/{child}").exists(), "the program runs on")
        self.assertEqual(list(temporary.glob("warplens-*")), [])
        self.assertGreater(recording.stat().st_size, 0)


@unittest.skipIf(SANITIZED, "grading is tested in the release build")
class Grade(ProgramTest):
    def test_sigterm_ends_the_submission_that_runs(self):
        model, submissions, temporary = self.folder / "model.cu", self.folder / "submissions", self.folder / "temporary"
        for folder in (submissions, temporary):
            folder.mkdir()
        model.write_text(WAITING.replace("for (;;) pause();", "cudaFree(d);"))
        (submissions / "eve.cu").write_text(WAITING.replace("getpid()", "7"))
        process = subprocess.Popen(
            [PROGRAM, "grade", submissions, "--against", model, "--trust"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(temporary)})
        deadline = time.monotonic() + 60
        while not list(temporary.glob("warplens-*/work")) or self.children_of(process.pid) != ["warplens"]:
            self.assertLess(time.monotonic(), deadline, "the submission never ran")
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("ended by a signal", errors)
        self.assertEqual(list(temporary.glob("warplens-*")), [])

    @staticmethod
    def children_of(process):
        """Names of the processes that it has started."""
        names = []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                name, fields = stat.read_text().split("(", 1)[1].rsplit(")", 1)
            except OSError:
                continue
            if int(fields.split()[1]) == process:
                names.append(name)
        return names


if __name__ == "__main__":
    unittest.main()
