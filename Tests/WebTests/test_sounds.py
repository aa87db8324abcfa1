"""Tones, the reference tone and the metronome: what is heard is what is shown, and what the core refuses is told."""

import unittest

from browser import PageTest, until

HOST = "const { host } = await import('/session/host.js');"
PLAYING = "const { playing } = await import('/session/playing.js');"
# The strongest frequency of what the page plays, to 0.75 Hz at 48 kHz.
STRONGEST = f"""async () => {{
  {HOST}
  const {{ context, engine }} = host;
  const analyser = new AnalyserNode(context, {{ fftSize: 32768, smoothingTimeConstant: 0 }});
  engine.node.connect(analyser);
  const start = context.currentTime;
  // As long as the window, and a fade.
  while (context.currentTime < start + 0.8) await new Promise((done) => {{ setTimeout(done, 30); }});
  const levels = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(levels);
  engine.node.disconnect(analyser);
  const bin = levels.indexOf(Math.max(...levels));
  return levels[bin] < -80 ? 0 : bin * context.sampleRate / analyser.fftSize;
}}"""
SOUNDS = f"async () => {{ {PLAYING} return playing.isSounding; }}"
SILENT = f"async () => {{ {PLAYING} return !playing.isSounding; }}"
# A microphone that hears nothing.
EARS = "navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;"
# A string that is not there, as an older version may have remembered it.
LOCKED = "localStorage.setItem('kammerton.settings', JSON.stringify({ locked: 6 }));"


class Tones(PageTest):
    def test_every_waveform_that_is_offered_sounds(self):
        page = self.open("panel=tones")
        offered = page.evaluate("[...document.querySelectorAll('tones-panel [name^=waveform]')].map((input) => input.id)")
        self.assertEqual(len(offered), 5)
        for name in offered:
            with self.subTest(name):
                page.click(f"label:has(#{name})")
                page.click("#tone")
                until(page, SOUNDS)
                self.assertGreater(page.evaluate(STRONGEST), 0)
                self.assertTrue(page.is_hidden("app-notice"))
                page.click("#tone")
                until(page, SILENT)

    def test_the_tuner_listens_again_half_a_second_after_a_tone(self):
        page = self.open("panel=tones")
        page.click("#tone")
        until(page, SOUNDS)
        waited = page.evaluate(f"""async () => {{
          {PLAYING}
          const start = performance.now();
          playing.stopTone();
          while (playing.isHeard) await new Promise((done) => {{ playing.addEventListener('sounding', done, {{ once: true }}); }});
          return performance.now() - start;
        }}""")
        # A timer may be a millisecond early by this clock, and late by any time.
        self.assertGreaterEqual(waited, 499)

    def test_a_waveform_of_an_older_version_is_forgotten(self):
        page = self.open("panel=tones", script="localStorage.setItem('kammerton.settings', JSON.stringify({ waveform: 'organ' }));")
        self.assertTrue(page.is_checked("#waveform-sine"))

    def test_a_tone_that_the_core_refuses_is_told_and_not_shown_as_playing(self):
        # The context of a telephone headset: half of its rate is below the tone.
        slow = "const Real = AudioContext; window.AudioContext = class extends Real { constructor() { super({ sampleRate: 16000 }); } };"
        page = self.open("panel=tones", script=slow)
        page.evaluate(
            """async () => {
              const { settings } = await import('/app/settings.js');
              settings.set('toneKind', 'free');
              settings.set('toneFrequency', 12000);
            }"""
        )
        page.click("#tone")
        page.wait_for_selector("app-notice:not([hidden])")
        self.assertIn("below 8000 Hz", page.text_content("app-notice"))
        until(page, "document.querySelector('#tone').dataset.runs === 'false'")
        until(page, SILENT)
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('toneFrequency', 3000)")
        page.click("#tone")
        until(page, SOUNDS)
        self.assertAlmostEqual(page.evaluate(STRONGEST), 3000, delta=1)

    def test_a_simulated_guitar_ends_for_a_tone_that_is_shown_as_playing(self):
        page = self.open("panel=tones&simulate")
        page.click("#tone")
        until(page, SOUNDS)
        self.assertEqual(page.get_attribute("#tone", "data-runs"), "true")


class Refusals(PageTest):
    def refuse(self, part, message):
        page = self.page
        page.evaluate(
            f"""async () => {{
              {HOST}
              {PLAYING}
              await host.open();
              {message}
            }}"""
        )
        page.wait_for_selector("app-notice:not([hidden])")
        return page.text_content("app-notice")

    def test_settings_that_the_tuner_refuses_are_told(self):
        self.open()
        self.assertIn("Tuner: a setting is out of range", self.refuse("tuner", "host.engine.configure({ tolerance: 4000 });"))

    def test_settings_that_the_metronome_refuses_are_told_and_it_is_not_shown_as_running(self):
        page = self.open("panel=metronome")
        page.click("#metronome")
        until(page, "document.querySelector('#metronome').dataset.runs === 'true'")
        text = self.refuse("metronome", "await playing.startMetronome({ tempo: 5000 });")
        self.assertIn("Metronome: a setting is out of range", text)
        until(page, "document.querySelector('#metronome').dataset.runs === 'false'")
        page.click("#metronome")
        until(page, f"async () => {{ {PLAYING} return playing.isClicking; }}")

    def test_a_lock_of_another_tuning_does_not_stop_the_tuner(self):
        page = self.open("instrument=Violin", script=EARS + LOCKED)
        page.wait_for_selector(".string")
        self.listen()
        page.wait_for_timeout(300)
        self.assertTrue(page.is_hidden("app-notice"))
        mode = page.evaluate("async () => (await import('/app/targets.js')).tunerSettings().mode")
        self.assertEqual((mode["locked"], len(mode["strings"])), (0, 4))


