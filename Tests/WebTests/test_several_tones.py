"""Chords in the tuner: several tones are told, are never in tune, and a single string after them is told again."""

import unittest

from browser import PageTest, until

# A microphone that hears what the test plays: sines, or a string of eight partials.
MICROPHONE = """
navigator.mediaDevices.getUserMedia = async () => {
  const context = new AudioContext();
  await context.resume();
  const stream = context.createMediaStreamDestination();
  let playing = [];
  window.play = (frequencies, partials = 1) => {
    for (const tone of playing) tone.stop();
    const wave = context.createPeriodicWave(new Float32Array(partials + 1), Float32Array.from({ length: partials + 1 }, (_, order) => order && 1 / order));
    playing = frequencies.map((frequency) => {
      const tone = new OscillatorNode(context, { type: 'custom', periodicWave: wave, frequency });
      tone.connect(new GainNode(context, { gain: 0.15 })).connect(stream);
      tone.start();
      return tone;
    });
  };
  return stream.stream;
};
"""
# C, E and G, whose common divisor is C2.
TRIAD = [261.6256, 327.032, 392.4384]
# Readout, side word, meter, and the number of strings that are marked as sounding, all at one moment.
SHOWN = """(() => {
  const readout = document.querySelector('tuner-panel .readout');
  return {
    side: readout.dataset.side, word: readout.querySelector('.side-word').textContent, note: readout.querySelector('.note').textContent,
    meter: readout.getAttribute('aria-valuetext'),
    strings: [...document.querySelectorAll('.string')].filter(({ dataset }) => dataset.sounds === 'true').length,
  };
})()"""


class SeveralTones(PageTest):
    def listen_to(self, fragment, script=""):
        page = self.open(fragment, script=MICROPHONE + script)
        self.listen()
        return page

    def test_a_chord_is_several_tones_and_a_string_after_it_is_told(self):
        page = self.listen_to("instrument=Cello")
        self.assertFalse(any("evidence" in url for url in self.requests), self.requests)
        page.evaluate("(tones) => play(tones)", TRIAD)
        until(page, f"{SHOWN}.side === 'several'")
        self.assertEqual(sum(url.endswith("evidence.wasm") for url in self.requests), 1)
        page.evaluate(
            """async () => {
              const { session } = await import('/session/session.js');
              window.several = [];
              session.addEventListener('state', () => { if (session.state.verdict === 'several') several.push(session.state); });
            }""")
        until(page, "several.length > 60")
        self.assertEqual(page.evaluate("several.filter(({ inTune }) => inTune).length"), 0)
        # All of one frame. A machine that is too busy to pass the sound on without gaps tells them anew after each.
        said = "several tones at once"
        until(page, f"(({{ side, word, meter, strings }}) => side === 'several' && word === '{said}' && meter === '{said}' && strings === 0)({SHOWN})")
        until(page, f"document.querySelector('#status').textContent === '{said}'")
        self.choose_view("playing")
        until(page, f"document.querySelector('.playing-words')?.textContent === '{said}'")
        self.choose_view("needle")
        page.evaluate("play([220], 8)")
        until(page, f"(({{ side, word, note }}) => side === 'good' && word === 'in tune' && note === 'A3')({SHOWN})")
        until(page, "document.querySelector(\".string[data-midi='57']\").dataset.tuned === 'true'")
        self.assertEqual(page.get_attribute(".string[data-midi='36']", "data-sounds"), "false")

    def test_without_workers_the_tuner_works_as_before(self):
        page = self.listen_to("", "window.Worker = class { constructor() { window.refused = true; throw new Error('No workers here.'); } };")
        page.evaluate("play([220], 8)")
        until(page, "window.refused === true")
        until(page, f"{SHOWN}.side === 'good' && {SHOWN}.note === 'A3'")
        page.evaluate("(tones) => play(tones)", TRIAD)
        until(page, f"{SHOWN}.note === 'C2' && {SHOWN}.side === 'good'")

    def test_what_tells_them_is_kept_for_use_without_a_network(self):
        kept = self.open().evaluate("fetch('/precache.js').then((response) => response.text())")
        for file in ["engine/evidence.wasm", "engine/evidence/worker.js", "session/evidence.js"]:
            self.assertIn(f"'{file}'", kept)


if __name__ == "__main__":
    unittest.main()
