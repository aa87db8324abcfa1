internal import SignalProcessing

/// Follows the lines near one target: from the start of each sound on, again and again.
public struct BeatTracker: Sendable {
  /// The analyzer that tells the lines apart.
  public var analyzer: BeatAnalyzer { lines }
  /// The end of the samples that the newest reading used, in seconds of the stream.
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
  /// Below this power, of full scale 1, for `longestPause` steps, nothing sounds. Equally strong
  /// lines are silent for a moment in each beat.
  private static let silence = 1e-6
  private static let longestPause = 20
  /// A sound whose power rises by this factor is a new one.
  private static let rise = 8.0
  private static let settling = 0.15
  private static let interval = 0.5
  private static let first = 1.0  // seconds of samples

  /// Creates a tracker for a target.
  ///
  /// - Parameters:
  ///   - target: The target in hertz, as for ``BeatAnalyzer``.
  ///   - sampleRate: Samples per second, in ``PolyphonicTuner/sampleRates``.
  ///   - window: The most seconds that a reading uses, in ``BeatAnalyzer/durations``.
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

  /// Marks a gap in the samples: lines are measured from here on, because their phases have
  /// changed.
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

/// Tells apart several lines near one target, such as the reeds of an accordion's tremolo, the
/// ranks of an organ or the partials of bells and gongs, and so measures how they beat.
///
/// Each line is a sine that may decay. Append samples as they arrive, and ask for the lines of the
/// newest ones when you want them.
///
/// - Complexity: O(*n*) time to append *n* samples, and to measure them. No allocation after
///   `init`.
public struct BeatAnalyzer: Sendable {
  /// One line.
  public struct Line: Sendable, Hashable {
    /// Its frequency, in hertz.
    public internal(set) var frequency = 0.0
    /// One standard error of ``frequency``, in hertz, from the noise around it.
    public internal(set) var error = 0.0
    /// Its amplitude in the middle of the frame, of full scale 1.
    public internal(set) var amplitude = 0.0
    /// Its rate of decay, in nepers per second; negative for one that grows.
    public internal(set) var decay = 0.0
  }

  /// The accepted lengths of frames, in seconds.
  public static let durations = 0.5...10.0
  /// The largest number of lines that are told apart.
  static let mostLines = 6
  /// The largest distance of a line from the target, in cents.
  public static let reach = 60.0
  /// The accepted targets, in hertz.
  public static let targets = 20.0...8000

  /// The target, in hertz.
  public let target: Double
  /// The lines of the latest ``measure(duration:)``, from the lowest; empty if there is no sound.
  public var lines: ArraySlice<Line> { found[0..<count] }
  /// The smallest distance at which two lines are told apart, in hertz: 2 / T in T seconds.
  public private(set) var limit = Double.infinity

  private let sampleRate: Double  // of the analysis
  private let band: Double  // hertz
  private var reducer: RateReducer
  private var history: SampleHistory
  private var frame: [Float]
  private var narrow: NarrowBand
  private var fit: LineFit
  private var found: [Line]
  private var count = 0

  /// Creates the workspace for a target.
  ///
  /// - Parameters:
  ///   - target: The target in hertz, in ``targets`` and below 0.4 of the sample rate.
  ///   - sampleRate: Samples per second, in ``PolyphonicTuner/sampleRates``.
  ///   - longest: The longest frame, in seconds, limited to ``durations``.
  /// - Throws: ``PolyphonicTunerError``.
  public init(
    target: Double, sampleRate: Double, longest: Double
  ) throws(PolyphonicTunerError) {
    guard PolyphonicTuner.sampleRates.contains(sampleRate) else {
      throw .sampleRateOutOfRange(sampleRate)
    }
    let highest = min(Self.targets.upperBound, 0.4 * sampleRate)
    guard target >= Self.targets.lowerBound, target <= highest else {
      throw .targetOutOfRange(target, limit: highest)
    }
    let longest = min(Self.durations.upperBound, max(Self.durations.lowerBound, longest))
    self.target = target
    reducer = RateReducer(sampleRate: sampleRate)
    self.sampleRate = reducer.outputRate
    band = max(5, target * (Elementary.ratio(ofCents: Self.reach) - 1))
    let samples = Int(longest * self.sampleRate) + 1
    let width = 1.1 / band
    let capacity = Int(longest / width / NarrowBand.stepShare) + 8
    history = SampleHistory(capacity: samples)
    frame = Array(repeating: 0, count: samples)
    narrow = NarrowBand(
      longest: samples, capacity: capacity, longestWindow: Int(width * self.sampleRate) + 64)
    fit = LineFit(mostLines: Self.mostLines, capacity: capacity)
    found = Array(repeating: Line(), count: Self.mostLines)
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: Span<Float>) { reducer.reduce(block, into: &history) }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Measures the newest samples, and leaves what was found in ``lines``.
  ///
  /// - Parameter duration: The length of the samples in seconds, limited to the longest frame.
  public mutating func measure(duration: Double) {
    let size = min(frame.count, Int(max(0, duration) * sampleRate))
    let history = history
    frame.withUnsafeMutableBufferPointer {
      var part = UnsafeMutableBufferPointer(rebasing: $0[0..<size]).mutableSpan
      history.copyNewest(into: &part)
    }
    let seconds = Double(size) / sampleRate
    limit = size > 0 ? 2 / seconds : .infinity
    count = 0
    narrow.extract(frame, size, sampleRate: sampleRate, around: target, width: 1.1 / band)
    guard narrow.count > 0 else { return }
    fit.find(
      in: narrow, duration: seconds,
      LineFit.Rules(
        mostLines: Self.mostLines, separation: 2, leastShare: 0.03, evidence: 40, reach: band))
    for index in 0..<fit.count {
      let line = fit.lines[index]
      found[index] = Line(
        frequency: target + line.offset, error: line.error,
        amplitude: 2 * line.power.squareRoot() / max(0.05, narrow.gain(at: line.offset)),
        decay: line.decay)
    }
    count = fit.count
  }

  /// Returns the beats per second of two lines, and one standard error.
  ///
  /// - Parameters:
  ///   - first: The index of one of ``lines``.
  ///   - second: The index of another one.
  /// - Returns: Both in hertz.
  public func beat(_ first: Int, _ second: Int) -> (frequency: Double, error: Double) {
    let (a, b) = (found[first], found[second])
    return (
      (a.frequency - b.frequency).magnitude, (a.error * a.error + b.error * b.error).squareRoot()
    )
  }
}
