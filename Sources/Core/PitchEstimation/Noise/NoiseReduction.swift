import SignalProcessing

/// The power to remove from the spectrum of a window, because it is noise or hum.
///
/// Twice the mean power of the noise is removed from each bin, so that one bin of noise in seven
/// remains. The autocorrelation of the rest is divided by more than its power, so that noise alone,
/// of which a few bins remain that repeat by chance, does not reach the height of a tone. Where the
/// noise is much quieter than the sound, nothing is removed.
///
/// - SeeAlso: S. Boll, "Suppression of acoustic noise in speech using spectral subtraction", IEEE
///   Trans. ASSP 27(2), 1979, [doi:10.1109/TASSP.1979.1163209](https://doi.org/10.1109/TASSP.1979.1163209);
///   M. Berouti et al., "Enhancement of speech corrupted by acoustic noise", ICASSP 1979, which takes
///   off more than the mean.
struct NoiseReduction: Sendable {
  private typealias Parameters = TrackerParameters.Noise

  /// The power to remove from each bin.
  private(set) var taken: [Float]
  /// The power added to the weighted power of the rest before the correlation is divided by it.
  private(set) var addition: Float = 0

  /// True if noise was removed from the last frame.
  var isActive: Bool { addition > 0 }

  /// Checks whether the last frame holds only mains hum, and a frequency is its pitch.
  ///
  /// - Parameter frequency: In hertz.
  /// - Returns: `true` if it is the pitch of the hum.
  func isHum(_ frequency: Double) -> Bool {
    guard let hum else { return false }
    return hum.isAlone && hum.isPitch(frequency)
  }

  private let bands: NoiseBands
  /// The weight of the power of each bin.
  let weights: [Float]
  private let hopDuration: Double
  private let bandShare: Float
  private let padding: Float
  /// The mean power of the noise in each bin.
  private(set) var noise: [Float]
  private var floor: NoiseFloor
  private var timeSinceLearned = 0.0
  private var weightedNoise: Float = 0
  private var counted: Float = 0
  /// The share of the noise in the weighted power of the last frame.
  private(set) var share: Float = 0
  /// The degree of noise removal in the last frame, 0...1.
  private(set) var blend: Float = 0
  private var hum: Optional<MainsHum>

  /// - Parameters:
  ///   - weights: The factor of the power of each bin.
  ///   - window: The weights of the samples.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - highest: The highest frequency that the spectrum shows as it is, in hertz.
  ///   - bandShare: The share of the whole spectrum below `highest`, which is that of white noise.
  ///   - hopDuration: The time from frame to frame, in seconds.
  init(
    weights: [Float], window: [Float], sampleRate: Double, highest: Double, bandShare: Double,
    hopDuration: Double
  ) {
    let floor = NoiseFloor(sampleRate: sampleRate, frameSize: window.count, highest: highest)
    let bands = NoiseBands(floor.edges, binCount: weights.count, sampleRate: sampleRate)
    padding = Float(2 * weights.count) / Float(max(1, window.count))
    let noise = [Float](repeating: 0, count: weights.count)
    let taken = [Float](repeating: 0, count: weights.count)  // of its own: sharing would copy later
    hum = MainsHum(
      binCount: weights.count, frameSize: window.count, sampleRate: sampleRate,
      hopDuration: hopDuration)
    (self.floor, self.bands, self.noise, self.taken) = (floor, bands, noise, taken)
    (self.weights, self.hopDuration, self.bandShare) = (weights, hopDuration, Float(bandShare))
  }

  /// Measures the share of noise in a frame.
  ///
  /// - Parameters:
  ///   - power: The power of each bin.
  ///   - learns: Whether the frame updates the noise estimate.
  ///   - interval: The time between two measurements, in seconds.
  mutating func analyze(
    _ power: [Float], learns: Bool, interval: Double = TrackerParameters.Noise.interval
  ) {
    if learns { learnFloor(power, interval) }
    let whole = Float(power.span.extracting(0..<weights.count).sum(weightedBy: weights.span))
    share = weightedNoise / max(1e-30, whole)
    guard learns else { return }
    hum?.find(in: power, above: noise)
    hum?.learn(power)
  }

