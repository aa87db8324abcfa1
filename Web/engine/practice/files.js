// Opens the files of scores: MIDI, MusicXML, and compressed MusicXML, whose archive the core follows.

import { midiByteLimit, xmlByteLimit } from '../../vocabulary/practice.js';
import { PracticeRefusal } from './refusal.js';

/** @param {string} name Of a file. @returns {boolean} Whether it is called as scores are. */
export const isScore = (name) => /\.(midi?|musicxml|xml|mxl)$/i.test(name);

/**
 * Reads a file as the core's score.
 *
 * @param {import('./practice-core.js').PracticeCore} core
 * @param {Uint8Array} bytes
 * @param {string} name Its ending tells what it is, as for the command.
 * @param {(bytes: Uint8Array) => Promise<Uint8Array[]>} parse To `xmlEvents`.
 * @throws {PracticeRefusal} What was chosen stays.
 */
export async function openScore(core, bytes, name, parse) {
  if (/\.midi?$/i.test(name)) {
    if (bytes.length > midiByteLimit) throw new PracticeRefusal('notMIDI');
    core.fill(bytes).midi();
  } else if (/\.(musicxml|xml|mxl)$/i.test(name)) {
    if (bytes.length > xmlByteLimit) throw new PracticeRefusal('tooLong');
    const isArchive = core.fill(bytes.subarray(0, 4)).isArchive();
    core.document(await parse(isArchive ? await scoreOf(core, bytes, parse) : bytes));
  } else {
    throw new PracticeRefusal('unknownFile');
  }
}

/**
 * The document in an archive.
 *
 * @param {import('./practice-core.js').PracticeCore} core
 * @param {Uint8Array} bytes
 * @param {(bytes: Uint8Array) => Promise<Uint8Array[]>} parse
 */
async function scoreOf(core, bytes, parse) {
  core.fill(bytes).archive();
  const container = await contents(core, bytes, true);
  try {
    core.document(await parse(container), true);
  } catch (error) {
    throw error instanceof PracticeRefusal ? new PracticeRefusal('noContainer') : error;
  }
  return contents(core, bytes, false);
}

/**
 * @param {import('./practice-core.js').PracticeCore} core
 * @param {Uint8Array} bytes
 * @param {boolean} isContainer
 */
async function contents(core, bytes, isContainer) {
  core.find(isContainer);
  const { start, end, isDeflated, count } = core.file;
  const stored = bytes.slice(start, end);
  const found = isDeflated ? await inflated(stored, count) : stored;
  core.fill(found).check();
  return found;
}

/**
 * Decompresses deflate (RFC 1951) into memory of the declared size, and so never more.
 *
 * @param {Uint8Array} data
 * @param {number} count
 */
async function inflated(data, count) {
  let inflater;
  try {
    inflater = new (/** @type {any} */ (globalThis).DecompressionStream)('deflate-raw');
  } catch { throw new PracticeRefusal('noInflation'); }
  const output = new Uint8Array(count);
  let filled = 0;
  try {
    const reader = new Blob([data]).stream().pipeThrough(inflater).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      output.set(value, filled);  // What is beyond the declared size throws.
      filled += value.length;
    }
  } catch { throw new PracticeRefusal('damaged'); }
  if (filled !== count) throw new PracticeRefusal('damaged');
  return output;
}
