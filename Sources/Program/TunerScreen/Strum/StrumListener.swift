import LiveAudio
import PolyphonicTuning

/// Turns the events of a source into readings of strums.
struct StrumListener: Sendable {
  private let setup: StrumSetup
  private var tuner: StrumTuner?
  private var notice: String?
  private(set) var state: StrumState

  init(_ setup: StrumSetup) {
    self.setup = setup
    state = StrumState(setup)
  }

  /// Takes an event, and calls `report` with each new reading.
  ///
  /// - Throws: `PolyphonicTunerError` if the strings or the sample rate cannot be honoured.
  mutating func take(_ event: AudioSourceEvent, report: (StrumState) -> Void) throws {
    switch event {
    case .started(_, let sampleRate):
      tuner = try StrumTuner(
        targets: setup.targets, numbers: setup.numbers, sampleRate: sampleRate)
    case .block(let samples):
      var state = state
      tuner?.append(samples) { tuner in
        state.take(tuner)
        report(state)
      }
      self.state = state
    case .lost(let reason): notice = reason
    case .dropped, .retrying, .resumed, .ended: break
    }
  }

  /// What the user has to know, once.
  mutating func takeNotice() -> String? {
    defer { notice = nil }
    return notice
  }
}
