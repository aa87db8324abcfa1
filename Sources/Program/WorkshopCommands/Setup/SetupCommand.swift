package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import InstrumentSetup
import InstrumentTuning
import LiveAudio
import MusicTheory
import Plotting

/// `kammerton setup frets`: finds how far saddle and nut must move to bring the frets in tune.
package struct SetupCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "frets",
    abstract: "Find where a guitar's saddle and nut belong.",
    usage: "kammerton setup [frets] <instrument> [<files> ...] --length <length> [<options>]",
    discussion: """
      Without files, the program asks for one string and fret after another: pluck once and let it \
      ring for 3 s. Recordings are named by string and fret, as 6-0.wav (open) and 6-12.wav. A table \
      that --save wrote can be given instead.

      Example: kammerton setup guitar --length 25.5in --save before.csv
      """)

  @Argument(help: "Instrument with frets, such as guitar, bass or ukulele.")
  private var instrument: String

  @Argument(
    help: "Recordings named by string and fret, such as 6-12.wav, or a table.",
    completion: .file())
  private var files: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Scale length: twice the distance from nut to 12th fret, such as 648mm.",
      valueName: "length"),
    transform: StringText.meters)
  private var length: Double

  @Option(help: ArgumentHelp("Tuning of the instrument. (default: its first)", valueName: "name"))
  private var tuning: String?

  @Option(
    help: ArgumentHelp(
      "Strings to ask for, such as 6,5. (default: all)", valueName: "numbers"),
    transform: SetupText.strings)
  private var strings: [Int]?

  @Option(
    help: ArgumentHelp(
      "Frets to ask for beside the open string, 1...24. (default: 12,1,2,3)", valueName: "numbers"),
    transform: SetupText.frets)
  private var frets: [Int]?

  @OptionGroup private var pitch: ConcertPitchOption
  @OptionGroup private var device: MicrophoneOption

  @Option(
    help: ArgumentHelp("Save the measurements to this CSV file.", valueName: "file"),
    completion: .file())
  private var save: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this table, which --save wrote before the work.", valueName: "file"),
    completion: .file())
  private var before: String?

  @Option(
    help: ArgumentHelp(
      "Draw the frets to this .png, .svg or .pdf file.", valueName: "file"), completion: .file())
  private var plot: String?

  @Flag(help: "Print one JSON object per string.")
  private var jsonl = false

  package init() {}

  package func validate() throws {
    guard files.isEmpty || (device.microphone == nil && strings == nil && frets == nil) else {
      throw ValidationError(
        "Files exclude --microphone, --strings and --frets. Give either files or those.")
    }
    guard StringTension.lengthLimits.contains(length) else {
      throw ValidationError(StringError.lengthOutOfRange(length).description)
    }
    let tuning = try chosenTuning()
    if let wrong = strings?.first(where: { !tuning.stringNumbers.contains($0) }) {
      throw ValidationError(
        "\(tuning.name) has strings 1 to \(tuning.stringNumbers.upperBound), but no string \(wrong)."
      )
    }
    do {
      if let plot { _ = try PlotFormat(path: plot) }
    } catch {
      throw ValidationError("\(error)")
    }
  }

  package func run() async throws {
    let tuning = try chosenTuning()
    let old = try before.map { try FretTable(file: $0) }
    for path in [save, plot].compactMap({ $0 }) { try AtomicTextFile.requirePlace(path) }
    var table = FretTable()
    var failures = 0
    if files.isEmpty {
      try await listen(tuning, &table)
    } else {
      failures = try await read(tuning, &table)
    }
    let measured = table
    var failed = failures
    var outputs: [() throws -> Void] = [{ failed += try report(measured, old, tuning) }]
    if let save, !measured.strings.isEmpty {
      outputs.insert({ try write(Array(measured.text.utf8), to: save) }, at: 0)
    }
    try Outputs.deliver(outputs)
    guard failed == 0 else { throw ExitCode(table.strings.isEmpty ? 2 : 1) }
  }

  private func chosenTuning() throws -> Tuning {
    do {
      let instrument = try InstrumentCatalog.builtIn.instrument(named: instrument)
      guard let tuning else { return instrument.standardTuning }
      return try instrument.tuning(named: tuning)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Fits every string, and prints and draws the report.
  ///
  /// - Returns: The number of strings that could not be fitted.
  private func report(_ table: FretTable, _ old: FretTable?, _ tuning: Tuning) throws -> Int {
    var rows: [SetupReport.Row] = []
    var failures = 0
    for (string, measurements) in table.strings.sorted(by: { $0.key < $1.key }) {
      do {
        let fit = try FretFit(measurements, scaleLength: length)
        let before = try old?.strings[string].map { try FretFit($0, scaleLength: length) }
        let note = SetupText.note(of: string, in: tuning)
        rows.append(SetupReport.Row(string: string, note: note, fit: fit, before: before))
      } catch let error as FretFitError {
        complain("String \(string): \(error)")
        failures += 1
      }
    }
    let report = SetupReport(
      title: "\(instrument), \((length * 1000).formatted(decimals: 1)) mm", rows: rows)
    guard !rows.isEmpty else { return failures }
    let text = (jsonl ? report.jsonLines : report.text) + "\n"
    var outputs: [() throws -> Void] = [{ try ByteOutput.standardOutput.write(text) }]
    if let plot {
      outputs.append { try write(report.plot.picture(PlotFormat(path: plot)), to: plot) }
    }
    try Outputs.deliver(outputs)
    return failures
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let output = try AtomicTextFile(path: path)
    try output.write(bytes)
    try output.finish()
  }
}

// MARK: - Measuring

extension SetupCommand {
  /// Returns the frequency of a position in tune, in hertz; `nil` if there is no such string.
  private func frequency(_ position: FretPosition, _ tuning: Tuning) -> Double? {
    guard let open = SetupText.string(position.string, in: tuning) else { return nil }
    return open.frequency(under: pitch.a4 ?? .standard)
      * SetupText.ratio(ofFret: position.fret)
  }

  /// - Returns: The number of files that could not be used.
  private func read(_ tuning: Tuning, _ table: inout FretTable) async throws -> Int {
    var failures = 0
    for file in files {
      do {
        if file.lowercased().hasSuffix(".csv") {
          for (string, measurements) in try FretTable(file: file).strings {
            for measurement in measurements { table.add(measurement, string: string) }
          }
        } else {
          try await read(file, tuning, &table)
        }
      } catch let error as SetupFileError {
        complain("\(file.printable): \(error.reason)")
        failures += 1
      } catch let error as AudioFileError {
        complain("\(error)")
        failures += 1
      }
    }
    return failures
  }

  private func read(_ file: String, _ tuning: Tuning, _ table: inout FretTable) async throws {
    guard let position = FretPosition(fileName: file) else {
      throw SetupFileError(
        reason: "The name does not start with string and fret, such as 6-12.wav. Rename the file.")
    }
    guard let expected = frequency(position, tuning) else {
      throw SetupFileError(
        reason:
          "\(tuning.name) has no string \(position.string). Rename the file, or give --tuning.")
    }
    var pluck: Pluck?
    let listener = PluckListener(range: expected / 1.2...expected * 1.2)
    let source = SilencedSource(recording: file, "measured")
    try await listener.run(source, expecting: expected) {
      pluck = $0
      return nil
    }
    guard let pluck else {
      throw SetupFileError(
        reason: """
          No tone of 1.2 s within 150 cents of \(expected.formatted(decimals: 1)) Hz \
          (\(position)) was found. Record it again, or tune first.
          """)
    }
    table.add(
      FretMeasurement(fret: position.fret, frequency: pluck.frequency, error: pluck.error),
      string: position.string)
  }

  /// Asks for one position after another.
  private func listen(_ tuning: Tuning, _ table: inout FretTable) async throws {
    let numbers = strings ?? tuning.stringNumbers.reversed()
    var plan = numbers.flatMap { string in
      [FretPosition(string: string, fret: 0)]
        + (frets ?? [12, 1, 2, 3]).map { FretPosition(string: string, fret: $0) }
    }[...]
    let expected = plan.compactMap { frequency($0, tuning) }
    guard let first = expected.first, let low = expected.min(), let high = expected.max() else {
      return
    }
    let status = StatusLine()
    func ask() {
      guard let position = plan.first else { return }
      let note = SetupText.note(of: position.string, in: tuning)
      status.show("Pluck \(position) (\(note)) once and let it ring. \(plan.count) to go.")
    }
    var measured = table
    var open = first
    ask()
    let interruption = Interruption()
    let source = SavedSettings.load().microphone(named: device.microphone)
    let watcher = interruption.watchSignals(stopping: source)
    defer { withExtendedLifetime(watcher) {} }
    let listener = PluckListener(range: low / 1.2...high * 1.2, interruption: interruption)
    try await listener.run(source, expecting: first) { pluck in
      guard let position = plan.popFirst() else { return nil }
      status.clear()
      measured.add(
        FretMeasurement(fret: position.fret, frequency: pluck.frequency, error: pluck.error),
        string: position.string)
      complain(
        "\(position): \(pluck.frequency.formatted(decimals: 2)) Hz "
          + "±\(pluck.error.formatted(decimals: 2)) cents")
      if position.fret == 0 { open = pluck.frequency }
      ask()
      guard let next = plan.first else { return nil }
      // A string that is off is measured against itself.
      return next.fret == 0
        ? frequency(next, tuning) : open * SetupText.ratio(ofFret: next.fret)
    }
    status.clear()
    table = measured
  }
}

/// A recording that cannot be used.
private struct SetupFileError: Error { let reason: String }
