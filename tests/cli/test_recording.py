"""A recorded program in the place of an experiment's name: tests/fuzz/recordings/increment.recording, whose launch adds to x."""

import pathlib
import shutil
import unittest

from program import ProgramTest, warplens

RECORDING = pathlib.Path(__file__).resolve().parents[1] / "fuzz" / "recordings" / "increment.recording"


class Recording(ProgramTest):
    def test_a_launch_runs_again(self):
        answer = self.run_json("experiment", RECORDING)
        self.assertEqual((answer["status"], answer["device"]), ("ok", "simt"))
        again = self.run_json("experiment", RECORDING, "--set", "entry=1")
        self.assertEqual(answer["outputs"], again["outputs"])
        self.assertIn("increment", answer["kernel"])

    def test_the_program_is_drawn(self):
        for view in ("program", "mapping", "values"):
            picture = self.folder / (view + ".svg")
            process = warplens("render", RECORDING, "-o", picture, "--view", view)
            self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("modelled", (self.folder / "program.svg").read_text())
        process = warplens("render", RECORDING, "-o", self.folder / "window.png", "--size", "1280x720")
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_what_was_recorded_cannot_be_changed(self):
        self.assert_refused("experiment", RECORDING, "--set", "dynamic_shared=4", message="a recorded launch keeps")
        self.assert_refused("experiment", RECORDING, "--set", "entry=7", message="no entry '7'")

    def test_a_broken_file_is_named(self):
        whole = RECORDING.read_bytes()
        for name, content in (("short", whole[: len(whole) // 2]), ("none", b""), ("text", b"x" * 100),
                              ("changed", whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])):
            broken = self.folder / (name + ".recording")
            broken.write_bytes(content)
            self.assert_refused("experiment", broken, message=name + r"\.recording: error: ")
            self.assert_refused("render", broken, "-o", self.folder / "no.png", message=name + r"\.recording: error: ")
        self.assert_refused("experiment", self.folder / "missing.recording", message="missing.recording: error: cannot read")

    def test_run_records_its_launch(self):
        source = self.write("scaled.cu", """__constant__ float factor;
__global__ void scale(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * factor;
}
""")
        recording = self.folder / "scaled.recording"
        launch = ["run", source, "--grid", 2, "--block", 32, "--arg", "f32[50]=0", "--arg", "f32[50]=iota", "--arg", "i32=50", "--symbol",
                  "factor=f32=4"]
        answer = self.run_json(*launch, "--record", recording)
        again = self.run_json("experiment", recording)
        self.assertEqual(again["outputs"][0]["values"], answer["outputs"][0]["values"])
        self.assertEqual([each["name"] for each in again["outputs"]], ["out", "in"])
        said = warplens("why", recording, "--element", "out[7]").stdout
        self.assertIn("Why is out[7] 28?", said)
        self.assert_refused(*launch, "--record", self.folder / "no" / "x.recording", message="cannot write")

    def test_an_element_is_highlighted(self):
        picture = self.folder / "element.svg"
        for view, expected in (("mapping", "Element 3 was touched by"), ("race", "1 thread added 1. d_x[3] says ")):
            process = warplens("render", RECORDING, "--view", view, "--element", "d_x[3]", "-o", picture)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn(expected, picture.read_text(encoding="utf-8"))
        process = warplens("render", RECORDING, "--element", "d_x[3]", "-o", self.folder / "element.png", "--size", "1280x720")
        self.assertEqual(process.returncode, 0, process.stderr)
        for wrong, message in (("d_x[1000000]", "is no element of d_x"), ("z[0]", "takes no buffer 'z'"), ("d_x[1", "is not of the form")):
            self.assert_refused("render", RECORDING, "--element", wrong, "-o", picture, message=message)

    def test_a_session_names_it(self):
        shutil.copy(RECORDING, self.folder / "own.recording")
        session = self.write("lecture.warplens", '{"experiment": "/not/there/own.recording", "view": "program", "program_scrub": 0}')
        process = warplens("render", session, "-o", self.folder / "session.svg")
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
