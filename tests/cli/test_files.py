"""`compile`, `info`, `render`, --version, and standard output that cannot be written; all without a display."""

import os
import pathlib
import struct
import subprocess
import unittest
import xml.etree.ElementTree
import zlib

import kernels
from program import PROGRAM, ProgramTest, warplens


class Compile(ProgramTest):
    def test_to_standard_output_and_to_a_file(self):
        source, output = self.write("saxpy.cu", kernels.SAXPY), self.folder / "saxpy.ptx"
        process = warplens("compile", source)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn(".visible .entry", process.stdout)
        self.assertIn(".loc", process.stdout)
        silent = warplens("compile", source, "-o", output)
        self.assertEqual((silent.returncode, silent.stdout, silent.stderr), (0, "", ""))
        self.assertIn(".visible .entry", output.read_text())
        arguments = ["--grid", 1, "--block", 4, "--arg", "i32=4", "--arg", "f32=2", "--arg", "f32[4]=iota", "--arg", "f32[4]=1", "--device", "simt"]
        self.assertEqual(self.run_json("run", output, *arguments)["outputs"][1]["values"], [1, 3, 5, 7])

    def test_refusals(self):
        self.assert_refused("compile", self.folder / "no.cu", message="cannot read: No such file")
        self.assert_refused("compile", self.write("a.ptx", kernels.SQUARES_PTX), message="not a .cu or .ll file")
        source = self.write("ok.cu", kernels.SAXPY)
        self.assert_refused("compile", source, "-o", self.folder, message="Is a directory")
        self.assert_refused("compile", source, "-o", "/no/such/folder/a.ptx", message="No such file")
        process = warplens("compile", self.write("bad.cu", "__global__ void f() {\n  x = 1;\n}\n"))
        self.assertEqual((process.returncode, process.stdout), (1, ""))
        self.assertRegex(process.stderr, r"bad\.cu:2:(\d+:)? error: .*x")


class Info(ProgramTest):
    def test_json(self):
        info = self.run_json("info")
        self.assertEqual((info["devices"][0]["kind"], info["devices"][0]["spec"]), ("simt", "toy"))
        specs = {device["spec"] for device in info["devices"] if device["kind"] == "simt"}
        self.assertLessEqual({"toy", "rtx-2080-ti", "rtx-4090", "a100", "h100"}, specs)
        self.assertEqual(info["devices"][0]["limits"]["threads_per_block"], 1024)
        gpus = [device for device in info["devices"] if device["kind"] == "gpu"]
        self.assertTrue(gpus or info["gpu_note"], "a GPU, or why there is none")
        self.assertTrue(info["compilers"])
        self.assertTrue(info["resources"]["found"])
        self.assertIn("renderer", info["opengl"])

    def test_text(self):
        process = warplens("info")
        self.assertEqual(process.returncode, 0, process.stderr)
        for word in ("warplens", "simt", "compiler", "OpenGL", "resources"):
            self.assertIn(word, process.stdout)

    def test_version(self):
        process = warplens("--version")
        self.assertEqual(process.returncode, 0)
        self.assertRegex(process.stdout, r"^warplens \d+\.\d+\.\d+\n$")


