// The module that tells bells and several tones at once, with names for its functions: no audio, no page, so that it runs
// anywhere.

import { blockLimit, evidenceCount, evidenceParts } from '../../vocabulary/engine.js';
import { CoreObject, pushAll } from '../module.js';

export class EvidenceCore extends CoreObject {
  /**
   * @param {import('../module.js').Module} module
   * @param {number} sampleRate By the true clock.
   */
  constructor(module, sampleRate) {
    super(module, module.functions.evidence_create(sampleRate), 'Bells and chords need a sample rate of 8 to 192 kHz.');
    this.input = this.floats(evidenceParts.input, blockLimit);
    /** What a tuner gets as it is. */
    this.evidence = this.floats(evidenceParts.evidence, evidenceCount);
    this.told = this.evidence.slice();
  }

  /** @param {Float32Array} samples */
  push(samples) { pushAll(samples, this.input, (count) => this.functions.evidence_push(this.handle, count)); }

  /** Samples are missing here. */
  interrupt() { this.functions.evidence_interrupt(this.handle); }

  /** A copy of the evidence if it is new since the last call; else null. */
  takeNew() {
    if (this.evidence.every((value, index) => value === this.told[index])) return null;
    this.told = this.evidence.slice();
    return this.told;
  }
}
