"""`warplens why`: the questions of tests/why are answered by their known causes, in at most seven sentences."""

import json
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from program import PROGRAM

POINTS = """struct Point { float x, y; };
__global__ void move(Point* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i].y += p[i].x;
  if (i == 3) p[0].x = 7;
}
"""
CASES = pathlib.Path(__file__).resolve().parent.parent / "why"


def questions_of(file):
    """(options, question, patterns, patterns that must not be there) for each question of a file."""
    source = file.read_text()
    marks = {line.rsplit("  // ", 1)[1]: number for number, line in enumerate(source.splitlines(), 1) if "  // " in line}
    run, questions = [], []
    for key, text in re.findall(r"^// (run|why|says|never): (.*)$", source, re.MULTILINE):
        for mark, number in marks.items():
            text = text.replace("{" + mark + "}", str(number))
        text = text.replace("{folder}", str(CASES))
        if key == "run":
            run = shlex.split(text)
        elif key == "why":
            questions.append((run, shlex.split(text), [], []))
        else:
            questions[-1][2 if key == "says" else 3].append(text)
    return questions


def ask(file, run, question, *more):
    done = subprocess.run([PROGRAM, "why", file, *run, *question, *more], capture_output=True, text=True)
    return done.stdout + done.stderr, done.returncode


def sentences(causes):
    return sum(1 + sentences(cause["because"]) for cause in causes)


class Why(unittest.TestCase):
    def test_names_the_known_causes(self):
        count = 0
        for file in sorted(CASES.glob("*.cu")):
            for run, question, patterns, never in questions_of(file):
                count += 1
                with self.subTest(file=file.name, question=question):
                    text, _ = ask(file, run, question)
                    rest = text
                    for pattern in patterns:
                        found = re.search(pattern, rest)
                        self.assertIsNotNone(found, f"{pattern}\nin\n{text}")
                        rest = rest[found.end():]
                    for pattern in never:
                        self.assertIsNone(re.search(pattern, text), text)
        self.assertGreater(count, 30)

    def test_json_has_places_and_at_most_seven_sentences(self):
        for file in sorted(CASES.glob("*.cu")):
            for run, question, patterns, _ in questions_of(file)[:2]:
                text, status = ask(file, run, question, "--json")
                answer = json.loads(text.splitlines()[0])
                if status != 0:
                    self.assertEqual(answer["status"], "error", text)
                    continue
                self.assertEqual(list(answer), ["question", "answers", "complete"])
                self.assertLessEqual(sentences(answer["answers"]), 7, text)
                for cause in answer["answers"]:
                    self.assertEqual(list(cause), ["sentence", "file", "line", "block", "thread", "step", "element", "because"])
                    self.assertTrue(cause["sentence"].endswith("."), text)

    def test_an_experiment_is_asked_by_name(self):
        text, status = ask("counter", [], ["--element", "counter[0]"])
        self.assertEqual(status, 0)
        self.assertRegex(text, r"Why is counter\[0\] \d+, and not 1024\?")
        text, status = ask("counter", ["--set", "entry=atomic"], ["--element", "counter[0]"])
        self.assertRegex(text, r"Why is counter\[0\] 1024\?")

    def test_another_setting_of_an_experiment(self):
        text, status = ask("counter", [], ["--element", "counter[0]", "--instead", "entry=atomic"])
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"Why is counter\[0\] \d+, and 1024 with entry=atomic\?")
        self.assertRegex(text, r"counter\[0\] has 1,024 writes, and 1,024 |wrote 1, having read 0, at line")
        text, _ = ask("add", [], ["--element", "c[3]", "--instead", "entry=empty-lanes"])
        self.assertIn("With entry=empty-lanes, it is", text)

    def test_a_lane_that_took_no_part(self):
        file = CASES / "guard.cu"
        run = questions_of(file)[0][0]
        text, _ = ask(file, run, ["--element", "out[9]"], "--json")
        step = json.loads(text)["answers"][0]["step"]
        text, status = ask(file, run, ["--lane", f"0,0,{step}"])
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"Thread \(0,0,0\) of block \(0,0,0\) left the kernel at line \d+, since 0 ")
        text, status = ask(file, run, ["--lane", f"0,5,{step}"])
        self.assertEqual(status, 1)
        self.assertIn("that thread took part", text)

    def test_numbers_of_structures_have_their_names(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "points.cu"
            file.write_text(POINTS)
            text, status = ask(file, [], ["--element", "p[3].y"])
            self.assertEqual(status, 0, text)
            self.assertRegex(text, r"Why is p\[3\]\.y .*\?\n.* to p\[3\]\.y at line 4: p\[3\]\.x \+ p\[3\]\.y = ")
            text, _ = ask(file, [], ["--element", "p[0].x"])
            self.assertIn("wrote 7 to p[0].x at line 5", text)
            text, status = ask(file, [], ["--element", "p[3].z"])
            self.assertEqual(status, 1)
            self.assertIn("have no number called 'z'", text)
            found = subprocess.run([PROGRAM, "experiment", file, "--check"], capture_output=True, text=True)
            self.assertIn("Thread 0 of block 0 read p[0].x at line 4", found.stdout + found.stderr)
            file.write_text(POINTS.replace("if (i < n) p", "p"))
            found = subprocess.run([PROGRAM, "experiment", file, "--check"], capture_output=True, text=True)
            self.assertRegex(found.stdout + found.stderr, r"p\[1000\]\.[xy], beyond the 1,000 structures of p; that is the thread's number")

    def test_bad_questions_are_refused(self):
        file = CASES / "add.cu"
        run = questions_of(file)[0][0]
        for question, message in ((["--element", "c[17]", "--finding", "0"], "ask one question"),
                                  ([], "ask one question"),
                                  (["--finding", "0"], "the check found nothing"),
                                  (["--wait", "0,0"], "is not of the form BLOCK,WARP,CYCLE"),
                                  (["--wait", "9,0,1"], "there is no block 9"),
                                  (["--lane", "0,0,99999999"], "there is no step 99999999"),
                                  (["--lane", "0,0,-1"], "is not of the form"),
                                  (["--element", "c[17"], "is not of the form"),
                                  (["--element", "3"], "no buffer '3'"),
                                  (["--finding", "0", "--instead", "other.cu"], "belongs to --element"),
                                  (["--element", "c[1]", "--instead", "nowhere.cu"], "nowhere.cu")):
            text, status = ask(file, run, question)
            self.assertEqual(status, 1, text)
            self.assertIn(message, text)


if __name__ == "__main__":
    unittest.main()
