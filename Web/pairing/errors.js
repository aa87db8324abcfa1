// Why a pairing fails, and why a message changes nothing. What people read of it is in the panel's texts,
// as `pair-fail-CODE` and `pair-heard-REASON`.

/**
 * @typedef {'unsupported' | 'insecure' | 'too-long' | 'control-characters' | 'no-address' | 'no-url'
 *   | 'tuner-line' | 'timed-out-offer' | 'timed-out-join' | 'timed-out-reveal' | 'timed-out-comparison'
 *   | 'timed-out-confirmation' | 'timed-out-hand-over' | 'commitment-broken' | 'offer-taken'
 *   | 'two-devices' | 'key-refused' | 'confirmation-wrong' | 'hand-over-damaged' | 'strings-differ'
 *   | 'cancelled' | 'ended-strings-differ' | 'ended-cancelled' | 'ended-two-devices'
 *   | 'ended-check-failed' | 'nothing-to-compare' | 'cut-off' | 'network-offer'} PairingFailure
 * @typedef {'foreign' | 'other-version' | 'malformed' | 'own-role' | 'other-pairing' | 'out-of-order'
 *   | 'repeated'} IgnoredReason
 * @typedef {'offer' | 'join' | 'reveal' | 'comparison' | 'confirmation' | 'hand-over'} PairingStage
 */

export class PairingError extends Error {
  /**
   * @param {PairingFailure} code
   * @param {{count?: number, limit?: number, heard?: IgnoredReason | null}} [detail]
   */
  constructor(code, detail = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** What a device says of its failure before it goes, by number. */
export const farewellReasons = ['', 'strings-differ', 'cancelled', 'two-devices', 'check-failed'];

/**
 * The number of the reason that the other device is told; 0 if it is told nothing.
 *
 * @param {PairingFailure | undefined} code
 */
export function farewellReason(code) {
  switch (code) {
    case 'strings-differ': return 1;
    case 'cancelled': return 2;
    case 'two-devices': return 3;
    case 'commitment-broken': case 'key-refused': case 'confirmation-wrong': case 'hand-over-damaged': return 4;
    default: return 0;
  }
}
