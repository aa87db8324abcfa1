// What stands after # in the page's address: an instrument and its tuning as words, and settings as key=value, with
// slashes between them, as in #guitar/drop-d/a4=442/capo=2. The older form with & between them is read as well. Settings
// are taken over once and leave the address; the panel stays in it, so that Back and a reload find it.

/** Words that name no instrument. */
const flags = ['simulate', 'overlay'];

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch { return ''; }
}

/**
 * @param {string} [hash]
 * @returns {{words: string[], values: Map<string, string>}}
 */
export function readAddress(hash = location.hash) {
  /** @type {string[]} */
  const words = [];
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const part of hash.slice(1).split(/[/&]/).filter(Boolean)) {
    const [key, ...rest] = part.split('=');
    if (rest.length > 0) values.set(decoded(key), decoded(rest.join('=')));
    else if (flags.includes(part)) values.set(part, '');
    else words.push(decoded(part));
  }
  return { words, values };
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
