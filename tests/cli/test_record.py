"""`record`: a lesson as a film, as frames in a folder and, where there is ffmpeg, as H.264; all without a display."""

import itertools
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, warplens

STEP = """
## %s

%s

> Do.

```warplens
experiment = "counter"
set = {repeats = 1, grid = %d}
check = "block == 1"
done = {block = 1}
seen = "It says {value}."
```
"""
TEN_WORDS = "one two three four five six seven eight nine ten"
SMALL = ("--size", "640x400", "--scale", 1.5, "--fps", 1)
# Takes minutes, so it cannot finish before it is interrupted.
LONG = ("record", "race", "--size", "640x400", "--fps", "120")


class RecordTest(ProgramTest):
    """A lesson of two steps and a session, and films of them."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # A step with one warp of six instructions, and one with 32 warps and 2 + 20 + 1 words to read.
        steps = STEP % ("Short", "Text.", 1) + STEP % ("Longer one", TEN_WORDS + " `" + TEN_WORDS + "`", 32)
        cls.write("20-mine.md", "# Mine\n" + steps)
        cls.write("21-broken.md", "# Broken\n" + (STEP % ("Short", "Text.", 1)).replace("block = 1", "blok = 1"))
        cls.write("small.warplens", json.dumps({
            "experiment": "increment", "view": "mapping",
            "settings": {"entry": 0, "parameters": {"n": 64}, "grid": [1, 1, 1], "block": [64, 1, 1]}}))

    def film(self, *arguments, name="film/", path=None):
        """Where it was written to."""
        output = "%s/%s" % (self.folder, name)
        process = warplens("record", "--kernels", self.folder, *arguments, "-o", output, path=path)
        if process.returncode == 1 and "OpenGL" in process.stderr:
            self.skipTest(process.stderr)
        self.assertEqual((process.returncode, process.stdout, process.stderr), (0, "", ""))
        return self.folder / name

    def frames(self, *arguments, **more):
        """The pictures of a folder, in their order, which are numbered from 1 without a gap."""
        folder = self.film(*arguments, **more)
        paths = sorted(folder.iterdir())
        self.assertEqual([path.name for path in paths], ["frame-%06d.png" % (k + 1) for k in range(len(paths))])
        pictures = [path.read_bytes() for path in paths]
        shutil.rmtree(folder)
        return pictures

    def interrupt(self, output, begun, **more):
        """Ctrl C to a long film for `output`, once begun(): it ends, and says what is kept."""
        process = subprocess.Popen([PROGRAM, *LONG, "-o", output], stderr=subprocess.PIPE, text=True, **more)
        while process.poll() is None and not begun():
            time.sleep(0.01)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        if "OpenGL" in said:
            self.skipTest(said)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(said, r"^04-race:1: error: interrupted; %s has the film until then, \d+:\d\d\n$" % output)

    def rendered(self, *arguments):
        path = self.folder / "still.png"
        process = warplens("render", "--kernels", self.folder, *arguments, "--size", "640x400", "--scale", 1.5, "-o", path)
        self.assertEqual(process.returncode, 0, process.stderr)
        return path.read_bytes()


class Frames(RecordTest):
    def test_each_step_is_read_and_played_and_done(self):
        frames = self.frames("mine", *SMALL)
        # 4 s of reading time, the minimum; at 8 steps/s the 6 trace steps end before the second frame; the end; 4 s.
        short = [4, 1, 1, 4]
        # 23 words at 0.375 s take 8.625 s; 192 steps take 8 s: one frame at rest, the frames at 1 to 7 s, the end; 4 s.
        longer = [9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4]
        self.assertEqual(len(frames), sum(short) + sum(longer))
        at = 0
        for step, (reading, *lengths) in ((1, short), (2, longer)):
            pages = [len(list(same)) for _, same in itertools.groupby(frames[at : at + reading])]
            self.assertEqual(frames[at], self.rendered("mine:%d" % step))
            self.assertLessEqual(max(pages) - min(pages), 1, "each page of the text has its part of the time")
            self.assertGreater(len(pages), 1, "a small window has no room for the whole text")
            at += reading
            shots = []
            for length in lengths:
                shots.append(set(frames[at : at + length]))
                self.assertEqual(len(shots[-1]), 1, "nothing moves in a shot")
                at += length
            self.assertEqual(len(set.union(*shots)), len(shots), "each place, and what is done, is another picture")

    def test_one_step_again_gives_the_same(self):
        once, again = self.frames("mine:1", *SMALL), self.frames("mine:1", *SMALL)
        self.assertEqual(once, again)
        self.assertEqual(len(once), 10)

    def test_a_session_plays_from_its_start_to_its_end(self):
        frames = self.frames(self.folder / "small.warplens", *SMALL)
        self.assertEqual(set(frames[:4]), {self.rendered(self.folder / "small.warplens")})
        session = json.loads((self.folder / "small.warplens").read_text())
        start = self.write("start.warplens", json.dumps({**session, "scrub": 0}))
        self.assertEqual(frames[4], self.rendered(start))
        self.assertEqual(frames[-1], self.rendered(self.folder / "small.warplens"))

    def test_refusals(self):
        for arguments, message in (
            (["nothing"], "no lesson and no experiment 'nothing'"),
            (["nothing:1"], "no lesson 'nothing'"),
            (["mine:3"], "the lesson '20-mine' has steps 1 to 2"),
            (["mine", "--size", "640"], "--size: error: '640' is not of the form WxH"),
            (["mine", "--size", "640x100"], "--size: error: each side must be from 400"),
            (["mine", "--scale", "0"], "--scale: error: "),
            (["mine", "--fps", "0"], "--fps: error: it must be from 1 to 120"),
            (["mine", "--theme", "pink"], "--theme: error: 'pink' is not one of dark, light, projector"),
            (["mine", "--device", "tpu"], "--device: error: 'tpu' is not one of auto, simt, gpu, gpu:NUMBER"),
            (["mine", "--set", "blok=1"], "has no 'blok'"),
        ):
            self.assert_refused("record", "--kernels", self.folder, "-o", str(self.folder) + "/film/", *arguments, message=message)
        self.assert_refused("record", "--kernels", self.folder, "21-broken", "-o", str(self.folder) + "/film/",
                            message="has no 'blok'", place=("21-broken.md", 13))
        self.assertFalse((self.folder / "film").exists())

    def test_where_it_cannot_be_written(self):
        record = ["record", "--kernels", self.folder, "mine:1", *SMALL, "-o"]
        self.assert_refused(*record, self.folder / "film.avi", message="film.avi: error: neither a .mp4 file nor a folder")
        self.assert_refused(*record, "/no/such/folder/", message="/no/such/folder/: error: cannot make the folder")
        self.assert_refused(*record, "/proc/", message="/proc/: error: cannot write")
        old = self.folder / "old"
        old.mkdir()
        (old / "frame-000007.png").write_bytes(b"mine")
        self.assert_refused(*record, old, message="old: error: holds frames of another film")
        self.assertEqual((old / "frame-000007.png").read_bytes(), b"mine")

    def test_ctrl_c_keeps_the_frames_so_far(self):
        folder = self.folder / "long"
        self.interrupt(str(folder) + "/", (folder / "frame-000001.png").exists)
        names = sorted(path.name for path in folder.iterdir())
        self.assertEqual(names, ["frame-%06d.png" % (k + 1) for k in range(len(names))])
        self.assertGreater(len(names), 0)


class Mp4(RecordTest):
    def fake_ffmpeg(self, script):
        """A PATH on which ffmpeg is this shell script, and nothing else is."""
        folder = self.folder / "programs"
        folder.mkdir(exist_ok=True)
        (folder / "ffmpeg").write_text("#!/bin/sh\n" + script)
        (folder / "ffmpeg").chmod(0o755)
        return folder

    def test_needs_ffmpeg(self):
        self.assert_refused("record", "1", "-o", self.folder / "film.mp4", path=self.folder,
                            message="film.mp4: error: an .mp4 film needs the program ffmpeg, .*apt install ffmpeg")
        self.assertEqual(len(self.frames("mine:1", *SMALL, path=self.folder)), 10)

    def test_what_ffmpeg_says_is_told(self):
        record = ["record", "--kernels", self.folder, "mine:1", *SMALL, "-o", self.folder / "film.mp4"]
        before = set(self.folder.iterdir()) | {self.folder / "programs"}
        for script in ("exec >&2; echo first; echo no such codec; exit 3\n",
                       "PATH=/usr/bin:/bin; cat > /dev/null; echo first; echo no such codec; exit 3\n"):
            programs = self.fake_ffmpeg(script)
            process = warplens(*record, path=programs)
            if "OpenGL" in process.stderr:
                self.skipTest(process.stderr)
            self.assertEqual((process.returncode, process.stdout), (1, ""))
            self.assertTrue(process.stderr.endswith("film.mp4: error: ffmpeg failed with status 3: no such codec\n"), process.stderr)
            self.assertEqual(set(self.folder.iterdir()), before, "nothing is left behind")

    def test_refusals_before_anything_runs(self):
        programs = self.fake_ffmpeg("exit 1\n")
        self.assert_refused("record", "1", "--size", "641x400", "-o", self.folder / "film.mp4", path=programs,
                            message="film.mp4: error: a film in H.264 has even sides, not 641 × 400 pixels")
        self.assert_refused("record", "1", "-o", "/no/such/folder/film.mp4", path=programs,
                            message="/no/such/folder/film.mp4: error: cannot write: No such file")

    def test_ctrl_c_keeps_the_film_so_far(self):
        film, fed = self.folder / "long.mp4", self.folder / "fed"
        programs = self.fake_ffmpeg("PATH=/usr/bin:/bin; head -c 1 > '%s'; for last; do :; done; cat > \"${last#file:}\"\n" % fed)
        self.interrupt(film, lambda: fed.exists() and fed.stat().st_size == 1, env={**os.environ, "PATH": str(programs)})
        self.assertEqual([path.name for path in self.folder.iterdir() if "long" in path.name], ["long.mp4"])
        self.assertGreater(film.stat().st_size, 0)

    @unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "ffmpeg is not installed")
    def test_film_plays_everywhere_and_shows_the_frames(self):
        film = self.film("mine:1", *SMALL, name="film.mp4")
        entries = "stream=codec_name,pix_fmt,width,height,r_frame_rate,nb_read_frames,duration,color_space"
        probed = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", film],
                                capture_output=True, text=True, check=True)
        (stream,) = json.loads(probed.stdout)["streams"]
        self.assertEqual(float(stream.pop("duration")), 10)
        self.assertEqual(stream, {"codec_name": "h264", "pix_fmt": "yuv420p", "width": 640, "height": 400, "r_frame_rate": "1/1",
                                  "nb_read_frames": "10", "color_space": "bt709"})
        data = film.read_bytes()
        self.assertLess(data.find(b"moov"), data.find(b"mdat"), "the index comes first: it plays while it loads")

        def pixels(file):
            command = ["ffmpeg", "-v", "error", "-i", file, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
            return subprocess.run(command, capture_output=True, check=True).stdout

        still = self.folder / "still.png"
        still.write_bytes(self.rendered("mine:1"))
        shown, wanted = pixels(film), pixels(still)
        self.assertEqual((len(shown), len(wanted)), (640 * 400 * 3,) * 2)
        # Flat areas survive up to rounding; text loses detail. (Every seventh byte samples all three channels.)
        off = sorted(abs(a - b) for a, b in zip(shown[::7], wanted[::7]))
        self.assertLessEqual(off[len(off) * 8 // 10], 3)
        self.assertLess(sum(off) / len(off), 4)


if __name__ == "__main__":
    unittest.main()
