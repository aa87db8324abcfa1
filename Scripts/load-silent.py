#!/usr/bin/env python3
"""Fetches the page of `kammerton serve` while silent connections from several addresses try to fill the server.

    Scripts/load-silent.py .build/release/kammerton-network [CONNECTIONS [ADDRESSES]]

700 connections from 7 addresses of the loopback interface, by default. Prints how long 20 requests of another address
took meanwhile, and fails if one was not answered, or if a silent connection is open 10 s later. Linux only.
"""

import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

ATTEMPTS = 20


def fetch(port, address):
    """Seconds until the page is there whole."""
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0)) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
        response = b""
        while part := connection.recv(4096):
            response += part
    if not response.startswith(b"HTTP/1.1 200 "):
        sys.exit(f"load-silent: the page was not sent: {response[:60]!r}")
    return time.monotonic() - start


def is_open(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def main(program, count=700, addresses=7):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.html").write_text("<!doctype html><title>Page</title>")
        server = subprocess.Popen(
            [program, "serve", "--site", folder, "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            port = None
            while port is None and (line := server.stdout.readline()):
                port = int(match[1]) if (match := re.search(r"http://127\.0\.0\.1:(\d+)", line)) else None
            if port is None:
                sys.exit("load-silent: the server did not start")
            silent = [
                socket.create_connection(
                    ("127.0.0.1", port), timeout=60, source_address=(f"127.0.0.{2 + number % int(addresses)}", 0))
                for number in range(int(count))]
            seconds = sorted(fetch(port, "127.0.0.1") for _ in range(ATTEMPTS))
            print(f"load-silent: with {count} silent connections from {addresses} addresses the page took "
                  f"{seconds[ATTEMPTS // 2]:.3f} s (median), at most {seconds[-1]:.3f} s")
            time.sleep(10)
            if left := sum(map(is_open, silent)):
                sys.exit(f"load-silent: {left} silent connections are still open after 10 s")
        finally:
            server.terminate()
            server.wait(timeout=30)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
