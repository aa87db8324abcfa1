import SignalProcessing

/// Fits the partials of a stiff string, f(k) = k f₀ √(1 + B k²), to measured frequencies.
///
/// (f(k)/k)² = f₀² + f₀² B k² is a straight line over k²; with B = 0, as for voices and winds, it
/// is level. The weight of each partial is one over its variance: that of the noise, and that of
/// the displacement of real partials, the same for all, which is estimated from their distances
/// from the line (Mandel and Paule).
///
/// - SeeAlso: J. K. Nielsen et al., "Fast fundamental frequency estimation: Making a statistically
///   efficient estimator computationally efficient", Signal Processing 135, 2017, of whose
///   likelihood this is the approximation around its maximum; H. Fletcher, "Normal vibration
///   frequencies of a stiff piano string", J. Acoust. Soc. Am. 36(1), 1964; R. C. Paule and
///   J. Mandel, "Consensus values and weighting factors", J. Res. NBS 87(5), 1982.
struct PartialFit: Sendable {
  private typealias Parameters = TrackerParameters.Strings

  /// The largest number of partials in a fit.
  static let capacity = 32

  /// The way in which partials are out of place, beyond the noise.
  enum Displacement: Sendable {
    /// By equal amounts in hertz: modulation of a voice or a wind, and sounds with it, leak into
    /// all partials.
    case hertz
    /// By equal amounts in cents: the partials of a string are independent tones, and its supports
    /// move each by a different share.
    case cents
  }

  /// The straight line through (f(k)/k)², over k².
  struct Line {
    /// Its value at ``meanSquare``, (radians per sample)².
    var level = 0.0
    var slope = 0.0
    /// The weighted mean of k².
    var meanSquare = 1.0
    /// Σ w (k² − mean)²: one over the variance of the slope.
    var slopeInformation = 0.0
    /// Σ w r² over the distances r from the line: about the degrees of freedom if the variances
    /// are right.
    var misfit = 0.0
    /// The decrease of the misfit with the mismatch.
    var misfitDecrease = 0.0

    /// B by this line; `nil` if it does not determine B.
    var inharmonicity: (value: Double, information: Double)? {
      let base = level - slope * meanSquare
      guard slopeInformation > 0, base > 0 else { return nil }
      return (slope / base, slopeInformation * level * level)
    }
  }

  /// Four partials.
  private struct Four: Sendable {
    var squares = SIMD4<Double>()  // k²
    var heights = SIMD4<Double>()  // (f(k)/k)²
    var powers = SIMD4<Double>()
    /// From the variance of f(k) to that of the height.
    var scales = SIMD4<Double>()
    /// The variances of the heights from the noise: missing partials have no weight.
    var noises = SIMD4<Double>(repeating: .infinity)
    /// The variances of the heights for a mismatch of 1.
    var spreads = SIMD4<Double>()

    func weights(mismatch: Double) -> SIMD4<Double> { 1 / (noises + spreads * mismatch) }
  }

  private(set) var count = 0
  /// The way in which partials are out of place.
  var displacement = Displacement.hertz
  /// The amount of displacement beyond the noise: a share of their power, or the variance of a
  /// ratio.
  private(set) var mismatch = 0.0
  /// True if noise alone may explain the displacement of the partials: less than five times the
  /// misfit that it has on average, for its level is known roughly.
  private(set) var isNoiseLimited = false
  // Read through its span: the subscript of an inline array copies all of it.
  private var groups = InlineArray<8, Four>(repeating: Four())
  private var unit = 0.0

  /// - Parameter unit: The variance of the frequency of a partial whose noise is as strong as
  ///   itself, in (radians per sample)².
  init(unit: Double) { self.unit = unit }

