"""`warplens program` with Python: scripts and notebooks that use Numba, whose kernels are compiled without a toolkit."""

import json
import pathlib
import re
import subprocess
import unittest
import xml.etree.ElementTree

from program import RESOURCES, SANITIZED, ProgramTest, warplens

COURSE = pathlib.Path(__file__).resolve().parents[1] / "python"
HAS_NUMBA = subprocess.run(["/usr/bin/python3", "-c", "import numba"], capture_output=True).returncode == 0
HAS_IPYTHON = HAS_NUMBA and subprocess.run(["/usr/bin/python3", "-c", "import IPython"], capture_output=True).returncode == 0

COUNT = """import numpy as np
from numba import cuda

@cuda.jit
def count(total, n):
    i = cuda.grid(1)
    if i < n:
        total[0] += 1

sums = np.zeros(1, np.int32)
count[2, 64](sums, 100)
print(sums[0])
"""


def notebook(*cells):
    return json.dumps({"cells": [{"cell_type": "code", "metadata": {}, "source": cell.splitlines(True), "outputs": [], "execution_count": None}
                                 for cell in cells] + [{"cell_type": "markdown", "metadata": {}, "source": ["# The end"]}],
                       "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
class PythonPrograms(ProgramTest):
    def run_program(self, file, *options, status=0):
        process = warplens("program", *options, file)
        self.assertEqual(process.returncode, status, process.stderr + process.stdout)
        return process

    def check_course(self, script, kernels, status):
        """The script's kernels are right, and what is planted in them is found, and nothing else."""
        text = script.read_text()
        self.assertEqual(text.count("@cuda.jit") - text.count("device=True") + text.count("@cuda.reduce"), kernels)
        process = self.run_program(script, "--check", status=status)
        planted = {(number, kind) for number, line in enumerate(text.splitlines(), 1) for kind in re.findall(r"# finds: (\S+)", line)}
        self.assertIn(f"{kernels - len(planted)} kernels are as NumPy says", process.stdout)
        found = {(int(line), kind) for line, kind in re.findall(r"[.]py:(\d+): finding: (\S+):", process.stderr)}
        self.assertLessEqual(planted, found)
        # The same defects also show in other lines of these kernels, and in no other kernel.
        functions = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("def ")]
        kernel_of = lambda line: max(number for number in functions if number <= line)
        self.assertEqual({kernel_of(line) for line, _ in found}, {kernel_of(line) for line, _ in planted})
        self.assertNotIn("Traceback", process.stderr)
        return process.stderr

    @unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
    def test_a_first_course_on_elements_and_matrices(self):
        self.assertIn("read of_p[0] at line", self.check_course(COURSE / "elements.py", 22, 3))

    @unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
    def test_a_first_course_on_sums_and_memory(self):
        told = self.check_course(COURSE / "sums.py", 19, 2)
        for text in ("read total[0] at line", "wrote tile[", "element 500 of x (a), 1 past its end"):
            self.assertIn(text, told)

    @unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
    def test_a_race_is_told_in_the_words_of_python(self):
        script = self.write("count.py", COUNT)
        process = self.run_program(script, "--check", "--python", "/usr/bin/python3", status=3)
        self.assertEqual(process.stdout, "1\n")
        self.assertRegex(process.stderr, r"count[.]py:8: finding: data-race: .* total\[0\] \(sums\) .*cuda[.]syncthreads\(\).*cuda[.]atomic[.]add")
        self.assertNotIn("__syncthreads", process.stderr)
        self.assertNotIn("leak", process.stderr)
        self.assertIn("note: run by /usr/bin/python3, which has Numba", process.stderr)
        answer = self.run_json("program", "--check", script, status=3)
        self.assertEqual([(launch["kernel"], launch["line"]) for launch in answer["launches"]], [("count", 11)])
        finding = answer["findings"][0]
        self.assertEqual((finding["kind"], finding["kernel"], finding["first"]["line"]), ("data-race", "count", 8))

    @unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
    def test_a_recording_has_the_script(self):
        script, recording = self.write("count.py", COUNT), self.folder / "count.recording"
        self.run_program(script, "--record", recording, "--quiet")
        picture = self.folder / "race.svg"
        process = warplens("render", recording, "--view", "race", "-o", picture)
        self.assertEqual(process.returncode, 0, process.stderr)
        shown = "".join(xml.etree.ElementTree.parse(picture).getroot().itertext())
        self.assertIn("99 updates were lost", shown)
        self.assertIn("sums[0]", shown)

    @unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
    def test_cells_of_a_notebook_run_in_order_and_have_names(self):
        head, kernel, launch = COUNT.split("\n\n")
        book = self.write("racy.ipynb", notebook(head, kernel, launch, "import sys\nprint(sys.argv[1:])\n1 / 0"))
        process = warplens("program", "--check", book, "one", "two words")
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("1\n['one', 'two words']\n", process.stdout)
        self.assertIn("ZeroDivisionError", process.stdout + process.stderr)
        self.assertIn("racy.ipynb, cell 2:5: finding: data-race", process.stderr)
        self.assertNotIn("used no CUDA", process.stderr)

    @unittest.skipUnless(HAS_IPYTHON, "this build has no IPython to test with")
    def test_our_notebooks_print_what_they_say(self):
        expected = {
            "first-kernels": ["[1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0]", "16 threads touched 16 of 20 elements.", "8 1 1", "True", "True",
                              "array([5, 5, 5, 5, 5, 5, 5, 5, 5, 5], dtype=int32)"],
            "threads-that-share": ["count: 8 blocks of 64 threads", "cell 2:3: data-race", "512 threads each added 1.", "512",
                                   "array([262144., 262144.], dtype=float32)", "(999954, True)", "True", "right by luck: True", "matmul_racy",
                                   "cell 9:16: data-race", "True", "sectors of global memory", "without copies"],
        }
        for name, told in expected.items():
            with self.subTest(notebook=name):
                process = self.run_program(RESOURCES / "assets" / "notebooks" / f"{name}.ipynb", "--check", status=3 if "share" in name else 0)
                at = 0
                for words in told:
                    self.assertIn(words, process.stdout[at:], process.stdout)
                    at = process.stdout.index(words, at) + len(words)
                self.assertNotIn("Traceback", process.stdout + process.stderr)

    @unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
    def test_wrong_calls_are_exceptions_of_python(self):
        script = self.write("wrong.py", COUNT.split("sums")[0] + """
import numba
sums = np.zeros(1, np.int32)
for launch in (lambda: count[1, 2048](sums, 1), lambda: count[1, 1]("text", 1), lambda: count[0, 1](sums, 1), lambda: cuda.device_array(1 << 50)):
    try:
        launch()
        print("nothing happened")
    except (cuda.cudadrv.driver.CudaAPIError, numba.TypingError, ValueError) as error:
        print("refused")
count[1, 1](sums, 1)
print(sums[0])
""")
        self.assertEqual(self.run_program(script, "--quiet").stdout, "refused\n" * 4 + "1\n")

    def test_scripts_are_graded(self):
        (self.folder / "handed").mkdir()
        right = COUNT.replace("total[0] += 1", "cuda.atomic.add(total, 0, 1)")
        model = self.write("model.py", right)
        handed = {"right": right, "racy": COUNT, "wrong": right.replace("print(sums[0])", "print(sums[0] + 1)"), "broken": "def f(:\n",
                  "raises": right + "print(missing)\n", "out": right.replace("if i < n", "if i < n + 100").replace("total, 0, 1", "total, i, 1")}
        for name, text in handed.items():
            self.write(f"handed/{name}.py", text)
        (self.folder / "handed" / "modules").mkdir()
        self.write("handed/modules/kernels.py", right.split("sums")[0])
        self.write("handed/modules/main.py", "from kernels import *\nsums" + right.split("sums", 1)[1])
        (self.folder / "handed" / "book.ipynb").write_text(notebook(*right.split("\n\n")))
        sheet = self.run_json("grade", self.folder / "handed", "--against", model)
        said = {each["name"]: each for each in sheet["submissions"]}
        words = {name: each["verdict"] for name, each in said.items()}
        self.assertEqual(words, {"right": "right", "racy": "racy", "wrong": "wrong", "broken": "wrong", "raises": "wrong", "modules": "right",
                                 "book": "right", "out": words["out"]})
        self.assertNotEqual(words["out"], "right")
        self.assertEqual((pathlib.Path(said["racy"]["file"]).name, said["racy"]["line"]), ("racy.py", 8))
        self.assertIn("SyntaxError", said["broken"]["reason"])
        self.assertIn("NameError: name 'missing' is not defined (line 13)", said["raises"]["reason"])
        trusted = self.run_json("grade", self.folder / "handed", "--against", model, "--trust")
        self.assertEqual({each["name"]: each["verdict"] for each in trusted["submissions"]}, words)
        self.grade_under_landlock(model, words)
        self.assert_refused("grade", self.folder / "handed", "--against", self.write("bad_model.py", "raise SystemExit(3)\n"),
                            message="the model solution fails, with exit status 3")

    def grade_under_landlock(self, model, words):
        """The same without bubblewrap, where the system has Landlock."""
        tools = self.folder / "tools"
        tools.mkdir()
        self.folder.chmod(0o755)  # for the submissions' user
        for tool in pathlib.Path("/usr/bin").iterdir():
            if tool.name != "bwrap":
                (tools / tool.name).symlink_to(tool)
        graded = warplens("grade", self.folder / "handed", "--against", model, "--json", path=tools)
        if "none works here" in graded.stdout + graded.stderr:
            return
        self.assertEqual({each["name"]: each["verdict"] for each in json.loads(graded.stdout)["submissions"]}, words, graded.stderr)

    def test_in_the_place_of_a_kernel_it_is_told_what_to_do(self):
        script = self.write("count.py", COUNT)
        for command in (("render", script, "-o", self.folder / "x.png"), ("run", script, "--grid", 1, "--block", 1), ("why", script, "--element", "a"),
                        ("sweep", script), ("experiment", script)):
            self.assert_refused(*command, message="warplens program --record count.recording .*count.py")

    def test_python_without_cuda_and_errors(self):
        script = self.write("plain.py", "import sys\nprint(sys.argv[1:], 6 * 7)\nsys.exit(5)\n")
        process = warplens("program", script, "a", "--", "-b")
        self.assertEqual((process.returncode, process.stdout), (5, "['a', '-b'] 42\n"))
        self.assertNotIn("nvcc", process.stderr)
        process = warplens("program", "python3", script)
        self.assertEqual((process.returncode, process.stdout), (5, "[] 42\n"))
        self.assertEqual(warplens("program", self.write("wrong.py", "def f(:\n")).returncode, 1)
        for text in ("", "{}", "[1]", '{"cells": [{"cell_type": "code", "source": 5}]}', '{"cells": 3}'):
            process = warplens("program", "--quiet", self.write("wrong.ipynb", text))
            self.assertEqual(process.returncode, 1)
            self.assertIn("wrong.ipynb: error: not a notebook", process.stderr)
        self.assert_refused("program", "--python", "no-such-python", script, message="--python: error: there is no program 'no-such-python'")
        self.assert_refused("program", "--python", "true", script, message="is not a Python")
        self.assert_refused("program", self.folder / "missing.py", message="missing.py: error: no such file")
        self.assert_refused("program", "--sandbox", self.folder, script, message="--sandbox: error: .*Python")


if __name__ == "__main__":
    unittest.main()
