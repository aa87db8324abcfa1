// What several tabs store is the union of what was done in them: node --test Tests/Web/store.test.mjs
// Needs Web/vocabulary (Scripts/build-web.sh writes it).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedStorage } from './browser-storage.js';

// What the page's settings need of a browser.
globalThis.addEventListener ??= () => {};
globalThis.location ??= { hash: '', origin: '', pathname: '' };
globalThis.document ??= { documentElement: { dataset: {} } };

const web = new URL('../../Web/', import.meta.url);
const load = (path) => import(new URL(path, web));
const [{ Store }, { Settings }, { Own }, { KeptNotes }, { KeptFile }] = await Promise.all(
  ['app/store.js', 'app/settings.js', 'app/own.js', 'session/kept-notes.js', 'panels/measured/kept-file.js'].map(load));

const started = Date.UTC(2026, 10, 1);
const note = (number) => ({
  time: started + 1000 * number, session: started, midi: 69, duration: 1, meanCents: number, spreadCents: 1, secondsInTune: 1,
  concertPitch: 440, temperament: 'equal',
});
const rhythm = (number) => ({
  time: started + 1000 * number, session: started, rhythm: '4/4', duration: 10, beats: 8, late: null, timeSpread: 5, tempo: 80, tempoChange: 0,
});
const scale = (count) => ({ name: `own:${count}-edo`, title: `${count}`, source: '', cents: [0, 1200 / count], period: 1200, isOwn: true, isScale: true });
const instrument = (name) => ({
  name, group: 'Own', otherNames: [], tunings: [{ name: 'Usual', strings: [{ string: 1, note: 'A4', cents: 0 }] }],
});
const stroke = (number) => `stroke: 60 before 2026-11-22T10:15:${String(number % 60).padStart(2, '0')}Z bell 26${number}.100000 6.000 0.900 -\nline: 1 130.${number} 0.001 0.02 20 heard 130.9 50.0`;
const strokesOf = (text) => [...text.matchAll(/ bell 26(\d+)\.1/g)].map(([, number]) => Number(number));
const bells = (name, strokes) => [`kammerton-bells 1\n# A comment.\nname: ${name}\nobject: bell\nbeat: 57 1.8`, ...strokes.map(stroke), `end: ${strokes.length}\n`].join('\n');

/** A page in a tab, with a stand-in for the core that holds the file of bells. */
class Page {
  constructor(shared) {
    this.tab = shared.open();
    const store = new Store(() => this.tab, this.tab.page);
    this.settings = new Settings(store);
    this.own = new Own(store);
    this.notes = new KeptNotes(store);
    this.bells = new KeptFile('bell', store);
    this.read();
    this.bells.table.addEventListener('change', () => this.read());
  }

  read() {
    this.file = this.bells.text;
    const name = /^name: (.*)$/m.exec(this.file)?.[1] ?? 'Bells';
    this.bell = { name, strokes: strokesOf(this.file) };
    this.bells.know(bells(name, this.bell.strokes));
  }

  change(change) {
    this.bell = { ...this.bell, ...change };
    this.bells.keep(bells(this.bell.name, this.bell.strokes));
  }

  close() { this.tab.close(); }

  /** What the user of this tab has. */
  get shown() {
    return {
      notes: this.notes.notes.map(({ meanCents }) => meanCents).sort((a, b) => a - b),
      rhythms: this.notes.rhythms.map(({ time }) => (time - started) / 1000).sort((a, b) => a - b),
      scales: this.own.scales.map(({ name }) => name).sort(),
      instruments: this.own.instruments.map(({ name }) => name).sort(),
      tempo: this.settings.get('tempo'), capo: this.settings.get('capo'),
      strokes: [...this.bell.strokes].sort((a, b) => a - b), name: this.bell.name,
    };
  }
}

/** Numbers in 0..<1 that are the same in every run (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All orders in which lists can be carried out beside each other. */
function* orders(lists) {
  if (lists.every((list) => list.length === 0)) yield [];
  for (const [index, list] of lists.entries()) {
    if (list.length === 0) continue;
    for (const rest of orders(lists.map((other, place) => (place === index ? other.slice(1) : other)))) yield [[index, list[0]], ...rest];
  }
}

const empty = () => ({ notes: [], rhythms: [], scales: [], instruments: [], tempo: 80, capo: 0, strokes: [], name: 'Bells' });
const sorted = (values) => [...values].sort((a, b) => a - b);
const union = (one, other) => sorted(new Set([...one, ...other]));

