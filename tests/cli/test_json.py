"""What --json prints for runs that are fine, refused and failed. (Findings: test_findings.py.)"""

import unittest

import kernels
from contract import FAULTS, ContractTest


class Contract(ContractTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.saxpy = cls.write("saxpy.cu", kernels.SAXPY)
        cls.past = cls.write("past.cu", kernels.PAST_THE_END)

    def arguments(self, *more):
        return ["run", self.saxpy, "--grid", 4, "--block", 32, "--arg", "i32=100", "--arg", "f32=2", "--arg", "f32[100]=iota",
                "--arg", "f32[100]=1", "--device", "simt", *more]

    def test_ok(self):
        for more in ([], ["--check"]):
            answer = self.run_json(*self.arguments(*more))
            self.assert_run(answer)
            self.assertEqual((answer["status"], answer["findings"], answer["printed"]), ("ok", [], ""))

    def test_error(self):
        answer = self.run_json(*self.arguments("--grid", "0"), status=1)
        self.assertLessEqual(set(answer), {"status", "message", "file", "line", "column"})
        self.assertEqual(answer["status"], "error")
        self.assertTrue(answer["message"])

    def test_fault(self):
        for more in ([], ["--check"]):
            answer = self.run_json("run", self.past, "--grid", 1, "--block", 32, "--arg", "i32[8]=zeros", "--device", "simt", *more,
                                   status=2)
            self.assert_run(answer)
            self.assertEqual(answer["status"], "fault")
            self.assertTrue(answer["message"])
            self.assert_finding(answer["findings"][0], FAULTS)
            self.assertEqual(answer["findings"][0]["kind"], "out-of-bounds")


if __name__ == "__main__":
    unittest.main()
