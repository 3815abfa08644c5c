"""`warplens program` runs kernels as machine code, as `warplens run` does: the same loop takes the same time in both."""

import os
import pathlib
import resource
import statistics
import subprocess
import unittest

from program import PROGRAM, SANITIZED, ProgramTest

BENCH = pathlib.Path(__file__).resolve().parents[1] / "bench"
MANDELBROT = BENCH / "programs" / "mandelbrot_program.cu"
LAUNCH = [f"{BENCH}/kernels/mandelbrot.cu:mandelbrot", "--grid", "64,48", "--block", "16,16", "--arg", "i32[786432]=zeros", "--arg", "i32=1024",
          "--arg", "i32=768", "--arg", "i32=2000", "--cores", "1"]


def processor_time(*command):
    """Seconds, of the command and of the program that it runs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PROGRAM, *command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
@unittest.skipIf(os.environ.get("WARPLENS_PROGRAMS_INTERPRETED") == "ON", "this build has no machine code for programs")
class MachineCode(ProgramTest):
    def test_a_program_takes_the_time_of_its_launch(self):
        processor_time("program", MANDELBROT)  # compiles it
        processor_time("run", *LAUNCH)
        times = [(processor_time("program", MANDELBROT), processor_time("run", *LAUNCH)) for _ in range(3)]
        program, launch = (statistics.median(each) for each in zip(*times))
        # Interpreted it takes six times as long.
        self.assertLess(program, 2 * launch + 0.05, times)


if __name__ == "__main__":
    unittest.main()
