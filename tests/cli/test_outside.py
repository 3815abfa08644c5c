"""What a stranger's files may read: nothing outside of their folder that the user has not allowed, and no pipe, device or include
without end."""

import json
import os
import subprocess

from program import PROGRAM, ProgramTest, warplens

KERNEL = "__global__ void scale(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] *= 2; }\n"
EXPERIMENT = """
title = "Scale"
parameters.n = {{value = 4, minimum = 1, maximum = 8}}

[[arguments]]
name = "a"
type = "f32"
size = "4"
input = "{input}"
output = true

[[arguments]]
name = "n"
type = "i32"
value = "n"

[[entries]]
kernel = "scale"
label = "one"
grid = ["1"]
block = ["32"]
arguments = ["a", "n"]
{more}
[[sweeps]]
label = "all"
parameter = "n"
values = "1,2"
measures = ["simt"]
"""


class OutsideTest(ProgramTest):
    """A folder of a stranger's, and a file of the user's beside it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = cls.folder / "downloads"
        cls.home.mkdir()
        cls.secret = cls.write("outside.csv", "7,7,7,7\n")
        (cls.home / "inside.csv").write_text("1,2,3,4\n")

    def experiment(self, name, input="zeros", more="", source=KERNEL):
        (self.home / (name + ".cu")).write_text(source)
        path = self.home / (name + ".toml")
        path.write_text(EXPERIMENT.format(input=input, more=more))
        return path

    def session(self, name, experiment, **settings):
        path = self.home / name
        path.write_text(json.dumps({"experiment": str(experiment), "settings": settings}))
        return path

    def commands(self, name):
        """Each of the commands that open such a file."""
        picture = self.folder / "picture.svg"
        yield ["render", name, "-o", picture]
        yield ["render", name, "-o", picture.with_suffix(".png")]
        yield ["record", name, "-o", str(self.folder / "frames") + "/"]
        if not str(name).endswith(".warplens"):
            yield ["experiment", name]
            yield ["experiment", name, "--export", self.folder / "program.cu"]
            yield ["sweep", name]


class Outside(OutsideTest):
    def assert_asks(self, name, what):
        for command in self.commands(name):
            self.assert_refused(*command, message=r"error: reads .*%s.*, outside of its folder; say --allow-outside" % what)

    def test_experiment(self):
        for k, path in enumerate(("../outside.csv", self.secret, "in/../../outside.csv")):
            self.assert_asks(self.experiment("input%d" % k, "@%s" % path), "outside.csv")
        more = '[[entries]]\nkernel = "scale"\nlabel = "two"\ngrid = ["1"]\nblock = ["32"]\narguments = ["a", "n"]\ninputs.a = "@../outside.csv"\n'
        self.assert_asks(self.experiment("entry", more=more), "outside.csv")

    def test_links(self):
        for name in ("link.csv", "below"):
            (self.home / name).unlink(missing_ok=True)
        (self.folder / "far" / "below").mkdir(parents=True)
        (self.folder / "far" / "secret.csv").write_text("7,7,7,7\n")
        (self.home / "link.csv").symlink_to(self.secret)
        (self.home / "below").symlink_to(self.folder / "far" / "below")
        self.assert_asks(self.experiment("link", "@link.csv"), "outside.csv")
        self.assert_asks(self.experiment("up", "@below/../secret.csv"), "secret.csv")

    def test_includes(self):
        (self.folder / "secret.h").write_text("// the user's\n")
        for k, line in enumerate(('#include "../secret.h"', "#include <%s>" % (self.folder / "secret.h"), '#/**/inc\\\nlude "../secret.h"',
                                  '#define SECRET "../secret.h"\n#include SECRET')):
            what = "any file: a macro names an #include" if "SECRET" in line else "secret.h"
            self.assert_refused("experiment", self.experiment("include%d" % k, source=line + "\n" + KERNEL), message=what)

    def test_session(self):
        kernel = self.home / "own.cu"
        kernel.write_text(KERNEL)
        for k, settings in enumerate(({"inputs": {"a": "@%s" % self.secret}}, {"inputs": {"a": "@../outside.csv"}},
                                      {"expected": "@%s" % self.secret}, {"variables": {"v": "f32[4]=@%s" % self.secret}})):
            self.assert_asks(self.session("input%d.warplens" % k, kernel, **settings), "outside.csv")
        elsewhere = self.write("elsewhere.cu", KERNEL)
        self.assert_asks(self.session("kernel.warplens", elsewhere), "elsewhere.cu")
        # An experiment of the program reads what a session names from the program's folder.
        self.assert_asks(self.session("program.warplens", "add", inputs={"a": "@../../../outside.csv"}), "outside.csv")

    def test_experiment_of_a_folder(self):
        self.experiment("of_a_folder", "@../outside.csv")
        self.assert_refused("--kernels", self.home, "experiment", "of_a_folder", message="outside.csv.*--allow-outside")
        (self.home / "of_a_folder.toml").unlink()

    def test_lesson(self):
        folder = self.folder / "lessons"
        folder.mkdir()
        for k, (assignment, message) in enumerate((('"a.input" = "@../../../outside.csv"', "outside of its experiment's folder"),
                                                   ('schedule = "@%s"' % self.secret, "a lesson names no file"))):
            lesson = folder / ("9%d-evil.md" % k)
            lesson.write_text('# Evil\n\n## Step\n\nText.\n\n> Do.\n\n```warplens\nexperiment = "add"\nset = {%s}\ncheck = "n == 5"\n'
                              'done = {n = 5}\nseen = "Done."\n```\n' % assignment)
            self.assert_refused("--kernels", folder, "render", "9%d-evil:1" % k, "-o", self.folder / "x.svg", message=message)
            lesson.unlink()

    def test_what_is_allowed(self):
        inside = self.run_json("experiment", self.experiment("inside", "@inside.csv"))
        self.assertEqual(inside["outputs"][0]["values"], [2, 4, 6, 8])
        outside = self.experiment("allowed", "@../outside.csv")
        self.assertEqual(self.run_json("experiment", outside, "--allow-outside")["outputs"][0]["values"], [14] * 4)
        # What the user asks for on the command line.
        own = self.run_json("experiment", self.experiment("own"), "--set", "a.input=@%s" % self.secret)
        self.assertEqual(own["outputs"][0]["values"], [14] * 4)
        (self.folder / "factor.h").write_text("#define FACTOR 3\n")
        source = self.home / "own.cu"
        source.write_text('#include "../factor.h"\n' + KERNEL.replace("2", "FACTOR"))
        ran = self.run_json("run", source, "--grid", 1, "--block", 32, "--arg", "f32=@%s" % self.secret, "--arg", "i32=4")
        self.assertEqual(ran["outputs"][0]["values"], [21] * 4)


class Terminal(OutsideTest):
    def test_is_not_commanded(self):
        """By titles and labels of a file, or by what an error quotes of it."""
        evil = self.experiment("evil")
        evil.write_text(evil.read_text().replace('"Scale"', r'"\u001b[2J\u009b2J"').replace('label = "one"', r'label = "\u001b]0;x\u0007"'))
        broken = self.experiment("broken", more="\nview = \"\\u001b[2J\"\n")
        for arguments in (["experiment", evil], ["sweep", evil], ["sweep", evil, "--list"], ["experiment", broken],
                          ["--kernels", self.home, "list"]):
            said = warplens(*arguments)
            self.assertNotRegex(said.stdout + said.stderr, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
            self.assertIn(r"\x1b[2J", said.stdout + said.stderr, arguments)
        evil.unlink()
        broken.unlink()


class NoFiles(OutsideTest):
    """Each is refused at once: the limit of time is far from that of a compiler."""

    def assert_ends(self, *arguments, message):
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        process = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, env=environment)
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertRegex(process.stderr, message)

    def test_pipes(self):
        for name in ("pipe.toml", "pipe.warplens", "pipe.cu", "pipe.ptx", "pipe.csv", "pipe.npy", "pipe.png", "pipe.recording"):
            os.mkfifo(self.home / name)
        for name in ("pipe.toml", "pipe.cu", "pipe.ptx", "pipe.recording"):
            self.assert_ends("experiment", self.home / name, message="not a regular file")
        for name in ("pipe.cu", "pipe.ptx"):
            self.assert_ends("run", self.home / name, "--grid", 1, "--block", 1, message="not a regular file")
        self.assert_ends("render", self.home / "pipe.warplens", "-o", self.folder / "x.svg", message="not a regular file")
        for name in ("pipe.csv", "pipe.npy", "pipe.png"):
            self.assert_ends("experiment", self.experiment("reads", "@" + name), message="not a regular file")

    def test_devices(self):
        (self.home / "zero.csv").symlink_to("/dev/zero")
        (self.home / "zero.cu").symlink_to("/dev/zero")
        self.assert_ends("experiment", self.experiment("zeros", "@zero.csv"), "--allow-outside", message="not a regular file")
        self.assert_ends("run", self.home / "zero.cu", "--grid", 1, "--block", 1, message="not a regular file")

    def test_includes(self):
        os.mkfifo(self.home / "pipe.h")
        for k, header in enumerate(("pipe.h", "/dev/zero")):
            source = self.home / ("include%d.cu" % k)
            source.write_text('#include "%s"\n' % header + KERNEL)
            for command in (["run", source, "--grid", 1, "--block", 1], ["experiment", source], ["compile", source]):
                self.assert_ends(*command, message="includes '%s', which is not a regular file" % header)

    def test_includes_without_end(self):
        (self.home / "a").symlink_to(".")
        (self.home / "b").symlink_to(".")
        (self.home / "x.h").write_text('#include "a/x.h"\n#include "b/x.h"\n')
        source = self.home / "endless.cu"
        source.write_text('#include "x.h"\n' + KERNEL)
        self.assert_ends("compile", source, message="200 deep|10000 files|too many files")
        source.write_text('#include "endless.cu"\n' + KERNEL)
        self.assert_ends("compile", source, message="error: ")
