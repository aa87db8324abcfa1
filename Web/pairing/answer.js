// What a user types who has looked at the other device: its digits, and not a yes, so that nobody agrees without
// having looked.

/** How many digits both devices show. */
export const digitCount = 6;
/** So often may somebody mistype; then the digits differ. */
export const tries = 3;

/**
 * @param {string} text What was typed: the six digits, with or without blanks, also of full width.
 * @param {string} digits What this device shows.
 * @returns {'same' | 'other-digits' | 'unclear'} `other-digits` are mistyped, or they differ.
 */
export function readAnswer(text, digits) {
  const typed = text.normalize('NFKC').replace(/\s/gu, '');
  if (typed.length !== digitCount || !/^[0-9]+$/.test(typed)) return 'unclear';
  return typed === digits ? 'same' : 'other-digits';
}
