// What a user types who has looked at the other device: its digits, and not a yes, so that nobody agrees without
// having looked.

/** How many digits each device shows. */
export const digitCount = 6;
/** So often may somebody mistype; then the digits do not match. */
export const tries = 3;

/**
 * @param {string} text What was typed: the six digits, with or without blanks, also of full width.
 * @param {import('./keys.js').Digits} digits
 * @returns {'match' | 'other-digits' | 'unclear'} `other-digits` are mistyped, those of this device, or of somebody between.
 */
export function readAnswer(text, digits) {
  const typed = text.normalize('NFKC').replace(/\s/gu, '');
  if (typed.length !== digitCount || !/^[0-9]+$/.test(typed)) return 'unclear';
  return digits.match(typed) ? 'match' : 'other-digits';
}
