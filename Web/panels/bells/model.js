// The bells or their kin that are open, what came of the last stroke, and where they are kept.

import { Bells } from '../../engine/bells/bells.js';
import { MeasuredModel } from '../measured/model.js';

/** @typedef {import('../../engine/types.js').BellSnapshot} BellSnapshot */
/** @typedef {import('../../engine/types.js').BellMeasurement} BellMeasurement */

/**
 * Events of its own: `bell` when the file or the last stroke changes, and `chosen` when another measurement is to be shown.
 *
 * @extends {MeasuredModel<Bells, BellSnapshot>}
 */
class BellModel extends MeasuredModel {
  constructor() {
    super('bell', 'bells', () => Bells.load());
    /** @type {{note: number, isAfter: boolean} | null} The measurement of the file that is shown; the last stroke without one. */
    this.chosen = null;
  }

  hearMore() { this.on('outcome', () => this.choose(null)); }

  /** @param {BellSnapshot} snapshot */
  take(snapshot) {
    // What another tab has stored does not hide the stroke that is shown here.
    const { isStored, current } = snapshot;
    super.take(isStored ? { ...snapshot, current: current ?? this.snapshot?.current ?? null } : snapshot);
  }

  /** @param {{note: number, isAfter: boolean} | null} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.tell('chosen');
  }

  /**
   * The measurement that is shown.
   *
   * @returns {BellMeasurement | null}
   */
  get shown() {
    const { chosen, snapshot } = this;
    const row = chosen && snapshot?.rows.find(({ note, isAfter }) => note === chosen.note && isAfter === chosen.isAfter);
    return row ?? snapshot?.current ?? null;
  }
}

export const bellModel = new BellModel();
