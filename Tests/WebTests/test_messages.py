"""Messages by sound: what a microphone that plays a clip brings, what is said of what fails, and what is loaded
when."""

import pathlib
import re
import subprocess
import unittest

from browser import PageTest, until
from test_serve import KAMMERTON

HOSTILE = "<img src=x onerror=alert(1)> https://example.org/ \u202egnp.exe"
BYTES = bytes(range(256)) + b"\x00\xff"
LONG = "All parts of this arrive, one after the other. " * 9
# What a page does without a microphone.
DEAF = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))"


def send(folder, name, *arguments):
    path = pathlib.Path(folder) / f"{name}.wav"
    subprocess.run([KAMMERTON, "send", *arguments, "--output", path], check=True, capture_output=True)
    return path


class MessagesTest(PageTest):
    def open_messages(self, fragment="panel=messages", **options):
        page = self.open(fragment, **options)
        page.wait_for_selector("#send")
        until(page, "async () => (await import('/panels/messages/link.js')).link.air !== null")
        return page


@unittest.skipUnless(pathlib.Path(KAMMERTON).exists(), "make build makes the command")
class Receiving(MessagesTest):
    @classmethod
    def make_clip(cls):
        folder = pathlib.Path(cls.folder.name)
        (folder / "bytes").write_bytes(BYTES)
        parts = [
            send(folder, "hostile", HOSTILE, "--band", "u"),
            send(folder, "bytes", "--file", folder / "bytes", "--band", "x", "--mode", "touch"),
            send(folder, "long", LONG, "--band", "a", "--mode", "desk"),
        ]
        clip = folder / "clip.wav"
        # The panel is loaded first, so the clip waits longer than others.
        subprocess.run(["sox", *parts, "-D", "-b", "16", clip, "pad", "7", "1"], check=True)
        return clip

    def test_hears_text_bytes_and_a_long_message_in_three_bands(self):
        page = self.open_messages()
        self.assertEqual(page.get_attribute("#receive", "aria-describedby"), "receive-note")
        page.click("#receive")
        page.wait_for_selector("band-view[data-band=U]")
        self.assertEqual(page.locator("band-view").count(), 3)
        page.wait_for_selector("message-receive progress[max]")
        until(page, "document.querySelectorAll('.message').length === 3")
        # The newest comes first; links are text, nothing is markup, and no direction is turned unseen.
        texts = page.locator(".message-text").all_text_contents()
        self.assertEqual(texts, [LONG, HOSTILE.replace("\u202e", "⟨U+202E⟩")])
        self.assertEqual(page.locator(".message img, .message a").count(), 0)
        digits = " ".join(f"{byte:02x}" for byte in BYTES[:256])
        self.assertEqual(page.text_content(".message-digits"), f"{digits} …")
        for band, foot in zip(["Audible", "High", "Very high"], page.locator(".message-foot .hint").all_text_contents()):
            self.assertRegex(foot, rf"· {band} · −?\d+ dB · \d+ bytes")
        self.assertEqual(page.locator("message-receive progress").count(), 0)
        with page.expect_download() as download:
            page.click(".message:has(.message-digits) [id^=save]")
        self.assertEqual(pathlib.Path(download.value.path()).read_bytes(), BYTES)
        self.assertEqual(download.value.suggested_filename, "message.bin")
        page.click("#receive")
        until(page, "async () => (await import('/session/session.js')).session.status === 'off'")
        page.click("#clear-messages")
        self.assertEqual(page.locator(".message").count(), 0)


