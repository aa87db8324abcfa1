internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation

/// What is heard, as numbers at fixed places: the newest reading, then a ring of events.
enum TunerState {
  static let frequency = 4
  static let targetFrequency = 9
  static let rejected = 15
  static let readingCount = 16
  static let eventCount = 17
  static let waveDuration = 18
  /// Where the ring begins.
  static let events = 19
  /// How many events the ring holds, and how many numbers each has: its kind, and what belongs to it.
  static let eventLimit = 8
  static let eventSize = 7
  static let count = events + eventLimit * eventSize

  /// What may happen.
  enum Event: Double {
    case enteredTune = 1
    case leftTune = 2
    case note = 3
  }

  /// The level that stands for silence, in dBFS.
  private static let silence = -150.0

  static func clear(_ state: UnsafeMutableBufferPointer<Double>) {
    state.update(repeating: 0)
    state[1] = silence
    state[2] = silence
  }

  static func write(
    _ reading: PitchReading, _ result: TargetReading, to state: UnsafeMutableBufferPointer<Double>
  ) {
    state[0] = reading.time
    state[1] = max(silence, reading.level)
    state[2] = max(silence, reading.gateThreshold)
    state[3] = result.reading == nil ? 0 : 1
    state[frequency] = result.reading?.frequency ?? 0
    state[5] = reading.frequency ?? 0
    state[6] = reading.periodicity
    state[7] = Double(result.reading?.note.midiNumber ?? 0)
    state[8] = result.reading?.cents ?? 0
    state[targetFrequency] = result.reading?.targetFrequency ?? 0
    state[10] = Double(result.target?.string ?? 0)
    state[11] = side(result.reading)
    state[12] = result.isHeld ? 1 : 0
    state[13] = result.isInTune ? 1 : 0
    state[14] = reading.candidate?.inharmonicity ?? 0
    state[readingCount] += 1
  }

  private static func side(_ reading: TunerReading?) -> Double {
    switch reading?.state {
    case .flat: -1
    case .sharp: 1
    default: 0
    }
  }

  static func append(_ event: Event, to state: UnsafeMutableBufferPointer<Double>) {
    let place = events + Int(state[eventCount]) % eventLimit * eventSize
    state[place] = event.rawValue
    state[eventCount] += 1
  }

  static func append(_ note: HeardNote, to state: UnsafeMutableBufferPointer<Double>) {
    let place = events + Int(state[eventCount]) % eventLimit * eventSize
    append(.note, to: state)
    state[place + 1] = note.startTime
    state[place + 2] = note.duration
    state[place + 3] = Double(note.note.midiNumber)
    state[place + 4] = note.meanCents
    state[place + 5] = note.spread
    state[place + 6] = note.timeInTune
  }
}
