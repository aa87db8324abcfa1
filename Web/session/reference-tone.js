// The tone of what is tuned, by a tap on a string or a single key: of the string that is locked, of what was heard last, or else of the
// A4, or the string nearest to it.

import { noteOfConcertPitch } from '../vocabulary/settings.js';
import { t } from '../app/i18n.js';
import { notify } from '../app/notice.js';
import { playing } from './playing.js';
import { session } from './session.js';
import { settings } from '../app/settings.js';
import { frequencyOf, strings } from '../app/targets.js';

/** @typedef {{midi: number, cents: number, frequency?: number}} Pitch `frequency` where the server has tuned it. */

class ReferenceTone {
  constructor() {
    /** @type {Pitch | null} What was heard last of the tuning that is set. */
    this.heard = null;
    /** @type {import('../engine/types.js').TuningString | null} The string that was tapped. */
    this.tapped = null;
    /** @type {Pitch | null} What sounds, or sounded last. */
    this.pitch = null;
  }

  get plays() { return playing.player === this; }

  get frequency() { return this.pitch ? this.pitch.frequency ?? frequencyOf(this.pitch.midi, this.pitch.cents) : 0; }

  /** Starts the tone, or ends whatever tone sounds. */
  toggle() {
    this.tapped = null;
    if (playing.player) playing.stopTone();
    else if (document.documentElement.dataset.shown === 'tones') dispatchEvent(new Event('toggle-tone'));
    else this.play();
  }

  /**
   * Plays a string, or ends its tone.
   *
   * @param {import('../engine/types.js').TuningString} string
   */
  tap(string) {
    const { tapped } = this;
    if (this.plays && tapped?.number === string.number && tapped.midi === string.midi) { playing.stopTone(); return; }
    this.tapped = string;
    this.play();
  }

  async play() {
    this.pitch = this.tapped ?? this.wanted();
    try {
      await playing.play({ waveform: settings.get('waveform'), frequencies: [this.frequency], level: settings.get('toneLevel') }, this);
    } catch (error) {
      console.warn(error);
      notify(`${t('fail-engine')} ${t('fail-engine-do')}`);
    }
  }

  /** @returns {Pitch} */
  wanted() {
    const a4 = { midi: noteOfConcertPitch, cents: 0 };
    // What the server tunes is no target here, nor the other way round.
    const heard = (this.heard?.frequency !== undefined) === (session.remote !== null) ? this.heard : null;
    if (session.remote) return heard ?? a4;
    const list = strings();
    const locked = list.find((string) => string.number === settings.get('locked'));
    if (locked) return locked;
    if (heard) return heard;
    const distance = (/** @type {Pitch} */ pitch) => Math.abs(pitch.midi - noteOfConcertPitch);
    const [nearest] = [...list].sort((one, other) => distance(one) - distance(other));
    return nearest ?? a4;
  }

  hear() {
    const { state } = session;
    if (!state.voiced) return;
    const { note: midi, string: number, targetFrequency } = state;
    if (session.remote) { this.heard = { midi, cents: 0, frequency: targetFrequency }; return; }
    const string = strings().find((row) => row.number === number && row.midi === midi);
    this.heard = { midi, cents: string?.cents ?? 0 };
  }
}

export const referenceTone = new ReferenceTone();

export function startReferenceTone() {
  session.addEventListener('state', () => referenceTone.hear());
  // What was heard before is no target of another tuning.
  settings.watch(['instrument', 'tuning', 'capo', 'locked'], () => {
    referenceTone.heard = null;
    referenceTone.tapped = null;
  });
  const keys = ['instrument', 'tuning', 'capo', 'locked', 'concertPitch', 'temperament', 'root', 'waveform', 'toneLevel'];
  settings.watch(keys, () => { if (referenceTone.plays) referenceTone.play(); });
}
