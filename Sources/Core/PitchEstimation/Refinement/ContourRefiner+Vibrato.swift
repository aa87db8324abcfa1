internal import SignalProcessing

/// Vibrato, of which a window shows less the longer it is: two of them tell how much there is.
extension ContourRefiner {
  /// Vibrato of notes above this is followed, in hertz.
  private static let lowestVibrato = 100.0
  /// The pitch and its partials have the same mean within so many cents.
  private static let sameMean = 2.0
  /// Vibrato shows if the pitch is so many cents from its mean.
  private static let leastBend = 0.7
  /// In noise so many partials must go along.
  private static let leastNoisyCount = 4
  /// So many standard deviations are no chance.
  private static let leastCertainty = 3.0

  /// How far the pitch is from its mean over the long window, in octaves; `nil` if that is not where
  /// its partials are, since then the sound is that of a string, whose period wanders.
  func bend(of contour: PitchContour, _ long: HarmonicRefiner.Result) -> Double? {
    guard contour.frequency > Self.lowestVibrato, let mean = contour.mean(within: steps(in: 0.05))
    else { return nil }
    let bend = Elementary.log2(contour.frequency / mean)
    let difference = Elementary.log2(mean / long.frequency)
    return 1200 * difference.magnitude < Self.sameMean + 1200 * bend.magnitude ? bend : nil
  }

  /// Follows a vibrato: the long window shows less of it than a short one, and both less than there
  /// is.
  @inline(never)
  mutating func follow(
    _ bend: Double?, _ value: (frequency: Double, inharmonicity: Double),
    _ long: HarmonicRefiner.Result, _ rough: Double, in framer: borrowing Framer, at position: Int64
  ) -> (frequency: Double, inharmonicity: Double) {
    guard let bend, 1200 * bend.magnitude > Self.leastBend, value.frequency != rough
    else {
      return value
    }
    guard
      let short = measure(
        rough, slope: 0, in: framer, at: position, duration: Self.calm, asString: false),
      !isNoisy || short.partialCount >= Self.leastNoisyCount
    else { return value }
    let change = extrapolation(bend, from: long, by: short)
    return (value.frequency * Elementary.exp2(change), value.inharmonicity)
  }

  /// What a window of no length would show beyond the long one, in octaves: a window shows less of a
  /// vibrato by a share that grows with the square of its length, and the short one has half of it.
  private func extrapolation(
    _ bend: Double, from long: HarmonicRefiner.Result, by short: HarmonicRefiner.Result
  ) -> Double {
    let change = Elementary.log2(short.frequency / long.frequency)
    let certainty = isNoisy ? 2.5 * Self.leastCertainty : Self.leastCertainty
    let noise = certainty * short.deviation / Elementary.log(2)
    guard change * bend > 0, change.magnitude > noise, change.magnitude < 3 * bend.magnitude else {
      return 0
    }
    return 4 / 3 * change * (1 - Elementary.square(noise / change))
  }

  /// By which ratio the pitch is farther out than the short window shows.
  func change(
    from short: HarmonicRefiner.Result, _ long: HarmonicRefiner.Result, around contour: PitchContour
  ) -> Double {
    guard let bend = bend(of: contour, long) else { return 1 }
    // Of the way from the long window to no window at all, the short one has gone three quarters.
    return Elementary.exp2(extrapolation(bend, from: long, by: short) / 4)
  }
}
