"""What is said and accepted in the words of the person who wrote the kernel."""

import unittest

from program import SANITIZED, ProgramTest

REVERSE = """__global__ void reverse(int *a) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
"""
LARGE = """__global__ void large(int *a) {
  extern __shared__ int tile[];
  tile[threadIdx.x * 256] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x * 256];
}
"""
NESTED = """namespace course { namespace week1 {
__global__ void fill(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }
} }
namespace other {
__global__ void fill_two(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 2; }
}
"""
GUARDED = """__global__ void guarded(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
"""
MIXED = """#include <cuda_runtime.h>
__global__ void textured(cudaTextureObject_t image, float *out) { out[0] = tex2D<float>(image, 0.5f, 0.5f); }
__global__ void plain(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 3; }
"""


class Words(ProgramTest):
    def test_a_missing_size_of_dynamic_shared_memory(self):
        source = self.write("reverse.cu", REVERSE)
        words = ("run", source, "--grid", "1", "--block", "32", "--arg", "i32[32]=iota", "--device", "simt")
        answer = self.run_json(*words, status=2)
        self.assertIn("extern __shared__ 'tile' needs: --shared BYTES", answer["findings"][0]["message"])
        self.assertEqual(self.run_json(*words, "--shared", "128")["outputs"][0]["values"], list(range(31, -1, -1)))

    def test_the_names_of_types_in_c(self):
        source = self.write("scale.cu", "__global__ void scale(double *a, unsigned char b, float c) { a[threadIdx.x] *= b * c; }\n")
        answer = self.run_json("run", source, "--grid", "1", "--block", "4", "--device", "simt", "--arg", "double[4]=iota", "--arg",
                               "unsigned char=2", "--arg", "float=0.5")
        self.assertEqual(answer["outputs"][0]["values"], [0, 1, 2, 3])
        self.assert_refused("run", source, "--grid", "1", "--block", "4", "--arg", "complex=1", message="unknown type 'complex'.*float")

    def test_a_kernel_in_a_namespace(self):
        source = self.write("nested.cu", NESTED)
        for name in ("fill", "week1::fill", "course::week1::fill"):
            answer = self.run_json("run", source, "--kernel", name, "--grid", "1", "--block", "4", "--arg", "i32[4]=zeros", "--arg",
                                   "int=4", "--device", "simt")
            self.assertEqual(answer["outputs"][0]["values"], [1] * 4)
        answer = self.run_json("experiment", "%s:fill_two" % source, "--device", "simt", "--set", "n=8")
        self.assertEqual(answer["outputs"][0]["values"], [2] * 8)

    def test_more_than_48_kib_of_shared_memory(self):
        source = self.write("large.cu", LARGE)
        words = ("run", source, "--grid", "1", "--block", "100", "--arg", "i32[100]=zeros", "--device", "simt", "--shared", "102400")
        self.assertEqual(self.run_json(*words, "--spec", "h100")["outputs"][0]["values"][:3], [0, 1, 2])
        self.assert_refused(*words, message="102,400 bytes of shared memory; it has at most .*--spec h100")
        answer = self.run_json("experiment", source, "--device", "simt", "--spec", "h100", "--set", "block=100", "--set", "grid=1",
                               "--set", "dynamic_shared=102400")
        self.assertEqual(answer["outputs"][0]["values"][:3], [0, 1, 2])
        self.assert_refused(*words[:-1], "300000", "--spec", "h100", message="300,000 bytes of shared memory")

    @unittest.skipIf(SANITIZED, "a large grid")
    def test_a_large_guarded_grid_is_progress(self):
        source = self.write("guarded.cu", GUARDED)
        answer = self.run_json("run", source, "--grid", "100000", "--block", "256", "--arg", "i32[64]=zeros", "--arg", "i32=64",
                               "--device", "simt", "--schedule", "round-robin")
        self.assertEqual(answer["outputs"][0]["values"], list(range(64)))

    def test_a_kernel_that_cannot_run_does_not_block_others(self):
        source = self.write("mixed.cu", MIXED)
        answer = self.run_json("run", source, "--kernel", "plain", "--grid", "1", "--block", "4", "--arg", "i32[4]=zeros", "--arg",
                               "i32=4", "--device", "simt")
        self.assertEqual(answer["outputs"][0]["values"], [3] * 4)
        self.assertEqual(self.run_json("experiment", "%s:plain" % source, "--device", "simt")["outputs"][0]["values"][:2], [3, 3])


if __name__ == "__main__":
    unittest.main()
