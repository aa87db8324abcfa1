// Checks the test vectors of docs/pairing.md by the Web Cryptography API alone, as a page would:
//
//     node Scripts/testing/pairing.mjs
//
// It takes the joiner's side: secret, transcript, keys, digits, confirmation, and opens the parts.

import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";

const { subtle } = webcrypto;
const path = new URL("../../docs/pairing.md", import.meta.url);
const vectors = read(await readFile(path, "utf8"));
const bytes = (name) => Uint8Array.from(vectors[name].match(/../g), (digits) => parseInt(digits, 16));
const digits = (buffer) => Buffer.from(buffer).toString("hex");
const base64 = (name) => Buffer.from(bytes(name)).toString("base64url");
const label = (purpose) => new TextEncoder().encode(`Kammerton pairing 2: ${purpose}`);
const join = (...fields) => Uint8Array.from(fields.flatMap((field) => [...field]));

function read(text) {
  const block = text.match(/```text vectors\n([^]*?)```/)[1];
  const vectors = {};
  let name;
  for (const line of block.trimEnd().split("\n")) {
    const [left, right] = line.split("=");
    if (right !== undefined) vectors[(name = left.trim())] = "";
    vectors[name] += (right ?? left).trim();
  }
  return vectors;
}

async function hash(purpose, ...fields) {
  const parts = fields.map((field) => join([field.length], field));
  return new Uint8Array(await subtle.digest("SHA-256", join(label(purpose), [0], ...parts)));
}

async function agree() {
  const algorithm = { name: "X25519" };
  const key = {
    kty: "OKP", crv: "X25519", d: base64("joiner's private key"), x: base64("joiner's public key"),
  };
  const own = await subtle.importKey("jwk", key, algorithm, false, ["deriveBits"]);
  const other = await subtle.importKey("raw", bytes("offerer's public key"), algorithm, false, []);
  return subtle.deriveBits({ name: "X25519", public: other }, own, 256);
}

const failures = [];
const expect = (name, value, expected = vectors[name]) => {
  if (value !== expected) failures.push(`${name} is ${value}, but must be ${expected}`);
};

const secret = await agree();
expect("X25519", digits(secret));
const transcript = await hash("transcript", bytes("offer"), bytes("join"), bytes("reveal"));
expect("transcript", digits(transcript));

const base = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
const derive = (purpose, count = 32) =>
  subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: transcript, info: label(purpose) }, base, 8 * count);
const number = async (purpose, limit) => new DataView(await derive(purpose, 8)).getBigUint64(0) % limit;
const offererDigits = await number("offerer's digits", 1_000_000n);
let joinerDigits = await number("joiner's digits", 999_999n);
if (joinerDigits >= offererDigits) joinerDigits += 1n;
expect("offerer's digits", `${offererDigits}`.padStart(6, "0"));
expect("joiner's digits", `${joinerDigits}`.padStart(6, "0"));
expect("shared secret", digits(await derive("shared secret")));

const confirmation = await subtle.importKey(
  "raw", await derive("joiner confirms"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const tag = digits(await subtle.sign("HMAC", confirmation, transcript)).slice(0, 32);
expect("joiner confirms", vectors["joiner confirms"].slice(0, 20) + tag);

const seal = await subtle.importKey("raw", await derive("hand-over"), "AES-GCM", false, ["decrypt"]);
const opened = [];
for (const index of [0, 1]) {
  const iv = new Uint8Array(12);
  iv[11] = index;
  const additionalData = join([index, 2], transcript);
  const part = bytes(`part ${index}`).slice(11);
  opened.push(...new Uint8Array(
    await subtle.decrypt({ name: "AES-GCM", iv, additionalData }, seal, part)));
}
expect("handed over", digits(opened), `0103${vectors["handed over"]}`);

for (const failure of failures) console.error(`test-pairing: ${failure}`);
console.log(failures.length ? "test-pairing: failed" : "test-pairing: the Web Cryptography API agrees");
process.exitCode = failures.length ? 1 : 0;
