package import CommandKit
import InstrumentTuning
package import LiveAudio
import PolyphonicTuning

/// All strings of each strum as lines, until the source or the user ends it.
package struct StrumFeed: Sendable {
  let setup: StrumSetup
  let style: TunerFeed.Style
  var output = ByteOutput.standardOutput

  package init(
    _ setup: StrumSetup, style: TunerFeed.Style, output: ByteOutput = .standardOutput
  ) {
    self.setup = setup
    self.style = style
    self.output = output
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop; none
  /// of these is an error.
  @discardableResult
  package func run(_ source: any AudioSource) async throws -> TunerFeed.Ending {
    try await untilStopped(.stopped) { try await feed(source) }
  }

  private func feed(_ source: any AudioSource) async throws -> TunerFeed.Ending {
    var buffer = TextBuffer(capacity: 2048)
    var hasHeard = false
    for try await event in setup.strums(of: source) {
      if let notice = event.notice { complain(notice.printable) }
      guard case .reading(let state) = event else { continue }
      hasHeard = hasHeard || !state.presentIndices.isEmpty
      switch style {
      case .plain(let hasUnicode):
        buffer.append(text: state.plainLine(setup, hasUnicode: hasUnicode) + "\n")
      case .jsonLines: state.append(to: &buffer)
      }
      try output.write(buffer.bytes)  // each line at once: somebody waits for it
      buffer.removeAll()
    }
    return Task.isCancelled ? .stopped : hasHeard ? .heard : .silent(nil)
  }
}

extension StrumState {
  /// For example `   0.53 s  6 E2 -12.3 flat   5 A2 ok   4 D3 +5.1 sharp   3 G3 -`.
  func plainLine(_ setup: StrumSetup, hasUnicode: Bool) -> String {
    var line = time.formatted(decimals: 2).right(8) + " s"
    for row in rows {
      line += "  \(row.string.number) \(setup.name(row.string, hasUnicode: hasUnicode)) "
      guard let cents = row.cents else {
        line += "-"
        continue
      }
      let word = row.beat.isMerged ? Row.mergedText : row.verdict(setup.tolerance).word
      line += "\(cents.signed(decimals: 1)) \(word)"
      if let beat = row.beatText { line += " (beat \(beat))" }
      if row.isGliding { line += " (gliding)" }
    }
    return problem.map { "\(line)  ! \($0)" } ?? line
  }
}

extension StrumState.Row {
  /// How often it beats with the others of its course, such as `1.25 Hz`.
  var beatText: String? { beat.frequency.map { "\($0.formatted(decimals: 2)) Hz" } }

  /// Instead of a verdict, as long as two strings that are tuned alike are read as one.
  static let mergedText = "two strings, not separated yet"

  /// Whether the string is in tune.
  enum Verdict {
    case flat, inTune, sharp

    var word: String {
      switch self {
      case .flat: "flat"
      case .inTune: "in tune"
      case .sharp: "sharp"
      }
    }
  }

  func verdict(_ tolerance: Double) -> Verdict {
    let cents = cents ?? 0
    return cents.magnitude <= tolerance ? .inTune : cents < 0 ? .flat : .sharp
  }
}