/** What a user does in a tab, and what is stored then, if everything was stored before. */
const deeds = {
  record: [(page, number) => page.notes.merge([note(number)]), (all, number) => { all.notes = union(all.notes, [number]); }],
  practise: [(page, number) => page.notes.mergeRhythms([rhythm(number)]), (all, number) => { all.rhythms = union(all.rhythms, [number]); }],
  import: [(page) => page.notes.merge([1001, 1002, 1003].map(note)), (all) => { all.notes = union(all.notes, [1001, 1002, 1003]); }],
  delete: [(page) => page.notes.clear(), (all) => { all.notes = []; all.rhythms = []; }],
  divide: [(page, number) => page.own.addScales([scale(number)]), (all, number) => { all.scales = [...new Set([...all.scales, scale(number).name])].sort(); }],
  forget: [(page, number) => page.own.removeScale(scale(number - 1).name), (all, number) => { all.scales = all.scales.filter((name) => name !== scale(number - 1).name); }],
  bring: [(page, number) => page.own.addInstruments([instrument(`Box ${number}`)]), (all, number) => { all.instruments = [...new Set([...all.instruments, `Box ${number}`])].sort(); }],
  tempo: [(page, number) => page.settings.set('tempo', 60 + number), (all, number) => { all.tempo = 60 + number; }],
  capo: [(page, number) => page.settings.set('capo', number % 12), (all, number) => { all.capo = number % 12; }],
  strike: [(page, number) => page.change({ strokes: [...page.bell.strokes, number] }), (all, number) => { all.strokes = union(all.strokes, [number]); }],
  name: [(page, number) => page.change({ name: `Bells ${number}` }), (all, number) => { all.name = `Bells ${number}`; }],
  begin: [(page) => page.change({ name: 'Bells', strokes: [] }), (all) => { all.name = 'Bells'; all.strokes = []; }],
};

test('two and three tabs store the union in every order of opening, changing, reloading and closing', () => {
  const plans = [
    [['open', 'record', 'close'], ['open', 'import', 'close'], ['open', 'delete', 'close']],
    [['open', 'reload', 'close'], ['open', 'record', 'delete', 'record', 'close']],
    [['open', 'strike', 'close'], ['open', 'name', 'reload', 'close'], ['open', 'close']],
    [['open', 'strike', 'begin', 'strike', 'close'], ['open', 'name', 'strike', 'close']],
    [['open', 'divide', 'tempo', 'close'], ['open', 'divide', 'capo', 'reload', 'close']],
    [['open', 'bring', 'practise', 'close'], ['open', 'bring', 'forget', 'close'], ['open', 'delete']],
  ];
  let count = 0;
  for (const plan of plans) {
    for (const order of orders(plan)) {
      const shared = new SharedStorage();
      const pages = [];
      const all = empty();
      for (const [step, [place, deed]] of order.entries()) {
        if (deed === 'close' || deed === 'reload') pages[place].close();
        if (deed === 'open' || deed === 'reload') pages[place] = new Page(shared);
        if (deeds[deed]) {
          deeds[deed][0](pages[place], step + 1);
          deeds[deed][1](all, step + 1);
        }
        shared.settle();
        for (const page of pages) if (page?.tab.isOpen) assert.deepEqual(page.shown, all, JSON.stringify(order.slice(0, step + 1)));
      }
      assert.deepEqual(new Page(shared).shown, all, JSON.stringify(order));
      count += 1;
    }
  }
  assert.ok(count > 6000, `${count} orders`);
});