  /// Adds a partial.
  ///
  /// - Parameters:
  ///   - order: k.
  ///   - frequency: In radians per sample.
  ///   - power: The power of the partial, in any unit.
  ///   - noise: The ratio of the power of the noise to that of the partial.
  mutating func add(order: Double, frequency: Double, power: Double = 1, noise: Double) {
    guard count < Self.capacity else { return }
    let (group, lane) = (count / 4, count % 4)
    let square = order * order
    let scale = Elementary.square(2 * frequency / square)
    groups[group].squares[lane] = square
    groups[group].heights[lane] = frequency * frequency / square
    groups[group].powers[lane] = power
    groups[group].scales[lane] = scale
    // No filter is perfect: a millionth of the frequency is the limit.
    groups[group].noises[lane] =
      scale * (unit * noise + Elementary.square(Parameters.leastDeviation * frequency))
    count += 1
  }

  /// Estimates the line and ``mismatch``.
  ///
  /// - Parameters:
  ///   - sloped: Whether B may differ from 0.
  ///   - steps: The number of times to improve ``mismatch``; 2 are enough for a rough value.
  /// - Returns: The line with the weights of that mismatch.
  @inline(never)
  mutating func solve(sloped: Bool, steps: Int) -> Line {
    let sloped = sloped && count >= 2
    mismatch = 0
    for index in 0..<groupCount {
      groups[index].spreads =
        switch displacement {
        case .hertz: groups[index].scales * unit
        case .cents: 4 * groups[index].heights * groups[index].heights
        }
    }
    var line = self.line(sloped: sloped)
    let freedom = Double(count - (sloped ? 2 : 1))
    isNoiseLimited = line.misfit <= Parameters.noiseMisfit * freedom
    // By chance, noise alone moves the partials of a string this far once in a hundred times.
    let chance =
      displacement == .cents ? Parameters.chanceDeviations * (2 * max(0, freedom)).squareRoot() : 0
    guard freedom > 0, line.misfit > freedom + chance else { return line }
    // Newton's method on 1/misfit, which is a straight line if all variances are the same.
    let largest =
      displacement == .hertz ? Parameters.largestMismatchInHertz : Parameters.largestMismatchInCents
    for _ in 0..<steps where line.misfit > 1.01 * freedom {
      mismatch += line.misfit * (line.misfit / freedom - 1) / line.misfitDecrease
      mismatch = min(largest, mismatch)
      line = self.line(sloped: sloped)
    }
    return line
  }

  /// f₀ for a given B, in radians per sample, with the weights of the last ``solve(sloped:)``.
  mutating func fundamental(inharmonicity: Double) -> Double {
    estimate(inharmonicity: inharmonicity).fundamental
  }

  /// The same, and its standard deviation as a share of it.
  mutating func estimate(inharmonicity: Double) -> (fundamental: Double, deviation: Double) {
    var (sums, informations) = (SIMD4<Double>(), SIMD4<Double>())
    let groups = groups.span
    for index in 0..<groupCount {
      let group = groups[index]
      let factors = 1 + inharmonicity * group.squares
      let weights = group.weights(mismatch: mismatch) * factors
      sums += weights * group.heights
      informations += weights * factors
    }
    let information = informations.sum()
    let square = sums.sum() / information
    return (square.squareRoot(), 0.5 / (information.squareRoot() * square))
  }

  /// k² of a partial that was added.
  mutating func square(_ index: Int) -> Double { groups.span[index / 4].squares[index % 4] }

  /// (f(k)/k)² of it, in (radians per sample)².
  mutating func height(_ index: Int) -> Double { groups.span[index / 4].heights[index % 4] }

  mutating func power(_ index: Int) -> Double { groups.span[index / 4].powers[index % 4] }

  /// The share of a partial's distance from the line that is displacement rather than noise, 0...1.
  mutating func certainty(_ index: Int) -> Double {
    let groups = groups.span
    let own = groups[index / 4].spreads[index % 4] * mismatch
    return own > 0 ? own / (own + groups[index / 4].noises[index % 4]) : 0
  }

  private var groupCount: Int { (count + 3) / 4 }

