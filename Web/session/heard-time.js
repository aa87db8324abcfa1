// When sound of a context is heard: later than it is rendered, by what lies between page and loudspeaker.

/** A device that says more than this is behind, in seconds, does not know. */
const largestLatency = 2;

/**
 * @param {AudioContext} context
 * @returns {number} The time of the context, in seconds, of what leaves the loudspeaker now.
 */
export function heardTime(context) {
  const { currentTime } = context;
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
  const heard = Math.min(currentTime, contextTime + (performance.now() - performanceTime) / 1000);
  if (contextTime > 0 && performanceTime > 0 && currentTime - heard < largestLatency) return heard;
  return currentTime - (context.outputLatency || context.baseLatency || 0);
}
