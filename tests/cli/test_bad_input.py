"""Wrong requests and kernels that fail: one line with its place, and the exit status of the contract."""

import json

import kernels
from program import ProgramTest, warplens, write_npy


class WrongRequest(ProgramTest):
    """Exit status 1, before anything has run."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.saxpy = cls.write("saxpy.cu", kernels.SAXPY)
        cls.squares = cls.write("squares.ptx", kernels.SQUARES_PTX)
        cls.two = cls.write("two.cu", kernels.TWO_KERNELS)

    def run_squares(self, *more, grid="1", block="4", arg="i64[4]=iota"):
        return ["run", self.squares, "--grid", grid, "--block", block, "--arg", arg, *more]

    def test_words(self):
        self.assert_refused("nonsense", message="unknown command 'nonsense'")
        self.assert_refused("--nonsense", message="--nonsense")
        self.assert_refused("run", message="source is required")
        self.assert_refused("run", self.squares, "--block", 1, message="--grid is required")
        self.assert_refused(*self.run_squares("more"), message="not expected: more")
        self.assert_refused(*self.run_squares("--device", "tpu"), message="'tpu' is not one of auto, simt, gpu")
        self.assert_refused(*self.run_squares("--spec", "voodoo"), message="--spec: error: there is no preset 'voodoo'; there are toy, ")
        self.assert_refused(*self.run_squares("--spec", "toy", "--device", "gpu"), message="--spec: error: a GPU has its own figures")
        self.assert_refused(*self.run_squares("--schedule", "fast"), message="'fast' is not one of timed, round-robin, random")
        for option in ("--seed", "--shared", "--step-limit"):
            for value in ("-1", "x", "1.5", "99999999999999999999", ""):
                self.assert_refused(*self.run_squares("%s=%s" % (option, value)), message="^%s: error: " % option if value else "error: ")

    def test_what_later_versions_have(self):
        self.assert_refused("bench", "counter", message="bench is not in this version yet")
        self.assertNotRegex(warplens("--help").stdout, r"(?m)^ *bench\b")

    def test_source(self):
        folder = self.folder
        self.assert_refused("run", folder / "no.cu", "--grid", 1, "--block", 1, message="no.cu: error: cannot read: No such file")
        self.assert_refused("run", folder / "no.ptx", "--grid", 1, "--block", 1, message="no.ptx: error: cannot read: No such file")
        self.assert_refused("run", folder, "--grid", 1, "--block", 1, message="not a .cu, .ptx or .ll file")
        (folder / "folder.ptx").mkdir()
        self.assert_refused("run", folder / "folder.ptx", "--grid", 1, "--block", 1, message="Is a directory")
        (folder / "empty.ptx").write_text("")
        self.assert_refused("run", folder / "empty.ptx", "--grid", 1, "--block", 1, message="empty.ptx")
        self.assert_refused("run", "%s:no" % self.two, "--grid", 1, "--block", 1, message="no entry 'no'.*number_cells, halve")
        self.assert_refused("run", self.two, "--grid", 1, "--block", 1, message="two.cu: error: .*number_cells, halve")

    def test_errors_in_the_source_have_their_line(self):
        broken = self.write("broken.cu", kernels.SAXPY.replace("a * x[i]", "a * z[i]"))
        process = warplens("run", broken, "--grid", 1, "--block", 1)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(process.stderr, r"broken\.cu:3:(\d+:)? error: .*z")
        unknown = self.write("unknown.ptx", kernels.SQUARES_PTX.replace("mul.lo.s64", "cube.s64"))
        line = kernels.SQUARES_PTX[: kernels.SQUARES_PTX.index("mul.lo.s64")].count("\n") + 1
        self.assert_refused("run", unknown, "--grid", 1, "--block", 1, message="cube", place=("unknown.ptx", line))
        cut = self.write("cut.ptx", kernels.SQUARES_PTX[: kernels.SQUARES_PTX.index("st.global")])
        self.assert_refused("run", cut, "--grid", 1, "--block", 1, message="cut.ptx")

    def test_geometry(self):
        for grid, block, message in (
            ("0", "1", "grid x is 0"),
            ("1", "1,0", "block y is 0"),
            ("1", "32,32,32", "32,768 threads; a block has at most 1,024"),
            ("1", "1,1,65", "block z is 65; CUDA allows at most 64"),
            ("1,65536", "1", "grid y is 65,536; CUDA allows at most 65,535"),
            ("2147483648", "1", "grid x is 2,147,483,648"),
            ("4294967296", "1", "--grid: error: 4294967296 does not fit"),
            ("1", "4294967295,4294967295,4294967295", "block"),
            ("-1", "1", "--grid: error: "),
            ("1,2,3,4", "1", "more than three"),
            ("1,", "1", "--grid: error: "),
            ("one", "1", "'one' is not a whole number"),
        ):
            self.assert_refused(*self.run_squares(grid=grid, block=block), message=message)
        self.assert_refused(*self.run_squares("--shared", 65537), message="65,537 bytes of shared memory; the 2-SM toy has at most 65,536")

    def test_arguments(self):
        for arg, message in (
            ("i65[4]=iota", "i65"),
            ("i64[4]=ioto", "ioto"),
            ("i64[-4]=iota", "i64"),
            ("i64[4=iota", "i64"),
            ("i64[4]=1,2", "i64"),
            ("i64[4]=1,x,3,4", "x"),
            ("i64[99999999999]=zeros", "too large"),
            ("i64[4]=random", "random"),
            ("i64=@no.npy", "no.npy"),
            ("i64", "i64"),
            ("", "error"),
            ("f32=1", "f32"),
            ("i8=300", "300 does not fit in i8"),
        ):
            self.assert_refused(*self.run_squares(arg=arg), message=message)
        self.assert_refused("run", self.squares, "--grid", 1, "--block", 1, message="1 parameter, but 0 arguments")
        self.assert_refused("run", self.saxpy, "--grid", 1, "--block", 1, "--arg", "i32=1", "--arg", "f32=1", "--arg", "i32=1", "--arg", "f32[1]=1",
                            message="argument 2 of kernel 'saxpy' is of type i32")
        self.assert_refused(*self.run_squares("--arg", "i32=1"), message="1 parameter, but 2 arguments")

    def test_npy_files(self):
        npy = self.folder / "f.npy"
        write_npy(npy, "<f4", [1, 2], "f")
        self.assert_refused(*self.run_squares(arg="i64=@%s" % npy), message="f.npy: error: ")
        npy.write_bytes(npy.read_bytes()[:-3])
        self.assert_refused(*self.run_squares(arg="f32=@%s" % npy), message="f.npy: error: ")
        npy.write_bytes(b"not an array")
        self.assert_refused(*self.run_squares(arg="i64=@%s" % npy), message="f.npy: error: ")

    def test_save(self):
        for save, message in (
            ("1=x.npy", "no such argument"),
            ("99999999999999999999=x.npy", "no such argument"),
            ("0", "INDEX=FILE"),
            ("=x.npy", "INDEX=FILE"),
            ("0=", "INDEX=FILE"),
            ("0=/no/such/folder/x.npy", "cannot write: No such file"),
            ("0=%s" % self.folder, "cannot write: Is a directory"),
        ):
            self.assert_refused(*self.run_squares("--save", save), message=message)
        self.assert_refused(*self.run_squares("--trace", "/no/such/folder/x"), message="cannot write: No such file")
        self.assert_refused("run", self.saxpy, "--grid", 1, "--block", 1, "--arg", "i32=1", "--arg", "f32=1", "--arg", "f32[1]=1", "--arg",
                            "f32[1]=1", "--save", "0=x.npy", message="argument 0 is a number")

    def test_no_gpu_is_said_with_the_reason(self):
        info = json.loads(warplens("info", "--json").stdout)
        if any(device["kind"] == "gpu" for device in info["devices"]):
            self.skipTest("there is a GPU here")
        self.assert_refused(*self.run_squares("--device", "gpu"), message="no GPU: " + info["gpu_note"])

    def test_json_has_the_error_too(self):
        answer = self.run_json(*self.run_squares(grid="0"), status=1)
        self.assertEqual(answer, {"status": "error", "message": "grid x is 0; it must be at least 1"})
        unknown = self.write("unknown2.ptx", kernels.SQUARES_PTX.replace("mad.lo.s32", "med.lo.s32"))
        answer = self.run_json("run", unknown, "--grid", 1, "--block", 1, status=1)
        self.assertEqual((answer["status"], answer["line"]), ("error", kernels.SQUARES_PTX[: kernels.SQUARES_PTX.index("mad")].count("\n") + 1))
        self.assertEqual(self.run_json("run", status=1)["status"], "error")
        self.assertEqual(self.run_json("nonsense", status=1)["status"], "error")


class FailedKernel(ProgramTest):
    """Exit status 2, a finding with its witness, and a line with the place in the source."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.past = cls.write("past.cu", kernels.PAST_THE_END)
        cls.deadlock = cls.write("deadlock.ptx", kernels.DEADLOCK_PTX)

    def failed(self, *arguments):
        answer = self.run_json("run", *arguments, "--device", "simt", status=2)
        self.assertEqual(answer["status"], "fault")
        self.assertEqual(len(answer["findings"]), 1)
        return answer["findings"][0]

    def test_past_the_end(self):
        arguments = (self.past, "--grid", 1, "--block", 32, "--arg", "i32[8]=zeros")
        finding = self.failed(*arguments)
        self.assertEqual((finding["kind"], finding["space"], finding["element"], finding["count"]), ("out-of-bounds", "global", 8, 1))
        self.assertEqual(finding["buffer"], "argument 0")
        first = finding["first"]
        self.assertEqual((first["block"], first["thread"], first["line"], first["access"]), ([0, 0, 0], [8, 0, 0], 2, "write"))
        self.assertTrue(first["file"].endswith("past.cu"))
        process = warplens("run", *arguments, "--device", "simt")
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"^\S*past\.cu:2:\d+: error: .*thread \(8,0,0\).*element 8 of argument 0")
        self.assertEqual(len(process.stderr.splitlines()), 1)

    def test_far_outside(self):
        far = self.write("far.ptx", kernels.SQUARES_PTX.replace("mul.wide.s32 %rd3, %r4, 8", "mov.u64 %rd3, 0x7fffffffffff0000"))
        self.assertEqual(self.failed(far, "--grid", 1, "--block", 1, "--arg", "i64[8]=zeros")["kind"], "out-of-bounds")

    def test_misaligned(self):
        odd = self.write("odd.ptx", kernels.SQUARES_PTX.replace("mul.wide.s32 %rd3, %r4, 8", "mov.u64 %rd3, 4"))
        finding = self.failed(odd, "--grid", 1, "--block", 1, "--arg", "i64[8]=zeros")
        self.assertEqual((finding["kind"], finding["first"]["access"]), ("misaligned", "read"))

    def test_trap(self):
        trapped = self.write("trapped.cu", kernels.TRAPPED)
        self.assertEqual(self.failed(trapped, "--grid", 1, "--block", 1, "--arg", "i32[1]=0")["kind"], "trap")
        self.run_json("run", trapped, "--grid", 1, "--block", 1, "--arg", "i32[1]=1")

    def test_step_limit(self):
        endless = self.write("endless.cu", kernels.ENDLESS)
        finding = self.failed(endless, "--grid", 1, "--block", 1, "--arg", "i32[1]=0", "--step-limit", 10000)
        self.assertEqual(finding["kind"], "step-limit")
        self.assertIn(finding["first"]["line"], (2, 3))

    def test_deadlock(self):
        finding = self.failed(self.deadlock, "--grid", 1, "--block", 64, "--arg", "u64=0")
        self.assertIn(finding["kind"], ("deadlock", "barrier-divergence"))

    def test_outputs_and_trace_of_a_failed_kernel_are_kept(self):
        out, trace = self.folder / "out.npy", self.folder / "out.trace"
        self.failed(self.past, "--grid", 1, "--block", 32, "--arg", "i32[8]=zeros", "--save", "0=%s" % out, "--trace", trace)
        self.assertTrue(out.exists() and trace.exists())


if __name__ == "__main__":
    import unittest

    unittest.main()
