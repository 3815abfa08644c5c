"""docs/json.md against what the program prints: every key that is printed is on the page, and every key on the page is printed."""

import fnmatch
import json
import pathlib
import re
import unittest

import kernels
from program import SANITIZED, ProgramTest, warplens

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "json.md"
# Lists and members of any name, whose contents the page does not list.
ANY_NAME = re.compile(r"^(devices\[\]\.details|submissions\[\]\.counters|answers\[\]\.because\[\])\.")

RACE = """
__global__ void race(int* a) { a[0] += 1; }
int main() {
  int *d, h = 0;
  cudaMalloc(&d, 128);
  race<<<1, 32>>>(d);
  cudaMemcpy(d, &h, 4, cudaMemcpyDeviceToHost);
}
"""
STREAMS = """
__global__ void fill(int* a) { a[threadIdx.x] = 1; }
int main() {
  int* d;
  cudaStream_t one, two;
  cudaStreamCreate(&one), cudaStreamCreate(&two);
  cudaMalloc(&d, 128);
  fill<<<1, 32, 0, one>>>(d);
  fill<<<1, 32, 0, two>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
"""


def keys_on_page():
    """The keys in the first column of each table, by the heading above; and those of them that are in italics."""
    sections, sometimes, section = {}, set(), None
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            section = sections.setdefault(line[3:].replace("`", ""), set())
        elif line.startswith("|") and section is not None:
            column = line.split("|")[1]
            keys = re.findall(r"`([^`]+)`", column)
            section.update(keys)
            sometimes.update(re.findall(r"\*`([^`]+)`\*", column))
    return sections, sometimes


def keys_in(value, path=""):
    """The paths of all members that are no objects or lists of objects."""
    if isinstance(value, dict) and value:
        for key, member in value.items():
            yield from keys_in(member, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and any(isinstance(element, dict) for element in value):
        for element in value:
            yield from keys_in(element, path + "[]")
    else:
        yield path


def matches(key, patterns):
    """Whether a key is one of the page's, or the object or list that others of the page are in."""
    return any(fnmatch.fnmatchcase(key, pattern.replace("[]", "[[][]]")) or pattern.startswith((key + ".", key + "[]"))
               for pattern in patterns)


@unittest.skipIf(SANITIZED, "whole programs need our CUDA runtime, a library without sanitizers")
class Page(ProgramTest):
    def printed(self, *arguments):
        process = warplens(*arguments, "--json")
        return set(keys_in(json.loads(process.stdout)))

    def test_every_key(self):
        race, streams, past = self.write("race.cu", RACE), self.write("streams.cu", STREAMS), self.write("past.cu", kernels.PAST_THE_END)
        submissions = self.folder / "submissions"
        submissions.mkdir()
        (submissions / "eve.cu").write_text("__global__ void increment(float* a, int n) { a[0] += 1; }\n")
        runs = {
            "run": [("run", past, "--grid", 1, "--block", 32, "--arg", "i32[8]=zeros"),
                    ("run", past, "--grid", 0, "--block", 32, "--arg", "i32[8]=zeros"),
                    ("run", race, "--grid", 1, "--block", 32, "--arg", "i32[8]=zeros", "--check")],
            "experiment": [("experiment", "counter", "--set", "entry=racy", "--check", "--repeat", 2),
                           ("experiment", "streams"), ("experiment", "histogram", "--set", "entry=racy")],
            "program": [("program", "--check", race), ("program", streams)],
            "why": [("why", "counter", "--element", "counter[0]")],
            "grade": [("grade", submissions, "--against", "increment")],
            "sweep": [("sweep", "matrix_multiplication", "memory")],
            "list and info": [("list",), ("info",)],
        }
        sections, sometimes = keys_on_page()
        shared = sections["Any command"]
        of_a_run = sections["run"] | sections["Counters"] | sections["Findings"]
        allowed = {"run": of_a_run, "experiment": of_a_run | sections["experiment"],
                   "program": sections["program"] | {"launches[]." + key for key in of_a_run} | sections["Findings"]}
        seen = set()
        for command, lines in runs.items():
            keys = set().union(*(self.printed(*line) for line in lines))
            seen |= keys
            page = allowed.get(command, sections[command]) | shared
            unknown = {key for key in keys if not matches(key, page) and not ANY_NAME.match(key)}
            self.assertEqual(unknown, set(), f"{PAGE.name} says nothing of these keys of {command}")
        stated = set().union(*sections.values()) - sometimes
        missing = {key for key in stated if not any(matches(one, {key}) or one.startswith((key + ".", key + "[]")) for one in seen)}
        self.assertEqual(missing, set(), f"no command printed these keys of {PAGE.name}")


if __name__ == "__main__":
    unittest.main()
