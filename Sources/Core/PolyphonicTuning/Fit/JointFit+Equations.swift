internal import SignalProcessing

extension JointFit {
  /// Forms the matrix of a group, with ones on its diagonal, and the frame's part in each
  /// direction.
  mutating func formEquations(
    _ group: Range<Int>, _ spectrum: ContinuousSpectrum, _ frameCount: Double,
    _ sampleRate: Double
  ) {
    let size = group.count
    let own = moments.value(at: 0)
    let (plain, turned) = (own.zeroth.squareRoot(), (-own.second).squareRoot())
    for row in 0..<size {
      let frequency = partials[group.lowerBound + row].frequency
      centers[row] = frequency
      scales[row] = plain
      scales[size + row] = turned
      let value = value(of: spectrum, at: frequency, without: group, frameCount, sampleRate)
      right[row] = (value.real / plain, value.imaginary / plain)
      right[size + row] = (value.realSlope / turned, value.imaginarySlope / turned)
      for column in 0..<size {
        let other = partials[group.lowerBound + column].frequency
        let overlap = moments.value(at: (other - frequency) * frameCount / sampleRate)
        set(row, column, overlap.zeroth / (plain * plain))
        set(row, size + column, overlap.first / (plain * turned))
        set(size + row, column, -overlap.first / (plain * turned))
        set(size + row, size + column, -overlap.second / (turned * turned))
      }
      // Keeps equal frequencies solvable: they share the amplitude, and none of them moves.
      set(row, row, 1 + 1e-6)
      set(size + row, size + row, 1 + 1e-4)
    }
  }

  /// Returns the spectrum over the frame's length, and its slope, less what the partials around the
  /// group add there.
  private func value(
    of spectrum: ContinuousSpectrum, at frequency: Double, without group: Range<Int>,
    _ frameCount: Double, _ sampleRate: Double
  ) -> ContinuousSpectrum.Value {
    var value = spectrum.value(at: 2 * .pi * frequency / sampleRate)
    value.real /= frameCount
    value.imaginary /= frameCount
    value.realSlope /= frameCount * frameCount
    value.imaginarySlope /= frameCount * frameCount
    let bin = sampleRate / frameCount
    func remove(_ partial: Partial, side: Double = 1) {
      let overlap = moments.value(at: (side * partial.frequency - frequency) / bin)
      let loss = partial.decay / bin
      let (real, imaginary) = (partial.real, side * partial.imaginary)
      value.real -= overlap.zeroth * real - overlap.first * loss * imaginary
      value.imaginary -= overlap.zeroth * imaginary + overlap.first * loss * real
      value.realSlope += overlap.first * real - overlap.second * loss * imaginary
      value.imaginarySlope += overlap.first * imaginary + overlap.second * loss * real
    }
    let reach = WindowMoments.reach * bin
    var index = group.lowerBound - 1
    while index >= 0, frequency - partials[index].frequency < reach {
      if partials[index].isKnown { remove(partials[index]) }
      index -= 1
    }
    index = group.upperBound
    while index < count, partials[index].frequency - frequency < reach {
      if partials[index].isKnown { remove(partials[index]) }
      index += 1
    }
    // A real tone also has a mirror image at its negative frequency.
    index = 0
    while index < count, partials[index].frequency + frequency < reach {
      if partials[index].isKnown { remove(partials[index], side: -1) }
      index += 1
    }
    return value
  }

  private mutating func set(_ row: Int, _ column: Int, _ value: Double) {
    inverse.elements[row * inverse.capacity + column] = value
  }

  /// Returns the variance of white noise that would leave as much beside a partial as the solution
  /// does.
  func leftover(
    beside index: Int, _ group: Range<Int>, _ spectrum: ContinuousSpectrum,
    _ frameCount: Double, _ sampleRate: Double
  ) -> Double {
    let bin = sampleRate / frameCount
    var power = 0.0
    for probe in Self.probes {
      let frequency = centers[index - group.lowerBound] + probe * bin
      let value = value(
        of: spectrum, at: max(0, frequency), without: group, frameCount, sampleRate)
      var rest = (value.real, value.imaginary)
      for member in group {
        let row = member - group.lowerBound
        let overlap = moments.value(at: (centers[row] - frequency) / bin)
        let (amplitude, change) = (solution[row], solution[group.count + row])
        rest.0 -= overlap.zeroth * amplitude.0 + overlap.first * change.0
        rest.1 -= overlap.zeroth * amplitude.1 + overlap.first * change.1
      }
      power += rest.0 * rest.0 + rest.1 * rest.1
    }
    return power / Double(Self.probes.count) * frameCount / WindowMoments.energy
  }
}

