import CommandKit
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation
import PitchToMIDI
import Synchronization

/// Plays what is detected on a synthesizer.
final class MIDIOutlet: ReadingOutlet {
  private struct State {
    var output: any MIDIOutput
    var trigger: NoteTrigger
    var time = 0.0
    var lossTime: Double?
    var hasBegun = false
    var isClosed = false
    var hasFailed = false
  }

  private let name: String
  private let state: Mutex<State>
  private let onProblem: @Sendable (String) -> Void

  /// - Parameters:
  ///   - output: Where the messages go.
  ///   - name: That of the output, for people.
  ///   - settings: The rules for a note.
  ///   - onProblem: Gets what goes wrong at the end.
  init(
    _ output: sending any MIDIOutput, name: String, settings: NoteTrigger.Settings,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.onProblem = onProblem
    state = Mutex(State(output: output, trigger: NoteTrigger(settings)))
  }

  func take(_ event: LiveEvent<TunerObservation>, _ line: ReadingLine?) -> String? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      switch event {
      case .reading(let observation):
        guard let line else { return nil }
        if let pitch = line.target?.concertPitch { state.trigger.concertPitch = pitch }
        return take(line.reading, observation.strokes, &state)
      case .lost, .ended, .started: return send(state.trigger.finish(), &state)
      case .skipped, .dropped, .retrying, .resumed: return nil
      }
    }
  }

  func finish() {
    let problem = state.withLock { state -> String? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      if state.lossTime == nil { _ = state.output.send(state.trigger.finish(), at: state.time) }
      let problem = state.output.close()
      state.hasFailed = problem != nil
      return problem
    }
    if let problem { onProblem(problem) }
  }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  private func take(
    _ reading: PitchReading, _ strokes: [Double], _ state: inout State
  ) -> String? {
    state.time = reading.time
    if !state.hasBegun {
      state.hasBegun = true
      if let problem = send(state.trigger.setUp(), &state) { return problem }
    }
    if let lossTime = state.lossTime {
      guard reading.time - lossTime >= Self.pause else { return nil }
      state.lossTime = reading.time
      guard state.output.recover(),
        state.output.send(state.trigger.setUp(), at: reading.time)
      else { return nil }
      state.lossTime = nil
      return "\(name) takes notes again."
    }
    return send(state.trigger.take(reading, strokes: strokes), &state)
  }

  /// - Returns: That the output is gone, if it is.
  private func send(_ messages: [MIDIMessage], _ state: inout State) -> String? {
    guard !messages.isEmpty, state.lossTime == nil else { return nil }
    guard !state.output.send(messages, at: state.time) else { return nil }
    state.lossTime = state.time
    _ = state.trigger.finish()  // what sounded is gone with the device
    return "\(name) takes no notes. Connect it again; the tuner continues."
  }

  /// From one attempt to the next, in seconds of sound.
  private static var pause: Double { 1 }
}
