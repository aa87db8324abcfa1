import SignalProcessing

/// Finds the strongest of a set of known tones in one frame, and compares it with the rest of a band.
///
/// The frame has a Hann window, whose spectrum is zero two and more whole bins away from the tone:
/// whatever is there does not come from the tone.
struct ToneBandAnalyzer: Sendable {
  /// The factor by which every other bin is worth less than independent bins in a mean: bins of a
  /// Hann window share (1/6)² of their power with the next but one.
  private static var correlation: Double { 1 + 2.0 / 36 }
  /// The largest ratio that is reported, in decibels.
  private static var largestRatio: Double { 100 }

  let frequencies: [Double]
  let frameSize: Int
  /// The band that a tone is compared with, in hertz.
  let band: ClosedRange<Double>
  private let sampleRate: Double
  private let barriers: [Double]  // in hertz, one more than tones: where each one's reach ends
  private let window: [Float]
  private let sumOfWeights: Double
  private let sumOfSquares: Double
  private let flat: TrapezoidWindow
  private var spectrum: ContinuousSpectrum
  private var weighted: [Float]

  /// - Parameters:
  ///   - frequencies: The tones, in hertz, rising, within `band`.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frameSize: The number of samples in a frame; odd.
  ///   - band: The band, in hertz, between 0 and half the sample rate.
  /// - Throws: ``FourierError`` if the frame is too long for the longest transform.
  init(
    frequencies: [Double], sampleRate: Double, frameSize: Int, band: ClosedRange<Double>
  ) throws(FourierError) {
    self.frequencies = frequencies
    self.sampleRate = sampleRate
    self.frameSize = frameSize
    self.band = band
    let period = Double(frameSize + 1)  // the window would be 0 at the next sample on either side
    window = (0..<frameSize).map {
      Float(WindowShape.hann.weight(at: 2 * (Double($0) + 1) / period - 1))
    }
    sumOfWeights = window.reduce(0) { $0 + Double($1) }
    sumOfSquares = window.reduce(0) { $0 + Double($1 * $1) }
    barriers = Self.barriers(between: frequencies, binWidth: sampleRate / period)
    // The frame comes weighted, so that nothing is left to do for this window.
    flat = TrapezoidWindow(span: 3 * Double(frameSize), rise: 1)
    spectrum = try ContinuousSpectrum(maximumCount: frameSize)
    weighted = Array(repeating: 0, count: frameSize)
  }

  /// Returns the limits of each tone's reach: halfway between neighbours, at the same distance
  /// beyond the outermost tones, and two bins around a single one.
  private static func barriers(between frequencies: [Double], binWidth: Double) -> [Double] {
    guard frequencies.count > 1 else {
      return frequencies.flatMap { [$0 - 2 * binWidth, $0 + 2 * binWidth] }
    }
    var barriers = zip(frequencies, frequencies.dropFirst()).map { ($0 + $1) / 2 }
    let last = frequencies.count - 1
    barriers.insert(2 * frequencies[0] - barriers[0], at: 0)
    barriers.append(2 * frequencies[last] - barriers[last])
    return barriers
  }

  /// The distance between two bins, in hertz.
  var binWidth: Double { sampleRate / Double(frameSize + 1) }

  /// The number of independent powers to which the mean of the rest of the band is equivalent.
  var freedom: Double {
    max(1, ((band.upperBound - band.lowerBound) / binWidth / 2 - 1) / Self.correlation)
  }

  /// The measurement of a frame.
  struct Measurement {
    /// The strongest tone.
    var tone: DetectedTone
    /// The ratio of its power to the mean power of a bin in the rest of the band.
    var prominence: Double
    /// `true` if the spectrum falls from the tone to either side.
    var isPeak: Bool
  }

  /// Measures the strongest tone of a frame.
  ///
  /// - Parameters:
  ///   - frame: The samples.
  ///   - minimumLevel: The lowest level of a tone, in dBFS.
  /// - Returns: The measurement; `nil` if the frame is silent, or all of its tones are below the
  ///   level.
  mutating func measure(_ frame: Span<Float>, minimumLevel: Double) -> Measurement? {
    for index in 0..<frameSize { weighted[index] = frame[index] * window[index] }
    spectrum.process(weighted, count: frameSize, window: flat)
    var (best, greatest) = (0, 0.0)
    for index in frequencies.indices {
      let power = self.power(at: frequencies[index])
      if power > greatest { (best, greatest) = (index, power) }
    }
    guard greatest > 0, greatest.isFinite else { return nil }
    let tonePower = 2 * greatest / (sumOfWeights * sumOfWeights)
    let level = decibels(fromPower: tonePower)
    guard level >= minimumLevel else { return nil }
    let sides = max(power(at: barriers[best]), power(at: barriers[best + 1]))
    let rest = meanPower(around: frequencies[best])
    let bins = (band.upperBound - band.lowerBound) / binWidth
    let restPower = 2 * rest * bins / (Double(frameSize + 1) * sumOfSquares)
    let ratio = rest > 0 ? decibels(fromPower: tonePower / restPower) : Self.largestRatio
    let tone = DetectedTone(
      index: best, frequency: frequencies[best], level: level,
      ratio: min(Self.largestRatio, ratio))
    let prominence = rest > 0 ? greatest / rest : .infinity
    return Measurement(tone: tone, prominence: prominence, isPeak: greatest > sides)
  }

  private func power(at frequency: Double) -> Double {
    guard frequency > 0, frequency < sampleRate / 2 else { return 0 }
    return spectrum.value(at: 2 * .pi * frequency / sampleRate).power
  }

  /// Returns the mean of |X|² over every other bin of the band, counted from the tone's own, which
  /// is left out.
  private func meanPower(around frequency: Double) -> Double {
    let step = 2 * binWidth
    let first = Int(((band.lowerBound - frequency) / step).rounded(.up))
    let last = Int(((band.upperBound - frequency) / step).rounded(.down))
    var (sum, count) = (0.0, 0.0)
    for offset in first...last where offset != 0 {
      sum += power(at: frequency + Double(offset) * step)
      count += 1
    }
    return count > 0 ? sum / count : 0
  }
}

/// One of a set of known tones, as detected in one frame.
public struct DetectedTone: Sendable, Hashable {
  /// Its index in the set.
  public var index: Int
  /// Its given frequency, in hertz.
  public var frequency: Double
  /// Its level, in dBFS root mean square: -3.01 for a sine at full scale.
  public var level: Double
  /// The ratio of its power to everything else in the frame (other tones, noise), in decibels, at
  /// most 100.
  public var ratio: Double

  /// Creates a detected tone of these properties.
  package init(index: Int, frequency: Double, level: Double, ratio: Double) {
    self.index = index
    self.frequency = frequency
    self.level = level
    self.ratio = ratio
  }
}
