// What Scripts/web-functions.py writes from the declarations in Sources/Bindings/WebCore. Needs Web/vocabulary and
// Web/engine/objects (Scripts/test-web.sh has both).

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const read = (name) => readFileSync(new URL(name, root), 'utf8');
const script = path('Scripts/web-functions.py');
const declarations = readdirSync(new URL('Sources/Bindings/WebCore/', root), { recursive: true })
  .filter((name) => name.endsWith('.swift')).map((name) => read(`Sources/Bindings/WebCore/${name}`)).join('\n');
const declared = [...declarations.matchAll(/@_cdecl\("(\w+)"\)/g)].map(([, name]) => name);
const folder = mkdtempSync(join(tmpdir(), 'functions-'));
after(() => rmSync(folder, { recursive: true }));

/** What the script says and writes for declarations that are changed: a copy of all that it reads. */
function changed(file, from, to) {
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const name of ['Scripts/web-functions.py', 'Sources/Bindings/WebCore', 'docs/web.md', 'Web/vocabulary']) {
    mkdirSync(join(copy, name, '..'), { recursive: true });
    cpSync(path(name), join(copy, name), { recursive: true });
  }
  const source = join(copy, 'Sources/Bindings/WebCore', file);
  const text = readFileSync(source, 'utf8');
  assert.ok(text.includes(from), from);
  writeFileSync(source, text.replace(from, to));
  const run = (...words) => spawnSync('python3', [join(copy, 'Scripts/web-functions.py'), ...words], { encoding: 'utf8' });
  const written = run(join(copy, 'objects'), join(copy, 'Web/vocabulary'));
  return {
    check: run('--check'), written,
    object: (name) => (written.status === 0 ? readFileSync(join(copy, 'objects', `${name}.js`), 'utf8') : ''),
  };
}

test('docs/web.md names every function of the modules with all its parameters, and no other', () => {
  assert.match(execFileSync(script, ['--check'], { encoding: 'utf8' }), /as they are declared/);
  const section = read('docs/web.md').split('<!-- functions: Scripts/web-functions.py -->')[1].split('<!-- end of functions -->')[0];
  const told = [...section.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  assert.ok(declared.length > 100);
  assert.deepEqual(told.sort(), declared.sort());
  // As the declaration says, by hand.
  assert.match(section, /^\| `practice_plan\(h, isTimed, tempo: 1\/min, hasClick, sounding, silent, isRubato, swing\)` \|/m);
  assert.match(section, /^\| `measured_aim\(h, purpose: MeasuringPurpose, midi\)` \|/m);
});

test('the classes of the page are those of the declarations now', () => {
  const made = join(folder, 'objects');
  execFileSync(script, [made, path('Web/vocabulary')]);
  assert.deepEqual(readdirSync(path('Web/engine/objects')).sort(), readdirSync(made).sort());
  for (const name of readdirSync(made)) {
    assert.equal(read(`Web/engine/objects/${name}`), readFileSync(join(made, name), 'utf8'), 'run Scripts/build-web.sh');
  }
});

test('every function is called in one place, and by no hand-written module', () => {
  const calls = (text) => [...text.matchAll(/\bfunctions\.(\w+)/g)].map(([, name]) => name);
  const objects = readdirSync(path('Web/engine/objects')).flatMap((name) => calls(read(`Web/engine/objects/${name}`)));
  assert.deepEqual([...objects, 'core_part', 'core_release'].sort(), declared.sort());
  const others = readdirSync(path('Web'), { recursive: true }).map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js') && !name.startsWith('engine/objects/')).flatMap((name) => calls(read(`Web/${name}`)));
  assert.deepEqual(others.sort(), ['core_part', 'core_release', 'memory_allocations']);
});

test('another parameter changes the class, and the table until it is written again', () => {
  const { check, object } = changed('Practice/PracticeCore+Exports.swift', 'func practiceSkip(_ practice: Handle) {', 'func practiceSkip(_ practice: Handle, _ count: Int32) {');
  assert.equal(check.status, 1);
  assert.match(check.stderr, /differs from the declarations/);
  assert.match(object('practice'), /skip\(count\) \{ this\.functions\.practice_skip\(this\.handle, count\); \}/);
});

test('a declaration that the script does not understand is an error', () => {
  for (const [from, to, said] of [
    ['_ practice: Handle, _ sampleRate: Hertz, _ isStrong: Bool', '_ practice: Handle, _ sampleRate: Furlongs, _ isStrong: Bool', /unknown type Furlongs/],
    ['/// Ends the playing.\n', '', /practice_finish has no comment/],
    ['Code<PracticeCue>', 'Code<PracticeDrill>', /does not list PracticeDrill/],
    ['@_cdecl("practice_finish")\nfunc', '@_cdecl("practice_finish")\n@inline(never) func', /a declaration is not read/],
    ['@_cdecl("practice_finish")', '@_cdecl("practice_result")', /practice has two members result/],
  ]) {
    const { written } = changed('Practice/PracticeCore+Exports.swift', from, to);
    assert.equal(written.status, 1, from);
    assert.match(written.stderr, said);
  }
});

test('every module that hears chunks of sound can be told of missing samples', () => {
  for (const kind of ['practice', 'strum', 'freeze', 'evidence', 'measured']) {
    assert.ok(declared.includes(`${kind}_push`) && declared.includes(`${kind}_interrupt`), kind);
  }
});
