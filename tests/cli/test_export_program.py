"""`warplens experiment --export`: every experiment as a program of its own, which does what the experiment does."""

import json
import os
import re
import subprocess

from program import PROGRAM, ProgramTest, warplens

ALL = os.environ.get("WARPLENS_ALL_PROGRAMS", "0") == "1"
NUMBER = r"-?(?:[0-9.]+(?:e[-+]?[0-9]+)?|nan|inf)"


def entries():
    """(experiment, label) of every built-in entry."""
    for experiment in json.loads(warplens("list", "--json").stdout)["experiments"]:
        for entry in experiment["entries"]:
            yield experiment["name"], entry["label"]


class EveryEntryIsExported(ProgramTest):
    def test_all_and_says_why_nothing_is_compared(self):
        exported, without_check = 0, []
        for experiment, label in entries():
            file = self.folder / ("%s-%s.cu" % (experiment, label))
            process = warplens("experiment", experiment, "--set", "entry=" + label, "--export", file)
            self.assertEqual(process.returncode, 0, experiment + " " + label + ": " + process.stderr)
            text = file.read_text()
            self.assertIn("int main() {", text)
            self.assertNotIn("$", text.replace("$(", ""), experiment)
            self.assertEqual(text.count("cudaMalloc(&"), text.count("cudaFree("), experiment)
            exported += 1
            if "// Nothing is compared" in text:
                without_check.append(experiment)
        self.assertGreater(exported, 100)
        self.assertEqual(set(without_check), {"rays"})


class Exported(ProgramTest):
    """The program prints the elements and the sum that the experiment has, and finds itself what the host expects."""

    def agrees(self, experiment, label, *settings):
        chosen = ["--set", "entry=" + label] + [word for each in settings for word in ("--set", each)]
        name = "%s-%s" % (experiment, label)
        file = self.folder / (name + ".cu")
        wrote = warplens("experiment", experiment, *chosen, "--export", file)
        self.assertEqual(wrote.returncode, 0, wrote.stderr)
        # In its folder, where it finds its data, as its second command says.
        command = re.search(r"^// On the SIMT machine, without a GPU: +warplens (.*)$", file.read_text(), re.M)[1].split()
        ran = subprocess.run([PROGRAM, *command], capture_output=True, text=True, timeout=600, cwd=self.folder)
        answer = json.loads(warplens("experiment", experiment, *chosen, "--device", "simt", "--repeat", 1, "--json").stdout)
        if answer["status"] == "fault":
            self.assertNotEqual(ran.returncode, 0, name)
            return
        wrong = "reference" in answer and answer["reference"]["wrong"] > 0
        self.assertEqual(ran.returncode, 1 if wrong and "Nothing is compared" not in file.read_text() else 0, name + ran.stderr + ran.stdout)
        outputs = {each["name"]: each for each in answer["outputs"]}
        lines = re.findall(r"^(\w+):((?: %s)+)(?: …)? sum (%s)$" % (NUMBER, NUMBER), ran.stdout, re.M)
        self.assertTrue(lines, name + ran.stdout)
        for array, values, total in lines:
            of = outputs[array] if array in outputs else outputs[array.rstrip("_")]  # a name that C++ does not allow
            printed = [float(value) for value in values.split()]
            self.assertEqual(len(printed), min(8, of["size"]), name)
            if array == "cycles_per_access":
                continue  # another machine's clock begins elsewhere
            for got, wanted in zip(printed, of["values"]):
                self.assertAlmostEqual(got, wanted, delta=1e-8 * abs(wanted), msg=name)
            if of["size"] <= 64:
                self.assertAlmostEqual(float(total), sum(of["values"]), delta=1e-8 * abs(sum(of["values"])), msg=name)
            elif "reference" in answer and answer["reference"].get("output") == array:
                wanted = answer["reference"]["actual_sum"]
                self.assertAlmostEqual(float(total), wanted, delta=1e-8 * abs(wanted), msg=name)

    def test_a_grid_that_follows_from_the_size(self):
        self.agrees("add", "empty-lanes", "n=1000")

    def test_normal_numbers_and_dynamic_shared_memory(self):
        self.agrees("histogram", "shared", "n=20000", "bins=200")

    def test_streams(self):
        self.agrees("streams", "light", "n=5000", "parts=7")

    def test_a_model_from_a_file_of_numbers(self):
        self.agrees("rays", "tree")

    def test_all_if_asked(self):
        if not ALL:
            self.skipTest("WARPLENS_ALL_PROGRAMS=1 compiles every entry, about 1.5 s each")
        for experiment, label in entries():
            with self.subTest(experiment=experiment, label=label):
                self.agrees(experiment, label)
