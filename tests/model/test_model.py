"""The timed model against published figures: ranges of modelled values, of no times."""

import unittest

import model


class Card:
    """What holds on every preset."""

    spec = ""

    def test_memory_bounds_a_coalesced_copy(self):
        share = model.copied_bytes_per_cycle(self.spec) / model.BYTES_PER_CYCLE[self.spec]
        self.assertGreaterEqual(share, 0.8)
        self.assertLessEqual(share, 1.0)

    def test_a_strided_copy_costs_what_its_sectors_say(self):
        one, eight, thirty_two = (model.strided(self.spec, stride) for stride in (1, 8, 32))
        self.assertGreaterEqual(eight, 4 * one)
        self.assertLessEqual(thirty_two, 1.1 * 8 * one)

    def test_structures_cost_more_than_arrays(self):
        self.assertGreaterEqual(model.fields(self.spec, "structures"), 2 * model.fields(self.spec, "arrays"))

    def test_a_padded_tile_transposes_fastest(self):
        padded = model.transpose(self.spec, "padded")
        self.assertGreaterEqual(model.transpose(self.spec, "naive"), 1.5 * padded)
        self.assertGreaterEqual(model.transpose(self.spec, "shared"), padded)

    def test_tiles_speed_a_product_up(self):
        ratio = model.product(self.spec, "naive") / model.product(self.spec, "tiled")
        self.assertGreaterEqual(ratio, 1.3)
        self.assertLessEqual(ratio, 4)

    def test_atomics_on_one_address_queue(self):
        self.assertGreaterEqual(model.atomics(self.spec, "one"), 2 * model.atomics(self.spec, "all"))

    def test_a_histogram_of_few_bins_wants_shared_memory(self):
        self.assertGreaterEqual(model.histogram(self.spec, "global"), 1.2 * model.histogram(self.spec, "shared"))

    def test_more_warps_hide_latency_until_bandwidth_limits(self):
        one, eight, sixteen, all_warps = (model.warps(self.spec, count) for count in (1, 8, 16, 32))
        self.assertGreaterEqual(one, 2 * eight)
        self.assertGreaterEqual(eight / sixteen, sixteen / all_warps, "the gain becomes smaller")
        self.assertGreaterEqual(1.1 * sixteen, all_warps)

    def test_empty_blocks_cost_their_start(self):
        cycles = model.empty(self.spec)
        self.assertGreaterEqual(cycles, 1_000)
        self.assertLessEqual(cycles, 20_000 if self.spec in model.CARDS else 200_000)

    def test_latencies_are_those_published(self):
        for memory, published in model.LATENCIES.get(self.spec, {}).items():
            modelled = model.latency(self.spec, memory)
            self.assertLessEqual(abs(modelled - published), 0.15 * published, memory)


# One ctest entry per class; CMakeLists.txt reads the names.
class Toy(Card, unittest.TestCase):
    spec = "toy"


class ToyOfFour(Card, unittest.TestCase):
    spec = "toy-4"


class Rtx2080Ti(Card, unittest.TestCase):
    spec = "rtx-2080-ti"


class A100(Card, unittest.TestCase):
    spec = "a100"


class Rtx4090(Card, unittest.TestCase):
    spec = "rtx-4090"


class H100(Card, unittest.TestCase):
    spec = "h100"


class H200(Card, unittest.TestCase):
    spec = "h200"


class Caches(unittest.TestCase):
    def test_a_naive_product_reads_its_matrices_from_memory_about_once(self):
        n = 256
        matrix = model.zeros(n * n)
        answer = model.run("a100", "product_naive", "16,16", "16,16", matrix, matrix, matrix, f"i32={n}")
        self.assertGreaterEqual(answer["counters"]["memory_bytes_read"], 2 * 4 * n * n)
        self.assertLessEqual(answer["counters"]["memory_bytes_read"], 1.1 * 2 * 4 * n * n)
        self.assertEqual(answer["counters"]["memory_bytes_written"], 4 * n * n)
        self.assertGreater(answer["counters"]["l1_hit_sectors"], answer["counters"]["global_sectors"] / 2)


class Course(unittest.TestCase):
    def test_the_figures_are_within_a_factor_of_three(self):
        for name, microseconds in model.course().items():
            measured = model.COURSE[name] - model.COURSE_LAUNCH
            self.assertLessEqual(microseconds, 3 * measured, name)
            self.assertGreaterEqual(microseconds, measured / 3, name)

    def test_the_figures_are_in_order(self):
        modelled = model.course()
        increment, product, small_grid, histogram, naive, tiled = modelled.values()
        self.assertLess(increment, product)
        self.assertLess(product, small_grid)
        self.assertLess(small_grid, histogram)
        self.assertLess(histogram, tiled)
        self.assertGreaterEqual(naive, 1.3 * tiled)


if __name__ == "__main__":
    unittest.main()
