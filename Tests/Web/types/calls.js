// Calls of the core that are wrong: tsc -p Tests/Web/types/jsconfig.json fails if it takes one of them for right.

import { namesCapo } from '../../../Web/engine/objects/names.js';
import { PracticeObject } from '../../../Web/engine/objects/practice.js';
import { TunerObject } from '../../../Web/engine/objects/tuner.js';

/** @param {PracticeObject} practice @param {import('../../../Web/engine/module.js').Module} module */
export function wrong(practice, module) {
  // @ts-expect-error Six parameters instead of seven and the handle, as docs/web.md had them once.
  practice.plan({ isTimed: true, tempo: 90, hasClick: true, sounding: 0, silent: 0, isRubato: false });
  // @ts-expect-error One is missing.
  practice.click(0, 0);
  // @ts-expect-error One is too many.
  practice.skip(1);
  // @ts-expect-error No such word.
  practice.mode('loops', false);
  // @ts-expect-error A number for a Boolean.
  practice.find(1);
  // @ts-expect-error A text for a number.
  practice.passage('1', 2);
  // @ts-expect-error The parameters have no names.
  new TunerObject(module, 48_000);
  // @ts-expect-error One is missing.
  namesCapo(module, 60);
  // @ts-expect-error No such function.
  practice.plans();
}

/** @param {PracticeObject} practice @param {import('../../../Web/engine/module.js').Module} module */
export function right(practice, module) {
  practice.plan({ isTimed: true, tempo: 90, hasClick: true, sounding: 0, silent: 0, isRubato: false, swing: 0.5 });
  practice.click(0, 0, 0);
  practice.skip();
  practice.mode('loop', false);
  practice.find(true);
  practice.passage(1, 2);
  const tuner = new TunerObject(module, { sampleRate: 48_000, low: 30, high: 4200, gateKind: 'auto', gateLevel: 0 });
  return namesCapo(module, 60, 2) + tuner.state[0];
}
