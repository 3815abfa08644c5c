"""`warplens experiment` and `list` on the three experiments and on one of a folder of our own."""

import json

import kernels
from program import ProgramTest, RESOURCES, float32, read_npy, warplens


class Increment(ProgramTest):
    def entry(self, name, *more, status=0):
        return self.run_json("experiment", "increment", "--set", "entry=%s" % name, "--device", "simt", *more, status=status)

    def test_one_thread_for_each_element(self):
        answer = self.entry("guarded")
        self.assertEqual(answer["launch"]["grid"], [3907, 1, 1])
        self.assertEqual(answer["counters"]["threads"], 1_000_192)
        self.assertEqual(answer["outputs"][0]["values"], [1.0] * 64)
        self.assertEqual(answer["reference"]["wrong"], 0)
        self.assertEqual(answer["reference"]["actual_sum"], 1_000_000)

    def test_too_small_a_grid_leaves_the_rest(self):
        answer = self.entry("fixed-grid")
        self.assertEqual((answer["status"], answer["racy"]), ("ok", True))
        self.assertEqual(answer["reference"]["wrong"], 1_000_000 - 6400)
        self.assertEqual(answer["reference"]["actual_sum"], 6400)
        self.assertEqual(answer["reference"]["first_wrong"], {"element": 6400, "expected": 1, "actual": 0})

    def test_a_loop_reaches_everything(self):
        answer = self.entry("grid-stride")
        self.assertEqual(answer["counters"]["threads"], 6400)
        self.assertEqual((answer["reference"]["wrong"], answer["reference"]["actual_sum"]), (0, 1_000_000))

    def test_one_thread_reaches_one_element(self):
        answer = self.entry("one-thread")
        self.assertEqual(answer["counters"]["threads"], 1)
        self.assertEqual(answer["outputs"][0]["values"], [0.5] + [0.0] * 63)

    def test_the_grid_follows_the_block_and_the_size(self):
        answer = self.entry("guarded", "--set", "n=1000", "--set", "block=128")
        self.assertEqual(answer["launch"], {"grid": [8, 1, 1], "block": [128, 1, 1], "shared": 0})
        self.assertEqual(answer["parameters"], {"n": 1000})

    def test_the_order_of_set_does_not_matter(self):
        one = self.run_json("experiment", "increment", "--set", "grid=5", "--set", "block=64", "--set", "entry=grid-stride", "--device", "simt")
        self.assertEqual(one["launch"], {"grid": [5, 1, 1], "block": [64, 1, 1], "shared": 0})

    def test_a_wrong_result_that_is_not_the_lesson_is_found(self):
        answer = self.entry("guarded", "--set", "grid=1", status=3)
        self.assertEqual(answer["status"], "found")
        self.assertEqual(answer["reference"]["wrong"], 1_000_000 - 256)


class Counter(ProgramTest):
    def test_atomic_counts_every_thread(self):
        answer = self.run_json("experiment", "counter", "--set", "entry=atomic", "--repeat", 20, "--device", "simt")
        self.assertEqual(answer["repeats"]["values"], [1024] * 20)
        self.assertEqual(answer["counters"]["global_atomics"], 32)

    def test_racy_loses_updates_and_says_so(self):
        answer = self.run_json("experiment", "counter", "--device", "simt")
        self.assertEqual((answer["status"], answer["racy"]), ("ok", True))
        values = answer["repeats"]["values"]
        self.assertEqual(len(values), 100)
        self.assertTrue(all(1 <= value <= 32 for value in values), values)
        self.assertGreater(len(set(values)), 1, "seeds make a difference")
        self.assertEqual(values[0], answer["outputs"][0]["values"][0])
        self.assertEqual(answer["reference"]["expected_sum"], 1024)

    def test_each_repeat_is_the_run_of_its_seed(self):
        values = self.run_json("experiment", "counter", "--repeat", 5, "--set", "seed=10", "--device", "simt")["repeats"]["values"]
        for k, value in enumerate(values):
            one = self.run_json("experiment", "counter", "--repeat", 1, "--set", "seed=%d" % (10 + k), "--device", "simt")
            self.assertEqual(one["outputs"][0]["values"], [value])

    def test_same_command_same_answer(self):
        answers = [self.run_json("experiment", "counter", "--device", "simt") for _ in range(2)]
        for answer in answers:
            del answer["timing"]["host_ms"]
        self.assertEqual(answers[0], answers[1])


