// The tone of what is tuned, by a single key: of the string that is locked, of what was heard last, or else of the
// A4, or the string nearest to it.

import { noteOfConcertPitch } from '../vocabulary/settings.js';
import { t } from './i18n.js';
import { notify } from './notice.js';
import { session } from './session.js';
import { settings } from './settings.js';
import { frequencyOf, strings } from './targets.js';

/** @typedef {{midi: number, cents: number, frequency?: number}} Pitch `frequency` where the server has tuned it. */

class ReferenceTone {
  constructor() {
    /** @type {Pitch | null} What was heard last of the tuning that is set. */
    this.heard = null;
    /** @type {Pitch | null} What sounds, or sounded last. */
    this.pitch = null;
  }

  get plays() { return session.player === this; }

  get frequency() { return this.pitch ? this.pitch.frequency ?? frequencyOf(this.pitch.midi, this.pitch.cents) : 0; }

  /** Starts the tone, or ends whatever tone sounds. */
  toggle() {
    if (session.player) session.stopTone();
    else if (document.documentElement.dataset.shown === 'tones') dispatchEvent(new Event('toggle-tone'));
    else this.play();
  }

  async play() {
    this.pitch = this.wanted();
    try {
      await session.play({ waveform: settings.get('waveform'), frequencies: [this.frequency], level: settings.get('toneLevel') }, this);
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
  settings.watch(['instrument', 'tuning', 'locked'], () => { referenceTone.heard = null; });
  const keys = ['instrument', 'tuning', 'locked', 'concertPitch', 'temperament', 'root', 'waveform', 'toneLevel'];
  settings.watch(keys, () => { if (referenceTone.plays) referenceTone.play(); });
}
