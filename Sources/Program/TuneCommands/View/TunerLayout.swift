import CommandKit

/// The rows of the parts of the full-screen view, for one terminal size.
///
/// Parts get rows by importance: those that do not fit are left out, and spare rows make the
/// history taller.
struct TunerLayout: Hashable {
  var stringRow: Int?
  var noteScale: BlockLetters.Scale
  var noteRow: Int
  var noteRows: Int
  var labelRow: Int?
  var upperNeedleRow: Int?
  var scaleRow: Int
  var lowerNeedleRow: Int
  var levelRow: Int
  /// The view to draw: the choice of the user, or the needle if there is no room for it.
  var view: TunerViewKind
  /// The rows of the view; below its scale, for the needle.
  var viewRows: Range<Int>
  var noticeRow: Int
  var keyRow: Int

  /// Returns `nil` if the terminal is too small for a full screen.
  init?(
    size: TerminalSize, hasUnicode: Bool, hasStrings: Bool = false, view: TunerViewKind = .needle
  ) {
    guard size.holdsFullScreen else { return nil }
    // A dial needs room; a terminal without Unicode has no dots to draw one.
    let hasDial = hasUnicode && size.rows >= 16
    if view == .needle || (view == .knob && !hasDial) {
      self.init(needleIn: size, hasUnicode: hasUnicode, hasStrings: hasStrings)
    } else {
      self.init(view, in: size, hasUnicode: hasUnicode, hasStrings: hasStrings)
    }
  }

  /// A view that takes all rows that note and level leave.
  private init(_ view: TunerViewKind, in size: TerminalSize, hasUnicode: Bool, hasStrings: Bool) {
    self.view = view
    noteScale = size.rows >= 32 ? Self.noteScale(size, hasUnicode: hasUnicode) : .halfBlocks
    if !hasUnicode { noteScale = .cells(width: 1, height: 1) }
    let hasOwnNote = view == .knob || view == .playing || view.isOfSeveralNotes
    noteRows = hasOwnNote ? 0 : noteScale.rows
    let gap = size.rows >= 16 ? 1 : 0
    var row = 1
    stringRow = hasStrings && !view.isOfSeveralNotes && size.rows >= 12 ? row : nil
    if stringRow != nil { row += 1 }
    if !hasOwnNote { row += gap }
    noteRow = row
    row += noteRows + (hasOwnNote ? 0 : gap)
    keyRow = size.rows - 1
    noticeRow = size.rows >= 16 ? keyRow - 1 : keyRow
    levelRow = noticeRow - 1
    viewRows = row..<max(row, levelRow)
    labelRow = nil
    upperNeedleRow = nil
    scaleRow = row
    lowerNeedleRow = row
  }

  private init(needleIn size: TerminalSize, hasUnicode: Bool, hasStrings: Bool) {
    view = .needle
    noteScale = Self.noteScale(size, hasUnicode: hasUnicode)
    noteRows = noteScale.rows

    // Header, note, scale, needle, level and keys always stand.
    var spare = size.rows - noteRows - 5
    func reserve(_ rows: Int) -> Int {
      guard spare >= rows else { return 0 }
      spare -= rows
      return rows
    }
    let strings = hasStrings ? reserve(1) : 0
    let labels = reserve(1)
    var history = reserve(1)
    let gapBelowHeader = reserve(1)
    let gapBelowNote = reserve(1)
    let gapAboveLevel = reserve(1)
    let upperNeedle = reserve(1)
    let notice = reserve(1)
    let gapAboveHistory = reserve(1)
    let gapAboveKeys = reserve(1)
    history += spare

    var row = 1 + gapBelowHeader
    func place(_ rows: Int, gap: Int = 0) -> Int {
      defer { row += rows + gap }
      return row
    }
    stringRow = strings > 0 ? place(1, gap: gapBelowHeader) : nil
    noteRow = place(noteRows, gap: gapBelowNote)
    labelRow = labels > 0 ? place(1) : nil
    upperNeedleRow = upperNeedle > 0 ? place(1) : nil
    scaleRow = place(1)
    lowerNeedleRow = place(1, gap: gapAboveLevel)
    levelRow = place(1, gap: gapAboveHistory)
    let historyRow = place(history, gap: gapAboveKeys)
    viewRows = historyRow..<historyRow + history
    keyRow = size.rows - 1
    noticeRow = keyRow - notice  // shares the line of the keys where there is no other
  }

  private static func noteScale(
    _ size: TerminalSize, hasUnicode: Bool
  ) -> BlockLetters.Scale {
    if size.columns >= 110, size.rows >= 36 { return .cells(width: 4, height: 2) }
    if size.columns >= 68, size.rows >= 14 { return .cells(width: 2, height: 1) }
    return hasUnicode ? .halfBlocks : .cells(width: 1, height: 1)
  }
}
