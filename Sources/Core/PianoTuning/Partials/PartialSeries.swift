internal import PolyphonicTuning
internal import SignalProcessing

/// The partials of one key, followed upwards from the series that the search found.
struct PartialSeries: Sendable {
  struct Partial: Sendable {
    let order: Int
    let frequency: Double
    /// One standard error by noise, relative to the frequency.
    let noise: Double
    let amplitude: Double
    /// Of the peak, over the noise around it.
    let clearness: Double
  }

  private static let highestOrder = 40
  /// A partial must stand out of the noise by this factor.
  private static let clearness = 12.0

  private(set) var partials: [Partial] = []
  private(set) var series: StringSeries
  /// One standard error of f1, in cents, and of B, as a share.
  private(set) var frequencyError = Double.infinity
  private(set) var stiffnessError = Double.infinity
  /// The scatter of partials about the series beyond their noise, in cents.
  private(set) var scatter = 0.0
  /// Seconds after the onset that were used.
  let times: ClosedRange<Double>
  private let isScanned: Bool

  /// - Parameters:
  ///   - recording: The recording of the key.
  ///   - start: A series near that of the partials.
  ///   - isScanned: Whether all orders agreed on `start`, so that a few of them must not change it.
  init(_ recording: Recording, from start: StringSeries, isScanned: Bool = false) {
    series = start
    self.isScanned = isScanned
    let frequency = start.frequency
    let window = frequency < 240 ? 2.0 : frequency < 1020 ? 1.5 : frequency < 2300 ? 0.8 : 0.5
    times = 0.08...min(0.08 + window, max(0.2, recording.duration - 0.01))
    follow(recording)
    fit()
    // Once more, now that B is known: those that were followed wrongly come back.
    partials = []
    follow(recording)
    fit()
    doubt()
  }

  /// Creates the series through other measurements of the same partials.
  init(_ partials: [Partial], from start: PartialSeries) {
    isScanned = start.isScanned
    self.partials = partials
    series = start.series
    times = start.times
    fit()
    doubt()
  }

  private mutating func follow(_ recording: Recording) {
    let duration = times.upperBound - times.lowerBound
    let start = series
    let typical = max(1e-5, start.inharmonicity)
    var missing = 0
    let top = min(0.45 * recording.sampleRate, series.frequency > 500 ? 18_000 : 9000)
    for order in 1...Self.highestOrder {
      let expected = series.partial(order)
      guard expected < top, missing < 8 else { break }
      let kernel = min(0.15, max(0.02, 4 / series.frequency))
      let band = PartialBand(recording, frequency: expected, kernel: kernel, times: times)
      let width = min(
        0.25 * series.frequency,
        max(1.5 / duration, expected * 0.004, 0.02 * series.frequency))
      guard
        let peak = PartialPeak(band, near: expected, width: width, times: times),
        peak.clearness > Self.clearness
      else {
        missing += 1
        continue
      }
      missing = 0
      partials.append(
        Partial(
          order: order, frequency: peak.frequency,
          noise: 0.5 / peak.clearness / duration / peak.frequency, amplitude: peak.amplitude,
          clearness: peak.clearness))
      if isScanned
        ? partials.count >= 10 : partials.count >= 4 || (partials.count >= 2 && order >= 3)
      {
        fit(from: start, deviation: 0.4 * typical)
      }
    }
  }

  /// Fits the series; the scatter is that which explains the residuals.
  private mutating func fit() {
    guard !partials.isEmpty else { return }
    let start = series
    let deviation = (partials.count < 5 ? 0.4 : 4) * max(1e-5, start.inharmonicity)
    scatter = 0.05
    fit(from: start, deviation: deviation)
    guard partials.count > 3 else { return }
    for _ in 0..<24 where inflation > 1.02 {
      scatter *= max(1.02, inflation.squareRoot().squareRoot())
      fit(from: start, deviation: deviation)
    }
  }

  /// Enlarges the errors to what they are if blocks of neighbouring partials are left out:
  /// residuals of neighbours go together, so that there are fewer of them than partials (a
  /// jackknife).
  private mutating func doubt() {
    let blocks = 5
    guard partials.count >= 2 * blocks else { return }
    let deviation = 4 * max(1e-5, series.inharmonicity)
    var (pitches, stiffnesses) = ([Double](), [Double]())
    for block in 0..<blocks {
      let left = partials.count * block / blocks..<partials.count * (block + 1) / blocks
      let fit = fitted(
        partials[..<left.lowerBound] + partials[left.upperBound...], from: series, deviation)
      pitches.append(Elementary.cents(ofRatio: fit.series.frequency / series.frequency))
      stiffnesses.append(fit.series.inharmonicity / max(1e-9, series.inharmonicity))
    }
    let factor = kinship
    frequencyError = Self.both(factor * frequencyError, Self.jackknife(pitches))
    stiffnessError = Self.both(factor * stiffnessError, Self.jackknife(stiffnesses))
  }

  /// Either alone rests on few numbers and is often too small.
  private static func both(_ one: Double, _ other: Double) -> Double {
    (one * one + other * other).squareRoot()
  }

  /// The factor by which errors grow as residuals of neighbours go together: √((1 + ρ) / (1 − ρ)),
  /// with the correlation ρ of neighbours.
  private var kinship: Double {
    let residuals = partials.map {
      Elementary.cents(ofRatio: $0.frequency / series.partial($0.order))
    }
    let limit = 3 * max(0.05, scatter)
    var (products, squares) = (0.0, 1e-12)
    var previous: Double?
    for residual in residuals {
      let value = min(limit, max(-limit, residual))
      if let previous {
        products += previous * value
        squares += 0.5 * (previous * previous + value * value)
      }
      previous = value
    }
    let correlation = min(0.9, max(0, products / squares))
    return ((1 + correlation) / (1 - correlation)).squareRoot()
  }

  /// Five values have four degrees of freedom: for twice the error to cover 95 %, Student's t asks
  /// for 2.78 instead of 2 deviations.
  private static func jackknife(_ values: [Double]) -> Double {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + Elementary.square($1 - mean) }
    return 1.39 * (squares * (count - 1) / count).squareRoot()
  }

  private var inflation = 1.0

  private mutating func fit(from start: StringSeries, deviation: Double) {
    let fit = fitted(partials[...], from: start, deviation)
    guard (fit.series.frequency / start.frequency - 1).magnitude < 0.06 else { return }
    series = fit.series
    frequencyError = fit.error
    stiffnessError = fit.stiffnessError / max(1e-9, fit.series.inharmonicity)
    inflation = fit.inflation
  }

  private func fitted(
    _ partials: ArraySlice<Partial>, from start: StringSeries, _ deviation: Double
  ) -> SeriesFit {
    var fit = SeriesFit(capacity: partials.count)
    let spread = max(0.05, scatter) / SeriesFit.centsPerUnit
    for partial in partials {
      fit.add(
        order: partial.order, frequency: partial.frequency,
        sigma: (partial.noise * partial.noise + spread * spread).squareRoot())
    }
    fit.fit(from: start, deviation: deviation)
    return fit
  }
}
