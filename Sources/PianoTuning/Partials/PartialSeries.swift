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
  /// By how much partials scatter about the series beyond their noise, in cents.
  private(set) var scatter = 0.0
  /// Seconds after the onset that were used.
  let times: ClosedRange<Double>

  init(_ recording: Recording, from start: StringSeries) {
    series = start
    let frequency = start.frequency
    let window = frequency < 240 ? 2.0 : frequency < 1020 ? 1.5 : frequency < 2300 ? 0.8 : 0.5
    times = 0.08...min(0.08 + window, max(0.2, recording.duration - 0.01))
    follow(recording)
    fit()
    // Once more, now that B is known: those that were followed wrongly come back.
    partials = []
    follow(recording)
    fit()
  }

  /// The series through other measurements of the same partials.
  init(_ partials: [Partial], from start: PartialSeries) {
    self.partials = partials
    series = start.series
    times = start.times
    fit()
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
      if partials.count >= 4 || (partials.count >= 2 && order >= 3) {
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

  private var inflation = 1.0

  private mutating func fit(from start: StringSeries, deviation: Double) {
    var fit = SeriesFit(capacity: partials.count)
    let spread = max(0.05, scatter) / SeriesFit.centsPerUnit
    for partial in partials {
      fit.add(
        order: partial.order, frequency: partial.frequency,
        sigma: (partial.noise * partial.noise + spread * spread).squareRoot())
    }
    fit.fit(from: start, deviation: deviation)
    guard (fit.series.frequency / start.frequency - 1).magnitude < 0.06 else { return }
    series = fit.series
    frequencyError = fit.error
    stiffnessError = fit.stiffnessError / max(1e-9, fit.series.inharmonicity)
    inflation = fit.inflation
  }
}
