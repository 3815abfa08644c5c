"""The contract of --json (docs/json.md), field by field."""

import pathlib
import re

from program import ProgramTest

COUNTERS = ("threads", "warps", "warp_instructions", "thread_instructions", "cycles", "global_sectors", "bank_conflicts")
TYPES = ("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64")
# The first column of the table in docs/check.md. FindingKind.HasALineInTheTableOfKinds compares it with the program's kinds.
CHECK_PAGE = pathlib.Path(__file__).parents[2] / "docs" / "check.md"
FINDINGS = tuple(kind for line in CHECK_PAGE.read_text().splitlines() if line.startswith("| `")
                 for kind in re.findall(r"`([a-z-]+)`", line.split("|")[1]))
FAULTS = FINDINGS + ("trap", "device")


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


class ContractTest(ProgramTest):
    def assert_extent(self, value):
        self.assertTrue(isinstance(value, list) and len(value) == 3 and all(whole(extent) and extent >= 0 for extent in value), value)

    def assert_text_or_null(self, value):
        self.assertTrue(value is None or (isinstance(value, str) and value), repr(value))

    def assert_witness(self, witness):
        self.assertEqual(set(witness), {"block", "thread", "file", "line", "column", "access", "value"})
        self.assert_extent(witness["block"])
        self.assert_extent(witness["thread"])
        self.assert_text_or_null(witness["file"])
        self.assertTrue(whole(witness["line"]) and witness["line"] >= 0)
        self.assertTrue(witness["column"] is None or witness["column"] > 0)
        self.assertIn(witness["access"], ("read", "write", "atomic", None))

    def assert_finding(self, finding, kinds):
        self.assertEqual(set(finding),
                         {"kind", "benign_looking", "space", "buffer", "element", "place", "count", "first", "second", "message"})
        self.assertIn(finding["kind"], kinds)
        self.assertIsInstance(finding["benign_looking"], bool)
        self.assertIn(finding["space"], ("global", "shared", "local", "const", None))
        self.assert_text_or_null(finding["buffer"])
        self.assert_text_or_null(finding["place"])
        self.assertEqual(finding["element"] is None, finding["buffer"] is None)
        self.assertTrue(whole(finding["count"]) and finding["count"] >= 1)
        self.assert_witness(finding["first"])
        if finding["second"] is not None:
            self.assert_witness(finding["second"])
        self.assertTrue(finding["message"] and "\n" not in finding["message"])

    def assert_run(self, answer):
        """What every run has that began, however it ended."""
        for key in ("status", "device", "device_name", "kernel", "launch", "schedule", "seed", "counters", "findings", "notes", "outputs",
                    "printed", "timing"):
            self.assertIn(key, answer)
        self.assertEqual(answer["device"], "simt")
        self.assertEqual(set(answer["launch"]), {"grid", "block", "shared"})
        self.assert_extent(answer["launch"]["grid"])
        self.assert_extent(answer["launch"]["block"])
        self.assertTrue(whole(answer["launch"]["shared"]) and whole(answer["seed"]))
        for counter in COUNTERS:
            self.assertTrue(whole(answer["counters"][counter]), counter)
        for output in answer["outputs"]:
            self.assertLessEqual({"arg", "type", "size", "values"}, set(output))
            self.assertIn(output["type"], TYPES)
            self.assertEqual(len(output["values"]), min(64, output["size"]))
        self.assertIsInstance(answer["printed"], str)
        self.assertEqual(answer["timing"]["host_ms"]["source"], "measured")
        self.assertEqual(answer["timing"]["kernel_cycles"]["source"], "modelled")
        for time in answer["timing"].values():
            self.assertEqual(set(time), {"value", "source"})
            self.assertGreaterEqual(time["value"], 0)
