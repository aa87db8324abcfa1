// The page and the core know the same names: node --test Tests/Web/vocabulary.test.mjs
// Needs .build-web/site and the program that writes the vocabulary (Scripts/test-web.sh has both).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const web = new URL('Web/', root);
const site = new URL('.build-web/site/', root);
const names = ['engine', 'settings', 'air', 'files', 'strum', 'chord', 'measured', 'piano', 'bell', 'practice', 'stage', 'beat'];
const [engine, settings, air, files, strum, chord, measured, piano, bell, practice, stage, beat] = await Promise.all(
  names.map((name) => import(new URL(`vocabulary/${name}.js`, web))));

const sources = readdirSync(web, { recursive: true }).map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.js') && !path.startsWith('vocabulary/'))
  .map((path) => ({ path, text: readFileSync(new URL(path, web), 'utf8') }));

test('the vocabulary of the page is what the core says now', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vocabulary-'));
  try {
    execFileSync(fileURLToPath(new URL('.build/release/_WebVocabulary', root)), [folder]);
    assert.deepEqual(readdirSync(new URL('vocabulary/', web)).sort(), readdirSync(folder).sort());
    for (const name of names) {
      const written = readFileSync(join(folder, `${name}.js`), 'utf8');
      assert.equal(readFileSync(new URL(`vocabulary/${name}.js`, web), 'utf8'), written, 'run Scripts/build-web.sh');
    }
  } finally { rmSync(folder, { recursive: true }); }
});

/** Every name that a file imports from the vocabulary: the module, the name there and the name here. */
function* imports(text) {
  for (const [, list, module] of text.matchAll(/import \{([^}]*)\} from '[./]*vocabulary\/(\w+)\.js'/g)) {
    for (const item of list.split(',').map((word) => word.trim()).filter(Boolean)) {
      const [name, here = name] = item.split(' as ');
      yield { module: { engine, settings, air, files, strum, chord, measured, piano, bell, practice, stage, beat }[module], name, here };
    }
  }
}

/** What a file asks of names that the core lacks. */
function unknown(text) {
  const found = [];
  for (const { module, name, here } of imports(text)) {
    const table = module[name];
    if (table === undefined) { found.push(name); continue; }
    if (typeof table !== 'object' || Array.isArray(table)) continue;
    // The table by its name, and by the short one that functions give it.
    const others = [...text.matchAll(new RegExp(`const (\\w+) = ${here};`, 'g'))].map((match) => match[1]);
    const ambiguous = others.filter((other) => [...text.matchAll(new RegExp(`const ${other} = \\w+;`, 'g'))].length > 1);
    for (const table of [here, ...others.filter((other) => !ambiguous.includes(other))]) {
      for (const [, member] of text.matchAll(new RegExp(`(?<![.\\w])${table}\\.(\\w+)`, 'g'))) {
        if (!Object.hasOwn(module[name], member)) found.push(`${name}.${member}`);
      }
    }
  }
  return found;
}

test('the page uses no name that the core lacks', () => {
  assert.ok(sources.some(({ text }) => [...imports(text)].length > 0));
  for (const { path, text } of sources) assert.deepEqual(unknown(text), [], path);
});

test('the page calls no function that the modules lack', () => {
  const known = new Set(['tuner', 'views', 'names', 'tones', 'metronome', 'air', 'files', 'strum', 'chord', 'piano', 'bell', 'practice', 'freeze', 'evidence', 'midi', 'playing', 'calibration', 'beat'].flatMap((name) => (
    WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(new URL(`engine/${name}.wasm`, site))))
      .map((item) => item.name))));
  const called = sources.flatMap(({ text }) => [...text.matchAll(/\bfunctions\.(\w+)/g)].map((match) => match[1]));
  assert.ok(called.length > 20);
  assert.deepEqual(called.filter((name) => !known.has(name)), []);
  assert.ok(known.has('piano_create') && known.has('bell_create'));
});

