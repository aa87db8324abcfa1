// Which strings of the instrument are in tune, and which remain: whoever tunes is led to the end.

import { t } from '../app/i18n.js';
import { note } from '../app/names.js';
import { settings } from '../app/settings.js';
import { ownSpelling, strings } from '../app/targets.js';
import { session } from './session.js';

/** How many strings that remain are named at once. */
const mostNames = 3;

/** @param {{number: number, midi: number}} string Those of a course differ by their notes. */
export const keyOf = ({ number, midi }) => `${number} ${midi}`;

/** Event: `done` when the last string has come in tune. */
class Tuned extends EventTarget {
  /** @type {Set<string>} */
  keys = new Set();

  /** @param {string} key */
  has(key) { return this.keys.has(key); }

  /** Those that are still to be tuned. */
  get left() { return strings().filter((string) => !this.has(keyOf(string))); }

  get isAll() { return this.keys.size > 0 && this.left.length === 0; }

  /** @param {string} key */
  add(key) {
    if (this.has(key)) return;
    this.keys.add(key);
    if (this.isAll) this.dispatchEvent(new Event('done'));
  }

  /** What is left to do, once a string is in tune; nothing before. */
  words() {
    if (this.keys.size === 0) return '';
    const { left } = this;
    if (left.length === 0) return t('strings-done', { count: strings().length });
    const names = left.slice(0, mostNames).map(({ midi }) => note(midi, ownSpelling(midi)).plain);
    return t('strings-left', { strings: names.join(' · ') + (left.length > mostNames ? ' …' : '') });
  }
}

export const tuned = new Tuned();

settings.watch(['instrument', 'tuning', 'capo', 'concertPitch', 'temperament', 'root', 'tolerance'], () => tuned.keys.clear());
session.addEventListener('status', () => { if (session.status === 'starting') tuned.keys.clear(); });
// Whole notes that were never in tune: the string has gone out again, as others do when one is tuned.
session.addEventListener('note', (event) => {
  const { midi, secondsInTune, meanCents } = /** @type {CustomEvent} */ (event).detail;
  if (secondsInTune > 0 || Math.abs(meanCents) <= settings.get('tolerance')) return;
  for (const string of strings()) if (string.midi === midi) tuned.keys.delete(keyOf(string));
});
