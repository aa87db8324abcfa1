"""What the page has for the stage: notes for a synthesizer, beats for hand and eye, and the players' view."""

import json
import math
import pathlib
import struct
import unittest
import wave

from browser import PageTest, until

RATE = 48000
EARS = "navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;"
# Outputs that record what they get, each message with its time; one can be unplugged.
MIDI = """
window.midi = {
  asked: [], sent: [], closed: [], ports: new Map(), access: { onstatechange: null },
  add(id, name) {
    const port = {
      id, name, type: 'output', state: 'connected', connection: 'open',
      send(bytes) {
        if (this.state !== 'connected') throw new DOMException('', 'InvalidStateError');
        window.midi.sent.push([id, ...bytes]);
      },
      close: async () => { window.midi.closed.push(id); },
    };
    this.ports.set(id, port);
    this.access.onstatechange?.({ port });
  },
  remove(id) {
    const port = this.ports.get(id);
    port.state = 'disconnected';
    this.ports.delete(id);
    this.access.onstatechange?.({ port });
  },
};
window.midi.access.outputs = window.midi.ports;
navigator.requestMIDIAccess = async (options) => { window.midi.asked.push(options); return window.midi.access; };
"""
TWO = MIDI + "window.midi.add('one', 'Synthesizer'); window.midi.add('two', 'Sampler');"
SETTINGS = "const { settings } = await import('/app/settings.js');"
SESSION = "const { session } = await import('/session/session.js');"
# A tone of 440 Hz for the synthesizer, without any sound.
PLAY = f"""async ([count, end]) => {{
  {SESSION}
  session.status = 'listening';
  window.time = window.time ?? 0;
  for (let index = 0; index < count; index += 1) {{
    window.time += 0.01;
    session.dispatchEvent(new CustomEvent('reading', {{ detail: {{ time: window.time, frequency: 440, level: -20, confidence: 1 }} }}));
  }}
  const before = window.midi.sent.length;
  if (end === 'off') session.setStatus('off');
  if (end === 'hide') {{
    Object.defineProperty(document, 'hidden', {{ configurable: true, value: true }});
    document.dispatchEvent(new Event('visibilitychange'));
  }}
  if (end === 'pagehide') window.dispatchEvent(new PageTransitionEvent('pagehide'));
  if (end === 'freeze') document.dispatchEvent(new Event('freeze'));
  // In one step, before the note ends by itself because no reading comes.
  return [window.midi.sent.slice(0, before), window.midi.sent.slice(before)];
}}"""
OFF = [0x80, 69, 64]
ALL_OFF = [0xB0, 123, 0]