test('nothing is lost and nothing comes back while the changes of three tabs are on their way', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const next = random(seed);
    const pick = (list) => list[Math.floor(next() * list.length)];
    const shared = new SharedStorage();
    const pages = [new Page(shared), new Page(shared), new Page(shared)];
    /** What must be there in the end: not what a tab deleted that had it. */
    const wanted = { notes: new Set(), strokes: new Set(), scales: new Set() };
    const has = (page, text) => [...page.tab.copy.values()].some((value) => value.includes(text));
    for (let step = 1; step <= 40; step += 1) {
      const place = Math.floor(next() * 3);
      const page = pages[place];
      const deed = pick(['record', 'record', 'strike', 'divide', 'delete', 'begin', 'name', 'reload', 'send', 'send', 'receive', 'receive', 'receive']);
      if (deed === 'send') page.tab.send();
      else if (deed === 'receive') page.tab.receive();
      else if (deed === 'reload') {
        page.close();
        pages[place] = new Page(shared);
      } else {
        if (deed === 'delete') for (const number of wanted.notes) if (has(page, `"meanCents":${number},`)) wanted.notes.delete(number);
        if (deed === 'begin') for (const number of wanted.strokes) if (page.bell.strokes.includes(number)) wanted.strokes.delete(number);
        deeds[deed][0](page, step);
        if (deed === 'record') wanted.notes.add(step);
        if (deed === 'strike') wanted.strokes.add(step);
        if (deed === 'divide') wanted.scales.add(scale(step).name);
      }
    }
    shared.settle();
    const last = new Page(shared);
    const { notes, strokes, scales } = last.shown;
    assert.deepEqual({ notes, strokes, scales }, { notes: sorted(wanted.notes), strokes: sorted(wanted.strokes), scales: [...wanted.scales].sort() }, `seed ${seed}`);
    for (const page of pages) assert.deepEqual(page.shown, last.shown, `seed ${seed}`);
  }
});

test('different things that two tabs change at the same moment all stay', () => {
  for (const [mine, yours] of [['name', 'strike'], ['tempo', 'capo'], ['divide', 'bring'], ['record', 'practise']]) {
    const shared = new SharedStorage();
    const pages = [new Page(shared), new Page(shared)];
    const all = empty();
    for (const [place, deed] of [mine, yours].entries()) {
      deeds[deed][0](pages[place], 5);
      deeds[deed][1](all, 5);
    }
    shared.settle();
    for (const page of [...pages, new Page(shared)]) assert.deepEqual(page.shown, all, `${mine} and ${yours}`);
  }
});

test('a tab in which nothing changes writes nothing', () => {
  const shared = new SharedStorage();
  const page = new Page(shared);
  for (const [number, name] of Object.keys(deeds).entries()) if (name !== 'delete' && name !== 'begin') deeds[name][0](page, number);
  shared.settle();
  const idle = new Page(shared);
  shared.settle();
  idle.close();
  assert.equal(idle.tab.writes, 0);
  assert.equal(page.tab.writes, shared.log.length);
});

test('what earlier versions stored is read, once, and joins what is there', () => {
  const shared = new SharedStorage();
  const tab = shared.open();
  tab.setItem('kammerton.notes', JSON.stringify([note(1), note(2)]));
  tab.setItem('kammerton.rhythms', JSON.stringify([rhythm(3)]));
  tab.setItem('kammerton.settings', JSON.stringify({ tempo: 120, capo: 2, unheard: 1, beats: 'many' }));
  tab.setItem('kammerton.own', JSON.stringify({ scales: [scale(19), scale(31)], instruments: [instrument('Box')] }));
  tab.setItem('kammerton.bell', bells('Krone', [4, 5]));
  shared.settle();
  const page = new Page(shared);
  const all = {
    ...empty(), notes: [1, 2], rhythms: [3], tempo: 120, capo: 2, scales: [scale(19).name, scale(31).name], instruments: ['Box'], name: 'Krone', strokes: [4, 5],
  };
  assert.deepEqual(page.shown, all);
  assert.deepEqual(page.own.scales.map(({ name }) => name), [scale(19).name, scale(31).name]);
  page.notes.clear();
  page.settings.set('tempo', 90);
  shared.settle();
  // A tab of the earlier version, which was open all the time, writes all that it knows, and one note more.
  tab.setItem('kammerton.notes', JSON.stringify([note(1), note(2), { ...note(7), time: Date.now() + 60_000 }]));
  tab.setItem('kammerton.settings', JSON.stringify({ tempo: 120, capo: 2, beats: 3 }));
  tab.setItem('kammerton.bell', bells('Krone', [4, 6]));
  shared.settle();
  for (const each of [page, new Page(shared)]) {
    assert.deepEqual(each.shown, { ...all, notes: [7], rhythms: [], tempo: 90, strokes: [4, 5, 6] });
    assert.equal(each.settings.get('beats'), 3);
  }
});

