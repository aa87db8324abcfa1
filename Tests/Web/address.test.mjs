// Addresses of the page: node --test Tests/Web/address.test.mjs. A link changes settings only by pairs that are known and well
// formed, and by names that exist; all else in it is told. Needs .build-web/site and Web/vocabulary.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const web = new URL('Web/', root);
const table = (name) => JSON.parse(readFileSync(new URL(`.build-web/site/data/${name}.json`, root), 'utf8'));

// What the page's store needs of a browser.
const stored = new Map();
Object.assign(globalThis, {
  location: { hash: '', pathname: '/', search: '', origin: 'http://localhost' },
  history: { state: null, replaceState: (_state, _title, url) => { location.hash = url.includes('#') ? url.slice(url.indexOf('#')) : ''; } },
  localStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
  document: { documentElement: { dataset: { shown: 'tuner' } } },
  addEventListener: () => {},
});
const { settings } = await import(new URL('app/settings.js', web));
const { panels, readAddress } = await import(new URL('app/address.js', web));
const { listed, resolveLink } = await import(new URL('app/link.js', web));

const tables = { instruments: table('instruments'), temperaments: table('temperaments') };
const guitar = tables.instruments.find(({ name }) => name === 'Guitar');

const initial = structuredClone(settings.values);

/** Opens a link: what it changes, what it is told of, and what stays in the address. */
function open(fragment, current = guitar) {
  Object.assign(settings.values, structuredClone(initial), { instrument: current?.name ?? '' });
  settings.linked = null;
  const before = { ...settings.values };
  location.hash = `#${fragment}`;
  settings.loadFragment();
  const { changes, refused } = resolveLink(settings.linked ?? { words: [], names: new Map() }, { ...tables, current });
  for (const [key, value] of changes) settings.set(key, value);
  const changed = Object.fromEntries(Object.entries(settings.values).filter(([key, value]) => (
    JSON.stringify(value) !== JSON.stringify(before[key]))));
  return { changed, refused: [...settings.linked?.refused ?? [], ...refused], kept: location.hash };
}

test('a metre with a slash is a metre, and no instrument', () => {
  for (const written of ['6/8', '6%2F8']) {
    assert.deepEqual(open(`practiceMetre=${written}`), { changed: { practiceMetre: '6/8' }, refused: [], kept: '' });
    assert.deepEqual(open(`ukulele/practiceMetre=${written}/tempo=90`).changed, { instrument: 'ukulele', practiceMetre: '6/8', tempo: 90 });
  }
});

test('what is unknown or out of range changes nothing, and is told', () => {
  for (const fragment of [
    'guitarre', 'guitar/drop-z', 'guitar/drop-d/more', '8', 'a4=900', 'a4=', 'a4=4e2', 'a4=0x1b8', 'a4= 440', 'a4=Infinity',
    'tempo=fast', 'root=1.5', 'root=', 'beats=2.5', 'accents=', 'accents=21x', 'accents=9', 'freeze=yes', 'freeze=',
    'language=tlh', 'temperament=wreckmeister', 'practiceScale=Ionic 2', 'practiceMetre=6', 'practiceMetre=6/7', 'panel=tuners',
    'colour=red', 'gate=-50', 'constructor=1', '__proto__=1', 'capo=13', 'violin/capo=2', 'guitarre/capo=2', 'tuning=drop-z',
    '%', 'a4=%E0%A4%A', 'simulated', 'idle-after=never',
  ]) {
    const { changed, refused, kept } = open(fragment);
    assert.deepEqual(Object.keys(changed).filter((key) => fragment !== 'violin/capo=2' || key !== 'instrument'), [], fragment);
    assert.ok(refused.length > 0, fragment);
    assert.equal(kept, '', fragment);
  }
  // What is right beside it counts.
  assert.deepEqual(open('a4=900/tempo=90/foo'), { changed: { tempo: 90 }, refused: ['a4=900', 'foo'], kept: '' });
});

test('the link to the contents of the page names no instrument', () => {
  assert.deepEqual(open('main'), { changed: {}, refused: [], kept: '#main' });
});

test('a capo and a lock hold for the instrument that they were chosen with', () => {
  for (const [fragment, capo] of [['violin', 0], ['ukulele', 0], ['ukulele/capo=3', 3], ['guitar/drop-d', 2], ['guitar/capo=0', 0], ['tuning=drop-d', 2]]) {
    Object.assign(settings.values, structuredClone(initial), { instrument: 'Guitar', capo: 2, locked: 6 });
    location.hash = `#${fragment}`;
    settings.loadFragment();
    for (const [key, value] of resolveLink(settings.linked, { ...tables, current: guitar }).changes) settings.set(key, value);
    assert.equal(settings.get('capo'), capo, fragment);
    assert.equal(settings.get('locked'), fragment.startsWith('guitar') || fragment.startsWith('tuning') ? 6 : 0, fragment);
  }
});

test('the panel stays in the address, and one that there is not leaves the one that is shown', () => {
  assert.equal(open('panel=tones/simulate/a4=441').kept, '#simulate/panel=tones');
  document.documentElement.dataset.shown = 'metronome';
  assert.equal(open('panel=tuners').kept, '#panel=metronome');
  document.documentElement.dataset.shown = 'tuner';
  for (const panel of panels) assert.deepEqual(open(`panel=${panel}`).refused, []);
});

