import CommandKit
import Dispatch
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import SessionHistory
import Synchronization

/// Records the notes of one run of the tuner in the user's history.
final class NoteRecorder: Sendable {
  private struct State {
    var recorder: SessionRecorder?
    var time = 0.0
    var problem: String?
    var lostCount = 0
  }

  private let location: HistoryLocation
  private let state = Mutex(State())

  /// - Returns: `nil` if the user has no directory for a history.
  init?(environment: [String: String] = .process) {
    guard let location = try? HistoryLocation(environment: environment) else { return nil }
    self.location = location
  }

  /// Records the notes that an event ended.
  ///
  /// - Returns: The reason, once, if recording has stopped.
  func record(_ event: LiveEvent<TunerObservation>, _ model: inout TunerModel) -> String? {
    if case .started(let deviceName, _) = event { begin(deviceName, model.state.setup) }
    return state.withLock { state in
      if case .reading(let observation) = event { state.time = observation.pitch.time }
      for note in model.takeEndedNotes() { state.recorder?.record(note) }
      defer { state.problem = nil }
      return state.problem
    }
  }

  /// Records the note that sounds at the end of a run.
  func recordLastNote(_ model: inout TunerModel) {
    model.finishNote()
    state.withLock { state in
      for note in model.takeEndedNotes() { state.recorder?.record(note) }
    }
  }

  /// Writes the remaining notes, and reports on standard error those that could not be written.
  func finish() async {
    let (recorder, duration) = state.withLock { ($0.recorder, $0.time) }
    guard let recorder else { return }
    let lostCount = await recorder.finish(duration: duration)
    let (problem, isNews) = state.withLock { state in
      defer { (state.problem, state.lostCount) = (nil, lostCount) }
      return (state.problem, lostCount > state.lostCount)
    }
    if let problem { complain(problem) }
    if isNews { complain("Notes that kammerton history does not have: \(lostCount).") }
  }

  /// Does the same as ``finish()`` when the process is about to end, on a thread that may wait: a
  /// history that another program has locked is given up within seconds.
  func finishNow() {
    let isDone = DispatchSemaphore(value: 0)
    Task {
      await finish()
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + 5)
  }

  /// True once ``finish()`` has found that notes of this run are lost.
  var hasLostNotes: Bool { state.withLock { $0.lostCount > 0 } }

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

/// The statistics of the notes in a file, for the line that stays after the full screen.
struct TunerSummary: Hashable, Sendable {
  private var noteCount = 0
  private var cents = RunningStatistics()
  private var duration = 0.0
  private var timeInTune = 0.0

  mutating func add(_ notes: [HeardNote]) {
    for note in notes {
      noteCount += 1
      cents.merge(
        RunningStatistics(
          count: note.readingCount, mean: note.meanCents, standardDeviation: note.spread))
      duration += note.duration
      timeInTune += note.timeInTune
    }
  }

  /// Returns a line such as
  /// `song.wav: 12 notes in 0:35, mean +1.2 cents, spread 4.0 cents, in tune 85 % of the time.`
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - time: The duration of the source, in seconds.
  /// - Returns: One line.
  func text(name: String, time: Double) -> String {
    let seconds = Int(max(0, time).rounded())
    let clock = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    let count = noteCount == 1 ? "1 note" : "\(noteCount) notes"
    guard noteCount > 0 else { return "\(name): no note lasted long enough to count, in \(clock)." }
    let part = (duration > 0 ? 100 * timeInTune / duration : 0).formatted(decimals: 0)
    return "\(name): \(count) in \(clock), mean \(cents.mean.signed(decimals: 1)) cents, spread "
      + "\(cents.standardDeviation.formatted(decimals: 1)) cents, in tune \(part) % of the time."
  }
}
