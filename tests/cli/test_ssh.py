"""A device elsewhere over ssh (docs/remote.md): two network namespaces play two computers, with a cable between."""

import contextlib
import json
import os
import pathlib
import random
import shlex
import shutil
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, read_npy, warplens
from test_remote import ADD, ENDLESS, SERVER, without_times

TOOLS = ("ip", "tc", "setpriv", "sshd", "ssh", "ssh-keygen")
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"  # an administrator's tools are not on everybody's path
NEAR, FAR = (f"warplens-{os.getpid()}-{side}" for side in ("near", "far"))
CABLE = "cable"  # the name of the interface at both ends
ADDRESSES = {NEAR: "10.0.0.1", FAR: "10.0.0.2"}
RATE = 4_000_000  # bits a second of a slow cable
HANGS = 60  # seconds after which what should have ended by itself hangs; busy computers are slow
RUN_HANGS = 600  # as `warplens` of program.py

# So long that somebody else has to end it.
ENDLESS_RUN = ("--grid", "1", "--block", "1", "--arg", "i32[2]=zeros", "--arg", "i32=2",
               "--step-limit", "2000000000000")

# Numbers that compression cannot make shorter.
NOISE = """
__global__ void noise(unsigned* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned x = (data[i] + i) * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    data[i] = x ^ (x >> 22);
  }
}
"""

# sshd takes no password, and nothing from the user's folder. The servers queue in a folder of this test, so that no
# other test waits for them.
SSHD = """
ListenAddress {address}
Port 2222
HostKey {folder}/host
PidFile {folder}/sshd.pid
AuthorizedKeysFile {folder}/user.pub
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PermitUserRC no
UsePAM {pam}
SetEnv TMPDIR={folder}/queue
"""

# `stranger` has a key that the other computer does not know.
SSH = """
Host stranger
  IdentityFile {folder}/stranger
Host far
  IdentityFile {folder}/user
Host *
  HostName {address}
  Port 2222
  User root
  IdentitiesOnly yes
  IdentityAgent none
  UserKnownHostsFile {folder}/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  BatchMode yes
  ServerAliveInterval 1
  ServerAliveCountMax {patience}
"""


def system(*command, may_fail=False):
    """A finished command of the system."""
    ended = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, env=dict(os.environ, PATH=PATH))
    if ended.returncode != 0 and not may_fail:
        raise RuntimeError(f"{shlex.join(command)}: {ended.stderr.strip()}")
    return ended


