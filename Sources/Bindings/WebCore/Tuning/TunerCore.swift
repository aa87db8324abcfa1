import InstrumentTuning
import MusicTheory
import PitchEstimation
import SignalProcessing

/// A tracker and a tuner, and the memory that the page's side reads.
///
/// Nothing is allocated after `init`, unless settings change.
final class TunerCore: Core {
  enum Part: Int, CaseIterable { case input, settings, state, evidence }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let settings = SharedMemory<Double>(repeating: 0, count: TunerSettings.count)
  let state = SharedMemory<Double>(repeating: 0, count: TunerState.count)
  /// What an ``EvidenceCore`` has told; zeros for a single tone.
  let evidence = SharedMemory<Float>(repeating: 0, count: TunerEvidence.count)
  private let lastSettings = SharedMemory<Double>(repeating: 0, count: TunerSettings.count)
  private var tracker: PromptTracker
  private var engine = TunerEngine()
  private var begun = BegunNote()

  init(_ settings: TrackerSettings) {
    tracker = PromptTracker(settings)
    super.init()
    TunerState.clear(state.values)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .settings: settings.address
    case .state: state.address
    case .evidence: evidence.address
    case nil: nil
    }
  }

  /// Takes the settings over; refuses them all if one is out of its range.
  func configure() -> Bool {
    guard let new = TunerSettings(settings.values) else { return false }
    if let ended = try? engine.setTolerance(new.tolerance) { append(ended) }
    engine.concertPitch = new.concertPitch
    if !hasSameMode { engine.mode = new.mode }
    for index in 0..<TunerSettings.count { lastSettings[index] = settings[index] }
    return true
  }

  /// `true` while the numbers of the mode are the same. (Comparing the modes would compare names,
  /// and bring all of Unicode into the module.)
  private var hasSameMode: Bool {
    (TunerSettings.Field.mode.rawValue..<TunerSettings.temperament).allSatisfy {
      settings[$0] == lastSettings[$0]
    }
  }

  /// Analyses samples from `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    let block = UnsafeBufferPointer(rebasing: input.values[..<count])
    tracker.append(block.span)
    while let reading = tracker.next() { process(reading) }
    state.values[TunerState.Field.rejected] = Double(tracker.rejectedSampleCount)
  }

  /// Forgets the note that sounds, as after a tone of the page's own.
  func reset() {
    append(engine.reset())
  }

  private func process(_ reading: PitchReading) {
    var reading = reading
    let sound = TunerEvidence.judge(&reading, by: evidence.values)
    var result = engine.process(reading, sound: sound)
    begun.show(
      in: &result, beginning: reading.beginning ?? tracker.takeBeginning(), by: &engine)
    TunerState.write(result, to: state.values)
    switch result.event {
    case .entered: TunerState.append(.enteredTune, to: state.values)
    case .left: TunerState.append(.leftTune, to: state.values)
    case nil: break
    }
    append(result.ended)
  }

  private func append(_ ended: HeardNote?) {
    guard let ended else { return }
    TunerState.append(ended, to: state.values)
  }
}

extension TrackerSettings {
  /// Those of a tuner's tracker.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - listening: The frequencies to look for, and what level counts as sound.
  /// - Throws: ``EstimatorError`` if one of them is out of its range.
  init(sampleRate: Double, listening: TunerListening) throws(EstimatorError) {
    try self.init(
      sampleRate: sampleRate, searchRange: listening.searchRange(sampleRate: sampleRate),
      hopSize: TunerListening.hopDuration * sampleRate, gate: LevelGate(listening.gate))
  }
}

/// The ways to choose the lowest level that counts as sound.
enum GateKind: Int, CaseIterable {
  case auto
  case off
  case level

  /// - Parameter level: In dBFS, if the kind is `level`.
  /// - Returns: The threshold.
  func threshold(_ level: Double) -> LevelGate.Threshold {
    switch self {
    case .auto: .automatic
    case .off: .off
    case .level: .fixed(level)
    }
  }
}

