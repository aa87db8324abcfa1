import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing

/// Makes what the views show from the newest sound, once a frame, and only what the view needs.
struct ScopeReader {
  private let history: SoundHistory
  private var plan: Plan?

  private struct Plan {
    let sampleRate: Double
    var strobe: StrobeAnalyzer
    var spectrum: LogSpectrum
  }

  init(_ history: SoundHistory) {
    self.history = history
  }

  /// Reads the newest sound.
  ///
  /// - Parameter state: What is tuned, and which view is shown. While it is paused, its own scope
  ///   stays.
  /// - Returns: What the view shows; nothing where there is no sound yet.
  package mutating func read(_ state: TunerScreenState) -> ScopeState {
    guard !state.isPaused else { return state.scope }
    switch state.setup.view {
    case .needle, .knob, .history: return ScopeState()
    case .strobe, .spectrum, .wave: break
    }
    let snapshot = history.snapshot(count: 1)
    guard let sampleRate = snapshot.sampleRate, prepare(for: sampleRate) else {
      return ScopeState()
    }
    switch state.setup.view {
    case .strobe: return strobe(state)
    case .spectrum: return spectrum()
    default: return wave(state, sampleRate: sampleRate)
    }
  }

  /// - Returns: Whether views can be drawn at this rate.
  private mutating func prepare(for sampleRate: Double) -> Bool {
    if plan?.sampleRate == sampleRate { return true }
    plan = nil
    guard let strobe = try? StrobeAnalyzer(sampleRate: sampleRate),
      let spectrum = try? LogSpectrum(
        sampleRate: sampleRate, bandCount: 240, range: 20...min(16_000, 0.49 * sampleRate))
    else { return false }
    plan = Plan(sampleRate: sampleRate, strobe: strobe, spectrum: spectrum)
    return true
  }

  private mutating func strobe(_ state: TunerScreenState) -> ScopeState {
    guard let target = state.target, state.reading != nil else { return ScopeState() }
    guard let count = plan?.strobe.sampleCount else { return ScopeState() }
    let sound = history.snapshot(count: count)
    let frequency = target.pitch.frequency(under: state.setup.reference)
    plan?.strobe.analyze(sound.samples.span, endIndex: sound.endIndex, target: frequency)
    guard let strobe = plan?.strobe else { return ScopeState() }
    var scope = ScopeState()
    scope.stripes = strobe.partials.map { partial in
      ScopeState.Stripe(
        number: partial.order, turns: partial.phase, level: partial.level,
        deviation: partial.deviation)
    }
    if let string = strobe.string, string.inharmonicity > 3 * string.uncertainty {
      scope.inharmonicity = string.inharmonicity
    }
    return scope
  }

  private mutating func spectrum() -> ScopeState {
    guard let count = plan?.spectrum.length, let bands = plan?.spectrum.bandCount else {
      return ScopeState()
    }
    let sound = history.snapshot(count: count)
    var levels = [Float](repeating: LogSpectrum.lowestLevel, count: bands)
    var span = levels.mutableSpan
    plan?.spectrum.transform(sound.samples.span, into: &span)
    var scope = ScopeState()
    scope.spectrum = levels
    scope.spectrumRange = plan?.spectrum.range ?? scope.spectrumRange
    return scope
  }

  /// About 30 ms of the wave, in whole periods where there is a tone.
  private func wave(_ state: TunerScreenState, sampleRate: Double) -> ScopeState {
    let frequency = state.isHeld ? nil : state.reading?.frequency
    let period = frequency.map { sampleRate / $0 }
    let periods = frequency.map { max(2, min(12, (0.03 * $0).rounded())) } ?? 0
    let length = period.map { $0 * periods } ?? 0.03 * sampleRate
    let sound = history.snapshot(count: Int(2.5 * length) + 64)
    let start = WaveTrigger.start(in: sound.samples.span, length: length, period: period)
    var points = [Float](repeating: 0, count: 512)
    var span = points.mutableSpan
    WaveTrigger.draw(sound.samples.span, from: start, length: length, into: &span)
    var scope = ScopeState()
    scope.wave = points
    return scope
  }
}
