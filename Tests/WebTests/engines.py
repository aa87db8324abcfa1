"""Other browsers than Chromium: Debian's Firefox ESR by Marionette, WebKitGTK by its WebDriver. Playwright drives only
builds of its own of these two."""

import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

PATIENCE = 300
MINIBROWSER = next(iter(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """A page that runs scripts: `evaluate` waits for what an asynchronous function returns."""

    def __init__(self, environment=None):
        """With the variables of a sound server, if there is one."""
        self.environment = environment or {}
        self.folder = tempfile.TemporaryDirectory()
        self.processes = []

    def start(self, *arguments, **environment):
        """In a group of its own, which ends as a whole."""
        self.processes.append(subprocess.Popen(
            ["nice", *arguments], env={**os.environ, **self.environment, "HOME": self.folder.name, **environment}, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def evaluate(self, body, *values):
        """Runs the body of an asynchronous function; its parameters are `values`."""
        script = ("const values = [...arguments]; const done = values.pop();"
                  f"(async () => {{ {body} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));")
        answer = self.run_async(script, list(values))
        if "error" in answer:
            raise AssertionError(f"{answer['error']}: {body}")
        return answer.get("value")

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"return {condition};"):
            if time.monotonic() > end:
                raise AssertionError(f"never came true: {condition}")
            time.sleep(0.1)

    def close(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        try:
            self.folder.cleanup()
        except OSError:
            pass  # It still writes there.


class Firefox(Browser):
    """With a microphone that plays a tone of 440 Hz, and no question about it."""

    name = "Firefox ESR"
    PREFERENCES = {
        "media.navigator.streams.fake": True, "media.navigator.permission.disabled": True,
        "media.autoplay.default": 0, "media.autoplay.blocking_policy": 0, "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False, "app.update.disabledForTesting": True,
        "browser.startup.page": 0, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
        "intl.accept_languages": "en-US", "media.navigator.audio.fake_frequency": 440,
    }

    @staticmethod
    def missing():
        return None if shutil.which("firefox-esr") else "firefox-esr is not installed"

    def __init__(self, environment=None):
        super().__init__(environment)
        port = free_port()
        preferences = {**self.PREFERENCES, "marionette.port": port}
        (pathlib.Path(self.folder.name) / "user.js").write_text(
            "".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in preferences.items()))
        self.start("firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", self.folder.name, MOZ_HEADLESS="1")
        self.numbers = itertools.count(1)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                self.receive()  # Its greeting.
                break
            except OSError:
                if time.monotonic() > end:
                    self.close()
                    raise
                time.sleep(0.2)
        self.send("WebDriver:NewSession", {})
        self.send("WebDriver:SetTimeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def receive(self):
        size = b""
        while not size.endswith(b":"):
            size += self.socket.recv(1) or self.gone()
        data = b""
        while len(data) < int(size[:-1]):
            data += self.socket.recv(1 << 16) or self.gone()
        return json.loads(data)

    @staticmethod
    def gone():
        raise ConnectionError("Firefox has gone")

    def send(self, name, parameters):
        message = json.dumps([0, next(self.numbers), name, parameters])
        self.socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self.receive()
        if error:
            raise AssertionError(error)
        return result

    def open(self, url):
        # It does not wait for an address that it takes for another place of the same page.
        for place in ["about:blank", url]:
            self.send("WebDriver:Navigate", {"url": place})

    def resize(self, width, height):
        self.send("WebDriver:SetWindowRect", {"width": width, "height": height})

    def run_async(self, script, values):
        return self.send("WebDriver:ExecuteAsyncScript", {"script": script, "args": values, "newSandbox": False, "sandbox": None})["value"]


class WebKit(Browser):
    """WebKitGTK in its small browser, on a screen of its own. It has a mock of a microphone, which beeps."""

    name = "WebKitGTK"

    @staticmethod
    def missing():
        if not MINIBROWSER or not shutil.which("WebKitWebDriver"):
            return "webkit2gtk-driver is not installed"
        return None if shutil.which("Xvfb") else "xvfb is not installed"

    def __init__(self, environment=None):
        super().__init__(environment)
        port, display = free_port(), f":{free_port()}"
        self.start("Xvfb", display, "-screen", "0", "2600x1400x24", "-nolisten", "tcp")
        self.start("WebKitWebDriver", f"--port={port}", DISPLAY=display, GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1",
                   WEBKIT_DISABLE_COMPOSITING_MODE="1", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1", NO_AT_BRIDGE="1")
        self.url = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(MINIBROWSER), "args": ["--automation", "--enable-mock-capture-devices=true"]}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.url += "/" + self.send("", wanted)["sessionId"]
                break
            except OSError:
                if time.monotonic() > end:
                    self.close()
                    raise
                time.sleep(0.2)
        self.send("/timeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def send(self, path, parameters):
        request = urllib.request.Request(self.url + path, json.dumps(parameters).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def open(self, url):
        self.send("/url", {"url": url})

    def resize(self, width, height):
        self.send("/window/rect", {"width": width, "height": height})

    def run_async(self, script, values):
        return self.send("/execute/async", {"script": script, "args": values})


BROWSERS = [Firefox, WebKit]
