// Pairing by the page's own modules, without sound: node --test Tests/Web/pairing.test.mjs

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inspect } from 'node:util';

const web = new URL('../../Web/pairing/', import.meta.url);
const load = (name) => import(new URL(`${name}.js`, web));
const { PairingOffer } = await load('offer');
const { PairingJoin } = await load('join');
const { PairingDialogue, paceOf } = await load('dialogue');
const { PairingRun } = await load('run');
const { PairingError } = await load('errors');
const { read, write } = await load('messages');
const handOver = await load('hand-over');

const vectors = await readVectors();
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const bytes = (name) => Uint8Array.from(Buffer.from(vectors[name], 'hex'));
const url = Buffer.from(vectors['handed over'], 'hex').toString();

async function readVectors() {
  const text = await readFile(new URL('../../docs/pairing.md', import.meta.url), 'utf8');
  const found = {};
  let name;
  for (const line of text.match(/```text vectors\n([^]*?)```/)[1].trimEnd().split('\n')) {
    const [left, right] = line.split('=');
    if (right !== undefined) found[(name = left.trim())] = '';
    found[name] += (right ?? left).trim();
  }
  return found;
}

async function secrets(who) {
  const base64 = (name) => Buffer.from(bytes(name)).toString('base64url');
  const key = { kty: 'OKP', crv: 'X25519', d: base64(`${who}'s private key`), x: base64(`${who}'s public key`) };
  return {
    privateKey: await crypto.subtle.importKey('jwk', key, { name: 'X25519' }, false, ['deriveBits']),
    publicKey: bytes(`${who}'s public key`), nonce: bytes(`${who}'s nonce`),
  };
}

/** Both sides with the secrets of the vectors. */
async function known() {
  return [
    await PairingOffer.make({ kind: 'url', text: url }, await secrets('offerer')),
    await PairingJoin.make(await secrets('joiner')),
  ];
}

/** Both sides, after which they compare. */
async function compared(given = null) {
  const [offer, join] = [await PairingOffer.make(given), await PairingJoin.make()];
  await join.receive(offer.standing, 1);
  const { message } = await offer.receive(join.standing, 2);
  const { digits } = await join.receive(message, 3);
  return { offer, join, reveal: message, digits };
}

/** Hands over to the end. */
async function finish(offer, join) {
  await join.approve(4);
  await offer.approve(4);
  await offer.receive(join.standing, 5);
  for (let turn = 0; turn < 20; turn += 1) {
    const taken = await join.receive(offer.standing, 6);
    const given = await offer.receive(taken.message, 7);
    if (given.kind === 'finish') return [given.result, taken.result];
  }
  throw new Error('never ends');
}

const fails = (code, action) => assert.rejects(action, (error) => error instanceof PairingError && error.code === code);
const flipped = (message, place) => message.map((byte, index) => (index === place ? byte ^ 1 : byte));

test('both sides say the test vectors, byte by byte', async () => {
  const [offer, join] = await known();
  assert.equal(hex(offer.standing), vectors.offer);
  assert.equal((await join.receive(offer.standing, 1)).kind, 'proceed');
  assert.equal(hex(join.standing), vectors.join);
  const revealed = await offer.receive(join.standing, 2);
  assert.equal(hex(revealed.message), vectors.reveal);
  assert.equal(revealed.digits.shown, vectors["offerer's digits"]);
  assert.ok(revealed.digits.match(vectors["joiner's digits"]));
  const { digits } = await join.receive(revealed.message, 3);
  assert.equal(digits.shown, vectors["joiner's digits"]);
  assert.ok(digits.match(vectors["offerer's digits"]));
  assert.equal(hex(join.agreement.transcript), vectors.transcript);
  await join.approve(4);
  await offer.approve(4);
  assert.equal(hex(join.standing), vectors['joiner confirms']);
  await offer.receive(join.standing, 5);
  assert.equal(hex(offer.standing), vectors['offerer confirms']);
  for (const index of [0, 1]) {
    const taken = await join.receive(offer.standing, 6);
    assert.equal(hex(taken.message), vectors[`receipt ${index}`]);
    await offer.receive(taken.message, 7);
    assert.equal(hex(offer.standing), vectors[`part ${index}`]);
  }
  const end = await join.receive(offer.standing, 8);
  assert.equal(hex(end.message), vectors['receipt 2']);
  assert.deepEqual(end.result.handOver, { kind: 'url', text: url });
  assert.equal(hex(end.result.sharedSecret), vectors['shared secret']);
  const done = await offer.receive(end.message, 9);
  assert.equal(hex(done.result.sharedSecret), vectors['shared secret']);
});

