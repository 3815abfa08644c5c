"""`run --symbol` and `--save NAME`: __constant__ and __device__ variables set before a launch and read after it."""

import unittest

import kernels
from program import ProgramTest, read_npy, warplens, write_npy


class Variables(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.write("variables.cu", kernels.VARIABLES)

    def run_with(self, *more):
        return ["run", self.source, "--grid", 1, "--block", 32, "--arg", "f32[16]=iota", "--arg", "i32=16", "--device", "simt", *more]

    def saved(self, name, *more):
        path = self.folder / "saved.npy"
        process = warplens(*self.run_with("--save", "%s=%s" % (name, path), *more))
        self.assertEqual(process.returncode, 0, process.stderr)
        return read_npy(path)

    def expected(self, coefficients=(1, 2, 3, 4), scale=1.5, offset=0.0, step=0):
        return [i * coefficients[i % 4] * scale + offset + step for i in range(16)]

    def test_content_of_the_module_where_nothing_is_set(self):
        self.assertEqual(self.saved("result:f32"), ("<f4", (16,), self.expected()))

    def test_set_by_every_name(self):
        for name in ("coefficients", "filter::coefficients", "_ZN6filter12coefficientsE"):
            self.assertEqual(self.saved("result:f32", "--symbol", name + "=f32[4]=1,10,100,1000")[2], self.expected((1, 10, 100, 1000)), name)

    def test_a_smaller_value_sets_the_first_elements(self):
        self.assertEqual(self.saved("result:f32", "--symbol", "coefficients=f32[2]=8")[2], self.expected((8, 8, 3, 4)))

    def test_scalars_structs_and_files(self):
        write_npy(self.folder / "c.npy", "<f4", [4, 3, 2, 1], "f")
        values = self.saved("result:f32", "--symbol", "scale=f64=0.5", "--symbol", "range=i32[2]=1077936128,5",
                            "--symbol", "coefficients=f32=@%s" % (self.folder / "c.npy"))[2]
        self.assertEqual(values, self.expected((4, 3, 2, 1), 0.5, 3.0, 5))  # 1077936128 are the bits of 3.0f

    def test_a_variable_goes_on_from_its_value(self):
        self.assertEqual(self.saved("counter", "--symbol", "counter=i32=-5"), ("<i4", (1,), [11]))
        self.assertEqual(self.saved("counter:u8"), ("|u1", (4,), [16, 0, 0, 0]))

    def test_types_of_what_is_saved(self):
        self.assertEqual(self.saved("counter"), ("<u4", (1,), [16]))  # the type in the PTX
        self.assertEqual(self.saved("scale"), ("<f8", (1,), [1.5]))
        self.assertEqual(self.saved("coefficients")[0:2], ("|u1", (16,)))  # for arrays the PTX declares only bytes
        self.assertEqual(self.saved("coefficients", "--symbol", "coefficients=f32[1]=9"), ("<f4", (4,), [9, 2, 3, 4]))

    def test_a_variable_that_the_kernel_does_not_use(self):
        self.assertEqual(self.saved("unused")[2], [7])
        self.assertEqual(self.saved("unused", "--symbol", "unused=u32=3")[2], [3])

    def test_by_the_name_of_an_argument(self):
        self.assertEqual(self.saved("argument 0")[2], list(range(16)))

    def test_refusals(self):
        names = "there are: filter::coefficients, range, scale, counter, result, unused"
        for symbol, message in (
            ("coeff=f32=1", "no __constant__ or __device__ variable 'coeff'; "),
            ("coefficients=f32[5]=iota", "has 16 bytes; 5 elements of f32 are 20"),
            ("scale=f32=1", r"holds \.f64, not f32"),
            ("counter=f32=1", r"holds \.u32, not f32"),
            ("counter", "NAME=ARG"),
            ("=i32=1", "NAME=ARG"),
            ("counter=", "TYPE=value"),
            ("counter=i32=5000000000", "does not fit in i32"),
        ):
            self.assert_refused(*self.run_with("--symbol", symbol), message=message)
        self.assertEqual(sorted(names.split(": ")[1].split(", ")),
                         sorted(self.assert_refused(*self.run_with("--symbol", "x=i32=1"), message="there are: ").split(": ")[-1].split(", ")))
        for save, message in (
            ("result:f65=x.npy", "variable 'result:f65'"),
            ("0:f32=x.npy", "has its type already"),
            ("counter:f64=x.npy", "4 bytes, which is not a whole number of f64"),
            ("counter=/no/such/folder/x.npy", "cannot write"),
        ):
            self.assert_refused(*self.run_with("--save", save), message=message)


if __name__ == "__main__":
    unittest.main()
