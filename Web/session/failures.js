// What can go wrong with hearing, told apart. Each has a title and one next step in texts.js:
// `fail-KIND` and `fail-KIND-do`.

/**
 * @typedef {'denied' | 'dismissed' | 'no-device' | 'busy' | 'insecure' | 'policy' | 'unsupported'
 *   | 'lost' | 'interrupted' | 'engine' | 'no-output' | 'unknown'} FailureKind
 * @typedef {'silent' | 'clipping' | 'channel' | 'processed'} HintKind
 */

/** @type {Record<FailureKind, 'retry' | 'settings' | 'none'>} What the button beside it does. */
export const remedies = {
  denied: 'retry', dismissed: 'retry', 'no-device': 'retry', busy: 'retry', insecure: 'none', policy: 'none',
  unsupported: 'none', lost: 'retry', interrupted: 'retry', engine: 'retry', 'no-output': 'retry', unknown: 'retry',
};

/**
 * What stands in the way before anybody asked.
 *
 * @returns {FailureKind | null}
 */
export function obstacle() {
  if (!isSecureContext) return 'insecure';
  if (typeof AudioWorkletNode === 'undefined' || typeof WebAssembly === 'undefined') return 'unsupported';
  if (!navigator.mediaDevices?.getUserMedia) return 'unsupported';
  // Chromium tells whether the page around us forbids the microphone.
  const policy = /** @type {any} */ (document).permissionsPolicy ?? /** @type {any} */ (document).featurePolicy;
  if (policy?.allowsFeature && !policy.allowsFeature('microphone')) return 'policy';
  return null;
}

/**
 * @param {any} error What getUserMedia threw.
 * @returns {Promise<FailureKind>}
 */
export async function classify(error) {
  switch (error?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return await permission() === 'prompt' ? 'dismissed' : 'denied';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'no-device';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'busy';
    default:
      return 'unknown';
  }
}

async function permission() {
  try {
    const name = /** @type {any} */ ('microphone');
    return (await navigator.permissions.query({ name })).state;
  } catch { return 'unknown'; }  // Firefox before 132 does not know the microphone here.
}
