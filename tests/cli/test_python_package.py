"""The package warplens in Python (app/python): what a notebook says and asks."""

import base64
import json
import os
import re
import subprocess
import unittest

from program import PROGRAM, RESOURCES, SANITIZED, ProgramTest, warplens
from test_python import COUNT, HAS_NUMBA

HAS_JUPYTER = subprocess.run(["/usr/bin/python3", "-c", "import nbclient, ipykernel"], capture_output=True).returncode == 0
RACY = COUNT.split("sums")[0]  # the kernel, without its launch


@unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
@unittest.skipUnless(HAS_NUMBA, "this build has no Numba to test with")
class PythonPackage(ProgramTest):
    def python(self, text, status=0, **variables):
        environment = {**os.environ, "PYTHONPATH": str(RESOURCES / "python"), "PYTHONWARNINGS": "ignore", **variables}
        process = subprocess.run(["/usr/bin/python3", self.write("cell.py", text)], capture_output=True, text=True, env=environment)
        self.assertEqual(process.returncode, status, process.stderr + process.stdout)
        return process

    def test_importing_it_gives_numba_a_device(self):
        said = self.python("import warplens\nfrom numba import cuda\nprint(cuda.is_available(), cuda.get_current_device().name)", WARPLENS_SPEC="h100")
        self.assertRegex(said.stdout, "True b'SIMT machine, .*H100")

    def test_the_last_launch_says_what_it_did_and_what_is_wrong(self):
        said = self.python("import warplens\n" + RACY + """
sums = np.zeros(1, np.int32)
count[2, 64](sums, 100)
launch = warplens.last()
print(launch)
print(launch.kernel, launch.grid, launch.block, launch.line, launch.counters["threads"], launch.findings[0].kind, launch.findings[0].line)
print("cuda.atomic.add" in launch._repr_html_(), len(warplens.launches()), len(warplens.findings()))
picture = launch.show("race")
print(picture, picture._repr_svg_().startswith("<svg"))
print(launch.why("sums[0]").splitlines()[0])
""")
        self.assertIn("count: 2 blocks of 64 threads\ncell.py:9: data-race: ", said.stdout)
        self.assertIn("count (2, 1, 1) (64, 1, 1) 13 128 data-race 9\nTrue 1 1\n", said.stdout)
        self.assertIn("100 threads each added 1. sums[0] says 1. True\n", said.stdout)
        self.assertIn("sums[0]", said.stdout.splitlines()[-1])

    def test_a_page_in_a_frame_is_handed_the_launch(self):
        said = self.python("import warplens\n" + RACY + """
import pathlib
sums = np.zeros(1, np.int32)
count[1, 32](sums, 100)
count[2, 64](sums, 100)
try:
    warplens.last().page()
except RuntimeError as error:
    print(error)
try:
    warplens.last().page(address="javascript:alert(1)")
except RuntimeError as error:
    print(error)
warplens.last().page("race", "https://example.org/a\\"b/", 400).save(pathlib.Path(__file__).with_name("page.html"))
print(warplens.last().page(address="https://example.org/", whole=True)._repr_html_()[:120])
""")
        self.assertIn("where is the page of Warplens? Name its address", said.stdout)
        self.assertIn("begins with https:// or http://, not as 'javascript:alert(1)'", said.stdout)
        self.assertRegex(said.stdout, r'<iframe id="warplens-\d+-\d+" src="https://example.org/" ')
        framed = (self.folder / "page.html").read_text()
        self.assertIn('src="https://example.org/a&quot;b/?view" width="100%" height="400"', framed)
        session = json.loads(re.search(r'<script type="application/json" [^>]*>(.*?)</script>', framed, re.S)[1])
        self.assertEqual((session["view"], session["settings"]), ("race", {"entry": 1}))
        (recording, content), = session["files"].items()
        self.assertEqual(session["experiment"], recording)
        (self.folder / "handed.recording").write_bytes(base64.b64decode(content["base64"]))
        warplens("render", self.folder / "handed.recording", "--set", "entry=2", "--view", "mapping", "-o", self.folder / "handed.svg")
        self.assertRegex((self.folder / "handed.svg").read_text(), "(?i)2 blocks of 64")

    def test_check_raises_what_is_found_inside(self):
        said = self.python("import warplens\n" + RACY + """
@cuda.jit
def fixed(total, n):
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.add(total, 0, 1)
sums = np.zeros(1, np.int32)
with warplens.check():
    fixed[2, 64](sums, 100)
count[2, 64](sums, 100)  # outside
with warplens.check():
    fixed[2, 64](sums, 100)
try:
    with warplens.check():
        count[2, 64](sums, 100)
except warplens.Found as error:
    print("found", error)
try:
    with warplens.check():
        raise KeyError("own")
except KeyError:
    print("the error goes on")
""")
        self.assertRegex(said.stdout, r"found cell[.]py:9: data-race: .*total\[0\]")
        self.assertIn("the error goes on", said.stdout)

    def test_arrays_have_their_shape_and_elements_are_highlighted(self):
        said = self.python("""import warplens
import numpy as np
from numba import cuda
@cuda.jit
def halves(C, n):
    i, j = cuda.grid(2)
    if i < n and j < n:
        C[i, j // 2] += 1
d_C = cuda.to_device(np.zeros((32, 32), np.float32))
halves[(2, 2), (16, 16)](d_C, 32)
launch = warplens.last()
print(launch)
print(launch.show("race", element="C[3, 5]"))
print(launch.why("C[3, 5]").splitlines()[0])
for wrong in ("C[3, 32]", "D[0]", "C[3"):
    try:
        launch.show(element=wrong)
    except RuntimeError as error:
        print(error)
swept = launch.sweep([4, 8, 16])
print([value for value, cycles in swept.points], all(cycles > 0 for value, cycles in swept.points), swept._repr_svg_().startswith("<svg"))
print(len(warplens.sweep("4..16*2").points))
""").stdout.splitlines()
        self.assertEqual(said[0], "halves: 2×2 blocks of 16×16 threads")
        self.assertIn("C[0, 0] (d_C) at line 8", said[1])
        self.assertEqual(said[2:4], ["2 threads each added 1. d_C[3, 5] says 1.", "Why is d_C[3, 5] 1?"])
        for line, told in zip(said[4:7], ("is no element of d_C, which has 1,024 elements", "takes no buffer 'D'", "not of the form NAME"), strict=True):
            self.assertIn(told, line)
        self.assertEqual(said[7:], ["[4.0, 8.0, 16.0] True True", "3"])

    def test_an_index_outside_of_a_shape_names_the_missing_guard(self):
        said = self.python("""import warplens
import numpy as np
from numba import cuda
@cuda.jit
def one(C):
    i, j = cuda.grid(2)
    C[i, j] = 1
C = cuda.to_device(np.zeros((24, 32), np.float32))
one[(2, 2), (16, 16)](C)
print(warplens.findings()[0].message)
""").stdout
        self.assertRegex(said, r"writes C\[24, \d+\], outside its shape \(24, 32\); 24 is the thread's number in x, of which the grid has 32: is \"if i < n:\"")

    def test_the_last_launches_keep_their_memory(self):
        said = self.python("import warplens\n" + RACY + """
total = cuda.to_device(np.zeros(1, np.int32))
for n in range(1, 62):
    count[1, 1](total, 1)
made = warplens.launches()
print(len(made), made[-1].number, warplens.last().number, len(warplens.findings()))
print(made[-1].why("total[0]").splitlines()[0], made[-21].why("total[0]").splitlines()[0])
try:
    made[0].show()
except RuntimeError as error:
    print(error)
""").stdout.splitlines()
        self.assertEqual(said, ["61 61 61 0", "Why is total[0] 61? Why is total[0] 41?",
                                "the memory of this launch is not kept any more, only that of the last ones"])

    def test_ctrl_c_stops_a_kernel(self):
        said = self.python("""import os, signal, threading, time, warplens
import numpy as np
from numba import cuda
@cuda.jit
def long(x):
    for k in range(10000):
        x[0] += cuda.threadIdx.x & 0
@cuda.jit
def short(x):
    x[0] = 7
x = cuda.to_device(np.zeros(1, np.int64))
short[1, 1](x)
def press():
    time.sleep(1)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press).start()
began = time.monotonic()
try:
    long[100_000_000, 256](x)
except KeyboardInterrupt:
    print("stopped", time.monotonic() - began < 30)
short[1, 1](x)
print(x.copy_to_host()[0], signal.getsignal(signal.SIGINT) is signal.default_int_handler)
print([launch.kernel for launch in warplens.launches()])
""").stdout
        self.assertEqual(said, "stopped True\n7 True\n['short', 'short']\n")

    def test_an_extension_and_errors(self):
        said = self.python("from numba import cuda\nprint(cuda.is_available())\nimport warplens", status=1,
                           NUMBA_CUDA_DRIVER=str(RESOURCES.parent / "program" / "13" / "libcuda.so.1"))
        self.assertIn("ImportError: import warplens before CUDA is used", said.stderr)
        said = self.python("from numba import cuda\nimport warplens\nwarplens.load_ipython_extension(None)\n" + RACY + """
try:
    warplens.last()
except warplens.Unavailable as error:
    print(error)
count[2, 64](np.zeros(1, np.int32), 100)
print(warplens.last().findings[0].line)
try:
    warplens.last().show("no-such-view")
except RuntimeError as error:
    print(error)
""")
        self.assertIn("no kernel has been launched yet\n11\n", said.stdout)
        self.assertIn("no-such-view", said.stdout)
        said = self.python("import warplens\ntry:\n    warplens.last()\nexcept warplens.Unavailable as error:\n    print(error)", WARPLENS_DEVICE="gpu")
        self.assertIn("a real GPU runs the kernels", said.stdout)
        self.assertIn("the program warplens was not found", self.python("import warplens", status=1, WARPLENS="", PATH="",
                      PYTHONPATH=str(self.copied_package())).stderr)

    def copied_package(self):
        """The package far from its program."""
        subprocess.run(["cp", "-r", RESOURCES / "python" / "warplens", self.folder], check=True)
        return self.folder

    def test_cuda_sources_run_on_the_chosen_card(self):
        source = self.write("first.cu", "__global__ void first(int* x) { x[0] = 1; }")
        said = self.python(f"""
import os, warplens, numpy as np
for card in ("toy", "h100"):
    os.environ["WARPLENS_SPEC"] = card
    print(warplens.run({str(source)!r}, 1, 1, np.zeros(1, np.int32)).counters["cycles"])
os.environ["WARPLENS_SPEC"] = "no-such-card"
try:
    warplens.run({str(source)!r}, 1, 1, np.zeros(1, np.int32))
except RuntimeError as error:
    print(error)
""").stdout.splitlines()
        self.assertNotEqual(said[0], said[1])
        self.assertIn("there is no preset 'no-such-card'", said[2])

    def test_cuda_sources_run_on_arrays_in_place(self):
        source = self.write("mine.cu", """__global__ void saxpy(float* r, float a, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) r[i] += a * x[i];
}
__global__ void past_the_end(double* r, bool* seen) {
  r[threadIdx.x] = threadIdx.x;
  seen[0] = true;
}
""")
        said = self.python(f"""
import numpy as np, warplens
mine = warplens.source({str(source)!r})
r, x = np.ones((4, 5), np.float32), np.arange(20, dtype=np.float32).reshape(4, 5)
launch = mine.saxpy[1, 32](r, 2.5, x, 20)
print(r[3].tolist(), launch.status, launch.counters["threads"], launch.findings)
print(launch.show("values", element="r[19]"), launch.why("r[19]").splitlines()[1])
for _ in range(20):
    last = mine.saxpy[1, 1](r.copy(), 0.0, x, 1)
last.show()
try:
    launch.show()
except RuntimeError as error:
    print(error)
half = np.zeros(10)[::2]
seen = np.zeros(1, bool)
print(warplens.run({str(source)!r}, 1, (5, 1), half, seen, kernel="past_the_end").block, half.tolist(), seen[0])
for wrong in (lambda: mine.past_the_end[1, 8](half, seen), lambda: mine.saxpy[1](r), lambda: warplens.source("no.cu"), lambda: mine.nothing[1, 1](r),
              lambda: warplens.run({str(source)!r}, 1, 8, r), lambda: mine.saxpy[1, 1]("text"), lambda: mine.saxpy[1, 1](x.astype(complex))):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__ + ": " + str(error).splitlines()[0])
""")
        lines = said.stdout.splitlines()
        self.assertEqual(lines[0], "[38.5, 41.0, 43.5, 46.0, 48.5] ok 32 []")
        self.assertIn("r[19] was 1 and is 48.5.", lines[1])
        self.assertIn("x[19] * a + r[19] = 19 * 2.5 + 1", lines[1])
        self.assertEqual(lines.pop(2), "the memory of this launch is not kept any more, only that of the last ones")
        lines.pop(1)
        self.assertEqual(lines[1], "(5, 1, 1) [0.0, 1.0, 2.0, 3.0, 4.0] True")
        self.assertRegex(lines[2], r"Failed: .*mine[.]cu:6:\d+: error: thread \(5,0,0\) of block \(0,0,0\) writes element 5")
        for line, told in zip(lines[3:], ("TypeError: a launch needs a grid and a block", "FileNotFoundError: no.cu", "Failed: .*there is no entry 'nothing'",
                                          "Failed: .*which entry", "TypeError: .*type str", "TypeError: .*complex128"), strict=True):
            self.assertRegex(line, told)

    @unittest.skipUnless(HAS_JUPYTER, "this build has no Jupyter to test with")
    def test_in_a_notebook_of_jupyter(self):
        head, kernel = RACY.split("\n\n", 1)
        cells = ["%load_ext warplens\n" + head, kernel, "sums = np.zeros(1, np.int32)\ncount[2, 64](sums, 100)\nsums", "warplens.last()",
                 "warplens.last().show('race')", "%%cuda mine\n__global__ void twice(int* x) { x[threadIdx.x] *= 2; }",
                 "values = np.arange(3, dtype=np.int32)\nmine.twice[1, 3](values)\nvalues", "with warplens.check():\n    count[2, 64](sums, 100)"]
        cells[3] = "import warplens\n" + cells[3]
        said = self.python(f"""
import nbformat
from nbclient import NotebookClient
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in {cells!r}])
NotebookClient(book, timeout=120, allow_errors=True, kernel_name="python3").execute()
for cell in book.cells:
    for output in cell.outputs:
        print(output.get("data", {{}}).get("text/plain"), sorted(output.get("data", {{}})), output.get("ename"), output.get("evalue"))
""", JUPYTER_PLATFORM_DIRS="1")
        self.assertIn("array([1], dtype=int32)", said.stdout)
        self.assertRegex(said.stdout, r"count: 2 blocks of 64 threads\nIn \[2\]:5: data-race: .*total\[0\] \(sums\).*\['text/html', 'text/plain'\]")
        self.assertIn("100 threads each added 1. sums[0] says 1. ['image/svg+xml', 'text/plain']", said.stdout)
        self.assertIn("array([0, 2, 4], dtype=int32)", said.stdout)
        self.assertRegex(said.stdout, r"Found In \[2\]:5: data-race")

    def test_it_works_in_a_program_of_warplens(self):
        script = self.write("own.py", "import warplens\n" + RACY + "count[2, 64](np.zeros(1, np.int32), 100)\nprint(warplens.last().kernel)\n")
        process = warplens("program", "--check", "--json", script)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn('"stdout":"count\\n"', process.stdout)


if __name__ == "__main__":
    unittest.main()
