internal import PitchEstimation
internal import SignalProcessing

/// A search for the partials of one target in the spectrum of one frame.
struct PartialSearch {
  /// The smallest ratio of the power of a partial to that of its surroundings: 13 dB.
  static let leastProminence = 20.0
  /// The smallest power relative to full scale, above the rounding of the spectrum: -140 dB.
  static let leastPower = 1e-14

  let window: TrapezoidWindow
  private let target: Double  // radians per sample
  private let tuned: Double  // radians per sample
  private let spacing: Double  // between the examined frequencies, in radians per sample
  private let semitone: Double  // the largest deviation, as a ratio less 1
  private let hertz: Double  // the frequency of one radian per sample

  /// - Parameters:
  ///   - target: The frequency of the target's first partial, in hertz.
  ///   - tuned: The frequency of the tone, of which the window holds whole periods, in hertz.
  ///   - sampleRate: Samples per second, in hertz.
  init(target: Double, tuned: Double, sampleRate: Double) {
    let wanted = max(
      Double(StrobeAnalyzer.fewestPeriods), StrobeAnalyzer.shortestDuration * target)
    let periods = 2 * (wanted / 2).rounded(.up)
    let rise = 2 * max(1, (periods / 6).rounded(.down))
    let period = sampleRate / tuned
    window = TrapezoidWindow(span: (periods - rise) * period, rise: rise * period)
    hertz = sampleRate / (2 * .pi)
    self.target = target / hertz
    self.tuned = tuned / hertz
    spacing = .pi / window.span  // half of the distance to the first zero
    semitone = Elementary.ratio(ofCents: StrobeAnalyzer.largestDeviation) - 1
  }

  /// Measures a partial. The phase is that in the middle of the window.
  func partial(_ order: Int, in spectrum: ContinuousSpectrum) -> StrobePartial {
    var partial = StrobePartial(order: order)
    let position = Double(order) * target
    guard position <= StrobeAnalyzer.highestShare * 2 * .pi else { return partial }
    let reach = min(target / 2, semitone * position)
    let expected = Double(order) * tuned
    let peak = peak(around: expected, reach: reach, in: spectrum)
    let noise = surroundings(of: peak, in: spectrum)
    let power = spectrum.value(at: peak).power
    let deviation = Elementary.cents(ofRatio: peak / position)
    let isFound =
      (peak - position).magnitude <= reach && deviation >= -StrobeAnalyzer.largestDeviation
      && power > Self.leastProminence * noise
      && power > Self.leastPower * window.span * window.span
      && isLobe(at: peak, power: power, in: spectrum)
    let value = spectrum.value(at: isFound ? peak : expected)
    // A sine of amplitude a has a peak of a/2 times the area of the window.
    partial.level = decibels(fromPower: 4 * value.power / (window.span * window.span))
    partial.phase = Elementary.atan2(value.imaginary, value.real) / (2 * .pi)
    if isFound {
      partial.deviation = deviation
      partial.measured = MeasuredPartial(
        order: order, frequency: peak * hertz,
        uncertainty: (varianceUnit * noise / power).squareRoot() * hertz)
    }
    return partial
  }

  /// The strongest position within reach, moved onto its peak.
  private func peak(
    around position: Double, reach: Double, in spectrum: ContinuousSpectrum
  ) -> Double {
    let steps = Int(reach / spacing)
    var (peak, greatest) = (position, -1.0)
    for step in -steps...steps {
      let frequency = position + Double(step) * spacing
      let power = spectrum.value(at: frequency).power
      if power > greatest { (peak, greatest) = (frequency, power) }
    }
    for _ in 0..<5 {
      let value = spectrum.value(at: peak)
      guard value.power > 0 else { return peak }
      // The slope of ln |X| over the curvature that it has at the peak.
      let quadrature = value.realSlope * value.real + value.imaginarySlope * value.imaginary
      let distance = quadrature / value.power * window.span / window.secondMoment
      peak += max(-spacing, min(spacing, distance))
    }
    return peak
  }

  /// Returns `true` if the peak has the width of a steady sine's. Much stronger neighbours and
  /// unsteady sounds distort it.
  private func isLobe(
    at peak: Double, power: Double, in spectrum: ContinuousSpectrum
  ) -> Bool {
    // At ±spacing the lobe is sinc(1/2) · sinc(rise / 2 span).
    let angle = .pi / 2 * window.rise / window.span
    let shape = Elementary.square(2 / .pi * Elementary.sin(angle) / angle) * power
    let below = spectrum.value(at: peak - spacing).power
    let above = spectrum.value(at: peak + spacing).power
    let limits = 0.5 * shape...1.7 * shape
    return limits.contains(below) && limits.contains(above)
  }

  /// The noise power around a partial: the median of six positions halfway between it and its
  /// neighbours, scaled to the mean of noise with that median.
  private func surroundings(of peak: Double, in spectrum: ContinuousSpectrum) -> Double {
    var powers = InlineArray<6, Double>(repeating: 0)
    for index in 0..<6 {
      let frequency = (peak + (Double(index) - 2.5) * tuned).magnitude
      let power = spectrum.value(at: frequency).power
      var slot = index
      while slot > 0, powers[slot - 1] > power {
        powers[slot] = powers[slot - 1]
        slot -= 1
      }
      powers[slot] = power
    }
    return (powers[2] + powers[3]) / 2 / 0.693
  }

  /// The variance of a frequency, in (radians per sample)², for noise as strong as the partial.
  private var varianceUnit: Double {
    let (area, moment) = (window.span, window.secondMoment)
    return window.energySecondMoment * area * area / (moment * moment) / window.energy / 2
  }
}
