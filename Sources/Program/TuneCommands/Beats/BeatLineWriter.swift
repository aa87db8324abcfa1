import CommandKit
import LiveAudio
import PolyphonicTuning
import SignalProcessing

/// Writes the lines near one target as text, until the source or the user ends it.
struct BeatLineWriter: Sendable {
  /// The format of each reading.
  enum Style: Sendable {
    case plain, csv, jsonLines
  }

  private let target: Double
  private let window: Double
  private let style: Style
  private let output: ByteOutput

  /// Creates a feed of the lines near `target`, in hertz, in the last `window` seconds at most.
  init(
    target: Double, window: Double, style: Style, output: ByteOutput = .standardOutput
  ) {
    (self.target, self.window) = (target, window)
    (self.style, self.output) = (style, output)
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop.
  ///
  /// - Returns: The ending, and the first 10,000 readings with lines.
  func run(
    _ source: any AudioSource
  ) async throws -> (ending: TunerLineWriter.Ending, readings: [BeatReading]) {
    try await untilStopped((.stopped, []), closed: (.heard, [])) { try await feed(source) }
  }

  private func feed(
    _ source: any AudioSource
  ) async throws -> (ending: TunerLineWriter.Ending, readings: [BeatReading]) {
    var readings: [BeatReading] = []
    if case .csv = style { try output.write(Array(BeatReading.columns.utf8)) }
    let events = Live(source: source) { [target, window] in
      try BeatListener(target: target, window: window, sampleRate: $0)
    }
    for try await event in events {
      event.complain()
      guard case .reading(let reading) = event else { continue }
      let text =
        switch style {
        case .plain: reading.plainLine + "\n"
        case .csv: reading.rows
        case .jsonLines: reading.json
        }
      if !text.isEmpty { try output.write(Array(text.utf8)) }
      if !reading.lines.isEmpty, readings.count < 10_000 { readings.append(reading) }
    }
    let isStopped = Task.isCancelled
    return (isStopped ? .stopped : readings.isEmpty ? .silent(.nothingNear) : .heard, readings)
  }
}

/// Measures the lines near one target.
private struct BeatListener: SampleAnalysis {
  private var tracker: BeatTracker
  private var ready: [BeatReading] = []

  init(target: Double, window: Double, sampleRate: Double) throws {
    tracker = try BeatTracker(target: target, sampleRate: sampleRate, window: window)
  }

  mutating func append(_ block: Span<Float>) {
    var ready = ready
    tracker.append(block) { ready.append(BeatReading($0)) }
    self.ready = ready
  }

  mutating func next() -> BeatReading? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func interrupt() { tracker.interrupt() }

  mutating func finish() {}

  static func delayed(_ reading: BeatReading, by seconds: Double) -> BeatReading {
    var reading = reading
    reading.time += seconds
    return reading
  }
}
