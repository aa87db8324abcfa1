"""Notes for a synthesizer: outputs that record what they get, and every way in which a note must end."""

import unittest

from browser import PageTest, until

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
        self.assertIn("Synthesizer was chosen here", page.text_content("#midi-status"))
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


if __name__ == "__main__":
    unittest.main()
