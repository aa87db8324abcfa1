import InstrumentTuning
import MusicTheory

/// A plot of the notes of chords over time: a lane for each note, with its cents in three colours.
///
/// - Complexity: 4 MB for six notes over an hour.
package struct ChordPlot: ChartPlot {
  /// A note over a moment: the sum of its pitches, as MIDI numbers with fractions.
  private struct Cell: Sendable {
    var lane: Int
    var count = 0
    var sum = 0.0
  }

  /// The duration of a moment, in seconds.
  private static let moment = 0.1
  /// The most columns that are drawn.
  private static let mostColumns = 1500
  private static let states: [(state: NoteDeviation.State, name: String, color: Color)] = [
    (.flat, "flat", Chart.color(2)), (.inTune, "in tune", Chart.color(1)),
    (.sharp, "sharp", Chart.color(0)),
  ]

  private let caption: PlotCaption
  private let tolerance: Double
  private let hop: Double
  private var moments: [[Cell]] = []
  private var end = 0.0

  /// Creates an empty plot.
  ///
  /// - Parameters:
  ///   - caption: The description of the plot's origin.
  ///   - hopDuration: The time from reading to reading, in seconds.
  ///   - tolerance: The largest deviation that is in tune, in cents; that of a tuner by default.
  package init(
    caption: PlotCaption, hopDuration: Double, tolerance: Double = Tuner().tolerance
  ) {
    (self.caption, hop, self.tolerance) = (caption, hopDuration, tolerance)
  }

  /// Appends the notes that sound at a time.
  ///
  /// - Parameters:
  ///   - frequencies: The notes, in hertz.
  ///   - time: In seconds, after the times before.
  package mutating func append(_ frequencies: [Double], at time: Double) {
    end = time + hop
    let moment = Int(time / Self.moment + 1e-9)
    while moments.count <= moment { moments.append([]) }
    for frequency in frequencies {
      guard let lane = caption.concertPitch.nearestNote(to: frequency)?.midiNumber else { continue }
      let place = moments[moment].firstIndex { $0.lane == lane } ?? moments[moment].count
      if place == moments[moment].count { moments[moment].append(Cell(lane: lane)) }
      moments[moment][place].count += 1
      moments[moment][place].sum += caption.concertPitch.midiNumber(of: frequency)
    }
  }

  package var chart: Chart {
    let frame = Rectangle(x: 74, y: 84, width: 856, height: 420)
    let lanes = lanes
    let amount = tolerance.rounded(decimals: tolerance == tolerance.rounded() ? 0 : 1)
    let pitch = caption.concertPitch.frequency.rounded(decimals: 1)
    return Chart(
      size: Size(width: 960, height: 570), title: caption.name,
      subtitle: "\(caption.estimator), A4 = \(pitch) Hz, in tune within \(amount) cents",
      panels: [
        Chart.Panel(
          frame: frame,
          across: Chart.Axis(TimeAxis(duration: end, hop: hop), width: frame.width),
          up: axis(of: lanes.keys, height: frame.height),
          marks: lanes.keys.sorted().flatMap { marks(lanes[$0] ?? [:], lane: $0) },
          message: lanes.isEmpty ? "no notes" : nil)
      ],
      legend: Chart.Legend(
        entries: Self.states.map { ($0.name, $0.color) },
        origin: Point(x: frame.x, y: frame.y - 9),
        arrangement: .row(dot: 6, inset: 3, gap: 8, spacing: 16, rise: 3.5),
        style: Theme.quietLabel))
  }

  private func axis(of lanes: some Collection<Int>, height: Double) -> Chart.Axis {
    let (low, high) = (Double(lanes.min() ?? 60), Double(lanes.max() ?? 72))
    let margin = 1 + max(0, 12 - (high - low)) / 2
    var axis = Chart.Axis(range: (low - margin)...(high + margin))
    let grid = NoteGrid(PitchAxis(axis.range), height: height)
    axis.ticks = grid.lines.map { number in
      let name = Note(midiNumber: number, spelling: caption.spelling).description
      return Chart.Axis.Tick(
        value: Double(number), label: grid.labels.contains(number) ? name : "",
        line: .grid(NoteGrid.startsOctave(number) ? Theme.octaveLine : Theme.noteLine))
    }
    return axis
  }

  /// The number of moments in a column of the picture.
  private var step: Int { max(1, (moments.count + Self.mostColumns - 1) / Self.mostColumns) }

  /// Each note, with the mean of its pitches in each column.
  private var lanes: [Int: [Int: Double]] {
    var cells: [Int: [Int: Cell]] = [:]
    for (moment, notes) in moments.enumerated() {
      for note in notes {
        var cell = cells[note.lane]?[moment / step] ?? Cell(lane: note.lane)
        (cell.count, cell.sum) = (cell.count + note.count, cell.sum + note.sum)
        cells[note.lane, default: [:]][moment / step] = cell
      }
    }
    return cells.mapValues { $0.mapValues { $0.sum / Double($0.count) } }
  }

  /// The lines of a note: a new one after a pause, and where its state changes.
  private func marks(_ columns: [Int: Double], lane: Int) -> [Chart.Mark] {
    var marks: [Chart.Mark] = []
    var line: [ChartValue] = []
    var (last, lastColor): (Int, Color?) = (-2, nil)
    let width = Double(step) * Self.moment
    for (column, pitch) in columns.sorted(by: { $0.key < $1.key }) {
      let color = color(of: pitch, lane: lane)
      let start = Double(column) * width
      if column != last + 1 || color != lastColor {
        if let lastColor { marks.append(.line(line, width: 5, lastColor)) }
        line = [ChartValue(x: start, y: pitch)]
      }
      line.append(ChartValue(x: min(end, start + width), y: pitch))
      (last, lastColor) = (column, color)
    }
    if let lastColor { marks.append(.line(line, width: 5, lastColor)) }
    return marks
  }

  private func color(of pitch: Double, lane: Int) -> Color? {
    let frequency = caption.concertPitch.frequency(ofMIDINumber: pitch)
    let cents = caption.concertPitch.cents(from: Note(midiNumber: lane), to: frequency)
    let state = NoteDeviation.State(cents: cents, tolerance: tolerance)
    return Self.states.first { $0.state == state }?.color
  }
}