class Failing(MessagesTest):
    def test_nothing_of_the_modem_is_loaded_before_its_panel_is_shown(self):
        page = self.open()
        parts = ["air.wasm", "/engine/air/", "/pairing/", "panels/messages", "messages.css"]
        loaded = lambda: [url for url in self.requests if any(part in url for part in parts)]
        self.assertEqual(loaded(), [])
        self.show("messages")
        page.wait_for_selector("#send")
        until(page, "async () => (await import('/panels/messages/link.js')).link.air !== null")
        self.assertTrue(any(url.endswith("air.wasm") for url in loaded()))

    def test_says_how_long_a_message_takes_before_it_is_sent(self):
        page = self.open_messages()
        page.fill("#send-text", "sixteen bytes ..")
        self.assertEqual(page.text_content("#send-plan"), "16 bytes · 1.4 s · In the same room")
        page.select_option("#field-airDistance", "beacon")
        self.assertEqual(page.text_content("#send-plan"), "16 bytes · 4.7 s · As far as possible")
        page.fill("#send-text", "x" * 4096)
        self.assertIn("minutes", page.text_content("#send-plan"))

    def test_empty_and_too_long_messages_are_refused_in_words(self):
        page = self.open_messages()
        page.click("#send")
        self.assertEqual(page.text_content("#send-problem"), "Write something first.")
        self.assertEqual(page.evaluate("document.activeElement.id"), "send-text")
        page.fill("#send-text", "é" * 32768)
        page.click("#send")
        self.assertIn("65536 bytes are too many: the limit is 65535", page.text_content("#send-problem"))

    def test_sending_shows_its_progress_and_can_be_stopped(self):
        page = self.open_messages()
        page.fill("#send-text", "x" * 300)
        page.click("#send")
        until(page, "document.querySelector('message-send progress').value > 0.02")
        self.assertIn("Packet 1 of", page.text_content("#send-state"))
        self.assertTrue(page.evaluate("async () => (await import('/session/playing.js')).playing.isSending"))
        page.click("#send")
        until(page, "document.querySelector('#send-state').textContent.startsWith('Stopped')")
        page.fill("#send-text", "short")
        page.click("#send")
        until(page, "document.querySelector('#send-state').textContent.startsWith('Sent.')")
        until(page, "async () => !(await import('/session/playing.js')).playing.isSending")

    def test_a_packet_that_could_not_be_read_is_told_with_what_to_do(self):
        page = self.open_messages()
        page.evaluate(
            """async () => {
              const { link } = await import('/panels/messages/link.js');
              link.listeners.set('inbox', []);
              Object.defineProperty(link, 'isHearing', { value: true });
              link.tell('event', { kind: 'lost', verdict: 'echoing' });
            }""")
        until(page, "document.querySelector('message-receive').textContent.includes("
                    "'A packet could not be read. Strong echo: hold the devices closer.')")

    def test_a_signed_message_shows_its_payload_and_that_nobody_has_checked_it(self):
        page = self.open_messages()
        page.evaluate(
            """async () => {
              const { link } = await import('/panels/messages/link.js');
              link.listeners.set('inbox', []);
              Object.defineProperty(link, 'isHearing', { value: true });
              // The form of docs/modem.md: the mark, a signature of 16 bytes, the payload.
              const payload = new Uint8Array([28, 255, ...new Array(16).fill(200), ...new TextEncoder().encode('see you at eight')]);
              const facts = { band: 'A', signalToNoise: 20, echo: -40, delaySpread: 0, verdict: 'good' };
              link.tell('event', { kind: 'message', payload, ...facts });
              link.tell('event', { kind: 'message', payload: payload.subarray(18), ...facts });
            }""")
        until(page, "document.querySelectorAll('.message-text').length === 2")
        self.assertEqual([text.text_content() for text in page.query_selector_all(".message-text")], 2 * ["see you at eight"])
        self.assertEqual(["anyone may have sent it" in message.text_content() for message in page.query_selector_all("li.message")], [False, True])

    def test_without_a_microphone_receiving_and_pairing_say_so(self):
        page = self.open_messages(script=DEAF)
        page.click("#receive")
        until(page, "document.querySelector('#receive-problem').textContent.includes('microphone')")
        self.assertFalse(page.is_checked("#receive"))
        page.click("#pair-join")
        until(page, "document.querySelector('message-pair .problem') !== null")

    def test_an_input_of_a_low_rate_cannot_hear_the_band(self):
        low = """
        const settings = MediaStreamTrack.prototype.getSettings;
        MediaStreamTrack.prototype.getSettings = function () { return { ...settings.call(this), sampleRate: 16000 }; };
        navigator.mediaDevices.getUserMedia = async () => {
          const context = new AudioContext();
          return context.createMediaStreamDestination().stream;
        };"""
        page = self.open_messages(script=low)
        page.select_option("#field-heardBands", "U")
        page.click("#receive")
        until(page, "document.querySelector('#receive-problem').textContent.includes('The band “Very high” needs a sample rate of 44.1 kHz; this input has 16.0 kHz')")
        page.select_option("#field-heardBands", "all")
        page.click("#receive")
        page.wait_for_selector("band-view[data-band=A]")
        self.assertEqual(page.locator("band-view").count(), 1)

    def open_comparison(self):
        """The page when both devices show digits, 678901 here and 012345 on the other, and what it decides."""
        page = self.open_messages()
        page.evaluate(
            """async () => {
              const { Digits } = await import('/pairing/keys.js');
              const { pairing } = await import('/panels/messages/pairing.js');
              window.decided = [];
              const run = { remaining: 60, decide: (isMatch) => window.decided.push(isMatch), cancel() {} };
              const digits = new Digits('678901', '012345');
              Object.assign(pairing, { phase: 'running', stage: 'comparison', digits, run });
              pairing.changed();
            }"""
        )
        page.wait_for_selector("#pair-other")
        return page

    def test_pairing_asks_for_the_digits_of_the_other_device(self):
        page = self.open_comparison()
        self.assertEqual(page.get_attribute("#pair-other", "inputmode"), "numeric")
        self.assertEqual(page.text_content("label[for=pair-other]"), "Digits of the other device")
        self.assertEqual(page.text_content("#pair-own"), "Type this on the other device")
        self.assertEqual(page.text_content("#pair-digits"), "678901")
        self.assertEqual(page.text_content("#pair-mistake[role=alert]"), "")
        # Nothing is believed that is no six digits, and it is no try.
        for text in ["", "y", "01234", "0123456"]:
            page.fill("#pair-other", text)
            page.click("#pair-compare")
            self.assertIn("Type the six digits", page.text_content("#pair-mistake"))
        self.assertEqual(page.get_attribute("#pair-other", "aria-invalid"), "true")
        self.assertTrue(page.evaluate("document.activeElement.id === 'pair-other'"))
        page.fill("#pair-other", "999999")
        self.assertIsNone(page.get_attribute("#pair-other", "aria-invalid"))
        page.press("#pair-other", "Enter")
        self.assertIn("Tries left: 2", page.text_content("#pair-mistake"))
        self.assertEqual(page.evaluate("decided"), [])
        page.fill("#pair-other", " 012 345 ")
        page.press("#pair-other", "Enter")
        self.assertEqual(page.evaluate("decided"), [True])
        self.assertEqual(page.locator("#pair-other").count(), 0)

    def test_a_wrong_entry_tells_nothing(self):
        page = self.open_comparison()
        told = []
        # The digits of this device, nearly the right ones, and any others.
        for text in ["678901", "012354"]:
            page.fill("#pair-other", text)
            page.press("#pair-other", "Enter")
            told.append(re.sub(r"\d", "", page.text_content("#pair-mistake")))
            self.assertNotIn("012345", page.content().replace(" ", ""))
        self.assertEqual(len(set(told)), 1)
        self.assertEqual(page.evaluate("decided"), [])

    def test_digits_that_are_mistyped_three_times_do_not_match(self):
        page = self.open_comparison()
        for left in [2, 1]:
            page.fill("#pair-other", "012354")
            page.press("#pair-other", "Enter")
            self.assertIn(f"Tries left: {left}", page.text_content("#pair-mistake"))
        page.fill("#pair-other", "012354")
        page.press("#pair-other", "Enter")
        self.assertEqual(page.evaluate("decided"), [False])

    def test_a_user_whose_other_device_shows_none_says_so_at_once(self):
        page = self.open_comparison()
        self.assertEqual(page.text_content("#pair-none"), "It shows none")
        page.click("#pair-none")
        self.assertEqual(page.evaluate("decided"), [False])

    def test_a_browser_without_x25519_is_told(self):
        page = self.open_messages(script="SubtleCrypto.prototype.generateKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))")
        page.click("#pair-offer")
        page.wait_for_selector("#pair-failure[data-code=unsupported]")

    def test_what_is_too_long_or_not_text_is_not_offered(self):
        page = self.open_messages()
        page.click("label:has(#pair-kind-text)")
        page.fill("#pair-text", "x" * 575)
        page.click("#pair-offer")
        self.assertIn("575 bytes are too many: the limit is 574", page.text_content("#pair-failure[data-code=too-long]"))
        page.click("#pair-again")
        self.assertEqual(page.input_value("#pair-text"), "x" * 575)

    def test_the_tuning_that_is_set_can_be_handed_over(self):
        page = self.open_messages("panel=messages&concertPitch=442&temperament=vallotti&root=2")
        page.click("label:has(#pair-kind-tuner)")
        until(page, "document.querySelector('.pair-summary').textContent.startsWith('442.0 Hz, Vallotti, D')")
        text = page.evaluate(
            """async () => {
              const { currentTuning } = await import('/panels/messages/tuning.js');
              const { writeTuning } = await import('/pairing/hand-over.js');
              return writeTuning(currentTuning(' Bach \\n\\nHolst'));
            }"""
        )
        self.assertEqual(text, "a4: 442.0\ntemperament: vallotti\nroot: D\npiece: Bach\npiece: Holst")

    def test_a_tuning_that_was_handed_over_is_applied_as_far_as_it_is_known(self):
        page = self.open_messages()
        result = page.evaluate(
            """async () => {
              const { apply, unknownOf } = await import('/panels/messages/tuning.js');
              const { settings } = await import('/app/settings.js');
              const read = () => ['concertPitch', 'temperament', 'root'].map((key) => settings.get(key));
              apply({ concertPitch: 415, temperament: 'vallotti', root: 'Eb', pieces: [] });
              const known = read();
              apply({ concertPitch: 443, temperament: 'moon', root: 'D', pieces: [] });
              return [known, read(), unknownOf({ temperament: 'moon', root: 'X', pieces: [] })];
            }"""
        )
        self.assertEqual(result, [[415, "vallotti", 3], [443, "vallotti", 3], ["moon", "X"]])


if __name__ == "__main__":
    unittest.main()
