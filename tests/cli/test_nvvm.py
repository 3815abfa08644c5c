"""A .ll file, NVVM IR, as a source: `run`, `why`, `compile`, `experiment`, `render`, `sweep`; and errors at its lines."""

import unittest

from program import ProgramTest, read_npy, warplens

# __global__ void add(float* sums, const float* numbers, int n), without debug information.
ADD = """target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @add(ptr %sums, ptr readonly %numbers, i32 %n) {
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %start = mul i32 %block, %size
  %i = add i32 %start, %thread
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %work, label %done

work:
  %wide = sext i32 %i to i64
  %from = getelementptr inbounds float, ptr %numbers, i64 %wide
  %number = load float, ptr %from, align 4
  %to = getelementptr inbounds float, ptr %sums, i64 %wide
  %old = load float, ptr %to, align 4
  %sum = fadd contract float %old, %number
  store float %sum, ptr %to, align 4
  br label %done

done:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
LOAD = 1 + ADD.split("\n").index("  %number = load float, ptr %from, align 4")


class Source(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.write("add.ll", ADD)

    def run_with(self, n, *more, command="run"):
        return warplens(command, self.source, "--grid", 2, "--block", 32, "--arg", "f32[60]=iota", "--arg", "f32[60]=2", "--arg",
                        "i32=%d" % n, "--device", "simt", *more)

    def test_runs(self):
        path = self.folder / "sums.npy"
        process = self.run_with(60, "--check", "--save", "0=%s" % path)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(read_npy(path), ("<f4", (60,), [i + 2.0 for i in range(60)]))

    def test_findings_have_its_lines_where_it_names_no_others(self):
        process = self.run_with(64, "--check")
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("add.ll:%d" % LOAD, process.stderr)
        self.assertIn("out of bounds", process.stderr)

    def test_answers_questions(self):
        process = self.run_with(60, "--element", "0[7]", command="why")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("7 + 2", process.stdout.replace(".0", ""))

    def test_its_kernel_is_an_experiment(self):
        process = warplens("experiment", "%s:add" % self.source, "--device", "simt")
        self.assertEqual(process.returncode, 0, process.stderr)
        process = warplens("experiment", "%s:subtract" % self.source)
        self.assertEqual(process.returncode, 1)
        self.assertIn("there is no kernel 'subtract' here; there are: add", process.stderr)

    def test_compile_prints_ptx(self):
        process = warplens("compile", self.source)
        self.assertEqual(process.returncode, 0, process.stderr)
        for line in (".visible .entry add(", "ld.global.f32", "add.rn.f32", ".file"):
            self.assertIn(line, process.stdout)
        ptx = self.write("add.ptx", process.stdout)
        self.assertEqual(warplens("compile", ptx).returncode, 1)


class Errors(ProgramTest):
    def expect_error(self, text, line, words):
        source = self.write("wrong.ll", text)
        process = warplens("run", source, "--grid", 1, "--block", 1)
        self.assertEqual(process.returncode, 1, process.stdout)
        self.assertIn("wrong.ll:%d:" % line if line else "wrong.ll: ", process.stderr)
        self.assertIn(words, process.stderr)

    def test_of_the_text(self):
        self.expect_error(ADD.replace("fadd", "fodd"), LOAD + 3, "expected an instruction, found 'fodd'")
        self.expect_error(ADD.replace("%old, %number", "%older, %number"), LOAD + 3, "%older")

    def test_of_what_has_no_ptx(self):
        self.expect_error(ADD.replace("llvm.nvvm.read.ptx.sreg.tid.x", "llvm.nvvm.read.colour"), 7, "llvm.nvvm.read.colour is not supported")
        self.expect_error(ADD.replace("nvptx64-nvidia-cuda", "x86_64-pc-linux-gnu"), 0, "compile it for nvptx64-nvidia-cuda")

    def test_of_what_is_no_ir(self):
        self.expect_error("This is a letter.\n", 1, "This")
        self.expect_error("", 0, "there is no entry")


if __name__ == "__main__":
    unittest.main()
