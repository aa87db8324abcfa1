import CommandKit
import InstrumentTuning

extension TunerView {
  /// Draws the scale of ±50 cents with its in-tune zone, and the needle.
  func drawScale(on canvas: inout Canvas, _ layout: TunerLayout) {
    let scale = CentScale(columns: size.columns)
    let line = (0..<scale.columns).map { column in
      let isTick = scale.ticks.contains { $0.column == column }
      return isTick ? symbols.scaleTick : symbols.scaleLine
    }
    canvas.draw(String(line), row: layout.scaleRow, column: scale.start, style: .faint)
    let zone = scale.column(of: -state.setup.tolerance)...scale.column(of: state.setup.tolerance)
    canvas.draw(
      String(repeating: symbols.zone, count: zone.count), row: layout.scaleRow,
      column: scale.start + zone.lowerBound, style: .good)
    canvas.draw(
      String(symbols.scaleCenter), row: layout.scaleRow,
      column: scale.start + scale.column(of: 0), style: .good)
    if let row = layout.labelRow { drawLabels(of: scale, on: &canvas, row: row) }
    drawNeedle(scale, on: &canvas, layout)
  }

  private func drawLabels(of scale: CentScale, on canvas: inout Canvas, row: Int) {
    for tick in scale.ticks where scale.columns >= 60 || tick.cents % 20 != 0 || tick.cents == 0 {
      // Narrow terminals label every other tick: ±50, ±30, ±10 and 0.
      let label = tick.cents < 0 ? "\(symbols.minus)\(-tick.cents)" : "\(tick.cents)"
      let text = tick.cents > 0 ? "+" + label : label
      let middle = tick.cents == 0 ? 0 : 1  // the digits, not the sign, stand over the tick
      let column = scale.start + tick.column - middle
      canvas.draw(
        text, row: row, column: min(max(0, column), size.columns - text.columns), style: .faint)
    }
  }

  private func drawNeedle(_ scale: CentScale, on canvas: inout Canvas, _ layout: TunerLayout) {
    guard let reading = state.deviation else { return }
    let column = scale.start + scale.column(of: reading.cents)
    let isBeyond = reading.cents.magnitude > CentScale.limit
    let edge = reading.cents < 0 ? symbols.beyondLeft : symbols.beyondRight
    canvas.draw(
      String(isBeyond ? edge : symbols.needleBelow), row: layout.lowerNeedleRow, column: column,
      style: noteStyle)
    if let row = layout.upperNeedleRow {
      canvas.draw(
        String(isBeyond ? edge : symbols.needleAbove), row: row, column: column, style: noteStyle)
    }
  }
}

/// A horizontal scale from -50 to +50 cents whose middle is one exact column.
struct CentScale: Hashable {
  static let limit = 50.0

  /// The column of the terminal where the scale starts.
  let start: Int
  /// An odd number, so that 0 has a column of its own.
  let columns: Int

  /// Fits the scale into a terminal; at least two columns stay free on each side.
  init(columns available: Int) {
    // A multiple of ten between the ends puts every tick on an exact column.
    let cells = max(1, (available - 4) / 10) * 10
    columns = cells + 1
    start = (available - columns) / 2
  }

  /// Returns the column of a deviation, from 0; deviations beyond the ends stay at the ends.
  func column(of cents: Double) -> Int {
    let position = (min(max(cents, -Self.limit), Self.limit) / Self.limit + 1) / 2
    return Int((position * Double(columns - 1)).rounded())
  }

  /// A tick every ten cents.
  var ticks: [(cents: Int, column: Int)] {
    stride(from: -50, through: 50, by: 10).map { ($0, column(of: Double($0))) }
  }
}

extension TunerView {
  /// Instrument, tuning and the choice of the string, or the only note; `nil` for the chromatic
  /// tuner.
  var targetTitle: String? {
    if state.setup.view == .strum, let strum = state.strum { return strum.setup.title }
    return switch state.mode {
    case .chromatic, .scale: nil
    case .strings: "\(state.setup.tuningTitle ?? ""), auto"
    case .string(let number, _): "\(state.setup.tuningTitle ?? ""), string \(number)"
    case .note(let pitch): "only \(display.written(pitch.note))"
    }
  }

  /// The strings in the order of the tuning; none without one.
  var stringItems: [TuningString] { state.mode.tuning?.strings ?? [] }

