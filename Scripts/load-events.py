#!/usr/bin/env python3
"""Watches the readings of kammerton serve with many viewers, and tells how they fare.

  load-events.py PROGRAM [VIEWERS [SECONDS]]      200 viewers for 60 seconds by default

Starts PROGRAM with a simulated guitar and a page of one line at a free port. Ends with status 1 if
a viewer got less than half of what the best one got, if readings came out of order, or if the
server's memory grew by more than a tenth after the first quarter of the time.
"""

import asyncio
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time


def memory(pid):
    """The resident memory of a process, in kilobytes."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])


def processor_time(pid):
    """The time that a process has computed, in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def watch(port, seconds):
    """Counts the readings that one viewer gets, and whether their order is right."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /api/readings HTTP/1.1\r\nHost: localhost\r\n\r\n")
    end = time.monotonic() + seconds
    identifiers = []
    while (left := end - time.monotonic()) > 0:
        try:
            line = await asyncio.wait_for(reader.readline(), left)
        except asyncio.TimeoutError:
            break
        if not line:
            break
        if line.startswith(b"id: "):
            identifiers.append(int(line[4:]))
    writer.close()
    return identifiers


async def load(process, port, viewers, seconds):
    watching = [asyncio.create_task(watch(port, seconds)) for _ in range(viewers)]
    await asyncio.sleep(seconds / 4)
    early, start, begin = memory(process.pid), processor_time(process.pid), time.monotonic()
    await asyncio.sleep(seconds / 2)
    load = (processor_time(process.pid) - start) / (time.monotonic() - begin)
    late = memory(process.pid)
    return await asyncio.gather(*watching), early, late, load


def main():
    program = sys.argv[1]
    viewers = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 60
    with tempfile.TemporaryDirectory() as site:
        pathlib.Path(site, "index.html").write_text("<!doctype html>")
        process = subprocess.Popen(
            [program, "serve", "--port", "0", "--site", site, "--listen", "--simulate"],
            stdout=subprocess.PIPE, text=True)
        port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
        idle = memory(process.pid)
        results, early, late, used = asyncio.run(load(process, port, viewers, seconds))
        process.send_signal(signal.SIGTERM)
        status = process.wait(10)
    counts = sorted(len(identifiers) for identifiers in results)
    ordered = all(all(a < b for a, b in zip(ids, ids[1:])) for ids in results)
    missed = sum(ids[-1] - ids[0] + 1 - len(ids) for ids in results if ids)
    print(f"{viewers} viewers, {seconds:.0f} s: {counts[0]} to {counts[-1]} readings each, median "
          f"{counts[len(counts) // 2]}; {missed / max(1, sum(counts)):.1%} replaced by newer ones; "
          f"memory {idle} kB idle, {early} kB at 1/4, {late} kB at 3/4; {used:.0%} of a core; "
          f"in order: {ordered}; exit status {status}")
    good = ordered and counts[0] * 2 > counts[-1] and late < 1.1 * early and status == 0
    sys.exit(0 if good else 1)


main()
