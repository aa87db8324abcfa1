import LiveAudio
import PolyphonicTuning
import SignalProcessing

/// Reads the strings of each strum.
package struct StrumListener: SampleAnalysis {
  private var tuner: StrumTuner
  private var state: StrumState
  private var ready: [StrumState] = []

  /// - Throws: `PolyphonicTunerError` if the strings or the sample rate cannot be honoured.
  init(_ setup: StrumSetup, sampleRate: Double) throws {
    tuner = try StrumTuner(
      targets: setup.targets, numbers: setup.numbers, sampleRate: sampleRate)
    state = StrumState(setup)
  }

  package mutating func append(_ block: Span<Float>) {
    var (state, ready) = (state, ready)
    tuner.append(block) { tuner in
      state.show(tuner)
      ready.append(state)
    }
    (self.state, self.ready) = (state, ready)
  }

  package mutating func next() -> StrumState? { ready.isEmpty ? nil : ready.removeFirst() }

  package mutating func interrupt() { tuner.interrupt() }

  package mutating func finish() {}

  package static func delayed(_ state: StrumState, by seconds: Double) -> StrumState {
    var state = state
    state.time += seconds
    state.center += seconds
    return state
  }
}

extension StrumSetup {
  /// The strums of a source.
  func strums(of source: any AudioSource) -> Live<StrumListener> {
    Live(source: source) { [self] in try StrumListener(self, sampleRate: $0) }
  }
}
