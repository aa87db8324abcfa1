import CommandKit
import IntonationPractice

/// What the lane of a practice shows: plain values.
struct LaneState: Sendable {
  /// A note of the score.
  struct Note: Sendable, Hashable {
    var name: String
    var number: Double
    /// In quarter notes.
    var onset: Double
    var duration: Double
    /// What became of it; `nil` if it is still to come, or missing.
    var played: Played?
  }

  /// A note as it was played.
  struct Played: Sendable, Hashable {
    /// Cents; `nil` for a wrong note.
    var cents: Double?
    /// Milliseconds; `nil` if times are not compared yet.
    var late: Double?
  }

  /// What is told of the sound, until a time; `nil` for as long as it takes.
  struct Notice: Sendable, Hashable {
    var text: String
    var end: ContinuousClock.Instant?
  }

  var title = ""
  var notes: [Note] = []
  /// The starts of the bars, in quarter notes, with their numbers.
  var bars: [(number: String, onset: Double)] = []
  /// Now, in quarter notes; negative during the count-in.
  var position = 0.0
  /// The pitch that sounds now, as a MIDI number in the octave of the score; `nil` for silence.
  var pitch: Double?
  /// What to do, or what happened.
  var message = ""
  /// What is told of the sound, in the place of the message.
  var notice: Notice?
}

/// Draws the notes that come as a lane that moves to the left, and the pitch that sounds on it: a
/// pure function of the state, the size and the capabilities.
struct PracticeLaneView {
  let state: LaneState
  let size: TerminalSize
  let capabilities: Capabilities

  /// The cells of a quarter note.
  private static let quarter = 8.0

  /// The column of now: a quarter from the left.
  private var nowColumn: Int { size.columns / 4 }

  /// One string per row of the terminal.
  func lines() -> [String] {
    var canvas = Canvas(size: size)
    canvas.draw(state.title, row: 0, column: 1, style: .strong)
    if size.rows >= 10 {
      drawLane(top: 2, height: size.rows - 7, on: &canvas)
      drawDeviations(row: size.rows - 4, on: &canvas)
    } else {
      canvas.draw(oneLine, row: min(1, size.rows - 1), column: 0)
    }
    if let notice = state.notice {
      canvas.draw("! \(notice.text)", row: size.rows - 1, column: 1, style: .warning)
    } else {
      canvas.draw(state.message, row: size.rows - 1, column: 1, style: .faint)
    }
    canvas.draw("q ends", row: size.rows - 1, endColumn: size.columns - 1, style: .faint)
    return canvas.lines(hasColor: capabilities.hasColor)
  }

  /// The last note and the next ones, for a terminal of a few rows.
  var oneLine: String {
    let last = state.notes.last { $0.played != nil }
    let coming = state.notes.filter { $0.onset >= state.position && $0.played == nil }.prefix(6)
    return [last.map { "\($0.name) \(Self.words($0.played))" } ?? "", "next:"]
      .filter { !$0.isEmpty }.joined(separator: "   ") + " "
      + coming.map(\.name).joined(separator: " ")
  }

  private func column(_ quarter: Double) -> Int {
    nowColumn + Int(((quarter - state.position) * Self.quarter).rounded(.down))
  }

  /// The lowest and the highest note of those that are shown.
  private var pitches: ClosedRange<Int> {
    let numbers = state.notes.filter {
      (0..<size.columns).contains(column($0.onset))
    }.map { Int($0.number.rounded()) }
    return (numbers.min() ?? 60) - 2...(numbers.max() ?? 72) + 2
  }

  private func drawLane(top: Int, height: Int, on canvas: inout Canvas) {
    let range = pitches
    func row(_ pitch: Double) -> Int {
      let share = (Double(range.upperBound) - pitch) / Double(range.count - 1)
      return top + Int((min(1, max(0, share)) * Double(height - 1)).rounded())
    }
    let line = capabilities.hasUnicode ? "│" : "|"
    for bar in state.bars {
      let column = column(bar.onset)
      guard (0..<size.columns).contains(column) else { continue }
      for row in top..<(top + height) { canvas.draw(line, row: row, column: column, style: .faint) }
      canvas.draw(bar.number, row: top - 1, column: column, style: .faint)
    }
    for row in top..<(top + height) {
      canvas.draw(line, row: row, column: nowColumn, style: .strong)
    }
    for note in state.notes {
      let (start, end) = (column(note.onset), column(note.onset + note.duration))
      guard end >= 0, start < size.columns else { continue }
      let style = style(of: note)
      let cell = capabilities.hasUnicode ? "━" : "="
      let length = max(1, end - start - 1)
      let row = row(note.number)
      canvas.draw(String(repeating: cell, count: length), row: row, column: start, style: style)
      canvas.draw(note.name, row: row - 1, column: start, style: style)
      if let late = note.played?.late {
        // Where it began: to the left is early.
        let shift = late > Timing.tolerance ? 1 : late < -Timing.tolerance ? -1 : 0
        canvas.draw(
          capabilities.hasUnicode ? "●" : "o", row: row, column: start + shift, style: style)
      }
    }
    if let pitch = state.pitch {
      canvas.draw(
        capabilities.hasUnicode ? "◆" : "*", row: row(pitch), column: nowColumn, style: .strong)
    }
  }

  private func style(of note: LaneState.Note) -> TextStyle {
    guard let played = note.played else {
      return note.onset + note.duration < state.position ? .faint : .plain
    }
    guard let cents = played.cents else { return .warning }
    if cents.magnitude <= Intonation.tolerance, (played.late ?? 0).magnitude <= Timing.tolerance {
      return .good
    }
    return cents < -Intonation.tolerance ? .low : .high
  }

  /// Writes the cents and the milliseconds of each note below it, with their signs.
  private func drawDeviations(row: Int, on canvas: inout Canvas) {
    canvas.draw("cents", row: row, column: 0, style: .faint)
    canvas.draw("ms", row: row + 1, column: 0, style: .faint)
    var free = [6, 6]
    for note in state.notes {
      guard let played = note.played else { continue }
      let start = column(note.onset)
      let texts = [
        played.cents.map { $0.signed(decimals: 0) } ?? "wrong",
        played.late.map { $0.signed(decimals: 0) } ?? "",
      ]
      for (line, text) in texts.enumerated() where start >= free[line] {
        canvas.draw(text, row: row + line, column: start, style: style(of: note))
        free[line] = start + text.count + 1
      }
    }
  }

  /// Returns what became of a note in words, as it is spoken.
  static func words(_ played: LaneState.Played?) -> String {
    guard let played else { return "missing" }
    guard let cents = played.cents else { return "wrong note" }
    let size = cents.magnitude.formatted(decimals: 0)
    let pitch = size == "0" ? "in tune" : "\(size) cents \(cents > 0 ? "high" : "low")"
    guard let late = played.late else { return pitch }
    return pitch + ", " + self.late(late)
  }

  /// Returns `18 ms early`, or `in time`.
  static func late(_ milliseconds: Double) -> String {
    let text = milliseconds.magnitude.formatted(decimals: 0)
    return text == "0" ? "in time" : "\(text) ms \(milliseconds < 0 ? "early" : "late")"
  }
}
