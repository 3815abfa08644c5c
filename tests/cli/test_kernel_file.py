"""A .cu or .ptx file in the place of an experiment's name."""

import unittest

from program import ProgramTest, warplens

TWICE = """__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
"""


class KernelFile(ProgramTest):
    def test_runs_as_its_signature_says(self):
        source = self.write("twice.cu", TWICE)
        answer = self.run_json("experiment", source, "--set", "n=100", "--device", "simt")
        self.assertEqual(answer["status"], "ok")
        self.assertEqual((answer["launch"]["grid"], answer["launch"]["block"]), ([1, 1, 1], [256, 1, 1]))
        self.assertEqual(answer["counters"]["threads"], 256)

    def test_is_drawn(self):
        source = self.write("twice.cu", TWICE)
        process = warplens("render", source, "-o", self.folder / "twice.svg")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("1,024", (self.folder / "twice.svg").read_text())

    def test_a_session_names_it(self):
        source = self.write("twice.cu", TWICE)
        session = self.write("lecture.warplens", '{"experiment": "%s", "settings": {"parameters": {"n": 77}}}' % source)
        process = warplens("render", session, "-o", self.folder / "twice.svg")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("77", (self.folder / "twice.svg").read_text())

    def test_refusals(self):
        source = self.write("twice.cu", TWICE)
        for name, message in (
            (self.folder / "missing.cu", "missing.cu: error: cannot read"),
            ("%s:thrice" % source, "twice.cu: error: there is no kernel 'thrice' here; there are: twice"),
            (self.write("none.cu", "int f() { return 1; }\n"), "none.cu: error: there is no kernel"),
            (self.write("thing.cu", "struct T { int a; };\n__global__ void f(T *t) {}\n"),
             "thing.cu:2: error: kernel 'f' takes 't' of type 'T \\*'"),
            (self.write("broken.cu", TWICE + "no C++\n"), "broken.cu:5"),
        ):
            self.assert_refused("experiment", name, message=message)


if __name__ == "__main__":
    unittest.main()
