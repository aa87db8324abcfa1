internal import SignalProcessing

/// Fits the partials of a stiff string, f(k) = k f₀ √(1 + B k²), to measured frequencies.
///
/// (f(k)/k)² = f₀² + f₀² B k² is a straight line over k²; with B = 0, as for voices and winds, it is
/// level. Each partial weighs as much as it is certain: its variance is that from the noise and that
/// by which real partials are out of place, the same for all, which is estimated from how far they
/// lie from the line (Mandel and Paule).
///
/// - SeeAlso: J. K. Nielsen et al., "Fast fundamental frequency estimation: Making a statistically
///   efficient estimator computationally efficient", Signal Processing 135, 2017, of whose
///   likelihood this is the approximation around its maximum; H. Fletcher, "Normal vibration
///   frequencies of a stiff piano string", J. Acoust. Soc. Am. 36(1), 1964; R. C. Paule and
///   J. Mandel, "Consensus values and weighting factors", J. Res. NBS 87(5), 1982.
struct PartialFit: Sendable {
  /// The most partials that take part.
  static let capacity = 32
  /// The most that partials are believed to be out of place: as a share of their power, and as the
  /// variance of the ratio by which they are.
  static let largestMismatch = (hertz: 0.3, cents: 1e-4)

  /// How partials are out of place, beyond the noise.
  enum Displacement: Sendable {
    /// By as many hertz each: what modulates or accompanies a voice or a wind leaks into all of them.
    case hertz
    /// By as many cents each: the partials of a string are tones of their own, and what it is fixed
    /// to moves each by its own share.
    case cents
  }

  /// The straight line through (f(k)/k)², over k².
  struct Line {
    /// Its value at ``meanSquare``, (radians a sample)².
    var level = 0.0
    var slope = 0.0
    /// The weighted mean of k².
    var meanSquare = 1.0
    /// Σ w (k² − mean)²: one over the variance of the slope.
    var slopeInformation = 0.0
    /// Σ w r² over the distances r from the line: about the degrees of freedom if the variances
    /// are right.
    var misfit = 0.0
    /// By how much the misfit falls with the mismatch.
    var misfitDecrease = 0.0

    /// B by this line; `nil` if it tells nothing.
    var inharmonicity: (value: Double, information: Double)? {
      let base = level - slope * meanSquare
      guard slopeInformation > 0, base > 0 else { return nil }
      return (slope / base, slopeInformation * level * level)
    }
  }

  private(set) var count = 0
  /// How partials are out of place.
  var displacement = Displacement.hertz
  /// By how much, beyond the noise: a share of their power, or the variance of a ratio.
  private(set) var mismatch = 0.0
  /// Whether noise alone may explain how far the partials are out of place: less than five times
  /// what it would on average, for its level is known roughly.
  private(set) var isNoiseLimited = false
  private(set) var squares = InlineArray<32, Double>(repeating: 0)  // k²
  private(set) var heights = InlineArray<32, Double>(repeating: 0)  // (f(k)/k)²
  private(set) var powers = InlineArray<32, Double>(repeating: 0)
  // From the variance of f(k) to that of the height.
  private var scales = InlineArray<32, Double>(repeating: 0)
  private var variances = InlineArray<32, Double>(repeating: 0)  // of f from the noise
  private var unit = 0.0

  /// - Parameter unit: The variance of the frequency of a partial whose noise is as strong as
  ///   itself, in (radians a sample)².
  init(unit: Double) { self.unit = unit }

  /// Takes in a partial.
  ///
  /// - Parameters:
  ///   - order: k.
  ///   - frequency: In radians a sample.
  ///   - power: Of the partial, in any unit.
  ///   - noise: The power of the noise over that of the partial.
  mutating func add(order: Double, frequency: Double, power: Double = 1, noise: Double) {
    guard count < Self.capacity else { return }
    let square = order * order
    squares[count] = square
    heights[count] = frequency * frequency / square
    powers[count] = power
    scales[count] = Elementary.square(2 * frequency / square)
    // No filter is perfect: a millionth of the frequency is the limit.
    variances[count] = unit * noise + Elementary.square(2e-6 * frequency)
    count += 1
  }