/// The overlap of two partials in a triangular window v(τ) = 1 − 2|τ|, |τ| ≤ ½: the integrals over
/// the frame of v(τ) e^(2πiuτ), and of the same times iτ and −τ², for a distance of u frequency
/// bins.
struct WindowMoments: Sendable {
  /// ∫ v e^(2πiuτ) dτ, its derivative by 2πu, and the second one.
  struct Value: Sendable {
    var zeroth = 0.0
    var first = 0.0
    var second = 0.0
    var third = 0.0
  }

  /// Beyond this many bins partials count as apart.
  static let reach = 300.0
  private static let stepsPerBin = 32.0
  private let table: [Value]

  /// Tabulates the integrals.
  init() {
    table = (0...Int(Self.reach * Self.stepsPerBin) + 1).map { index in
      let angle = 2 * Double.pi * Double(index) / Self.stepsPerBin
      return angle < 2 ? Self.sum(angle) : Self.closedForm(angle)
    }
  }

  /// Returns the integrals as sums over 1024 points, where the closed form would lose digits.
  private static func sum(_ angle: Double) -> Value {
    let points = 512
    var value = Value()
    for point in 0..<points {
      // Midpoints of the right half; the left one mirrors it.
      let time = (Double(point) + 0.5) / Double(2 * points)
      let weight = (1 - 2 * time) / Double(points)
      let (sine, cosine) = Elementary.sineAndCosine(angle * time)
      value.zeroth += weight * cosine
      value.first -= weight * time * sine
      value.second -= weight * time * time * cosine
      value.third += weight * time * time * time * sine
    }
    return value
  }

  /// 4 (1 − cos(w/2)) / w², and its derivatives by w.
  private static func closedForm(_ w: Double) -> Value {
    let (sine, cosine) = Elementary.sineAndCosine(w / 2)
    let (rest, w2) = (1 - cosine, w * w)
    return Value(
      zeroth: 4 * rest / w2,
      first: (2 * sine - 8 * rest / w) / w2,
      second: (cosine - 8 * sine / w + 24 * rest / w2) / w2,
      third: (-0.5 * sine - 6 * cosine / w + 36 * sine / w2 - 96 * rest / (w2 * w)) / w2)
  }

  /// Returns the integrals for a distance in bins.
  func value(at distance: Double) -> Value {
    let position = distance.magnitude * Self.stepsPerBin
    guard position < Double(table.count - 1) else { return Value() }
    let index = Int(position)
    let fraction = position - Double(index)
    let (low, high) = (table[index], table[index + 1])
    // Each integral's slope is the next one: Hermite's cubics, good to 10⁻⁸.
    let width = 2 * Double.pi / Self.stepsPerBin
    let first = Self.cubic(low.first, low.second, high.first, high.second, fraction, width)
    return Value(
      zeroth: Self.cubic(low.zeroth, low.first, high.zeroth, high.first, fraction, width),
      first: distance < 0 ? -first : first,
      second: Self.cubic(low.second, low.third, high.second, high.third, fraction, width))
  }

  /// Returns the cubic through two values with their slopes, a `width` apart.
  private static func cubic(
    _ low: Double, _ lowSlope: Double, _ high: Double, _ highSlope: Double, _ fraction: Double,
    _ width: Double
  ) -> Double {
    let (rise, start, end) = (high - low, lowSlope * width, highSlope * width)
    let quadratic = 3 * rise - 2 * start - end
    let cubic = start + end - 2 * rise
    return low + fraction * (start + fraction * (quadratic + fraction * cubic))
  }

  /// ∫ v² dτ.
  static let energy = 1.0 / 3
}
