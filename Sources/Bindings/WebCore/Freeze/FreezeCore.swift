internal import InstrumentTuning
internal import OnsetDetection
internal import PitchEstimation
internal import SignalProcessing

/// The tuner while the pitch is frozen: the first stable pitch of each note, until the next one begins.
///
/// Settings and state are those of the tuner, which needs none of this to tune: so it is a module of its
/// own. `readingCount` counts how often the state has changed.
final class FreezeCore: Core {
  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let settings = SharedMemory<Double>(repeating: 0, count: TunerSettings.count)
  let state = SharedMemory<Double>(repeating: 0, count: TunerState.count)
  private var tracker: MultiresolutionTracker
  private var detector: OnsetDetector
  private var note = FrozenNote()
  private var onsets: [Double] = []  // that no reading has had yet
  private var mode = TargetMode.chromatic
  private var tuner = Tuner()

  init?(sampleRate: Double, listening: TunerListening) {
    guard let settings = try? TrackerSettings(sampleRate: sampleRate, listening: listening),
      let detector = try? OnsetDetector(sampleRate: sampleRate)
    else { return nil }
    tracker = MultiresolutionTracker(settings)
    self.detector = detector
    super.init()
    TunerState.clear(state.values)
  }

  override func address(of part: Int) -> Address {
    switch TunerCore.Part(rawValue: part) {
    case .input: input.address
    case .settings: settings.address
    case .state: state.address
    case .evidence, nil: nil
    }
  }

  /// Takes the settings over, and compares the note that is shown with them; refuses them all if one is out
  /// of its range.
  func configure() -> Bool {
    guard let new = TunerSettings(settings.values),
      let tuner = try? Tuner(concertPitch: new.concertPitch, tolerance: new.tolerance)
    else { return false }
    (mode, self.tuner) = (new.mode, tuner)
    note.readAgain(mode, tuner)
    if let shown = note.shown { TunerState.write(shown, to: state.values) }
    return true
  }

  /// Analyses samples from `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    let block = UnsafeBufferPointer(rebasing: input.values[..<count])
    detector.append(block.span)
    while let onset = detector.next() { onsets.append(onset.time) }
    tracker.append(block.span)
    while let reading = tracker.next() {
      let observation = TunerObservation(reading, onsets: onsets)
      onsets.removeAll(keepingCapacity: true)
      if let found = note.process(observation, mode, tuner) {
        TunerState.write(found, to: state.values)
      } else if note.shown == nil, state[TunerState.Field.voiced.rawValue] != 0 {
        hide()
      }
    }
  }

  /// Samples are missing here.
  func interrupt() {
    detector.interrupt()
    tracker.interrupt()
  }

  private func hide() {
    state[TunerState.Field.voiced.rawValue] = 0
    state[TunerState.Field.inTune.rawValue] = 0
    state[TunerState.Field.readingCount.rawValue] += 1
  }
}

/// Creates a tuner that finds the first stable pitch of each note. A lowest string of 0 is none.
@_cdecl("freeze_create")
func createFreeze(
  _ sampleRate: Hertz, _ low: Hertz, _ high: Hertz, _ lowestString: Hertz,
  _ gateKind: Code<GateKind>, _ gateLevel: Decibels
) -> Handle? {
  guard low > 0, high > low,
    let gate = GateKind(rawValue: Int(gateKind))?.threshold(gateLevel)
  else { return nil }
  let lowest = TunerListening(range: low...high)
    .lowestFrequency(lowestString: lowestString > 0 ? lowestString : nil)
  return handle(
    FreezeCore(
      sampleRate: sampleRate, listening: TunerListening(range: lowest...high, gate: gate)))
}

/// Applies the `settings`, which are those of a tuner.
@_cdecl("freeze_configure")
func configureFreeze(_ freeze: Handle) -> Accepted {
  (object(freeze) as FreezeCore).configure()
}

/// Analyses the first samples of `input`; `state` changes when a note is shown or hidden.
@_cdecl("freeze_push")
func pushToFreeze(_ freeze: Handle, _ count: Int32) {
  (object(freeze) as FreezeCore).push(Int(count))
}

/// Samples are missing here; silence replaces those whose number is known.
@_cdecl("freeze_interrupt")
func interruptFreeze(_ freeze: Handle) {
  (object(freeze) as FreezeCore).interrupt()
}