class Histogram(ProgramTest):
    """Against counts made here, in the float arithmetic of the kernel, of the very samples that the machine got."""

    def test_counts(self):
        samples, counts, n, bins = self.folder / "samples.npy", self.folder / "counts.npy", 20_000, 150
        for entry, shared in (("histogram_atomic", 0), ("histogram_shared", 4 * bins)):
            self.run_json("run", "%s:%s" % (RESOURCES / "kernels" / "histogram.ptx", entry), "--grid", 16, "--block", 128, "--shared", shared,
                          "--arg", "f32[%d]=normal" % n, "--arg", "i32=%d" % n, "--arg", "i32[%d]=zeros" % bins, "--arg", "i32=%d" % bins,
                          "--arg", "f32=-4", "--arg", "f32=4", "--save", "0=%s" % samples, "--save", "2=%s" % counts, "--device", "simt")
            expected = [0] * bins
            for sample in read_npy(samples)[2]:
                position = float32(float32(float32(sample + 4) / 8) * bins)
                if 0 <= position < bins:
                    expected[int(position)] += 1
            self.assertEqual(read_npy(counts)[2], expected, entry)
            # Standard normal: about 68 % of the samples lie within one standard deviation, and the middle bins are the fullest.
            middle = sum(expected[int(3 / 8 * bins) : int(5 / 8 * bins)])
            self.assertAlmostEqual(middle / n, 0.6827, delta=0.03)

    def test_all_entries_at_their_defaults(self):
        for entry in ("atomic", "shared"):
            answer = self.run_json("experiment", "histogram", "--set", "entry=%s" % entry, "--device", "simt")
            self.assertEqual((answer["status"], answer["reference"]["wrong"]), ("ok", 0), entry)
        racy = self.run_json("experiment", "histogram", "--set", "entry=racy", "--device", "simt")
        self.assertEqual(racy["status"], "ok")
        self.assertLess(racy["reference"]["actual_sum"], racy["reference"]["expected_sum"])


class EveryEntryTest(ProgramTest):
    """All entries as they come, checked: what is found and what is wrong is planted, and nothing else is. In shares, so that no test
    takes long."""

    SHARES = 6
    # Of entries sized for a GPU: their shadow memory alone takes 2 GB at full size, their instructions seconds.
    SMALLER = {("latency", "global"): ["--set", "kib=4096"], ("streams", "heavy"): ["--set", "n=65536", "--set", "rounds=100"]}

    def check_share(self, share):
        entries = [(experiment["name"], entry["label"])
                   for experiment in self.run_json("list")["experiments"] for entry in experiment["entries"]]
        self.assertGreater(len(entries), self.SHARES)
        for experiment, label in entries[share :: self.SHARES]:
            name = "%s, %s" % (experiment, label)
            process = warplens("experiment", experiment, "--set", "entry=%s" % label, "--set", "check=true", "--repeat", "1",
                               "--device", "simt", "--json", *self.SMALLER.get((experiment, label), []))
            answer = json.loads(process.stdout)
            planted = bool(answer["findings"]) or answer["status"] == "fault" or answer["reference"]["wrong"] > 0
            self.assertEqual(planted, answer["racy"], name)
            if not planted:
                self.assertEqual((process.returncode, answer["status"]), (0, "ok"), name)


class EveryEntry1(EveryEntryTest):
    def test_goes_wrong_only_where_a_bug_is_planted(self):
        self.check_share(0)


class EveryEntry2(EveryEntryTest):
    def test_goes_wrong_only_where_a_bug_is_planted(self):
        self.check_share(1)


class EveryEntry3(EveryEntryTest):
    def test_goes_wrong_only_where_a_bug_is_planted(self):
        self.check_share(2)


class EveryEntry4(EveryEntryTest):
    def test_goes_wrong_only_where_a_bug_is_planted(self):
        self.check_share(3)


