import ChordEstimation
import CommandKit
import Connections
import InstrumentTuning
import MusicTheory

/// Draws the tuner as text: a pure function of the state, the size and the capabilities.
struct TunerView {
  let state: TunerScreenState
  let size: TerminalSize
  let capabilities: Capabilities

  var symbols: Symbols { capabilities.hasUnicode ? .unicode : .ascii }

  /// One string per row of the terminal.
  func lines() -> [String] {
    var canvas = Canvas(size: size)
    if let layout = TunerLayout(
      size: size, hasUnicode: capabilities.hasUnicode, hasStrings: !stringItems.isEmpty,
      view: state.setup.view)
    {
      drawHeader(on: &canvas)
      drawStrings(on: &canvas, layout)
      if layout.noteRows > 0 { drawNote(on: &canvas, layout) }
      drawView(on: &canvas, layout)
      drawLevel(on: &canvas, layout)
      drawFooter(on: &canvas, layout)
      if let picker = state.picker { drawPicker(picker, on: &canvas) }
      if state.showsHelp { drawHelp(on: &canvas) }
    } else {
      canvas.draw(oneLine(), row: 0, column: 0, style: noteStyle)
    }
    return canvas.lines(hasColor: capabilities.hasColor)
  }

  private func drawView(on canvas: inout Canvas, _ layout: TunerLayout) {
    switch layout.view {
    case .needle:
      drawScale(on: &canvas, layout)
      drawHistory(on: &canvas, layout.viewRows)
    case .history: drawHistory(on: &canvas, layout.viewRows)
    case .strobe: drawStrobe(on: &canvas, layout.viewRows)
    case .knob: drawKnob(on: &canvas, layout.viewRows)
    case .spectrum: drawSpectrum(on: &canvas, layout.viewRows)
    case .wave: drawWave(on: &canvas, layout.viewRows)
    case .playing: drawPlaying(on: &canvas, layout.viewRows)
    case .strum: drawStrum(on: &canvas, layout.viewRows)
    case .chord: drawChord(on: &canvas, layout.viewRows)
    }
  }

  private func drawStrum(on canvas: inout Canvas, _ rows: Range<Int>) {
    guard let shown = state.strum else { return }
    let view = StrumView(
      setup: shown.setup, state: shown.strum, size: size, capabilities: capabilities)
    view.draw(on: &canvas, rows)
  }

  private func drawChord(on canvas: inout Canvas, _ rows: Range<Int>) {
    guard let shown = state.chord else { return }
    let view = ChordView(
      setup: ChordSetup(state.setup), chord: shown.chord, size: size, capabilities: capabilities)
    view.draw(on: &canvas, rows)
  }

  /// The names of notes on this terminal.
  var display: NoteDisplay { state.setup.noteDisplay(hasUnicode: capabilities.hasUnicode) }

  /// The name of the note, in large letters.
  var bigName: String {
    guard let reading = state.deviation else { return "-" }
    if let degree = state.target?.degree {
      return state.setup.name(ofDegree: degree, hasUnicode: true)
    }
    return written(reading.note, state.setup.noteDisplay(hasUnicode: true))
  }

  /// Returns the name of a note as its player reads it: chosen strings and notes keep their names.
  func written(_ note: Note, _ display: NoteDisplay) -> String {
    state.setup.target == .everything ? display.written(heard: note) : display.written(note)
  }

  /// Returns the name of the note, or of the degree of the scale.
  func name(of reading: NoteDeviation) -> String {
    state.target?.degree.map {
      state.setup.name(ofDegree: $0, hasUnicode: capabilities.hasUnicode)
    } ?? written(reading.note, display)
  }

  /// Returns the note in the largest letters that fit, up to `scale`. A name that is no wider than
  /// A♯4 always fits.
  func bigText(scale: BlockLetters.Scale, columns: Int) -> BigText {
    let smallest: BlockLetters.Scale =
      capabilities.hasUnicode ? .halfBlocks : .cells(width: 1, height: 1)
    let scales = [scale, .cells(width: 2, height: 1), smallest].filter { $0.rows <= scale.rows }
    let usual = BlockLetters("A♯4", scale: scale)?.size.columns ?? 0
    return BigText(
      bigName, plain: state.deviation.map { name(of: $0) } ?? symbols.minus, scales: scales,
      columns: max(usual, columns), dot: symbols.dot)
  }

