"""A WebSocket of `kammerton serve`, as scripts need one."""

import base64
import hashlib
import os
import socket
import struct
import sys


def fail(text):
    sys.exit(f"websocket: {text}")


class WebSocket:
    """A client of RFC 6455, as far as a reader of short messages needs one."""

    def __init__(self, port, path="/api/readings", origin=None, tls=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        key = base64.b64encode(os.urandom(16)).decode()
        fields = f"Origin: {origin}\r\n" if origin else ""
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{fields}\r\n".encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            more = self.socket.recv(4096)
            if not more:
                fail("the server closes instead of upgrading")
            self.data += more
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        accept = base64.b64encode(
            hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.status = int(head.split()[1])
        if self.status == 101 and accept not in head:
            fail("the server's acceptance is wrong")

    def frames(self):
        """The frames that are complete: (operation, payload)."""
        while len(self.data) >= 2:
            size, at = self.data[1] & 0x7F, 2
            if size == 126:
                if len(self.data) < 4:
                    return
                size, at = struct.unpack_from(">H", self.data, 2)[0], 4
            if len(self.data) < at + size:
                return
            yield self.data[0], self.data[at:at + size]
            self.data = self.data[at + size:]

    def send(self, payload, operation=0x82):
        """Sends a frame of at most 125 bytes, by default a message of bytes."""
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(bytes([operation, 0x80 | len(payload)]) + mask + masked)
