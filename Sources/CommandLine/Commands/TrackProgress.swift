/// Progress on standard error, for a person: nothing if that is no terminal.
final class TrackProgress {
  private let output: ByteOutput
  private let isShown: Bool
  private let inputCount: Int
  private let clock = ContinuousClock()
  private var nextUpdate: ContinuousClock.Instant

  init(output: ByteOutput = .standardError, inputCount: Int) {
    self.output = output
    self.inputCount = inputCount
    isShown = output.isTerminal
    nextUpdate = clock.now + .milliseconds(300)  // short jobs stay silent
  }

  /// Shows how far one input has come, at most ten times a second.
  func update(_ input: TrackInput, number: Int, sampleCount: Int, total: Int?) {
    guard isShown, clock.now >= nextUpdate else { return }
    nextUpdate = clock.now + .milliseconds(100)
    let part = total.map { $0 > 0 ? " \(min(100, sampleCount * 100 / $0)) %" : "" } ?? ""
    let count = inputCount > 1 ? "[\(number)/\(inputCount)] " : ""
    let size = TerminalSize.current(of: output.fileDescriptor)
    let name = input.name.printable.fitted(
      to: max(0, size.columns - count.count - part.count - 1), ellipsis: "~")
    try? output.write("\r\(count)\(name)\(part)\u{1B}[K")
  }

  /// Wipes the line, so that a message can stand there.
  func clear() {
    if isShown { try? output.write("\r\u{1B}[K") }
  }
}
