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
        self.assertIn("1,000", (self.folder / "twice.svg").read_text())

    def test_a_session_names_it(self):
        source = self.write("twice.cu", TWICE)
        session = self.write("lecture.warplens", '{"experiment": "%s", "settings": {"parameters": {"n": 77}}}' % source)
        process = warplens("render", session, "-o", self.folder / "twice.svg")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("77", (self.folder / "twice.svg").read_text())

    def test_sizes_and_contents_are_settings(self):
        source = self.write("twice.cu", TWICE)
        data = self.write("data.csv", "x\n" + "\n".join(str(k) for k in range(64)) + "\n")
        answer = self.run_json("experiment", source, "--device", "simt", "--set", "n=64", "--set", "in.input=@" + data.name,
                               "--set", "out.size=n + 1", "--set", "out.input=-5")
        out = answer["outputs"][1]
        self.assertEqual(out["values"][:64], [2 * k for k in range(64)])
        self.assertEqual(out["size"], 65)
        self.assert_refused("experiment", source, "--set", "out.size=0", message="the size of 'out' is 0")
        self.assert_refused("experiment", source, "--set", "up.size=1", message="no buffer 'up'; there are: in out")

    def test_options_of_the_compiler(self):
        (self.folder / "headers").mkdir()
        (self.folder / "headers" / "three.h").write_text("constexpr int three = 3;\n")
        source = self.write("fill.cu", '#include "three.h"\n__global__ void fill(int *a) { a[threadIdx.x] = three + MORE; }\n')
        options = ("-I", self.folder / "headers", "-D", "MORE=4")
        answer = self.run_json("experiment", source, "--device", "simt", *options)
        self.assertEqual(answer["outputs"][0]["values"][:2], [7, 7])
        answer = self.run_json("run", source, "--grid", "1", "--block", "2", "--arg", "i32[2]=zeros", "--device", "simt", *options)
        self.assertEqual(answer["outputs"][0]["values"], [7, 7])
        process = warplens("compile", source, "--arch", "sm_80", *options)
        self.assertIn(".target sm_80", process.stdout)
        self.assert_refused("compile", source, "--arch", "80", message="--arch 80: error: an architecture is sm_75")
        self.assert_refused("compile", source, "-I", self.folder / "nowhere", message="nowhere: error: not a folder")
        self.assert_refused("compile", source, "-D", "1=2", message="a definition is NAME")

    def test_refusals(self):
        source = self.write("twice.cu", TWICE)
        for name, message in (
            (self.folder / "missing.cu", "missing.cu: error: cannot read"),
            ("%s:thrice" % source, "twice.cu: error: there is no kernel 'thrice' here; there are: twice"),
            (self.write("none.cu", "int f() { return 1; }\n"), "none.cu: error: there is no kernel"),
            (self.write("thing.cu", "struct T { int **a; };\n__global__ void f(T *t) {}\n"),
             "thing.cu:2: error: kernel 'f' takes 't' of type 'T \\*'"),
            (self.write("broken.cu", TWICE + "no C++\n"), "broken.cu:5"),
        ):
            self.assert_refused("experiment", name, message=message)


if __name__ == "__main__":
    unittest.main()
