// The scales and instruments that the user brought, kept in this browser.

/** @typedef {import('./targets.js').InstrumentRow} InstrumentRow */
/** @typedef {import('./targets.js').TemperamentRow} TemperamentRow */

const place = 'kammerton.own';
const mostScales = 50;

const isText = (/** @type {any} */ value) => typeof value === 'string' && value.length <= 400;
const isNumber = (/** @type {any} */ value) => Number.isFinite(value);

/** @param {any} row @returns {row is TemperamentRow} */
export function isScale(row) {
  return row !== null && typeof row === 'object' && ['name', 'title', 'source'].every((key) => isText(row[key]))
    && Array.isArray(row.cents) && row.cents.length > 0 && row.cents.every(isNumber) && row.period > 0 && isNumber(row.period)
    && typeof row.isScale === 'boolean' && row.isOwn === true;
}

/** @param {any} row @returns {row is InstrumentRow} */
export function isInstrument(row) {
  const isString = (/** @type {any} */ string) => Number.isInteger(string?.string) && isNumber(string.cents)
    && /^[A-G](#*|b*)-?\d+$/.test(string.note);
  const isTuning = (/** @type {any} */ tuning) => isText(tuning?.name) && Array.isArray(tuning.strings)
    && tuning.strings.length > 0 && tuning.strings.every(isString);
  return row !== null && typeof row === 'object' && isText(row.name) && isText(row.group) && Array.isArray(row.otherNames)
    && row.otherNames.every(isText) && Array.isArray(row.tunings) && row.tunings.length > 0 && row.tunings.every(isTuning);
}

/** Events: `change`. */
class Own extends EventTarget {
  constructor() {
    super();
    /** @type {TemperamentRow[]} */
    this.scales = [];
    /** @type {InstrumentRow[]} */
    this.instruments = [];
    try {
      const stored = JSON.parse(localStorage.getItem(place) ?? '{}');
      this.scales = (stored.scales ?? []).filter(isScale);
      this.instruments = (stored.instruments ?? []).filter(isInstrument);
    } catch { /* Damaged or forbidden: nothing of one's own. */ }
  }

  /**
   * Takes a scale in place of one with the same name.
   *
   * @param {TemperamentRow} scale
   */
  addScale(scale) {
    const others = this.scales.filter(({ name }) => name !== scale.name);
    this.set({ scales: [...others.slice(1 - mostScales), scale] });
  }

  /** @param {string} name */
  removeScale(name) { this.set({ scales: this.scales.filter((row) => row.name !== name) }); }

  /** @param {{scales?: TemperamentRow[], instruments?: InstrumentRow[]}} what */
  set({ scales = this.scales, instruments = this.instruments }) {
    this.scales = scales;
    this.instruments = instruments;
    try {
      localStorage.setItem(place, JSON.stringify({ scales, instruments }));
    } catch { /* Forbidden or full: they hold until the page is closed. */ }
    this.dispatchEvent(new Event('change'));
  }
}

export const own = new Own();
