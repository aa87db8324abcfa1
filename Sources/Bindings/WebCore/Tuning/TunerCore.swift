internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing

/// A tracker and a tuner, and the memory that the page's side reads.
///
/// Nothing is allocated after `init`, unless settings change.
final class TunerCore {

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let settings = SharedMemory<Double>(repeating: 0, count: TunerSettings.count)
  private let state = SharedMemory<Double>(repeating: 0, count: TunerState.count)
  private let lastSettings = SharedMemory<Double>(repeating: 0, count: TunerSettings.count)
  private var tracker: PromptTracker
  private var engine = TunerEngine()

  init(_ settings: TrackerSettings) {
    tracker = PromptTracker(settings)
    TunerState.clear(state.values)
  }

  var stateAddress: UnsafeMutableRawPointer? { state.address }

  /// Takes the settings over; refuses them all if one is out of its range.
  func configure() -> Bool {
    guard let new = TunerSettings(settings.values) else { return false }
    if let ended = try? engine.setTolerance(new.tolerance) { tell(ended) }
    engine.concertPitch = new.concertPitch
    engine.clock = new.clock
    if !hasSameMode { engine.mode = new.mode }
    for index in 0..<TunerSettings.count { lastSettings[index] = settings[index] }
    return true
  }

  /// Whether the numbers of the mode are still the same. (Comparing the modes would compare names,
  /// and bring all of Unicode into the module.)
  private var hasSameMode: Bool {
    (TunerSettings.Field.mode.rawValue..<TunerSettings.count).allSatisfy {
      settings[$0] == lastSettings[$0]
    }
  }

  /// Takes in samples from `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    let block = UnsafeBufferPointer(rebasing: input.values[..<count])
    tracker.append(block.span)
    while let reading = tracker.next() { take(reading) }
    state[TunerState.Field.rejected] = Double(tracker.rejectedSampleCount)
  }

  /// Forgets the note that sounds, as after a tone of the page's own.
  func reset() {
    tell(engine.reset())
  }

  private func take(_ reading: PitchReading) {
    let reading = engine.process(reading)
    TunerState.write(reading, to: state.values)
    switch reading.event {
    case .entered: TunerState.append(.enteredTune, to: state.values)
    case .left: TunerState.append(.leftTune, to: state.values)
    case nil: break
    }
    tell(reading.ended)
  }

  private func tell(_ ended: HeardNote?) {
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

/// How the level is told that counts as sound.
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

@_cdecl("tuner_create")
func createTuner(
  _ sampleRate: Double, _ low: Double, _ high: Double, _ gateKind: Int32, _ gateLevel: Double
) -> UnsafeMutableRawPointer? {
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

/// The lowest frequency to look for, in hertz, where a tuner without strings would begin at `low`.
@_cdecl("tuner_lowest_frequency")
func lowestFrequencyOfTuner(_ low: Double, _ lowestString: Double) -> Double {
  guard low > 0, low.isFinite, lowestString > 0 else { return low }
  return TunerListening(range: low...low).lowestFrequency(lowestString: lowestString)
}

/// The lowest frequency to look for, in hertz, where notes must begin as soon as possible.
@_cdecl("tuner_prompt_frequency")
func promptFrequencyOfTuner(_ lowestString: Double) -> Double {
  TunerListening(isPrompt: true, lowestString: lowestString > 0 ? lowestString : nil)
    .range.lowerBound
}

@_cdecl("tuner_release")
func releaseTuner(_ tuner: UnsafeMutableRawPointer) { release(TunerCore.self, tuner) }

@_cdecl("tuner_input")
func tunerInput(_ tuner: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(tuner) as TunerCore).input.address
}

@_cdecl("tuner_settings")
func tunerSettings(_ tuner: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(tuner) as TunerCore).settings.address
}

@_cdecl("tuner_state")
func tunerState(_ tuner: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(tuner) as TunerCore).stateAddress
}

@_cdecl("tuner_configure")
func configureTuner(_ tuner: UnsafeMutableRawPointer) -> Int32 {
  (object(tuner) as TunerCore).configure() ? 1 : 0
}

@_cdecl("tuner_push")
func pushToTuner(_ tuner: UnsafeMutableRawPointer, _ count: Int32) {
  (object(tuner) as TunerCore).push(Int(count))
}

@_cdecl("tuner_reset")
func resetTuner(_ tuner: UnsafeMutableRawPointer) { (object(tuner) as TunerCore).reset() }
