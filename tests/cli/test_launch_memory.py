"""A launch that would take too much memory is refused in numbers, wherever it comes from. None of these needs that memory."""

import json
import shlex
import unittest

from program import PROGRAM, SANITIZED, ProgramTest, warplens

HEAD = ".version 7.0\n.target sm_75\n.address_size 64\n"
REFUSAL = r"the launch needs [\d,]+ MiB of memory, and may take [\d,]+ MiB here: [\d,]+ MiB for registers, [\d,]+ of 32 bits for each of [\d,]+ threads"

# 9,000 registers of 64 bits, 2.3 MB for each warp: %big1000 to %big9999.
PROGRAM_WITH_REGISTERS = r"""
#include <cstdio>
#define ONE(a, b, c, d) "mov.u64 %%big" #a #b #c #d ", 1;\n"
#define TEN(a, b, c) ONE(a, b, c, 0) ONE(a, b, c, 1) ONE(a, b, c, 2) ONE(a, b, c, 3) ONE(a, b, c, 4) \
  ONE(a, b, c, 5) ONE(a, b, c, 6) ONE(a, b, c, 7) ONE(a, b, c, 8) ONE(a, b, c, 9)
#define HUNDRED(a, b) TEN(a, b, 0) TEN(a, b, 1) TEN(a, b, 2) TEN(a, b, 3) TEN(a, b, 4) \
  TEN(a, b, 5) TEN(a, b, 6) TEN(a, b, 7) TEN(a, b, 8) TEN(a, b, 9)
#define THOUSAND(a) HUNDRED(a, 0) HUNDRED(a, 1) HUNDRED(a, 2) HUNDRED(a, 3) HUNDRED(a, 4) \
  HUNDRED(a, 5) HUNDRED(a, 6) HUNDRED(a, 7) HUNDRED(a, 8) HUNDRED(a, 9)
__global__ void many() {
  asm volatile("{ .reg .b64 %%big<10000>;\n" THOUSAND(1) THOUSAND(2) THOUSAND(3) THOUSAND(4) THOUSAND(5)
               THOUSAND(6) THOUSAND(7) THOUSAND(8) THOUSAND(9) "}" ::"r"(0));
}
int main() {
  many<<<1000, 1024>>>();
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  many<<<1, 32>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""


class LaunchMemory(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        moves = "".join("mov.u64 %%r%d,1;\n" % k for k in range(60000))
        cls.registers = cls.write("registers.ptx", HEAD + ".visible .entry k()\n{\n.reg .b64 %r<60000>;\n" + moves + "ret;\n}\n")
        cls.options = ["--grid", "100000", "--block", "1024", "--spec", "h100"]

    def test_run(self):
        self.assert_refused("run", self.registers, *self.options, message=REFUSAL)

    def test_device_server(self):
        server = "remote:%s device-server --device simt --spec h100" % shlex.quote(PROGRAM)
        self.assert_refused("run", self.registers, *self.options[:4], "--device", server, message=REFUSAL)

    def test_table_of_branches(self):
        """2.4 MB, of which 12 GB were made."""
        labels = "".join("L%d: mov.u32 %%r,%d;\n" % (k, k) for k in range(50000))
        table = "T: .branchtargets " + ",".join("L%d" % k for k in range(50000)) + ";\n"
        text = HEAD + ".visible .entry k(){\n.reg .b32 %r;\n" + labels + table + "brx.idx %r,T;\n" * 60000 + "ret;}\n"
        self.assert_refused(
            "run", self.write("tables.ptx", text), "--grid", 1, "--block", 1, message=r"tables\.ptx:\d+:12: error: .* more than 262144 targets"
        )

    @unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
    def test_program(self):
        source = self.write("many.cu", PROGRAM_WITH_REGISTERS)
        process = warplens("program", source, "--spec", "h100", "--json")
        answer = json.loads(process.stdout)
        self.assertEqual(answer["stdout"], "cudaErrorLaunchOutOfResources\ncudaSuccess\n", process.stderr)


if __name__ == "__main__":
    unittest.main()
