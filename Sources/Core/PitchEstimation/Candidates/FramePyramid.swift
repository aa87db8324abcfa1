internal import SignalProcessing

/// A frame at its sample rate, at half of it, at a quarter and so on, as long as that holds all
/// frequencies of the search.
///
/// A long window serves low notes and noise, and needs no high frequencies: at a quarter of the
/// rate its transforms are a quarter as long.
struct FramePyramid: Sendable {
  /// The largest number of times that the rate is halved.
  let depth: Int
  private let frameSize: Int
  private let sampleRate: Double
  private var filter: HalfBandDecimator
  private var halved: [Float]  // the frame at half its rate, at a quarter, …

  /// - Parameters:
  ///   - frameSize: The number of samples in a frame.
  ///   - sampleRate: In hertz.
  ///   - highest: The highest frequency of the search, in hertz.
  init(frameSize: Int, sampleRate: Double, highest: Double) {
    depth = Self.depth(sampleRate: sampleRate, highest: highest)
    self.frameSize = frameSize
    self.sampleRate = sampleRate
    filter = HalfBandDecimator(maximumCount: frameSize)
    halved = Array(repeating: 0, count: depth > 0 ? frameSize + 8 * depth : 0)
  }

  /// Returns the number of times that a sample rate can be halved and still hold a frequency, both
  /// in hertz.
  static func depth(sampleRate: Double, highest: Double) -> Int {
    let least = max(
      TrackerParameters.Windows.leastRate, highest / HalfBandDecimator.passbands.narrow)
    var depth = 0
    while sampleRate / Double(2 << depth) >= least { depth += 1 }
    return depth
  }

  /// The index in `halved` at which a level begins: each has half as many samples as the one
  /// before, and room for whole vectors.
  private func start(ofLevel level: Int) -> Int {
    frameSize - (frameSize >> (level - 1)) + 8 * (level - 1)
  }

  /// The highest frequency that a level holds without loss, in hertz.
  func highest(ofLevel level: Int) -> Double {
    let (narrow, quick) = HalfBandDecimator.passbands
    return (level == 0 ? 0.5 : level == depth ? narrow : quick) * sampleRate(ofLevel: level)
  }

  /// In hertz.
  func sampleRate(ofLevel level: Int) -> Double { sampleRate / Double(1 << level) }

  /// The level of the lowest sample rate that holds a frequency, in hertz.
  func level(holding frequency: Double) -> Int {
    var level = depth
    while level > 0, frequency > highest(ofLevel: level) { level -= 1 }
    return level
  }

  /// Loads a frame, and computes its levels.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - last: The last level that is needed; all by default.
  mutating func load(_ frame: Span<Float>, upTo last: Int = .max) {
    for level in 1..<(min(depth, last) + 1) {
      if level == 1 {
        filter.load(frame)
      } else {
        let first = start(ofLevel: level - 1)
        Self.load(halved, first..<(first + (frameSize >> (level - 1))), into: &filter)
      }
      filter.write(isNarrow: level == depth, to: &halved, at: start(ofLevel: level))
    }
  }

  // Static: one stored property cannot be passed to a mutating method of another one.
  private static func load(
    _ samples: [Float], _ range: Range<Int>, into filter: inout HalfBandDecimator
  ) {
    filter.load(samples.span.extracting(range))
  }

  /// Passes some samples of a level to a function.
  ///
  /// - Parameters:
  ///   - level: The number of times that the rate was halved, 0...``depth``.
  ///   - range: The indices of the samples at that rate.
  ///   - frame: The frame that was loaded.
  ///   - body: Reads them.
  /// - Returns: What `body` returns.
  func withSamples<Result>(
    ofLevel level: Int, _ range: Range<Int>, of frame: Span<Float>,
    _ body: (Span<Float>) -> Result
  ) -> Result {
    // One call of `body`, since it is inlined.
    var (samples, first) = (halved.span, 0)
    if level == 0 { samples = frame } else { first = start(ofLevel: level) }
    return body(samples.extracting((first + range.lowerBound)..<(first + range.upperBound)))
  }
}
