import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SignalProcessing

/// Computes the data of the current view from the newest sound, once per frame.
struct ScopeReader {
  private let history: SoundHistory
  private var scope: TunerScope?
  private var waves = PitchWaves()

  init(_ history: SoundHistory) {
    self.history = history
  }

  /// Reads the newest sound.
  ///
  /// - Parameters:
  ///   - state: The target and the view. While it is paused, its own scope stays.
  ///   - seconds: The time since the last frame.
  /// - Returns: The data of the view; empty while there is no sound yet.
  mutating func read(
    _ state: TunerScreenState, after seconds: Double = 1.0 / 30
  ) -> ScopeState {
    guard !state.isPaused else { return state.scope }
    switch state.setup.view {
    case .needle, .history, .playing, .strum, .chord: return ScopeState()
    case .knob: return knob(state, after: seconds)
    case .strobe, .spectrum, .wave: break
    }
    guard let sampleRate = history.snapshot(count: 1).sampleRate else { return ScopeState() }
    if scope?.sampleRate != sampleRate {
      scope = TunerScope(sampleRate: sampleRate, layout: Self.layout(sampleRate: sampleRate))
    }
    guard var scope else { return ScopeState() }
    self.scope = nil  // so that it is changed in place
    defer { self.scope = scope }
    return switch state.setup.view {
    case .strobe: strobe(state, &scope)
    case .spectrum: spectrum(&scope)
    default: wave(state, scope)
    }
  }

  private static let bandCount = 240

  /// About 30 ms of the wave, and one band per column of a wide terminal.
  private static func layout(sampleRate: Double) -> TunerScope.Layout {
    TunerScope.Layout(
      bandCount: bandCount, spectrumRange: 20...min(16_000, 0.49 * sampleRate), waveDuration: 0.03,
      periods: 2...12)
  }

  private mutating func knob(_ state: TunerScreenState, after seconds: Double) -> ScopeState {
    let frequency = state.isHeld ? nil : state.deviation?.frequency
    waves.advance(by: seconds, frequency: frequency, level: state.level)
    var shown = ScopeState()
    shown.waves = waves
    return shown
  }

  private func strobe(_ state: TunerScreenState, _ scope: inout TunerScope) -> ScopeState {
    guard let target = state.target, let deviation = state.deviation else { return ScopeState() }
    let sound = history.snapshot(count: scope.strobeSampleCount)
    let frequency = target.pitch.frequency(under: state.setup.reference)
    scope.measureStrobe(
      of: sound.samples.span, endIndex: sound.endIndex, target: frequency,
      frequency: deviation.frequency)
    var shown = ScopeState()
    shown.stripes = scope.partials.map { partial in
      ScopeState.Stripe(
        number: partial.order, turns: partial.phase, level: partial.level,
        deviation: partial.deviation)
    }
    if let string = scope.string, string.inharmonicity > 3 * string.uncertainty {
      shown.inharmonicity = string.inharmonicity
    }
    return shown
  }

  private func spectrum(_ scope: inout TunerScope) -> ScopeState {
    let sound = history.snapshot(count: scope.spectrumSampleCount)
    var levels = [Float](repeating: LogSpectrum.lowestLevel, count: Self.bandCount)
    var span = levels.mutableSpan
    scope.drawSpectrum(of: sound.samples.span, into: &span)
    var shown = ScopeState()
    shown.spectrum = levels
    shown.spectrumRange = scope.spectrumRange
    return shown
  }

  private func wave(_ state: TunerScreenState, _ scope: TunerScope) -> ScopeState {
    let frequency = state.isHeld ? nil : state.deviation?.frequency
    let length = scope.waveLength(frequency: frequency)
    let sound = history.snapshot(count: Int(2.5 * length) + 64)
    var points = [Float](repeating: 0, count: 512)
    var span = points.mutableSpan
    scope.drawWave(of: sound.samples.span, length: length, frequency: frequency, into: &span)
    var shown = ScopeState()
    shown.wave = points
    return shown
  }
}
