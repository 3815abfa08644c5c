"""`warplens sweep`: a number turned through a range, as tables, CSV and JSON."""

import csv
import json

from program import ProgramTest, warplens


class Sweep(ProgramTest):
    def test_json_has_every_point_with_its_origin(self):
        answer = self.run_json("sweep", "counter", "--parameter", "block", "--values", "32..128*2", "--entries", "atomic",
                               "--measures", "value,simt", "--set", "grid=2")
        self.assertEqual(answer["status"], "ok")
        values = {point["value"]: point for point in answer["points"] if point["measure"] == "value"}
        self.assertEqual({value: point["samples"] for value, point in values.items()}, {32: [64], 64: [128], 128: [256]})
        self.assertEqual({point["source"] for point in answer["points"] if point["measure"] == "simt"}, {"modelled"})
        self.assertEqual({point["source"] for point in values.values()}, {"counted"})
        self.assertEqual(answer["sweep"]["values"], "32..128*2")

    def test_csv_reads_back(self):
        path = self.folder / "threads.csv"
        more = self.folder / "threads.json"
        process = warplens("sweep", "increment", "--parameter", "n", "--values", "1,31,33", "--entries", "guarded", "--measures",
                           "threads,cpu", "--set", "block=32", "--repeats", 3, "-o", path, "-o", more)
        self.assertEqual(process.returncode, 0, process.stderr)
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        counted = [(float(row["n"]), row["entry"], float(row["median"]), row["origin"]) for row in rows if row["measure"] == "threads"]
        self.assertEqual(counted, [(1, "guarded", 32, "counted"), (31, "guarded", 32, "counted"), (33, "guarded", 64, "counted")])
        measured = [row for row in rows if row["measure"] == "cpu"]
        self.assertEqual([(row["entry"], row["unit"], row["origin"], row["samples"]) for row in measured],
                         [("", "ms", "measured", "3")] * 3)
        for row in measured:
            self.assertLessEqual(float(row["minimum"]), float(row["median"]))
            self.assertLessEqual(float(row["median"]), float(row["maximum"]))
        self.assertEqual(len(json.loads(more.read_text())["points"]), 6)

    def test_a_person_reads_tables_with_units_and_origins(self):
        process = warplens("sweep", "histogram", "contention", "--values", "1,64", "--set", "n=2000", "--measures", "simt,missing")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("time on the SIMT machine, cycles, modelled", process.stdout)
        self.assertIn("missing from the reference's sum, counted", process.stdout)
        self.assertRegex(process.stdout, r"Bins +atomic +shared\n")

    def test_pictures_are_drawn(self):
        svg, png = self.folder / "plot.svg", self.folder / "plot.png"
        process = warplens("sweep", "counter", "--parameter", "grid", "--values", "1,2,4", "--measures", "simt,cpu", "-o", svg)
        self.assertEqual(process.returncode, 0, process.stderr)
        text = svg.read_text()
        for words in ("TIME ON THE SIMT MACHINE · CYCLES · MODELLED", ">racy<", ">atomic<"):
            self.assertIn(words, text)
        self.assertIn("names no computation for it", text)
        process = warplens("sweep", "counter", "--values", "1,2", "-o", png, "--size", "800x600", "--theme", "light")
        if "OpenGL" in process.stderr or "EGL" in process.stderr:
            self.skipTest("no OpenGL without a display")
        self.assertEqual(process.returncode, 0, process.stderr)
        data = png.read_bytes()
        self.assertEqual((data[1:4], int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")), (b"PNG", 800, 600))

    def test_render_draws_a_ready_made_sweep(self):
        svg = self.folder / "sweep.svg"
        process = warplens("render", "counter", "--sweep", "contention", "-o", svg)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("MODELLED", svg.read_text())
        self.assert_refused("render", "counter", "--sweep", "nothing", "-o", svg, message="no sweep 'nothing'")

    def test_every_ready_made_sweep_is_listed(self):
        process = warplens("sweep", "histogram", "--list")
        self.assertEqual(process.returncode, 0, process.stderr)
        for words in ("contention", "lost", "sectors_per_request", "bins"):
            self.assertIn(words, process.stdout)

    def test_wrong_requests_are_refused(self):
        self.assert_refused("sweep", "nothing", message="no experiment 'nothing'")
        self.assert_refused("sweep", "counter", "nothing", message="no sweep 'nothing'; there are threads, contention")
        self.assert_refused("sweep", "counter", "--parameter", "n", "--values", "1", message="no 'n' to sweep; there are: block grid")
        self.assert_refused("sweep", "counter", "--parameter", "block", message="--values")
        self.assert_refused("sweep", "counter", "--values", "1..2", message="lacks its step")
        self.assert_refused("sweep", "counter", "--entries", "gentle", message="no entry 'gentle'; there are racy, atomic")
        self.assert_refused("sweep", "counter", "--measures", "speed", message="no measure 'speed'")
        self.assert_refused("sweep", "counter", "--log", "z", message="not one of x, y, none")
        self.assert_refused("sweep", "counter", "--relative-to", "simt", message="not to 'simt'")
        self.assert_refused("sweep", "counter", "--seeds", "0", message="1 to 1000")
        self.assert_refused("sweep", "counter", "-o", "plot.gif", message="not a ")

    def test_a_value_that_cannot_be_is_said_and_the_rest_is_there(self):
        answer = self.run_json("sweep", "counter", "--parameter", "block", "--values", "1024,2048", "--entries", "atomic",
                               "--measures", "threads", "--set", "grid=1")
        self.assertEqual(answer["points"][0]["median"], 1024)
        self.assertRegex(answer["points"][1]["problem"], "at most 1,024")
        self.assertNotIn("median", answer["points"][1])
