import ArgumentParser
import CommandKit
import MusicTheory
import Plotting
import PolyphonicTuning

/// The options for several lines near one target, and their beats.
struct BeatsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Tell lines apart that lie near this note or frequency, such as the reeds of an accordion, \
      and show their beats.
      """, valueName: "A4 or hertz"))
  private var beats: String?

  @Option(
    name: .customLong("beats-window"),
    help: ArgumentHelp(
      "Seconds that --beats measures in, 0.5 to 10: lines 2/S hertz apart are told apart. (default: 4)",
      valueName: "s"),
    transform: NumberUnit.seconds.number)
  private var window: Double?

  @Option(
    name: .customLong("beats-plot"),
    help: ArgumentHelp(
      "Draw the lines of --beats over time to FILE.png, FILE.svg or FILE.pdf.", valueName: "file"),
    completion: .file(extensions: ["png", "svg", "pdf"]))
  private var plot: String?

  @Flag(name: .customLong("csv"), help: "Write what --beats finds as a table, a row for each line.")
  private(set) var isTable = false

  func validate() throws {
    try Refusals.require(
      "--beats", beats != nil,
      for: ["--beats-window": window != nil, "--beats-plot": plot != nil, "--csv": isTable])
    try Refusals.limit("--beats-window", window, to: BeatAnalyzer.durations, "s")
    if let plot {
      do {
        _ = try PlotFormat(path: plot)
      } catch {
        throw ValidationError("--beats-plot: write a file name that ends in .png, .svg or .pdf.")
      }
    }
    _ = try target(under: .standard, in: nil)
  }

  /// True if --beats is given.
  var isWanted: Bool { beats != nil }

  /// Returns the target, in hertz, or `nil` without --beats.
  func target(under reference: ConcertPitch, in notation: NoteNotation?) throws -> Double? {
    guard let beats else { return nil }
    let frequency: Double
    if let number = Double(beats, in: .hertz) {
      frequency = number
    } else {
      let note = try TargetOptions.note(beats, in: notation)
      frequency = reference.frequency(of: note)
    }
    try Refusals.limit("--beats", frequency, to: BeatAnalyzer.targets, "Hz")
    return frequency
  }

  /// Refuses a plot that cannot be written, before anything is measured.
  func requirePlace() throws {
    if let plot { try AtomicTextFile.requirePlace(plot) }
  }

  /// Returns a feed that measures lines near a target, in hertz.
  func feed(_ target: Double, isJSON: Bool) -> BeatLineWriter {
    BeatLineWriter(
      target: target, window: window ?? 4, style: isTable ? .csv : isJSON ? .jsonLines : .plain)
  }

  /// Draws the lines over time, if --beats-plot is given.
  func draw(_ readings: [BeatReading], target: Double, title: String) throws {
    guard let plot else { return }
    let lines = readings.flatMap { reading in
      reading.lines.enumerated().map {
        ChartValue(x: reading.time, y: $1.frequency, error: $1.error, series: $0)
      }
    }
    let beats = readings.last?.beats.map { "\($0.frequency.formatted(decimals: 2)) Hz" } ?? []
    let chart = Chart.beats(
      title: "\(title), near \(target.formatted(decimals: 2)) Hz",
      subtitle: beats.isEmpty ? "" : "beats at the end: \(beats.joined(separator: ", "))",
      target: target, lines: lines)
    let file = try AtomicTextFile(path: plot)
    try file.write(chart.picture(PlotFormat(path: plot)))
    try file.finish()
  }
}
