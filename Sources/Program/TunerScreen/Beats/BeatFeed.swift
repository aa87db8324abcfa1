package import CommandIO
package import LiveAudio
import PolyphonicTuning

/// The lines near one target as text, until the source or the user ends it.
package struct BeatFeed: Sendable {
  /// What is written for each reading.
  package enum Style: Sendable {
    case plain, csv, jsonLines
  }

  private let target: Double
  private let window: Double
  private let style: Style
  private let output: ByteOutput

  /// Writes the lines near `target`, in hertz, from at most `window` seconds of samples.
  package init(
    target: Double, window: Double, style: Style, output: ByteOutput = .standardOutput
  ) {
    (self.target, self.window) = (target, window)
    (self.style, self.output) = (style, output)
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop.
  ///
  /// - Returns: How it ended, and all readings with lines.
  package func run(
    _ source: any AudioSource
  ) async throws -> (ending: TunerFeed.Ending, readings: [BeatReading]) {
    try await untilStopped((.stopped, [])) { try await feed(source) }
  }

  private func feed(
    _ source: any AudioSource
  ) async throws -> (ending: TunerFeed.Ending, readings: [BeatReading]) {
    var tracker: BeatTracker?
    var readings: [BeatReading] = []
    if case .csv = style { try output.write(Array(BeatReading.columns.utf8)) }
    for try await event in source.start() {
      var text = ""
      switch event {
      case .started(_, let sampleRate):
        tracker = try BeatTracker(target: target, sampleRate: sampleRate, window: window)
      case .block(let samples):
        tracker?.append(samples) { tracker in
          let reading = BeatReading(tracker)
          switch style {
          case .plain: text += reading.plainLine + "\n"
          case .csv: text += reading.rows
          case .jsonLines: text += reading.json
          }
          if !reading.lines.isEmpty, readings.count < 10_000 { readings.append(reading) }
        }
      case .lost(let reason): complain(reason.printable)
      case .dropped, .retrying, .resumed, .ended: break
      }
      if !text.isEmpty { try output.write(Array(text.utf8)) }
    }
    let isStopped = Task.isCancelled
    return (isStopped ? .stopped : readings.isEmpty ? .silent(nil) : .heard, readings)
  }
}
