internal import SignalProcessing

/// Measures a period between the samples, and a short one over several of its repetitions.
///
/// Noise moves an extremum equally at every multiple of the period: at the eighth multiple, the
/// error of the period is an eighth.
package enum ShortPeriod {
  /// Periods at least this long, in samples, are measured once.
  package static let limit = 64.0

  /// Refines a period.
  ///
  /// Doubles the number of repetitions as long as there is an extremum.
  ///
  /// - Parameters:
  ///   - period: The period, in fractional samples.
  ///   - longestLag: The longest lag that may be asked for.
  ///   - extremum: The position of the extremum near a lag, in fractional samples, or `nil` if it
  ///     is less distinct than the first one.
  /// - Returns: The period, in fractional samples.
  private static func refine(
    _ period: Double, longestLag: Int, extremum: (_ lag: Int) -> Double?
  ) -> Double {
    var period = period
    var repetitions = 2.0
    while period * repetitions < limit {
      let expected = Int((period * repetitions).rounded())
      guard expected < longestLag, let position = extremum(expected) else { break }
      period = position / repetitions
      repetitions *= 2
    }
    return period
  }
}

extension ShortPeriod {
  /// The period at a dip of a difference function.
  ///
  /// - Parameters:
  ///   - lag: The dip, in whole samples.
  ///   - difference: The function; the index is the lag.
  ///   - aperiodicity: The same, normalised.
  ///   - longestLag: The longest lag that may be asked for.
  /// - Returns: The period, in fractional samples.
  package static func refine(
    dipAt lag: Int, of difference: Span<Float>, aperiodicity: Span<Float>, longestLag: Int
  ) -> Double {
    let first = BandlimitedInterpolation.extremum(of: difference, near: lag).position
    return refine(first, longestLag: longestLag) { multiple in
      var dip = multiple
      for other in multiple - 1...multiple + 1 where difference[other] < difference[dip] {
        dip = other
      }
      guard aperiodicity[dip] < max(2 * aperiodicity[lag], 0.02) else { return nil }
      return BandlimitedInterpolation.extremum(of: difference, near: dip).position
    }
  }

  /// The period at a peak of a correlation whose greatest value is 1, and the height of the peak.
  ///
  /// - Parameters:
  ///   - lag: The peak, in whole samples.
  ///   - correlation: The function; the index is the lag.
  ///   - longestLag: The longest lag that may be asked for.
  /// - Returns: The period, in fractional samples, and the height.
  package static func refine(
    peakAt lag: Int, of correlation: Span<Float>, longestLag: Int
  ) -> (period: Double, height: Double) {
    let first = BandlimitedInterpolation.extremum(of: correlation, near: lag)
    let period = refine(first.position, longestLag: longestLag) { multiple in
      var peak = multiple
      for other in multiple - 1...multiple + 1 where correlation[other] > correlation[peak] {
        peak = other
      }
      guard 1 - correlation[peak] < max(2 * (1 - correlation[lag]), 0.02) else { return nil }
      return BandlimitedInterpolation.extremum(of: correlation, near: peak).position
    }
    return (period, first.value)
  }
}

/// The parabola through three values of a function, at -1, 0 and 1.
package struct Parabola {
  private let left: Double
  private let middle: Double
  private let right: Double

  /// Creates the parabola through these values.
  package init(left: Float, middle: Float, right: Float) {
    self.left = Double(left)
    self.middle = Double(middle)
    self.right = Double(right)
  }

  /// The position of the vertex, in -0.5...0.5 around a local extremum; 0 for a straight line.
  package var offset: Double {
    let curvature = left - 2 * middle + right
    return curvature != 0 ? 0.5 * (left - right) / curvature : 0
  }

  /// The value at the vertex; the middle value for a straight line.
  package var extremum: Double {
    let curvature = left - 2 * middle + right
    guard curvature != 0 else { return middle }
    let slope = 0.5 * (right - left)
    return middle - 0.5 * slope * slope / curvature
  }
}
