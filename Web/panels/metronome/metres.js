// The bars that the metronome knows: their groups, and the accents with which these begin.

import { accentCodes } from '../../vocabulary/engine.js';

const { normal, strong, medium } = accentCodes;
/** Bars as scores write them: the denominator, and the beats of each group. */
export const metres = [
  '2/4', '3/4', '4/4', '5/4=3+2', '5/4=2+3', '6/8=3+3', '7/8=2+2+3', '7/8=2+3+2', '7/8=3+2+2', '8/8=3+3+2', '9/8=3+3+3', '9/8=2+2+2+3',
  '10/8=3+3+2+2', '11/8=2+2+3+2+2', '12/8=3+3+3+3',
].map((metre) => {
  const [name, groups = name.split('/')[0]] = metre.split('=');
  return { name: groups.includes('+') ? `${name} (${groups})` : name, groups };
});
/** The most beats in a row of a phone. */
const mostInRow = 8;

/**
 * The accents of a bar with groups of so many beats.
 *
 * @param {number[]} groups
 */
export function groupAccents(groups) {
  return groups.flatMap((size, index) => Array.from({ length: size }, (_, beat) => (beat > 0 ? normal : index > 0 ? medium : strong)));
}

/**
 * How many beats each group has: it begins with an accent.
 *
 * @param {number[]} accents
 */
export function groupsOf(accents) {
  const starts = accents.flatMap((accent, beat) => (beat === 0 || accent === strong || accent === medium ? [beat] : []));
  return starts.map((start, index) => (starts[index + 1] ?? accents.length) - start);
}

/**
 * How many beats stand in a row where there is little room: all, or the groups that are about half of them.
 *
 * @param {number[]} groups
 */
export function columnsOf(groups) {
  const count = groups.reduce((sum, size) => sum + size, 0);
  if (count <= mostInRow) return count;
  let first = 0;
  for (const size of groups) if (2 * first < count) first += size;
  return first <= mostInRow ? first : Math.ceil(count / 2);
}