def take_interrupts():
    """A program that a shell started in the background would ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def processes(computer):
    """The processes of a computer: their numbers, and their command lines."""
    found = {}
    for pid in system("ip", "netns", "pids", computer, may_fail=True).stdout.split():
        try:
            command = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except OSError:
            continue  # it has ended meanwhile
        if command:  # not a process that has ended and is not yet waited for
            found[int(pid)] = command
    return found


def kill(pid):
    with contextlib.suppress(ProcessLookupError):  # it may have ended meanwhile
        os.kill(pid, signal.SIGKILL)


def remove(computer):
    for pid in processes(computer):
        kill(pid)
    system("ip", "netns", "del", computer)


def sent(computer):
    """Bytes that a computer has put on the cable."""
    (link,) = json.loads(system("ip", "-n", computer, "-s", "-j", "link", "show", CABLE).stdout)
    return link["stats64"]["tx"]["bytes"]


class SshTest(ProgramTest):
    """The tests and the program that a person types run on NEAR; sshd and the device servers on FAR."""

    PATIENCE = 60  # seconds without a sign of life, after which ssh gives up

    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0:
            raise unittest.SkipTest("only root can make network namespaces")
        if missing := [tool for tool in TOOLS if not shutil.which(tool, path=PATH)]:
            raise unittest.SkipTest("missing: " + ", ".join(missing))
        for computer in (NEAR, FAR):
            made = system("ip", "netns", "add", computer, may_fail=True)
            if made.returncode != 0:
                raise unittest.SkipTest("no network namespaces here: " + made.stderr.strip())
            cls.addClassCleanup(remove, computer)
        super().setUpClass()
        # tearDownClass is not called if something fails here.
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.lay_cable()
        cls.start_sshd()
        cls.add = cls.write("add.cu", ADD)
        cls.endless = cls.write("endless.cu", ENDLESS)

    @classmethod
    def lay_cable(cls):
        system("ip", "-n", NEAR, "link", "add", CABLE, "type", "veth", "peer", "name", CABLE, "netns", FAR)
        for computer, address in ADDRESSES.items():
            system("ip", "-n", computer, "address", "add", address + "/30", "dev", CABLE)
            system("ip", "-n", computer, "link", "set", CABLE, "up")

    @classmethod
    def start_sshd(cls):
        (cls.folder / "queue").mkdir()
        for key in ("host", "user", "stranger"):
            system("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(cls.folder / key))
        cls.write("known_hosts", f"[{ADDRESSES[FAR]}]:2222 {(cls.folder / 'host.pub').read_text()}")
        # Where root has no password at all, sshd takes root's key only with PAM.
        pam = "yes" if "\nroot:!" in "\n" + pathlib.Path("/etc/shadow").read_text() else "no"
        words = {"address": ADDRESSES[FAR], "folder": cls.folder, "patience": cls.PATIENCE, "pam": pam}
        sshd = cls.write("sshd_config", SSHD.format(**words))
        cls.ssh = cls.write("ssh_config", SSH.format(**words))
        # sshd asks for this folder, which the system's service makes.
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        # setpriv: it ends with the tests, however they end.
        daemon = subprocess.Popen(["ip", "netns", "exec", FAR, "setpriv", "--pdeathsig", "KILL",
                                   shutil.which("sshd", path=PATH), "-D", "-f", str(sshd),
                                   "-E", str(cls.folder / "sshd.log")], env=dict(os.environ, PATH=PATH))
        cls.addClassCleanup(daemon.wait, HANGS)
        cls.addClassCleanup(daemon.kill)
        deadline = time.monotonic() + HANGS
        while not (cls.folder / "sshd.pid").exists():  # sshd writes it when it listens
            if daemon.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("sshd does not start: " + cls.sshd_said())
            time.sleep(0.05)

    @classmethod
    def sshd_said(cls):
        return (cls.folder / "sshd.log").read_text()

    def logins(self):
        return self.sshd_said().count("Accepted publickey")

    def device(self, host="far"):
        return f"remote:ssh -F {shlex.quote(str(self.ssh))} {host} {shlex.quote(SERVER)}"

    def start(self, *arguments):
        """The program on NEAR."""
        client = subprocess.Popen(["ip", "netns", "exec", NEAR, PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, env=dict(os.environ, PATH=PATH),
                                  preexec_fn=take_interrupts)
        self.addCleanup(client.communicate)
        self.addCleanup(client.kill)
        return client

    def end_of(self, client, timeout=RUN_HANGS):
        out, error = client.communicate(timeout=timeout)
        return subprocess.CompletedProcess(client.args, client.returncode, out, error)

    def run_near(self, *arguments):
        return self.end_of(self.start(*arguments))

    def add_on(self, *device, grid=4):
        """Arguments of a small run."""
        size = 250 * grid
        return ("run", self.add, "--grid", grid, "--block", "256", "--arg", f"i32[{size}]=iota", "--arg",
                f"i32={size}", "--json", "--device", *device)

    def assert_adds(self, ended):
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(json.loads(ended.stdout)["outputs"][0]["values"][:64], list(range(1, 65)))

    def wait_until(self, happens, timeout=HANGS):
        deadline = time.monotonic() + timeout
        while not happens():
            if time.monotonic() > deadline:
                self.fail(f"does not come to pass; far: {processes(FAR)}, near: {processes(NEAR)}\n{self.sshd_said()}")
            time.sleep(0.1)

    def requests(self):
        """Requests that FAR is busy with."""
        told = self.run_near("info", "--json", "--device", self.device())
        self.assertEqual(told.returncode, 0, told.stderr)
        return json.loads(told.stdout)["devices"][0]["line"]["requests"]

    def start_endless(self):
        """A run without end, which has begun."""
        client = self.start("run", self.endless, *ENDLESS_RUN, "--device", self.device())
        self.wait_until(lambda: self.requests() == 1 or client.poll() is not None, RUN_HANGS)
        self.assertIsNone(client.poll(), "the run has ended")
        return client

    def servers(self):
        return [command for command in processes(FAR).values() if "device-server" in command]

    def assert_nobody_is_served(self):
        self.wait_until(lambda: not self.servers())


class Answers(SshTest):
    def test_are_those_of_a_device_here(self):
        logins = self.logins()
        for name in ("histogram", "counter"):
            here = warplens("experiment", name, "--json", "--device", "simt")
            there = self.run_near("experiment", name, "--json", "--device", self.device())
            self.assertEqual(there.returncode, here.returncode, there.stderr)
            answer = without_times(json.loads(there.stdout))
            self.assertEqual(answer, without_times(json.loads(here.stdout)))
            self.assertEqual(answer["device"], "simt")
        self.assertEqual(self.logins(), logins + 2)
        self.assert_nobody_is_served()

    def test_traces_are_the_same(self):
        here, there = self.folder / "here.trace", self.folder / "there.trace"
        self.assert_adds(warplens(*self.add_on("simt", "--trace", here)))
        self.assert_adds(self.run_near(*self.add_on(self.device(), "--trace", there)))
        self.assertGreater(here.stat().st_size, 100)
        self.assertEqual(there.read_bytes(), here.read_bytes())

    def test_info_names_the_machine(self):
        told = self.run_near("info", "--device", self.device())
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertRegex(told.stdout, r"(?m)^device +simt +toy +SIMT machine, 2-SM toy")
        self.assertIn(self.device().removeprefix("remote:"), told.stdout)
        (device,) = json.loads(self.run_near("info", "--json", "--device", self.device()).stdout)["devices"]
        self.assertEqual(device["line"]["requests"], 0)
        self.assertGreater(device["line"]["latency_ms"], 0)


class Refused(SshTest):
    def assert_last_words(self, device, words):
        refused = self.run_near(*self.add_on(device))
        self.assertEqual(refused.returncode, 1, refused.stderr)
        self.assertIn("the line is broken; the command ended with status 255; it said: ", refused.stderr)
        self.assertRegex(refused.stderr.partition("it said: ")[2], words)
        self.assertEqual(json.loads(refused.stdout)["status"], "error")

    def test_key_that_is_not_known_there(self):
        logins = self.logins()
        self.assert_last_words(self.device("stranger"), r"Permission denied \(publickey\)")
        self.assertEqual(self.logins(), logins)

    def test_computer_that_is_not_known_here(self):
        self.assert_last_words(self.device("-o UserKnownHostsFile=/dev/null far"), "Host key verification failed")

    def test_program_that_is_not_there(self):
        refused = self.run_near(*self.add_on(f"remote:ssh -F {self.ssh} far no-such-program device-server"))
        self.assertEqual(refused.returncode, 1)
        self.assertRegex(refused.stderr, "the command ended with status 127; it said: .*no-such-program")


class BrokenCable(SshTest):
    PATIENCE = 5

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # sshd's ClientAliveInterval counts only while nothing is to be sent, and the server tells its state all the
        # time. So the server gives up after a minute, or the system of FAR: by default after a quarter of an hour, here
        # after seconds.
        system("ip", "netns", "exec", FAR, "sh", "-c", "echo 3 > /proc/sys/net/ipv4/tcp_retries2")

    def assert_lost(self, client, words):
        ended = self.end_of(client, HANGS)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("the line is broken; the command ended with status 255; it said: ", ended.stderr)
        self.assertRegex(ended.stderr.partition("it said: ")[2], words)

    def test_pulled_in_the_middle_of_a_run(self):
        client = self.start_endless()
        self.assertTrue(self.servers())
        system("ip", "-n", NEAR, "link", "set", CABLE, "down")
        try:
            self.assert_lost(client, f"Timeout, server {ADDRESSES[FAR]} not responding")
            self.assert_nobody_is_served()
            none = self.run_near(*self.add_on(self.device()))
            self.assertEqual(none.returncode, 1)
            self.assertIn("Network is unreachable", none.stderr)
        finally:
            system("ip", "-n", NEAR, "link", "set", CABLE, "up")
        self.assert_adds(self.run_near(*self.add_on(self.device())))

    def test_other_computer_ends_the_connection(self):
        client = self.start_endless()
        listener = int((self.folder / "sshd.pid").read_text())
        for pid, command in processes(FAR).items():
            if command.startswith("sshd") and pid != listener:
                kill(pid)
        self.assert_lost(client, "closed by remote host|Broken pipe|reset by peer")
        self.assert_nobody_is_served()
        self.assert_adds(self.run_near(*self.add_on(self.device())))


class SlowCable(SshTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        rate, refusals = f"{RATE}bit", []
        ways = ("netem", "delay", "100ms", "rate", rate), ("tbf", "rate", rate, "burst", "16kb", "latency", "400ms")
        for way in ways:
            slowed = [system("tc", "-n", computer, "qdisc", "replace", "dev", CABLE, "root", *way, may_fail=True)
                      for computer in (NEAR, FAR)]
            if all(each.returncode == 0 for each in slowed):
                break
            refusals.append(f"{way[0]}: {slowed[0].stderr.strip()}")
        else:
            raise unittest.SkipTest("this kernel cannot slow a cable down: " + "; ".join(refusals))
        cls.noise = cls.write("noise.cu", NOISE)

    def noise_of(self, data, size, *more):
        """Arguments of a run that makes noise of an array."""
        return ("run", self.noise, "--grid", "8", "--block", "256", "--arg", f"u32[{size}]={data}", "--arg",
                f"i32={size}", *more)

    def random_file(self, size):
        path = self.folder / f"{size}.bin"
        path.write_bytes(random.Random(1).randbytes(4 * size))
        return f"@{path}"

    def test_takes_longer_and_is_right(self):
        size = 100_000
        data, here, there = self.random_file(size), self.folder / "here.npy", self.folder / "there.npy"
        local = warplens(*self.noise_of(data, size, "--device", "simt", "--save", f"0={here}"))
        self.assertEqual(local.returncode, 0, local.stderr)
        begin = time.monotonic()
        slow = self.run_near(*self.noise_of(data, size, "--device", self.device(), "--save", f"0={there}"))
        took = time.monotonic() - begin
        self.assertEqual(slow.returncode, 0, slow.stderr)
        self.assertEqual(read_npy(there), read_npy(here))
        self.assertGreater(took, 0.8 * 2 * 4 * size * 8 / RATE, "the cable is not slow")

    def assert_cancelled(self, computer, *run):
        """A run that would go on for longer than HANGS is interrupted when `computer` has sent some of the array."""
        before = sent(computer)
        client = self.start(*run)
        self.wait_until(lambda: sent(computer) > before + 300_000 or client.poll() is not None, RUN_HANGS)
        self.assertIsNone(client.poll(), "the run has ended")
        client.send_signal(signal.SIGINT)
        self.assertEqual(self.end_of(client, HANGS).returncode, -signal.SIGINT)
        self.wait_until(lambda: not processes(NEAR))  # ssh ends as well, once it has sent the 2 MB that it may hold
        self.assert_nobody_is_served()

    def test_cancelled_while_the_launch_travels(self):
        size = 4_000_000
        self.assert_cancelled(NEAR, *self.noise_of(self.random_file(size), size, "--device", self.device()))

    def test_cancelled_while_the_result_travels(self):
        self.assert_cancelled(FAR, *self.noise_of("zeros", 8_000_000, "--device", self.device()))


class TwoClients(SshTest):
    def test_at_once(self):
        here = warplens(*self.add_on("simt", "--check", grid=400))
        self.assert_adds(here)
        for client in [self.start(*self.add_on(self.device(), "--check", grid=400)) for _ in range(2)]:
            there = self.end_of(client)
            self.assertEqual(there.returncode, here.returncode, there.stderr)
            self.assertEqual(without_times(json.loads(there.stdout)), without_times(json.loads(here.stdout)))
        self.assertEqual(os.listdir(self.folder / "queue"), ["warplens-queue-simt"])

    def test_second_waits_for_the_first(self):
        first = self.start_endless()
        second = self.start(*self.add_on(self.device()))
        self.wait_until(lambda: self.requests() == 2 or second.poll() is not None, RUN_HANGS)
        self.assertIsNone(second.poll(), "the second does not wait")
        first.send_signal(signal.SIGINT)
        self.assertEqual(self.end_of(first, HANGS).returncode, -signal.SIGINT)
        self.assert_adds(self.end_of(second))