  /// Draws one line: ` 6 E2   5 A2  [4 D3]  3 G3 …`. The string that is tuned stands in brackets,
  /// with a check once it is in tune, so that it needs no colour.
  func drawStrings(on canvas: inout Canvas, _ layout: TunerLayout) {
    guard let row = layout.stringRow else { return }
    let items = stringItems
    let current = currentString(among: items)
    let texts = items.indices.map { text(of: items[$0], isCurrent: $0 == current) }
    let range = Self.visibleRange(of: texts.map(\.columns), around: current, in: size.columns - 4)
    let width = texts[range].reduce(0) { $0 + $1.columns }
    var column = max(2, (size.columns - width) / 2)
    let ellipsis = String(symbols.ellipsis)
    if range.lowerBound > 0 { canvas.draw(ellipsis, row: row, column: column - 1) }
    for index in range {
      let style: TextStyle = index == current ? (state.isInTune ? .good : .strong) : .faint
      canvas.draw(texts[index], row: row, column: column, style: style)
      column += texts[index].columns
    }
    if range.upperBound < items.count { canvas.draw(ellipsis, row: row, column: column) }
  }

  /// Returns the index of the string that is tuned, or of the locked one while nothing sounds.
  private func currentString(among items: [TuningString]) -> Int? {
    if let target = state.target {
      return items.firstIndex { $0.number == target.string && $0.pitch == target.pitch }
    }
    return state.mode.lockedString.flatMap { number in items.firstIndex { $0.number == number } }
  }

  private func text(of string: TuningString, isCurrent: Bool) -> String {
    let text = "\(string.number) \(display.written(string.pitch.note))"
    guard isCurrent else { return " \(text) " }
    return state.isInTune ? "[\(text) \(symbols.check)]" : "[\(text)]"
  }

  /// Returns as many neighbours of the current string as fit.
  private static func visibleRange(
    of widths: [Int], around current: Int?, in columns: Int
  ) -> Range<Int> {
    guard !widths.isEmpty else { return 0..<0 }
    let middle = current ?? 0
    var range = middle..<middle + 1
    var used = widths[middle]
    while true {
      let start = range
      if range.upperBound < widths.count, used + widths[range.upperBound] <= columns {
        used += widths[range.upperBound]
        range = range.lowerBound..<range.upperBound + 1
      }
      if range.lowerBound > 0, used + widths[range.lowerBound - 1] <= columns {
        used += widths[range.lowerBound - 1]
        range = range.lowerBound - 1..<range.upperBound
      }
      if range == start { return range }
    }
  }
}

extension TunerView {
  /// Draws the level as a bar in dBFS, with the threshold of the gate and the noise of the room.
  func drawLevel(on canvas: inout Canvas, _ layout: TunerLayout) {
    let text = levelText
    let meter = LevelMeterScale(columns: max(10, size.columns - 9 - 3 - (isWide ? 20 : 9)))
    canvas.draw("level", row: layout.levelRow, column: 1, style: .faint)
    let isOpen = state.level >= state.gateThreshold
    let filled = meter.column(of: state.level)
    for column in 0..<meter.columns {
      let isFilled = column < filled
      canvas.draw(
        String(isFilled ? symbols.meterFull : symbols.meterEmpty), row: layout.levelRow,
        column: 8 + column, style: style(ofMeterColumn: column, isFilled, isOpen, meter))
    }
    if state.noiseLevel > LevelMeterScale.quietest {
      let column = min(meter.column(of: state.noiseLevel), meter.columns - 1)
      canvas.draw(String(symbols.meterNoise), row: layout.levelRow, column: 8 + column)
    }
    if state.gateThreshold.isFinite {
      let column = min(meter.column(of: state.gateThreshold), meter.columns - 1)
      canvas.draw(
        String(symbols.meterGate), row: layout.levelRow, column: 8 + column, style: .strong)
    }
    canvas.draw(text, row: layout.levelRow, endColumn: size.columns - 1)
  }

  private var isWide: Bool { size.columns >= 70 }

  private var levelText: String {
    guard state.level.isFinite else { return "silence" }
    let level = decibels(state.level) + " dBFS"
    guard isWide, state.noiseLevel.isFinite else { return level }
    return "noise \(decibels(state.noiseLevel)) \(level)"
  }

  private func decibels(_ level: Double) -> String {
    let text = level.rounded().formatted(decimals: 0)
    return text.first == "-" ? symbols.minus + text.dropFirst() : text
  }

  private func style(
    ofMeterColumn column: Int, _ isFilled: Bool, _ isOpen: Bool, _ meter: LevelMeterScale
  ) -> TextStyle {
    guard isFilled, isOpen else { return .faint }
    return column >= meter.column(of: -3) ? .warning : .good
  }
}

/// A horizontal scale from -90 to 0 dBFS.
struct LevelMeterScale: Hashable {
  static let quietest = -90.0
  let columns: Int

  /// Returns the number of columns that a level fills.
  func column(of level: Double) -> Int {
    guard level > Self.quietest else { return 0 }
    let part = (min(level, 0) - Self.quietest) / -Self.quietest
    return Int((part * Double(columns)).rounded())
  }
}
