"""Schedules as files, and the adversary that looks for the smallest and the largest outcome."""

import unittest

import kernels
from program import RESOURCES, ProgramTest, warplens

RACY = "%s:counter_racy" % (RESOURCES / "kernels" / "counter.ptx")
ATOMIC = "%s:counter_atomic" % (RESOURCES / "kernels" / "counter.ptx")


def counter(source, *more):
    return ["run", source, "--grid", 4, "--block", 32, "--arg", "i32[1]=zeros", "--device", "simt", *more]


class Recorded(ProgramTest):
    def test_a_schedule_is_written_and_followed(self):
        for schedule in ("timed", "random"):
            file = self.folder / ("%s.schedule" % schedule)
            first = self.run_json(*counter(RACY, "--schedule", schedule, "--seed", 3, "--save-schedule", file))
            again = self.run_json(*counter(RACY, "--schedule", "@%s" % file, "--seed", 3))
            self.assertEqual(again["outputs"], first["outputs"])
            self.assertEqual(again["schedule"], "recorded")

    def test_an_experiment_follows_a_file(self):
        file = self.write("round.schedule", "operations untimed " + " ".join(str(warp) for warp in [0, 0, 1, 1, 2, 2, 3, 3]))
        settings = ["experiment", "counter", "--set", "entry=racy", "--set", "grid=4", "--set", "block=32", "--device", "simt"]
        answer = self.run_json(*settings, "--set", "schedule=@%s" % file)
        self.assertEqual(answer["outputs"][0]["values"], [4])  # warps run one after another: updates are lost only within a warp
        self.assert_refused(*settings, "--set", "schedule=@no.schedule", message="no.schedule: error: cannot read")

    def test_refusals(self):
        self.assert_refused(*counter(RACY, "--schedule", "recorded"), message="not one of timed, round-robin, random, @FILE")
        self.assert_refused(*counter(RACY, "--schedule", "@no.schedule"), message="no.schedule: error: cannot read")
        broken = self.write("broken.schedule", "operations untimed 0 x")
        self.assert_refused(*counter(RACY, "--schedule", "@%s" % broken), message="broken.schedule:.*error: ")
        self.assert_refused(*counter(RACY, "--save-schedule", "/no/such/folder/x"), message="cannot write")


class Adversary(ProgramTest):
    def test_a_racy_counter_of_four_warps(self):
        """Each of 4 warps adds 1 once, for its 32 lanes together: from 1 (all read 0) to 4 (one after the other)."""
        files = self.folder / "counter"
        answer = self.run_json(*counter(RACY, "--adversary", "0[0]", "--tries", 50, "--save-schedule", files))
        self.assertEqual(answer["status"], "ok")
        self.assertEqual(answer["target"], {"arg": 0, "element": 0})
        self.assertLessEqual(answer["schedules"], 50)
        self.assertEqual((answer["smallest"]["value"], answer["largest"]["value"]), (1, 4))
        for name in ("smallest", "largest"):
            again = self.run_json(*counter(RACY, "--schedule", "@%s.%s" % (files, name)))
            self.assertEqual(again["outputs"][0]["values"], [answer[name]["value"]])

    def test_an_atomic_counter_has_one_outcome(self):
        answer = self.run_json(*counter(ATOMIC, "--adversary", "0", "--tries", 20))
        self.assertEqual((answer["smallest"]["value"], answer["largest"]["value"]), (128, 128))

    def test_text(self):
        process = warplens(*counter(RACY, "--adversary", "0[0]", "--tries", 50))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertRegex(process.stdout, r"(?m)^  smallest +1 +counted +\S")
        self.assertRegex(process.stdout, r"(?m)^  largest +4 +counted +\S")

    def test_refusals(self):
        for element, message in (
            ("0[1]", "argument 0 has 1 element"),
            ("1[0]", "no such argument"),
            ("0[", "the form is ARG"),
            ("0[0", "the form is ARG"),
            ("x", "the form is ARG"),
            ("0[-1]", "the form is ARG"),
        ):
            self.assert_refused(*counter(RACY, "--adversary", element), message=message)
        self.assert_refused(*counter(RACY, "--adversary", "0", "--tries", "0"), message="--tries: error: it must be at least 1")
        saxpy = self.write("saxpy.cu", kernels.SAXPY)
        self.assert_refused("run", saxpy, "--grid", 1, "--block", 1, "--arg", "i32=1", "--arg", "f32=1", "--arg", "f32[1]=1", "--arg",
                            "f32[1]=1", "--device", "simt", "--adversary", "0", message="argument 0 is a number")


if __name__ == "__main__":
    unittest.main()
