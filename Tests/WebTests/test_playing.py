"""The players' view, and a synthesizer that plays along, on tones with vibrato through a microphone."""

import json
import math
import pathlib
import struct
import unittest
import wave

from browser import PageTest, until
from test_midi_output import TWO

RATE = 48000
SETTINGS = "const { settings } = await import('/app/settings.js');"
SESSION = "const { session } = await import('/session/session.js');"


def make_tone(folder, name, pitches, vibrato=0.0):
    """Five partials of a sawtooth, each pitch (a MIDI number with a fraction) for three seconds, with vibrato of 5.5 Hz
    as deep as given, in cents: the clip of a fake microphone."""
    samples, phase = [], 0.0
    for pitch in pitches:
        for index in range(3 * RATE):
            cents = vibrato * math.sin(2 * math.pi * 5.5 * index / RATE)
            phase += 440 * 2 ** ((pitch - 69 + cents / 100) / 12) / RATE
            samples.append(sum(0.15 / order * math.sin(2 * math.pi * order * phase) for order in range(1, 6)))
    path = pathlib.Path(folder) / f"{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        data = struct.pack(f"<{len(samples)}h", *(int(32767 * value) for value in samples))
        file.writeframes(b"\0\0" * 2 * RATE + data + b"\0\0" * RATE)
    return path


class Heard(PageTest):
    """A4 twenty cents flat, then D5 in tune, both with vibrato, through a microphone."""

    @classmethod
    def make_clip(cls):
        return make_tone(cls.folder.name, "vibrato", [68.8, 74], vibrato=30)

    def test_the_synthesizer_plays_the_two_notes_and_both_end(self):
        page = self.open("panel=settings", script=TWO)
        page.click("#midi-connect")
        page.wait_for_selector("#midi-output")
        page.select_option("#midi-output", label="Synthesizer")
        page.click("[data-tab=tuner]")
        self.listen()
        until(page, """(() => {
          const bytes = window.midi.sent.flatMap(([, ...message]) => message);
          return bytes.some((byte, index) => index % 3 === 0 && byte === 0x80 && bytes[index + 1] === 74);
        })()""")
        messages = [message[1:] for message in page.evaluate("window.midi.sent")]
        events = [message[index:index + 3] for message in messages for index in range(0, len(message), 3)]
        keys = [(status, key) for status, key, _ in events if status in (0x80, 0x90)]
        self.assertEqual(keys, [(0x90, 69), (0x80, 69), (0x90, 74), (0x80, 74)])
        # Bends of two semitones follow the vibrato: 50 cents flat to 10 sharp, then 30 to each side.
        bends = [(low + 128 * high - 8192) / 8192 * 200 for status, low, high in events if status == 0xE0]
        self.assertLess(min(bends), -40)
        self.assertGreater(max(bends), 20)

    def test_the_note_is_calm_its_colour_tells_and_it_stays(self):
        page = self.open("view=playing")
        page.wait_for_selector(".playing")
        self.assertEqual(page.get_attribute(".playing", "aria-valuetext"), "Not listening")
        page.evaluate("""async () => {
          window.seen = [];
          const { session } = await import('/session/session.js');
          const meter = document.querySelector('.playing');
          session.addEventListener('state', () => {
            const { side, held } = meter.dataset;
            const row = JSON.stringify([meter.querySelector('.note').textContent, side, held, meter.getAttribute('aria-valuetext')]);
            if (window.seen.at(-1) !== row) window.seen.push(row);
          });
        }""")
        self.listen()
        until(page, "window.seen.some((row) => row.includes('D5') && row.includes('true'))")
        seen = [json.loads(row) for row in page.evaluate("window.seen")]
        names = [name for index, (name, *_) in enumerate(seen) if index == 0 or seen[index - 1][0] != name]
        self.assertEqual(names, ["–", "A4", "D5"])
        # The first note settles flat, the second in tune; each beginning is known only in part.
        flat = [row for row in seen if row[0] == "A4"]
        self.assertEqual(flat[-1][1], "flat")
        cents = int(flat[-1][3].split()[1])
        self.assertTrue(14 <= cents <= 26, flat)
        self.assertEqual(seen[-1][:3], ["D5", "good", "true"])
        self.assertIn("held", page.text_content(".playing-words"))
        line = page.evaluate("""() => {
          const canvas = document.querySelector('view-playing-history canvas');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((value, index) => index % 4 === 3 && value > 0).length / canvas.width;
        }""")
        # More than the line of the note itself.
        self.assertGreater(line, 1.5)
        until(page, "document.querySelector('.playing').dataset.side === 'none'")
        self.assertEqual(page.get_attribute(".playing", "aria-valuetext"), "No note")


