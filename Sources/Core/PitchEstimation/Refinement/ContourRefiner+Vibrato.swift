internal import SignalProcessing

/// Vibrato: a window shows less of it the longer it is, so two windows give its full extent.
extension ContourRefiner {
  /// Returns the distance of the pitch from its mean over the long window, in octaves; `nil` if
  /// that mean is not where its partials are, since then the sound is that of a string, whose
  /// period wanders.
  func bend(of contour: PitchContour, _ long: HarmonicRefiner.Result) -> Double? {
    guard contour.looksAhead, contour.frequency > TrackerParameters.Vibrato.lowest,
      let mean = contour.mean(within: steps(in: Parameters.steadyReach))
    else { return nil }
    let bend = Elementary.log2(contour.frequency / mean)
    let difference = Elementary.log2(mean / long.frequency)
    return 1200 * difference.magnitude < TrackerParameters.Vibrato.sameMean + 1200 * bend.magnitude
      ? bend : nil
  }

  /// Corrects a frequency for vibrato: the long window shows less of it than a short one, and both
  /// less than its full extent.
  mutating func follow(
    _ bend: Double?, _ value: (frequency: Double, inharmonicity: Double),
    _ long: HarmonicRefiner.Result, _ rough: Double, in framer: borrowing Framer, at position: Int64
  ) -> (frequency: Double, inharmonicity: Double) {
    guard let bend else { return value }
    return follow(by: bend, value, long, rough, in: framer, at: position)
  }

  @inline(never)
  private mutating func follow(
    by bend: Double, _ value: (frequency: Double, inharmonicity: Double),
    _ long: HarmonicRefiner.Result, _ rough: Double, in framer: borrowing Framer, at position: Int64
  ) -> (frequency: Double, inharmonicity: Double) {
    guard 1200 * bend.magnitude > TrackerParameters.Vibrato.leastBend,
      value.frequency != rough
    else {
      return value
    }
    guard
      let short = measure(
        rough, slope: 0, in: framer, at: position, duration: Parameters.calm, asString: false),
      !isNoisy || short.partialCount >= TrackerParameters.Vibrato.leastNoisyCount
    else { return value }
    let change = extrapolation(bend, from: long, by: short)
    return (value.frequency * Elementary.exp2(change), value.inharmonicity)
  }

  /// Returns the distance from the long window's frequency to that of a window of no length, in
  /// octaves: the share of a vibrato that a window loses grows with the square of its length, and
  /// the short one has half the length.
  private func extrapolation(
    _ bend: Double, from long: HarmonicRefiner.Result, by short: HarmonicRefiner.Result
  ) -> Double {
    let change = Elementary.log2(short.frequency / long.frequency)
    let certainty =
      isNoisy
      ? TrackerParameters.Vibrato.noisyFactor * TrackerParameters.Vibrato.leastCertainty
      : TrackerParameters.Vibrato.leastCertainty
    let noise = certainty * short.deviation / Elementary.log(2)
    guard change * bend > 0, change.magnitude > noise,
      change.magnitude < TrackerParameters.Vibrato.largestChange * bend.magnitude
    else {
      return 0
    }
    return 4 / 3 * change * (1 - Elementary.square(noise / change))
  }

  /// Returns the ratio of the pitch to the frequency of the short window.
  func change(
    from short: HarmonicRefiner.Result, _ long: HarmonicRefiner.Result, around contour: PitchContour
  ) -> Double {
    guard let bend = bend(of: contour, long) else { return 1 }
    // The short window is three quarters of the way from the long one to a window of no length.
    return Elementary.exp2(extrapolation(bend, from: long, by: short) / 4)
  }
}
