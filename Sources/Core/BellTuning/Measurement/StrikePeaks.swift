internal import PianoTuning
internal import PolyphonicTuning
internal import SignalProcessing

/// The peaks of the beginning of a sound.
struct StrikePeaks: Sendable {
  /// One peak.
  struct Peak: Sendable {
    /// In hertz.
    let frequency: Double
    /// In cents above 1 Hz.
    let cents: Double
    /// In decibels, where the strongest is 0.
    let level: Double
    /// The share of the strongest's amplitude, compressed to its power of two thirds.
    let weight: Double
    /// 1 for the strongest, 0 at ``StrikePeaks/floor``.
    let presence: Double

    init(frequency: Double, level: Double) {
      self.frequency = frequency
      self.level = level
      cents = Elementary.cents(ofRatio: frequency)
      weight = Elementary.power(10, level / 30)
      presence = max(0, 1 - level / StrikePeaks.floor)
    }
  }

  /// Weaker peaks do not count, in decibels below the strongest.
  static let floor = -66.0
  /// The longest span that is used, in seconds.
  static let longest = 0.9
  fileprivate static let highest = 20_000.0
  /// In noise there are hundreds.
  private static let mostPeaks = 40

  /// From the lowest.
  private(set) var peaks: [Peak] = []

  /// Finds the peaks of samples; none if there are too few.
  init(_ samples: ArraySlice<Float>, sampleRate: Double) {
    var spectrum = StrikeSpectrum(sampleRate: sampleRate)
    self = spectrum.findPeaks(samples)
  }

  init(_ peaks: [Peak]) { self.peaks = peaks }

  /// Keeps the strongest, as many as a sound has.
  fileprivate mutating func removeWeak() {
    if peaks.count > Self.mostPeaks {
      let least = strongest(Self.mostPeaks).last?.level ?? Self.floor
      peaks.removeAll { $0.level < least }
    }
  }

  /// The strongest ones, from the strongest.
  func strongest(_ count: Int) -> ArraySlice<Peak> {
    peaks.ascending { -$0.level }.prefix(count)
  }
}

/// The spectrum of the beginning of a sound, planned once for all that are looked at.
struct StrikeSpectrum: Sendable {
  private let sampleRate: Double
  private var spectrum: ContinuousSpectrum?
  private var frame: [Float] = []
  /// A Hann window, squared, for the last number of samples.
  private var weights: [Float] = []

  /// Prepares for samples at a rate in hertz.
  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Finds the peaks of samples, of which ``StrikePeaks/longest`` are used; none if there are too few.
  mutating func findPeaks(_ samples: ArraySlice<Float>) -> StrikePeaks {
    let longest = min(43_000, Int(StrikePeaks.longest * sampleRate))
    let count = (min(longest, samples.count) - 1) / 2 * 2 + 1
    guard count > 512 else { return StrikePeaks([]) }
    process(samples, count: count, longest: longest)
    let duration = Double(count) / sampleRate
    var found = SpectrumPeaks(
      duration: duration, top: min(StrikePeaks.highest, 0.46 * sampleRate))
    guard let spectrum else { return StrikePeaks([]) }
    found.find(in: spectrum, sampleRate: sampleRate)
    var peaks: [StrikePeaks.Peak] = []
    for index in 0..<found.count where found.frequencies[index] > 3 / duration {
      // `weights` are square roots of magnitudes.
      let level = 40 * Elementary.log10(max(1e-6, Double(found.weights[index])))
      if level > StrikePeaks.floor {
        peaks.append(StrikePeaks.Peak(frequency: found.frequencies[index], level: level))
      }
    }
    var result = StrikePeaks(peaks)
    result.removeWeak()
    return result
  }

  private mutating func process(_ samples: ArraySlice<Float>, count: Int, longest: Int) {
    if weights.count != count {
      weights = (0..<count).map { index in
        let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
        let hann = 0.5 - 0.5 * Elementary.cos(angle)
        return Float(hann * hann)
      }
      frame = Array(repeating: 0, count: count)
    }
    for (index, sample) in samples.prefix(count).enumerated() {
      frame[index] = sample * weights[index]
    }
    if spectrum == nil { spectrum = try? ContinuousSpectrum(maximumCount: longest) }
    spectrum?.process(
      frame, count: count, window: TrapezoidWindow(span: Double(2 * count), rise: 1))
  }
}
