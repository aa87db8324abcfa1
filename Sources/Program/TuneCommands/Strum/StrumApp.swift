import CommandKit
import InstrumentTuning
import LiveAudio
import PolyphonicTuning

/// The full-screen view of all strings: one task listens, one draws, keys and signals come between.
final class StrumApp: ListeningProgram {
  struct Shown: Sendable {
    var strum: StrumState
    var hasHeard = false
    var isOther = false
    var notice: String?
  }

  private let setup: StrumSetup
  private let session: TerminalSession
  private let capabilities: Capabilities
  let status: ScreenStatus<Shown>

  init(_ setup: StrumSetup, session: TerminalSession, capabilities: Capabilities) {
    self.setup = setup
    self.session = session
    self.capabilities = capabilities
    status = ScreenStatus(Shown(strum: StrumState(setup)))
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Throws: What the source throws, after the terminal has been given back.
  func run(_ source: any AudioSource) async throws -> TunerFeed.Ending {
    let listener = Task { await status.follow { try await listen(to: source) } }
    defer { listener.cancel() }
    try await show(on: session, every: .milliseconds(50)) { size in
      let shown = status.shown
      let view = StrumView(
        setup: setup, state: shown.strum, notice: shown.notice, size: size,
        capabilities: capabilities)
      return view.lines()
    }
    try status.throwError()
    guard status.hasSourceEnded else { return .stopped }
    let shown = status.shown
    return shown.hasHeard ? .heard : .silent(shown.isOther ? .otherStrings : .quiet)
  }

  private func listen(to source: any AudioSource) async throws {
    for try await event in setup.strums(of: source) {
      status.change { shown in
        switch event {
        case .reading(let strum):
          shown.strum = strum
          shown.hasHeard = shown.hasHeard || !strum.presentIndices.isEmpty
          shown.isOther = shown.isOther || strum.isOther
        case .resumed: shown.notice = nil
        default: shown.notice = event.notice ?? shown.notice
        }
      }
      status.start()
    }
  }
}

/// Draws all strings, each with its scale, its cents and a word; a single one in large letters.
struct StrumView {
  let setup: StrumSetup
  let state: StrumState
  let notice: String?
  let size: TerminalSize
  let capabilities: Capabilities

  private var symbols: Symbols { capabilities.hasUnicode ? .unicode : .ascii }

  /// One string per row of the terminal.
  func lines() -> [String] {
    var canvas = Canvas(size: size)
    drawHeader(on: &canvas)
    let rows = state.rows.count
    // A blank row between the strings where there is room.
    let spacing = size.rows >= 2 * rows + 4 ? 2 : 1
    for index in state.rows.indices {
      draw(state.rows[index], on: &canvas, row: 2 + index * spacing)
    }
    if case .string(let index) = state.view {
      drawFine(state.rows[index], on: &canvas, from: 3 + rows * spacing)
    }
    if let text = notice ?? state.problem {
      let fitted = "! \(text.printable)".fitted(to: size.columns - 2, ellipsis: symbols.ellipsis)
      canvas.draw(fitted, row: size.rows - 2, column: 1, style: .warning)
    }
    canvas.draw(
      "Strum all open strings, or pick one.  q quit", row: size.rows - 1, column: 1, style: .faint)
    return canvas.lines(hasColor: capabilities.hasColor)
  }

  private func drawHeader(on canvas: inout Canvas) {
    let title = setup.title.printable.fitted(to: size.columns - 2, ellipsis: symbols.ellipsis)
    canvas.draw(title, row: 0, column: 1, style: .strong)
  }