class MIDIOutput(PageTest):
    def connect(self, script=TWO, fragment="panel=settings", **options):
        page = self.open(fragment, script=script, **options)
        page.click("#midi-connect")
        page.wait_for_selector("#midi-output")
        return page

    def choose(self, name):
        self.page.select_option("#midi-output", label=name)
        until(self.page, f"document.querySelector('#midi-status').textContent.startsWith('{name} plays')")

    def sent(self, port="one"):
        return [message[1:] for message in self.page.evaluate("window.midi.sent") if message[0] == port]

    def sounds(self, port="one", sent=None):
        """The keys that a port still holds."""
        held = set()
        for message in self.sent(port) if sent is None else [message[1:] for message in sent if message[0] == port]:
            for index in range(0, len(message), 3):
                status, key, value = message[index:index + 3]
                if status >> 4 == 9:
                    held.add(key)
                elif status >> 4 == 8:
                    held.discard(key)
                elif (status >> 4, key) == (11, 123):
                    held.clear()
        return held

    def play(self, end="", port="one", keys=frozenset({69})):
        """Plays a note until something ends it. What was sent while it sounded, and what was sent then."""
        sent, then = self.page.evaluate(PLAY, [10, end])
        self.assertEqual(self.sounds(port, sent), keys)
        return [message[1:] for message in sent], [message[1:] for message in then]

    def test_nothing_is_asked_before_the_button_and_never_for_system_exclusive(self):
        page = self.open("panel=settings", script=TWO)
        page.wait_for_selector("#midi-connect")
        self.assertEqual(page.evaluate("window.midi.asked"), [])
        loaded = "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/midi.wasm'))"
        self.assertFalse(page.evaluate(loaded))
        page.click("#midi-connect")
        page.wait_for_selector("#midi-output")
        self.assertEqual(page.evaluate("window.midi.asked"), [{"sysex": False}])
        self.assertEqual(page.evaluate("window.midi.sent"), [])

    def test_a_note_begins_with_its_bend_and_ends_when_listening_stops(self):
        self.connect()
        self.choose("Synthesizer")
        begin = [message for message in self.sent() if message[:2] == [0xB0, 123]]
        self.assertEqual(begin[-1], ALL_OFF + [0xB0, 101, 0, 0xB0, 100, 0, 0xB0, 6, 2, 0xB0, 38, 0, 0xB0, 101, 127, 0xB0, 100, 127])
        sent, then = self.play(end="off")
        # 127 · 10^(-20/40) is 40; a bend of 0 is 8192.
        self.assertEqual(sent[-1], [0xE0, 0, 64, 0x90, 69, 40])
        self.assertEqual(then, [OFF])

    def test_a_note_ends_when_the_output_changes_and_the_new_one_is_prepared(self):
        page = self.connect()
        self.choose("Synthesizer")
        self.play()
        self.choose("Sampler")
        self.assertEqual(self.sent()[-1][-3:], ALL_OFF)
        self.assertEqual(self.sounds(), set())
        self.assertEqual(self.sent("two")[-1][:3], ALL_OFF)
        until(page, "window.midi.closed.includes('one')")
        self.play(port="two")
        page.select_option("#midi-output", label="none")
        until(page, "document.querySelector('#midi-output').value === ''")
        self.assertEqual(self.sounds("two"), set())

    def test_no_note_stays_when_the_page_is_hidden_or_left_or_readings_stay_away(self):
        page = self.connect()
        self.choose("Synthesizer")
        self.assertEqual(self.play(end="hide")[1], [OFF])
        # It goes on behind another window, as beside a sequencer.
        for event in ["pagehide", "freeze"]:
            self.assertEqual(self.play(end=event)[1], [OFF + ALL_OFF])
        self.play()
        until(page, "window.midi.sent.at(-1).join() === 'one,128,69,64'")

    def test_no_note_stays_while_the_page_plays_a_tone_itself(self):
        page = self.connect()
        self.choose("Synthesizer")
        self.play()
        page.evaluate("async () => { (await import('/session/playing.js')).playing.isSounding = true; }")
        page.evaluate(PLAY, [1, ""])
        self.assertEqual(self.sounds(), set())

    def test_an_output_that_is_unplugged_is_told_and_used_again_when_it_is_back(self):
        page = self.connect()
        self.choose("Synthesizer")
        self.play()
        page.evaluate("window.midi.remove('one')")
        self.assertEqual(page.text_content("app-notice p"), "Synthesizer was unplugged. Connect it again; the tuner continues.")
        self.assertIn("is not connected", page.text_content("#midi-status"))
        page.evaluate(PLAY, [10, ""])
        count = len(self.sent())
        # The same device in another socket has another identifier.
        page.evaluate("window.midi.add('three', 'Synthesizer')")
        self.assertEqual(page.text_content("app-notice p"), "Synthesizer plays again.")
        self.assertEqual(self.sent("three")[-1][:3], ALL_OFF)
        self.play(port="three")
        self.assertEqual(len(self.sent()), count)
        self.assertEqual(page.evaluate("document.querySelector('#midi-output').selectedOptions[0].textContent"), "Synthesizer")

    def test_mpe_and_the_bend_prepare_the_receiver_anew(self):
        page = self.connect()
        self.choose("Synthesizer")
        self.play()
        page.check("#field-midiMPE")
        until(page, "document.querySelector('#field-midiBend option').textContent === 'Usual: 48'")
        self.assertEqual(self.sounds(), set())
        self.assertIn([0xB0, 6, 15], [self.sent()[-1][index:index + 3] for index in range(0, len(self.sent()[-1]), 3)])
        self.assertEqual(self.play()[0][-1][3:], [0x91, 69, 40])
        page.select_option("#field-midiBend", "24")
        self.assertEqual(self.sounds(), set())
        self.assertIn([0xB3, 6, 24], [self.sent()[-1][index:index + 3] for index in range(0, len(self.sent()[-1]), 3)])

    def test_keys_follow_the_concert_pitch(self):
        page = self.connect()
        self.choose("Synthesizer")
        page.evaluate(f"async () => {{ {SETTINGS} settings.set('concertPitch', 415.3); }}")
        self.play(keys={70})

    def test_the_output_is_remembered_and_used_again_where_midi_is_granted(self):
        remembered = "localStorage.setItem('kammerton.settings', JSON.stringify({ midiOutput: ['one', 'Synthesizer'] }));"
        granted = "navigator.permissions.query = async () => ({ state: '%s' });"
        page = self.open("", script=TWO + remembered + granted % "granted")
        until(page, "window.midi.sent.length > 0")
        self.play()
        page = self.open("panel=settings", script=TWO + remembered + granted % "prompt")
        page.wait_for_selector("#midi-connect")
        self.assertEqual(page.evaluate("window.midi.asked"), [])
        self.assertIn("Synthesizer is not connected", page.text_content("#midi-status"))
        # It belongs to this device: neither a link nor a file of settings has it.
        self.assertNotIn("idi", page.evaluate(f"async () => {{ {SETTINGS} return settings.link(); }}"))
        self.assertNotIn("midiOutput", page.evaluate(f"async () => {{ {SETTINGS} return Object.keys(settings.all()); }}"))

    def test_what_goes_wrong_is_told_in_plain_words(self):
        cases = {
            "MIDI is blocked": "navigator.requestMIDIAccess = () => Promise.reject(new DOMException('', 'NotAllowedError'));",
            "MIDI did not start": "navigator.requestMIDIAccess = () => Promise.reject(new DOMException('', 'InvalidStateError'));",
            "No MIDI output was found": MIDI,
        }
        for words, script in cases.items():
            with self.subTest(words):
                page = self.open("panel=settings", script=script)
                page.click("#midi-connect")
                page.wait_for_selector("#midi-status")
                self.assertIn(words, page.text_content("#midi-status"))
        # And once it is allowed.
        page = self.open("panel=settings", script=TWO + "window.real = navigator.requestMIDIAccess;" + cases["MIDI is blocked"])
        page.click("#midi-connect")
        page.wait_for_selector("#midi-status")
        page.evaluate("navigator.requestMIDIAccess = window.real")
        page.click("#midi-connect")
        page.wait_for_selector("#midi-output")

    def test_without_midi_in_the_browser_only_the_reason_is_shown(self):
        page = self.open("panel=settings", script="delete Navigator.prototype.requestMIDIAccess;")
        page.wait_for_selector("#midi-status")
        self.assertIn("no MIDI for pages", page.text_content("#midi-status"))
        self.assertEqual(page.locator("midi-card :is(button, select, input)").count(), 0)

    def test_the_simulated_guitar_plays_its_first_string(self):
        page = self.connect(fragment="panel=settings&simulate&instrument=Guitar")
        self.choose("Synthesizer")
        until(page, "window.midi.sent.some(([, ...bytes]) => bytes.some((byte, index) => index % 3 === 0 && byte === 0x90))")
        # The tuner decides as early as it can, while somebody plays.
        prompt = "async () => (await import('/session/host.js')).host.engine.settings.isPrompt"
        self.assertTrue(page.evaluate(prompt))
        page.select_option("#midi-output", label="none")
        until(page, f"async () => !(await ({prompt})())")
        self.assertEqual(self.sounds(), set())
        self.choose("Synthesizer")
        page.click("[data-tab=tuner]")
        page.click("#listen")
        self.assertEqual(self.sounds(), set())