/// Creates a tuner whose readings do not wait for later sound.
@_cdecl("tuner_create")
func createTuner(
  _ sampleRate: Hertz, _ low: Hertz, _ high: Hertz, _ gateKind: Code<GateKind>,
  _ gateLevel: Decibels
) -> Handle? {
  guard low > 0, high > low,
    let gate = GateKind(rawValue: Int(gateKind))?.threshold(gateLevel)
  else { return nil }
  let listening = TunerListening(range: low...high, gate: gate)
  do {
    return handle(TunerCore(try TrackerSettings(sampleRate: sampleRate, listening: listening)))
  } catch {
    return nil
  }
}

/// Returns the lowest frequency to look for if a string may be slack, where a tuner without
/// strings would begin at `low`. A lowest string of 0 is none.
@_cdecl("tuner_lowest_frequency")
func lowestFrequencyOfTuner(_ low: Hertz, _ lowestString: Hertz) -> Hertz {
  guard low > 0, low.isFinite, lowestString > 0 else { return low }
  return TunerListening(range: low...low).lowestFrequency(lowestString: lowestString)
}

/// Returns the lowest frequency to look for where notes must begin as soon as possible. A lowest
/// string of 0 is none.
@_cdecl("tuner_prompt_frequency")
func promptFrequencyOfTuner(_ lowestString: Hertz) -> Hertz {
  TunerListening(isPrompt: true, lowestString: lowestString > 0 ? lowestString : nil)
    .range.lowerBound
}

/// Applies the `settings`: concert pitch, tolerance, temperament and targets, which are every
/// note, strings, one note, or the degrees of a scale.
@_cdecl("tuner_configure")
func configureTuner(_ tuner: Handle) -> Accepted {
  (object(tuner) as TunerCore).configure()
}

/// Analyses the first samples of `input`; `state` is the newest reading and a ring of events.
/// `evidence` is what the module of evidence last wrote, or zeros.
@_cdecl("tuner_push")
func pushToTuner(_ tuner: Handle, _ count: Int32) {
  (object(tuner) as TunerCore).push(Int(count))
}

/// Forgets the note.
@_cdecl("tuner_reset")
func resetTuner(_ tuner: Handle) { (object(tuner) as TunerCore).reset() }

/// The tuner's state, as numbers at fixed positions: the newest reading, then a ring of events.
enum TunerState {
  /// The positions of the state.
  enum Field: Int, CaseIterable {
    case time  // of the newest reading, in seconds of sound
    case level  // dBFS, as the next two
    case gate  // the level below which nothing counts as sound
    case noise  // the noise of the room as far as it is learned
    case voiced  // there is a note to show, sounding or held
    case frequency  // the note's, steadied for the eye, in hertz; 0 while not voiced
    case rawFrequency  // the reading's own, in hertz; 0 where unvoiced
    case periodicity  // how exactly the sound repeats, 0...1
    case note  // the target's MIDI number
    case cents  // above the target
    case targetFrequency  // hertz
    case string  // the number of the target's string, or 0
    case degree  // of the scale that is tuned to, counted from its root below A4
    case side  // -1 flat, 0 near enough, 1 sharp: at once, with hysteresis
    case held  // the sound has stopped, and its last value stays for a moment
    case inTune  // for long enough to say so
    case inharmonicity  // the stiffness of the string, B; 0 if not measured
    case confidence  // 1 if the tracker cannot tell
    case sound  // what the note is that of, by the order of `Sound`
    case rejected  // samples that were not finite, and counted as silence
    case readingCount
    case eventCount
    case events  // where the ring begins
  }

  /// What a note is that of.
  enum Sound: Int, CaseIterable {
    case tone
    case bell  // its strike note
    case several  // tones at once: it is only their common divisor, and never in tune

    init(_ sound: TunerSound) {
      switch sound {
      case .tone, .strikeNote: self = .tone
      case .unexpectedBell: self = .bell
      case .commonDivisor: self = .several
      }
    }
  }

  /// The kinds of events.
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

  /// The number of events in the ring.
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
    state[Field.sound] = Double(Sound(reading.sound).rawValue)
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
