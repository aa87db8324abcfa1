import Synchronization

/// Progress on standard error, if that is a terminal.
package final class InputProgress: Sendable {
  private struct State {
    var finishedCount = 0
    /// The inputs at work, each by its place among all.
    var running: Set<Int> = []
    var nextUpdate: ContinuousClock.Instant
  }

  private let output: ByteOutput
  private let isShown: Bool
  private let inputCount: Int
  private let clock = ContinuousClock()
  private let state: Mutex<State>

  package init(output: ByteOutput = .standardError, inputCount: Int) {
    self.output = output
    self.inputCount = inputCount
    isShown = output.isTerminal
    state = Mutex(State(nextUpdate: clock.now + .milliseconds(300)))  // short jobs stay silent
  }

  /// Shows how far the first of the inputs at work has come, at most ten times a second.
  package func update(_ name: String, index: Int, sampleCount: Int, total: Int?) {
    guard isShown else { return }
    let part = total.map { $0 > 0 ? " \(min(100, sampleCount * 100 / $0)) %" : "" } ?? ""
    state.withLock { state in
      state.running.insert(index)
      guard index == state.running.min(), clock.now >= state.nextUpdate else { return }
      state.nextUpdate = clock.now + .milliseconds(100)
      show(name, part: part, state)
    }
  }

  /// Counts an input as finished.
  package func finish(index: Int) {
    state.withLock { state in
      state.running.remove(index)
      state.finishedCount += 1
    }
  }

  private func show(_ input: String, part: String, _ state: State) {
    let count = inputCount > 1 ? "[\(state.finishedCount)/\(inputCount) done] " : ""
    let others = state.running.count > 1 ? " (+\(state.running.count - 1))" : ""
    let size = TerminalSize.current(of: output.fileDescriptor)
    let room = size.columns - count.count - part.count - others.count - 1
    let name = input.printable.fitted(to: max(0, room), ellipsis: "~")
    try? output.write("\r\(count)\(name)\(part)\(others)\u{1B}[K")
  }

  /// Wipes the line, so that a message can stand there.
  package func clear() {
    guard isShown else { return }
    state.withLock { _ in try? output.write("\r\u{1B}[K") }
  }
}
