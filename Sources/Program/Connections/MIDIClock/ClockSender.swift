import AudioDevices
import Dispatch
import Metronome
import PitchToMIDI
import Synchronization

/// Sends the ticks of MIDI clock when their samples are heard.
///
/// Ticks wait in a queue until the clock of the sound device says that they are due; a thread of its own
/// sleeps in between. A port that takes no messages is tried again every second.
final class ClockSender: Sendable {
  private struct State {
    var output: any MIDIOutput
    var ticks: [ClockTicks.Tick] = []
    var sequence = ClockSequence()
    var lossTime: Int64?
    var news: [String] = []
    var isClosed = false
  }

  private let title: String
  private let state: Mutex<State>
  private let now: @Sendable () -> Int64
  private let timeOfFrame: @Sendable (Int64) -> Int64?

  /// - Parameters:
  ///   - output: Where the messages go.
  ///   - title: That of the output, for people.
  ///   - now: The time, in nanoseconds.
  ///   - timeOfFrame: When a sample is heard, on the same clock; `nil` while that is unknown.
  init(
    _ output: sending any MIDIOutput, title: String,
    now: @escaping @Sendable () -> Int64 = steadyTime,
    timeOfFrame: @escaping @Sendable (Int64) -> Int64?
  ) {
    self.title = title
    self.now = now
    self.timeOfFrame = timeOfFrame
    state = Mutex(State(output: output))
  }

  /// Sends on a thread of its own until ``close()``.
  func start() {
    DispatchQueue(label: "kammerton.midi-clock", qos: .userInteractive).async { [weak self] in
      while let wait = self?.sendDue() { pause(nanoseconds: wait) }
    }
  }

  /// Adds ticks that have been rendered.
  func append(_ ticks: [ClockTicks.Tick]) {
    state.withLock { $0.ticks += ticks }
  }

  /// Forgets what has not been sent, and stops the receiver until the next tick.
  func interrupt() {
    state.withLock { state in
      state.ticks = []
      Self.halt(&state)
    }
  }

  /// A sentence on a port that was lost or is back.
  func takeNews() -> String? {
    state.withLock { $0.news.isEmpty ? nil : $0.news.removeFirst() }
  }

  /// Stops the receiver, and sends nothing more.
  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      Self.halt(&state)
      _ = state.output.close()
    }
  }

  /// Sends what is due by now.
  ///
  /// - Returns: How long to wait, in nanoseconds; `nil` after the end.
  func sendDue() -> Int64? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      while let tick = state.ticks.first {
        guard let due = timeOfFrame(tick.frame) else { return Self.longestWait }
        let time = now()
        guard due <= time else { return min(due - time, Self.longestWait) }
        state.ticks.removeFirst()
        // Ticks that a suspended computer has missed are not sent in a burst.
        if time - due > Self.oldest {
          Self.halt(&state)
        } else {
          send(tick, at: time, &state)
        }
      }
      return Self.longestWait
    }
  }

  private func send(_ tick: ClockTicks.Tick, at time: Int64, _ state: inout State) {
    if let lossTime = state.lossTime {
      guard time - lossTime >= 1_000_000_000 else { return }
      state.lossTime = time
      guard state.output.recover() else { return }
    }
    let wasLost = state.lossTime != nil
    let messages = state.sequence.messages(at: tick.position)
    if state.output.send(messages, at: Double(time) / 1e9) {
      state.lossTime = nil
      if wasLost { state.news.append("\(title) takes the clock again.") }
      return
    }
    state.lossTime = time
    _ = state.sequence.halt()  // a device that comes back knows nothing
    if !wasLost {
      state.news.append("\(title) takes no clock. Connect it again; the metronome continues.")
    }
  }

  private static func halt(_ state: inout State) {
    let messages = state.sequence.halt()
    if !messages.isEmpty, state.lossTime == nil { _ = state.output.send(messages, at: 0) }
  }

  private static var longestWait: Int64 { 10_000_000 }
  private static var oldest: Int64 { 200_000_000 }
}

/// The messages that go with the ticks of a clock: start, stop, and where to continue.
///
/// A receiver that has missed the start gets the song position and "continue" at the next sixteenth
/// note, because song positions count sixteenths.
struct ClockSequence: Sendable {
  private(set) var isRunning = false

  /// - Parameter position: The ticks since the first bar; `nil` for those of a count-in.
  /// - Returns: What to send at a tick, in order.
  mutating func messages(at position: Int64?) -> [MIDIMessage] {
    guard !isRunning, let position, position.isMultiple(of: Self.ticksPerSixteenth) else {
      return [.timingClock]
    }
    isRunning = true
    if position == 0 { return [.start, .timingClock] }
    let sixteenths = position / Self.ticksPerSixteenth
    // Beyond 1024 bars of 4/4 no position can be said: the receiver continues from where it is.
    guard let place = UInt16(exactly: sixteenths), place < 1 << 14 else {
      return [.continue, .timingClock]
    }
    return [.songPosition(place), .continue, .timingClock]
  }

  /// - Returns: What to send where the ticks end or are interrupted.
  mutating func halt() -> [MIDIMessage] {
    defer { isRunning = false }
    return isRunning ? [.stop] : []
  }

  private static var ticksPerSixteenth: Int64 { 6 }
}
