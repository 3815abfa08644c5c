"""The questions of the page's gallery: each is a session that opens, and all of them are in the list."""

import pathlib
import re
import unittest

from program import ProgramTest, warplens

ASSETS = pathlib.Path(__file__).parents[2] / "assets"


class Gallery(ProgramTest):
    def test_every_question_has_its_session_and_every_session_is_drawn(self):
        listed = re.findall(r'href="\./#question/([^"]+)"', (ASSETS / "web" / "gallery.html").read_text())
        sessions = sorted((ASSETS / "gallery").glob("*.warplens"))
        self.assertEqual(sorted(listed), [file.stem for file in sessions])
        self.assertGreaterEqual(len(sessions), 20)
        for file in sessions:
            with self.subTest(file.stem):
                picture = self.folder / (file.stem + ".svg")
                drawn = warplens("render", file, "-o", picture, "--size", "1280x720")
                # As SVG, the one whose barrier is never met is refused with what went wrong.
                stopped = file.stem == "barrier-in-a-branch"
                self.assertEqual(drawn.returncode, 2 if stopped else 0, drawn.stderr)
                if stopped:
                    self.assertIn("is never met", drawn.stderr)
                else:
                    self.assertIn("<title>", picture.read_text())


if __name__ == "__main__":
    unittest.main()