def read_png(path):
    """Width, height and RGBA rows of a PNG of 8 bits a channel, its checksums checked (PNG specification, third edition)."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, width, height, channels = 8, b"", 0, 0, 0
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6)
            channels = 3 if colour == 2 else 4
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    assert len(zlib.decompress(packed)) == height * (1 + width * channels)
    return width, height, zlib.decompress(packed)


class RenderTest(ProgramTest):
    def draw(self, *arguments):
        process = warplens("render", *arguments)
        if process.returncode == 1 and "OpenGL" in process.stderr:
            self.skipTest(process.stderr)
        self.assertEqual((process.returncode, process.stdout), (0, ""), process.stderr)


class RenderViews(RenderTest):
    def test_png_of_every_view(self):
        pixels = set()
        views = (("counter", "race"), ("increment", "mapping"), ("histogram", "histogram"), ("transpose", "memory"),
                 ("matrix_multiplication", "matrix"), ("rays", "scene"))
        for name, view in views:
            path = self.folder / (view + ".png")
            self.draw(name, "-o", path, "--size", "1280x720")
            width, height, content = read_png(path)
            self.assertEqual((width, height), (1280, 720))
            self.assertGreater(len(set(content)), 64, "a picture, not one colour")
            pixels.add(content)
        self.assertEqual(len(pixels), len(views))

    def test_svg_of_every_view(self):
        for name, view, words in (
            ("counter", "race", "1,024 threads each added 1"),
            ("increment", "mapping", "1,000,000"),
            ("histogram", "histogram", "150 bins"),
            ("coalescing", "memory", "16,384 bytes of source moved"),
            ("matrix_multiplication", "matrix", "Each element of a was read 72 times and of b 40 times"),
            ("rays", "scene", "The eye sees"),
        ):
            path = self.folder / (view + ".svg")
            self.draw(name, "-o", path, "--size", "1110x720")
            root = xml.etree.ElementTree.parse(path).getroot()
            self.assertEqual((root.get("width"), root.get("height")), ("1110", "720"))
            text = " ".join("".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text"))
            self.assertIn(words.lower(), text.lower())

    def test_steps_and_sweeps_are_views_like_the_others(self):
        for view, words in (("steps", "Step 0 of"), ("sweep", "With 1,024 blocks")):
            for ending in ("svg", "png"):
                self.draw("counter", "--view", view, "-o", self.folder / f"{view}.{ending}")
            self.assertIn(words, (self.folder / f"{view}.svg").read_text())
        self.assertRegex(self.stepped(0.5), r"(ld|st)\.global", "the instruction of the step")

    def stepped(self, scrub):
        session = self.write("steps.warplens", f'{{"experiment": "counter", "view": "steps", "scrub": {scrub}}}')
        self.draw(session, "-o", self.folder / "scrubbed.svg")
        return (self.folder / "scrubbed.svg").read_text()


class Render(RenderTest):
    def test_an_svg_has_the_results_of_the_other_entries(self):
        self.draw("counter", "--view", "race", "--set", "repeats=20", "-o", self.folder / "race.svg")
        text = (self.folder / "race.svg").read_text()
        self.assertIn("racy", text)
        self.assertIn("atomic", text)

    def test_svg_is_the_same_every_time(self):
        for name in ("a", "b"):
            self.draw("counter", "-o", self.folder / (name + ".svg"), "--theme", "light")
        self.assertEqual((self.folder / "a.svg").read_bytes(), (self.folder / "b.svg").read_bytes())

    def test_settings_change_the_picture(self):
        self.draw("counter", "--set", "entry=atomic", "-o", self.folder / "atomic.svg", "--view", "race")
        self.assertIn("1,024", (self.folder / "atomic.svg").read_text())

    def test_a_step_of_a_lesson(self):
        pictures = []
        for arguments in (["1:2"], ["1:2", "--set", "block=64"], ["threads-and-blocks:3"]):
            path = self.folder / "step.png"
            self.draw(*arguments, "-o", path, "--size", "1280x720")
            pictures.append(read_png(path))
        self.assertEqual({picture[:2] for picture in pictures}, {(1280, 720)})
        self.assertEqual(len({picture[2] for picture in pictures}), 3, "the step, the step when it is done, another step")
        listed = self.run_json("list")["lessons"]
        self.assertEqual(listed[0]["id"], "01-threads-and-blocks")
        self.assertGreaterEqual(len(listed[0]["steps"]), 5)
        self.assertIn("01-threads-and-blocks", warplens("list").stdout)


class DrawnFiles(RenderTest):
    """Files of ones own that say what is drawn, and requests that are refused."""

    def test_a_session_file(self):
        session = self.write("lecture.warplens", '{"experiment": "increment", "view": "mapping", "theme": "light", '
                             '"settings": {"entry": 0, "parameters": {"n": 1000}, "grid": [4, 1, 1], "block": [256, 1, 1]}}')
        self.draw(session, "-o", self.folder / "session.svg")
        self.assertIn("1,000", (self.folder / "session.svg").read_text())
        broken = self.write("broken.warplens", '{"experiment": ')
        lost = self.write("lost.warplens", '{"experiment": "nowhere"}')
        self.assert_refused("render", lost, "-o", self.folder / "x.svg", message="lost.warplens: error: no experiment 'nowhere'")
        memory = self.write("memory.warplens", '{"experiment": "increment", "memory": "elsewhere"}')
        self.assert_refused("render", memory, "-o", self.folder / "x.svg",
                            message="memory.warplens: error: 'memory' must be one of a, shared memory, not 'elsewhere'")
        self.assert_refused("render", broken, "-o", self.folder / "x.svg", message="broken.warplens")

    def test_a_lesson_of_ones_own(self):
        text = ("# Mine\n\n## Step\n\nText.\n\n> Do.\n\n```warplens\nexperiment = \"counter\"\ncheck = \"block == 1\"\n"
                "done = {block = 1}\nseen = \"{value}\"\n```\n")
        self.write("20-mine.md", text)
        self.draw("--kernels", self.folder, "mine:1", "-o", self.folder / "mine.png", "--size", "640x400")
        self.write("21-broken.md", text.replace("block = 1", "blok = 1"))
        self.assert_refused("render", "21-broken:1", "--kernels", self.folder, "-o", self.folder / "x.png",
                            message="21-broken.md:12:16: error: experiment 'counter' has no 'blok'")
        listed = self.run_json("list", "--kernels", self.folder, status=1)
        self.assertIn("20-mine", [lesson["id"] for lesson in listed["lessons"]])

    def test_refusals(self):
        out = self.folder / "x.svg"
        for arguments, message in (
            (["nonsense", "-o", out], "no experiment 'nonsense'"),
            (["nonsense:1", "-o", out], "no lesson 'nonsense'"),
            (["1:99", "-o", out], "has steps 1 to"),
            (["1:first", "-o", out], "'first'"),
            (["no.warplens", "-o", out], "no.warplens: error: cannot read"),
            (["counter"], "--output is required"),
            (["counter", "-o", "x.jpg"], "not a .png or .svg file"),
            (["counter", "-o", "/no/such/folder/x.svg"], "cannot write"),
            (["counter", "-o", out, "--size", "big"], "WxH"),
            (["counter", "-o", out, "--size", "100x100"], "from 400 to 8192"),
            (["counter", "-o", out, "--size", "99999x99999"], "from 400 to 8192"),
            (["counter", "-o", out, "--scale", "0"], "--scale"),
            (["counter", "-o", out, "--scale", "-1"], "--scale"),
            (["counter", "-o", out, "--view", "pie"], "'pie' is not one of mapping race histogram"),
            (["counter", "-o", out, "--theme", "pink"], "'pink' is not one of dark, light, projector"),
            (["counter", "-o", out, "--set", "block=2000"], "1,024"),
        ):
            self.assert_refused("render", *arguments, message=message)
        self.assertFalse(out.exists())


class NoDisplay(ProgramTest):
    def test_the_window_is_refused_with_the_reason(self):
        for arguments in ([], ["--kernels", self.folder], ["--kernels=%s" % self.folder]):
            self.assert_refused(*arguments, message="cannot open a window|OpenGL|display")


class StandardOutput(unittest.TestCase):
    """A pipe that nobody reads and a disk that is full are errors with exit status 1."""

    def test_closed_pipe(self):
        read, write = os.pipe()
        os.close(read)
        process = subprocess.run([PROGRAM, "list"], stdout=write, stderr=subprocess.PIPE, text=True, timeout=60)
        os.close(write)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(process.stderr, "error: cannot write to standard output: Broken pipe\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            process = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(process.stderr, "error: cannot write to standard output: No space left on device\n")


if __name__ == "__main__":
    unittest.main()
