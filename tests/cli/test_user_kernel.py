"""What a user's own .cu file meets first: names in namespaces, C's names of types, kernels that cannot run."""

import unittest

from program import ProgramTest, warplens

SPACES = """\
namespace a { namespace b {
__global__ void k(float* x) { x[threadIdx.x] += 1.5f; }
} }
namespace c { __global__ void same(float* x) { x[threadIdx.x] = 2; } }
namespace d { __global__ void same(float* x) { x[threadIdx.x] = 3; } }
namespace e {
template <typename T> __global__ void typed(T* x) { x[threadIdx.x] += 4; }
template __global__ void typed<float>(float*);
template __global__ void typed<int>(int*);
}
"""

TYPES = """\
__constant__ double scale;
__global__ void widths(float f, int i, unsigned u, long long l, unsigned char c, short s, const double* d, double* out) {
  out[0] = f;
  out[1] = i;
  out[2] = u;
  out[3] = l;
  out[4] = c;
  out[5] = s;
  out[6] = d[2] * scale;
}
"""


class Names(ProgramTest):
    def setUp(self):
        self.source = self.write("spaces.cu", SPACES)

    def values(self, name, argument="f32[2]=iota"):
        answer = self.run_json("run", "%s:%s" % (self.source, name), "--grid", 1, "--block", 2, "--arg", argument, "--device", "simt")
        return answer["outputs"][0]["values"]

    def test_a_short_name_of_one_kernel_is_enough(self):
        for name in ("k", "b::k", "a::b::k"):
            self.assertEqual(self.values(name), [1.5, 2.5], name)
        self.assertEqual(self.values("d::same"), [3, 3])
        self.assertEqual(self.values("typed<int>", "i32[2]=iota"), [4, 5])
        for name in ("k", "a::b::k"):
            answer = self.run_json("experiment", "%s:%s" % (self.source, name), "--device", "simt", "--set", "block=3", "--set", "grid=1")
            self.assertEqual(answer["outputs"][0]["values"][:4], [1.5] * 3 + [0])
        process = warplens("sweep", "%s:k" % self.source, "--parameter", "elements", "--values", "32", "--measures", "simt")
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_a_short_name_of_several_lists_them(self):
        launch = ("--grid", 1, "--block", 2, "--arg", "f32[2]=iota")
        self.assert_refused("run", "%s:same" % self.source, *launch, message="'same' is more than one entry; say which: c::same, d::same$")
        self.assert_refused("run", "%s:typed" % self.source, *launch, message="say which: e::typed<float>, e::typed<int>$")
        self.assert_refused("experiment", "%s:same" % self.source, message="'same' is more than one kernel; say which: c::same d::same$")
        self.assert_refused("run", "%s:x::k" % self.source, *launch, message="there is no entry 'x::k'")


class Types(ProgramTest):
    def test_are_also_called_as_in_c(self):
        source = self.write("types.cu", TYPES)
        arguments = ("float=1.5", "int=-3", "unsigned int=4294967295", "long long=-5000000000", "unsigned char=255", "short=-7",
                     "double[3]=iota", "double[7]=zeros")
        options = [word for argument in arguments for word in ("--arg", argument)]
        answer = self.run_json("run", source, "--grid", 1, "--block", 1, *options, "--symbol", "scale=double=0.25", "--device", "simt")
        self.assertEqual(answer["outputs"][1]["values"], [1.5, -3, 4294967295, -5000000000, 255, -7, 0.5])
        self.assert_refused("run", source, "--grid", 1, "--block", 1, "--arg", "half=1", message="unknown type 'half'; there are i8 .* such as float")
        self.assert_refused("run", source, "--grid", 1, "--block", 1, "--arg", "unsigned char=256", message="256 does not fit in u8")


if __name__ == "__main__":
    unittest.main()
