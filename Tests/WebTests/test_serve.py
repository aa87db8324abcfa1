"""The page as `kammerton serve` really serves it, and as the display of a server that listens."""

import base64
import gzip
import http.client
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from browser import ROOT, SELDOM, SITE, WATCH, common_browser, patience, until
from site_server import DOORS

KAMMERTON = os.environ.get("KAMMERTON") or ROOT / ".build" / "release" / "kammerton"


def for_long(tones):
    """Each sounds for two seconds, and then the server hears no more."""
    return ",".join([tones] * 60)


class Serve:
    """A running `kammerton serve`."""

    def __init__(self, *arguments, port=0, site=SITE):
        self.process = subprocess.Popen(
            [KAMMERTON, "serve", "--site", site, "--port", str(port), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?:(\d+)/", line)
        assert found, line
        self.url, self.port = found[0], int(found[1])

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(timeout=patience / 1000)


@unittest.skipUnless(pathlib.Path(KAMMERTON).exists(), "make build makes the command")
class PackedFiles(unittest.TestCase):
    """What goes over the wire, without a browser, which would unpack it."""

    UNPACK = {
        None: lambda body: body,
        "gzip": gzip.decompress,
        "br": lambda body: subprocess.run(["brotli", "-dc"], input=body, check=True, capture_output=True).stdout,
    }

    @classmethod
    def setUpClass(cls):
        cls.server = Serve()
        cls.addClassCleanup(cls.server.stop)
        cls.connection = http.client.HTTPConnection("localhost", cls.server.port, timeout=patience / 1000)
        cls.addClassCleanup(cls.connection.close)

    def fetch(self, path, coding=None, **fields):
        self.connection.request("GET", f"/{path}", headers={"Accept-Encoding": coding or "identity", **fields})
        response = self.connection.getresponse()
        return response, response.read()

    def test_what_unpacks_is_the_file(self):
        paths = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*") if path.is_file())
        packed = {path for path in paths if path.endswith((".br", ".gz"))}
        for path in set(paths) - packed - {"server.json"}:  # which the server writes itself
            with self.subTest(path):
                tags = []
                for coding, unpack in self.UNPACK.items():
                    twin = path + {None: "", "gzip": ".gz", "br": ".br"}[coding]
                    response, body = self.fetch(path, coding)
                    self.assertEqual(response.status, 200)
                    self.assertEqual(response.headers["Content-Encoding"], coding if twin in packed else None)
                    self.assertEqual(int(response.headers["Content-Length"]), len(body))
                    self.assertEqual("Vary" in response.headers, f"{path}.br" in packed)
                    if twin in packed:
                        tags.append(response.headers["ETag"])
                        self.assertLess(len(body), (SITE / path).stat().st_size)
                        self.assertEqual(self.fetch(path, coding, **{"If-None-Match": tags[-1]})[0].status, 304)
                    self.assertEqual(unpack(body) if twin in packed else body, (SITE / path).read_bytes())
                self.assertEqual(len(set(tags)), len(tags))
        for path in packed:
            self.assertEqual(self.fetch(path)[0].status, 404, path)

    def test_all_that_is_text_or_code_is_packed(self):
        for path in SITE.rglob("*"):
            if path.suffix in (".js", ".css", ".html", ".wasm", ".svg") or path.name in ("instruments.json", "temperaments.json"):
                for suffix in (".br", ".gz"):
                    self.assertTrue(pathlib.Path(f"{path}{suffix}").exists(), f"{path}{suffix}")


@unittest.skipUnless(pathlib.Path(KAMMERTON).exists(), "make build makes the command")
class Served(unittest.TestCase):
    """Serves the page, and opens it."""

    @classmethod
    def setUpClass(cls):
        cls.browser = common_browser()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        # With the modules that tests import.
        cls.site = pathlib.Path(folder.name) / "site"
        shutil.copytree(SITE, cls.site)
        shutil.copytree(DOORS, cls.site, dirs_exist_ok=True)

    def serve(self, *arguments, **options):
        server = Serve(*arguments, site=self.site, **options)
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server

    def open(self, server, fragment=""):
        context = self.browser.new_context(locale="en-US", service_workers="block")
        self.addCleanup(context.close)
        context.add_init_script(WATCH)
        context.add_init_script(SELDOM)
        page = context.new_page()
        page.set_default_timeout(patience)
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.goto(f"{server.url}#{fragment}")
        page.wait_for_selector("#listen", state="attached")
        self.page = page
        return page

    def opacity(self, picture):
        """Of each pixel of a PNG, by the browser, in a page without a policy."""
        blank = self.browser.new_page()
        self.addCleanup(blank.close)
        return blank.evaluate(
            """async (data) => {
              const image = new Image();
              image.src = `data:image/png;base64,${data}`;
              await image.decode();
              const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
              canvas.drawImage(image, 0, 0);
              const { data: bytes } = canvas.getImageData(0, 0, image.width, image.height);
              return [...bytes].filter((_, index) => index % 4 === 3);
            }""",
            base64.b64encode(picture).decode())

    def assert_clean(self):
        self.assertEqual(self.page.evaluate("window.violations"), [])
        self.assertEqual(self.errors, [])

    def cents(self):
        return self.page.evaluate(
            "async () => (await import('/session/session.js')).session.state.cents")


@unittest.skipUnless(pathlib.Path(KAMMERTON).exists(), "make build makes the command")
class ServedPage(Served):
    def test_every_file_and_module_runs_under_the_servers_own_headers(self):
        server = self.serve()
        page = self.open(server)
        until(page, "document.querySelector('.view-slot').childElementCount > 0")
        names = page.evaluate(
            "async () => (await (await import('/engine/engine.js')).Engine.names()).noteName(61)")
        self.assertEqual(names, "C♯4")
        heard = page.evaluate(
            """async () => {
              const { Engine } = await import('/engine/engine.js');
              const context = new OfflineAudioContext(1, 48000, 48000);
              const engine = await Engine.create(context);
              const tone = new OscillatorNode(context, { frequency: 442 });
              engine.connect(tone);
              tone.start();
              await context.startRendering();
              await new Promise((resolve) => { setTimeout(resolve, 300); });
              return [engine.state.note, engine.state.cents];
            }"""
        )
        self.assertEqual(heard[0], 69)
        self.assertAlmostEqual(heard[1], 7.851, delta=0.1)
        self.assertEqual(page.get_attribute("tuner-panel", "data-source"), "device")
        self.assert_clean()
        self.assertEqual(server.stop(), 0)

    def test_overlay_is_the_note_alone_on_a_transparent_page(self):
        server = self.serve("--listen", "--simulate", for_long("442"))
        page = self.open(server, "overlay")
        page.set_viewport_size({"width": 640, "height": 360})
        page.wait_for_selector(".overlay .readout[data-active=true]")
        until(page, "document.querySelector('.overlay .note').textContent === 'A4'")
        for control in ("header", "main", ".skip"):
            self.assertFalse(page.is_visible(control), control)
        box = page.locator(".overlay .note-letter").bounding_box()
        self.assertGreater(box["height"], 360 / 3)
        fits = "document.scrollingElement.scrollWidth <= innerWidth && document.scrollingElement.scrollHeight <= innerHeight"
        self.assertTrue(page.evaluate(fits))
        # As video programs draw it: the corners let the video through, the letter does not.
        opacity = self.opacity(page.screenshot(omit_background=True))
        for x, y in ((2, 2), (637, 2), (2, 357), (637, 357)):
            self.assertEqual(opacity[y * 640 + x], 0, (x, y))
        self.assertIn(255, opacity)
        self.assert_clean()
        self.assertEqual(server.stop(), 0)

    def test_shows_what_the_server_hears_without_being_asked(self):
        page = self.open(self.serve("--listen", "--simulate", for_long("442")))
        page.wait_for_selector("tuner-panel[data-status=listening][data-source=server]")
        until(page, "document.querySelector('.note').textContent === 'A4'")
        # 442 Hz above 440 Hz.
        self.assertAlmostEqual(self.cents(), 7.851, delta=0.3)
        self.assertIn("7.8", page.text_content(".cents-value").replace("7.9", "7.8"))
        self.assertIn("442", page.text_content(".hertz-value"))
        # What is set here would not reach the server.
        for setting in (".chips", "#instrument", "#chip-pitch", "tuner-strings", "#gate", "#gate-auto"):
            self.assertFalse(page.is_visible(setting), setting)
        page.click("[data-view=strobe]")
        self.assertIn("pitch and level", page.text_content(".view-slot"))
        page.click("#more-views")
        page.click("[data-view=chord]")
        until(page, "document.querySelector('.chord-hint')?.textContent.includes('pitch and level')")
        page.click("[data-view=needle]")
        page.wait_for_selector(".view-slot view-needle")
        page.click("#listen")
        page.wait_for_selector("tuner-panel[data-status=off]")
        page.click("#remote-microphone")
        page.wait_for_selector("tuner-panel[data-status=listening][data-source=server]")
        self.assert_clean()

    def test_shows_the_strings_that_the_server_hears(self):
        # The simulated guitar plays one string after the other, up to 20 cents off.
        page = self.open(self.serve("--listen", "--strum", "--simulate"), "view=strum")
        page.wait_for_selector("tuner-panel[data-status=listening][data-source=server]")
        until(page, "document.querySelector('tuner-panel').hasAttribute('data-fine')")
        for name in ("6 E2", "5 A2"):
            until(
                page,
                f"""[...document.querySelectorAll('.strum-row')].some((row) => row.dataset.side !== 'none'
                  && `${{row.querySelector('.strum-number').textContent}} ${{row.querySelector('.strum-name').textContent}}` === '{name}'
                  && Math.abs(parseFloat(row.querySelector('.strum-cents').textContent.replace('\u2212', '-'))) < 25)""")
        self.assert_clean()

    def test_notes_that_the_server_hears_are_in_the_history(self):
        page = self.open(self.serve("--listen", "--simulate", for_long("440,E4")))
        until(page, "document.querySelector('.note').textContent === 'A4'")
        until(page, "document.querySelector('.note').textContent === 'E4'")
        page.click("[data-more]")
        page.click("[data-tab=history]")
        until(page, "document.querySelector('history-panel').textContent.includes('A4')")
        self.assert_clean()

    def test_says_when_the_server_is_gone_and_goes_on_when_it_is_back(self):
        server = self.serve("--listen", "--simulate", for_long("440"))
        page = self.open(server)
        page.wait_for_selector("tuner-panel[data-status=listening]")
        self.assertEqual(server.stop(), 0)
        page.wait_for_selector("tuner-banner[data-key=fail-remote]:not([hidden])")
        self.serve("--listen", "--simulate", for_long("440"), port=server.port)
        page.wait_for_selector("tuner-panel[data-status=listening]")
        until(page, "document.querySelector('.note').textContent === 'A4'")


if __name__ == "__main__":
    unittest.main()
