internal import SignalProcessing

/// Finds the frequencies whose partials stand out most of the spectrum around them.
///
/// Where several voices sound, or noise hides the repetition, the partials of the loudest tone
/// still stand out next to each other. For each frequency of a grid, the amplitudes at its partials
/// are added, each with less weight than the one before, and a part of the amplitude halfway
/// between them is subtracted: so a frequency with only every second partial scores less.
/// Amplitudes are relative to the mean around them, so that loud regions do not outweigh others.
///
/// - Complexity: O(*G* · *H* + *N*) time per frame for *G* frequencies, *H* partials and *N* bins.
///   No allocation after `init`.
/// - SeeAlso: D. Hermes, "Measurement of pitch by subharmonic summation", JASA 83(1), 1988,
///   [doi:10.1121/1.396427](https://doi.org/10.1121/1.396427).
struct HarmonicComb: Sendable {
  private typealias Parameters = TrackerParameters.Comb

  /// The most peaks that are kept.
  static let capacity = 4

  /// The frequencies, in hertz, whose partials stand out more in the last frame than those of their
  /// neighbours: the highest peaks first; 0 where there are fewer.
  private(set) var peaks = [Double](repeating: 0, count: capacity)
  /// The salience of each of ``peaks``.
  private(set) var heights = [Float](repeating: 0, count: capacity)
  /// The salience of each frequency of the grid: how far its partials stand out.
  private var values: [Float]
  private var amplitudes: [Float]
  private var ratios: [Float]
  private let lowest: Double
  private let teeth: [Tooth]  // of each frequency of the grid, each time with an end behind them
  private let reach: Int  // half the surroundings, in bins
  private let total: Float  // of the weights of all partials

  /// A place in the spectrum between two bins: a partial, or the middle between two of them.
  private struct Tooth: Sendable {
    let bin: Int32
    /// The share of the next bin.
    let share: Float

    /// The end of the teeth of a frequency.
    static let end = Tooth(-1)

    init(_ position: Double) {
      bin = Int32(position)
      share = Float(position - Double(bin))
    }
  }

  /// - Parameters:
  ///   - binCount: The number of bins up to half of the sample rate.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frequencies: The range of the grid, in hertz.
  init(binCount: Int, sampleRate: Double, frequencies: ClosedRange<Double>) {
    let binWidth = sampleRate / Double(2 * binCount)
    let octaves = Elementary.log2(frequencies.upperBound / frequencies.lowerBound)
    let count = max(3, Int(octaves * Parameters.stepsPerOctave) + 1)
    lowest = frequencies.lowerBound
    values = Array(repeating: 0, count: count)
    let used = max(2, min(binCount, Int(Parameters.highest / binWidth) + 2))
    // An array that grows would be more code.
    teeth = Array(
      unsafeUninitializedCapacity: count * (2 * Parameters.partialCount + 1)
    ) { teeth, toothCount in
      func append(_ tooth: Tooth) {
        teeth.initializeElement(at: toothCount, to: tooth)
        toothCount += 1
      }
      for step in 0..<count {
        let octaves = Double(step) / Parameters.stepsPerOctave
        let bins = frequencies.lowerBound / binWidth * Elementary.exp2(octaves)
        for order in 1..<(Parameters.partialCount + 1) {
          let position = Double(order) * bins
          guard position + 1 < Double(used) else { break }
          append(Tooth(position))
          append(Tooth(position - 0.5 * bins))
        }
        append(.end)
      }
    }
    amplitudes = Array(repeating: 0, count: used)
    ratios = Array(repeating: 0, count: used)  // of its own: sharing would copy later
    reach = max(1, Int(0.5 * Parameters.surroundings / binWidth))
    var (total, weight): (Float, Float) = (0, 1)
    for _ in 0..<Parameters.partialCount {
      total += weight
      weight *= Parameters.decay
    }
    self.total = total
  }

  /// The value of the highest peak; 0 if there is none.
  var highestValue: Float { heights[0] }

  /// Forgets the last frame.
  mutating func clear() {
    forgetPeaks()
    for index in values.indices { values[index] = 0 }
  }

