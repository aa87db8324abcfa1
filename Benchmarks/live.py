"""What `kammerton tune` has shown after each part of a sound, as a player sees it while the sound goes on (Linux).

The sound goes into a pipe part by part. After each the program is let go on until it has read everything and all of its
threads wait, so that what it has printed does not depend on how fast the machine is.
"""

import array
import fcntl
import json
import os
import pathlib
import subprocess
import termios
import time

QUIET = 3  # looks in a row at which nothing happens
PAUSE = 0.003  # seconds between them


class LiveTuner:
    def __init__(self, program, rate, *options):
        self.lines, self.rest = [], b""
        self.process = subprocess.Popen(
            [program, "tune", "-", "--raw", "f32le", "--rate", str(rate), "--jsonl", "--no-history", "--no-config", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        os.set_blocking(self.process.stdout.fileno(), False)

    def take(self):
        """Reads what is printed; whether there was anything."""
        found = self.process.stdout.read() or b""
        *lines, self.rest = (self.rest + found).split(b"\n")
        self.lines += [json.loads(line) for line in lines if line.startswith(b"{")]
        return bool(found)

    def unread(self):
        count = array.array("i", [0])
        fcntl.ioctl(self.process.stdin.fileno(), termios.FIONREAD, count)
        return count[0]

    def waits(self):
        """Whether every thread of the program waits."""
        for status in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            try:
                state = status.read_text().rpartition(")")[2].split()[0]
            except FileNotFoundError:
                continue
            if state not in "SZ":
                return False
        return True

    def append(self, samples):
        """All readings that are printed once these samples have been heard, too."""
        data = memoryview(samples.astype("<f4").tobytes())
        while data:
            written = os.write(self.process.stdin.fileno(), data[:16_384])
            data = data[written:]
            self.take()
        quiet = 0
        while quiet < QUIET and self.process.poll() is None:
            quiet = 0 if self.take() or self.unread() or not self.waits() else quiet + 1
            time.sleep(PAUSE)
        return self.lines

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def shown(lines, since):
    """The latest reading with a pitch, of those after a time; None if there is none."""
    return next((line for line in reversed(lines) if line.get("frequency") and line["time"] >= since), None)
