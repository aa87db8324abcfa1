/// A plot of a practised score: the notes as bars on a lane over time, as written and as played, and
/// for each its cents and its milliseconds.
package struct PracticePlot: Sendable {
  /// A note of the score.
  package struct Note: Sendable, Hashable {
    /// The name.
    package var label: String
    /// The number of its pitch, in semitones.
    package var pitch: Double
    /// Its start, in quarter notes from the start of the piece.
    package var start: Double
    /// Its end, in quarter notes from the start of the piece.
    package var end: Double
    /// The pitch that was played instead, in semitones; `nil` if it was right or missing.
    package var wrongPitch: Double?
    /// True if it repeats the note before, and was played as one with it.
    package var isPlayedAsOne = false
    /// The start of the played note, in quarter notes; `nil` if it is missing.
    package var playedStart: Double?
    /// The end of the played note, in quarter notes; `nil` if it is missing.
    package var playedEnd: Double?
    /// The deviation in cents; `nil` if it is wrong or missing.
    package var cents: Double?
    /// Its lateness, in milliseconds; `nil` if the timing is not compared.
    package var late: Double?

    /// Creates a note that was not played.
    ///
    /// - Parameters:
    ///   - label: The name.
    ///   - pitch: The number of its pitch, in semitones.
    ///   - start: When it starts, in quarter notes.
    ///   - end: When it ends, in quarter notes.
    package init(label: String, pitch: Double, start: Double, end: Double) {
      (self.label, self.pitch, self.start, self.end) = (label, pitch, start, end)
    }
  }

  /// A played note that is not in the score.
  package struct Extra: Sendable, Hashable {
    /// Its pitch, in semitones.
    package var pitch: Double
    /// Its start, in quarter notes from the start of the piece.
    package var start: Double
    /// Its end, in quarter notes from the start of the piece.
    package var end: Double

    /// Creates a note.
    ///
    /// - Parameters:
    ///   - pitch: Its pitch, in semitones.
    ///   - start: When it starts, in quarter notes.
    ///   - end: When it ends, in quarter notes.
    package init(pitch: Double, start: Double, end: Double) {
      (self.pitch, self.start, self.end) = (pitch, start, end)
    }
  }

  /// A line between bars.
  package struct Bar: Sendable, Hashable {
    /// The number of the bar that begins.
    package var number: String
    /// Its start, in quarter notes.
    package var start: Double
    /// The length of a beat, in quarter notes; 0 in free time.
    package var beat: Double

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - number: The number of the bar that begins.
    ///   - start: When it begins, in quarter notes.
    ///   - beat: The length of a beat, in quarter notes; 0 in free time.
    package init(number: String, start: Double, beat: Double) {
      (self.number, self.start, self.beat) = (number, start, beat)
    }
  }

  /// The title of the plot.
  package var title: String
  /// The most important thing to work on, in a sentence or two.
  package var headline: String
  /// The line below: median, spread and tempo.
  package var subtitle: String
  /// The notes, in order.
  package var notes: [Note]
  /// The played notes that are not in the score.
  package var extra: [Extra] = []
  /// The bars, in order.
  package var bars: [Bar]
  /// Deviations up to this are in tune, in cents.
  package var centsTolerance: Double
  /// Deviations up to this are in time, in milliseconds; `nil` if times are not compared.
  package var timeTolerance: Double?
  /// False for a rhythm, whose notes have no pitch.
  package var hasPitch: Bool

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - headline: What to work on, in a sentence or two.
  ///   - subtitle: The line below.
  ///   - notes: The notes, in order; there may be none.
  ///   - bars: The bars, in order.
  ///   - centsTolerance: Deviations up to this are in tune, in cents.
  ///   - timeTolerance: Deviations up to this are in time, in milliseconds; `nil` if times are not
  ///     compared.
  ///   - hasPitch: Whether the notes have a pitch.
  package init(
    title: String, headline: String, subtitle: String, notes: [Note], bars: [Bar],
    centsTolerance: Double, timeTolerance: Double?, hasPitch: Bool = true
  ) {
    (self.title, self.headline, self.subtitle) = (title, headline, subtitle)
    (self.notes, self.bars, self.hasPitch) = (notes, bars, hasPitch)
    (self.centsTolerance, self.timeTolerance) = (centsTolerance, timeTolerance)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try PracticeDrawing(self).file(format)
  }
}

/// Draws a practised score line by line, like a page of music.
struct PracticeDrawing: Drawable {
  let plot: PracticePlot
  let size: Size
  let rows: [Row]
  /// The pitches of the lane, from the lowest.
  let pitches: ClosedRange<Int>

  var title: String { plot.title }

  /// A line of the page.
  struct Row: Sendable {
    var notes: Range<Int>
    /// In quarter notes.
    var start: Double
    var end: Double
    /// The top of the line, in points.
    var top: Double
  }

  static let width = 960.0
  static let (left, right) = (86.0, 940.0)
  private static let heading = 112.0
  private static let smallestHeadline = 9.0
  static let gap = 8.0
  static let stripHeight = 50.0
  private static let rowGap = 34.0
  private static let (usualNotes, mostRows) = (20, 14)

