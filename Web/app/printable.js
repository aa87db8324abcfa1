// Words from outside, as they can be shown.

const usualLongest = 80;

/**
 * A text from a file or an address in one line: without characters that are invisible or turn the direction of writing.
 *
 * @param {string} text
 * @param {number} [longest] The most characters that are shown.
 */
export function printable(text, longest = usualLongest) {
  const shown = [...text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')];
  return shown.length > longest ? `${shown.slice(0, longest - 1).join('')}…` : shown.join('');
}
