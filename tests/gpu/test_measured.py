"""The files of measured figures are as docs/gpu.md says, and MEASURED.md is what they make."""

import copy
import unittest

import figures
import figures_of_log
import measured_page

LOG = """\
GPU: NVIDIA Example 24GB, compute capability 8.9, driver for CUDA 13.0, runtime CUDA 12.8
GPU: global memory: 24,000 MiBs, 23,000 MiBs free
GPU: L2 cache: 72 MiBs
GPU: memory bus: 384 bits at 10,501 MHz
GPU: GPU clock: 2,520 MHz
GPU: multiprocessors: 128
[ RUN      ] GpuFigures.Times
| increment, guarded | 0.0058 (0.0057 to 0.0077) | 0.8801 (0.8442 to 1.0572) | 0.0232 | 0.0032 |
COURSE| matrix product 256 × 512 × 256, tiled | 0.0184 (0.0184 to 0.0186) | 0.3364 (0.3224 to 0.3530) |
SAME| odd | 92 | 114 |
ORDER| counter, racy | 1 (2×) | 3 (1×), 4 (1×) |
FAULTS| add, unguarded |
FAULTS| add, unguarded |
DEPARTS| bfe.s64.edges.ptx: 12 of its elements, as d[0] is 0, expected 65 |
MODEL| latency, hierarchy, l1 | 1 | 1.28 (1.28 to 1.28) | |
LATENCY| local | 29.2 (29.2 to 29.2) | 42.0 | |
FRAME| 65,536 threads | – | 7.69 (6.68 to 10.04) | |
RACY| 1 | 2 |
RACY| 2 | 1 |
FAILED| GpuTrace.Fails (exit status 1)
SESSION| date | 2026-11-26 |
SESSION| driver | 580.159.04 |
SESSION| command | tests/gpu/run_on_gpu.sh |
SESSION| commit | 4a2d29bf |
SESSION| tests | 79 1 0 0 |
"""


class Measured(unittest.TestCase):
    def test_every_file_is_valid_and_written_as_it_would_be_again(self):
        experiments = figures.read_experiments()
        paths = sorted(figures.FOLDER.glob("*.json"))
        self.assertTrue(paths)
        for path in paths:
            data = figures.read(path)
            self.assertEqual(figures.problems(data, experiments), [])
            self.assertEqual(figures.path_of(data["card"]), path)
            self.assertEqual(path.read_text(encoding="utf-8"), figures.text_of(data))

    def test_the_page_is_what_the_files_make(self):
        self.assertEqual(measured_page.PAGE.read_text(encoding="utf-8"), measured_page.page(), "tests/gpu/measured_page.py writes it")


class Log(unittest.TestCase):
    def setUp(self):
        self.data = figures_of_log.data_of(LOG)

    def numbers(self, **fields):
        return [[each[key] for key in ("median", "min", "max", "samples")] for each in self.data["figures"]
                if all(each[key] == value for key, value in fields.items())]

    def test_makes_a_valid_file(self):
        self.assertEqual(figures.problems(self.data, figures.read_experiments()), [])
        self.assertEqual([self.data[key] for key in ("card", "driver", "host", "date")],
                         ["NVIDIA Example 24GB", "580.159.04", None, "2026-11-26"])
        self.assertEqual(self.data["clocks"], {"gpu_mhz": 2520, "memory_mhz": 10501})
        self.assertEqual(self.data["sessions"]["run"]["failed"], ["GpuTrace.Fails (exit status 1)"])

    def test_keeps_each_number(self):
        self.assertEqual(self.numbers(topic="times", quantity="kernel"), [[0.0058, 0.0057, 0.0077, 21]])
        self.assertEqual(self.numbers(topic="times", quantity="launch to end"), [[0.0232, None, None, 5]])
        self.assertEqual(self.numbers(experiment="matrix_multiplication", settings={"m": 256, "n": 512, "p": 256},
                                      quantity="kernel"), [[0.0184, 0.0184, 0.0186, 21]])
        self.assertEqual(self.numbers(quantity="shown element, SIMT machine"), [[3.5, 3, 4, 2]])
        self.assertEqual(self.numbers(topic="entries"), [[2, None, None, None]])
        self.assertEqual(self.numbers(topic="departures"), [[12, None, None, None]])
        self.assertEqual(self.numbers(topic="latency"), [[29.2, 29.2, 29.2, 5], [42.0, None, None, None]])
        self.assertEqual(self.numbers(topic="frames"), [[7.69, 6.68, 10.04, 21]])
        self.assertEqual(self.numbers(topic="racy"), [[1, 1, 2, 3]])

    def test_makes_a_page_however_little_was_measured(self):
        self.assertIn("| increment | guarded 0.0058 |", "\n".join(measured_page.lines_of(measured_page.Card(self.data))))
        self.data["figures"] = []
        self.assertNotIn("###", "".join(list(measured_page.lines_of(measured_page.Card(self.data)))[:-3]))

    def test_keeps_the_sessions_by_hand(self):
        before = copy.deepcopy(self.data)
        before["sessions"]["by hand"] = before["sessions"]["run"]
        before["figures"][0]["session"] = "by hand"
        after = figures_of_log.data_of(LOG, before)
        self.assertEqual(len(after["figures"]), len(before["figures"]) + 1)
        self.assertIn("by hand", after["sessions"])


class Problems(unittest.TestCase):
    def test_are_found(self):
        experiments = figures.read_experiments()
        for change, problem in (({"entry": "none"}, "increment has no entry none"),
                                ({"experiment": "none"}, "no experiment none"),
                                ({"settings": {"none": 1}}, "increment has no setting none"),
                                ({"median": 9}, "not min ≤ median ≤ max"),
                                ({"samples": 0}, "samples is a whole number"), ({"unit": ""}, "no unit"),
                                ({"source": "guessed"}, "no source guessed"), ({"session": "none"}, "no session none"),
                                ({"more": 1}, "unknown (more)"), ({"median": None, "min": None, "max": None}, "no number")):
            data = figures_of_log.data_of(LOG)
            each = next(each for each in data["figures"] if each["experiment"] == "increment")
            each.update(change)
            with self.subTest(problem):
                self.assertIn(problem, "\n".join(figures.problems(data, experiments)))


if __name__ == "__main__":
    unittest.main()
