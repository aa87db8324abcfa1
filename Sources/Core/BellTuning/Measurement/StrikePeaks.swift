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
  private static let highest = 20_000.0
  /// In noise there are hundreds.
  private static let mostPeaks = 40

  /// From the lowest.
  private(set) var peaks: [Peak] = []

  /// Finds the peaks of samples; none if there are too few.
  init(_ samples: ArraySlice<Float>, sampleRate: Double) {
    let longest = min(43_000, Int(Self.longest * sampleRate))
    let count = (min(longest, samples.count) - 1) / 2 * 2 + 1
    guard count > 512, var spectrum = try? ContinuousSpectrum(maximumCount: count) else { return }
    var frame = Array(samples.prefix(count))
    for index in 0..<count {
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      let hann = 0.5 - 0.5 * Elementary.cos(angle)
      frame[index] *= Float(hann * hann)
    }
    spectrum.process(
      frame, count: count, window: TrapezoidWindow(span: Double(2 * count), rise: 1))
    let duration = Double(count) / sampleRate
    var found = SpectrumPeaks(
      duration: duration, top: min(Self.highest, 0.46 * sampleRate))
    found.find(in: spectrum, sampleRate: sampleRate)
    for index in 0..<found.count where found.frequencies[index] > 3 / duration {
      // `weights` are square roots of magnitudes.
      let level = 40 * Elementary.log10(max(1e-6, Double(found.weights[index])))
      if level > Self.floor {
        peaks.append(Peak(frequency: found.frequencies[index], level: level))
      }
    }
    if peaks.count > Self.mostPeaks {
      let least = strongest(Self.mostPeaks).last?.level ?? Self.floor
      peaks.removeAll { $0.level < least }
    }
  }

  init(_ peaks: [Peak]) { self.peaks = peaks }

  /// The strongest ones, from the strongest.
  func strongest(_ count: Int) -> ArraySlice<Peak> {
    peaks.sorted { $0.level > $1.level }.prefix(count)
  }
}
