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
  private let window: Double
  private let sampleRate: Double
  private let stepSize: Int
  private var sampleCount: Int64 = 0
  private var stepCount = 0  // samples of the current step
  private var energy = 0.0
  private var highest = 0.0  // power of this sound
  private var quietSteps = 0
  private var start = -1.0  // of the sound; negative before one
  private var nextReading = 0.0

  private static let step = 0.05  // seconds
  /// Below this power, of full scale 1, for so many steps nothing sounds. Lines that are equally strong are
  /// silent for a moment in each beat.
  private static let silence = 1e-6
  private static let longestPause = 20
  /// A sound that becomes so many times as strong is a new one.
  private static let rise = 8.0
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
    self.window = min(
      BeatAnalyzer.durations.upperBound, max(BeatAnalyzer.durations.lowerBound, window))
    self.sampleRate = sampleRate
    stepSize = max(1, Int(Self.step * sampleRate))
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameters:
  ///   - block: Samples, any count and any values.
  ///   - report: Called after each new reading.
  public mutating func append(_ block: Span<Float>, report: (borrowing BeatTracker) -> Void) {
    var position = 0
    while position < block.count {
      let end = min(block.count, position + stepSize - stepCount)
      let piece = block.extracting(position..<end)
      lines.append(piece)
      for index in 0..<piece.count {
        let sample = Double(piece[index])
        if sample.magnitude <= Double(Framer.largestMagnitude) { energy += sample * sample }
      }
      sampleCount += Int64(piece.count)
      stepCount += piece.count
      position = end
      guard stepCount == stepSize else { continue }
      follow(energy / Double(stepSize), report)
      (stepCount, energy) = (0, 0)
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

  /// Samples are missing here: lines are measured anew from here on, since their phases are not those from before.
  public mutating func interrupt() { (start, highest) = (-1, 0) }

  private mutating func follow(_ power: Double, _ report: (borrowing BeatTracker) -> Void) {
    let now = Double(sampleCount) / sampleRate
    quietSteps = power < Self.silence ? quietSteps + 1 : 0
    if quietSteps > Self.longestPause { (start, highest) = (-1, 0) }
    if power > Self.silence, start < 0 || power > Self.rise * highest {
      start = now + Self.settling
      nextReading = start + min(Self.first, window)
    }
    highest = max(highest, power)
    guard start >= 0, now >= nextReading else { return }
    nextReading = now + Self.interval
    duration = min(window, now - start)
    time = now
    lines.measure(duration: duration)
    report(self)
  }
}