  /// Returns the whole tuner in one line, the most important first.
  func oneLine() -> String {
    let text =
      state.deviation.map { "\(name(of: $0)) \(verdict(of: $0))" }
      ?? state.notice?.printable ?? statusWithoutNote
    return text.fitted(to: size.columns, ellipsis: symbols.ellipsis)
  }

  // MARK: Header

  private func drawHeader(on canvas: inout Canvas) {
    let pitch = "A4 = \(state.setup.concertPitch.formatted(decimals: 1)) Hz"
    canvas.draw(pitch, row: 0, column: 1, style: .strong)
    let blackKey = Note(midiNumber: 70, spelling: state.setup.spelling).accidental  // A♯4 or B♭4
    let spelling = blackKey == .flat ? symbols.flat : symbols.sharp
    let choices = [targetTitle, temperamentTitle, transpositionTitle].compactMap { $0?.printable }
    let all = ([spelling] + modes + choices).joined(separator: "  ")
    let settings = all.fitted(to: size.columns - pitch.columns - 4, ellipsis: symbols.ellipsis)
    canvas.draw(settings, row: 0, column: pitch.columns + 3)
    let room = size.columns - pitch.columns - settings.columns - 6
    let source = state.source.printable.fitted(to: room, ellipsis: symbols.ellipsis)
    canvas.draw(source, row: 0, endColumn: size.columns - 1, style: .faint)
  }

  private var modes: [String] {
    (state.isFrozen ? ["first pitch"] : []) + (state.isPaused ? ["paused"] : [])
  }

  /// Temperament and root; `nil` for equal temperament.
  private var temperamentTitle: String? {
    guard !state.setup.scale.isEqual else { return nil }
    let file = state.setup.scale.name.split(separator: "/").last.map { String($0) } ?? ""
    return "\(file) on \(display.text(state.setup.root))"
  }

  private var transpositionTitle: String? {
    let choice = state.setup.transposition
    guard choice != .none else { return nil }
    return capabilities.hasUnicode ? choice.title : display.plain(choice.title)
  }

  // MARK: Note

  /// Draws the note, and beside it the same in words and numbers, both in the middle.
  private func drawNote(on canvas: inout Canvas, _ layout: TunerLayout) {
    let gap = size.columns >= 60 ? 5 : 2
    let letters = bigText(
      scale: layout.noteScale, columns: size.columns - gap - Self.wordColumns - 2)
    let usual = BlockLetters("A♯4", scale: layout.noteScale)?.size.columns ?? 0
    let widest = max(letters.columns, usual)
    let words = wordsBesideNote(rows: layout.noteRows)
    let start = max(1, (size.columns - widest - gap - Self.wordColumns) / 2)
    let noteTop = layout.noteRow + (layout.noteRows - letters.lines.count) / 2
    for (index, line) in letters.lines.enumerated() {
      let inset = state.deviation == nil ? (widest - letters.columns) / 2 : 0
      canvas.draw(line, row: noteTop + index, column: start + inset, style: noteStyle)
    }
    let top = layout.noteRow + (layout.noteRows - words.count) / 2
    for (index, word) in words.enumerated() {
      canvas.draw(
        word.text, row: top + index, column: start + widest + gap, style: word.style)
    }
  }

  var statusWithoutNote: String {
    if let reference = state.reference {
      return
        "\(written(reference.note, display)) \(reference.frequency.formatted(decimals: 2)) Hz sounds"
    }
    if state.isPaused { return "paused" }
    return (state.isLost ? "waiting for the device" : "listening") + symbols.waiting
  }

  /// As wide as `♯ 12.3 sharp ◂ tune down`.
  private static let wordColumns = 24

  private func wordsBesideNote(rows: Int) -> [(text: String, style: TextStyle)] {
    guard let reading = state.deviation else {
      let isDeaf = state.reference != nil
      return [(statusWithoutNote, .faint)] + (isDeaf ? [("not listening", .faint)] : [])
    }
    let number: TextStyle = state.isHeld ? .faint : .plain
    let frequency = frequencyText(reading)
    let target = "target \(reading.targetFrequency.formatted(decimals: 2)) Hz"
    var words = [(verdict(of: reading), noteStyle)]
    if rows >= 5 { words.append(("", .plain)) }
    if rows >= 5 { words.append((signedCents(reading.cents) + " cents", number)) }
    if state.setup.transposition != .none, state.target?.degree == nil {
      words.append(("sounds \(display.text(state.setup.sounding(reading.note)))", .plain))
    }
    return words + [(frequency, number), (target, .faint)]
  }