  /// Estimates the line and ``mismatch``.
  ///
  /// - Parameters:
  ///   - sloped: Whether B may differ from 0.
  ///   - steps: How often to improve ``mismatch``; 2 are enough for a rough value.
  /// - Returns: The line with the weights of that mismatch.
  @inline(never)
  mutating func solve(sloped: Bool, steps: Int) -> Line {
    let sloped = sloped && count >= 2
    mismatch = 0
    var line = self.line(sloped: sloped)
    let freedom = Double(count - (sloped ? 2 : 1))
    isNoiseLimited = line.misfit <= 5 * freedom
    // By chance, noise alone puts partials of a string out of place by so much once in a hundred times.
    let chance = displacement == .cents ? 3 * (2 * max(0, freedom)).squareRoot() : 0
    guard freedom > 0, line.misfit > freedom + chance else { return line }
    // Newton's method on 1/misfit, which is a straight line if all variances are the same.
    let largest =
      displacement == .hertz ? Self.largestMismatch.hertz : Self.largestMismatch.cents
    for _ in 0..<steps where line.misfit > 1.01 * freedom {
      mismatch += line.misfit * (line.misfit / freedom - 1) / line.misfitDecrease
      mismatch = min(largest, mismatch)
      line = self.line(sloped: sloped)
    }
    return line
  }

  /// f₀ for a given B, in radians a sample, with the weights of the last ``solve(sloped:)``.
  func fundamental(inharmonicity: Double) -> Double {
    estimate(inharmonicity: inharmonicity).fundamental
  }

  /// The same, and its standard deviation as a share of it.
  func estimate(inharmonicity: Double) -> (fundamental: Double, deviation: Double) {
    var (sum, weights) = (0.0, 0.0)
    for index in 0..<count {
      let factor = 1 + inharmonicity * squares[index]
      let weight = weight(index) * factor
      sum += weight * heights[index]
      weights += weight * factor
    }
    let square = sum / weights
    return (square.squareRoot(), 0.5 / (weights.squareRoot() * square))
  }

  /// The share of its distance from the line by which a partial is out of place, rather than the
  /// noise says so: 0...1.
  func certainty(_ index: Int) -> Double {
    let own = spread(index) * mismatch
    return own > 0 ? own / (own + scales[index] * variances[index]) : 0
  }

  @inline(never)
  private func weight(_ index: Int) -> Double {
    1 / (scales[index] * variances[index] + spread(index) * mismatch)
  }

  /// The variance of a height for a mismatch of 1.
  @inline(never)
  private func spread(_ index: Int) -> Double {
    switch displacement {
    case .hertz: scales[index] * unit
    case .cents: 4 * Elementary.square(heights[index])
    }
  }

  private func line(sloped: Bool) -> Line {
    var weights = InlineArray<32, Double>(repeating: 0)
    var (total, heightSum, squareSum) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let weight = weight(index)
      weights[index] = weight
      total += weight
      heightSum += weight * heights[index]
      squareSum += weight * squares[index]
    }
    var line = Line(level: heightSum / total)
    if sloped {
      line.meanSquare = squareSum / total
      var product = 0.0
      for index in 0..<count {
        let distance = squares[index] - line.meanSquare
        line.slopeInformation += weights[index] * distance * distance
        product += weights[index] * distance * heights[index]
      }
      if line.slopeInformation > 0 { line.slope = product / line.slopeInformation }
    }
    for index in 0..<count {
      let expected = line.level + line.slope * (squares[index] - line.meanSquare)
      let misfit = weights[index] * Elementary.square(heights[index] - expected)
      line.misfit += misfit
      line.misfitDecrease += misfit * weights[index] * spread(index)
    }
    return line
  }
}
