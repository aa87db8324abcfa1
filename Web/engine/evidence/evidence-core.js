// The module that tells bells and several tones at once, with what is more than a call: no audio, no page, so that it runs
// anywhere.

import { EvidenceObject } from '../objects/evidence.js';

export class EvidenceCore extends EvidenceObject {
  /** What was told last; a tuner gets it as it is. */
  told = this.evidence.slice();

  /** A copy of the evidence if it is new since the last call; else null. */
  takeNew() {
    if (this.evidence.every((value, index) => value === this.told[index])) return null;
    this.told = this.evidence.slice();
    return this.told;
  }
}
