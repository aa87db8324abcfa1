import AudioFiles
import CommandKit

/// Tells a player what to do next: one line that changes on a terminal, or one line per step for
/// pipes and screen readers.
struct Prompter {
  private let status = StatusLine()
  private let isPlain: Bool
  private let output = ByteOutput.standardError

  /// - Parameter isPlain: Whether to print lines on a terminal too.
  init(isPlain: Bool) { self.isPlain = isPlain || !ByteOutput.standardError.isTerminal }

  /// Tells something that the next step replaces.
  func tell(_ text: String) {
    if isPlain { print(text) } else { status.show(text) }
  }

  /// Tells something that stays.
  func leave(_ text: String) {
    if isPlain { print(text) } else { status.leave(text) }
  }

  /// Clears what does not stay.
  func clear() {
    if !isPlain { status.clear() }
  }

  private func print(_ text: String) { try? output.write(text.printable + "\n") }
}
