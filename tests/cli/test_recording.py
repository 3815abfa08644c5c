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

    def test_a_session_names_it(self):
        shutil.copy(RECORDING, self.folder / "own.recording")
        session = self.write("lecture.warplens", '{"experiment": "/not/there/own.recording", "view": "program", "program_scrub": 0}')
        process = warplens("render", session, "-o", self.folder / "session.svg")
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