class EveryEntry5(EveryEntryTest):
    def test_goes_wrong_only_where_a_bug_is_planted(self):
        self.check_share(4)


class EveryEntry6(EveryEntryTest):
    def test_goes_wrong_only_where_a_bug_is_planted(self):
        self.check_share(5)


class Requests(ProgramTest):
    def test_wrong_ones(self):
        for arguments, message in (
            (["nonsense"], "no experiment 'nonsense'; there are .*increment"),
            (["counter", "--set", "n=1"], "--set n=1: error: "),
            (["increment", "--set", "n=0"], "'n' is 0"),
            (["increment", "--set", "n=many"], "'many' is not a number"),
            (["increment", "--set", "n"], "KEY=VALUE"),
            (["increment", "--set", "entry=none"], "no entry 'none'"),
            (["increment", "--set", "block=32,32,32"], "32,768 threads"),
            (["counter", "--set", "schedule=fast"], "'fast'"),
            (["counter", "--repeat", "0"], "--repeat: error: "),
            (["counter", "--repeat", "x"], "--repeat: error: "),
            (["counter", "--kernels", "/no/such/folder"], "--kernels /no/such/folder: error: not a folder"),
            ([], "name is required"),
        ):
            self.assert_refused("experiment", *arguments, message=message)


TWICE_TOML = """\
title = "Double every element"
text = "One thread per element."
view = "mapping"
shown = "a"

[parameters.n]
label = "Elements n"
value = 1000
minimum = 1
maximum = 1000000

[[arguments]]
name = "a"
type = "f32"
size = "n"
input = "iota"
output = true

[[arguments]]
name = "n"
type = "i32"
value = "n"

[[entries]]
kernel = "twice"
label = "twice"
shows = "Each thread doubles its own element."
grid = ["(n + bx - 1) / bx"]
block = ["256"]
arguments = ["a", "n"]

[reference]
output = "a"
expression = "2 * in"
"""

TWICE = """\
__global__ void twice(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 2 * a[i];
}
"""


class OwnFolder(ProgramTest):
    """The example of the README: a .cu and a .toml, and no C++."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.write("twice.cu", TWICE)
        cls.write("twice.toml", TWICE_TOML)

    def test_it_runs(self):
        answer = self.run_json("experiment", "twice", "--kernels", self.folder, "--device", "simt")
        self.assertEqual(answer["outputs"][0]["values"], [2.0 * i for i in range(64)])
        self.assertEqual(answer["reference"]["wrong"], 0)

    def test_it_is_listed_with_the_others(self):
        listed = self.run_json("--kernels", self.folder, "list")
        self.assertLessEqual({"add", "counter", "histogram", "increment", "matrix_multiplication", "twice"}, {experiment["name"] for experiment in listed["experiments"]})

    def test_list_names_entries(self):
        text = warplens("list").stdout
        for word in ("counter", "racy", "atomic", "histogram", "shared", "increment", "grid-stride"):
            self.assertIn(word, text)

    def test_a_broken_file_is_named_and_hides_nothing(self):
        broken = self.folder / "broken"
        broken.mkdir()
        (broken / "broken.toml").write_text(TWICE_TOML.replace('"2 * in"', "2 *"))
        process = warplens("list", "--kernels", broken)
        self.assertEqual(process.returncode, 1)
        self.assertIn("counter", process.stdout)
        self.assertRegex(process.stderr, r"broken\.toml:\d+:\d+: error: ")
        self.assertEqual(self.run_json("list", "--kernels", broken, status=1)["status"], "error")
        self.assert_refused("experiment", "broken", "--kernels", broken, message="broken.toml")
        self.run_json("experiment", "counter", "--kernels", broken)

    def test_a_kernel_that_does_not_compile_is_named(self):
        bad = self.folder / "bad"
        bad.mkdir()
        (bad / "twice.toml").write_text(TWICE_TOML.replace("twice", "thrice"))
        (bad / "twice.cu").write_text(kernels.SAXPY)
        self.assert_refused("experiment", "twice", "--kernels", bad, message="thrice")


if __name__ == "__main__":
    import unittest

    unittest.main()
