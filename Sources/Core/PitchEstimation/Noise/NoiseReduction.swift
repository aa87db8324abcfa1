internal import SignalProcessing

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
  /// The multiple of the mean power of the noise that is removed.
  static let subtraction: Float = 2
  /// The share of the power of the noise that is added in the normalisation: a constant, and terms
  /// that grow with the height that noise reaches by chance, and with its square.
  static let constant: Float = 0.1
  static let ofChance: Float = 1
  static let ofChanceSquared: Float = 12
  /// Noise up to the first share of the whole power is left alone; from the second on, all of it is
  /// removed.
  static let shares: (first: Float, all: Float) = (0.05, 0.3)

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
  mutating func analyze(_ power: [Float], learns: Bool) {
    if learns { learnFloor(power) }
    let whole = Float(power.span.extracting(0..<weights.count).sum(weightedBy: weights.span))
    share = weightedNoise / max(1e-30, whole)
    guard learns else { return }
    hum?.find(in: power, above: noise)
    hum?.learn(power)
  }

  private mutating func learnFloor(_ power: [Float]) {
    timeSinceLearned += hopDuration
    guard !floor.isKnown || timeSinceLearned > NoiseFloor.interval - 1e-9 else { return }
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
    let (first, all) = (bandShare * Self.shares.first, bandShare * Self.shares.all)
    blend = min(1, max(0, (min(share, limit) - first) / (all - first)))
    addition = blend * counted
    let factor = blend * Self.subtraction
    for bin in 0..<taken.count { taken[bin] = factor * noise[bin] }
    hum?.add(to: &taken, power, weights: weights)
  }

  /// Spreads the floor from its bands to the bins.
  private mutating func spread() {
    var (sum, squares): (Float, Float) = (0, 0)
    for (band, bins) in bands.bins.enumerated() {
      for bin in bins {
        noise[bin] = floor.levels[band] / bands.tilt[bin]
        let weighted = weights[bin] * noise[bin]
        sum += weighted
        squares += weighted * weighted
      }
    }
    weightedNoise = sum
    // The standard deviation of the autocorrelation of noise, as a share of its value at lag 0: as
    // many values as the window of Hann and the padding leave independent.
    let chance = sum > 0 ? (1.5 * padding * squares).squareRoot() / sum : 0
    counted =
      2 * sum * (Self.constant + chance * (Self.ofChance + chance * Self.ofChanceSquared))
  }
}
