/// One line on standard error that is written over and over, for a person: nothing if that is no
/// terminal.
package final class StatusLine: Sendable {
  private let output: ByteOutput
  private let isShown: Bool

  package init(output: ByteOutput = .standardError) {
    self.output = output
    isShown = output.isTerminal
  }

  /// How wide the terminal is.
  package var columns: Int { TerminalSize.current(of: output.fileDescriptor).columns }

  /// Shows a text, cut to the width of the terminal.
  package func show(_ text: String) {
    guard isShown else { return }
    try? output.write("\r\(text.printable.fitted(to: columns - 1, ellipsis: "~"))\u{1B}[K")
  }

  /// Shows a text that stays, on a line of its own.
  package func leave(_ text: String) {
    if isShown { try? output.write("\r\(text.printable)\u{1B}[K\n") }
  }

  /// Wipes the line, so that a message can stand there.
  package func clear() {
    if isShown { try? output.write("\r\u{1B}[K") }
  }
}
