// What stands after # in the page's address: an instrument and its tuning as words, and settings as key=value, with
// slashes between them, as in #guitar/drop-d/a4=442/capo=2. The older form with & between them is read as well. Settings
// are taken over once and leave the address; the panel stays in it, so that Back and a reload find it.

/** The parts of the page, each with an address: the first one has none. */
export const panels = ['tuner', 'tones', 'metronome', 'practice', 'piano', 'bells', 'messages', 'history', 'settings'];

/** Words that name no instrument. */
export const flags = ['simulate', 'overlay'];

/** @param {string} text @returns {string | null} None if it is not well formed. */
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch { return null; }
}

/**
 * @typedef {object} Address
 * @property {string[]} words
 * @property {Map<string, string>} values
 * @property {string[]} broken Parts that are not well formed.
 */

/**
 * @param {string} [hash]
 * @returns {Address}
 */
export function readAddress(hash = location.hash) {
  /** @type {Address} */
  const address = { words: [], values: new Map(), broken: [] };
  const { words, values, broken } = address;
  // A slash stands in a metre, too: practiceMetre=6/8.
  const text = hash.slice(1).replaceAll(/(=\d+)\/(?=\d+(?:[/&]|$))/g, '$1%2F');
  // Where the page's own link to its contents leads is no instrument.
  if (text === 'main') return address;
  for (const part of text.split(/[/&]/).filter(Boolean)) {
    const at = part.indexOf('=');
    const word = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decoded(part.slice(at + 1));
    if (word === null || value === null) broken.push(part);
    else if (at >= 0 || flags.includes(word)) values.set(word, value);
    else words.push(word);
  }
  return address;
}

/**
 * @param {string[]} words
 * @param {[string, string][]} values
 */
export function writeAddress(words, values) {
  return [...words.map(encodeURIComponent), ...values.map((pair) => pair.map(encodeURIComponent).join('='))].join('/');
}

/** @param {Map<string, string>} values What is left when no word names an instrument. */
function place(values) {
  const written = writeAddress(flags.filter((name) => values.has(name)), [...values].filter(([name]) => !flags.includes(name)));
  return location.pathname + location.search + (written && `#${written}`);
}

/**
 * Writes what is left of the address in its place.
 *
 * @param {Map<string, string>} values
 */
export function keepInAddress(values) { history.replaceState(history.state, '', place(values)); }

/**
 * Puts a panel into the address, and the address before into the browser's history.
 *
 * @param {string} [panel] None for the first one.
 */
export function enterAddress(panel) {
  const { values } = readAddress();
  values.delete('panel');
  if (panel) values.set('panel', panel);
  history.pushState(null, '', place(values));
}

/**
 * A name as a word of an address: `drop-d`. What such a word is made of again is the same word.
 *
 * @param {string} name
 */
export function slug(name) {
  return name.toLowerCase().replaceAll(/[#♯]/g, '-sharp ').replaceAll('♭', 'b').replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '') || name;
}
