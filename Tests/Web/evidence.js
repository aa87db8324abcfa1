// What the page's tuner, with its evidence, and the command say of the same sound, reading by reading.
//
//     node Tests/Web/evidence.js FILE …    prints how far both agree on recordings, which sox reads

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const { Module, pushAll } = await import(new URL('Web/engine/module.js', root));
const { Tuner, standardTunerSettings } = await import(new URL('Web/engine/core.js', root));
const { EvidenceCore } = await import(new URL('Web/engine/evidence/evidence-core.js', root));
const { eventKinds, eventLimit, readTunerEvent, readTunerState, stateFields } = await import(new URL('Web/vocabulary/engine.js', root));
export const module = (name) => Module.compiled(readFileSync(new URL(`.build-web/site/engine/${name}.wasm`, root)));

/** What a worker gets at once. */
export const chunk = 2048;
/** Around a change of what either says, in seconds, they may differ: evidence comes a chunk late, and trackers look ahead by other times. */
const settling = 0.15;

/** Each reading of the page's tuner, and its notes; evidence counts from the end of its chunk on. */
export function hearPage(samples, rate) {
  const tuner = new Tuner(module('tuner'), rate, standardTunerSettings);
  const evidence = new EvidenceCore(module('evidence'), rate);
  const readings = [];
  const notes = [];
  let eventsTold = 0;
  for (let start = 0; start < samples.length; start += chunk) {
    const part = samples.subarray(start, start + chunk);
    for (let place = 0; place < part.length; place += 128) {
      const block = part.subarray(place, place + 128);
      tuner.input.set(block);
      tuner.push(block.length);
      if (tuner.readingCount === readings.length) continue;
      const reading = readTunerState(tuner.state);
      readings.push(reading);
      for (; eventsTold < reading.eventCount; eventsTold += 1) {
        const event = readTunerEvent(tuner.state.subarray(stateFields.events), eventsTold % eventLimit);
        if (event.kind === eventKinds.note) notes.push(event);
      }
    }
    pushAll(part, evidence);
    const told = evidence.takeNew();
    if (told) tuner.evidence.set(told);
  }
  evidence.release();
  tuner.release();
  return { readings, notes };
}

/** Lines of the command, which hears the same file. */
export function hearCommand(path) {
  const program = fileURLToPath(new URL('.build/release/kammerton', root));
  const text = execFileSync(program, ['tune', '--jsonl', '--no-history', '--no-config', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  return text.trim().split('\n').map((line) => JSON.parse(line));
}

/** The times at which another thing is said than before. */
function changes(rows) {
  return rows.filter(({ said }, index) => index > 0 && said !== rows[index - 1].said).map(({ time }) => time);
}

/**
 * @returns How many readings have a note in both and are in no change, which of them are told otherwise, and which are in tune
 *   in the page although the command says that they are several tones.
 */
export function compareReadings(page, command) {
  const pageRows = page.map((reading) => ({ ...reading, said: reading.voiced ? reading.sound : null }));
  const lines = command.map((line) => ({ ...line, said: line.sound }));
  const restless = [...changes(pageRows), ...changes(lines)];
  const isSettled = ({ time }) => restless.every((change) => Math.abs(time - change) > settling);
  let compared = 0;
  const differing = [];
  const wronglyInTune = [];
  let index = 0;
  for (const line of lines) {
    while (index + 1 < pageRows.length && Math.abs(pageRows[index + 1].time - line.time) <= Math.abs(pageRows[index].time - line.time)) index += 1;
    const row = pageRows[index];
    if (line.said === null || row.said === null || !isSettled(line)) continue;
    compared += 1;
    if (row.said !== line.said) differing.push({ time: line.time, page: row.said, command: line.said });
    if (line.said === 'several' && row.inTune) wronglyInTune.push(line.time);
  }
  return { compared, differing, wronglyInTune };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const sum = { compared: 0, differing: 0, wronglyInTune: 0 };
  for (const file of argv.slice(2)) {
    const rate = Number(execFileSync('soxi', ['-r', file], { encoding: 'utf8' }));
    const bytes = execFileSync('sox', [file, '-t', 'raw', '-e', 'float', '-b', '32', '-c', '1', '-'], { maxBuffer: 1 << 30 });
    const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const { compared, differing, wronglyInTune } = compareReadings(hearPage(samples, rate).readings, hearCommand(file));
    sum.compared += compared;
    sum.differing += differing.length;
    sum.wronglyInTune += wronglyInTune.length;
    if (differing.length > 0) console.log(`${file}: ${differing.length} of ${compared}, such as ${JSON.stringify(differing[0])}`);
  }
  console.log(`readings compared: ${sum.compared}; told otherwise: ${sum.differing}; several tones in tune: ${sum.wronglyInTune}`);
}
