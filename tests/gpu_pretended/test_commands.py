"""Commands on a computer with a GPU: the program with a pretended one, whose kernels the SIMT machine runs."""

import json
import os
import subprocess
import tempfile
import unittest

PTX = """.version 7.0
.target sm_75
.address_size 64
.visible .entry count(.param .u64 counter, .param .u32 how)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .b64 %d<2>;
  ld.param.u64 %d1, [counter];
  ld.param.u32 %r1, [how];
  setp.eq.u32 %p, %r1, 0;
  @%p bra atomic;
  ld.global.u32 %r2, [%d1];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%d1], %r2;
  ret;
atomic:
  atom.global.add.u32 %r3, [%d1], 1;
  ret;
}
"""


ROWS = """
#include <cstdio>
__device__ int offset = 1;
__global__ void add_rows(int* const* rows, int* sums, int n) {
  int sum = offset;
  for (int i = 0; i < n; ++i) sum += rows[threadIdx.x][i];
  sums[threadIdx.x] = sum;
}
int main() {
  int *rows[4], **table, *sums, host[8], result[4], five = 5;
  for (int r = 0; r < 4; ++r) {
    for (int i = 0; i < 8; ++i) host[i] = 10 * r + i;
    cudaMalloc(&rows[r], sizeof host);
    cudaMemcpy(rows[r], host, sizeof host, cudaMemcpyHostToDevice);
  }
  cudaMalloc(&table, sizeof rows);
  cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
  cudaMalloc(&sums, sizeof result);
  cudaMemcpyToSymbol(offset, &five, sizeof five);
  add_rows<<<1, 4>>>(table, sums, 8);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d %d", result[0], result[3]);
}
"""


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.source = os.path.join(cls.folder.name, "count.ptx")
        with open(cls.source, "w") as file:
            file.write(PTX)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def warplens(self, *arguments, status=0, **environment):
        process = subprocess.run([os.environ["WARPLENS"], *map(str, arguments)], capture_output=True, text=True, timeout=300,
                                 env={**os.environ, **environment})
        self.assertEqual(process.returncode, status, process.stderr + process.stdout)
        return process

    def count(self, how, *more, status=0):
        process = self.warplens("run", self.source, "--grid", 4, "--block", 64, "--arg", "i32[1]=zeros", "--arg", "i32=%d" % how,
                                "--json", *more, status=status)
        return json.loads(process.stdout)

    def test_a_recorded_launch_runs_on_both_machines(self):
        source, recording = (os.path.join(self.folder.name, name) for name in ("rows.cu", "rows.recording"))
        with open(source, "w") as file:
            file.write(ROWS)
        self.assertEqual(self.warplens("program", "--record", recording, source).stdout, "33 273")
        results = [json.loads(self.warplens("experiment", recording, "--device", device, "--check", "--json").stdout)
                   for device in ("simt", "gpu")]
        self.assertEqual([result["device"] for result in results], ["simt", "gpu"])
        for result in results:
            sums = next(output for output in result["outputs"] if output["name"] == "sums")["values"]
            self.assertEqual(sums, [5 + 80 * row + 28 for row in range(4)])
        self.assertEqual(results[0]["outputs"], results[1]["outputs"], "also the pointers in the table")
        self.assertIn("instrumented kernel", results[1]["trace_note"])
        self.assertIn("table: the same, bit for bit", self.warplens("experiment", recording, "--device", "both").stdout)

    def test_info(self):
        gpus = [device for device in json.loads(self.warplens("info", "--json").stdout)["devices"] if device["kind"] == "gpu"]
        self.assertEqual([(gpu["name"], gpu["number"], gpu["spec"]) for gpu in gpus], [("Pretended GPU", "0", None)])
        self.assertIn("memory bus", gpus[0]["details"])
        self.assertIn("memory bus", self.warplens("info").stdout)

    def test_a_gpu_is_the_first_choice_and_has_a_number(self):
        for choice in ((), ("--device", "gpu"), ("--device", "gpu:0")):
            answer = self.count(0, *choice)
            self.assertEqual((answer["device"], answer["device_name"]), ("gpu", "Pretended GPU"))
            self.assertEqual(answer["outputs"][0]["values"], [256])
        self.assertEqual(self.count(0, "--device", "simt")["device"], "simt")
        self.assertIn("there is no GPU 1; there are 0", self.warplens(
            "run", self.source, "--grid", 1, "--block", 1, "--device", "gpu:1", "--arg", "i32[1]=zeros", "--arg", "i32=0",
            status=1).stderr)

    def test_times(self):
        timing = self.count(0, "--timed", 3)["timing"]
        self.assertEqual({"host_ms", "kernel_ms", "copies_ms", "overhead_ms"}, set(timing))
        self.assertEqual((timing["kernel_ms"]["runs"], timing["copies_ms"]["runs"]), (3, 3))
        self.assertLessEqual(timing["kernel_ms"]["smallest"], timing["kernel_ms"]["value"])
        self.assertNotIn("runs", self.count(0)["timing"]["kernel_ms"])
        self.assertIn("an empty kernel", self.warplens(
            "run", self.source, "--grid", 1, "--block", 1, "--timed", 2, "--arg", "i32[1]=zeros", "--arg", "i32=0").stdout)

    def test_check_finds_races_in_the_trace(self):
        answer = self.count(1, "--check", status=3)
        self.assertEqual({finding["kind"] for finding in answer["findings"]}, {"data-race"})
        self.assertIn("instrumented", answer["trace_note"])
        self.assertEqual(self.count(0, "--check")["findings"], [])

    def test_trace(self):
        path = os.path.join(self.folder.name, "trace.bin")
        answer = self.count(0, "--trace", path)
        self.assertEqual(answer["trace"], {"steps": 8, "accesses": 8, "steps_not_recorded": 0})
        self.assertGreater(os.path.getsize(path), 0)

    def test_a_picture_says_how_the_output_came_into_it(self):
        path = os.path.join(self.folder.name, "mapping.png")
        said = self.warplens("render", "increment", "--set", "n=2000", "--colour", "value", "--device", "gpu", "-o", path).stdout
        self.assertIn("from a copy of the output: OpenGL does not draw on an NVIDIA GPU here", said)
        self.assertGreater(os.path.getsize(path), 10000)
        self.assertIn("from the GPU's memory, where the kernel wrote the output", self.warplens(
            "render", "increment", "--set", "n=2000", "--device", "gpu", "-o", path, WARPLENS_PRETENDED_GRAPHICS="1").stdout)
        self.assertEqual(self.warplens("render", "increment", "--set", "n=2000", "-o", path).stdout, "")
        self.assertIn("'fast' is not one of auto, simt, gpu, gpu:NUMBER", self.warplens("render", "increment", "--device", "fast", "-o", path, status=1).stderr)
        self.assertIn("is not block", self.warplens("render", "increment", "--colour", "red", "-o", path, status=1).stderr)

    def test_a_session_is_drawn_on_the_gpu_that_it_names(self):
        session = os.path.join(self.folder.name, "second.warplens")
        picture = os.path.join(self.folder.name, "second.svg")
        with open(session, "w") as file:
            json.dump({"version": 1, "experiment": "increment", "device": "gpu:1", "settings": {"parameters": {"n": 2000}}}, file)
        self.warplens("render", session, "-o", picture, WARPLENS_PRETENDED_GPUS="2")
        self.assertGreater(os.path.getsize(picture), 1000)
        self.warplens("render", "increment", "--device", "gpu:1", "-o", picture, WARPLENS_PRETENDED_GPUS="2")
        self.assertIn("second.warplens: error: there is no GPU 1; there are 0",
                      self.warplens("render", session, "-o", picture, status=1).stderr)
        self.assertIn("--device: error: there is no GPU 1; there are 0",
                      self.warplens("render", "increment", "--device", "gpu:1", "-o", picture, status=1).stderr)

    def test_cuda_is_asked_only_where_a_gpu_may_be_needed(self):
        asked = os.path.join(self.folder.name, "asked")
        picture = os.path.join(self.folder.name, "asked.svg")

        def calls(*arguments, status=0):
            if os.path.exists(asked):
                os.remove(asked)
            self.warplens(*arguments, status=status, WARPLENS_PRETENDED_ASKED=asked)
            if not os.path.exists(asked):
                return 0
            with open(asked) as file:
                return len(file.readlines())

        kernel = ("--grid", 4, "--block", 64, "--arg", "i32[1]=zeros", "--arg", "i32=0")
        for command in (("--help",), ("--version",), ("run", "--help"), ("list",), ("compile", self.source, "--instrumented", "-o", asked + ".ptx"),
                        ("run", self.source, *kernel, "--device", "simt"), ("experiment", "counter", "--set", "entry=atomic", "--device", "simt"),
                        ("sweep", "counter", "--list"), ("render", "increment", "--set", "n=2000", "-o", picture)):
            self.assertEqual(calls(*command), 0, command)
        self.assertEqual(calls("run", self.source, *kernel, "--device", "fast", status=1), 0)
        for command in (("info",), ("run", self.source, *kernel), ("experiment", "counter", "--set", "entry=atomic", "--device", "both"),
                        ("run", self.source, *kernel, "--device", "gpu:0")):
            self.assertEqual(calls(*command), 1, command)

    def test_both_machines(self):
        atomic = json.loads(self.warplens("experiment", "counter", "--set", "entry=atomic", "--device", "both", "--repeat", 2,
                                          "--json").stdout)
        self.assertEqual((atomic["gpu"]["device"], atomic["simt"]["device"]), ("gpu", "simt"))
        comparison = atomic["comparison"]
        self.assertTrue(comparison["same"])
        self.assertEqual(comparison["outputs"], [{"name": "counter", "elements": 1, "different": 0}])
        for machine in ("gpu", "simt"):
            self.assertEqual(comparison[machine]["repeats"], [{"value": 1024.0, "times": 2}])
            self.assertEqual(sum(comparison[machine]["blocks_per_multiprocessor"]), 32)
        text = self.warplens("experiment", "counter", "--set", "entry=atomic", "--device", "both", "--repeat", 2).stdout
        self.assertIn("counter: the same, bit for bit", text)
        # The instrumented kernel and the preset's timing lose different updates, as the lesson intends: not a failure.
        self.warplens("experiment", "counter", "--set", "entry=racy", "--device", "both", "--repeat", 2)

    def test_streams(self):
        arguments = ("experiment", "streams", "--set", "n=4096", "--set", "streams=4", "--set", "parts=4")
        answer = json.loads(self.warplens(*arguments, "--json").stdout)
        timelines = {timeline["way"]: timeline for timeline in answer["streams"]}
        self.assertEqual(set(timelines), {"default-stream", "kernels-in-default", "own-streams"})
        for way, timeline in timelines.items():
            self.assertEqual((timeline["source"], timeline["same_outputs"], len(timeline["tasks"])), ("measured", True, 12))
            streams = {task["stream"] for task in timeline["tasks"]}
            self.assertEqual(streams, {"default-stream": {0}, "own-streams": {1, 2, 3, 4}}.get(way, {0, 1, 2, 3, 4}))
        self.assertLess(timelines["own-streams"]["span_ms"], timelines["default-stream"]["span_ms"])
        text = self.warplens(*arguments).stdout
        self.assertIn("own-streams", text)
        self.assertIn("calls returned in", text)
        simt = json.loads(self.warplens(*arguments, "--device", "simt", "--json").stdout)
        self.assertEqual({timeline["source"] for timeline in simt["streams"]}, {"modelled"})

    def test_latency_is_measured_on_the_gpu_and_modelled_beside_it(self):
        answer = json.loads(self.warplens("sweep", "latency", "hierarchy", "--entries", "registers,shared", "--json").stdout)
        origins = {point["measure"]: point["source"] for point in answer["points"]}
        self.assertEqual(origins, {"access-gpu": "measured", "access": "modelled"})


if __name__ == "__main__":
    unittest.main()
