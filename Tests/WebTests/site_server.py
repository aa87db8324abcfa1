"""Serves the built site as a strict host would, on a port of the system's choice.

The site has its modules joined. So that tests can import any module from the running page, the server also has the doors
that Scripts/bundle-web.py writes: where a module would be, one with its values.
"""

import functools
import http.server
import pathlib
import threading

DOORS = pathlib.Path(__file__).resolve().parents[2] / ".build-web" / "doors"

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": "microphone=(self), screen-wake-lock=(self), midi=(self), geolocation=(), camera=()",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
TYPES = {
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}

    def translate_path(self, path):
        found = pathlib.Path(super().translate_path(path))
        door = DOORS / found.relative_to(self.directory)
        return str(door if door.is_file() and not found.exists() else found)

    def end_headers(self):
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_request(self, *_):
        self.server.paths.append(self.path)

    def log_message(self, *_):
        pass


class SiteServer:
    """`with SiteServer(folder) as server:` then `server.url`."""

    def __init__(self, folder):
        handler = functools.partial(Handler, directory=str(pathlib.Path(folder).resolve()))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        # Of all requests, in their order; the browser's log lacks those of the audio thread.
        self.paths = self.server.paths = []
        self.url = f"http://localhost:{self.server.server_address[1]}/"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None
