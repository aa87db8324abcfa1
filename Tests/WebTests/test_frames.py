"""What the tuner shows at each of its frames: one reading, whose word, meter, colour, cents, string and voice agree."""

import unittest

from browser import PageTest, until

# Notes of all lengths that begin, slide and end, on the strings of a guitar and a little beside them; each some samples
# long, of six partials. In place of the simulated guitar's sound.
MELODY = """async (seed) => {
  const { host } = await import('/session/host.js');
  const { engine } = host;
  let state = seed;
  const next = (limit) => { state = (state * 48271) % 2147483647; return state % limit; };
  const strings = [40, 45, 50, 55, 59, 64];
  let [left, age, length, turns, midi, start, slide] = [0, 0, 0, 0, 40, 0, 0];
  engine.render = () => {
    const { block } = engine;
    for (let index = 0; index < block.length; index += 1) {
      if (left === 0) {
        [age, length] = [0, 9600 + next(72_000)];
        left = length + 4800 + next(110_000);  // the last value is held for a moment
        midi = strings[next(6)];
        [start, slide] = [next(90) - 45, 1 + next(5)];
      }
      left -= 1;
      age += 1;
      const seconds = age / 48000;
      const cents = start * Math.exp(-slide * seconds) + 6 * Math.sin(2 * seconds + seed);
      turns = (turns + 440 * 2 ** ((midi - 69 + cents / 100) / 12) / 48000) % 1;
      const amplitude = age > length ? 0 : 0.2 * Math.min(1, age / 200, (length - age) / 200);
      let sum = 0.0002 * (next(2001) / 1000 - 1);
      for (let order = 1; order <= 6; order += 1) sum += amplitude / order * Math.sin(2 * Math.PI * order * turns);
      block[index] = sum;
    }
  };
}"""