test('every address that the page writes is read again', () => {
  Object.assign(settings.values, structuredClone(initial));
  const values = { instrument: 'Guitar', tuning: 'Drop D', concertPitch: 415.3, practiceMetre: '12/8', accents: [2, 1, 3, 1], freeze: true, capo: 2 };
  for (const [key, value] of Object.entries(values)) assert.ok(settings.set(key, value), key);
  const link = settings.link().split('#')[1];
  const { changed, refused } = open(link, undefined);
  assert.deepEqual(refused, []);
  assert.deepEqual(changed, { ...values, instrument: 'guitar', tuning: 'drop-d' });
});

/** Seeded, so that each run tries the same. */
function random(seed) {
  let state = seed;
  return (limit) => { state = (state * 48271) % 2147483647; return state % limit; };
}

test('of any fragment, the known and well-formed pairs count, and all others are told', () => {
  const next = random(7);
  const pick = (list) => list[next(list.length)];
  const good = [
    ['a4', () => [300 + next(200)].map(String)[0], 'concertPitch', Number], ['tempo', () => `${20 + next(200)}.5`, 'tempo', Number],
    ['root', () => String(next(12)), 'root', Number], ['view', () => pick(['needle', 'trace', 'giant']), 'view', String],
    ['tolerance', () => pick(['1', '2', '5', '10']), 'tolerance', Number], ['practiceMetre', () => pick(['6/8', '3%2F4', '12/8']), 'practiceMetre', decodeURIComponent],
    ['freeze', () => pick(['true', 'false']), 'freeze', (text) => text === 'true'], ['practicePattern', () => pick(['x.x', 'xxxx', '.x']), 'practicePattern', String],
    ['temperament', () => pick(['vallotti', 'kirnberger-iii', 'equal']), 'temperament', String],
  ];
  const bad = [
    () => `a4=${pick(['900', '-440', '440.', 'x', '44O', '4,4', 'NaN', '%00'])}`, () => `root=${pick(['12', '-1', '0.5', ' ', '٣'])}`,
    () => `${pick(['colour', 'Tempo', 'gate', 'device', 'toString', 'recent', 'hasOwnProperty', 'a4%00'])}=${next(9)}`,
    () => `freeze=${pick(['1', 'TRUE', ''])}`, () => pick(['%zz', 'a4=%', '%E0%A4']), () => `view=${pick(['knobs', '', 'Needle'])}`,
    () => `panel=${pick(['x', '', 'Tones', '..%2Ftones'])}`, () => `temperament=${pick(['equals', '', '__proto__'])}`,
  ];
  for (let round = 0; round < 20_000; round += 1) {
    const expected = {};
    const parts = [];
    let badCount = 0;
    for (let count = next(6); count > 0; count -= 1) {
      if (next(2) === 0) {
        const [key, make, setting, read] = pick(good);
        if (setting in expected) continue;
        const written = make();
        parts.push(`${key}=${written}`);
        expected[setting] = read(written);
      } else {
        const part = pick(bad)();
        const key = part.split('=')[0];
        if (parts.some((other) => other.split('=')[0] === key) || good.some(([name, , setting]) => name === key && setting in expected)) continue;
        parts.push(part);
        if (part.includes('=')) expected[good.find(([name]) => name === key)?.[2] ?? key] ??= undefined;
        badCount += 1;
      }
    }
    const fragment = parts.join(pick(['/', '&']));
    const { changed, refused } = open(fragment);
    assert.equal(refused.length, badCount, fragment);
    for (const [key, value] of Object.entries(changed)) assert.deepEqual(value, expected[key], `${fragment}: ${key}`);
    for (const [key, value] of Object.entries(expected)) {
      if (value !== undefined) assert.deepEqual(key in changed ? changed[key] : settings.get(key), value, `${fragment}: ${key}`);
    }
  }
});

test('no fragment of random signs changes a setting that it does not name with its value', () => {
  const next = random(11);
  const signs = [...'a4=tempo/&%+#?.0123456789eE-:xX \u0000\u202E\u{1F3B8}äß', 'a4=', 'tempo=', 'capo=', 'guitar', 'panel=', 'view=', 'true', 'root=', '%2F', '%00', '__proto__'];
  const shorts = { concertPitch: 'a4' };
  for (let round = 0; round < 20_000; round += 1) {
    let fragment = '';
    for (let count = next(24); count > 0; count -= 1) fragment += signs[next(signs.length)];
    const { changed } = open(fragment);
    const address = readAddress(`#${fragment}`);
    for (const [key, value] of Object.entries(changed)) {
      if (['instrument', 'tuning', 'locked'].includes(key)) {
        assert.ok(address.words.length > 0 && address.words.length < 3, fragment);
        continue;
      }
      const written = address.values.get(key) ?? address.values.get(shorts[key]);
      assert.equal(String(value), typeof value === 'number' ? String(Number(written)) : written, `${fragment}: ${key}`);
    }
  }
});

test('what is told can be seen: no signs that turn the line, and no more than fits', () => {
  const text = listed(['\u202Eevil', 'a\u0000b\nc', 'x'.repeat(500), '\u{1F3B8}'.repeat(60), 'five', 'six']);
  assert.doesNotMatch(text, /[\p{C}\p{Zl}\p{Zp}]/u);
  assert.ok([...text].length < 200, text);
  assert.match(text, /…$/);
});

test('an empty instrument is every note, and nothing is refused', () => {
  for (const fragment of ['simulate&instrument=&tuning=']) assert.deepEqual(open(fragment).refused, [], fragment);
});
