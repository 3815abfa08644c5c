"""figures.json has all that README.md shows, whose tables are made of it; of each goal that is missed it says why."""

import datetime
import unittest

import bench_page


class Figures(unittest.TestCase):
    def setUp(self):
        self.data = bench_page.read()

    def test_the_files_are_as_they_would_be_written_again(self):
        self.assertEqual(bench_page.FIGURES.read_text(encoding="utf-8"), bench_page.text_of(self.data))
        readme = bench_page.README.read_text(encoding="utf-8")
        self.assertEqual(readme, bench_page.page(self.data, readme), "tests/bench/bench_page.py writes its tables")

    def test_every_kind_says_how_and_when(self):
        for name, kind in self.data["kinds"].items():
            with self.subTest(name):
                self.assertEqual(tuple(kind), bench_page.KIND_FIELDS)
                self.assertTrue(all(kind.values()))
                datetime.date.fromisoformat(kind["date"])
        self.assertEqual({each["kind"] for each in self.data["figures"]}, self.data["kinds"].keys())

    def test_every_figure_is_valid(self):
        seen = set()
        for each in self.data["figures"]:
            with self.subTest(each):
                self.assertEqual(tuple(each), bench_page.FIGURE_FIELDS)
                given = [each[key] for key in ("min", "median", "max") if each[key] is not None]
                self.assertEqual(given, sorted(given))
                key = each["kind"], each["what"], each["quantity"]
                self.assertNotIn(key, seen)
                seen.add(key)

    def test_every_goal_that_is_missed_says_why(self):
        for each in self.data["figures"]:
            if each["goal"] and each["median"] is not None and bench_page.excess(each) > 1:
                with self.subTest(each["what"]):
                    self.assertTrue(each["why"])


if __name__ == "__main__":
    unittest.main()
