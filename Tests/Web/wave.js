// Sound as a file, which the command reads too.

import { writeFileSync } from 'node:fs';

/**
 * Writes samples as a WAV file of 16 bits.
 *
 * @param {string} path @param {Float32Array | number[]} samples In -1...1. @param {number} rate Hertz.
 * @returns {string} The path.
 */
export function writeWave(path, samples, rate) {
  const data = Buffer.alloc(44 + 2 * samples.length);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + 2 * samples.length, 4);
  data.write('WAVEfmt ', 8);
  for (const [value, size, place] of [[16, 4, 16], [1, 2, 20], [1, 2, 22], [rate, 4, 24], [2 * rate, 4, 28], [2, 2, 32], [16, 2, 34]]) {
    data.writeUIntLE(value, place, size);
  }
  data.write('data', 36);
  data.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((value, index) => data.writeInt16LE(32768 * value, 44 + 2 * index));
  writeFileSync(path, data);
  return path;
}