test('a name that the core lacks is found', () => {
  const text = "import { stateFields, cent as c } from '../vocabulary/engine.js';\nconst p = stateFields;\np.time; p.cent; stateFields.tone;";
  assert.deepEqual(unknown(text).sort(), ['cent', 'stateFields.cent', 'stateFields.tone']);
});

test('nothing is in the vocabulary that neither the page nor a test uses', () => {
  const tests = ['engine', 'modem'].map((name) => readFileSync(new URL(`Tests/Web/${name}.test.mjs`, root), 'utf8'));
  // What reads and writes records uses words, too.
  const functions = names.map((name) => readFileSync(new URL(`vocabulary/${name}.js`, web), 'utf8')
    .replaceAll(/\/\*\*.*?\*\/|export (const|function) \w+/g, ''));
  const used = [...sources.map(({ text }) => text), ...functions, ...tests].join('\n');
  for (const [name, module] of Object.entries({ engine, settings, air, files, strum, chord, measured, piano, bell, practice, stage, beat })) {
    for (const word of Object.keys(module)) {
      assert.match(used, new RegExp(`\\b${word}\\b`), `${word} of ${name}`);
    }
  }
});

// What the page needs of a browser to read its settings.
globalThis.addEventListener ??= () => {};
globalThis.location ??= { hash: '', origin: '', pathname: '' };
globalThis.document ??= { documentElement: { dataset: {} } };
globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };

test('every name of the core has a text in each language, and no text is of another', async () => {
  const { languages } = await import(new URL('app/language.js', web));
  const { texts } = await import(new URL('app/texts.js', web));
  const { messageTexts } = await import(new URL('panels/messages/texts.js', web));
  const { setupTexts } = await import(new URL('panels/setup/texts.js', web));
  const { tonesTexts } = await import(new URL('panels/tones-texts.js', web));
  const { metronomeTexts } = await import(new URL('panels/metronome-texts.js', web));
  const { historyTexts } = await import(new URL('panels/history-texts.js', web));
  const { settingsTexts } = await import(new URL('panels/settings-texts.js', web));
  const { strumTexts } = await import(new URL('panels/strum-texts.js', web));
  const { chordTexts } = await import(new URL('panels/chord-texts.js', web));
  const { pianoTexts } = await import(new URL('panels/piano/texts.js', web));
  const { bellTexts } = await import(new URL('panels/bells/texts.js', web));
  const { measuredTexts } = await import(new URL('panels/measured/texts.js', web));
  const { practiceTexts } = await import(new URL('panels/practice/texts.js', web));
  const { practiceTimeTexts } = await import(new URL('panels/practice/time-texts.js', web));
  const { togetherTexts } = await import(new URL('panels/metronome/together-texts.js', web));
  const { midiTexts } = await import(new URL('panels/midi/texts.js', web));
  const { playingTexts } = await import(new URL('views/playing-texts.js', web));
  const all = {
    ...midiTexts, ...playingTexts, ...texts, ...messageTexts, ...setupTexts, ...strumTexts, ...chordTexts, ...pianoTexts, ...bellTexts,
    ...measuredTexts, ...practiceTexts, ...practiceTimeTexts, ...togetherTexts, ...tonesTexts, ...metronomeTexts, ...historyTexts, ...settingsTexts,
  };
  const after = (prefix, pattern = '[\\w-]+') => Object.keys(all)
    .map((key) => new RegExp(`^${prefix}-(${pattern})$`).exec(key)?.[1]).filter(Boolean).sort();
  const transpositions = Object.keys(settings.transpositions);
  assert.deepEqual(after('wave'), [...engine.waveforms].sort());
  assert.deepEqual(after('accent', '\\d'), Object.values(engine.accentCodes).map(String).sort());
  assert.deepEqual(after('notation'), ['auto', ...settings.notations].sort());
  assert.deepEqual(after('octaves'), ['auto', ...settings.octaveMarks].sort());
  assert.deepEqual(after('transposition'), ['note', ...transpositions, ...transpositions.map((name) => `${name}-note`)].sort());
  assert.deepEqual(after('air-band', '\\w'), [...settings.bandNames].sort());
  assert.deepEqual(after('air-note', '\\w'), [...settings.bandNames].sort());
  assert.deepEqual(settings.modes.filter((mode) => !all[`air-${mode}`]), []);
  assert.deepEqual(air.abandonReasons.filter((reason) => !all[`receive-${reason}`]), []);
  // The limit on degrees is the page's own, and a line is no problem.
  assert.deepEqual(after('file').filter((name) => !['line', 'tooManyDegrees'].includes(name)), [...files.fileProblems].sort());
  assert.deepEqual(after('scala-part'), [...files.scalaParts].sort());
  // Those of both, and what each says in its own words.
  for (const kind of ['piano', 'bell']) {
    const known = [...after('measured-problem'), ...after(`${kind}-problem`)];
    assert.deepEqual(known.filter((name) => name !== 'tooLarge').sort(), [...measured.measuredProblems].sort());
    // Only bells and their kin sound like something else.
    const outcomes = [...after('measured-outcome'), ...after(`${kind}-outcome`), ...(kind === 'piano' ? ['other'] : [])];
    assert.deepEqual(outcomes.sort(), [...measured.measuredOutcomes].sort());
  }
  assert.deepEqual(after('bell-object').filter((name) => name !== 'note'), [...bell.bellObjects].sort());
  assert.deepEqual(after('bell-third'), [...bell.bellThirds].sort());
  assert.deepEqual(after('measured-mode'), [...measured.measuringPurposes].sort());
  assert.deepEqual(after('piano-style'), [...piano.pianoStyles].sort());
  // The page's own, and what is no problem.
  assert.deepEqual(after('practice-problem').filter((name) => !['noInflation', 'unknownFile', 'noSound', 'tooLongToFollow'].includes(name)),
    practice.practiceProblems.filter((name) => name !== 'none').sort());
  assert.deepEqual(after('practice-scale'), [...practice.practicePatterns].sort());
  for (const [key, row] of Object.entries(all)) assert.equal(row.length, Object.keys(languages).length, key);
});

