import CommandKit
import InstrumentTuning
package import LiveAudio
import MusicTheory
package import PitchEstimation
import SessionHistory
import Synchronization

/// Keeps the notes of one run of the tuner in the user's history.
package final class SessionKeeper: Sendable {
  private struct State {
    var recorder: SessionRecorder?
    var time = 0.0
    var problem: String?
  }

  private let location: HistoryLocation
  private let state = Mutex(State())

  /// - Returns: `nil` where a user has no place for a history.
  package init?(environment: [String: String] = .process) {
    guard let location = try? HistoryLocation(environment: environment) else { return nil }
    self.location = location
  }

  /// Takes what has just happened, and the notes that it ended.
  ///
  /// - Returns: Why history is off, once, if it has gone off.
  package func take(_ event: LiveEvent<PitchReading>, _ model: inout TunerModel) -> String? {
    if case .started(let deviceName, _) = event { begin(deviceName, model.state.setup) }
    return state.withLock { state in
      if case .reading(let reading) = event { state.time = reading.time }
      for note in model.takeEndedNotes() { state.recorder?.record(note) }
      defer { state.problem = nil }
      return state.problem
    }
  }

  /// Takes the note that sounds at the end of a run.
  func takeLastNote(_ model: inout TunerModel) {
    model.finishNote()
    state.withLock { state in
      for note in model.takeEndedNotes() { state.recorder?.record(note) }
    }
  }

  /// Writes what is left.
  package func finish() async {
    let (recorder, duration) = state.withLock { ($0.recorder, $0.time) }
    await recorder?.finish(duration: duration)
  }

  private func begin(_ source: String, _ setup: TunerSetup) {
    state.withLock { state in
      guard state.recorder == nil else { return }  // a lost device is back
      let description = SessionDescription(
        source: source, title: setup.tuningTitle, concertPitch: setup.concertPitch,
        temperament: setup.scale.name, root: setup.root.asciiDescription,
        tolerance: setup.tolerance)
      state.recorder = SessionRecorder(location, description: description) { [weak self] problem in
        self?.state.withLock { $0.problem = problem }
      }
    }
  }
}
