internal import SignalProcessing

/// Follows the lines near one target: from the start of each sound on, again and again.
public struct BeatTracker: Sendable {
  /// What tells the lines apart.
  public var analyzer: BeatAnalyzer { lines }
  /// The end and the length of the samples that the newest reading used, in seconds of the stream.
  public private(set) var time = 0.0
  /// The length of the samples that the newest reading used, in seconds.
  public private(set) var duration = 0.0

  private var lines: BeatAnalyzer
  private var onset: OnsetDetector
  private let window: Double
  private let sampleRate: Double
  private var sampleCount: Int64 = 0
  private var start = -1.0  // of the sound; negative before one
  private var nextReading = 0.0

  private static let settling = 0.15
  private static let interval = 0.5
  private static let first = 1.0  // seconds of samples

  /// Plans for a target.
  ///
  /// - Parameters:
  ///   - target: As of ``BeatAnalyzer``.
  ///   - sampleRate: Samples a second, in ``PolyphonicTuner/sampleRates``.
  ///   - window: How many seconds a reading uses at most, in ``BeatAnalyzer/durations``.
  /// - Throws: ``PolyphonicTunerError``.
  public init(
    target: Double, sampleRate: Double, window: Double
  ) throws(PolyphonicTunerError) {
    lines = try BeatAnalyzer(target: target, sampleRate: sampleRate, longest: window)
    onset = OnsetDetector(sampleRate: sampleRate)
    self.window = min(BeatAnalyzer.durations.upperBound, window)
    self.sampleRate = sampleRate
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameters:
  ///   - block: Samples, any count and any values.
  ///   - report: Called after each new reading.
  public mutating func append(_ block: Span<Float>, report: (borrowing BeatTracker) -> Void) {
    var position = 0
    while position < block.count {
      let end = min(block.count, position + onset.missingCount)
      let piece = block.extracting(position..<end)
      lines.append(piece)
      sampleCount += Int64(piece.count)
      if onset.append(piece) { follow(report) }
      position = end
    }
  }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameters:
  ///   - block: Samples, any count and any values.
  ///   - report: Called after each new reading.
  public mutating func append(_ block: [Float], report: (borrowing BeatTracker) -> Void) {
    append(block.span, report: report)
  }

  private mutating func follow(_ report: (borrowing BeatTracker) -> Void) {
    let now = Double(sampleCount) / sampleRate
    if onset.isOnset || (start < 0 && !onset.isSilent) {
      start = now + Self.settling
      nextReading = start + min(Self.first, window)
    } else if onset.isSilent {
      start = -1
    }
    guard start >= 0, now >= nextReading else { return }
    nextReading += Self.interval
    duration = min(window, now - start)
    time = now
    lines.measure(duration: duration)
    report(self)
  }
}