test('the settings accept what the core does, and nothing beyond its limits', async () => {
  const store = (await import(new URL('app/settings.js', web))).settings;
  const limits = {
    concertPitch: 'concertPitch', capo: 'capo', clock: 'clock', tolerance: 'tolerance', root: 'pitchClass', locked: 'string', tempo: 'tempo', beats: 'beats',
    subdivision: 'subdivision', polyrhythm: 'polyrhythm', swing: 'swing', toneNote: 'midi', toneLevel: 'level',
    midiBend: 'bend', clickLevel: 'level', airLevel: 'level', gate: 'level',
  };
  for (const [setting, name] of Object.entries(limits)) {
    const [low, high] = settings.limits[name];
    for (const value of [low - 1, high + 1]) {
      // 0 is no string: none is locked.
      if (!(setting === 'locked' && value === 0)) assert.ok(!store.set(setting, value), `${setting} ${value}`);
    }
  }
  const words = {
    waveform: engine.waveforms, notation: settings.notations, spelling: settings.spellings,
    transposition: Object.keys(settings.transpositions), airBand: settings.bandNames, heardBands: settings.bandNames,
    airDistance: settings.modes,
  };
  for (const [setting, list] of Object.entries(words)) {
    for (const word of list) assert.ok(store.set(setting, word), `${setting} ${word}`);
    assert.ok(!store.set(setting, 'unheard-of'), setting);
  }
});

test('the manual lists the names of an address as the core has them', () => {
  const manual = readFileSync(new URL('docs/page.md', root), 'utf8');
  const row = (key) => {
    const line = manual.split('\n').find((text) => text.startsWith('| ') && text.split('|')[1].includes(`\`${key}\``));
    return [...line.split('|')[2].matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  };
  assert.deepEqual(row('transposition'), Object.keys(settings.transpositions));
  assert.deepEqual(row('notation').filter((name) => settings.notations.includes(name)), [...settings.notations]);
  assert.deepEqual(row('notation').slice(settings.notations.length),
    [...settings.octaveMarks, ...settings.spellings]);
});
