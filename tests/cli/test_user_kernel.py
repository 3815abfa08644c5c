"""What a user's own .cu file meets first: names in namespaces, C's names of types, limits, kernels that cannot run."""

import unittest

from program import SANITIZED, ProgramTest, warplens

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
            values = answer["outputs"][0]["values"]  # of numbers from 0 to 1, to three of which it adds 1.5
            self.assertEqual([value >= 1.5 for value in values[:4]], [True] * 3 + [False], values[:4])
        process = warplens("sweep", "%s:k" % self.source, "--parameter", "elements", "--values", "256", "--measures", "simt")
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



REVERSE = """\
__global__ void reverse(int *a) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
"""

LARGE = """\
__global__ void large(int *a) {
  extern __shared__ int tile[];
  tile[threadIdx.x * 256] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x * 256];
}
"""

GUARDED = """\
__global__ void guarded(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
"""

MIXED = """\
#include <cuda_runtime.h>
__global__ void reduced(unsigned long long surface) { asm volatile("sured.b.add.1d.u32.trap [%0, {%1}], %1;" ::"l"(surface), "r"(0)); }
__global__ void plain(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 3; }
"""


FIELD_PTX = """.version 7.0
.target sm_75
.address_size 64
.visible .entry field(.param .u64 a)
{
  .reg .b32 %length;
  .reg .b64 %at, %value;
  ld.param.u64 %at, [a];
  ld.global.u64 %value, [%at];
  mov.u32 %length, 256;
  bfe.u64 %value, %value, 4, %length;
  st.global.u64 [%at], %value;
  ret;
}
"""


class Limits(ProgramTest):
    def test_a_missing_size_of_dynamic_shared_memory(self):
        source = self.write("reverse.cu", REVERSE)
        words = ("run", source, "--grid", 1, "--block", 32, "--arg", "i32[32]=iota", "--device", "simt")
        process = warplens(*words)
        self.assertEqual(process.returncode, 2)
        self.assertIn("extern __shared__ array 'tile'", process.stderr)
        self.assertIn("--shared BYTES sets it", process.stderr)
        self.assertEqual(self.run_json(*words, "--shared", 128)["outputs"][0]["values"], list(range(31, -1, -1)))
        process = warplens("experiment", source, "--device", "simt", "--set", "dynamic_shared=4")
        self.assertIn("--set dynamic_shared=BYTES sets it", process.stderr)

    def test_more_than_48_kib_of_shared_memory(self):
        source = self.write("large.cu", LARGE)
        words = ("run", source, "--grid", 1, "--block", 100, "--arg", "i32[100]=zeros", "--device", "simt", "--shared", 102400)
        self.assertEqual(self.run_json(*words, "--spec", "h100")["outputs"][0]["values"][:3], [0, 1, 2])
        self.assert_refused(*words, message="102,400 bytes of shared memory; the 2-SM toy has at most 65,536; enough have: .*h100")
        answer = self.run_json("experiment", source, "--device", "simt", "--spec", "h100", "--set", "block=100", "--set", "grid=1",
                               "--set", "dynamic_shared=102400")
        self.assertEqual(answer["outputs"][0]["values"][:3], [0, 1, 2])
        self.assert_refused(*words[:-1], 300000, "--spec", "h100", message="300,000 bytes of shared memory")

    @unittest.skipIf(SANITIZED, "a large grid")
    def test_a_large_guarded_grid_is_progress(self):
        source = self.write("guarded.cu", GUARDED)
        answer = self.run_json("run", source, "--grid", 100000, "--block", 256, "--arg", "i32[64]=zeros", "--arg", "i32=64",
                               "--device", "simt", "--step-limit", 100000)
        self.assertGreater(answer["counters"]["warp_instructions"], 1000000)
        self.assertEqual(answer["outputs"][0]["values"], list(range(64)))

    def test_a_buffer_of_another_type_than_the_pointer_is(self):
        source = self.write("guarded.cu", GUARDED)
        self.assert_refused("run", source, "--grid", 1, "--block", 4, "--arg", "f32[4]=zeros", "--arg", "i32=4",
                            message="a buffer of f32, but its parameter 'a' is 'int .*', which takes i32: write i32\\[4\\]")
        answer = self.run_json("run", source, "--grid", 1, "--block", 4, "--arg", "u32[4]=zeros", "--arg", "i32=4", "--device", "simt")
        self.assertEqual(answer["outputs"][0]["values"], [0, 1, 2, 3])

    def test_the_isa_or_what_gpus_do(self):
        """A length of 256 is 0 by the ISA; GPUs take it as at least 64."""
        source = self.write("field.ptx", FIELD_PTX)
        words = ("run", source, "--grid", 1, "--block", 1, "--arg", "u64[1]=80", "--device", "simt")
        self.assertEqual(self.run_json(*words)["outputs"][0]["values"], [0])
        self.assertEqual(self.run_json(*words, "--as-hardware")["outputs"][0]["values"], [5])

    def test_a_kernel_that_cannot_run_does_not_block_others(self):
        source = self.write("mixed.cu", MIXED)
        answer = self.run_json("run", "%s:plain" % source, "--grid", 1, "--block", 4, "--arg", "i32[4]=zeros", "--arg", "i32=4",
                               "--device", "simt")
        self.assertEqual(answer["outputs"][0]["values"], [3] * 4)
        self.assertEqual(self.run_json("experiment", "%s:plain" % source, "--device", "simt")["outputs"][0]["values"][:2], [3, 3])


if __name__ == "__main__":
    unittest.main()
