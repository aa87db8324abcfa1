// Where the module `air` keeps its numbers: the other side of Sources/WebCore/Air.

/** In the order of the core's ModemBand, with what each needs and takes, in hertz. */
export const bands = [
  { name: 'U', low: 17000, high: 19500, lowestSampleRate: 44100 },
  { name: 'X', low: 15500, high: 18000, lowestSampleRate: 44100 },
  { name: 'A', low: 2000, high: 6500, lowestSampleRate: 16000 },
];
/** In the order of the core's ModemMode. */
export const modes = ['touch', 'desk', 'room', 'far', 'beacon'];
/** What is not known, then the modes in the order of the core's ModemMode. */
export const distances = ['automatic', ...modes];

/** Places in the settings of a message, and in what is told of it, in numbers of 8 bytes. */
export const senderPlaces = {
  payloadCount: 0, band: 1, distance: 2, isExact: 3, level: 4, number: 5, count: 6,
};
export const statusPlaces = { sampleCount: 0, packetCount: 1, startedPacketCount: 2, mode: 3, count: 4 };

/** Places in an event, in numbers of 8 bytes. */
export const eventPlaces = {
  payloadCount: 0, band: 1, mode: 2, time: 3, speed: 4, signalToNoise: 5, packetCount: 6,
  heardCount: 7, neededCount: 8, number: 9, reason: 10, isPart: 11, count: 12,
};
export const eventKinds = ['', 'packet', 'progress', 'message', 'abandoned'];
export const abandonReasons = ['timed-out', 'crowded-out', 'damaged'];

/** The most bytes of a message. */
export const largestPayload = 65535;
