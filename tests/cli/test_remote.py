"""A device elsewhere: two processes play two machines (docs/remote.md)."""

import json
import os
import pathlib
import pty
import shlex
import subprocess
import sys
import tempfile
import time

from program import PROGRAM, ProgramTest, warplens

SERVER = f"{shlex.quote(PROGRAM)} device-server --device simt"
ADD = """
__global__ void add(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
"""
OUT_OF_BOUNDS = """
__global__ void add(int* data, int n) {
  data[blockIdx.x * blockDim.x + threadIdx.x + n] += 1;
}
"""

ENDLESS = "__global__ void add(volatile int* data, int n) { while (data[0] == 0) data[1] += 1; }"

# A line between the client and the command of its arguments: as slow as so many bytes a second, or broken after so many bytes.
LINE = """
import os, subprocess, sys, threading, time
rate, most, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
server = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
left = most
def pass_on(source, to, counts):
    global left
    while True:
        piece = os.read(source, max(1, min(65536, rate // 50)))
        if not piece:
            break
        if rate:
            time.sleep(len(piece) / rate)
        if counts and most:
            left -= len(piece)
            if left <= 0:
                print("the cable was pulled", file=sys.stderr, flush=True)
                server.kill()
                os._exit(9)
        os.write(to, piece)
    os.close(to)
threading.Thread(target=pass_on, args=(0, server.stdin.fileno(), False), daemon=True).start()
pass_on(server.stdout.fileno(), 1, True)
"""


def without_times(answer):
    """Two runs of the same launch differ by what a clock read."""
    answer.get("timing", {}).pop("host_ms", None)
    return answer


class RemoteTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.folder / "add.cu"
        cls.source.write_text(ADD)
        cls.line = cls.folder / "line.py"
        cls.line.write_text(LINE)

    def through(self, rate, most, server=SERVER):
        """A server behind a line."""
        return f"{sys.executable} {shlex.quote(str(self.line))} {rate} {most} {shlex.quote(server)}"

    def run_on(self, device, *more, source=None, size=1000):
        return warplens("run", source or self.source, "--grid", "4", "--block", "256", "--arg", f"i32[{size}]=iota", "--arg",
                        f"i32={size}", "--json", "--device", device, *more)

    def same(self, *more, **options):
        """The answer, which is the same on both machines; with the exit status."""
        here, there = self.run_on("simt", *more, **options), self.run_on("remote:" + SERVER, *more, **options)
        self.assertEqual(there.returncode, here.returncode, there.stderr)
        self.assertEqual(there.stderr, here.stderr)
        answer = without_times(json.loads(there.stdout))
        self.assertEqual(answer, without_times(json.loads(here.stdout)))
        return here.returncode, answer


class Same(RemoteTest):
    def test_result(self):
        status, answer = self.same()
        self.assertEqual(status, 0)
        self.assertEqual(answer["device"], "simt")
        self.assertEqual(answer["outputs"][0]["values"][:3], [1, 2, 3])

    def test_schedules_checks_and_traces(self):
        for more in (("--schedule", "random", "--seed", "7"), ("--check",)):
            self.same(*more)
        here, there = self.folder / "here", self.folder / "there"
        self.run_on("simt", "--trace", f"{here}.trace", "--save-schedule", f"{here}.schedule", "--save", f"0={here}.npy")
        self.run_on("remote:" + SERVER, "--trace", f"{there}.trace", "--save-schedule", f"{there}.schedule", "--save",
                    f"0={there}.npy")
        for ending in (".trace", ".schedule", ".npy"):
            written = pathlib.Path(f"{here}{ending}").read_bytes()
            self.assertGreater(len(written), 10)
            self.assertEqual(pathlib.Path(f"{there}{ending}").read_bytes(), written, ending)

    def test_faults_and_errors(self):
        wrong = self.folder / "wrong.cu"
        wrong.write_text(OUT_OF_BOUNDS)
        status, answer = self.same(source=wrong)
        self.assertEqual((status, answer["status"]), (2, "fault"))
        status, answer = self.same("--shared", "999999")
        self.assertEqual((status, answer["status"]), (1, "error"))

    def test_search(self):
        options = ("--adversary", "0[0]", "--tries", "20", "--schedule", "random")
        self.same(*options)

    def test_experiments(self):
        for name in ("histogram", "counter"):
            answers = [warplens("experiment", name, "--json", "--device", device) for device in ("simt", "remote:" + SERVER)]
            self.assertEqual(answers[1].returncode, answers[0].returncode, answers[1].stderr)
            self.assertEqual(*(without_times(json.loads(answer.stdout)) for answer in answers))

    def test_pictures(self):
        here, there = self.folder / "here.svg", self.folder / "there.svg"
        for device, path in (("simt", here), ("remote:" + SERVER, there)):
            drawn = warplens("render", "counter", "-o", path, "--device", device)
            self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual(there.read_bytes(), here.read_bytes())