  private mutating func learnFloor(_ power: [Float], _ interval: Double) {
    timeSinceLearned += hopDuration
    guard !floor.isKnown || timeSinceLearned > interval - 1e-9 else { return }
    floor.learn(power, bands, duration: timeSinceLearned)
    timeSinceLearned = 0
    spread()
  }

  /// Computes the power to remove from the last frame measured.
  ///
  /// - Parameters:
  ///   - power: The power of each bin.
  ///   - limit: The largest share of the power that can be noise.
  mutating func measure(in power: [Float], limit: Float) {
    let (first, all) = (bandShare * Parameters.firstShare, bandShare * Parameters.allShare)
    blend = min(1, max(0, (min(share, limit) - first) / (all - first)))
    addition = blend * counted
    let factor = blend * Parameters.subtraction
    for bin in 0..<taken.count { taken[bin] = factor * noise[bin] }
    hum?.add(to: &taken, power, weights: weights)
  }

  /// Spreads the floor from its bands to the bins.
  private mutating func spread() {
    var (sum, squares): (Float, Float) = (0, 0)
    noise.withUnsafeMutableBufferPointer { noise in
      bands.tilt.withUnsafeBufferPointer { tilt in
        weights.withUnsafeBufferPointer { weights in
          for band in floor.levels.indices {
            let bins = bands.bins(of: band)
            let level = floor.levels[band]
            for bin in bins { noise[bin] = level / tilt[bin] }
            for bin in bins {
              let weighted = weights[bin] * noise[bin]
              sum += weighted
              squares += weighted * weighted
            }
          }
        }
      }
    }
    weightedNoise = sum
    // The standard deviation of the autocorrelation of noise, as a share of its value at lag 0: as
    // many values as the window of Hann and the padding leave independent.
    let chance = sum > 0 ? (1.5 * padding * squares).squareRoot() / sum : 0
    counted =
      2 * sum
      * (Parameters.constant + chance * (Parameters.ofChance + chance * Parameters.ofChanceSquared))
  }
}

/// The power of the noise between the partials of a sound, by bands of the spectrum.
///
/// In each band, the floor follows a low quantile over its bins, since partials leave most bins
/// free. It falls within tens of milliseconds and rises within seconds: sounds that come and go,
/// such as notes and syllables, are not noise.
///
/// - Complexity: O(*N*) time for *N* bins, every ``TrackerParameters/Noise/interval``. No allocation after `init`.
/// - SeeAlso: R. Martin, "Noise power spectral density estimation based on optimal smoothing and
///   minimum statistics", IEEE Trans. Speech and Audio Processing 9(5), 2001,
///   [doi:10.1109/89.928915](https://doi.org/10.1109/89.928915). That one takes minima over time
///   alone; a quantile over frequency is available from the first frame.
struct NoiseFloor: Sendable {
  private typealias Parameters = TrackerParameters.Noise

  /// The lower edge of each band, in hertz, and the upper edge of the last.
  let edges: [Double]
  /// The mean power of noise in a bin in the middle of each band.
  private(set) var levels: [Float]
  /// True once ``levels`` has been measured.
  private(set) var isKnown = false
  private var sorted: [Float]  // of a band, in part

  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frameSize: The length of the window before the transform, in samples.
  ///   - highest: The highest frequency that the spectrum shows as it is, in hertz; half the sample
  ///     rate by default.
  init(sampleRate: Double, frameSize: Int, highest: Double = .infinity) {
    let resolution = sampleRate / Double(frameSize)
    let highest = min(highest, sampleRate / 2)
    func next(_ edge: Double) -> Double {
      edge + max(Parameters.leastBandWidth * resolution, Parameters.relativeBandWidth * edge)
    }
    var (count, edge) = (0, 0.0)
    while edge < highest {
      edge = next(edge)
      count += 1
    }
    // A band that is cut short by the end joins the one before.
    count = max(1, count - 1)
    var edges = [Double](repeating: highest, count: count + 1)
    edges[0] = 0
    for band in 1..<count { edges[band] = next(edges[band - 1]) }
    self.edges = edges
    levels = Array(repeating: 0, count: edges.count - 1)
    sorted = Array(
      repeating: 0, count: RealFourierTransform.shortestLength(holding: 2 * frameSize))
  }

