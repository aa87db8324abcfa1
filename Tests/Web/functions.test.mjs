// The table of functions in docs/web.md against the declarations in Sources/Bindings/WebCore. Needs no build.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const counted = (list) => list.split(',').filter((word) => word.trim()).length;

/** Functions and the numbers of their parameters, as all matches of a pattern have them. */
function functions(text, pattern) {
  const found = [...text.matchAll(pattern)].map(([, name, parameters]) => [name, counted(parameters)]);
  assert.equal(new Set(found.map(([name]) => name)).size, found.length, `twice: ${found.map(([name]) => name).filter((name, index, all) => all.indexOf(name) !== index)}`);
  return found;
}

const folder = 'Sources/Bindings/WebCore/';
const swift = readdirSync(new URL(folder, root), { recursive: true }).filter((path) => path.endsWith('.swift')).map((path) => read(folder + path)).join('\n');
const exported = functions(swift, /@_cdecl\("(\w+)"\)\s*(?:public |package )?func \w+\(([^)]*)\)/g);

test('docs/web.md names every function of the modules with all its parameters, and no other', () => {
  const section = read('docs/web.md').split('\n## ').find((part) => part.startsWith('The functions of the modules'));
  const rows = section.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split(' | ')[0]).join('\n');
  const told = functions(rows, /`(\w+)\(([^)]*)\)`/g).filter(([name]) => !name.startsWith('memory_'));
  assert.equal(exported.length, swift.split('@_cdecl(').length - 1, 'a declaration is not read');
  assert.deepEqual(Object.fromEntries(told.sort()), Object.fromEntries(exported.sort()));
});

test('every module that hears chunks of sound can be told of missing samples', () => {
  const names = exported.map(([name]) => name);
  for (const kind of ['practice', 'strum', 'freeze', 'evidence', 'measured']) {
    assert.ok(names.includes(`${kind}_push`) && names.includes(`${kind}_interrupt`), kind);
  }
});
