import Synchronization

/// One line on standard error that each update overwrites, if that is a terminal.
///
/// A message of ``complain(_:)`` goes above it.
package final class StatusLine: Sendable {
  private let output: ByteOutput
  private let isShown: Bool
  /// The line that is shown on standard error; empty for none.
  fileprivate static let current = Mutex("")

  package init(output: ByteOutput = .standardError) {
    self.output = output
    isShown = output.isTerminal
  }

  /// The width of the terminal, in cells.
  package var columns: Int { TerminalSize.current(of: output.fileDescriptor).columns }

  /// Shows a text, cut to the width of the terminal.
  package func show(_ text: String) {
    guard isShown else { return }
    let line = "\r\(text.printable.fitted(to: columns - 1, ellipsis: "~"))\u{1B}[K"
    Self.current.withLock { current in
      current = line
      try? output.write(styled: line)
    }
  }

  /// Shows a text that stays, on a line of its own.
  package func leave(_ text: String) {
    write("\r\(text.printable)\u{1B}[K\n")
  }

  /// Clears the line, to make room for a message.
  package func clear() { write("\r\u{1B}[K") }

  /// Writes something that leaves no status on the line.
  private func write(_ text: String) {
    guard isShown else { return }
    Self.current.withLock { current in
      current = ""
      try? output.write(styled: text)
    }
  }
}

/// Progress on standard error, if that is a terminal.
package final class InputProgress: Sendable {
  private struct State {
    var finishedCount = 0
    /// The inputs in progress, and the share of each that is done; `nil` if its length is unknown.
    var running: [Int: Double?] = [:]
    var nextUpdate: ContinuousClock.Instant
  }

  private let output: ByteOutput
  private let isShown: Bool
  private let inputCount: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  package init(output: ByteOutput = .standardError, inputCount: Int) {
    self.output = output
    self.inputCount = inputCount
    isShown = output.isTerminal
    start = clock.now
    state = Mutex(State(nextUpdate: start + .milliseconds(300)))  // short jobs stay silent
  }

  /// Shows the progress of the first of the running inputs, at most ten times per second.
  package func update(_ name: String, index: Int, sampleCount: Int, total: Int?) {
    guard isShown else { return }
    let share = total.flatMap { $0 > 0 ? min(1, Double(sampleCount) / Double($0)) : nil }
    let part = share.map { " \(Int($0 * 100)) %" } ?? ""
    state.withLock { state in
      state.running[index] = .some(share)
      guard index == state.running.keys.min(), clock.now >= state.nextUpdate else { return }
      state.nextUpdate = clock.now + .milliseconds(100)
      show(name, part: part + left(state), state)
    }
  }

  /// Counts an input as finished.
  package func finish(index: Int) {
    state.withLock { state in
      state.running[index] = nil
      state.finishedCount += 1
    }
  }

  /// The remaining time of all inputs, which count alike; empty while it is unknown.
  private func left(_ state: State) -> String {
    var done = Double(state.finishedCount)
    for share in state.running.values {
      guard let share else { return "" }
      done += share
    }
    let text = RemainingTime.text(
      share: done / Double(max(1, inputCount)), elapsed: start.duration(to: clock.now))
    return text.map { ", \($0)" } ?? ""
  }

  private func show(_ input: String, part: String, _ state: State) {
    let count = inputCount > 1 ? "[\(state.finishedCount)/\(inputCount) done] " : ""
    let others = state.running.count > 1 ? " (+\(state.running.count - 1))" : ""
    let size = TerminalSize.current(of: output.fileDescriptor)
    let room = size.columns - count.count - part.count - others.count - 1
    let name = input.printable.fitted(to: max(0, room), ellipsis: "~")
    try? output.write(styled: "\r\(count)\(name)\(part)\(others)\u{1B}[K")
  }

  /// Clears the line, to make room for a message.
  package func clear() {
    guard isShown else { return }
    state.withLock { _ in try? output.write(styled: "\r\u{1B}[K") }
  }
}

/// The time that a job still takes, if it goes on as it began.
package enum RemainingTime {
  /// Returns `1:05 left`; `nil` in the first second, when it would be a guess.
  ///
  /// - Parameters:
  ///   - share: The share of the job that is done, 0...1.
  ///   - elapsed: The time that this took.
  /// - Returns: Minutes and seconds, or hours, minutes and seconds.
  package static func text(share: Double, elapsed: Duration) -> String? {
    let seconds = elapsed / .seconds(1)
    guard seconds >= 1, share > 0, share.isFinite else { return nil }
    let left = Int(min(359_999, (seconds * (1 - min(1, share)) / share).rounded(.up)))
    let (hours, minutes) = (left / 3600, left / 60 % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock =
      hours > 0 ? "\(hours):\(two(minutes)):\(two(left % 60))" : "\(minutes):\(two(left % 60))"
    return clock + " left"
  }
}

/// Prints a message on standard error, after the program's name.
///
/// Names of files and devices come from outside, so control characters are escaped, line ends among
/// them: a name cannot pretend to be another message. A status line comes again below the message.
package func complain(_ message: String) {
  let line = "kammerton: \(TerminalText.onOneLine(message))\n"
  StatusLine.current.withLock { status in
    let text = status.isEmpty ? line : "\r\u{1B}[K\(line)\(status)"
    try? ByteOutput.standardError.write(styled: text)
  }
}

/// Reports that an input is truncated.
///
/// - Parameters:
///   - name: The input as the user named it.
///   - done: The fate of the part that exists, such as "tracked".
package func complainOfCutOff(_ name: String, _ done: String) {
  complain("\(name) is truncated or damaged. The part that exists was \(done).")
}

/// The facts about an input that are known at its end, kept until they can be reported after a
/// full-screen view.
package final class InputFaults: Sendable {
  private let isTruncated = Atomic(false)
  private let isCancelled = Atomic(false)
  private let unusableCount = Atomic(0)

  package init() {}

  /// Records that the input is truncated.
  package func noteTruncation() { isTruncated.store(true, ordering: .relaxed) }

  /// Records that the channels of the input cancel each other.
  package func noteOppositeChannels() { isCancelled.store(true, ordering: .relaxed) }

  /// Records the number of samples that are not sound.
  package func noteUnusable(_ count: Int) { unusableCount.store(count, ordering: .relaxed) }

  /// True if the channels of the input cancel each other.
  package var hasOppositeChannels: Bool { isCancelled.load(ordering: .relaxed) }

  /// Reports a truncation and samples that are not sound, if there were any.
  package func report(_ name: String, _ done: String) {
    if isTruncated.load(ordering: .relaxed) { complainOfCutOff(name, done) }
    UnusableSamples.report(unusableCount.load(ordering: .relaxed), in: name)
  }
}

/// Advice about sound that cannot be trusted.
package enum InputAdvice {
  package static let clipped = "The input is clipped. Turn the microphone down."
}
