internal import PolyphonicTuning
internal import SignalProcessing

/// Finds which key was struck: the series of a stiff string that explains the peaks of the
/// spectrum.
///
/// A series wins if it explains most of the peaks *and* most of its partials are there. An octave
/// too low has partials that are missing; an octave too high leaves peaks unexplained.
struct KeySearch: Sendable {
  /// B relative to that of a usual piano.
  private static let stiffnesses = [0.3, 0.45, 0.65, 0.85, 1.1, 1.4, 1.8, 2.4, 3.2]
  private static let centsStep = 4.0

  private let sampleRate: Double
  private let size: Int  // of the longest frame
  private let top: Double
  private var spectrum: ContinuousSpectrum

  init?(sampleRate: Double) {
    self.sampleRate = sampleRate
    size = min(43_000, Int(0.8 * sampleRate)) / 2 * 2 + 1
    top = min(11_000, 0.45 * sampleRate)
    guard let spectrum = try? ContinuousSpectrum(maximumCount: size) else { return nil }
    self.spectrum = spectrum
  }

  struct Candidate: Sendable {
    var key: PianoKey
    var series: StringSeries
    var score: Double
  }

  /// Returns the keys in question, the best first.
  mutating func candidates(in recording: Recording) -> [Candidate] {
    var found: [Candidate] = []
    for register in Self.registers {
      guard let peaks = peaks(in: recording, register) else { continue }
      var rival = 0.0
      for midi in register.rivals {
        rival = max(rival, best(PianoKey(unchecked: midi), peaks, register)?.score ?? 0)
      }
      for midi in register.keys {
        if let best = best(PianoKey(unchecked: midi), peaks, register), best.score > rival {
          found.append(best)
        }
      }
    }
    return found.ascending { -$0.score }
  }

  /// The frame in which a range of keys is searched, and the rules of the search.
  private struct Register {
    let keys: ClosedRange<Int>
    /// Keys that explain the same frame better rule out all of these: they are an octave too high.
    let rivals: Range<Int>
    /// Seconds after the onset.
    let start: Double
    let duration: Double
    /// The power of a peak's magnitude, relative to the strongest one, by which it counts.
    let compression: Double
    let orderCount: Int
    /// True if the window is the square of Hann's: in long frames without noise, the side lobes of
    /// a single one are peaks that no series explains. In short ones it leaves too little of the
    /// stroke.
    let hasLowSideLobes: Bool
  }

  /// High keys have died away while low ones still sound; what remains of them is the thump.
  private static let registers = [
    Register(
      keys: 21...71, rivals: 0..<0, start: 0.03, duration: 0.8, compression: 0.5, orderCount: 14,
      hasLowSideLobes: true),
    Register(
      keys: 72...108, rivals: 55..<72, start: 0.01, duration: 0.2, compression: 1, orderCount: 6,
      hasLowSideLobes: false),
  ]

  /// The peaks of a frame; the strongest has the weight 1.
  private struct Peaks {
    var found: SpectrumPeaks
    var weights: [Double]
    let duration: Double
  }

  private mutating func peaks(in recording: Recording, _ register: Register) -> Peaks? {
    let start = recording.onset + Int(register.start * sampleRate)
    let wanted = min(size, Int(register.duration * sampleRate))
    let count = (min(wanted, recording.samples.count - start) - 1) / 2 * 2 + 1
    guard Double(count) > 0.1 * sampleRate else { return nil }
    var frame = Array(recording.samples[start..<(start + count)])
    for index in 0..<count {
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      let hann = 0.5 - 0.5 * Elementary.cos(angle)
      frame[index] *= Float(register.hasLowSideLobes ? hann * hann : hann)
    }
    let flat = TrapezoidWindow(span: Double(2 * count), rise: 1)
    spectrum.process(frame, count: count, window: flat)
    let duration = Double(count) / sampleRate
    var found = SpectrumPeaks(duration: duration, top: top)
    found.find(in: spectrum, sampleRate: sampleRate)
    guard found.count > 0 else { return nil }
    let weights = (0..<found.count).map {
      Elementary.power(Double(found.weights[$0]), 2 * register.compression)
    }
    return Peaks(found: found, weights: weights, duration: duration)
  }

  private func best(_ key: PianoKey, _ peaks: Peaks, _ register: Register) -> Candidate? {
    var best: Candidate?
    var cents = -48.0
    while cents <= 52 {
      let frequency =
        key.equalFrequency() * Elementary.ratio(ofCents: cents + key.typicalStretch)
      for stiffness in Self.stiffnesses {
        let series = StringSeries(
          frequency: frequency, inharmonicity: key.typicalInharmonicity * stiffness)
        let score = score(series, peaks, register)
        if score > best?.score ?? 0 { best = Candidate(key: key, series: series, score: score) }
      }
      cents += Self.centsStep
    }
    return best
  }

  /// Returns the share of the peaks that the series explains, times the share of its partials that
  /// are there.
  private func score(_ series: StringSeries, _ peaks: Peaks, _ register: Register) -> Double {
    var (explained, expected, present, last) = (0.0, 0.0, 0.0, 0.0)
    for order in 1...orderCount(series, peaks.duration, register) {
      let frequency = series.partial(order)
      guard frequency < top else { break }
      last = frequency
      let peak = peaks.found.index(nearestTo: frequency)
      let distance = (peaks.found.frequencies[peak] - frequency) * peaks.duration
      let width = 0.7 + 0.0012 * frequency * peaks.duration
      let fit = Elementary.exp(-0.5 * distance * distance / (width * width))
      explained += fit * peaks.weights[peak]
      let importance = importance(order, series.frequency)
      expected += importance
      present += importance * fit * min(1, Double(peaks.found.weights[peak]) / 0.12)
    }
    let limit = last + 0.5 * series.frequency
    var total = 0.0
    for index in 0..<peaks.found.count where peaks.found.frequencies[index] < limit {
      let isBelow = peaks.found.frequencies[index] < 0.7 * series.frequency
      total += (isBelow && series.frequency > 500 ? 0.5 : 1) * peaks.weights[index]
    }
    guard total > 0, expected > 0 else { return 0 }
    return min(1, explained / total) * present / expected
  }

  /// Returns the highest order for which the steps of B are fine enough: half a step moves that
  /// partial by a few bins.
  private func orderCount(
    _ series: StringSeries, _ duration: Double, _ register: Register
  ) -> Int {
    let movement = 0.06 * series.frequency * series.inharmonicity * duration
    var count = 5
    while count < register.orderCount, Double(count * count * count) * movement < 5 { count += 1 }
    return count
  }

  /// The lowest strings hardly move the soundboard with their first partials, the highest ones have
  /// little but those.
  private func importance(_ order: Int, _ frequency: Double) -> Double {
    if frequency < 120 { return order <= 2 ? 0.3 : 1 }
    if frequency > 500 { return order == 1 ? 1 : 0.6 / Double(order) }
    return 1
  }
}
