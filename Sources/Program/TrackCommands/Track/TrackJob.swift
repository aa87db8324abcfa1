import AudioFiles
import ChordEstimation
import CommandKit
import FileWriting
import OnsetDetection
import PitchEstimation
import Plotting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One input of `track`, from its first block to finished files.
struct TrackJob: Sendable {
  /// A picture to draw.
  struct Picture: Hashable, Sendable {
    var path: String
    var format: PlotFormat
  }

  var input: TrackInput
  /// The file for the track, or `nil` for standard output.
  var outputPath: String?
  /// The directories to make for the output, the outer ones first.
  var directories: [String] = []
  var picture: Picture?
  var layout: TrackLayout
  var hop: Hop
  var analysis: Analysis
  /// The name of the temperament of the notes.
  var temperament = "equal"
  var stream: StreamOptions
  /// True to refuse an input that is changed while it is tracked: its output would be newer, so
  /// that the next run would leave it out.
  var mustStay = false
  var interruption: Interruption

  /// Tracks the input. The files appear if it was read to its end; `progress` is called after each
  /// block with the number of samples so far, and with the total if it is known.
  func run(progress: @escaping (_ sampleCount: Int, _ total: Int?) -> Void) throws
    -> TrackRun.Summary
  {
    for directory in directories { try makeDirectory(directory) }
    let state = mustStay ? FileState(path: input.path) : nil
    // Opened first, so that an unwritable path fails before the work.
    let pictureFile = try picture.map { picture throws(OutputError) in
      try AtomicTextFile(path: picture.path)
    }
    let run = TrackRun(
      layout: layout, hop: hop, lowestLevel: analysis.lowestLevel, interruption: interruption,
      progress: progress)
    var plot = TrackPicture()
    var failure: OutputError?
    let summary = try track(run, plot: &plot, &failure) {
      guard state == nil || FileState(path: input.path) == state else {
        throw InputChangedError(name: input.name)
      }
    }
    if !summary.isInterrupted, let picture {
      try pictureFile?.write(plot.bytes(picture.format))
      try pictureFile?.finish()
    }
    // `| head` has read enough, and that is no failure.
    if let failure, failure != .closed { throw failure }
    return summary
  }

  private func makeDirectory(_ path: String) throws(OutputError) {
    guard mkdir(path.systemPath, 0o777) == 0 || errno == EEXIST else {
      throw .failed(name: path, reason: systemReason())
    }
  }

  /// Tracks the input. With a picture, a failure to write the track is kept for later: the picture is
  /// still wanted. `confirm` is called when all is read, before a file appears.
  private func track(
    _ run: TrackRun, plot: inout TrackPicture, _ failure: inout OutputError?,
    confirm: () throws -> Void
  ) throws -> TrackRun.Summary {
    func trying(_ write: () throws(OutputError) -> Void) throws(OutputError) {
      guard failure == nil else { return }
      do throws(OutputError) {
        try write()
      } catch {
        guard picture != nil else { throw error }
        failure = error
      }
    }
    guard let outputPath else {
      return try track(run, plot: &plot) { bytes in
        try trying { () throws(OutputError) in try ByteOutput.standardOutput.write(bytes) }
      }
    }
    let file = try AtomicTextFile(path: outputPath)
    let summary = try track(run, plot: &plot) { bytes in
      try trying { () throws(OutputError) in try file.write(bytes) }
    }
    guard !summary.isInterrupted else { return summary }
    try confirm()
    guard failure == nil else { return summary }
    do throws(OutputError) {
      try file.finish()
    } catch {
      guard picture != nil else { throw error }
      failure = error
    }
    return summary
  }

  private func track(
    _ run: TrackRun, plot: inout TrackPicture, write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    switch input {
    case .file(let path):
      if let pipe = OpenPipe(path: path) {
        guard run.interruption.waitForInput(pipe.descriptor) else {
          return TrackRun.Summary(isInterrupted: true)
        }
        var reader = try AudioStreamReader(
          descriptor: pipe.descriptor, name: path, channel: analysis.channel)
        return try track(&reader, run, plot: &plot, waitingFor: pipe.descriptor, write: write)
      }
      var reader = try AudioFileReader(path: path, channel: analysis.channel)
      return try track(&reader, run, plot: &plot, write: write)
    case .standardInput:
      guard run.interruption.waitForInput(0) else {
        return TrackRun.Summary(isInterrupted: true)
      }
      var reader = try AudioStreamReader(
        format: stream.streamFormat, channel: analysis.channel)
      return try track(&reader, run, plot: &plot, waitingFor: 0, write: write)
    }
  }

