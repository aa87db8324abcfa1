import ArgumentParser
import AudioFiles
import MusicTheory
import PitchEstimation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton track`: files in, tracks out.
struct TrackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Write the pitch of recordings over time as CSV or JSON Lines.",
    discussion: """
      Example: kammerton track --output tracks --range E2..E6 *.wav
      Times are frame centres. Exit status: 0 done, 1 some input failed, 2 nothing done.
      """)

  @Argument(help: "Audio files, or - for standard input (WAV, or --raw).", completion: .file())
  var inputs: [String]

  @Option(help: "csv or jsonl.")
  var format = TrackFormat.csv

  @Option(help: ArgumentHelp("One file per input goes here, written when complete.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @Option(help: "Unvoiced in CSV: empty, zero, nan or negative (best guess).")
  var unvoiced = UnvoicedStyle.empty

  @OptionGroup var analysis: AnalysisOptions
  @OptionGroup var stream: StreamOptions

  func validate() throws {
    guard output != nil || inputs.count == 1 else {
      throw ValidationError("Several inputs need --output DIR, where each gets a file of its own.")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input (-) can be read only once.")
    }
    try stream.requireStandardInput(inputs.contains("-"))
  }

  func run() throws {
    ignoreBrokenPipes()
    let interruption = Interruption()
    let watcher = interruption.watchSignals()
    defer { withExtendedLifetime(watcher) {} }
    let inputs = inputs.map { TrackInput($0) }
    if let output { try prepare(directory: output) }
    let names = TrackInput.outputNames(of: inputs, suffix: format.suffix)

    var progress = TrackProgress(inputCount: inputs.count)
    var failures = 0
    for (index, input) in inputs.enumerated() where !interruption.isRequested {
      do {
        let path = output.map { "\($0)/\(names[index])" }
        let summary = try track(
          input, to: path, interruption: interruption, number: index + 1, &progress)
        progress.clear()
        report(summary, of: input)
      } catch OutputError.closed {
        return  // `| head` has seen enough
      } catch {
        progress.clear()
        complain("\(error)")
        failures += 1
      }
    }
    if interruption.isRequested { throw ExitStatus.interrupted }
    if failures > 0 { throw ExitStatus.someFailed }
  }

  private func prepare(directory: String) throws {
    guard mkdir(directory, 0o777) != 0 else { return }
    guard errno == EEXIST else {
      complain("\(directory) cannot be created (\(systemReason())).")
      throw ExitStatus.nothingDone
    }
    guard access(directory, W_OK | X_OK) == 0, isDirectory(directory) else {
      complain("\(directory) is no directory that can be written to; choose another --output.")
      throw ExitStatus.nothingDone
    }
  }

  private func report(_ summary: TrackRun.Summary, of input: TrackInput) {
    if summary.isTruncated {
      complain("\(input.name) is cut off; what is there was tracked.")
    }
    if summary.rejectedSampleCount > 0 {
      complain(
        "\(input.name) has \(summary.rejectedSampleCount) samples that are no sound (NaN, infinite "
          + "or huge); they count as silence.")
    }
  }
}

// MARK: - One input

extension TrackCommand {
  private func track(
    _ input: TrackInput, to path: String?, interruption: Interruption, number: Int,
    _ progress: inout TrackProgress
  ) throws -> TrackRun.Summary {
    guard let path else {
      return try track(input, interruption, number, &progress) {
        try ByteOutput.standardOutput.write($0)
      }
    }
    let file = try AtomicTextFile(path: path)
    let summary = try track(input, interruption, number, &progress) { try file.write($0) }
    if !summary.isInterrupted { try file.finish() }
    return summary
  }

  private func track(
    _ input: TrackInput, _ interruption: Interruption, _ number: Int,
    _ progress: inout TrackProgress, write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    let selection = analysis.selection
    switch input {
    case .file(let path):
      var reader = try AudioFileReader(path: path, channel: selection)
      return try track(
        input, &reader, interruption, number, &progress, write: write)
    case .standardInput:
      guard interruption.waitForInput(0) else { return TrackRun.Summary(isInterrupted: true) }
      var reader = try AudioStreamReader(format: stream.streamFormat, channel: selection)
      return try track(
        input, &reader, interruption, number, &progress, write: write)
    }
  }

  /// Chooses the estimator; from here on everything is specialised for it.
  private func track(
    _ input: TrackInput, _ reader: inout some SampleReader & ~Copyable,
    _ interruption: Interruption, _ number: Int, _ progress: inout TrackProgress,
    write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    let settings = analysis.settings(sampleRate: reader.sampleRate)
    let writer = TrackWriter(
      format: format, unvoiced: unvoiced, concertPitch: analysis.concertPitch)
    return try withoutActuallyEscaping(write) { write in
      try withProgress(&progress, input, number) { progress in
        let run = TrackRun(writer: writer, interruption: interruption, progress: progress)
        let isLive = input == .standardInput
        switch analysis.estimator {
        case .yin:
          var tracker = try settings.makeYIN()
          return try run.run(
            &reader, &tracker, isLive: isLive, waitingFor: isLive ? 0 : nil, write: write)
        case .mpm:
          var tracker = try settings.makeMPM()
          return try run.run(
            &reader, &tracker, isLive: isLive, waitingFor: isLive ? 0 : nil, write: write)
        }
      }
    }
  }
}
