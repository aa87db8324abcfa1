"""A server in the network, its token, and browsers that have kept its page: `kammerton serve` started again, moved, and
beside another one."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from browser import KNOWN, SELDOM, SITE, common_browser, launch, patience, until

KAMMERTON = os.environ.get("KAMMERTON") or pathlib.Path(__file__).resolve().parents[2] / ".build" / "release" / "kammerton"

SHOWS_SERVER = "tuner-panel[data-status=listening][data-source=server]"
ASKS_FOR_TOKEN = "The server asks for its token. Open the address that it has printed."


class Serve:
    """A running `kammerton serve --host 0.0.0.0`. On `localhost` browsers allow its page what they allow with https."""

    def __init__(self, *arguments, port=0):
        self.process = subprocess.Popen(
            [KAMMERTON, "serve", "--site", SITE, "--host", "0.0.0.0", "--port", str(port), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"(https?)://\S+?:(\d+)/\?token=([0-9a-f]{32})", line)
        assert found, line
        self.port, self.token = int(found[2]), found[3]
        self.root = f"{found[1]}://localhost:{self.port}/"
        self.address = f"{self.root}?token={self.token}"

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(timeout=patience / 1000)


LISTENING = ("--listen", "--simulate", ",".join(["442"] * 600))


@unittest.skipUnless(pathlib.Path(KAMMERTON).exists(), "make build makes the command")
class TokenTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if cls is TokenTest:
            raise unittest.SkipTest("shared")
        cls.browser = cls.start_browser()

    @classmethod
    def start_browser(cls):
        return common_browser()

    def serve(self, *arguments, **options):
        server = Serve(*(arguments or LISTENING), **options)
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server

    def visitor(self, keeps_page=True):
        """A browser that has seen no page yet."""
        context = self.browser.new_context(locale="en-US", service_workers="allow" if keeps_page else "block")
        self.addCleanup(context.close)
        context.add_init_script(SELDOM)
        context.add_init_script(KNOWN)
        return context

    def open(self, visitor, address):
        page = visitor.new_page()
        page.set_default_timeout(patience)
        page.response = page.goto(address)
        return page

    def wait_until_kept(self, page):
        until(page, "navigator.serviceWorker.controller !== null")

    def assert_shows(self, page, server):
        """What the server hears, at an address without the token."""
        page.wait_for_selector(SHOWS_SERVER)
        until(page, "document.querySelector('.note').textContent === 'A4'")
        self.assertEqual(page.url, server.root)

    def both_visitors(self):
        for keeps_page in (True, False):
            with self.subTest(keeps_page=keeps_page):
                yield self.visitor(keeps_page), keeps_page


class Token(TokenTest):
    def test_a_server_that_was_started_again_lets_in_who_has_its_new_address(self):
        for visitor, keeps_page in self.both_visitors():
            first = self.serve()
            page = self.open(visitor, first.address)
            self.assert_shows(page, first)
            if keeps_page:
                self.wait_until_kept(page)
            for _ in range(2):
                first.stop()
                again = self.serve(port=first.port)
                self.assertNotEqual(again.token, first.token)
                page = self.open(visitor, again.address)
                self.assert_shows(page, again)
                page.reload()
                self.assert_shows(page, again)
                first = again
            again.stop()

    def test_a_page_that_was_open_says_what_to_do_and_continues_when_the_new_address_was_opened(self):
        for visitor, keeps_page in self.both_visitors():
            first = self.serve()
            page = self.open(visitor, first.address)
            self.assert_shows(page, first)
            if keeps_page:
                self.wait_until_kept(page)
            first.stop()
            again = self.serve(port=first.port)
            page.wait_for_selector("app-notice:not([hidden])")
            self.assertIn(ASKS_FOR_TOKEN, page.text_content("app-notice"))
            self.assert_shows(self.open(visitor, again.address), again)
            self.assert_shows(page, again)
            again.stop()

    def test_a_kept_page_without_the_token_works_by_itself_and_says_what_to_do(self):
        visitor = self.visitor()
        first = self.serve()
        self.wait_until_kept(self.open(visitor, first.address))
        first.stop()
        again = self.serve(port=first.port)
        page = self.open(visitor, again.root)
        page.wait_for_selector("app-notice:not([hidden])")
        self.assertIn(ASKS_FOR_TOKEN, page.text_content("app-notice"))
        self.assertTrue(page.is_visible("#listen"))
        self.assertEqual(page.get_attribute("tuner-panel", "data-source"), "device")

    def test_without_a_server_the_kept_page_works_at_every_address(self):
        visitor = self.visitor()
        server = self.serve()
        self.wait_until_kept(self.open(visitor, server.address))
        server.stop()
        for address in (server.root, server.address, f"{server.root}?token=0#view=strobe", f"{server.root}nothing"):
            page = self.open(visitor, address)
            page.wait_for_selector("#listen")
            self.assertEqual(page.get_attribute("tuner-panel", "data-source"), "device")

    def test_a_wrong_token_is_told_in_words_with_what_to_do(self):
        for visitor, keeps_page in self.both_visitors():
            server = self.serve()
            page = self.open(visitor, f"{server.root}?token={'0' * 32}")
            self.assertEqual(page.response.status, 403)
            self.assertIn("This token is not that of this server", page.text_content("body"))
            self.assertIn("Open the address that kammerton serve has printed last.", page.text_content("body"))
            page = self.open(visitor, server.address)
            self.assert_shows(page, server)
            if keeps_page:
                self.wait_until_kept(page)
            visitor.clear_cookies()
            page = self.open(visitor, f"{server.root}?token={'0' * 32}")
            self.assertEqual(page.response.status, 403)
            self.assertIn("Open the address that kammerton serve has printed last.", page.text_content("body"))
            server.stop()

    def test_two_servers_on_one_machine_do_not_lock_each_other_out(self):
        for visitor, keeps_page in self.both_visitors():
            servers = [self.serve(), self.serve()]
            pages = [self.open(visitor, server.address) for server in servers]
            for server, page in zip(servers, pages):
                self.assert_shows(page, server)
                if keeps_page:
                    self.wait_until_kept(page)
            for server, page in zip(servers, pages):
                page.reload()
                self.assert_shows(page, server)
                page.close()
                self.assert_shows(self.open(visitor, server.root), server)
            for server in servers:
                server.stop()

    def test_a_server_that_has_moved_to_another_port_and_back_lets_in(self):
        for visitor, keeps_page in self.both_visitors():
            port = 0
            for _ in range(2):
                server = self.serve(port=port)
                page = self.open(visitor, server.address)
                self.assert_shows(page, server)
                if keeps_page:
                    self.wait_until_kept(page)
                server.stop()
                moved = self.serve()
                self.assert_shows(self.open(visitor, moved.address), moved)
                moved.stop()
                port = server.port

    def test_cookies_of_an_earlier_version_do_not_lock_out(self):
        server = self.serve()
        visitor = self.visitor()
        visitor.add_cookies([{"name": "kammerton", "value": "0" * 32, "url": server.root, "httpOnly": True}])
        self.assert_shows(self.open(visitor, server.address), server)

    def test_the_beat_of_a_server_that_was_started_again_can_be_shared(self):
        visitor = self.visitor()
        first = self.serve("--join", "127.0.0.1", "--share-port", "9")
        self.wait_until_kept(self.open(visitor, first.address))
        first.stop()
        again = self.serve("--join", "127.0.0.1", "--share-port", "9", port=first.port)
        page = self.open(visitor, again.address)
        page.wait_for_selector("#listen")
        opened = page.evaluate("""() => new Promise((done) => {
          const socket = new WebSocket(new URL('/api/beat', location.href.replace('http', 'ws')));
          socket.onopen = () => done(true);
          socket.onerror = () => done(false);
        })""")
        self.assertTrue(opened)

    def test_an_address_of_the_readings_shows_readings_though_the_page_is_kept(self):
        visitor = self.visitor()
        server = self.serve("--join", "127.0.0.1", "--share-port", "9")
        self.wait_until_kept(self.open(visitor, server.address))
        page = self.open(visitor, f"{server.root}server.json")
        self.assertEqual(page.text_content("body").strip(), '{ "readings": null, "beat": "api/beat" }')
        page = self.open(visitor, f"{server.root}api/readings?token={server.token}")
        self.assertIn("start it with --listen", page.text_content("body"))


class TokenByTLS(TokenTest):
    """With a certificate that the browser trusts, as it does those of mkcert."""

    @classmethod
    def start_browser(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        certificate, key = (pathlib.Path(folder.name) / name for name in ("certificate.pem", "key.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", certificate, "-keyout", key],
            check=True, capture_output=True)
        cls.own = ("--certificate", certificate, "--key", key)
        public = subprocess.run(["openssl", "x509", "-in", certificate, "-pubkey", "-noout"], check=True, capture_output=True)
        pin = hashlib.sha256(base64.b64decode(b"".join(public.stdout.splitlines()[1:-1]))).digest()
        browser = launch(arguments=[f"--ignore-certificate-errors-spki-list={base64.b64encode(pin).decode()}"])
        cls.addClassCleanup(browser.close)
        return browser

    def serve_securely(self, **options):
        return self.serve(*LISTENING, *self.own, **options)

    def test_a_server_that_was_started_again_lets_in_who_has_its_new_address(self):
        for visitor, keeps_page in self.both_visitors():
            first = self.serve_securely()
            page = self.open(visitor, first.address)
            self.assert_shows(page, first)
            if keeps_page:
                self.wait_until_kept(page)
            names = {cookie["name"] for cookie in visitor.cookies()}
            self.assertEqual(names, {f"__Host-kammerton-{first.port}"})
            first.stop()
            again = self.serve_securely(port=first.port)
            self.assert_shows(self.open(visitor, again.address), again)
            again.stop()

    def test_a_server_that_has_changed_its_scheme_lets_in(self):
        for visitor, keeps_page in self.both_visitors():
            plain = self.serve()
            page = self.open(visitor, plain.address)
            self.assert_shows(page, plain)
            if keeps_page:
                self.wait_until_kept(page)
            plain.stop()
            secure = self.serve_securely(port=plain.port)
            page = self.open(visitor, secure.address)
            self.assert_shows(page, secure)
            if keeps_page:
                self.wait_until_kept(page)
            secure.stop()
            again = self.serve(port=plain.port)
            self.assert_shows(self.open(visitor, again.address), again)
            again.stop()

    def test_two_servers_one_with_a_certificate_do_not_lock_each_other_out(self):
        visitor = self.visitor()
        servers = [self.serve(), self.serve_securely()]
        for address in ("address", "address", "root"):
            for server in servers:
                page = self.open(visitor, getattr(server, address))
                self.assert_shows(page, server)
                page.close()


class TokenByOwnTLS(TokenTest):
    """With the certificate that `--tls` makes, after the browser's warning, where it keeps no page."""

    def test_a_server_that_was_started_again_lets_in_who_has_its_new_address(self):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_STATE_HOME"], before = folder, os.environ.get("XDG_STATE_HOME")
            self.addCleanup(lambda: os.environ.pop("XDG_STATE_HOME") if before is None else os.environ.update(XDG_STATE_HOME=before))
            context = self.browser.new_context(locale="en-US", ignore_https_errors=True)
            context.add_init_script(SELDOM)
            self.addCleanup(context.close)
            port = 0
            for _ in range(2):
                server = self.serve(*LISTENING, "--tls", port=port)
                self.assert_shows(self.open(context, server.address), server)
                server.stop()
                port = server.port


if __name__ == "__main__":
    unittest.main()
