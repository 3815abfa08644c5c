"""--shard K/N and `warplens merge`: parts of a table that together are the whole."""

import itertools
import json
import unittest

from program import SANITIZED, ProgramTest, warplens

SWEEP = ("sweep", "counter", "--parameter", "block", "--values", "32,64,96,128,160", "--measures", "value,simt", "--set", "grid=2")
RIGHT = "__global__ void increment(float* data, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) data[i] += 1; }"
WRONG = RIGHT.replace("+= 1", "+= 2")


class ShardTest(ProgramTest):
    def written(self, command, option, path):
        process = warplens(*command, option, path)
        self.assertEqual(process.returncode, 0, process.stderr)
        return path

    def merged(self, *files, output=None):
        process = warplens("merge", *files, *(("-o", output) if output else ()))
        self.assertEqual(process.returncode, 0, process.stderr)
        return output.read_bytes().decode() if output else process.stdout


class Sweeps(ShardTest):
    def test_parts_of_a_sweep_are_the_sweep(self):
        for ending in ("csv", "json"):
            whole = self.written(SWEEP, "-o", self.folder / f"whole.{ending}")
            for of in (1, 2, 3, 7):
                parts = [self.written((*SWEEP, "--shard", f"{k}/{of}"), "-o", self.folder / f"{k}-{of}.{ending}")
                         for k in range(1, of + 1)]
                together = self.merged(*reversed(parts), output=self.folder / f"merged.{ending}")
                self.assertEqual(together, whole.read_bytes().decode(), (ending, of))

    def test_what_does_not_belong_together_is_refused(self):
        first, second, third = (self.written((*SWEEP, "--shard", f"{k}/3"), "-o", self.folder / f"r{k}.csv") for k in (1, 2, 3))
        other = self.written(("sweep", "counter", "--parameter", "grid", "--values", "1,2,4", "--measures", "value", "--shard", "3/3"),
                             "-o", self.folder / "other.csv")
        of_two = self.written((*SWEEP, "--shard", "2/2"), "-o", self.folder / "of_two.csv")
        whole = self.written(SWEEP, "-o", self.folder / "no_part.csv")
        for files, message in (
            ((first, third), r"shard 2 of 3 is missing"),
            ((second,), r"shards 1, 3 of 3 are missing"),
            ((first, second, third, second), r"r2\.csv: error: is shard 2/3, and so is .*r2\.csv"),
            ((first, second, other), r"other\.csv: error: is part of another table than .*r1\.csv"),
            ((first, of_two), r"of_two\.csv: error: is shard 2/2, but .*r1\.csv is one of 3"),
            ((whole,), r"no_part\.csv: error: not a part of a table"),
        ):
            self.assert_refused("merge", *files, message=message)
        self.assert_refused("merge", first, second, third, "-o", self.folder / "x.json", message="not a .csv file")

    def test_json_of_another_sweep_is_refused(self):
        one = self.written((*SWEEP, "--shard", "1/2"), "-o", self.folder / "one.json")
        two = self.written((*SWEEP, "--set", "seed=2", "--shard", "2/2"), "-o", self.folder / "two.json")
        self.assert_refused("merge", one, two, message=r"two\.json: error: is part of another table")
        damaged = self.write("damaged.json", one.read_text()[:-20])
        self.assert_refused("merge", damaged, message=r"damaged\.json: error: not a part of a table")

    def test_forms(self):
        for shard in ("0/3", "4/3", "3", "1/0", "-1/3", "1/3x", "a/b"):
            self.assert_refused(*SWEEP, f"--shard={shard}", message="is not K/N")


@unittest.skipIf(SANITIZED, "grading is tested in the release build")
class Grades(ShardTest):
    def test_parts_of_a_course_are_the_course(self):
        course = self.folder / "course"
        course.mkdir()
        for name, text in zip("edcba", itertools.cycle((RIGHT, WRONG, "this is no CUDA, \"quoted\""))):
            (course / f"{name}.cu").write_text(text)
        command = ("grade", course, "--against", "increment", "--trust")
        whole = self.written(command, "--csv", self.folder / "whole.csv")
        parts = [self.written((*command, "--shard", f"{k}/2"), "--csv", self.folder / f"{k}.csv") for k in (1, 2)]
        self.assertEqual(self.merged(*parts), whole.read_text())
        verdicts = [line.split(",")[1] for line in whole.read_text().splitlines()[1:]]
        self.assertEqual(verdicts, ["wrong", "right", "not compiling", "wrong", "right"])
        self.assertEqual(parts[0].read_text().splitlines()[0].split(",")[-1], "shard 1/2")
        texts = [warplens(*command, "--json", "--shard", f"{k}/2").stdout for k in (1, 2)]
        files = [self.write(f"{k}.json", text) for k, text in enumerate(texts)]
        self.assertEqual(json.loads(self.merged(*files)), json.loads(warplens(*command, "--json").stdout))
