"""Whole programs on a computer with a GPU: in the place of NVIDIA's shared CUDA runtime is ours, whose kernels the SIMT machine runs
and whose times are modelled. The library that observes a program does not know the difference."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
RUNTIME = os.path.join(os.path.dirname(os.environ["WARPLENS"]), "program", "13")
HAS_DRIVER = os.path.exists("/dev/nvidiactl")  # then NVIDIA's own runtime works

MANY = """
#include <cstdio>
__global__ void add(int* x) { *x += 1; }
template <int n> __global__ void twice(int* x) { *x += n; }
int main() {
  int *x, host = 0;
  cudaMalloc(&x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  for (int k = 0; k < 2500; ++k) add<<<1, 1>>>(x);
  twice<2><<<dim3(1, 2, 3), dim3(4, 1, 1), 16>>>(x);
  cudaMemcpy(&host, x, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d", host > 2500);
  cudaFree(x);
}
"""

RESET = """
__global__ void nothing() {}
int main() {
  nothing<<<2, 32>>>();
  cudaDeviceReset();
  nothing<<<3, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 7 : 1;
}
"""

ENVIRONMENT = """
#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}
int main() {
  const char* preloaded = std::getenv("LD_PRELOAD");
  std::printf("%s %s", preloaded ? preloaded : "none", std::getenv("WARPLENS_OBSERVED_JOURNAL") ? "told" : "not told");
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
}
"""

# Each launch adds to x: by a structure's pointer, twice a constant, and a variable's pointer. 1 + 10, 11 + 13, 24 + 13.
CHAIN = """
#include <cstdio>
struct Node { int* value; Node* next; };
__constant__ int step;
__device__ int* target;
__global__ void add(Node* node, int more) { *node->next->value += more; }
__global__ void add_step(int unused) { *target += step; }
int main() {
  int one = 1, step_here = 13, *x;
  Node *nodes;
  cudaMalloc(&x, sizeof(int));
  cudaMemcpy(x, &one, sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&nodes, 2 * sizeof(Node));
  const Node filled[2] = {{nullptr, nodes + 1}, {x, nullptr}};
  cudaMemcpy(nodes, filled, sizeof filled, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(step, &step_here, sizeof(int));
  cudaMemcpyToSymbol(target, &x, sizeof x);
  add<<<1, 1>>>(nodes, 10);
  add_step<<<1, 1>>>(0);
  add_step<<<1, 1>>>(0);
  cudaDeviceSynchronize();
  cudaFree(nodes);
  cudaFree(x);
}
"""

ABORTS = """
#include <cstdlib>
__global__ void nothing() {}
int main() {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  nothing<<<1, 1>>>();
  std::abort();
}
"""


@unittest.skipUnless(os.path.exists(NVCC), "nvcc is not installed")
class Declarations(unittest.TestCase):
    def test_of_calls_are_as_nvidia_has_them(self):
        """A compiler that has read NVIDIA's declarations refuses others of the same functions."""
        with open(os.path.join(ROOT, "app", "ptx", "compile", "clang", "runtime_calls.cuh")) as file:
            calls = re.sub(r"#.*| = \w+(?=[,)])", "", file.read())
        folder = self.enterContext(tempfile.TemporaryDirectory())

        def compiled(calls):
            source = os.path.join(folder, "calls.cpp")
            with open(source, "w") as file:
                file.write("#include <cuda_runtime_api.h>\n#if CUDART_VERSION >= 13000\n" + calls + "\n#endif\nint version = CUDART_VERSION;\n")
            return subprocess.run([NVCC, "-c", source, "-o", source + ".o"], capture_output=True, text=True)  # nvcc knows where its headers are

        if compiled("#error").returncode == 0:
            self.skipTest("the toolkit is older than CUDA 13")
        process = compiled(calls)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertNotEqual(compiled(calls.replace("cudaFree(void* memory)", "cudaFree(int memory)")).returncode, 0)


@unittest.skipUnless(os.path.exists(NVCC), "nvcc is not installed")
class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def program(self, *arguments, status=0, **environment):
        process = subprocess.run([os.environ["WARPLENS"], "program", *arguments], capture_output=True, text=True, timeout=600,
                                 cwd=ROOT, env={**os.environ, "LD_LIBRARY_PATH": RUNTIME, **environment})
        self.assertEqual(process.returncode, status, process.stderr + process.stdout)
        return process

    def on_gpu(self, *arguments, status=0, **environment):
        return json.loads(self.program("--device", "gpu", "--json", *arguments, status=status, **environment).stdout)

    def source(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_every_launch_has_its_measured_time(self):
        path = os.path.join(ROOT, "assets", "programs", "streams.cu")
        with open(path) as file:
            line = 1 + [k for k, text in enumerate(file) if "<<<" in text][0]
        answer = self.on_gpu(path)
        self.assertEqual((answer["status"], answer["exit"], answer["stdout"]), ("ok", 0, "99² = 9801\n"))
        self.assertEqual(answer["calls"], {"cudaLaunchKernel": 4})
        self.assertEqual([launch["stream"] for launch in answer["launches"]], [1, 2, 3, 4])
        for launch in answer["launches"]:
            self.assertEqual((launch["kernel"], launch["file"], launch["line"]), ("square", path, line))
            self.assertEqual(launch["launch"], {"grid": [64, 1, 1], "block": [256, 1, 1], "shared": 0})
            self.assertEqual((launch["status"], launch["time"], launch["findings"]), ("ok", "measured", []))
            self.assertEqual(launch["timing"]["kernel_ms"]["source"], "measured")
            self.assertGreater(launch["timing"]["kernel_ms"]["value"], 0)

    def test_more_launches_than_are_waited_for_at_once(self):
        source = self.source("many.cu", MANY)
        answer = self.on_gpu(source)
        self.assertEqual(answer["stdout"], "1")
        self.assertEqual(len(answer["launches"]), 2501)
        self.assertTrue(all(launch["timing"]["kernel_ms"]["value"] > 0 for launch in answer["launches"]))
        last = answer["launches"][-1]
        self.assertEqual((last["kernel"], last["launch"]), ("twice<2>", {"grid": [1, 2, 3], "block": [4, 1, 1], "shared": 16}))
        table = self.program("--device", "gpu", source).stderr
        self.assertIn("2,501 launches on Pretended GPU; milliseconds by GPU events (measured)", table)
        self.assertIn("and 2,461 more", table)
        self.assertRegex(table, r"add +2,500 +\d+\.\d{4}")
        self.assertRegex(table, r"twice<2> +1 +\d+\.\d{4}")

    def test_the_program_behaves_as_without_us(self):
        """Output and exit status; the errors that it is told, and those that it is not."""
        for name, status in (("own_status", 130), ("impossible_launch", 0), ("unchecked_launch_fixed", None), ("device_printf", 0),
                             ("grid_sync", 0), ("callbacks", 0), ("managed", 0)):
            source = os.path.join(ROOT, "tests", "programs", name + ".cu")
            with open(source[:-2] + "out") as file:
                expected = file.read()
            if status is None:
                plain = json.loads(subprocess.run([os.environ["WARPLENS"], "program", "--json", source], capture_output=True, text=True).stdout)
                status = plain["exit"]
            answer = self.on_gpu(source, status=status)
            self.assertEqual((answer["exit"], answer["stdout"]), (status, expected), name)
            self.assertTrue(answer["launches"], name)

    def test_a_launch_that_fails(self):
        answer = self.on_gpu(os.path.join(ROOT, "tests", "programs", "impossible_launch.cu"))
        self.assertEqual([launch["status"] for launch in answer["launches"]], ["error", "error", "error", "ok"])
        self.assertIn("cudaErrorInvalidConfiguration", answer["launches"][0]["message"])
        self.assertEqual(answer["launches"][0]["timing"], {})

    def test_a_kernel_that_stops_the_gpu(self):
        said = self.program("--device", "gpu", os.path.join(ROOT, "assets", "programs", "late-error.cu"), status=1)
        self.assertIn("illegal memory access", said.stderr)  # the program says so itself

    def test_reset_and_the_end_of_a_program(self):
        reset = self.on_gpu(self.source("reset.cu", RESET), status=7)
        self.assertEqual([launch["launch"]["grid"][0] for launch in reset["launches"]], [2, 3])
        self.assertTrue(all("kernel_ms" in launch["timing"] for launch in reset["launches"]))
        ended = self.on_gpu(self.source("aborts.cu", ABORTS), status=2)
        self.assertEqual((ended["status"], ended["exit"]), ("fault", 134))
        self.assertIn("kernel_ms", ended["launches"][0]["timing"])
        self.assertIn("the program ended before", ended["launches"][1]["message"])

    def test_what_the_program_starts_is_left_alone(self):
        source = self.source("environment.cu", ENVIRONMENT)
        self.assertEqual(self.on_gpu(source)["stdout"], "none not told")
        library = os.path.join(RUNTIME, "libcudart.so")  # loaded anyway
        self.assertEqual(self.on_gpu(source, LD_PRELOAD=library)["stdout"], library + " not told")

    def test_executables(self):
        source = self.source("executable.cu", RESET)
        shared, own = os.path.join(self.folder.name, "shared"), os.path.join(self.folder.name, "own")
        subprocess.run([NVCC, "-cudart", "shared", source, "-o", shared], check=True, timeout=600)
        subprocess.run([NVCC, "-cudart", "static", source, "-o", own], check=True, timeout=600)
        self.assertEqual(len(self.on_gpu(shared, status=7)["launches"]), 2)
        process = self.program("--device", "gpu", own, status=7 if HAS_DRIVER else 1)
        self.assertIn("no launch could be measured", process.stderr)
        self.assertIn("nvcc -cudart shared", process.stderr)

    def test_what_is_missing_is_said(self):
        source = self.source("missing.cu", RESET)
        missing = lambda *arguments, **environment: self.program(*arguments, status=1, **environment).stderr
        self.assertIn("--device: error: no GPU", missing("--device", "gpu", source, WARPLENS_PRETENDED_GPUS="0"))
        self.assertIn("there is no GPU 1; there are 0", missing("--device", "gpu:1", source))
        self.assertIn("install the CUDA toolkit", missing("--device", "gpu", source, WARPLENS_COMPILER="clang"))
        self.assertIn("--check: error", missing("--device", "gpu", "--check", source))
        self.assertIn("--spec: error", missing("--device", "gpu", "--spec", "toy", source))
        driver = self.source("driver.cu", "#include <cuda.h>\nint main() { return cuInit(0); }\n")
        self.assertIn("cuInit, which is not in the CUDA runtime", missing("--device", "gpu", driver))

    def test_a_script_that_starts_the_toolkits_nvcc(self):
        folder = os.path.join(self.folder.name, "bin")
        os.mkdir(folder)
        script = os.path.join(folder, "nvcc")
        with open(script, "w") as file:
            file.write(f'#!/bin/sh\nexec {NVCC} "$@"\n')
        os.chmod(script, 0o755)
        answer = self.on_gpu(self.source("script.cu", RESET), status=7, PATH=folder + ":" + os.environ["PATH"])
        self.assertEqual(len(answer["launches"]), 2)

    def test_the_gpu_of_a_number_is_the_only_one_that_the_program_sees(self):
        source = self.source("visible.cu", "#include <cstdio>\n#include <cstdlib>\nint main() { "
                             "const char* value = std::getenv(\"CUDA_VISIBLE_DEVICES\"); std::printf(\"%s\", value ? value : \"all\"); }")

        def seen(device, **environment):
            return self.program("--device", device, source, WARPLENS_PRETENDED_GPUS="2", **environment).stdout

        self.assertEqual(seen("gpu"), "all")
        self.assertEqual(seen("gpu:1"), "1")
        self.assertEqual(seen("gpu:1", CUDA_VISIBLE_DEVICES="4,6"), "6")

    def recorded(self, source, launch):
        """The launch with this number of a program, recorded and then run on the SIMT machine: what memory holds after it."""
        recording = os.path.join(self.folder.name, "launch.recording")
        said = self.program("--device", "gpu", "--record", recording, "--launch", str(launch), source).stderr
        self.assertRegex(said, r"note: recorded \d+ calls? and 1 launch with its memory")
        process = subprocess.run([os.environ["WARPLENS"], "experiment", recording, "--device", "simt", "--check", "--json"],
                                 capture_output=True, text=True, timeout=600)
        self.assertEqual(process.returncode, 0, process.stderr)
        return {output["arg"]: output["values"] for output in json.loads(process.stdout)["outputs"]}

    def test_a_launch_is_recorded_with_the_memory_that_it_begins_with(self):
        """Pointers in structures, parameters and variables lead to the same memory as on the GPU."""
        source = self.source("chain.cu", CHAIN)
        for launch, expected in ((1, 11), (2, 24), (3, 37)):
            self.assertIn([expected, 0, 0, 0], self.recorded(source, launch).values(), launch)  # bytes: no parameter says int

    def test_a_recording_shows_the_calls_in_measured_time(self):
        recording, picture = (os.path.join(self.folder.name, name) for name in ("streams.recording", "streams.svg"))
        self.program("--device", "gpu", "--record", recording, os.path.join(ROOT, "assets", "programs", "streams.cu"))
        subprocess.run([os.environ["WARPLENS"], "render", recording, "-o", picture], check=True, timeout=600)
        with open(picture) as file:
            drawn = file.read()
        self.assertIn(", measured", drawn)
        self.assertNotIn("modelled", drawn)

    def test_a_launch_that_cannot_be_recorded(self):
        source = self.source("few.cu", RESET)
        recording = os.path.join(self.folder.name, "few.recording")
        said = self.program("--device", "gpu", "--record", recording, "--launch", "3", source, status=1).stderr
        self.assertIn("there is no launch 3: the program made 2 launches", said)
        self.assertFalse(os.path.exists(recording))
        native = os.path.join(self.folder.name, "native")
        subprocess.run([NVCC, "-cudart", "shared", "-gencode", "arch=compute_80,code=sm_80", source, "-o", native], check=True, timeout=600)
        said = self.program("--device", "gpu", "--record", recording, native, status=1).stderr
        self.assertIn("the program holds no PTX; build it with", said)
        self.assertIn("--launch: error", self.program("--device", "gpu", "--launch", "1", source, status=1).stderr)
        self.assertIn("--launch: error", self.program("--record", recording, "--launch", "1", source, status=1).stderr)
        self.assertIn("numbered from 1",
                      self.program("--device", "gpu", "--record", recording, "--launch", "0", source, status=1).stderr)

    def test_on_the_toolkits_own_runtime(self):
        """Without a driver it refuses every call, and the program hears that; with one, launches are measured."""
        process = self.program("--device", "gpu", os.path.join(ROOT, "assets", "programs", "vector-add.cu"), LD_LIBRARY_PATH="",
                               status=0 if HAS_DRIVER else 1)
        self.assertRegex(process.stdout + process.stderr, r"999 \+ 1998 = 2997|CUDA driver version is insufficient|no CUDA-capable device")


if __name__ == "__main__":
    unittest.main()
