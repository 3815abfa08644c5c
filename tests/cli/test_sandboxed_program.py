"""`warplens program --sandbox`: somebody else's program sees no files but those of its folder."""

import signal
import subprocess
import unittest

from program import PROGRAM, SANITIZED, ProgramTest

SPY = r"""
#include <cstdio>
#include "add.cuh"
__global__ void fill(int* x) { x[threadIdx.x] = one(); }
int main(int count, char** words) {
  std::printf("%s\n", std::fopen(words[1], "r") ? "seen" : "hidden");
  std::printf("%s\n", std::fopen("numbers.txt", "r") ? "seen" : "hidden");
  int* x;
  cudaMalloc(&x, 128);
  fill<<<1, 33>>>(x);
  std::puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
"""
WAITING = '#include <cstdio>\n#include <unistd.h>\nint main() { std::puts("waits"); std::fflush(stdout); for (;;) pause(); }\n'


@unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
class Sandboxed(ProgramTest):
    def setUp(self):
        super().setUp()
        self.inside = self.folder / "inside"
        self.inside.mkdir(exist_ok=True)
        (self.inside / "spy.cu").write_text(SPY)
        (self.inside / "add.cuh").write_text("__device__ int one() { return 1; }\n")
        (self.inside / "numbers.txt").write_text("1 2 3\n")
        self.outside = self.folder / "secret.txt"
        self.outside.write_text("secret\n")

    def program(self, *words):
        return subprocess.run([PROGRAM, "program", *words], capture_output=True, text=True)

    def test_it_sees_its_folder_alone_and_is_checked_and_recorded(self):
        recording = self.folder / "spy.recording"
        done = self.program("--sandbox", self.inside, "--check", "--record", recording, self.inside / "spy.cu", self.outside)
        self.assertEqual(done.stdout.splitlines(), ["hidden", "seen", "wrong"], done.stderr)
        self.assertIn("out-of-bounds", done.stderr)
        self.assertIn("recorded 3 calls", done.stderr)
        self.assertGreater(recording.stat().st_size, 0)
        without = self.program(self.inside / "spy.cu", self.outside)
        self.assertEqual(without.stdout.splitlines()[0], "seen", "only the sandbox hides it")

    def test_what_cannot_be(self):
        stray = self.folder / "stray.cu"
        stray.write_text(SPY)
        for words, said in (
            (["--sandbox", self.inside, stray], "is not in the folder that the sandbox may read"),
            (["--sandbox", self.folder / "nowhere", stray], "no such folder"),
            (["--sandbox", self.inside, PROGRAM], "needs sources"),
            (["--sandbox", self.inside, "--device", "gpu", self.inside / "spy.cu"], "is for the SIMT machine"),
        ):
            done = self.program(*words)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(said, done.stderr)
        (self.inside / "reads.cu").write_text(f'#include "{self.outside}"\nint main() {{}}\n')
        done = self.program("--sandbox", self.inside, self.inside / "reads.cu")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("secret", done.stderr.replace(str(self.outside), ""), "the compiler does not see it either")

    def test_sigterm_ends_it(self):
        (self.inside / "waiting.cu").write_text(WAITING)
        process = subprocess.Popen([PROGRAM, "program", "--sandbox", self.inside, self.inside / "waiting.cu"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "waits\n")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)


if __name__ == "__main__":
    unittest.main()
