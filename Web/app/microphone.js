// The microphone as raw as the browser gives it, and the truth about what was given.

/**
 * What was really applied. `null` where the browser does not say.
 *
 * @typedef {object} InputFacts
 * @property {string} label
 * @property {string} device
 * @property {number | null} sampleRate Hertz, of the device.
 * @property {number | null} channels
 * @property {boolean | null} echoCancellation
 * @property {boolean | null} noiseSuppression
 * @property {boolean | null} autoGainControl
 * @property {boolean | null} voiceIsolation
 */

/**
 * Asks for raw sound. Wishes, never demands: a device that cannot is still heard.
 *
 * @param {string} device An identifier, or '' for the browser's choice.
 */
export async function openMicrophone(device) {
  /** @type {any} */
  const audio = {
    echoCancellation: false, noiseSuppression: false, autoGainControl: false, voiceIsolation: false,
    channelCount: { ideal: 2 },
  };
  if (device) audio.deviceId = { ideal: device };
  return navigator.mediaDevices.getUserMedia({ audio });
}

/**
 * @param {MediaStreamTrack} track
 * @returns {InputFacts}
 */
export function inputFacts(track) {
  const applied = /** @type {any} */ (track.getSettings());
  const known = (/** @type {string} */ name) => applied[name] ?? null;
  return {
    label: track.label, device: known('deviceId') ?? '', sampleRate: known('sampleRate'),
    channels: known('channelCount'), echoCancellation: known('echoCancellation'),
    noiseSuppression: known('noiseSuppression'), autoGainControl: known('autoGainControl'),
    voiceIsolation: known('voiceIsolation'),
  };
}

/** @param {InputFacts} facts */
export function isProcessed(facts) {
  // Some browsers say what kind of echo cancellation: any text but "none" is one.
  const on = (/** @type {any} */ value) => value === true || (typeof value === 'string' && value !== 'none');
  return [facts.echoCancellation, facts.noiseSuppression, facts.autoGainControl, facts.voiceIsolation].some(on);
}

/** Microphones by name; names are empty until the microphone was allowed once. */
export async function listInputs() {
  const devices = await navigator.mediaDevices?.enumerateDevices?.() ?? [];
  return devices.filter((device) => device.kind === 'audioinput');
}