  /// Returns the salience of a frequency, of its half and of its double, as shares of that of the
  /// highest peak; 0 where it is unknown.
  func shares(at frequency: Double) -> (own: Float, half: Float, double: Float) {
    guard highestValue > 0, frequency > 0 else { return (0, 0, 0) }
    let position = Elementary.log2(frequency / lowest) * Parameters.stepsPerOctave
    return (
      share(atStep: position), share(atStep: position - Parameters.stepsPerOctave),
      share(atStep: position + Parameters.stepsPerOctave)
    )
  }

  private func share(atStep position: Double) -> Float {
    let nearest = Int(nearest: max(-2, min(Double(values.count) + 1, position)))
    guard nearest >= 1, nearest + 1 < values.count else { return 0 }
    return max(values[nearest], max(values[nearest - 1], values[nearest + 1])) / highestValue
  }

  /// Computes the salience of every frequency, and the peaks, in the spectrum of a frame.
  ///
  /// - Parameters:
  ///   - power: The power of each bin.
  ///   - taken: The part of that power that is noise.
  mutating func find(in power: [Float], without taken: [Float]) {
    compare(power, taken)
    ratios.withUnsafeBufferPointer { ratios in
      teeth.withUnsafeBufferPointer { teeth in
        func value(_ index: Int) -> Float {
          let tooth = teeth[index]
          let bin = Int(tooth.bin)
          return ratios[bin] + tooth.share * (ratios[bin &+ 1] - ratios[bin])
        }
        var tooth = 0
        for index in values.indices {
          var (sum, weight): (Float, Float) = (0, 1)
          while teeth[tooth].bin >= 0 {
            sum += weight * (value(tooth) - Parameters.betweenShare * value(tooth &+ 1))
            weight *= Parameters.decay
            tooth &+= 2
          }
          tooth &+= 1
          values[index] = sum / total
        }
      }
    }
    collectPeaks()
  }

  /// Fills ``ratios``: amplitudes as multiples of the mean around them.
  private mutating func compare(_ power: [Float], _ taken: [Float]) {
    let (count, reach) = (amplitudes.count, reach)
    amplitudes.withUnsafeMutableBufferPointer { amplitudes in
      var largest: Float = 0
      power.withUnsafeBufferPointer { power in
        taken.withUnsafeBufferPointer { taken in
          for bin in 0..<count { amplitudes[bin] = max(0, power[bin] - taken[bin]).squareRoot() }
        }
      }
      for bin in 0..<count { largest = max(largest, amplitudes[bin]) }
      let least = max(1e-12, Parameters.leastMean * largest)
      let width = Float(2 * reach + 1)
      var sum: Double = 0
      for bin in 0..<min(reach, count) { sum += Double(amplitudes[bin]) }
      ratios.withUnsafeMutableBufferPointer { ratios in
        for bin in 0..<count {
          if bin + reach < count { sum += Double(amplitudes[bin + reach]) }
          ratios[bin] = Float(max(0, sum))
          if bin >= reach { sum -= Double(amplitudes[bin - reach]) }
        }
        for bin in 0..<count { ratios[bin] = amplitudes[bin] / (ratios[bin] / width + least) }
      }
    }
  }

  private mutating func forgetPeaks() {
    for index in 0..<Self.capacity {
      peaks[index] = 0
      heights[index] = 0
    }
  }

  private mutating func collectPeaks() {
    forgetPeaks()
    for index in 1..<(values.count - 1) {
      let value = values[index]
      guard value > heights[Self.capacity - 1], value > values[index - 1],
        value >= values[index + 1]
      else { continue }
      let parabola = Parabola(left: values[index - 1], middle: value, right: values[index + 1])
      let step = Double(index) + parabola.offset
      let frequency = lowest * Elementary.exp2(step / Parameters.stepsPerOctave)
      var position = Self.capacity - 1
      while position > 0, heights[position - 1] < value {
        peaks[position] = peaks[position - 1]
        heights[position] = heights[position - 1]
        position -= 1
      }
      peaks[position] = frequency
      heights[position] = value
    }
  }
}