  /// The height of the lane.
  let laneHeight: Double

  init(_ plot: PracticePlot) {
    self.plot = plot
    let numbers = plot.notes.map { Int($0.pitch.rounded()) }
    pitches = (numbers.min() ?? 60) - 1...(numbers.max() ?? 60) + 1
    laneHeight = plot.hasPitch ? min(130, max(64, 7 * Double(pitches.count))) : 30
    var height = laneHeight
    if plot.hasPitch { height += Self.gap + Self.stripHeight }
    if plot.timeTolerance != nil { height += Self.gap + Self.stripHeight }
    rows = Self.rows(plot, height: height + Self.rowGap)
    size = Size(
      width: Self.width,
      height: Self.heading + Double(max(1, rows.count)) * (height + Self.rowGap) + 30)
  }

  /// Divides the notes into lines of whole bars.
  private static func rows(_ plot: PracticePlot, height: Double) -> [Row] {
    let most = max(usualNotes, (plot.notes.count + mostRows - 1) / mostRows)
    var rows: [Row] = []
    var first = 0
    while first < plot.notes.count {
      var next = min(plot.notes.count, first + most)
      if next < plot.notes.count {
        // The last bar line within the line, if it has one.
        let limit = plot.notes[next].start + 1e-6
        let bar = plot.bars.last { $0.start <= limit && $0.start > plot.notes[first].start + 1e-6 }
        if let bar, let index = plot.notes.firstIndex(where: { $0.start >= bar.start - 1e-6 }) {
          next = max(first + 1, min(next, index))
        }
      }
      let start = min(
        plot.notes[first].start,
        plot.bars.last { $0.start <= plot.notes[first].start + 1e-6 }?.start ?? .infinity)
      let end =
        next < plot.notes.count
        ? plot.notes[next].start : plot.notes[next - 1].end
      rows.append(
        Row(
          notes: first..<next, start: start, end: max(end, start + 1e-3),
          top: heading + Double(rows.count) * height))
      first = next
    }
    // A short last line is not stretched.
    let longest = rows.map { $0.end - $0.start }.max() ?? 1
    for index in rows.indices where rows.count > 1 {
      rows[index].end = max(rows[index].end, rows[index].start + 0.5 * longest)
    }
    return rows
  }

  func draw(on canvas: inout some PlotCanvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), Theme.background)
    drawHeading(on: &canvas)
    for row in rows { draw(row, on: &canvas) }
    guard rows.isEmpty else { return }
    canvas.writeMessage(
      "no notes", in: Rectangle(x: Self.left, y: 110, width: 800, height: 60))
  }

  private func drawHeading(on canvas: inout some PlotCanvas) {
    let room = Self.right - Self.left
    let small = LabelStyle(size: 12, isBold: true, color: Theme.quietText)
    canvas.write(
      TextMeasure.fitted(plot.title, to: room, small), at: Point(x: Self.left, y: 26), .left, small)
    // Two sentences are written smaller rather than cut.
    let width = TextMeasure.width(of: plot.headline, Theme.title)
    let size = max(Self.smallestHeadline, Theme.title.size * min(1, 0.98 * room / max(1, width)))
    let headline = LabelStyle(size: size, isBold: true)
    canvas.write(
      TextMeasure.fitted(plot.headline, to: room, headline), at: Point(x: Self.left, y: 50),
      .left, headline)
    canvas.write(
      TextMeasure.fitted(plot.subtitle, to: room, Theme.subtitle), at: Point(x: Self.left, y: 70),
      .left, Theme.subtitle)
    drawLegend(on: &canvas)
  }

  private func drawLegend(on canvas: inout some PlotCanvas) {
    var x = Self.left
    func sample(_ fill: Color, _ outline: Color?, _ text: String, on canvas: inout some PlotCanvas)
    {
      let box = Rectangle(x: x, y: 81, width: 16, height: 9)
      canvas.fill(box, fill)
      if let outline { canvas.outline(box, outline) }
      canvas.write(text, at: Point(x: x + 21, y: 89.5), .left, Theme.quietLabel)
      x += 37 + TextMeasure.width(of: text, Theme.quietLabel)
    }
    sample(PracticeColors.written, nil, "written", on: &canvas)
    let tolerance = [
      plot.hasPitch ? "±\(plot.centsTolerance.rounded(decimals: 0)) cents" : nil,
      plot.timeTolerance.map { "±\($0.rounded(decimals: 0)) ms" },
    ].compactMap { $0 }.joined(separator: " and ")
    sample(PracticeColors.good, nil, "played within \(tolerance)", on: &canvas)
    sample(PracticeColors.off, nil, "beyond", on: &canvas)
    sample(
      PracticeColors.wrong, nil, plot.hasPitch ? "wrong, or too many" : "too many", on: &canvas)
    sample(Theme.background, PracticeColors.off, "missing", on: &canvas)
  }
}

/// The colours of a practised score, which a sign always goes with.
enum PracticeColors {
  static let written = Color(0x59636E, opacity: 0.28)
  static let good = Theme.otherPitches[0]
  static let off = Theme.pitch
  static let wrong = Theme.otherPitches[1]
  static let band = Theme.inTune
}