test('full storage is told, keeps what is new until the tab is closed, and stores it once there is room', () => {
  const shared = new SharedStorage();
  const page = new Page(shared);
  page.notes.merge([note(1)]);
  shared.settle();
  const other = new Page(shared);
  shared.quota = [...page.tab.copy].reduce((sum, [key, text]) => sum + key.length + text.length, 0) + 20;
  assert.equal(page.notes.trouble, '');
  page.notes.merge([note(2)]);
  page.own.addScales([scale(19)]);
  page.change({ name: 'Bells of the cathedral', strokes: [3] });
  assert.deepEqual([page.notes.trouble, page.own.trouble, page.bells.trouble], ['storage-full', 'storage-full', 'storage-full']);
  assert.deepEqual(page.shown.notes, [1, 2]);
  shared.quota = 10_000;
  other.notes.merge([note(4)]);
  shared.settle();
  page.close();
  shared.settle();
  assert.deepEqual(new Page(shared).shown, { ...empty(), notes: [1, 2, 4], scales: [scale(19).name], name: 'Bells of the cathedral', strokes: [3] });
});

test('where a browser forbids to store, a tab keeps what is new until it is closed', () => {
  const tab = new SharedStorage().open();
  const store = new Store(() => { throw new DOMException('Denied.', 'SecurityError'); }, tab.page);
  const notes = new KeptNotes(store);
  notes.merge([note(1)]);
  assert.equal(notes.notes.length, 1);
  assert.equal(notes.trouble, 'storage-off');
  const settings = new Settings(store);
  assert.ok(settings.set('tempo', 99));
  assert.equal(settings.get('tempo'), 99);
});

test('of more notes than are kept the newest stay, and the same ones in all tabs', () => {
  const shared = new SharedStorage();
  const pages = [new Page(shared), new Page(shared)];
  pages[0].notes.merge(Array.from({ length: 2000 }, (_, index) => note(2 * index)));
  shared.settle();
  pages[1].notes.merge(Array.from({ length: 2000 }, (_, index) => note(2 * index + 1)));
  shared.settle();
  const wanted = Array.from({ length: 3000 }, (_, index) => 1000 + index);
  for (const page of [...pages, new Page(shared)]) assert.deepEqual(page.shown.notes, wanted);
});

test('stored rows with impossible values are removed, counted once, and the others stay', () => {
  const shared = new SharedStorage();
  const tab = shared.open();
  const wrong = [{ time: 1e300 }, { session: -1 }, { duration: 1e308 }, { duration: -1 }, { meanCents: 1e300 }, { midi: 1e9 }, { midi: 1.5 }, { late: 1e300 }];
  tab.setItem('kammerton.notes', JSON.stringify([note(1), null, 7, ...wrong.map((value, index) => ({ ...note(10 + index), ...value }))]));
  tab.setItem('kammerton.notes/damaged', '{');
  tab.setItem('kammerton.rhythms', JSON.stringify([rhythm(2), { ...rhythm(3), rhythm: 'constructor' }, { ...rhythm(4), tempo: 0 }]));
  shared.settle();
  const page = new Page(shared);
  assert.deepEqual([page.shown.notes, page.shown.rhythms], [[1], [2]]);
  assert.equal(page.notes.mended, 2 + wrong.length + 1 + 2);
  shared.settle();
  assert.equal(new Page(shared).notes.mended, 0);
});

test('words that every object has are no settings', () => {
  const { settings } = new Page(new SharedStorage());
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    assert.equal(settings.has(word), false, word);
    assert.equal(settings.allows(word, 1), false, word);
    assert.equal(settings.set(word, 1), false, word);
  }
});

test('a damaged row of a file is found by the line that the core refuses', () => {
  const shared = new SharedStorage();
  const page = new Page(shared);
  page.change({ name: 'Krone', strokes: [1, 2, 3] });
  const wrong = page.bells.text.split('\n').findIndex((line) => line.includes(' bell 262.1')) + 1;
  assert.ok(page.bells.mend(wrong + 1));  // Its second line.
  assert.deepEqual(strokesOf(page.bells.text), [1, 3]);
  assert.match(page.bells.text, /\nend: 2\n$/);
  assert.equal(page.bells.mend(1), false);
  assert.equal(page.bells.mend(0), false);
});

test('a file that is opened has the order of its measurements when the page is opened again', () => {
  const shared = new SharedStorage();
  const page = new Page(shared);
  page.change({ strokes: [2] });
  page.change({ strokes: [1, 2, 3] });
  shared.settle();
  assert.deepEqual(new Page(shared).bell.strokes, [1, 2, 3]);
});
