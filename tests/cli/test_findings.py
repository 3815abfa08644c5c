"""`run --check` and `experiment --check`: what is found, on standard error and as JSON, and exit status 3."""

import re
import unittest

import kernels
from contract import FINDINGS, ContractTest
from program import ProgramTest, warplens

ARGUMENTS = ("--grid", 1, "--block", 64, "--arg", "i32[64]=iota", "--arg", "i32[64]=zeros", "--device", "simt", "--check")


class MissingBarrier(ContractTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.racy = cls.write("no_barrier.cu", kernels.NO_BARRIER)
        cls.clean = cls.write("barrier.cu", kernels.NO_BARRIER.replace("  out[i] =", "  __syncthreads();\n  out[i] ="))

    def test_json(self):
        answer = self.run_json("run", self.racy, *ARGUMENTS, status=3)
        self.assert_run(answer)
        self.assertEqual(answer["status"], "found")
        self.assertEqual(len(answer["findings"]), 1)
        finding = answer["findings"][0]
        self.assert_finding(finding, FINDINGS)
        self.assertEqual((finding["kind"], finding["space"], finding["benign_looking"]), ("data-race", "shared", False))
        self.assertIn("tile", finding["buffer"])
        sides = {(side["line"], side["access"]) for side in (finding["first"], finding["second"])}
        self.assertEqual(sides, {(4, "write"), (5, "read")})
        self.assertNotEqual(finding["first"]["thread"], finding["second"]["thread"])

    def test_text(self):
        process = warplens("run", self.racy, *ARGUMENTS)
        self.assertEqual(process.returncode, 3, process.stderr)
        lines = process.stderr.splitlines()
        self.assertRegex(lines[0], r"no_barrier\.cu:[45]:\d+: finding: .*tile")
        self.assertRegex(lines[1], r"no_barrier\.cu:[45]:\d+: note: the other side: (read|write) by block \(0,0,0\) thread \(\d+,0,0\)")
        self.assertRegex(process.stderr, r"(?m)^  data race +\S*tile\[\d+\] +\d+ ")
        self.assertRegex(process.stdout, r"threads +64 +counted")

    def test_nothing_is_looked_for_without_the_option(self):
        process = warplens("run", self.racy, *ARGUMENTS[:-1])
        self.assertEqual((process.returncode, process.stderr), (0, ""))

    def test_the_clean_twin(self):
        self.assertEqual(self.run_json("run", self.clean, *ARGUMENTS)["findings"], [])
        process = warplens("run", self.clean, *ARGUMENTS)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("The check found nothing.", process.stdout)

    def test_a_fault_is_found_once_and_said_once(self):
        past = self.write("past.cu", kernels.PAST_THE_END)
        arguments = ("run", past, "--grid", 1, "--block", 32, "--arg", "i32[8]=zeros", "--device", "simt", "--check")
        answer = self.run_json(*arguments, status=2)
        self.assertEqual([finding["kind"] for finding in answer["findings"]], ["out-of-bounds"])
        process = warplens(*arguments)
        self.assertEqual(process.returncode, 2)
        self.assertEqual(len(re.findall(r"past\.cu:2:\d+: ", process.stderr)), 1, process.stderr)


class Places(ProgramTest):
    """Where a finding is, in the words of the source."""

    def finding(self, body, *arguments, before=""):
        source = self.write("place.cu", before + "__global__ void k(int* out) {\n" + body + "\n}\n")
        answer = self.run_json("run", source, "--grid", 1, "--block", 64, "--arg", "i32[64]=zeros", "--device", "simt", "--check",
                               *arguments, status=3)
        return answer["findings"][0]

    def test_two_dimensions(self):
        finding = self.finding("__shared__ float y[4][17]; int t = threadIdx.x;\ny[t / 16][t % 16] = t;\n"
                               "out[t] = y[3 - t / 16][t % 16];")
        self.assertRegex(finding["place"], r"^y\[[0-3]\]\[\d+\]$")
        self.assertIn(finding["place"], finding["message"])

    def test_fields(self):
        finding = self.finding("__shared__ Body b[64]; int t = threadIdx.x;\nb[t].kind = t;\nout[t] = b[63 - t].kind;",
                               before="struct Body { float x, y; int kind; };\n")
        self.assertRegex(finding["place"], r"^b\[\d+\]\.kind$")

    def test_an_instance_of_a_template(self):
        source = self.write("turn.cu", "template <int TILE, typename T> __global__ void turn(T* out) {\n"
                            "  __shared__ T tile[TILE][TILE + 1];\n  int x = threadIdx.x % TILE, y = threadIdx.x / TILE;\n"
                            "  tile[y][x] = out[threadIdx.x];\n  out[threadIdx.x] = tile[x][y];\n}\n"
                            "template __global__ void turn<8, float>(float*);\ntemplate __global__ void turn<4, double>(double*);\n")
        answer = self.run_json("run", f"{source}:turn<8, float>", "--grid", 1, "--block", 64, "--arg", "f32[64]=iota", "--device",
                               "simt", "--check", status=3)
        finding = answer["findings"][0]
        store = finding["first"] if finding["first"]["line"] == 4 else finding["second"]
        self.assertEqual(finding["place"], f"tile[{store['thread'][0] // 8}][{store['thread'][0] % 8}]")

    def test_part_of_an_element(self):
        finding = self.finding("__shared__ int s[64]; int t = threadIdx.x;\ns[t] = t;\nout[t] = ((unsigned short*)s)[2 * (63 - t)];")
        self.assertRegex(finding["place"], r"^s\[\d+\] \(bytes 0 to 1\)$")
        self.assertLess(finding["element"], 64)

    def test_scope_of_an_atomic(self):
        source = self.write("scope.cu", "__global__ void k(int* sum) {\n  atomicAdd_block(sum, 1);\n}\n")
        answer = self.run_json("run", source, "--grid", 2, "--block", 32, "--arg", "i32[1]=zeros", "--device", "simt", "--check",
                               status=3)
        self.assertIn("an atomic of block scope (atomicAdd_block and the like)", answer["findings"][0]["message"])


class Removed(ProgramTest):
    """Accesses that an optimising compiler removes are told, and are there with -O0."""

    def test_a_race_that_the_compiler_removed(self):
        source = self.write("removed.cu", "__global__ void k(int* out) {\n  __shared__ int s[64];\n  s[threadIdx.x / 2] = threadIdx.x;\n"
                            "  out[threadIdx.x] = threadIdx.x;\n}\n")
        arguments = ("run", source, "--grid", 1, "--block", 64, "--arg", "i32[64]=zeros", "--device", "simt", "--check")
        process = warplens(*arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        # Some compilers warn of the same line.
        self.assertRegex(process.stderr, r"^(\S+/removed\.cu:\d: warning: [^\n]+\n)*note: The compiler removed the accesses to memory in line "
                         r"3, as the result does not need them, so they are not checked; compile with -O0 to see them\.\n$")
        answer = self.run_json(*arguments, "-O0", status=3)
        self.assertEqual([(f["kind"], f["first"]["line"], f["second"]["line"]) for f in answer["findings"]], [("data-race", 3, 3)])
        self.assertNotIn("unchecked", answer)

    def test_an_array_that_is_gone_is_told_also_where_code_branches(self):
        source = self.write("branches.cu", "__global__ void k(int* out, int n) {\n  __shared__ int s[64];\n  s[threadIdx.x / 2] = n;\n"
                            "  if (threadIdx.x < n) out[threadIdx.x] = n;\n}\n")
        answer = self.run_json("run", source, "--grid", 1, "--block", 64, "--arg", "i32[64]=zeros", "--arg", "i32=64", "--device",
                               "simt", "--check")
        self.assertIn("accesses to memory in line 3,", answer["unchecked"])

    def test_nothing_is_said_of_what_is_there(self):
        source = self.write("there.cu", "__global__ void k(int* out) {\n  out[threadIdx.x] += 1;\n}\n")
        answer = self.run_json("run", source, "--grid", 1, "--block", 64, "--arg", "i32[64]=zeros", "--device", "simt", "--check")
        self.assertNotIn("unchecked", answer)

    def test_the_option(self):
        self.assert_refused("compile", self.write("any.cu", "__global__ void k() {}\n"), "-O9", message="there are -O0 and -O3")


class Experiments(ProgramTest):
    def test_a_racy_entry_is_found_and_its_atomic_twin_is_clean(self):
        racy = self.run_json("experiment", "counter", "--repeat", 1, "--check", "--device", "simt", status=3)
        self.assertEqual(racy["status"], "found")
        self.assertEqual({finding["kind"] for finding in racy["findings"]}, {"data-race"})
        for more in (["--check"], ["--set", "check=true"]):
            atomic = self.run_json("experiment", "counter", "--set", "entry=atomic", "--repeat", 1, "--device", "simt", *more)
            self.assertEqual((atomic["status"], atomic["findings"]), ("ok", []))


if __name__ == "__main__":
    unittest.main()
