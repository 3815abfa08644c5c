"""What a kernel prints with printf: before the report, and as "printed" in JSON."""

import unittest

from program import ProgramTest, warplens

PRINTING = """\
#include <cstdio>
__global__ void report(const float* values, int n) {
  int i = threadIdx.x;
  if (i < n) printf("value %d is %.2f, %s\\n", i, values[i], i % 2 == 0 ? "even" : "odd");
}
"""


class Printed(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.write("printing.cu", PRINTING)

    arguments = ("--grid", 1, "--block", 32, "--arg", "f32[4]=0.5,1.25,-3,1000", "--arg", "i32=4", "--device", "simt")
    expected = ["value 0 is 0.50, even", "value 1 is 1.25, odd", "value 2 is -3.00, even", "value 3 is 1000.00, odd"]

    def test_text(self):
        process = warplens("run", self.source, *self.arguments)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        lines = process.stdout.splitlines()
        self.assertEqual(sorted(lines[:4]), self.expected)
        self.assertEqual(lines[4], "")
        self.assertTrue(lines[5].startswith("report on "))

    def test_json(self):
        answer = self.run_json("run", self.source, *self.arguments)
        self.assertEqual(sorted(answer["printed"].splitlines()), self.expected)


if __name__ == "__main__":
    unittest.main()
