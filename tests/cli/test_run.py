"""`warplens run` on kernels that are not in the repository: answers, JSON, files."""

import kernels
from program import ProgramTest, float32, read_npy, warplens, write_npy


class Structures(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.write("structures.cu", kernels.STRUCTURES)

    def arguments(self, first, *more):
        return ["run", self.source, "--grid", 1, "--block", 32, "--arg", first, "--arg", "f64=0.5",
                "--arg", "{i32=1; i32=5; f32[5]=zeros}", "--device", "simt", *more]

    def test_fields_are_arguments(self):
        answer = self.run_json(*self.arguments("{i32=3; i32=5; f32[15]=iota}"))
        self.assertEqual([(o["arg"], o["size"]) for o in answer["outputs"]], [(2, 15), (6, 5)])
        self.assertEqual(answer["outputs"][1]["values"], [0.5 * (9 * row + 3) for row in range(5)])

    def test_wrong_fields(self):
        answer = warplens(*self.arguments("{i32=3; i32=5; i32=7; f32[15]=iota}"))
        self.assertEqual(answer.returncode, 1)
        self.assertIn("the 4 fields of parameter 0", answer.stderr)
        self.assertIn("take 24 bytes as C++ lays them out, but the kernel wants 16", answer.stderr)


class Saxpy(ProgramTest):
    n = 1000
    source = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.write("saxpy.cu", kernels.SAXPY)

    def arguments(self, *more):
        return ["run", self.source, "--grid", 4, "--block", 256, "--arg", "i32=%d" % self.n, "--arg", "f32=2.5",
                "--arg", "f32[%d]=iota" % self.n, "--arg", "f32[%d]=3" % self.n, "--device", "simt", *more]

    def test_result(self):
        answer = self.run_json(*self.arguments())
        self.assertEqual(answer["status"], "ok")
        self.assertEqual(answer["device"], "simt")
        self.assertEqual(answer["kernel"], "saxpy")
        self.assertEqual(answer["launch"], {"grid": [4, 1, 1], "block": [256, 1, 1], "shared": 0})
        self.assertEqual(answer["seed"], 1)
        self.assertEqual(answer["findings"], [])
        self.assertEqual([(o["arg"], o["type"], o["size"]) for o in answer["outputs"]], [(2, "f32", 1000), (3, "f32", 1000)])
        self.assertEqual(answer["outputs"][1]["values"], [2.5 * i + 3 for i in range(64)])

    def test_is_the_same_on_any_number_of_cores(self):
        def run(cores):
            answer = self.run_json("run", self.source, "--grid", 256, "--block", 128, "--arg", "i32=32768", "--arg", "f32=2.5",
                                   "--arg", "f32[32768]=iota", "--arg", "f32[32768]=3", "--device", "simt", "--cores", cores)
            del answer["timing"]["host_ms"]
            return answer

        alone = run(1)
        for cores in (2, 3, 8):
            self.assertEqual(run(cores), alone)
        for cores in ("0", "-1", "two"):
            answer = warplens(*self.arguments("--cores", cores))
            self.assertEqual(answer.returncode, 1)
            self.assertIn("--cores: error: ", answer.stderr)

    def test_counters(self):
        counters = self.run_json(*self.arguments())["counters"]
        self.assertEqual(counters["threads"], 1024)
        self.assertEqual(counters["warps"], 32)
        # 1,000 threads in 32 warps, the last with 8 active lanes; 4-byte elements in 32-byte sectors, x and y read, y written.
        self.assertEqual(counters["global_loads"], 64)
        self.assertEqual(counters["global_stores"], 32)
        self.assertEqual(counters["global_sectors"], 3 * 1000 * 4 // 32)
        self.assertEqual(counters["bank_conflicts"], 0)
        self.assertGreaterEqual(counters["warp_instructions"], 32 * 8)
        self.assertLessEqual(counters["thread_instructions"], 32 * counters["warp_instructions"])
        self.assertGreater(counters["cycles"], 0)

    def test_what_caches_and_memory_did_and_what_limits_the_launch(self):
        answer = self.run_json(*self.arguments("--spec", "a100"))
        counters, timing = answer["counters"], answer["timing"]
        # Every sector of x and y is read once, and every sector of y written once.
        self.assertEqual(counters["l1_hit_sectors"], 0)
        self.assertEqual(counters["memory_bytes_read"], 2 * 1000 * 4)
        self.assertEqual(counters["memory_bytes_written"], 1000 * 4)
        self.assertEqual(timing["kernel_cycles"]["value"], counters["cycles"] + timing["launch_cycles"]["value"])
        self.assertEqual(timing["launch_cycles"], {"value": 5000.0, "source": "modelled"})
        utilisation = counters["utilisation"]
        self.assertEqual(utilisation["limit"], "latency", "32 warps on 108 multiprocessors")
        for part in ("issue", "arithmetic", "l1", "l2", "memory"):
            self.assertTrue(0 <= utilisation[part] < 0.5, part)
        # One fused multiply-add per element; 32 lanes in each of four schedulers take an instruction every other cycle.
        roofline = counters["roofline"]
        self.assertEqual(roofline["operations"], {"kind": "floating-point", "value": 2 * 1000, "source": "counted"})
        self.assertEqual(roofline["operations_per_byte"], 2 / 12)
        self.assertAlmostEqual(roofline["operations_per_cycle"], 2000 / counters["cycles"])
        self.assertAlmostEqual(roofline["roof"], 2 / 12 * 1555e3 / 1410, delta=1)
        untimed = self.run_json(*self.arguments("--schedule", "random"))
        self.assertIsNone(untimed["counters"]["utilisation"])
        self.assertIsNone(untimed["counters"]["roofline"])
        self.assertNotIn("launch_cycles", untimed["timing"])

    def test_counters_by_class_and_ratios(self):
        answer = self.run_json(*self.arguments())
        counters = answer["counters"]
        # x and y are read, y is written: 1,000 elements of 4 bytes each, in full sectors.
        self.assertEqual(counters["load_bytes_asked"], 2 * 4000)
        self.assertEqual(counters["load_bytes_moved"], 2 * 4000)
        self.assertEqual(counters["store_bytes_moved"], 4000)
        self.assertEqual(counters["bytes_asked"], counters["bytes_moved"])
        self.assertEqual(counters["load_efficiency"], 1)
        self.assertEqual(counters["sectors_per_request"], 375 / 96)
        self.assertEqual(counters["by_class"]["load-global"], {"warp": 64, "thread": 2000})
        self.assertEqual(counters["by_class"]["store-global"], {"warp": 32, "thread": 1000})
        self.assertEqual(sum(kind["warp"] for kind in counters["by_class"].values()), counters["warp_instructions"])
        self.assertEqual(sum(kind["thread"] for kind in counters["by_class"].values()), counters["thread_instructions"])
        self.assertEqual(counters["simt_efficiency"], counters["thread_instructions"] / (32 * counters["warp_instructions"]))
        # Four blocks of 256 threads: the toy's two multiprocessors hold 1,024 threads each, so all blocks are resident.
        self.assertEqual(counters["occupancy"]["theoretical"], 1)
        self.assertTrue(0 < counters["occupancy"]["achieved"] <= 1)
        self.assertEqual(counters["occupancy"]["limiter"], "threads")
        self.assertEqual(counters["waves"], 0.5)
        lines = answer["lines"]
        self.assertEqual(sum(line["global_sectors"] for line in lines), counters["global_sectors"])
        self.assertEqual([line["line"] for line in lines], sorted(line["line"] for line in lines))

    def test_every_time_says_where_it_is_from(self):
        timing = self.run_json(*self.arguments())["timing"]
        self.assertEqual(timing["host_ms"]["source"], "measured")
        self.assertEqual(timing["kernel_cycles"]["source"], "modelled")
        self.assertNotIn("kernel_ms", timing)

    def test_save(self):
        x, y = self.folder / "x.npy", self.folder / "y.npy"
        process = warplens(*self.arguments("--save", "2=%s" % x, "--save", "3=%s" % y))
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(read_npy(x), ("<f4", (1000,), [float(i) for i in range(1000)]))
        self.assertEqual(read_npy(y), ("<f4", (1000,), [2.5 * i + 3 for i in range(1000)]))

    def test_text_says_how_every_number_came_about(self):
        process = warplens(*self.arguments())
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(process.stderr, "")
        self.assertIn("saxpy", process.stdout)
        self.assertRegex(process.stdout, r"threads +1,024 +counted")
        self.assertRegex(process.stdout, r"cycles +[\d,]+ +modelled")
        self.assertRegex(process.stdout, r"sectors per request +3.91 +counted")
        self.assertRegex(process.stdout, r"occupancy, by threads +100.0 % +modelled")
        self.assertRegex(process.stdout, r"load-global +64 +2,000")
        self.assertRegex(process.stdout, r"ms +measured")

    def test_same_command_same_answer(self):
        traces = [self.folder / "a.trace", self.folder / "b.trace"]
        answers = [self.run_json(*self.arguments("--trace", trace)) for trace in traces]
        for answer in answers:
            del answer["timing"]["host_ms"]
        self.assertEqual(answers[0], answers[1])
        self.assertGreater(answers[0]["trace"]["steps"], 0)
        self.assertEqual(traces[0].read_bytes(), traces[1].read_bytes())


class Arguments(ProgramTest):
    """Forms of --arg, --grid and SOURCE, on a kernel of 2 dimensions, one of doubles and one of 64-bit integers."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.two = cls.write("two.cu", kernels.TWO_KERNELS)
        cls.reverse = cls.write("reverse.cu", kernels.REVERSE)
        cls.squares = cls.write("squares.ptx", kernels.SQUARES_PTX)

    def values(self, *arguments, arg):
        answer = self.run_json("run", *arguments, "--device", "simt")
        return next(output["values"] for output in answer["outputs"] if output["arg"] == arg)

    def test_two_dimensions(self):
        rows, columns = 5, 7
        out = self.folder / "cells.npy"
        answer = self.run_json("run", "%s:number_cells" % self.two, "--grid", "2,2", "--block", "4,4,1", "--arg", "i32=5", "--arg", "i32=7",
                               "--arg", "i64[35]=-1", "--save", "2=%s" % out, "--device", "simt")
        self.assertEqual(answer["launch"], {"grid": [2, 2, 1], "block": [4, 4, 1], "shared": 0})
        self.assertEqual(read_npy(out), ("<i8", (35,), [1000 * r + c for r in range(rows) for c in range(columns)]))

    def test_doubles(self):
        values = self.values("%s:halve" % self.two, "--grid", 1, "--block", 32, "--arg", "f64[5]=0.1,1,-3,1e300,7", "--arg", "u32=5", arg=0)
        self.assertEqual(values, [0.05, 0.5, -1.5, 5e299, 3.5])

    def test_64_bit_integers_of_a_ptx_file(self):
        values = self.values(self.squares, "--grid", "1,1,1", "--block", "4", "--arg", "i64=3,-3,3037000499,0", arg=0)
        self.assertEqual(values, [9, 9, 3037000499**2, 0])

    def test_dynamic_shared_memory(self):
        values = self.values(self.reverse, "--grid", 2, "--block", 8, "--shared", 32, "--arg", "i32[16]=iota", arg=0)
        self.assertEqual(values, [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8])

    def test_npy_and_bin_files(self):
        npy, raw = self.folder / "in.npy", self.folder / "in.bin"
        write_npy(npy, "<i8", [2, -5, 11], "q")
        raw.write_bytes(b"".join(value.to_bytes(8, "little", signed=True) for value in (2, -5, 11)))
        for form in ("i64=@%s" % npy, "i64[3]=@%s" % npy, "i64=@%s" % raw):
            self.assertEqual(self.values(self.squares, "--grid", 1, "--block", 3, "--arg", form, arg=0), [4, 25, 121], form)

    def test_random_inputs_follow_the_seed(self):
        def inputs(form, seed):
            return self.values("%s:halve" % self.two, "--grid", 1, "--block", 1, "--arg", "f64[64]=%s" % form, "--arg", "u32=0", "--seed", seed,
                               arg=0)

        uniform, normal = inputs("random", 1), inputs("normal", 1)
        self.assertTrue(all(0 <= value < 1 for value in uniform))
        self.assertEqual(len(set(uniform)), 64)
        self.assertTrue(any(value < 0 for value in normal) and any(value > 0 for value in normal))
        self.assertEqual(uniform, inputs("random", 1))
        self.assertNotEqual(uniform, inputs("random", 2))

    def test_float_values_are_exact(self):
        path = self.folder / "third.npy"
        saxpy = self.write("saxpy.cu", kernels.SAXPY)
        values = self.values(saxpy, "--grid", 1, "--block", 1, "--arg", "i32=1", "--arg", "f32=0.1", "--arg", "f32[1]=3", "--arg", "f32[1]=0",
                             "--save", "3=%s" % path, arg=3)
        self.assertEqual(values, read_npy(path)[2])
        self.assertAlmostEqual(values[0], 0.3, 6)
        self.assertEqual(values[0], float32(values[0]))

    def test_json_shows_64_elements_and_save_writes_all(self):
        path = self.folder / "hundred.npy"
        answer = self.run_json("run", self.squares, "--grid", 4, "--block", 25, "--arg", "i64[100]=iota", "--save", "0=%s" % path)
        self.assertEqual(answer["outputs"][0]["size"], 100)
        self.assertEqual(answer["outputs"][0]["values"], [i * i for i in range(64)])
        self.assertEqual(read_npy(path)[2], [i * i for i in range(100)])


class Schedules(ProgramTest):
    """The racy counter of the repository under every schedule."""

    def test_every_schedule_is_deterministic_and_loses_updates(self):
        from program import RESOURCES

        source = "%s:counter_racy" % (RESOURCES / "kernels" / "counter.ptx")
        for schedule in ("timed", "round-robin", "random"):
            got = []
            for name in ("a", "b"):
                trace = self.folder / name
                answer = self.run_json("run", source, "--grid", 32, "--block", 32, "--arg", "i32[1]=zeros", "--schedule", schedule, "--seed", 5,
                                       "--trace", trace, "--device", "simt")
                got.append((answer["outputs"], answer["counters"], trace.read_bytes()))
            self.assertEqual(got[0], got[1], schedule)
            value = got[0][0][0]["values"][0]
            self.assertTrue(1 <= value <= 32, "a warp's 32 lanes read the same value: at most 32 of 1,024 additions count, not %d" % value)


class Presets(ProgramTest):
    def test_a_preset_decides_the_cycles_and_not_the_values(self):
        source = self.write("saxpy.cu", kernels.SAXPY)
        arguments = ["run", source, "--grid", 64, "--block", 256, "--arg", "i32=16384", "--arg", "f32=2", "--arg", "f32[16384]=iota",
                     "--arg", "f32[16384]=1"]
        toy = self.run_json(*arguments, "--spec", "toy")
        card = self.run_json(*arguments, "--spec", "rtx-4090")
        self.assertEqual(toy["outputs"], card["outputs"])
        self.assertIn("RTX 4090", card["device_name"])
        # 2 multiprocessors and 128.
        self.assertLess(card["counters"]["cycles"], toy["counters"]["cycles"] / 2)


if __name__ == "__main__":
    import unittest

    unittest.main()
