// A tempo from taps: the mean of the last ones, begun anew after a pause.

const most = 8;
const pause = 2.5;

export class TapTempo {
  constructor() {
    /** @type {number[]} Seconds. */
    this.times = [];
  }

  /**
   * @param {number} time Seconds.
   * @returns {number | null} Beats a minute to a tenth, from the second tap on.
   */
  tap(time) {
    if (this.times.length > 0 && time - this.times[this.times.length - 1] > pause) this.times = [];
    this.times.push(time);
    if (this.times.length > most) this.times.shift();
    if (this.times.length < 2) return null;
    const interval = (time - this.times[0]) / (this.times.length - 1);
    return Math.max(10, Math.min(600, Math.round(600 / interval) / 10));
  }
}