  /// Number and note on the left, then the scale, then cents, the word and the beat of a course:
  /// ` 6 E2  ──▲──┃─────  −12.3 flat ~1.25 Hz`.
  private func draw(_ row: StrumState.Row, on canvas: inout Canvas, row line: Int) {
    let name =
      "\(row.string.number)".right(2) + " "
      + setup.name(row.string, hasUnicode: capabilities.hasUnicode)
    let style = style(of: row)
    canvas.draw(name, row: line, column: 1, style: row.cents == nil ? .faint : style)
    let scale = RowScale(columns: size.columns)
    if scale.columns >= 5 { drawScale(scale, row, on: &canvas, line: line) }
    let column = scale.start + max(0, scale.columns) + 1
    guard let cents = row.cents else {
      canvas.draw("-".right(6), row: line, column: column, style: .faint)
      return
    }
    let number = cents.signed(decimals: 1).right(6)
    let arrow = row.beat.isMerged ? "two, not separated yet" : verdict(of: row)
    let glide = row.isGliding ? " \(symbols.ellipsis)" : ""
    let beat = row.beatText.map { " ~\($0)" } ?? ""
    canvas.draw("\(number) \(arrow)\(glide)\(beat)", row: line, column: column, style: style)
  }

  private func verdict(of row: StrumState.Row) -> String {
    switch row.verdict(setup.tolerance) {
    case .flat: "\(symbols.tuneUp) flat"
    case .inTune: "\(symbols.check) in tune"
    case .sharp: "\(symbols.tuneDown) sharp"
    }
  }

  private func drawScale(
    _ scale: RowScale, _ row: StrumState.Row, on canvas: inout Canvas, line: Int
  ) {
    let track = String(repeating: symbols.scaleLine, count: scale.columns)
    canvas.draw(track, row: line, column: scale.start, style: .faint)
    canvas.draw(
      String(symbols.scaleCenter), row: line, column: scale.start + scale.columns / 2,
      style: .faintGood)
    guard let cents = row.cents else { return }
    canvas.draw(
      String(symbols.dot), row: line, column: scale.start + scale.column(of: cents),
      style: style(of: row))
  }

  /// The only string that sounds, large, with hundredths of a cent.
  private func drawFine(_ row: StrumState.Row, on canvas: inout Canvas, from line: Int) {
    guard let cents = row.cents else { return }
    let name = setup.name(row.string, hasUnicode: true)
    let big = BigText(
      name, plain: setup.name(row.string, hasUnicode: capabilities.hasUnicode),
      scales: [.cells(width: 2, height: 1), .halfBlocks],
      columns: size.columns - 2, dot: symbols.dot)
    var line = line
    if line + big.lines.count + 1 < size.rows - 2 {
      for text in big.lines {
        canvas.draw(
          text, row: line, column: (size.columns - big.columns) / 2, style: style(of: row))
        line += 1
      }
      line += 1
    }
    guard line < size.rows - 2 else { return }
    let text =
      "\(cents.signed(decimals: 2)) cents   \(row.frequency.formatted(decimals: 3)) Hz   "
      + (row.beat.isMerged ? StrumState.Row.mergedText : row.verdict(setup.tolerance).word)
      + (row.beatText.map { "   beat \($0)" } ?? "")
    canvas.drawCentered(text, row: line, style: style(of: row))
  }

  private func style(of row: StrumState.Row) -> TextStyle {
    guard row.cents != nil else { return .faint }
    if row.beat.isMerged { return .plain }
    return switch row.verdict(setup.tolerance) {
    case .flat: .low
    case .inTune: .good
    case .sharp: .high
    }
  }
}

/// The scale of one string: ±50 cents, between its name and its number.
struct RowScale: Hashable {
  static let limit = 50.0
  let start = 9
  /// An odd number, so that 0 has a column of its own.
  let columns: Int

  init(columns available: Int) {
    let room = available - start - 29
    columns = room < 5 ? 0 : room - (room + 1) % 2
  }

  func column(of cents: Double) -> Int {
    let position = (min(max(cents, -Self.limit), Self.limit) / Self.limit + 1) / 2
    return Int((position * Double(columns - 1)).rounded())
  }
}