# Looks at each frame after everything is drawn, and collects what disagrees.
WATCH_FRAMES = """async (tolerance) => {
  const heardModule = await import('/session/heard.js');
  window.frames = { count: 0, notes: 0, begun: 0, ended: 0, verdicts: {}, spoken: [], problems: [] };
  window.speechSynthesis.cancel = () => {};
  window.speechSynthesis.speak = ({ text }) => frames.spoken.push(text);
  const text = (root, selector) => root.querySelector(selector).textContent;
  const number = (written) => Number(written.replace('−', '-').replace('+', ''));
  const words = { 'in tune': 'good', 'flat · tune up': 'flat', 'sharp · tune down': 'sharp' };
  const signs = { good: '', flat: '♭', sharp: '♯' };
  const said = { good: /^(\\S+), in tune$/, flat: /^(\\S+), \\d+ cents? flat$/, sharp: /^(\\S+), \\d+ cents? sharp$/ };
  let wasActive = false;
  const look = () => {
    const { heard } = heardModule;
    const problem = (what) => { if (frames.problems.length < 20) frames.problems.push(`${frames.count}: ${what}`); };
    const readout = document.querySelector('tuner-panel .readout');
    const note = text(readout, '.note');
    const spoken = readout.getAttribute('aria-valuetext');
    const side = readout.dataset.side;
    if (!Object.isFrozen(heard) || !Object.isFrozen(heard.state)) problem('a reading that may change');
    if (side !== heard.state.verdict) problem(`${side} is shown of ${heard.state.verdict}`);
    frames.count += 1;
    if (heard.active !== wasActive) frames[heard.active ? 'begun' : 'ended'] += 1;
    wasActive = heard.active;
    if (readout.dataset.active === 'true') {
      frames.notes += 1;
      const verdict = words[text(readout, '.side-word')];
      const cents = number(text(readout, '.cents-value'));
      const shown = `${note} ${cents} ${text(readout, '.hertz-value')} ${text(readout, '.side-word')} “${spoken}” ${side}`;
      frames.verdicts[verdict] = (frames.verdicts[verdict] ?? 0) + 1;
      if (!(parseFloat(text(readout, '.hertz-value')) > 20)) problem(`a note without a frequency: ${shown}`);
      if (!verdict || side !== (heard.active ? verdict : 'none')) problem(`word and colour: ${shown}`);
      else if (said[verdict].exec(spoken)?.[1] !== note) problem(`word and meter: ${shown}`);
      else if (text(readout, '.side-sign') !== signs[verdict]) problem(`word and sign: ${shown}`);
      // A tone in tune stays so up to 1.5 times the tolerance; the cents are rounded to tenths.
      const agrees = verdict === 'good' ? Math.abs(cents) <= 1.5 * tolerance + 0.05
        : Math.sign(cents) === (verdict === 'flat' ? -1 : 1) && Math.abs(cents) > tolerance - 0.051;
      if (!agrees) problem(`word and cents: ${shown}`);
      if (Math.abs(number(readout.getAttribute('aria-valuenow')) - cents) > 0.051) problem(`meter and cents: ${shown}`);
    } else if (heard.active) problem('no note is shown');
    const sounding = [...document.querySelectorAll('.string[data-sounds=true] .string-note')].map((string) => string.textContent);
    if (heard.active ? sounding.length !== 1 || sounding[0] !== note : sounding.length > 0) problem(`strings ${sounding}: ${note}`);
    for (const [selector, view] of [['.knob-bar', 'the bar'], ['view-needle', 'the needle']]) {
      const element = document.querySelector(`tuner-panel ${selector}`);
      if (element && element.classList.contains('is-good') !== (side === 'good')) problem(`${view} and the word: ${side}`);
    }
    const meter = document.querySelector('.playing');
    if (meter?.isConnected && meter.dataset.side !== 'none') {
      const { side: own } = meter.dataset;
      const good = { good: /in tune/, flat: /flat/, sharp: /sharp/ }[own];
      if (!good.test(text(meter, '.playing-words')) || !good.test(meter.getAttribute('aria-valuetext'))) problem(`the players' view: ${meter.textContent}`);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


# A tone of six partials around A3, in place of the simulated guitar's sound; and counts of the frames that were drawn, of
# those that the page asked the screen for, and of the drawings of the waves behind the dial.
TONE = """async () => {
  const { host } = await import('/session/host.js');
  const heardModule = await import('/session/heard.js');
  Object.assign(window, { centsPerSecond: 0, drawn: 0, asked: 0, waves: 0 });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => { asked += 1; return request(draw); };
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (this.canvas.matches('view-wave *')) waves += 1;
    clear.apply(this, box);
  };
  let [turns, cents] = [0, 0];
  host.engine.render = () => {
    const { block } = host.engine;
    for (let index = 0; index < block.length; index += 1) {
      cents += centsPerSecond / 48000;
      turns = (turns + 220 * 2 ** (cents / 1200) / 48000) % 1;
      block[index] = 0;
      for (let order = 1; order <= 6; order += 1) block[index] += 0.2 / order * Math.sin(2 * Math.PI * order * turns);
    }
  };
  let last = null;
  const look = () => {
    if (heardModule.heard !== last) drawn += 1;
    last = heardModule.heard;
    request(look);
  };
  look();
}"""


class Frames(PageTest):
    def play(self, view, seed, seconds):
        """Plays a melody with a clock of the page's own, and returns what was seen at its frames."""
        page = self.open(f"guitar/simulate/view={view}", has_own_clock=True, draws_often=True)
        self.pass_time_until(page, "document.querySelectorAll('.string').length === 6")
        self.pass_time_until(page, "document.querySelector('tuner-panel').dataset.status === 'listening'")
        page.evaluate("async () => (await import('/app/settings.js')).settings.set('speak', true)")
        page.evaluate(MELODY, seed)
        page.clock.run_for(3000)  # The last note of the guitar has faded.
        page.evaluate(WATCH_FRAMES, 3)
        page.clock.run_for(1000 * seconds)
        return page.evaluate("window.frames")

    def test_a_frame_shows_one_reading_in_every_view(self):
        total = notes = 0
        for seed, view in enumerate(["knob", "needle", "giant", "trace", "playing"], 1):
            with self.subTest(view=view):
                frames = self.play(view, seed, 40)
                self.assertEqual(frames["problems"], [])
                self.assertGreater(frames["count"], 2000)
                self.assertGreater(min(frames["begun"], frames["ended"]), 4)
                self.assertGreater(min(frames["verdicts"].get(side, 0) for side in ["good", "flat", "sharp"]), 50)
                self.assertTrue(all(", " in text for text in frames["spoken"]), frames["spoken"])
                total += frames["count"]
                notes += frames["notes"]
        print(f"test_frames: {total} frames, {notes} of them with a note")

    def test_frames_are_half_as_many_while_nothing_moves_fast(self):
        for view, steady in [("knob", 70), ("needle", 70), ("strobe", 130)]:
            with self.subTest(view=view):
                page = self.open(f"simulate/view={view}", has_own_clock=True, draws_often=True)
                self.pass_time_until(page, "document.querySelector('tuner-panel').dataset.status === 'listening'")
                page.evaluate(TONE)
                page.clock.run_for(4000)  # The dial has come to rest.
                counts = []
                for speed in [0, 100]:
                    page.evaluate("(speed) => { window.centsPerSecond = speed; }", speed)
                    page.clock.run_for(500)
                    before = page.evaluate("window.drawn")
                    page.clock.run_for(2000)
                    counts.append(page.evaluate("window.drawn") - before)
                self.assertGreater(counts[0], 50)
                self.assertLess(counts[0], steady)
                self.assertGreater(counts[1], 110)

    def test_the_screen_has_every_second_calm_frame_and_the_waves_15_to_20_a_second(self):
        page = self.open("simulate/view=knob", has_own_clock=True, draws_often=True)
        self.pass_time_until(page, "document.querySelector('tuner-panel').dataset.status === 'listening'")
        page.evaluate(TONE)
        self.pass_time_until(page, "window.waves > 0")
        page.clock.run_for(4000)
        counts = []
        for speed in [0, 100]:
            page.evaluate("(speed) => { window.centsPerSecond = speed; }", speed)
            page.clock.run_for(500)
            before = page.evaluate("[asked, waves]")
            page.clock.run_for(2000)
            counts.append([after - earlier for after, earlier in zip(page.evaluate("[asked, waves]"), before)])
        (calm, calm_waves), (fast, fast_waves) = counts
        self.assertLess(calm, 40)
        self.assertGreater(fast, 110)
        self.assertTrue(28 <= calm_waves <= fast_waves <= 42, counts)


if __name__ == "__main__":
    unittest.main()
