/// Chooses which of the newest samples a waveform view shows, so that a steady tone stands still.
///
/// There is no state between two pictures. If the period is known, the view begins where the first
/// partial crosses zero upwards, which its phase determines to a small fraction of a sample.
/// Otherwise, or if the first partial is missing, it begins where the wave crosses zero before its
/// largest hump.
///
/// - Complexity: O(*n*) time for *n* samples, no allocation.
package enum WaveTrigger {
  /// A first partial with less than this share of the power is ignored: -40 dB.
  static let leastShare = 1e-4

  /// Returns the position where a view begins.
  ///
  /// - Parameters:
  ///   - samples: The newest samples, all finite, twice as many as `length` or more.
  ///   - length: The length of the view, in samples: m · `period` shows m periods.
  ///   - period: The period of the tone, in samples, if it is known. A relative error of a
  ///     thousandth moves the picture by up to a thousandth of half of `length`.
  /// - Returns: A position between two samples, the latest that leaves room for the view; 0 if
  ///   there are too few samples.
  package static func start(
    in samples: Span<Float>, length: Double, period: Double? = nil
  ) -> Double {
    let reach = Double(BandlimitedInterpolation.reach)
    let latest = Double(samples.count - 1) - reach - length
    guard latest >= reach, length > 0 else { return 0 }
    if let period, period.isFinite, period > 2,
      let start = startByPhase(in: samples, latest: latest, period: period)
    {
      return start
    }
    return startByCrossing(in: samples, latest: latest) ?? latest
  }

  /// Writes the samples of a view, interpolated.
  ///
  /// - Parameters:
  ///   - samples: The samples that were passed to ``start(in:length:period:)``.
  ///   - start: The start of the view, in 0...`samples.count - 1`.
  ///   - length: The length of the view, in samples.
  ///   - points: Receives the values, the first for `start`, the last for `start + length`; 0 where
  ///     there is no finite value.
  /// - Complexity: O(*p*) time for *p* points, no allocation.
  package static func draw(
    _ samples: Span<Float>, from start: Double, length: Double,
    into points: inout MutableSpan<Float>
  ) {
    let last = Double(samples.count - 1)
    let step = length / Double(max(1, points.count - 1))
    for index in points.indices {
      let position = start + Double(index) * step
      guard position >= 0, position <= last else {
        points[index] = 0
        continue
      }
      let value = Float(BandlimitedInterpolation.value(of: samples, at: position))
      points[index] = value.isFinite ? value : 0
    }
  }

  /// Computes the points of a wave, as an array.
  ///
  /// - Parameters:
  ///   - samples: Samples, like for ``draw(_:from:length:into:)``.
  ///   - start: The start of the view, in samples; may be fractional.
  ///   - length: The length of the view, in samples.
  ///   - count: The number of points, 0 or more.
  /// - Returns: `count` points, the first for `start`, the last for `start + length`.
  package static func points(
    of samples: [Float], from start: Double, length: Double, count: Int
  ) -> [Float] {
    var points = [Float](repeating: 0, count: count)
    var span = points.mutableSpan
    draw(samples.span, from: start, length: length, into: &span)
    return points
  }
}

extension WaveTrigger {
  /// Uses the phase of the first partial around the latest position, under a Hann window of a whole
  /// number of periods, which excludes the other partials.
  private static func startByPhase(
    in samples: Span<Float>, latest: Double, period: Double
  ) -> Double? {
    let center = Int(latest)
    let available = Double(min(center, samples.count - 1 - center))
    let count = (2 * available / period).rounded(.down)  // of periods in the window
    guard count >= 2 else { return nil }
    let tone = Elementary.sineAndCosine(2 * .pi / period)
    let bell = Elementary.sineAndCosine(2 * .pi / (count * period))
    var (real, imaginary, energy, area) = (0.0, 0.0, 0.0, 0.0)
    var (sine, cosine, bellSine, bellCosine) = (0.0, 1.0, 0.0, 1.0)
    for distance in 0...Int(count * period / 2) {
      let weight = (distance == 0 ? 0.25 : 0.5) * (1 + bellCosine)
      let (after, before) = (
        Double(samples[center + distance]), Double(samples[center - distance])
      )
      real += weight * (after + before) * cosine
      imaginary -= weight * (after - before) * sine
      energy += weight * (after * after + before * before)
      area += 2 * weight
      (sine, cosine) = (
        sine * tone.cosine + cosine * tone.sine, cosine * tone.cosine - sine * tone.sine
      )
      (bellSine, bellCosine) = (
        bellSine * bell.cosine + bellCosine * bell.sine,
        bellCosine * bell.cosine - bellSine * bell.sine
      )
    }
    // The power of a sine of amplitude 2 |X| / area, against the mean power.
    let power = 2 * (real * real + imaginary * imaginary) / (area * area)
    guard power > 0, power > leastShare * energy / area else { return nil }
    // cos(2πt/period + φ) crosses zero upwards a quarter of a turn before its top.
    let crossing =
      Double(center) - (0.25 + Elementary.atan2(imaginary, real) / (2 * .pi)) * period
    let start = crossing + ((latest - crossing) / period).rounded(.down) * period
    return start >= 0 ? start : nil
  }

  /// Uses the upward crossing before the hump with the largest area.
  private static func startByCrossing(in samples: Span<Float>, latest: Double) -> Double? {
    var best: Double?
    var (greatest, area): (Float, Float) = (0, 0)
    var crossing: Double?
    for index in 1..<samples.count {
      let (before, sample) = (samples[index - 1], samples[index])
      if before <= 0, sample > 0 {
        let position = Double(index - 1) + Double(before / (before - sample))
        crossing = position <= latest ? position : nil
        area = 0
      }
      area += sample
      guard let start = crossing, before > 0, sample <= 0 else { continue }
      if area > greatest { (greatest, best) = (area, start) }
      crossing = nil
    }
    return best
  }
}
