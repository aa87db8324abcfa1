internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation

/// What is heard, as numbers at fixed positions: the newest reading, then a ring of events.
enum TunerState {
  /// The positions of the state.
  enum Field: Int, CaseIterable {
    case time
    case level
    case gate
    case noise
    case voiced
    case frequency
    case rawFrequency
    case periodicity
    case note
    case cents
    case targetFrequency
    case string
    case degree
    case side
    case held
    case inTune
    case inharmonicity
    case confidence  // 1 if the tracker cannot tell
    case rejected
    case readingCount
    case eventCount
    case events  // where the ring begins
  }

  /// What may happen.
  enum Event: Int, CaseIterable {
    case enteredTune = 1
    case leftTune
    case note
  }

  /// The positions of an event in the ring; what follows its kind belongs to a note.
  enum EventField: Int, CaseIterable {
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
  static let eventSize = EventField.allCases.count
  static let count = Field.events.rawValue + eventLimit * eventSize

  /// The level that stands for silence, in dBFS.
  static let silence = -150.0

  static func clear(_ state: UnsafeMutableBufferPointer<Double>) {
    state.update(repeating: 0)
    state[Field.level] = silence
    state[Field.gate] = silence
    state[Field.noise] = silence
  }

  static func write(
    _ reading: TunerReading, to state: UnsafeMutableBufferPointer<Double>
  ) {
    let (pitch, deviation) = (reading.pitch, reading.deviation)
    state[Field.time] = pitch.time
    state[Field.level] = max(silence, pitch.level)
    state[Field.gate] = max(silence, pitch.gateThreshold)
    state[Field.noise] = max(silence, pitch.noiseLevel)
    state[Field.voiced] = deviation == nil ? 0 : 1
    state[Field.frequency] = deviation?.frequency ?? 0
    state[Field.rawFrequency] = pitch.frequency ?? 0
    state[Field.periodicity] = pitch.periodicity
    state[Field.note] = Double(deviation?.note.midiNumber ?? 0)
    state[Field.cents] = deviation?.cents ?? 0
    state[Field.targetFrequency] = deviation?.targetFrequency ?? 0
    state[Field.string] = Double(reading.target?.string ?? 0)
    state[Field.degree] = Double(reading.target?.degree ?? 0)
    state[Field.side] = side(deviation)
    state[Field.held] = reading.isHeld ? 1 : 0
    state[Field.inTune] = reading.isInTune ? 1 : 0
    state[Field.inharmonicity] = pitch.candidate?.inharmonicity ?? 0
    state[Field.confidence] = pitch.confidence ?? 1
    state[Field.readingCount] += 1
  }

  private static func side(_ deviation: NoteDeviation?) -> Double {
    switch deviation?.state {
    case .flat: -1
    case .sharp: 1
    default: 0
    }
  }

  static func append(_ event: Event, to state: UnsafeMutableBufferPointer<Double>) {
    nextEvent(of: state)[EventField.kind] = Double(event.rawValue)
    state[Field.eventCount] += 1
  }

  static func append(_ note: HeardNote, to state: UnsafeMutableBufferPointer<Double>) {
    let event = nextEvent(of: state)
    event[EventField.start] = note.startTime
    event[EventField.duration] = note.duration
    event[EventField.midi] = Double(note.note.midiNumber)
    event[EventField.meanCents] = note.meanCents
    event[EventField.spreadCents] = note.spread
    event[EventField.secondsInTune] = note.timeInTune
    append(.note, to: state)
  }

  private static func nextEvent(
    of state: UnsafeMutableBufferPointer<Double>
  ) -> UnsafeMutableBufferPointer<Double> {
    let index = Int(state[Field.eventCount]) % eventLimit
    return UnsafeMutableBufferPointer(
      rebasing: state[(Field.events.rawValue + index * eventSize)...].prefix(eventSize))
  }
}
