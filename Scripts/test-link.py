#!/usr/bin/env python3
"""kammerton metronome --link in a session of Ableton Link, with aalink, another implementation's peer.

    Scripts/test-link.py [PART ...] [--seconds N] [--joins N] [--program PATH] [--write FILE]

join      a session exists: its tempo and bar are taken, and not changed; the phase of each beat.
alone     nobody is there: the tempo is the metronome's, and the first who joins takes it.
network   networks come and go meanwhile.
steps     the tempo changes on either side, also by keys in a terminal; how long it takes to be together again.
range     20 and 999 BPM, and other note values.
playing   start and stop, shared only by those who want it.
several   two metronomes share one bridge, and its session.
lost      the bridge is killed, stopped, missing, or says nothing.
hostile   packets that no metronome sends.
joins     many metronomes that come and go; the peer's beat never jumps. (only if asked for)
measure   the phase error for --seconds, by times and by a recording. (only if asked for)

Times are those at which a beat leaves the loudspeaker, as the metronome's --jsonl says: the sample's time by the sound
server's own account of its delay. The peer's are asked for at the same moment on the same clock. `record` in `measure`
compares them with the clicks of a recording of the sound server's sink. Orders, tempos and bars decide; phase errors
are printed, and judged by the median of some beats in a row, because a busy machine delays single ones, and stops the
sound at times: beats must come to within 2 ms, however long that takes.

Builds kammerton-link (Scripts/build-link.sh), and Scripts/python-with installs aalink from PyPI. Where ableton-link-dev or
PulseAudio is missing, which nothing else needs, it says so and succeeds.
"""
import argparse
import asyncio
import concurrent.futures
import importlib.util
import json
import math
import os
import pathlib
import pty
import random
import re
import select
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings

from testing import requirements

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("PROGRAM", str(ROOT / ".build/release/kammerton"))
BRIDGE = os.environ.get("KAMMERTON_LINK", str(ROOT / ".build-link/kammerton-link"))
spec = importlib.util.spec_from_file_location("test_clock", ROOT / "Scripts/test-clock.py")
clock = importlib.util.module_from_spec(spec)
spec.loader.exec_module(clock)


metronomes, screens = [], []  # all that were started


def fail(text):
    sys.exit(f"test-link: {text}")


def check(fact, text):
    if not fact:
        fail(text)


