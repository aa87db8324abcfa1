// The piano that is open, what is heard of it, and where it is kept.

import { Piano } from '../../engine/piano/piano.js';
import { session } from '../../session/session.js';
import { MeasuredModel } from '../measured/model.js';

/** @typedef {import('../../engine/types.js').PianoSnapshot} PianoSnapshot */
/** @typedef {import('../../engine/types.js').PianoReading} PianoReading */
/** @typedef {import('../../engine/types.js').PianoUnison} PianoUnison */

/**
 * Events of its own: `piano` when the file changes, and `reading`.
 *
 * @extends {MeasuredModel<Piano, PianoSnapshot>}
 */
class PianoModel extends MeasuredModel {
  constructor() {
    super('piano', 'piano', () => Piano.load());
    /** @type {PianoReading | null} */
    this.reading = null;
    /** @type {PianoUnison | null} Of the stroke that is shown. */
    this.unison = null;
  }

  hearMore() {
    this.on('reading', (reading) => this.hear(reading));
    this.on('unison', (unison) => {
      this.unison = unison;
      this.tell('reading');
    });
  }

  /** @param {PianoReading} reading */
  hear(reading) {
    if (session.isMuted) return;
    if (reading.stroke !== this.reading?.stroke) this.unison = null;
    this.reading = reading;
    this.tell('reading');
  }

  /** Keys that are measured are found by themselves. */
  get aimedKey() { return this.mode === 'tune' ? this.key : 0; }

  forget() {
    super.forget();
    this.reading = null;
    this.unison = null;
  }
}

export const pianoModel = new PianoModel();