class Info(RemoteTest):
    def test_says_what_is_there(self):
        told = json.loads(warplens("info", "--json", "--device", f"remote:{SERVER} --spec a100").stdout)
        device = told["devices"][0]
        self.assertEqual((device["kind"], device["spec"]), ("simt", "a100"))
        self.assertGreater(device["line"]["latency_ms"], 0)
        text = warplens("info", "--device", "remote:" + SERVER).stdout
        self.assertIn("2-SM toy", text)
        self.assertIn("latency", text)

    def test_refusals(self):
        for device, message in (
            ("remote:echo Welcome", "'echo Welcome': the other end is no device server; it begins with 'Welcome '"),
            ("remote:echo no route >&2; exit 255",
             "the line is broken; the command ended with status 255; it said: no route"),
            ("remote:", "'remote:' is not one of auto, simt, gpu, gpu:NUMBER, remote:COMMAND"),
        ):
            refused = self.run_on(device)
            self.assertEqual(refused.returncode, 1)
            self.assertIn(message, refused.stderr)
        self.assertIn("--spec", self.run_on("remote:" + SERVER, "--spec", "toy").stderr)
        program = warplens("program", self.source, "--device", "remote:" + SERVER)
        self.assertEqual(program.returncode, 1)
        self.assertIn("a whole program runs on one computer", program.stderr)

    def test_flood_before_the_greeting(self):
        """Ended by its size, long before the time is up."""
        for stream in ("", " >&2"):
            begin = time.monotonic()
            flood = self.run_on("remote:head -c 8 /dev/zero | tr '\\0' W > /dev/null; yes flood" + stream)
            self.assertEqual(flood.returncode, 1)
            self.assertLess(time.monotonic() - begin, 20)
            self.assertRegex(flood.stderr, "before its greeting|no device server")
        # A server's greeting, and then abandoned messages without end.
        endless = self.write("endless.py", "import sys\nout = sys.stdout.buffer\n"
                             "out.write(b'WLSERVER' + (2).to_bytes(4, 'little') + bytes(20))\n"
                             "while True: out.write((0).to_bytes(4, 'little') * 2 + bytes([0, 2, 0, 0]))\n")
        begin = time.monotonic()
        flood = self.run_on(f"remote:{sys.executable} {endless}")
        self.assertEqual(flood.returncode, 1)
        self.assertLess(time.monotonic() - begin, 20)

    def test_silence_before_the_greeting(self):
        begin = time.monotonic()
        silent = subprocess.run([PROGRAM, "info", "--device", "remote:exec sleep 60"], capture_output=True, text=True, timeout=60,
                                env=dict(os.environ, WARPLENS_CONNECT_SECONDS="2"))
        self.assertEqual(silent.returncode, 1)
        self.assertIn("no greeting came within 2 seconds", silent.stderr)
        self.assertLess(time.monotonic() - begin, 20)

    def test_bytes_of_a_stranger_command_no_terminal(self):
        for device in ("remote:printf '\\033[2J\\033]0;title\\007'", "remote:printf '\\033[2Jno route\\r\\n' >&2; exit 3"):
            refused = self.run_on(device)
            self.assertEqual(refused.returncode, 1)
            self.assertNotRegex(refused.stderr + refused.stdout, "[\x00-\x08\x0b-\x1f\x7f]")
            self.assertIn("\\x1b[2J", refused.stderr)
        prints = self.write("prints.cu", '#include <cstdio>\n__global__ void add(int* data, int n) { printf("\\033[2J\\tGr\u00fc\u00dfe\\n"); }\n')
        printed = warplens("run", prints, "--grid", "1", "--block", "1", "--arg", "i32[1]=iota", "--arg", "i32=1", "--device", "remote:" + SERVER)
        self.assertTrue(printed.stdout.startswith("\\x1b[2J\tGr\u00fc\u00dfe\n"), printed.stdout + printed.stderr)

    def test_server_of_a_stranger(self):
        served = subprocess.run([PROGRAM, "device-server"], input=b"GET / HTTP/1.0\r\n\r\n", capture_output=True, timeout=60)
        self.assertEqual(served.returncode, 1)
        self.assertIn(b"begins with 'GET / HTTP", served.stderr)
        with subprocess.Popen([PROGRAM, "device-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as silent:
            self.assertEqual(silent.stdout.read(8), b"WLSERVER")


class Line(RemoteTest):
    SIZE = 200_000

    def test_broken_in_the_middle(self):
        broken = self.run_on("remote:" + self.through(0, 20_000), size=self.SIZE)
        self.assertEqual(broken.returncode, 1)
        self.assertEqual(broken.stdout and json.loads(broken.stdout)["status"], "error")
        self.assertIn("the line is broken", broken.stderr)
        self.assertIn("it said: the cable was pulled", broken.stderr)

    def test_slow(self):
        slow = self.run_on("remote:" + self.through(300_000, 0), size=self.SIZE)
        self.assertEqual(slow.returncode, 0, slow.stderr)
        here = self.run_on("simt", size=self.SIZE)
        self.assertEqual(without_times(json.loads(slow.stdout)), without_times(json.loads(here.stdout)))

    def test_server_ends_with_its_client(self):
        mark = self.folder / "ended"
        endless = self.write("endless.cu", ENDLESS)
        command = f"{SERVER}; touch {shlex.quote(str(mark))}"
        client = subprocess.Popen([PROGRAM, "run", str(endless), "--grid", "1", "--block", "1", "--arg", "i32[2]=zeros", "--arg",
                                   "i32=2", "--device", "remote:" + command], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(2)
        client.kill()
        client.wait()
        for _ in range(100):
            if mark.exists():
                return
            time.sleep(0.1)
        self.fail("the server goes on without a client")


class Queue(RemoteTest):
    def test_is_for_the_device_of_this_computer(self):
        """Two clients of one device: both are served, one after the other."""
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, TMPDIR=folder)
            command = [PROGRAM, "run", str(self.source), "--grid", "400", "--block", "256", "--arg", "i32[100000]=iota", "--arg",
                       "i32=100000", "--json", "--check", "--device", "remote:" + SERVER]
            clients = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) for _ in range(3)]
            answers = [without_times(json.loads(client.communicate()[0])) for client in clients]
            self.assertEqual(answers[0], answers[1])
            self.assertEqual(answers[0], answers[2])
            self.assertEqual(os.listdir(folder), ["warplens-queue-simt"])

    def test_says_the_place_in_it(self):
        endless = self.write("endless.cu", ENDLESS)
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, TMPDIR=folder)
            device = ("--device", "remote:" + SERVER)
            command = [PROGRAM, "run", str(endless), "--grid", "1", "--block", "1", "--arg", "i32[2]=zeros", "--arg", "i32=2",
                       "--step-limit", "2000000000000", *device]
            first = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
            said = b""
            try:
                for _ in range(100):
                    told = subprocess.run([PROGRAM, "info", "--json", *device], env=environment, capture_output=True, timeout=60)
                    if json.loads(told.stdout)["devices"][0]["line"]["requests"] == 1:
                        break
                    time.sleep(0.1)
                ours, its = pty.openpty()
                second = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=its)
                try:
                    while b"waits for its turn: 1 request is before it" not in said:
                        said += os.read(ours, 4096)
                finally:
                    second.kill()
                    second.wait()
            finally:
                first.kill()
                first.wait()