class Playing(PageTest):
    def shown(self, frequency=436, state=None):
        self.page.evaluate(
            f"""async ([frequency, other]) => {{
              {SESSION}
              const {{ host }} = await import('/session/host.js');
              const {{ emptyState, stateOf }} = await import('/engine/state.js');
              session.setStatus('listening');
              const empty = emptyState(48000);
              host.engine = {{ state: empty, configure() {{}}, reset() {{}}, follow() {{}}, async draw() {{}}, close() {{}} }};
              for (let index = 0; index < 200; index += 1) {{
                const reading = {{ time: index / 100, rawFrequency: frequency, voiced: true, note: 69, ...other }};
                host.engine.state = stateOf({{ ...empty, ...reading }}, empty);
                session.dispatchEvent(new Event('state'));
              }}
            }}""",
            [frequency, state or {}],
        )

    def shown_until(self, condition, frequency, state):
        """Shows readings again, as a tuner does, until a condition holds: the view and its module may come later."""
        for _ in range(100):
            self.shown(frequency, state)
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(100)
        self.fail(f"never came true: {condition}")

    def test_a_note_that_is_no_string_is_named_by_every_view(self):
        # E2 on a guitar in drop D: 200 cents above its lowest string.
        state = {"note": 38, "cents": 200, "string": 6, "frequency": 82.407, "targetFrequency": 73.416, "side": 1}
        page = self.open("guitar/drop-d/view=playing")
        page.wait_for_selector(".playing")
        self.shown_until("document.querySelector('.playing .note').textContent === 'E2'", 82.407, state)
        self.assertEqual(page.text_content(".playing-string"), "string D2: +200 ct")
        page = self.open("guitar/drop-d")
        self.shown_until("document.querySelector('.readout .note').textContent === 'D2'", 82.407, state)
        self.assertEqual(page.text_content(".target-value"), "heard: E2")
        self.assertEqual(page.text_content(".side-word"), "sharp · tune down")
        # 386 cents from the string, nobody is told to tune it.
        self.shown_until(
            "document.querySelector('.side-word').textContent === 'far off'", 91.76, {**state, "cents": 386.2, "frequency": 91.76})
        self.assertEqual(page.text_content(".target-value"), "heard: F♯2")

    def test_the_module_is_loaded_when_the_view_is_first_shown_and_the_view_is_remembered(self):
        page = self.open()
        loaded = "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/playing.wasm'))"
        self.assertFalse(page.evaluate(loaded))
        self.choose_view("playing")
        until(page, loaded)
        self.assertFalse(page.is_visible("tuner-readout"))
        self.assertIn("view=playing", page.evaluate(f"async () => {{ {SETTINGS} return settings.link(); }}"))
        page.keyboard.press("v")
        self.assertEqual(page.evaluate(f"async () => {{ {SETTINGS} return settings.get('view'); }}"), "strum")

    def test_sides_differ_by_sign_words_and_colour(self):
        page = self.open("view=playing")
        page.wait_for_selector(".playing")
        until(page, "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/playing.wasm'))")
        colours = set()
        for frequency, side, sign, words in [(436, "flat", "♭", "16 flat"), (440.5, "good", "", "in tune"), (445, "sharp", "♯", "20 sharp")]:
            with self.subTest(side):
                until(page, "customElements.get('view-playing') && document.querySelector('view-playing').playing !== null")
                self.shown(frequency)
                self.assertEqual(page.get_attribute(".playing", "data-side"), side)
                self.assertEqual(page.text_content(".playing .note"), "A4")
                self.assertEqual(page.text_content(".playing-sign"), sign)
                self.assertEqual(page.text_content(".playing-words").strip(), sign + words)
                self.assertEqual(page.is_visible(".playing-words .icon"), side == "good")
                colours.add(page.evaluate("getComputedStyle(document.querySelector('.playing .note-letter')).color"))
        self.assertEqual(len(colours), 3)

    def test_the_note_is_read_at_three_metres(self):
        # A letter is read at three metres from 9 mm on (ten minutes of arc): three times that, at 96 pixels per inch.
        for width, height in [(390, 844), (768, 1024), (1280, 800)]:
            page = self.open("view=playing", width=width, height=height)
            until(page, "document.querySelector('view-playing')?.playing")
            self.shown()
            size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.playing .note-letter')).fontSize)")
            self.assertGreaterEqual(0.7 * size / 96 * 25.4, 27, f"{width}×{height}")

    def test_nothing_sticks_out_in_any_language_theme_and_width(self):
        for language in ["en", "de", "fr", "es", "ja", "zh-Hans"]:
            page = self.open(f"view=playing&language={language}", script=TWO)
            for theme in ["light", "dark"]:
                page.click("[data-tab=tuner]")
                until(page, "document.querySelector('view-playing')?.playing")
                page.evaluate(f"async (theme) => {{ {SETTINGS} settings.set('theme', theme); }}", theme)
                self.shown(415.4)
                for width, height in [(320, 568), (390, 844), (844, 390), (1280, 800)]:
                    page.set_viewport_size({"width": width, "height": height})
                    with self.subTest(language=language, theme=theme, width=width):
                        self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), width)
                        outside = page.evaluate(
                            """() => [...document.querySelectorAll('.playing .note > span, .playing-words > span')]
                              .map((element) => element.getBoundingClientRect())
                              .filter(({ left, right }) => left < 0 || right > innerWidth).length""")
                        self.assertEqual(outside, 0)
                page.evaluate(f"async () => {{ {SESSION} session.setStatus('off'); (await import('/session/host.js')).host.engine = null; }}")
                self.show("settings")
                if theme == "light":  # It stays connected.
                    page.click("#midi-connect")
                    page.wait_for_selector("#midi-output")
                    page.select_option("#midi-output", label="Synthesizer")
                for width, height in [(320, 568), (1280, 800)]:
                    page.set_viewport_size({"width": width, "height": height})
                    with self.subTest(language=language, theme=theme, width=width, card="MIDI"):
                        self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), width)
                        card = page.evaluate("(() => { const card = document.querySelector('midi-card'); return [card.scrollWidth, card.clientWidth]; })()")
                        self.assertLessEqual(card[0], card[1])


if __name__ == "__main__":
    unittest.main()