  private func track(
    _ reader: inout some SampleReader & ~Copyable, _ run: TrackRun, plot: inout TrackPicture,
    waitingFor descriptor: Int32? = nil, write: ([UInt8]) throws -> Void
  ) throws -> TrackRun.Summary {
    let sampleRate = reader.sampleRate
    var run = run
    run.layout.provenance = provenance(sampleRate: sampleRate)
    if layout.isOfChords {
      if picture != nil {
        plot.chords = ChordPlot(
          caption: caption("chords"), hopDuration: hop.samples(at: sampleRate) / sampleRate)
      }
      return try ChordRun(
        layout: run.layout, hop: hop, interruption: run.interruption, progress: run.progress
      ).run(&reader, plot: &plot.chords, waitingFor: descriptor, write: write)
    }
    var tracker = try analysis.comparison(sampleRate: sampleRate, hop: hop)
    if picture != nil {
      plot.pitch = try PitchPlot(
        caption: caption(analysis.method.rawValue), sampleRate: sampleRate,
        searchRange: analysis.searchRange(sampleRate: sampleRate),
        hopSize: hop.samples(at: sampleRate), others: analysis.others.map(\.rawValue))
    }
    return try run.run(&reader, &tracker, plot: &plot.pitch, waitingFor: descriptor, write: write)
  }
}

extension TrackJob {
  private func caption(_ estimator: String) -> PlotCaption {
    PlotCaption(
      name: input.shortName, estimator: estimator, concertPitch: layout.concertPitch,
      spelling: layout.spelling)
  }

  /// How the track comes about, as the first members of its JSON.
  private func provenance(sampleRate: Double) -> JSON {
    let range =
      layout.isOfChords ? ChordTracker.frequencies : analysis.searchRange(sampleRate: sampleRate)
    let lookahead = layout.isOfChords ? ChordTracker.lookahead : analysis.fileLookahead
    return Provenance.of(
      analysis, searchRange: range, temperament: temperament,
      estimator: layout.isOfChords ? "chords" : nil)
      + [
        "hop": .number(hop.samples(at: sampleRate) / sampleRate, decimals: 6),
        "lookahead": .number(lookahead, decimals: 3),
        "recording": .text(input.shortName), "sampleRate": .number(sampleRate, decimals: 0),
      ]
  }
}

/// An input that changed while it was tracked.
struct InputChangedError: Error, CustomStringConvertible {
  var name: String

  var description: String {
    "\(name) changed while it was tracked. Run the command again when it is complete."
  }
}

/// Tracks one input from its first block to its last; memory grows only if the format needs it.
struct TrackRun {
  var layout: TrackLayout
  let hop: Hop
  /// The level below which onsets are left out, in dBFS.
  var lowestLevel = -Double.infinity
  let interruption: Interruption
  /// Called after each block with the number of samples so far.
  var progress: (_ sampleCount: Int, _ total: Int?) -> Void = { _, _ in }

  /// The facts to report after a run.
  struct Summary: Hashable {
    var sampleCount = 0
    var rejectedSampleCount = 0
    var isTruncated = false
    /// True if the channels cancel each other in their mix.
    var hasOppositeChannels = false
    var isInterrupted = false
    /// The loss, in one sentence, if the format could not carry everything.
    var loss: String?
  }

  /// Reads to the end, appends everything to `plot`, and passes finished text to `write` in large
  /// pieces, as ``InputRun`` does.
  func run(
    _ reader: inout some SampleReader & ~Copyable, _ tracker: inout PitchComparison,
    plot: inout PitchPlot?, waitingFor descriptor: Int32? = nil,
    write: ([UInt8]) throws -> Void
  ) throws -> Summary {
    var buffer = InputRun.buffer
    var encoder = layout.encoder(
      sampleRate: reader.sampleRate, hopSize: hop.samples(at: reader.sampleRate))
    var detector =
      layout.needsOnsets ? try OnsetDetector(sampleRate: reader.sampleRate) : nil
    encoder.begin(&buffer)
    let input = InputRun(interruption: interruption, progress: progress)
    var summary = try input.read(&reader, into: &buffer, waitingFor: descriptor, write: write) {
      block, buffer in
      tracker.append(block.span)
      plot?.append(block.span)
      detector?.append(block.span)
      while let onset = detector?.next() { append(onset, &encoder, &buffer, &plot) }
      while let sound = detector?.nextReturn() { encoder.append(sound) }
      while let row = tracker.next() {
        encoder.append(row: row, to: &buffer)
        plot?.append(row)
      }
    }
    detector?.finish()
    while let onset = detector?.next() { append(onset, &encoder, &buffer, &plot) }
    while let sound = detector?.nextReturn() { encoder.append(sound) }
    tracker.finish()
    while let row = tracker.next() {
      encoder.append(row: row, to: &buffer)
      plot?.append(row)
    }
    plot?.finish()
    encoder.end(duration: Double(summary.sampleCount) / reader.sampleRate, &buffer)
    repeat { try InputRun.flush(&buffer, write) } while encoder.appendRest(to: &buffer)
    try InputRun.flush(&buffer, write)
    summary.loss = encoder.loss
    summary.rejectedSampleCount = tracker.rejectedSampleCount
    return summary
  }

  private func append(
    _ onset: Onset, _ encoder: inout some TrackEncoder, _ buffer: inout TextBuffer,
    _ plot: inout PitchPlot?
  ) {
    // Those of notes say what begins and what rings on, however quietly.
    guard onset.level >= lowestLevel || !layout.isOfOnsets else { return }
    encoder.append(onset, to: &buffer)
    if layout.isOfOnsets { plot?.appendOnset(at: onset.time) }
  }
}