test('fresh keys give both the same secret, other ones each time, and 0 to 16 parts arrive', async () => {
  const seen = new Set();
  for (const count of [0, 1, 34, 35, 574]) {
    const given = count === 0 ? null : { kind: 'text', text: 'x'.repeat(count) };
    const { offer, join } = await compared(given);
    const [one, other] = await finish(offer, join);
    assert.deepEqual(one.sharedSecret, other.sharedSecret);
    assert.deepEqual(other.handOver, given);
    seen.add(hex(one.sharedSecret));
  }
  assert.equal(seen.size, 5);
});

test('no changed bit of any message is believed', async () => {
  // An offer has no check of its own: what answers it is ignored, or what then answers that.
  for (let place = 0; place < 34; place += 1) {
    const [offer, join] = await known();
    if ((await join.receive(flipped(offer.standing, place), 1)).kind === 'ignore') continue;
    const answer = await offer.receive(join.standing, 2);
    if (answer.kind !== 'ignore') assert.equal((await join.receive(answer.message, 3)).kind, 'ignore');
    assert.equal(join.stage, 'reveal');
  }
  for (let place = 0; place < 58; place += 1) {
    const [offer, join] = await known();
    await join.receive(offer.standing, 1);
    const { message } = await offer.receive(join.standing, 2);
    const refused = await join.receive(flipped(message, place), 3).then(({ kind }) => kind, ({ code }) => code);
    // With another name it looks like the answer to another join.
    assert.ok(['ignore', 'commitment-broken', 'offer-taken'].includes(refused), `byte ${place}: ${refused}`);
    assert.equal(join.agreement, null);
  }
  const { offer, join } = await compared({ kind: 'text', text: 'secret' });
  await join.approve(4);
  await offer.approve(4);
  await fails('confirmation-wrong', () => offer.receive(flipped(join.standing, 20), 5));
  const second = await compared({ kind: 'text', text: 'secret' });
  await second.join.approve(4);
  await second.offer.approve(4);
  await second.offer.receive(second.join.standing, 5);
  const receipt = await second.join.receive(second.offer.standing, 6);
  await second.offer.receive(receipt.message, 7);
  await fails('hand-over-damaged', () => second.join.receive(flipped(second.offer.standing, 15), 8));
});

test('a changed join gives other digits, or a failure', async () => {
  for (const place of [10, 30, 45, 57]) {
    const [offer, join] = await known();
    await join.receive(offer.standing, 1);
    const answer = await offer.receive(flipped(join.standing, place), 2).catch((error) => error);
    if (answer instanceof PairingError) { assert.equal(answer.code, 'key-refused'); continue; }
    assert.notEqual(answer.digits.shown, vectors["offerer's digits"]);
    assert.ok(!answer.digits.match(vectors["joiner's digits"]));
    // The reveal answers another join than ours.
    await fails('offer-taken', () => join.receive(answer.message, 3));
  }
});

test('a replayed offerer is recognised by its reveal, a replayed joiner is ignored', async () => {
  const old = await compared();
  const offer = old.offer.offer;
  const join = await PairingJoin.make();
  await join.receive(offer, 1);
  await fails('offer-taken', () => join.receive(old.reveal, 2));
  const fresh = await PairingOffer.make();
  assert.deepEqual(await fresh.receive(old.join.heard.join, 1), { kind: 'ignore', reason: 'other-pairing' });
});

test('two joiners end the offer, for both', async () => {
  const offer = await PairingOffer.make();
  const [one, other] = [await PairingJoin.make(), await PairingJoin.make()];
  await one.receive(offer.standing, 1);
  await other.receive(offer.standing, 1);
  const { message } = await offer.receive(one.standing, 2);
  await one.receive(message, 3);
  await fails('two-devices', () => offer.receive(other.standing, 3));
  await fails('ended-two-devices', () => one.receive(offer.farewell, 4));
  await fails('offer-taken', () => other.receive(message, 4));
});