def wait_for(what, condition, seconds=120):
    """By default as long as no machine needs, however busy: only what never comes takes it."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            shown = "".join(f"\n--- the full screen: {screen.process_state()}\n{screen.plain()[-3000:]}" for screen in screens[-1:])
            fail(f"waited {seconds} s for {what}; the metronomes say: "
                 + "".join(metronome.news for metronome in metronomes[-2:]) + shown)
        time.sleep(0.02)


def wait_until_together(metronome, why, count=8, after=0.0):
    """Waits until the median of the last `count` beats, of those that came after a moment, is within 2 ms of the peer's.
    Returns their errors."""
    found = []

    def is_together():
        found[:] = [beat["error"] for beat in metronome.beats if "error" in beat and beat["arrived"] > after][-count:]
        return len(found) == count and abs(statistics.median(found)) < 0.002

    try:
        wait_for(f"{count} beats within 2 ms {why}", is_together)
    except SystemExit as failure:
        fail(f"{str(failure).removeprefix('test-link: ')}; the last ones: {describe(found) if found else 'none'}")
    return found


class Peer:
    """Another program in the session. aalink needs an event loop, which runs in a thread of its own."""

    def __init__(self, tempo, quantum=4):
        import aalink
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

        async def create():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                link = aalink.Link(tempo, self.loop)
            link.quantum = quantum
            link.enabled = True
            return link

        self.link = asyncio.run_coroutine_threadsafe(create(), self.loop).result()
        # Of two sessions that began within half a second, Link takes either.
        time.sleep(1)

    def beat_at(self, moment):
        """The beat at a moment of time.monotonic()."""
        best = None
        for _ in range(5):
            before = time.monotonic()
            beat = self.link.beat
            after = time.monotonic()
            if best is None or after - before < best[0]:
                best = (after - before, (before + after) / 2, beat)
        return best[2] + (moment - best[1]) * self.link.tempo / 60

    def phase_error(self, moment, beats=1.0):
        """Seconds by which a moment is late against the nearest multiple of some beats."""
        beat = self.beat_at(moment)
        return (beat - round(beat / beats) * beats) * 60 / self.link.tempo

    def close(self):
        self.link.enabled = False
        self.loop.call_soon_threadsafe(self.loop.stop)
        time.sleep(0.1)


class Metronome:
    """kammerton metronome --link --jsonl, and what it prints."""

    def __init__(self, station, *words, peer=None, environment=None):
        self.peer = peer
        self.events, self.news = [], ""
        metronomes.append(self)
        self.process = subprocess.Popen(
            [PROGRAM, "metronome", *words, "--link", "--jsonl", "--loudspeaker", "pulse"],
            env={**station.environment, **(environment or {})},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        station.processes.append(self.process)
        for read in (self.read, self.complain):
            threading.Thread(target=read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            event["arrived"] = time.monotonic()
            if self.peer and event["event"] == "beat" and event["time"]:
                # Before the tempo of the peer changes again.
                event["peer beat"] = self.peer.beat_at(event["time"])
                event["error"] = self.peer.phase_error(event["time"], 4 / int(event["note"].split("/")[1]))
                event["peer tempo"] = self.peer.link.tempo
            self.events.append(event)

    def complain(self):
        for line in self.process.stderr:
            self.news += line

    @property
    def beats(self):
        """Those whose time is known: it is not for some tenths of a second after the sound has stumbled."""
        return [event for event in self.events if event["event"] == "beat" and event["time"]]

    @property
    def tempo(self):
        """In quarters per minute."""
        beat = self.beats[-1]
        upper, lower = map(int, beat["note"].split("/"))
        return beat["tempo"] * 4 * upper / lower

    @property
    def peers(self):
        sessions = [event for event in self.events if event["event"] == "session"]
        return sessions[-1]["peers"] if sessions else None

    def wait_for_beats(self, count, seconds=120):
        have = len(self.beats)
        wait_for(f"{count} beats", lambda: len(self.beats) >= have + count, seconds)
        return self.beats[have:]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            fail("the metronome did not end on Ctrl-C")


def near(tempo, wanted):
    return abs(tempo / wanted - 1) < 1e-5


def describe(errors):
    errors = sorted(errors, key=abs)
    return (f"median {statistics.median(errors) * 1e3:+.2f} ms, 99 % within "
            f"{abs(errors[min(len(errors) - 1, int(len(errors) * 0.99))]) * 1e3:.2f} ms, most {abs(errors[-1]) * 1e3:.2f} ms")


figures = {}  # rows of a table in docs/link.md


def note(row, errors):
    """Notes the errors of a measurement for --write."""
    sizes = sorted(abs(error) for error in errors)
    figures[row] = {
        "beats": len(errors), "median": f"{statistics.median(errors) * 1e3:+.2f}",
        "99 % within": f"{sizes[min(len(sizes) - 1, int(len(sizes) * 0.99))] * 1e3:.2f}", "most": f"{sizes[-1] * 1e3:.2f}",
        "within 2 ms": f"{100 * sum(size <= 0.002 for size in sizes) / len(sizes):.2f} %"}


def bridges(station):
    """The processes of kammerton-link that were started in an environment."""
    folder = station.environment["XDG_RUNTIME_DIR"]
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if os.path.basename(command[0]) == b"kammerton-link" and f"XDG_RUNTIME_DIR={folder}".encode() in environment:
            found.append(int(process.name))
    return found


def door(station):
    path = pathlib.Path(station.environment["XDG_RUNTIME_DIR"]) / "kammerton-link"
    words = path.read_text().split() if path.exists() else []
    return (int(words[2]), bytes.fromhex(words[3])) if len(words) == 4 else None


# What is tested.


def test_join(station, options):
    peer = Peer(137.5)
    early = peer.beat_at(time.monotonic())
    start = time.monotonic()
    metronome = Metronome(station, "90", "--meter", "4/4", peer=peer)
    beats = metronome.wait_for_beats(max(12, int(options.seconds * 2)), options.seconds + 60)
    late = peer.beat_at(time.monotonic())
    check(near(peer.link.tempo, 137.5), f"the session's tempo changed to {peer.link.tempo}")
    check(near(metronome.tempo, 137.5), f"the metronome has {metronome.tempo} BPM")
    elapsed = (time.monotonic() - start) * 137.5 / 60
    check(abs(late - early - elapsed) < 0.05, "the peer's beat has jumped")
    first = metronome.beats[0]
    check(first["beat"] == 1, f"it began with beat {first['beat']} of a bar")
    check(all(abs(beat["peer beat"] % 4 - (beat["beat"] - 1)) < 0.3 or beat["beat"] == 1 for beat in beats),
          "its bars are not those of the session")
    check(metronome.peers == 1 and peer.link.num_peers == 1, f"it counts {metronome.peers} peers")
    errors = wait_until_together(metronome, "after it has joined", max(8, len(beats) - 4))
    check(metronome.stop() == 0, "it ended with an error")
    wait_for("the peer to be alone", lambda: peer.link.num_peers == 0, 1)
    check(near(peer.link.tempo, 137.5), "the session's tempo changed when it left")
    peer.close()
    return f"took 137.5 BPM and began with the bar; {len(errors)} beats: {describe(errors)}"


def steady(beats, tempo):
    """Whether beats are as far apart as they should be, to a hundredth."""
    gaps = [(after["time"] - before["time"]) * tempo / 60 for before, after in zip(beats, beats[1:])]
    return all(abs(gap / max(1, round(gap)) - 1) < 0.01 for gap in gaps)


def test_network(station, options):
    """Networks that come and go; only in a network of our own."""
    if "KAMMERTON_LINK_ALONE" not in os.environ:
        return "skipped: it needs root, unshare and ip"
    peer = Peer(120)
    metronome = Metronome(station, "90", peer=peer)
    metronome.wait_for_beats(4)
    begin = len(metronome.beats) - 1
    for number in (1, 2):
        subprocess.run(["ip", "link", "add", "linka", "type", "veth", "peer", "name", "linkb"], check=True)
        for name, address in (("linka", f"10.99.{number}.1/24"), ("linkb", f"10.99.{number}.2/24")):
            subprocess.run(["ip", "addr", "add", address, "dev", name], check=True)
            subprocess.run(["ip", "link", "set", name, "up"], check=True)
        time.sleep(7)  # Link looks for networks every five seconds.
        subprocess.run(["ip", "link", "del", "linka"], check=True)
        time.sleep(3)
    time.sleep(4)
    beats = metronome.beats[begin:]
    check(steady(beats, 120) and near(metronome.tempo, 120) and near(peer.link.tempo, 120), "networks disturb the beat")
    check(metronome.peers == 1, f"networks come and go: it counts {metronome.peers} peers")
    errors = wait_until_together(metronome, "while networks come and go", len(beats))
    metronome.stop()
    peer.close()
    return f"two networks came and went: {describe(errors)}"


def test_alone(station, options):
    metronome = Metronome(station, "101", "--meter", "3/4")
    metronome.wait_for_beats(4)
    check(metronome.beats[0]["beat"] == 1 and near(metronome.tempo, 101), "alone, the tempo is not its own")
    check(metronome.peers == 0, f"alone, it counts {metronome.peers} peers")
    before = metronome.beats[-1]
    peer = Peer(64, quantum=3)
    metronome.peer = peer
    wait_for("the peer to join", lambda: near(peer.link.tempo, 101))
    beats = metronome.wait_for_beats(8)
    check(near(metronome.tempo, 101), "the tempo changed because another joined")
    check(steady([before] + beats, 101), "the beat jumped because another joined")
    check(metronome.peers == 1, "it does not count the peer")
    errors = [beat["error"] for beat in beats if "error" in beat]
    metronome.peer = None
    peer.close()
    wait_for("the peer to leave", lambda: metronome.peers == 0)
    check(steady(beats[-1:] + metronome.wait_for_beats(4), 101), "the beat jumped because another left")
    metronome.stop()
    return f"101 BPM of its own, kept when another joined, whose error is {describe(errors)}"


class Screen:
    """A metronome on the full screen of a terminal."""

    def __init__(self, station, *words):
        self.text = ""
        screens.append(self)
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.environ.clear()
            os.environ.update(station.environment, TERM="xterm-256color", LANG="C.UTF-8", LINES="24", COLUMNS="100")
            os.execv(PROGRAM, [PROGRAM, "metronome", *words, "--link", "--loudspeaker", "pulse"])
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while data := os.read(self.descriptor, 65536):
                self.text = (self.text + data.decode(errors="replace"))[-40000:]
        except OSError:
            pass

    def press(self, keys):
        os.write(self.descriptor, keys.encode())

    def plain(self):
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text[-20000:])

    def shows(self, pattern):
        return re.search(pattern, self.plain()) is not None

    def process_state(self):
        """Such as `S (sleeping)`."""
        try:
            return re.search(r"State:\s*(.*)", pathlib.Path(f"/proc/{self.process}/status").read_text())[1]
        except OSError:
            return "has ended"

    def stop(self):
        self.press("q")
        wait_for("the full screen to end by q", lambda: os.waitpid(self.process, os.WNOHANG)[0] != 0)
        os.close(self.descriptor)


def settle_time(metronome, peer, start, limit=0.002):
    """Seconds until all later beats are within a limit."""
    last = start
    for beat in metronome.beats:
        if beat["arrived"] > start + 0.6 and abs(beat["error"]) > limit:
            last = beat["time"]
    return last - start


def test_steps(station, options):
    peer = Peer(120)
    metronome = Metronome(station, "90", peer=peer)
    metronome.wait_for_beats(6)
    settled = []
    for tempo in (126, 100, 180, 60, 150.3, 120):
        peer.link.tempo = tempo
        start = time.monotonic()
        time.sleep(5)
        wait_for(f"{tempo} BPM of the metronome", lambda: near(metronome.tempo, tempo))
        settled.append((tempo, settle_time(metronome, peer, start)))
        wait_until_together(metronome, f"from 3 s after a step to {tempo} on", max(2, int(2 * tempo / 60)), start + 3)
    screen = Screen(station, "77")
    wait_for("the full screen to show two peers", lambda: screen.shows("Link: 2 peers"))
    wait_for("the full screen to show a beat", lambda: screen.shows(r"beat \d/4"))
    check(near(peer.link.tempo, 120), "a second metronome changed the tempo")
    for keys, tempo in (("\x1b[C", 121), ("\x1b[A", 126), ("\x1b[B\x1b[B", 116), ("]", 116.1)):
        screen.press(keys)
        wait_for(f"{tempo} BPM at the peer by keys", lambda: near(peer.link.tempo, tempo))
        time.sleep(1)
    wait_for("the other metronome to follow", lambda: near(metronome.tempo, 116.1))
    wait_until_together(metronome, "after steps by keys", after=time.monotonic() + 1)
    screen.stop()
    metronome.stop()
    peer.close()
    times = ", ".join(f"{tempo:g} after {seconds:.1f} s" for tempo, seconds in settled)
    return f"steps of the peer are followed, within 2 ms: {times}; keys change the peer's tempo"


def test_range(station, options):
    peer = Peer(20)
    metronome = Metronome(station, "3/8=80", "--meter", "6/8", peer=peer)
    wait_for("a beat", lambda: metronome.beats)
    check(near(metronome.tempo, 20) and metronome.beats[-1]["note"] == "3/8", f"20 BPM are {metronome.beats[-1]}")
    peer.link.tempo = 999
    wait_for("999 BPM", lambda: near(metronome.tempo, 999))
    time.sleep(2)
    beats = metronome.beats[-30:]
    gap = (beats[-1]["time"] - beats[0]["time"]) / sum(
        (after["beat"] - before["beat"]) % 6 for before, after in zip(beats, beats[1:]))
    check(abs(gap * 999 * 2 / 60 - 1) < 0.02, f"eighths at 999 BPM are {gap} s apart")
    metronome.stop()
    peer.close()
    refused = subprocess.run([PROGRAM, "metronome", "15", "--link"], capture_output=True, text=True, env=station.environment)
    check(refused.returncode == 64 and "20 to 999" in refused.stderr, f"15 BPM: {refused.stderr}")
    return "20 and 999 BPM are followed, in dotted quarters and in 6/8; 15 BPM are refused"


def test_playing(station, options):
    peer = Peer(120)
    peer.link.start_stop_sync_enabled = True
    metronome = Metronome(station, "120", "--link-start-stop", peer=peer)
    wait_for("the peer", lambda: metronome.peers == 1)
    time.sleep(3)
    check(not metronome.beats, "it plays before anybody has started")
    peer.link.playing = True
    beats = metronome.wait_for_beats(4)
    check(beats[0]["beat"] == 1, "it did not start with a bar")
    peer.link.playing = False
    time.sleep(1.5)
    count = len(metronome.beats)
    time.sleep(2)
    check(len(metronome.beats) == count, "it did not stop")
    metronome.stop()
    time.sleep(0.5)
    screen = Screen(station, "120", "--link-start-stop")
    wait_for("the key in the full screen", lambda: screen.shows("p start"))
    screen.press("p")
    wait_for("the peer to play by the key p", lambda: peer.link.playing)
    wait_for("the beat", lambda: screen.shows(r"beat \d/4"))
    screen.press("p")
    wait_for("the peer to stop by the key p", lambda: not peer.link.playing)
    screen.stop()
    other = Metronome(station, "120", peer=peer)
    other.wait_for_beats(3)
    check(not peer.link.playing, "a metronome that does not share start and stop has started the peer")
    peer.link.playing = True
    peer.link.playing = False
    time.sleep(1)
    other.wait_for_beats(3)
    other.stop()
    peer.close()
    return "start and stop go both ways, by the bar; without --link-start-stop neither way"


def test_several(station, options):
    peer = Peer(120)
    metronomes = [Metronome(station, "90", peer=peer) for _ in range(3)]
    for metronome in metronomes:
        wait_for("beats of all", lambda: len(metronome.beats) > 8)
    check(len(bridges(station)) == 1, f"there are {len(bridges(station))} bridges")
    check(peer.link.num_peers == 1, f"the peer counts {peer.link.num_peers}")
    check(all(metronome.peers == 3 for metronome in metronomes), f"they count {[m.peers for m in metronomes]}")
    for number, metronome in enumerate(metronomes, 1):
        wait_until_together(metronome, f"of metronome {number}")
    metronomes[0].stop()
    metronomes[1].wait_for_beats(4)
    for metronome in metronomes[1:]:
        metronome.stop()
    wait_for("the bridge to end by itself", lambda: not bridges(station))
    peer.close()
    return "three metronomes, one bridge, which ended after them"


def test_lost(station, options):
    peer = Peer(120)
    metronome = Metronome(station, "90", peer=peer)
    metronome.wait_for_beats(6)
    os.kill(bridges(station)[0], signal.SIGKILL)
    wait_for("word of it", lambda: "kammerton-link has ended" in metronome.news)
    wait_for("another bridge", lambda: "kammerton-link answers again" in metronome.news)
    metronome.wait_for_beats(8)
    check(near(peer.link.tempo, 120), f"after another bridge, the session has {peer.link.tempo} BPM")
    wait_until_together(metronome, "after another bridge", 5)
    gaps = [after["time"] - before["time"] for before, after in zip(metronome.beats, metronome.beats[1:])]
    check(all(abs(gap - 0.5) < 0.01 for gap in gaps[2:]), "the beat jumped while the bridge was away")
    stopped = bridges(station)[0]
    os.kill(stopped, signal.SIGSTOP)
    wait_for("word of it", lambda: "kammerton-link does not answer" in metronome.news)
    metronome.wait_for_beats(3)
    silent = subprocess.run([PROGRAM, "metronome", "--link", "--plain", "--loudspeaker", "pulse"],
                            capture_output=True, text=True, env=station.environment, timeout=60)
    check(silent.returncode == 2 and "does not answer" in silent.stderr, f"a silent bridge: {silent.stderr}")
    os.kill(stopped, signal.SIGCONT)
    metronome.news = ""
    wait_for("the bridge again", lambda: "answers again" in metronome.news or metronome.peers == 1)
    metronome.stop()
    peer.close()
    wait_for("the bridge to end by itself", lambda: not bridges(station))
    for path, word in (("/nowhere/kammerton-link", "Install the package kammerton-link"), ("/bin/false", "ended with status 1")):
        result = subprocess.run([PROGRAM, "metronome", "--link"], capture_output=True, text=True, timeout=60,
                                env={**station.environment, "KAMMERTON_LINK": path})
        check(result.returncode == 2 and word in result.stderr, f"{path}: {result.stderr}")
    return "the clicks go on without the bridge, which is started again; a silent and a missing one are said"


def test_hostile(station, options):
    metronome = Metronome(station, "120")
    metronome.wait_for_beats(2)
    port, token = door(station)
    mode = os.stat(pathlib.Path(station.environment["XDG_RUNTIME_DIR"]) / "kammerton-link").st_mode & 0o777
    check(mode == 0o600, f"the token can be read: {mode:o}")
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.connect(("127.0.0.1", port))
    sender.setblocking(False)
    generator = random.Random(5)

    def packet(token=token, asker=77, quantum=4_000_000, tempo=200_000_000, number=1, flags=4, length=96, mark=b"KLnk", kind=1):
        data = mark + bytes([1, kind, flags, 0]) + token + struct.pack(">QqqqI", asker, 0, quantum, tempo, number)
        return (data + bytes(100))[:length]

    nan = struct.unpack(">q", struct.pack(">d", math.nan))[0]
    bad = [packet(token=bytes(16)), packet(token=bytes([token[0] ^ 1]) + token[1:]), packet(asker=0), packet(quantum=0),
           packet(quantum=-4), packet(quantum=2**62), packet(tempo=0), packet(tempo=-1), packet(tempo=19_999_999),
           packet(tempo=999_000_001), packet(tempo=nan), packet(tempo=2**63 - 1), packet(flags=0xFF), packet(flags=4 | 8 | 16),
           packet(length=95), packet(length=97), packet(length=0), packet(mark=b"KMet"), packet(kind=2)]
    bad += [generator.randbytes(generator.randrange(200)) for _ in range(2000)]
    bad += [packet(token=generator.randbytes(16)) for _ in range(2000)]
    for data in bad:
        try:
            sender.send(data)
        except BlockingIOError:
            time.sleep(0.01)
    time.sleep(1)
    answered = 0
    while select.select([sender], [], [], 0)[0]:
        sender.recv(200)
        answered += 1
    check(answered == 0, f"{answered} bad packets were answered")
    metronome.wait_for_beats(3)
    check(near(metronome.tempo, 120) and "kammerton-link" not in metronome.news, f"after hostile packets: {metronome.news}")
    sender.send(packet())  # the only one that is right
    wait_for("the right packet to act", lambda: near(metronome.tempo, 200))
    metronome.stop()
    return f"{len(bad)} bad packets were not answered and changed nothing"


def test_joins(station, options):
    peer = Peer(123.4)
    first, started = peer.beat_at(time.monotonic()), time.monotonic()
    errors, delays = [], []
    for number in range(options.joins):
        start = time.monotonic()
        metronome = Metronome(station, f"{40 + 7 * number}", peer=peer)
        metronome.wait_for_beats(3)
        delays.append(metronome.beats[0]["arrived"] - start)
        check(metronome.beats[0]["beat"] == 1, f"join {number} began within a bar")
        check(near(peer.link.tempo, 123.4) and near(metronome.tempo, 123.4), f"join {number}: the peer has {peer.link.tempo} BPM, the metronome {metronome.tempo}, from {metronome.events[:3]}")
        errors += [beat["error"] for beat in metronome.beats]
        check(abs(metronome.beats[-1]["error"]) < 0.02, f"join {number} is off by {metronome.beats[-1]['error']}")
        check(metronome.stop() == 0, f"join {number} ended with an error")
        now = time.monotonic()
        jump = peer.beat_at(now) - first - (now - started) * 123.4 / 60
        check(abs(jump) < 0.05, f"the peer's beat jumped by {jump} at join {number}")
    peer.close()
    note(f"{options.joins} joins: the first three beats of each", errors)
    return (f"{options.joins} joins: the first three beats of each {describe(errors)}; from the start of the program to "
            f"the first beat, {statistics.median(delays):.1f} s in the median, {max(delays):.1f} s at most")


def record(station, seconds, peer):
    """The clicks of a recording of the sink, in seconds late against the peer's beats."""
    import array
    # The sink's monitor hears a block before it is due; it makes blocks as short as this asks for.
    process = subprocess.Popen(
        ["parec", "-d", "air.monitor", "--raw", "--format=float32le", "--channels=1", "--rate=48000", "--latency-msec=1"],
        env=station.environment, stdout=subprocess.PIPE)
    samples, arrivals, end = array.array("f"), [], time.monotonic() + seconds
    data = b""
    while time.monotonic() < end:
        data += os.read(process.stdout.fileno(), 65536)
        whole = len(data) // 4 * 4
        samples.frombytes(data[:whole])
        data = data[whole:]
        arrivals.append((len(samples), time.monotonic()))
    process.kill()
    # The earliest arrivals bound the time of a sample: the line under them, in two halves.
    offsets = [(count / 48000, moment - count / 48000) for count, moment in arrivals[len(arrivals) // 10:]]
    middle = offsets[len(offsets) // 2][0]
    low = [min((offset, at) for at, offset in half) for half in
           ([o for o in offsets if o[0] < middle], [o for o in offsets if o[0] >= middle])]
    slope = (low[1][0] - low[0][0]) / max(1e-9, low[1][1] - low[0][1])
    errors, quiet = [], 0
    for index, sample in enumerate(samples):
        if abs(sample) > 0.02:
            if quiet > 4800:
                at = index / 48000
                errors.append(peer.phase_error(at + low[0][0] + slope * (at - low[0][1])))
            quiet = 0
        else:
            quiet += 1
    return errors, slope


def test_measure(station, options):
    peer = Peer(120)
    metronome = Metronome(station, "90", peer=peer)
    metronome.wait_for_beats(8)
    start = time.monotonic()
    begin = len(metronome.beats)
    recordings = []
    while time.monotonic() < start + options.seconds:
        left = start + options.seconds - time.monotonic()
        if left > 60 or not recordings:
            recordings += record(station, 20, peer)[0]
            left -= 20
        time.sleep(max(0, min(left, 280)))
    beats = metronome.beats[begin:]
    errors = [beat["error"] for beat in beats]
    unknown = sum(event["event"] == "beat" and not event["time"] for event in metronome.events)
    minutes = [statistics.median(errors[index:index + 120]) for index in range(0, len(errors) - 119, 120)] or [statistics.median(errors)]
    within = sum(abs(error) <= 0.002 for error in errors) / len(errors)
    note(f"{options.seconds / 60:g} minutes, by the sound system's account", errors)
    if recordings:
        note("of it, recorded", recordings)
    lines = [
        f"{(time.monotonic() - start) / 60:.1f} minutes at 120 BPM, {len(errors)} beats and {unknown} of unknown time: {describe(errors)}; "
        f"{within * 100:.2f} % within 2 ms; medians of a minute {min(minutes) * 1e3:+.2f} to {max(minutes) * 1e3:+.2f} ms",
        f"recording: {len(recordings)} clicks: {describe(recordings)}" if recordings else "recording: no clicks",
        f"load {' '.join(f'{load:.1f}' for load in os.getloadavg())}; underruns: {metronome.news.count('underrun')}",
    ]
    metronome.stop()
    peer.close()
    return "\n".join(lines)


PARTS = ["steps", "network", "lost", "join", "alone", "playing", "several", "range", "hostile"]  # the longest first


def has_link_library():
    """Whether the bridge can be built: ableton-link-dev, by the packages of Debian."""
    found = subprocess.run(["dpkg-query", "-W", "-f=${Status}", "ableton-link-dev"], capture_output=True, text=True) \
        if clock.shutil.which("dpkg-query") else None
    return found is not None and "install ok installed" in found.stdout


# Runs what follows in a network of its own, in which no other session is.
OWN_NETWORK = ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable]


def side_by_side(parts, options):
    """Runs parts three at a time, since all of them wait, each in a process and a network of its own. Says in their
    order what they said. Returns the exit status."""

    def run(part):
        return subprocess.run([*OWN_NETWORK, __file__, part, "--seconds", str(options.seconds), "--joins", str(options.joins)],
                              capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        results = list(pool.map(run, parts))
    for result in results:
        sys.stderr.write(result.stderr)
        print(result.stdout, end="", flush=True)
    return int(any(result.returncode for result in results))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--joins", type=int, default=50)
    parser.add_argument("--write", help="a JSON file for the figures, such as Benchmarks/figures/link.json")
    options = parser.parse_args()
    missing = None
    if sys.platform != "linux":
        missing = "aalink and PulseAudio are tried on Linux only"
    elif not has_link_library():
        missing = "ableton-link-dev is not installed: Scripts/install-dependencies.sh link"
    elif not clock.shutil.which("pulseaudio") or not clock.shutil.which("parec"):
        missing = "pulseaudio is not installed"
    if missing:
        print(f"test-link: skipped, because {missing}", file=sys.stderr)
        return
    if "KAMMERTON_LINK_ALONE" not in os.environ:
        requirements.use("Scripts/link-requirements.txt")
        subprocess.run([ROOT / "Scripts/build-link.sh"], check=True, stdout=subprocess.DEVNULL)
    if os.geteuid() == 0 and clock.shutil.which("unshare") and clock.shutil.which("ip") and "KAMMERTON_LINK_ALONE" not in os.environ:
        os.environ["KAMMERTON_LINK_ALONE"] = "1"
        parts = options.parts or PARTS
        # Those that measure have the machine for themselves.
        if len(parts) > 1 and set(parts) <= set(PARTS):
            sys.exit(side_by_side(parts, options))
        os.execvp(OWN_NETWORK[0], [*OWN_NETWORK, *sys.argv])
    with tempfile.TemporaryDirectory() as folder:
        for part in options.parts or PARTS:
            station = clock.Station(pathlib.Path(folder) / part)
            station.environment["KAMMERTON_LINK"] = BRIDGE
            try:
                text = globals()["test_" + part](station, options)
            finally:
                for bridge in bridges(station):
                    os.kill(bridge, signal.SIGCONT)
                    os.kill(bridge, signal.SIGTERM)
                station.end()
                wait_for("the bridges to end", lambda: not bridges(station))
            print(f"test-link: {part}: {text}", flush=True)
    if options.write:
        commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
        words = [word for word in sys.argv[1:] if word not in ("--write", options.write)]
        table = {"measured": time.strftime("%Y-%m-%d"), "commit": commit, "command": f"Scripts/test-link.py {' '.join(words)}",
                 "unit": "milliseconds against aalink", "columns": ["beats", "median", "99 % within", "most", "within 2 ms"],
                 "rows": figures}
        pathlib.Path(options.write).write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