  /// Learns from a frame.
  ///
  /// - Parameters:
  ///   - power: The power of each bin.
  ///   - bands: Where the bands lie among the bins.
  ///   - duration: The time since the last call, in seconds.
  mutating func learn(_ power: [Float], _ bands: NoiseBands, duration: Double) {
    for band in levels.indices {
      let bins = bands.bins(of: band)
      // Every second bin: the transform is padded, so that neighbours are nearly alike.
      let count = (bins.count + 1) / 2
      guard count > 0 else { continue }
      power.withUnsafeBufferPointer { power in
        bands.tilt.withUnsafeBufferPointer { tilt in
          sorted.withUnsafeMutableBufferPointer { sorted in
            var bin = bins.lowerBound
            for index in 0..<count {
              sorted[index] = power[bin] * tilt[bin]
              bin += 2
            }
          }
        }
      }
      let index = Int(Parameters.quantile * Double(count))
      let level = Self.meanOfQuantile * Self.smallest(index, of: &sorted, count: count)
      let constant = level < levels[band] ? Parameters.fall : Parameters.rise
      let share = isKnown ? Float(min(1, duration / constant)) : 1
      levels[band] += share * (level - levels[band])
    }
    isKnown = true
  }

  /// The mean of the power of noise, as a multiple of the quantile: power is distributed
  /// exponentially.
  private static let meanOfQuantile = Float(-1 / Elementary.log(1 - Parameters.quantile))

  /// Returns the element that would have an index if the first values were sorted; puts it there,
  /// and the smaller ones before it. For low indices: one comparison suffices for most values.
  static func smallest(_ index: Int, of values: inout [Float], count: Int) -> Float {
    values.withUnsafeMutableBufferPointer { values in
      // The first ones are sorted; of the later ones, only those that displace the last of them.
      var largest = Float.infinity
      for position in 0..<count {
        let value = values[position]
        var place = position
        if position > index {
          guard value < largest else { continue }
          values[position] = largest
          place = index
        }
        while place > 0, values[place - 1] > value {
          values[place] = values[place - 1]
          place -= 1
        }
        values[place] = value
        if position >= index { largest = values[index] }
      }
      return values[index]
    }
  }
}

/// The bands of a ``NoiseFloor`` in the spectrum of a window.
struct NoiseBands: Sendable {
  private let edges: [Double]
  private let binCount: Int
  private let binWidth: Double
  /// The factor that scales the power of a bin to the middle of its band, if noise falls by 1.5 dB
  /// per octave, between white and pink.
  let tilt: [Float]

  /// - Parameters:
  ///   - edges: The edges of the bands, in hertz.
  ///   - binCount: The number of bins up to half of the sample rate.
  ///   - sampleRate: Samples per second, in hertz.
  init(_ edges: [Double], binCount: Int, sampleRate: Double) {
    (self.edges, self.binCount) = (edges, binCount)
    binWidth = sampleRate / Double(2 * binCount)
    var tilt = [Float](repeating: 1, count: binCount)
    for band in 0..<(edges.count - 1) {
      let bins = Self.bins(of: band, edges, binCount: binCount, binWidth: binWidth)
      let middle = Double(bins.lowerBound + bins.upperBound) / 2
      for bin in bins { tilt[bin] = Float((Double(bin) / middle).squareRoot()) }
    }
    self.tilt = tilt
  }

  /// Returns the bins of a band.
  func bins(of band: Int) -> Range<Int> {
    Self.bins(of: band, edges, binCount: binCount, binWidth: binWidth)
  }

  @inline(never)
  private static func bins(
    of band: Int, _ edges: [Double], binCount: Int, binWidth: Double
  ) -> Range<Int> {
    let first = max(1, Int((edges[band] / binWidth).rounded()))
    return first..<max(first, min(binCount, Int((edges[band + 1] / binWidth).rounded())))
  }
}