test('digits that do not match end both, and nothing is handed over', async () => {
  const { offer, join } = await compared({ kind: 'text', text: 'secret' });
  join.end(new PairingError('strings-differ'));
  await fails('ended-strings-differ', () => offer.receive(join.farewell, 5));
  assert.equal(offer.standing, null);
  await fails('strings-differ', () => join.approve(6));
});

test('the digits of the other device are an answer, with blanks or of full width, and nothing else is', async () => {
  const { readAnswer } = await load('answer');
  const { Digits } = await load('keys');
  const digits = new Digits('678901', '012345');
  for (const text of ['012345', ' 012 345\n', '０１２３４５', '0 1 2 3 4 5']) assert.equal(readAnswer(text, digits), 'match', text);
  for (const text of ['012354', '999999', '678901']) assert.equal(readAnswer(text, digits), 'other-digits', text);
  for (const text of ['', 'y', 'n', '12345', '0123456', '01234a', '-12345']) assert.equal(readAnswer(text, digits), 'unclear', text);
  // What must be typed is nowhere to be read.
  assert.ok(!inspect(digits, { showHidden: true }).includes('012345') && !JSON.stringify(digits).includes('012345'));
});

test('the two devices show different numbers, each of which the other asks for', async () => {
  for (let count = 0; count < 20; count += 1) {
    const offer = await PairingOffer.make();
    const join = await PairingJoin.make();
    await join.receive(offer.standing, 1);
    const one = await offer.receive(join.standing, 2);
    const other = await join.receive(one.message, 3);
    assert.ok(one.digits.match(other.digits.shown) && other.digits.match(one.digits.shown));
    assert.notEqual(one.digits.shown, other.digits.shown);
    assert.ok(!one.digits.match(one.digits.shown));
  }
});

test('keys of small order, and our own key, are refused', async () => {
  for (const key of [new Uint8Array(32), Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0))]) {
    const offer = await PairingOffer.make();
    const join = write('join', offer.offerIdentifier, key, new Uint8Array(16));
    await fails('key-refused', () => offer.receive(join, 1));
  }
  const offer = await PairingOffer.make();
  const own = write('join', offer.offerIdentifier, offer.secrets.publicKey, new Uint8Array(16));
  await fails('key-refused', () => offer.receive(own, 1));
});

test('each stage has its own failure when the time is up, with what was heard last', async () => {
  const offer = await PairingOffer.make();
  await offer.receive(new Uint8Array([65, 66]), 1);
  await assert.rejects(offer.receive(offer.standing, 121), ({ code, detail }) => (
    code === 'timed-out-join' && detail.heard === 'foreign'));
  const join = await PairingJoin.make();
  await fails('timed-out-offer', () => join.approve(121));
  const { offer: comparing } = await compared();
  await fails('timed-out-comparison', () => comparing.approve(121));
  const { join: waiting } = await compared();
  await waiting.approve(4);
  assert.throws(() => waiting.check(121), { code: 'timed-out-confirmation' });
});

test('an offer over the network is refused by its own name, and public addresses are no offers', async () => {
  await fails('network-offer', async () => (await PairingJoin.make()).receive(bytes('network: offer'), 1));
  const shouted = bytes('network: offer');
  shouted.set([8, 8, 8, 8], 4);
  assert.equal(read(shouted), 'malformed');
  const port = bytes('network: offer');
  port.set([0, 80], 2);
  assert.equal(read(port), 'malformed');
});

test('100 000 random messages are read without an exception, and none is believed', () => {
  let seed = 7;
  const random = (limit) => { seed = (seed * 48271) % 2147483647; return seed % limit; };
  for (let count = 0; count < 100_000; count += 1) {
    const message = Uint8Array.from({ length: random(70) }, () => random(256));
    if (random(2)) message.set([0xC1, 0x20 | random(16)].slice(0, message.length));
    const result = read(message);
    assert.ok(typeof result === 'string' || (message[0] === 0xC1 && message.length <= 63));
  }
});