def make_tone(folder, name, pitches, vibrato=0.0):
    """A sawtooth of eight partials, each pitch (a MIDI number with a fraction) for three seconds, with vibrato of 5.5 Hz
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
    def shown(self, frequency=436):
        self.page.evaluate(
            f"""async (frequency) => {{
              {SESSION}
              const {{ host }} = await import('/session/host.js');
              const {{ emptyState }} = await import('/engine/state.js');
              session.setStatus('listening');
              const state = emptyState(48000);
              host.engine = {{ state, configure() {{}}, reset() {{}}, follow() {{}}, async draw() {{}}, close() {{}} }};
              for (let index = 0; index < 200; index += 1) {{
                Object.assign(state, {{ time: index / 100, rawFrequency: frequency, voiced: true, note: 69 }});
                session.dispatchEvent(new Event('state'));
              }}
            }}""",
            frequency,
        )

    def test_the_module_is_loaded_when_the_view_is_first_shown_and_the_view_is_remembered(self):
        page = self.open()
        loaded = "performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/playing.wasm'))"
        self.assertFalse(page.evaluate(loaded))
        page.click(".view-button[data-view=playing]")
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
            for theme in ["light", "dark"]:
                page = self.open(f"view=playing&language={language}", script=TWO)
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
                page.click("[data-tab=settings]")
                page.click("#midi-connect")
                page.wait_for_selector("#midi-output")
                page.select_option("#midi-output", label="Synthesizer")
                for width, height in [(320, 568), (1280, 800)]:
                    page.set_viewport_size({"width": width, "height": height})
                    with self.subTest(language=language, theme=theme, width=width, card="MIDI"):
                        self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), width)
                        card = page.evaluate("(() => { const card = document.querySelector('midi-card'); return [card.scrollWidth, card.clientWidth]; })()")
                        self.assertLessEqual(card[0], card[1])


# What the device is told, and when.
MOTOR = """
window.vibrations = [];
navigator.vibrate = (duration) => { window.vibrations.push([duration, performance.now()]); return true; };
window.flashes = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.className === 'beat-flash') window.flashes.push([frames[0].opacity, options.duration, performance.now()]);
  return animate.call(this, frames, options);
};
"""
ON = f"async (on) => {{ {SETTINGS} for (const name of on) settings.set(name, true); }}"


class Beats(PageTest):
    """The metronome as it is, however late this machine makes its beats."""

    def start(self, fragment="tempo=200&beats=3&accents=210", script=MOTOR, on=("vibrate", "flash"), **options):
        page = self.open(f"panel=metronome&{fragment}", script=script, **options)
        page.evaluate(ON, list(on))
        page.evaluate(
            f"async () => {{ {SESSION} window.clicks = 0; session.addEventListener('click', () => {{ window.clicks += 1; }}); }}")
        page.click("#metronome")
        return page

    def test_beats_vibrate_and_flash_and_accents_do_so_longer_and_brighter(self):
        page = self.start()
        until(page, "new Set(window.vibrations.map(([duration]) => duration)).size === 2")
        until(page, "new Set(window.flashes.map(String)).size > 0 && window.flashes.some(([brightness]) => brightness === 0.85)")
        page.click("#metronome")
        self.assertEqual(page.evaluate("[...new Set(window.vibrations.map(([duration]) => duration))].filter(Boolean).sort()"), [35, 70])
        box = page.evaluate("(() => { const { width, height } = document.querySelector('.beat-flash').getBoundingClientRect(); return [width, height]; })()")
        self.assertEqual(box, [1280, 800])

    def test_nothing_is_told_unless_it_is_turned_on(self):
        page = self.start(on=())
        until(page, "window.clicks >= 4")
        page.wait_for_timeout(400)
        self.assertEqual(page.evaluate("[window.vibrations, window.flashes]"), [[], []])

    def test_with_reduced_motion_it_vibrates_without_flashes(self):
        page = self.start(reduced_motion="reduce")
        until(page, "window.vibrations.length >= 3")
        self.assertEqual(page.evaluate("window.flashes"), [])

    def test_a_hidden_page_keeps_still(self):
        page = self.start(script=MOTOR + "Object.defineProperty(document, 'hidden', { configurable: true, value: true });")
        until(page, "window.clicks >= 5")
        page.wait_for_timeout(500)
        self.assertEqual(page.evaluate("[window.vibrations, window.flashes]"), [[], []])

    def test_other_panels_get_the_beats_too(self):
        page = self.start()
        self.show("tuner")
        count = page.evaluate("[window.vibrations.length, window.flashes.length]")
        until(page, f"window.vibrations.length > {count[0] + 1} && window.flashes.length > {count[1] + 1}")

    def test_without_a_motor_vibration_is_not_offered(self):
        page = self.open("panel=metronome", script="delete Navigator.prototype.vibrate;")
        page.wait_for_selector("#field-flash")
        self.assertEqual(page.locator("#field-vibrate").count(), 0)
        page = self.open("panel=metronome")
        page.wait_for_selector("#field-vibrate")


class BeatTimes(PageTest):
    """By a clock that only the test moves, with a loudspeaker that is behind what is rendered."""

    def begin(self, timestamp=True):
        page = self.open("panel=metronome", script=MOTOR, has_own_clock=True)
        page.wait_for_selector("#field-flash", state="attached")
        page.evaluate(ON, ["vibrate", "flash"])
        page.evaluate(
            """async (timestamp) => {
              const { host } = await import('/session/host.js');
              host.context = { get currentTime() { return performance.now() / 1000; }, outputLatency: 0.2 };
              if (timestamp) {
                host.context.getOutputTimestamp = () => ({ contextTime: (performance.now() - 300) / 1000, performanceTime: performance.now() });
              }
            }""",
            timestamp,
        )
        return page

    def click(self, *clicks):
        """Clicks as they are rendered: in how many milliseconds, the accent, the voice. The time now, in milliseconds."""
        return self.page.evaluate(
            f"""async (clicks) => {{
              {SESSION}
              const now = performance.now();
              for (const [wait, accent, voice] of clicks) {{
                const detail = {{ time: (now + wait) / 1000, bar: 0, beat: 0, accent, voice }};
                session.dispatchEvent(new CustomEvent('click', {{ detail }}));
              }}
              return now;
            }}""",
            [list(click) for click in clicks],
        )

    def told(self, what):
        return self.page.evaluate(f"window.{what}")

    def test_a_beat_is_told_when_it_is_heard_and_not_when_it_is_rendered(self):
        for timestamp, latency in [(True, 300), (False, 200)]:
            with self.subTest(latency=latency):
                page = self.begin(timestamp)
                now = self.click((50, 2, "beat"), (650, 1, "beat"), (750, 1, "subdivision"), (1250, 0, "beat"))
                page.clock.run_for(2500)
                vibrations = self.told("vibrations")
                self.assertEqual([duration for duration, _ in vibrations], [70, 35])
                for (_, time), wait in zip(vibrations, [50, 650]):
                    self.assertAlmostEqual(time - now, wait + latency, delta=2)
                self.assertEqual([(brightness, duration) for brightness, duration, _ in self.told("flashes")], [(0.85, 260), (0.4, 130)])

    def test_flashes_are_three_a_second_at_most(self):
        page = self.begin()
        self.click(*[(100 + 100 * index, 1, "beat") for index in range(40)])
        page.clock.run_for(6000)
        times = [time for _, _, time in self.told("flashes")]
        self.assertGreater(len(times), 8)
        self.assertTrue(all(after - before >= 1000 for before, after in zip(times, times[3:])), times)
        self.assertEqual(len(self.told("vibrations")), 40)

    def test_what_comes_late_is_left_out(self):
        page = self.begin()
        self.click((50, 2, "beat"))
        # The page slept, and with it its timers.
        page.clock.fast_forward(1500)
        self.click((-900, 2, "beat"))
        page.clock.run_for(500)
        self.assertEqual([self.told("vibrations"), self.told("flashes")], [[], []])

    def test_what_has_not_been_heard_when_it_stops_is_not_told(self):
        page = self.begin()
        self.click((50, 2, "beat"))
        page.evaluate("async () => (await import('/session/playing.js')).playing.changed()")
        page.clock.run_for(1000)
        self.assertEqual([duration for duration, _ in self.told("vibrations")], [0])


if __name__ == "__main__":
    unittest.main()