  @inline(never)
  private mutating func line(sloped: Bool) -> Line {
    let groups = groups.span
    var weights = InlineArray<8, SIMD4<Double>>(repeating: SIMD4())
    var (totals, heights, squares) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for index in 0..<groupCount {
      let group = groups[index]
      let four = group.weights(mismatch: mismatch)
      weights[index] = four
      totals += four
      heights += four * group.heights
      squares += four * group.squares
    }
    let total = totals.sum()
    var line = Line(level: heights.sum() / total)
    if sloped {
      line.meanSquare = squares.sum() / total
      var (products, informations) = (SIMD4<Double>(), SIMD4<Double>())
      for index in 0..<groupCount {
        let distances = groups[index].squares - line.meanSquare
        informations += weights[index] * distances * distances
        products += weights[index] * distances * groups[index].heights
      }
      line.slopeInformation = informations.sum()
      if line.slopeInformation > 0 { line.slope = products.sum() / line.slopeInformation }
    }
    var (misfits, decreases) = (SIMD4<Double>(), SIMD4<Double>())
    for index in 0..<groupCount {
      let expected = line.level + line.slope * (groups[index].squares - line.meanSquare)
      let distances = groups[index].heights - expected
      let four = weights[index] * distances * distances
      misfits += four
      decreases += four * weights[index] * groups[index].spreads
    }
    line.misfit = misfits.sum()
    line.misfitDecrease = decreases.sum()
    return line
  }
}

/// The reading of a string (decision 29): its first partial if that stands clear, and for low tones
/// the common fundamental of the strong ones of the lowest four partials.
extension PartialFit {
  /// The frequency of the first partial, by its own measurement as far as that is certain, by the
  /// line if noise leaves it open.
  ///
  /// - Parameters:
  ///   - fundamental: f₀ of the line, in radians per sample.
  ///   - inharmonicity: B of the line.
  ///   - lowness: The weight of the low partials, 0...1.
  /// - Returns: In radians per sample.
  mutating func reading(fundamental: Double, inharmonicity: Double, lowness: Double) -> Double {
    let first = fundamental * (1 + inharmonicity).squareRoot()
    var strongest = (any: 0.0, low: 0.0)
    var lowEnd = 0
    for index in 0..<count {
      strongest.any = max(strongest.any, power(index))
      guard square(index) <= Double(Parameters.lowCount * Parameters.lowCount) else { continue }
      strongest.low = max(strongest.low, power(index))
      lowEnd = index + 1
    }
    guard lowEnd > 0 else { return first }
    var (sum, weights) = (0.0, 0.0)
    var (least, most) = (Double.infinity, 0.0)
    for index in 0..<lowEnd {
      let share = power(index) / strongest.low
      if share > Parameters.strongShare {
        least = min(least, height(index).squareRoot())
        most = max(most, height(index).squareRoot())
      }
      let strength = min(
        1, max(0, (share - Parameters.weakShare) / (Parameters.strongShare - Parameters.weakShare)))
      let weight = power(index) * power(index) * strength
      sum += weight * asFirst(index, first: first, inharmonicity: inharmonicity)
      weights += weight
    }
    let low = min(most, max(least, sum / weights))
    let isFirstClear = square(0) == 1 && power(0) > Parameters.clearShare * strongest.any
    guard isFirstClear, lowness < 1 else { return low }
    let high = asFirst(0, first: first, inharmonicity: inharmonicity)
    return high + lowness * (low - high)
  }

  /// The first partial, if it were out of place by as much as another one.
  @inline(never)
  private mutating func asFirst(_ index: Int, first: Double, inharmonicity: Double) -> Double {
    let order = square(index).squareRoot()
    let line = first * first * StiffString.squaredStretch(ofPartial: order, inharmonicity)
    let displacement = 0.5 * (height(index) / line - 1)
    return first * (1 + certainty(index) * displacement)
  }
}