test('what is handed over is checked on both ways', () => {
  const { encode, decode, fromText, readTuning, writeTuning } = handOver;
  const round = (kind, text) => decode(encode({ kind, text }));
  assert.deepEqual(round('text', 'Grüße\n\t♯'), { kind: 'text', text: 'Grüße\n\t♯' });
  assert.deepEqual(round('address', '[fd00::1]:8440'), { kind: 'address', text: '[fd00::1]:8440' });
  for (const [kind, text, code] of [
    ['text', 'a\u0007', 'control-characters'], ['text', 'a\u202Eb', 'control-characters'], ['text', 'a\u061Cb', 'control-characters'],
    ['text', 'ä'.repeat(288), 'too-long'], ['address', 'host', 'no-address'], ['address', 'a:70000', 'no-address'],
    ['url', 'no scheme', 'no-url'], ['tuner', 'a4: 999', 'tuner-line'], ['tuner', 'a4: 440\na4: 441', 'tuner-line'],
    ['tuner', 'volume: 11', 'tuner-line'], ['tuner', 'a4: 4e2', 'tuner-line'],
  ]) assert.throws(() => encode({ kind, text }), { code }, text);
  assert.equal(decode(new Uint8Array([1, 1, 0xFF])), null);
  assert.equal(decode(new Uint8Array([2, 1, 65])), null);
  assert.equal(decode(new Uint8Array([1, 5, 65])), null);
  assert.equal(fromText('https://example.org/a').kind, 'url');
  assert.equal(fromText('see https://example.org/a').kind, 'text');
  const tuning = { concertPitch: 442, temperament: 'vallotti', root: 'D', pieces: ['Bach: BWV 1043', 'Holst'] };
  assert.equal(writeTuning(tuning), 'a4: 442.0\ntemperament: vallotti\nroot: D\npiece: Bach: BWV 1043\npiece: Holst');
  assert.deepEqual(readTuning(writeTuning(tuning)), tuning);
});

/** Two runs in a room that loses a part of what is said, on a clock of its own. */
async function room(loss, given, areMatches = [true, true]) {
  const { setInterval: realInterval, clearInterval: realClear } = globalThis;
  const ticks = new Set();
  globalThis.setInterval = (action) => { ticks.add(action); return action; };
  globalThis.clearInterval = (action) => ticks.delete(action);
  let [now, seed] = [0, 11];
  const random = () => { seed = (seed * 48271) % 2147483647; return seed / 2147483647; };
  const speaking = [];
  const say = (who) => (message) => new Promise((done) => speaking.push({ who, message, end: now + 0.5, done }));
  const outcomes = [{}, {}];
  try {
    const sessions = [await PairingOffer.make(given), await PairingJoin.make()];
    const runs = sessions.map((session, who) => new PairingRun(session, paceOf(0.5), say(who), () => now));
    runs.forEach((run, who) => {
      run.dialogue.random = random;
      run.addEventListener('compare', () => run.decide(areMatches[who]));
      run.addEventListener('done', ({ detail }) => { outcomes[who].result = detail; });
      run.addEventListener('failed', ({ detail }) => { outcomes[who].code = detail.code; });
    });
    while (runs.some((run) => !run.isOver) && now < 200) {
      now += 0.05;
      for (const said of speaking.splice(0)) {
        if (said.end > now) { speaking.push(said); continue; }
        said.done();
        if (random() >= loss) for (const run of runs) run.hear(said.message); // both hear it, the speaker too
      }
      for (const action of ticks) action();
      for (let turn = 0; turn < 8; turn += 1) await new Promise((done) => { setImmediate(done); });
      await Promise.all(runs.map((run) => run.last));
    }
  } finally {
    globalThis.setInterval = realInterval;
    globalThis.clearInterval = realClear;
  }
  return outcomes;
}

test('two pages pair in a room that loses every third packet', async () => {
  const given = { kind: 'text', text: 'meet at the harbour, at eight' };
  const [one, other] = await room(1 / 3, given);
  assert.deepEqual(other.result?.handOver, given);
  assert.deepEqual(one.result?.sharedSecret, other.result?.sharedSecret);
});

test('in a room where one user types other digits, both devices end with that reason', async () => {
  const [one, other] = await room(0, { kind: 'text', text: 'secret' }, [true, false]);
  assert.deepEqual([one.code, other.code], ['ended-strings-differ', 'strings-differ']);
  assert.equal(other.result, undefined);
});
