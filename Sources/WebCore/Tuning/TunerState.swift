internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation

/// What is heard, as numbers at fixed places: the newest reading, then a ring of events.
enum TunerState {
  /// The places of the state.
  enum Place: Int, CaseIterable {
    case time
    case level
    case gate
    case voiced
    case frequency
    case rawFrequency
    case periodicity
    case note
    case cents
    case targetFrequency
    case string
    case side
    case held
    case inTune
    case inharmonicity
    case rejected
    case readingCount
    case eventCount
    case waveDuration
    case events  // where the ring begins
  }

  /// What may happen.
  enum Event: Int, CaseIterable {
    case enteredTune = 1
    case leftTune
    case note
  }

  /// The places of an event in the ring; what follows its kind belongs to a note.
  enum EventPlace: Int, CaseIterable {
    case kind
    case start
    case duration
    case midi
    case meanCents
    case spreadCents
    case secondsInTune
  }

  /// How many events the ring holds.
  static let eventLimit = 8
  static let eventSize = EventPlace.allCases.count
  static let count = Place.events.rawValue + eventLimit * eventSize

  /// The level that stands for silence, in dBFS.
  static let silence = -150.0

  static func clear(_ state: UnsafeMutableBufferPointer<Double>) {
    state.update(repeating: 0)
    state[Place.level] = silence
    state[Place.gate] = silence
  }

  static func write(
    _ reading: PitchReading, _ result: TargetReading, to state: UnsafeMutableBufferPointer<Double>
  ) {
    state[Place.time] = reading.time
    state[Place.level] = max(silence, reading.level)
    state[Place.gate] = max(silence, reading.gateThreshold)
    state[Place.voiced] = result.reading == nil ? 0 : 1
    state[Place.frequency] = result.reading?.frequency ?? 0
    state[Place.rawFrequency] = reading.frequency ?? 0
    state[Place.periodicity] = reading.periodicity
    state[Place.note] = Double(result.reading?.note.midiNumber ?? 0)
    state[Place.cents] = result.reading?.cents ?? 0
    state[Place.targetFrequency] = result.reading?.targetFrequency ?? 0
    state[Place.string] = Double(result.target?.string ?? 0)
    state[Place.side] = side(result.reading)
    state[Place.held] = result.isHeld ? 1 : 0
    state[Place.inTune] = result.isInTune ? 1 : 0
    state[Place.inharmonicity] = reading.candidate?.inharmonicity ?? 0
    state[Place.readingCount] += 1
  }

  private static func side(_ reading: TunerReading?) -> Double {
    switch reading?.state {
    case .flat: -1
    case .sharp: 1
    default: 0
    }
  }

  static func append(_ event: Event, to state: UnsafeMutableBufferPointer<Double>) {
    nextEvent(of: state)[EventPlace.kind] = Double(event.rawValue)
    state[Place.eventCount] += 1
  }

  static func append(_ note: HeardNote, to state: UnsafeMutableBufferPointer<Double>) {
    let event = nextEvent(of: state)
    event[EventPlace.start] = note.startTime
    event[EventPlace.duration] = note.duration
    event[EventPlace.midi] = Double(note.note.midiNumber)
    event[EventPlace.meanCents] = note.meanCents
    event[EventPlace.spreadCents] = note.spread
    event[EventPlace.secondsInTune] = note.timeInTune
    append(.note, to: state)
  }

  private static func nextEvent(
    of state: UnsafeMutableBufferPointer<Double>
  ) -> UnsafeMutableBufferPointer<Double> {
    let index = Int(state[Place.eventCount]) % eventLimit
    return UnsafeMutableBufferPointer(
      rebasing: state[(Place.events.rawValue + index * eventSize)...].prefix(eventSize))
  }
}
