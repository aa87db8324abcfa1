// The tuner while the pitch is frozen: each note as it began, until the next one begins. Loaded when that is first wished for.

import { settings } from '../app/settings.js';
import { tunerSettings } from '../app/targets.js';
import { Freeze } from '../engine/freeze/freeze.js';
import { emptyState, stateOf } from '../engine/state.js';
import { hearsForItself, instead, isFreezing } from './heard.js';
import { microphone } from './microphone.js';
import { playing } from './playing.js';
import { session } from './session.js';

/** What is shown before the first note. Of the sound as it is, levels are shown, and what has no pitch. */
const nothing = emptyState(48000);

class FrozenTuner {
  constructor() {
    /** @type {import('../vocabulary/engine.js').TunerState | null} */
    this.note = null;
    /** What the tracker was made for. */
    this.made = '';
    /** @type {Freeze | null} */
    this.engine = null;
  }

  async load() {
    const engine = await Freeze.load();
    this.engine = engine;
    engine.addEventListener('shown', (event) => { this.note = /** @type {CustomEvent} */ (event).detail; });
    engine.addEventListener('error', (event) => {
      console.warn(/** @type {CustomEvent} */ (event).detail);
      this.stop();
    });
    instead.state = () => this.state();
    const follow = () => this.follow();
    session.addEventListener('status', follow);
    session.addEventListener('input', follow);
    // A tone of ours is no note, and what was shown before it is over.
    playing.addEventListener('sounding', follow);
    settings.watch(['freeze', 'concertPitch', 'temperament', 'root', 'tolerance', 'gate', 'instrument', 'tuning', 'capo', 'locked', 'channel', 'clock'], follow);
    for (const name of ['targets', 'panel']) addEventListener(name, follow);
  }

  /** Hears the microphone, if it is open and that is wished for, and compares with what is set. */
  follow() {
    const { engine } = this;
    const { source } = microphone;
    if (!engine || !source || !isFreezing() || hearsForItself() || session.isMuted || session.status !== 'listening') {
      if (this.made) this.stop();
      return;
    }
    const values = tunerSettings();
    const { gate, range, lowestString, channel, clock } = values;
    const key = JSON.stringify([gate, range, lowestString, channel, clock]);
    if (engine.source === source && key === this.made) { engine.configure(values); return; }
    this.made = key;
    this.note = null;
    engine.listen(source, values).catch((error) => { console.warn(error); this.stop(); });
  }

  stop() {
    this.made = '';
    this.note = null;
    this.engine?.stop();
  }

  /** What is shown instead of the newest state; null if the pitch is not frozen. */
  state() {
    if (!isFreezing() || session.isMuted || session.status !== 'listening') return null;
    const { state } = session;
    // That several tones sound is known later than where they began.
    if (this.note && state.verdict === 'several') this.note = { ...this.note, sound: 'several', inTune: false };
    const { time, level, gate, noise } = state;
    // The strobe has none of the sound: it would move with the pitch.
    return stateOf({ ...(this.note ?? nothing), held: false, time, level, gate, noise }, { ...state, strobe: nothing.strobe });
  }
}

const frozen = new FrozenTuner();
await frozen.load();