class ReferenceTone(PageTest):
    def test_the_key_sounds_the_string_that_is_locked_and_follows_another(self):
        page = self.open("instrument=Guitar")
        page.click(".string[data-number='6']")
        page.keyboard.press("r")
        until(page, SOUNDS)
        self.assertAlmostEqual(page.evaluate(STRONGEST), 82.41, delta=1)
        page.click(".string[data-number='2']")
        self.assertAlmostEqual(page.evaluate(STRONGEST), 246.94, delta=1)
        page.keyboard.press("r")
        until(page, SILENT)

    def test_it_has_the_concert_pitch_and_temperament_that_are_set(self):
        page = self.open("instrument=Violin&concertPitch=415")
        page.wait_for_selector(".string")
        # Nothing was heard and nothing is locked: the A.
        page.keyboard.press("r")
        until(page, SOUNDS)
        self.assertAlmostEqual(page.evaluate(STRONGEST), 415, delta=1)

    def test_without_a_lock_it_sounds_what_was_heard_until_another_tuning_is_chosen(self):
        page = self.open("instrument=Guitar")
        page.wait_for_selector(".string")
        wanted = """async (state) => {
          const { session } = await import('/session/session.js');
          const { referenceTone } = await import('/session/reference-tone.js');
          if (state) {
            const { host } = await import('/session/host.js');
            session.status = 'listening';
            host.engine = { state };
            session.dispatchEvent(new Event('state'));
            session.status = 'off';
            host.engine = null;
          }
          return referenceTone.wanted().midi;
        }"""
        self.assertEqual(page.evaluate(wanted, {"voiced": True, "note": 45, "string": 5, "targetFrequency": 110}), 45)
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('instrument', 'Violin')")
        self.assertEqual(page.evaluate(wanted, None), 69)

    def test_in_the_panel_of_tones_the_key_is_that_panels(self):
        page = self.open("panel=tones&instrument=Guitar")
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('toneNote', 60)")
        page.keyboard.press("r")
        until(page, SOUNDS)
        self.assertEqual(page.get_attribute("#tone", "data-runs"), "true")
        self.assertAlmostEqual(page.evaluate(STRONGEST), 261.63, delta=1)
        # Elsewhere it ends what sounds.
        self.show("tuner")
        page.keyboard.press("r")
        until(page, SILENT)
        self.assertEqual(page.get_attribute("#tone", "data-runs"), "false")

    def test_one_tone_takes_the_place_of_the_other(self):
        page = self.open("instrument=Guitar")
        page.click(".string[data-number='6']")
        page.keyboard.press("r")
        until(page, SOUNDS)
        self.show("tones")
        self.assertEqual(page.get_attribute("#tone", "data-runs"), "false")
        page.click("#tone")
        until(page, "document.querySelector('#tone').dataset.runs === 'true'")
        self.assertAlmostEqual(page.evaluate(STRONGEST), 440, delta=1)

    def test_while_it_sounds_the_page_says_that_it_does_not_listen(self):
        page = self.open("instrument=Guitar", script=EARS)
        self.listen()
        page.click(".string[data-number='6']")
        until(page, "document.querySelector('.side-word').textContent === 'Play a note'")
        page.keyboard.press("r")
        until(page, "document.querySelector('.side-word').textContent === 'Playing, not listening'")
        self.assertEqual(page.get_attribute(".readout", "aria-valuetext"), "Playing, not listening")
        self.assertEqual(page.text_content("#status"), "Playing, not listening")
        # And what sounds.
        self.assertEqual(page.text_content(".note"), "E2")
        self.assertIn("82.41 Hz", page.text_content(".hertz-value"))
        page.keyboard.press("r")
        until(page, "document.querySelector('.side-word').textContent === 'Play a note'")
        self.assertEqual(page.text_content("#status"), "Listening.")
        self.assertEqual(page.text_content(".note"), "–")

    def test_a_message_that_is_sent_keeps_it_from_listening_too(self):
        page = self.open(script=EARS)
        self.listen()
        page.evaluate(f"async () => {{ {PLAYING} playing.setSending(true); }}")
        until(page, "document.querySelector('.side-word').textContent === 'Playing, not listening'")
        page.evaluate(f"async () => {{ {PLAYING} playing.setSending(false); }}")
        until(page, "document.querySelector('.side-word').textContent === 'Play a note'")


class TapTempo(PageTest):
    def test_a_tap_that_was_missed_does_not_move_the_tempo(self):
        page = self.open("panel=metronome")
        # Half a second apart, by the page's own clock; the fifth was missed.
        times = [0, 0.5, 1, 1.5, 2, 3, 3.5]
        shown = page.evaluate(
            """async (times) => {
              const { settings } = await import('/app/settings.js');
              const start = performance.now();
              const shown = [];
              for (const time of times) {
                Object.defineProperty(performance, 'now', { configurable: true, value: () => start + 1000 * time });
                document.querySelector('#tap').click();
                delete performance.now;
                const before = Date.now();
                while (shown.length === 0 && settings.get('tempo') === 80 && Date.now() < before + 300) {
                  await new Promise((done) => { setTimeout(done, 10); });
                }
                await new Promise((done) => { setTimeout(done, 10); });
                shown.push(settings.get('tempo'));
              }
              return shown;
            }""",
            times,
        )
        self.assertEqual(shown[-1], 120)
        self.assertTrue(all(tempo in (80, 120) for tempo in shown), shown)

    def test_a_key_taps_in_every_panel(self):
        page = self.open("panel=metronome")
        page.keyboard.press("t")
        page.wait_for_timeout(400)
        page.keyboard.press("t")
        until(page, "async () => (await import('/app/settings.js')).settings.get('tempo') !== 80")


if __name__ == "__main__":
    unittest.main()
