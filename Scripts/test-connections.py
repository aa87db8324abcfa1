#!/usr/bin/env python3
"""Tests the live connections of kammerton against other programs, and measures them.

  test-connections.py [--seconds N] [--receivers N] [PART ...]    12 s and 50 receivers by default; 60 s with
                                                                  KAMMERTON_SOAK=1 in the environment

  osc        what liblo's oscdump prints is what `tune --jsonl` prints
  receivers  50 receivers of Open Sound Control, 100 readings per second: none is lost; the delay of each
             packet from the block of sound that completes its reading
  sockets    the same for 50 WebSockets of `serve`
  encrypted  a WebSocket over TLS gets readings with the token, and nothing without
  midi       the notes in a MIDI file and in a named pipe; a signal ends the note that sounds

A lost reading, a wrong value or a wrong order fails; times are only printed, because other work on the
machine changes them. PROGRAM is another kammerton than that of .build/release.
"""

import argparse
import json
import math
import os
import pathlib
import re
import selectors
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from testing.websocket import WebSocket

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("PROGRAM", str(ROOT / ".build/release/kammerton"))
RATE = 48_000
HOP = 480


def fail(text):
    sys.exit(f"test-connections: {text}")


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def words(data):
    """The address and the arguments of an OSC message, by the specification."""
    def text(at):
        end = data.index(0, at)
        return data[at:end].decode("ascii"), (end // 4 + 1) * 4

    address, at = text(0)
    tags, at = text(at)
    values = []
    for tag in tags[1:]:
        if tag == "s":
            value, at = text(at)
        else:
            value, at = struct.unpack_from(">i" if tag == "i" else ">f", data, at)[0], at + 4
        values.append(value)
    if at != len(data):
        fail(f"a message of {len(data)} bytes ends after {at}")
    return address, values


def bundle(data):
    """The time of a bundle in seconds since 1970, and its messages."""
    if data[:8] != b"#bundle\0" or len(data) % 4:
        fail("a packet is not a bundle")
    seconds, fraction = struct.unpack_from(">II", data, 8)
    messages, at = {}, 16
    while at < len(data):
        size = struct.unpack_from(">I", data, at)[0]
        address, values = words(data[at + 4:at + 4 + size])
        messages[address] = values
        at += 4 + size
    return seconds - 2_208_988_800 + fraction / 2**32, messages


def summary(delays):
    delays = sorted(delays)
    at = lambda share: 1000 * delays[min(len(delays) - 1, int(share * len(delays)))]
    return f"median {at(0.5):.2f} ms, 99 % {at(0.99):.2f} ms, largest {1000 * delays[-1]:.2f} ms"


def test_osc():
    """oscdump, the peer, prints every reading as --jsonl does."""
    if not shutil.which("oscdump"):
        print("osc: skipped, because oscdump (liblo-tools) is not installed")
        return
    port = free_port()
    output = tempfile.TemporaryFile("w+")  # a pipe that nobody reads would stop it
    dump = subprocess.Popen(["oscdump", "-L", str(port)], stdout=output, text=True)
    while f":{port:04X} " not in pathlib.Path("/proc/net/udp").read_text():
        if dump.poll() is not None:
            fail("oscdump does not start")
        time.sleep(0.05)
    begin = time.time()
    lines = subprocess.run(
        [PROGRAM, "tune", "--simulate", "440,E2,196.7", "--realtime", "--jsonl", "--osc",
         f"127.0.0.1:{port}"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    end = time.time()
    time.sleep(1)  # what is on its way to oscdump's output
    dump.send_signal(signal.SIGINT)
    dump.wait()
    output.seek(0)
    printed = output.read().splitlines()
    readings = []
    for line in printed:
        stamp, address, tags, *values = line.split()
        if address == "/kammerton/count":
            readings.append({"time": stamp})
        readings[-1][address.rsplit("/", 1)[1]] = values[0].strip('"') if values else None
    wanted = [json.loads(line) for line in lines]
    if len(readings) != len(wanted):
        fail(f"oscdump printed {len(readings)} of {len(wanted)} readings")
    last = 0
    for number, (reading, line) in enumerate(zip(readings, wanted)):
        seconds, fraction = (int(part, 16) for part in reading["time"].split("."))
        stamp = seconds - 2_208_988_800 + fraction / 2**32
        if not begin - 0.1 <= stamp <= end + 0.1 or stamp < last:
            fail(f"reading {number} has the time {stamp} between {begin} and {end}, after {last}")
        last = stamp
        if int(reading["count"]) != number or int(reading["voiced"]) != (line["frequency"] is not None):
            fail(f"reading {number} is {reading}, not {line}")
        if line["frequency"] is None:
            if "frequency" in reading:
                fail(f"reading {number} of silence has a frequency")
            continue
        near = abs(float(reading["frequency"]) - line["frequency"]) < 1e-3 * line["frequency"]
        same = reading["note"] == f"{line['note']}{line['octave']}"
        if not (near and same and abs(float(reading["cents"]) - line["cents"]) < 0.01):
            fail(f"reading {number} is {reading}, not {line}")
        if (line["target"] is None) != ("target" not in reading):
            fail(f"reading {number} has the target {reading.get('target')}, not {line['target']}")
    print(f"test-connections: osc: oscdump printed all {len(wanted)} readings, as --jsonl has them, in order of time")


def tone(count):
    """Blocks of a tone of 440 Hz with three partials, as f32le."""
    samples = (sum(math.sin(2 * math.pi * 440 * k * n / RATE) / k for k in (1, 2, 3)) / 4
               for n in range(count * HOP))
    values = list(samples)
    return [struct.pack(f"<{HOP}f", *values[i * HOP:(i + 1) * HOP]) for i in range(count)]


def test_receivers(receivers, seconds):
    sockets = []
    for _ in range(receivers):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        receiver.bind(("127.0.0.1", 0))
        receiver.setblocking(False)
        sockets.append(receiver)
    places = [word for one in sockets for word in ("--osc", f"127.0.0.1:{one.getsockname()[1]}")]
    process = subprocess.Popen(
        [PROGRAM, "tune", "-", "--raw", "f32le", "--rate", str(RATE), "--no-history", "--no-config",
         "--plain", *places], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    blocks = tone(100)  # a second, which the tone's period divides
    written, arrived = [], [[] for _ in sockets]
    total = int(seconds * RATE / HOP)

    def feed():
        begin = time.monotonic() + 0.5
        for number in range(total):
            wait = begin + number * HOP / RATE - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            written.append(time.monotonic())
            process.stdin.write(blocks[number % len(blocks)])
            process.stdin.flush()
        process.stdin.close()

    feeder = threading.Thread(target=feed)
    feeder.start()
    selector = selectors.DefaultSelector()
    for index, one in enumerate(sockets):
        selector.register(one, selectors.EVENT_READ, index)
    while True:
        ready = selector.select(1)
        if not ready and process.poll() is not None:
            break
        for key, _ in ready:
            try:
                while True:
                    data = key.fileobj.recv(4096)
                    arrived[key.data].append((time.monotonic(), data))
            except BlockingIOError:
                pass
    feeder.join()
    if process.returncode != 0:
        fail(f"tune ended with {process.returncode}")
    expected = total
    for packets in arrived:
        counts = [bundle(data)[1]["/kammerton/count"][0] for _, data in packets]
        if counts != list(range(len(counts))) or len(counts) != len(arrived[0]):
            fail(f"of {expected} readings, a receiver got {len(counts)}, or out of order")
    # The reading of a block comes after it: the fewest blocks that a reading ever waited for are its own.
    delays = []
    live = len(written) - 30  # the last readings need no block
    lag = min(sum(1 for moment in written if moment <= arrived[0][i][0]) - i
              for i in range(0, live, 50))
    for packets in arrived:
        delays += [moment - written[i + lag - 1] for i, (moment, _) in enumerate(packets[:live])
                   if i + lag - 1 < len(written)]
    if abs(len(arrived[0]) - expected) > 10:
        fail(f"{len(arrived[0])} readings of {expected} blocks")
    print(f"test-connections: receivers: {receivers} receivers got all {len(arrived[0])} readings of {seconds:.0f} s, in order; "
          f"from block to packet, with the tracker's computing: {summary(delays)}")


def test_sockets(receivers, seconds):
    with tempfile.TemporaryDirectory() as site:
        pathlib.Path(site, "index.html").write_text("<!doctype html>")
        process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--site", site, "--listen", "--simulate", "--rate", "100"],
            stdout=subprocess.PIPE, text=True)
        port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
        if WebSocket(port, origin="https://elsewhere.example").status != 403:
            fail("a page of another site gets readings")
        if WebSocket(port, "/").status != 404:
            fail("another path than that of the readings is a WebSocket")
        clients = [WebSocket(port, origin=f"http://localhost:{port}") for _ in range(receivers)]
        selector = selectors.DefaultSelector()
        for index, client in enumerate(clients):
            client.socket.setblocking(False)
            selector.register(client.socket, selectors.EVENT_READ, index)
        readings = [[] for _ in clients]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for key, _ in selector.select(0.2):
                client, now = clients[key.data], time.monotonic()
                client.data += client.socket.recv(65536)
                for kind, payload in client.frames():
                    if kind == 0x81:
                        event = json.loads(payload)
                        if event["event"] == "reading":
                            readings[key.data].append((now, event["id"], event["data"]["time"]))
        process.send_signal(signal.SIGTERM)
        status = process.wait(10)
    if status != 0:
        fail(f"serve ended with {status}")
    for got in readings:
        numbers = [number for _, number, _ in got]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            missing = numbers[-1] - numbers[0] + 1 - len(numbers)
            fail(f"a WebSocket lost {missing} of {len(numbers)} readings, or got them out of order")
    # Simulated sound has its own pace; the earliest reading tells when its block came.
    first = min(now - moment for got in readings for now, _, moment in got)
    delays = [now - moment - first for got in readings for now, _, moment in got]
    print(f"test-connections: sockets: {receivers} WebSockets got all of {min(map(len, readings))} to "
          f"{max(map(len, readings))} readings in {seconds:.0f} s, in order; later than the earliest reading, "
          f"blocks included: {summary(delays)}")


def messages(data):
    """The messages of a stream of MIDI, each with its status byte."""
    found = []
    while data:
        size = 3 if data[0] & 0xF0 in (0x80, 0x90, 0xB0, 0xE0) else fail(f"{data[0]:x} is no message of ours")
        found.append(tuple(data[:size]))
        data = data[size:]
    return found


def file_messages(data):
    """The messages of a standard MIDI file of type 0 with their seconds."""
    if data[:4] != b"MThd" or struct.unpack_from(">IHHH", data, 4) != (6, 0, 1, 500) or data[14:18] != b"MTrk":
        fail("not a MIDI file of type 0 with 500 ticks")
    if len(data) != 22 + struct.unpack_from(">I", data, 18)[0]:
        fail("the track has another length than it says")
    at, ticks, found = 22, 0, []
    while at < len(data):
        delta = 0
        while True:
            delta, at = delta << 7 | data[at] & 0x7F, at + 1
            if data[at - 1] < 0x80:
                break
        ticks += delta
        size = 3 + data[at + 2] if data[at] == 0xFF else 3
        if data[at] != 0xFF:
            found.append((ticks / 1000, tuple(data[at:at + size])))
        at += size
    if data[-3:] != b"\xff\x2f\0":
        fail("the track has no end")
    return found


def test_midi():
    arguments = ["tune", "--simulate", "E2,196.7,440", "--plain", "--no-config", "--no-history", "--midi"]
    with tempfile.TemporaryDirectory() as folder:
        take, pipe = os.path.join(folder, "take.mid"), os.path.join(folder, "port")
        subprocess.run([PROGRAM, *arguments, take], check=True, stdout=subprocess.DEVNULL)
        in_file = file_messages(pathlib.Path(take).read_bytes())
        notes = [message for _, message in in_file if message[0] in (0x80, 0x90)]
        if [(kind, key) for kind, key, _ in notes] != [(k, key) for key in (40, 55, 69) for k in (0x90, 0x80)]:
            fail(f"the notes are {notes}")
        # 196.7 Hz are 0.0615 semitones above G3 (196 Hz): 8192 (1 + 0.0615 / 2).
        start = notes.index(next(note for note in notes if note[:2] == (0x90, 55)))
        bends = [m for _, m in in_file[:[m for _, m in in_file].index(notes[start])] if m[0] == 0xE0]
        bend = bends[-1][1] | bends[-1][2] << 7
        if abs(bend - 8444) > 20:
            fail(f"the bend of 196.7 Hz is {bend}")

        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        subprocess.run([PROGRAM, *arguments, pipe], check=True, stdout=subprocess.DEVNULL)
        if messages(os.read(reader, 1 << 16)) != [message for _, message in in_file]:
            fail("pipe and file differ")

        process = subprocess.Popen(
            [PROGRAM, *arguments, pipe, "--realtime"], stdout=subprocess.DEVNULL)
        data = b""
        while (0x90, 40) not in [message[:2] for message in messages(data)]:
            time.sleep(0.05)
            try:
                data += os.read(reader, 1 << 16)
            except BlockingIOError:
                pass
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        data += os.read(reader, 1 << 16)
        os.close(reader)
        if messages(data)[-1] != (0x80, 40, 64):
            fail(f"a signal leaves the note: {messages(data)[-1]}")
    print(f"test-connections: midi: {len(in_file)} messages of 3 notes, the same in a file and in a pipe; a signal ends the note")


def test_encrypted():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.html").write_text("<!doctype html>")
        process = subprocess.Popen(
            [PROGRAM, "serve", "--host", "0.0.0.0", "--port", "0", "--tls", "--no-qr", "--site", folder, "--listen",
             "--simulate"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=dict(os.environ, XDG_STATE_HOME=folder))
        port, token = re.search(r":(\d+)/\?token=(\w+)", process.stdout.readline()).groups()
        tls = ssl.create_default_context(cafile=next(pathlib.Path(folder).rglob("*cert*.pem")))
        if WebSocket(int(port), "/api/readings?token=" + "0" * len(token), tls=tls).status != 403:
            fail("another token opens a WebSocket over TLS")
        if WebSocket(int(port), tls=tls).status != 403:
            fail("a WebSocket over TLS needs no token")
        client, readings = WebSocket(int(port), f"/api/readings?token={token}", tls=tls), []
        while len(readings) < 20:
            client.data += client.socket.recv(65536)
            for kind, payload in client.frames():
                event = json.loads(payload) if kind == 0x81 else {}
                if event.get("event") == "reading":
                    readings.append(event["id"])
        process.send_signal(signal.SIGTERM)
        if status := process.wait(60):
            fail(f"serve over TLS ended with {status}")
    if readings != list(range(readings[0], readings[0] + len(readings))):
        fail(f"readings over TLS are {readings}")
    print("test-connections: encrypted: a WebSocket over TLS got its readings with the token, and nothing without")


def main():
    soak = os.environ.get("KAMMERTON_SOAK") == "1"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60 if soak else 12)
    parser.add_argument("--receivers", type=int, default=50)
    parser.add_argument("parts", nargs="*", default=[])
    options = parser.parse_args()
    parts = options.parts or ["osc", "midi", "receivers", "sockets", "encrypted"]
    if "osc" in parts:
        test_osc()
    if "midi" in parts:
        test_midi()
    if "receivers" in parts:
        test_receivers(options.receivers, options.seconds)
    if "sockets" in parts:
        test_sockets(options.receivers, options.seconds)
    if "encrypted" in parts:
        test_encrypted()


main()