  /// Returns sign, number, word and advice: `♭ 12.3 flat ▸ tune up`.
  func verdict(of reading: NoteDeviation) -> String {
    let amount = reading.cents.magnitude.formatted(decimals: 1)
    guard !state.isDivisor else {
      return chordSummary ?? TunerScreenState.severalTones
    }
    let isFar = state.mode.isFar(reading.cents)
    let text =
      switch reading.state {
      case .flat:
        "\(symbols.flat) \(amount) flat" + (isFar ? ", far off" : " \(symbols.tuneUp) tune up")
      case .sharp:
        "\(symbols.sharp) \(amount) sharp"
          + (isFar ? ", far off" : " \(symbols.tuneDown) tune down")
      case .inTune: "in tune \(symbols.check) \(signedCents(reading.cents))"
      }
    if state.isBellLike {
      let word =
        switch reading.state {
        case .flat: "\(symbols.flat) \(amount) flat"
        case .sharp: "\(symbols.sharp) \(amount) sharp"
        case .inTune: text
        }
      return "\(TunerScreenState.bellLike), \(word)"
    }
    return state.isHeld ? text + " held" : text
  }

  /// The chord that sounds instead of a single note, and which of its notes are off; `nil` while it is not known.
  private var chordSummary: String? {
    guard let chord = state.chordHeard else { return nil }
    return ChordText(
      chord: chord, setup: ChordSetup(state.setup), hasUnicode: capabilities.hasUnicode
    ).summary
  }

  func frequencyText(_ reading: NoteDeviation) -> String {
    "\(reading.frequency.formatted(decimals: 2)) Hz"
  }

  func signedCents(_ cents: Double) -> String {
    let text = cents.signed(decimals: 1)
    return text.first == "-" ? symbols.minus + text.dropFirst() : text
  }

  /// The colour of the verdict, faded while the note is only held.
  var noteStyle: TextStyle {
    guard let reading = state.deviation, !state.isDivisor else { return .faint }
    let style: TextStyle =
      switch reading.state {
      case .flat: .low
      case .inTune: .good
      case .sharp: .high
      }
    return state.isHeld ? style.faded : style
  }

  // MARK: Footer

  private var keyHelp: String {
    let sounds = state.reference?.isEnding == false
    let tone = sounds ? "r end tone" : size.columns < 70 ? "r tone" : "r tone (mic off)"
    let pause = state.isPaused ? "p resume" : "p pause"
    let string =
      state.mode.tuning == nil ? "i instrument" : size.columns < 70 ? "s string" : "s/1-9 string"
    let all = [
      "q quit", "v view", tone, string, "\(symbols.arrowKeys) A4", pause, "m temperament",
      "n notation", "x transpose", "t tuning", "y playing",
    ]
    // The key for help comes first, so that it is always shown.
    var line = "? keys"
    for part in all where line.columns + part.columns + 4 <= size.columns { line += "  " + part }
    return line
  }

  /// A notice if the player probably plays another note than that of a string, or the chosen one.
  private var farNotice: String? {
    guard let reading = state.deviation, !state.isHeld, state.mode.isFar(reading.cents),
      let heard = state.setup.nearestNote(to: reading.frequency)
    else { return nil }
    let name = display.written(heard: heard)
    if case .strings = state.mode { return "\(name) is heard, which is far from every string" }
    guard let string = state.mode.lockedString else {
      return "\(name) is heard, but only \(self.name(of: reading)) is tuned to"
    }
    return "\(name) is heard, but string \(string) is locked: a unlocks it"
  }

  private var strumNotice: String? {
    switch state.setup.view {
    case .strum: state.strum?.failure ?? state.strum?.strum.problem
    case .chord: state.chord?.failure
    default: nil
    }
  }

  private func drawFooter(on canvas: inout Canvas, _ layout: TunerLayout) {
    canvas.draw(keyHelp, row: layout.keyRow, column: 1, style: .faint)
    guard let notice = state.notice ?? strumNotice ?? farNotice else { return }
    if layout.noticeRow == layout.keyRow {
      canvas.draw(String(repeating: " ", count: size.columns), row: layout.keyRow, column: 0)
    }
    let text = "! \(notice.printable)".fitted(to: size.columns - 2, ellipsis: symbols.ellipsis)
    canvas.draw(text, row: layout.noticeRow, column: 1, style: .warning)
  }
}
