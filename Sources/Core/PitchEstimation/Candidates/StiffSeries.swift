internal import SignalProcessing

/// Finds a high note by the lines of its spectrum, which may be sharp of the multiples of the first
/// one, like those of a stiff string.
///
/// The highest strings of a piano have partials that no period explains: the third partial of C6 is
/// 33 cents sharp, and an autocorrelation takes it, or an octave or a twelfth below the first one,
/// for the pitch. Their partials are so far apart that each is a separate line.
///
/// - Complexity: O(*N*) time for *N* bins. No allocation after `init`.
struct StiffSeries: Sendable {
  private typealias Parameters = TrackerParameters.Lines

  /// The most lines that are compared.
  static let capacity = 12

  /// The side of the accepted frequencies that holds nearly all power of the last spectrum; a
  /// candidate at a multiple or a fraction of that period is then not a note.
  private(set) var rangeSide: Optional<RangeSide> = nil
  // Of the lines, the strongest first.
  private var frequencies = InlineArray<12, Double>(repeating: 0)
  private var powers = InlineArray<12, Float>(repeating: 0)
  private var count = 0
  private let binWidth: Double
  private let firstBin: Int
  private let endBin: Int

  /// - Parameters:
  ///   - binCount: The number of bins up to half of the sample rate.
  ///   - sampleRate: Samples per second, in hertz.
  init(binCount: Int, sampleRate: Double) {
    binWidth = sampleRate / Double(2 * binCount)
    firstBin = max(2, Int(Parameters.lowestSearched / binWidth))
    endBin = max(
      firstBin, min(binCount - 2, Int(Parameters.highestSearchedShare * sampleRate / binWidth)))
  }

  /// Finds the series that explains most of a spectrum.
  ///
  /// - Parameters:
  ///   - power: Of each bin.
  ///   - noise: The mean power of the noise in each bin.
  ///   - accepted: The frequencies of a first partial, in hertz.
  /// - Returns: The frequency of its first partial in hertz, and the share of the amplitudes that
  ///   it explains, 0...1; `nil` if that is too little.
  mutating func find(
    in power: [Float], noise: [Float], accepted: ClosedRange<Double>
  ) -> (frequency: Double, explained: Double)? {
    collectLines(in: power, noise: noise)
    rangeSide = isBelow(accepted, power) ? .below : isAbove(accepted, power) ? .above : nil
    guard count > 0, rangeSide == nil else { return nil }
    var (total, strongest): (Float, Float) = (0, 0)
    for index in 0..<count {
      total += powers[index].squareRoot()
      strongest = max(strongest, powers[index])
    }
    var best: (frequency: Double, explained: Float) = (0, 0)
    for index in 0..<count {
      let (frequency, power) = (frequencies[index], powers[index])
      guard frequency >= Parameters.lowest, accepted.contains(frequency),
        power > Parameters.leastFirstShare * strongest
      else { continue }
      let explained = explained(by: frequency, power) / total
      if explained > best.explained { best = (frequency, explained) }
    }
    return best.explained > Parameters.leastExplained
      ? (best.frequency, Double(min(1, best.explained))) : nil
  }

  private func isBelow(_ accepted: ClosedRange<Double>, _ power: [Float]) -> Bool {
    let start = min(endBin, Int((accepted.lowerBound + Parameters.lobe) / binWidth))
    guard start > 3 else { return false }
    var top = 1
    for bin in 2..<start where power[bin] > power[top] { top = bin }
    let place = Double(top) + (top > 1 ? offset(ofTopAt: top, in: power) : 0)
    guard place * binWidth < accepted.lowerBound else { return false }
    return power[top] > Parameters.leastExcess * Self.largest(power, start..<endBin)
  }

  private func isAbove(_ accepted: ClosedRange<Double>, _ power: [Float]) -> Bool {
    let end = min(endBin, Int((accepted.upperBound - Parameters.lobe) / binWidth))
    let start = min(endBin, Int(accepted.upperBound * Parameters.upperEdge / binWidth))
    guard firstBin < end, end < start, start < endBin else { return false }
    let above = Self.largest(power, start..<endBin)
    return above > 1e-20 && above > Parameters.leastExcess * Self.largest(power, firstBin..<end)
  }

  /// The distance of a line from its highest bin, in bins.
  private func offset(ofTopAt bin: Int, in power: [Float]) -> Double {
    Parabola(
      left: Self.logarithm(power[bin - 1]), middle: Self.logarithm(power[bin]),
      right: Self.logarithm(power[bin + 1])
    ).offset
  }

  /// The amplitudes of the lines that are partials of a string, together.
  private func explained(by first: Double, _ power: Float) -> Float {
    let most = StiffString.largestInharmonicity(at: first)
    var inharmonicity: Double?
    var sum = power.squareRoot()
    var partials = 1
    for order in 2..<(Parameters.partialCount + 1) {
      let k = Double(order)
      let low, high: Double
      if let inharmonicity {
        let expected = StiffString.frequency(ofPartial: k, first: first, inharmonicity)
        (low, high) = (expected * (1 - Parameters.reach), expected * (1 + Parameters.reach))
      } else {
        low = k * first * (1 - Parameters.flatness)
        high = StiffString.frequency(ofPartial: k, first: first, most) * (1 + Parameters.flatness)
      }
      guard let found = strongestLine(in: low...high) else { continue }
      sum += powers[found].squareRoot()
      partials += 1
      inharmonicity = StiffString.inharmonicity(
        byPartial: k, at: frequencies[found], first: first)
    }
    let isStiff = (inharmonicity ?? 0) >= Parameters.leastInharmonicity
    return isStiff && partials >= Parameters.leastCount ? sum : 0
  }

  private func strongestLine(in range: ClosedRange<Double>) -> Int? {
    var best: Int?
    for index in 0..<count where range.contains(frequencies[index]) {
      if powers[index] > best.map({ powers[$0] }) ?? 0 { best = index }
    }
    return best
  }

  /// Keeps the strongest lines; none if most of the sound is below the lowest first partial.
  private mutating func collectLines(in power: [Float], noise: [Float]) {
    count = 0
    let lowestBin = max(
      firstBin, min(endBin, Int(Parameters.belowShare * Parameters.lowest / binWidth)))
    let below = Self.largest(power, firstBin..<lowestBin)
    let above = Self.largest(power, lowestBin..<endBin)
    guard above > 1e-20, below < Parameters.largestBelow * above else { return }
    let least = Parameters.leastShare * max(below, above)
    power.withUnsafeBufferPointer { power in
      noise.withUnsafeBufferPointer { noise in
        guard let values = power.baseAddress, let noises = noise.baseAddress else { return }
        var bin = firstBin
        while bin < endBin {
          if !CodeSize.isSmall, bin + 4 <= endBin {
            // Four at once: most are no line.
            let four = SIMD4(values, bin)
            let isLine =
              (four .> least) .& (four .>= SIMD4(values, bin - 1))
              .& (four .> SIMD4(values, bin + 1))
              .& (four .> Parameters.leastSignal * SIMD4(noises, bin))
            if isLine.isEmpty {
              bin += 4
              continue
            }
          }
          let value = power[bin]
          if value > least, value >= power[bin - 1], value > power[bin + 1],
            value > Parameters.leastSignal * noise[bin]
          {
            insert(bin, value)
          }
          bin += 1
        }
      }
    }
    for index in 0..<count {
      let bin = Int(frequencies[index])
      frequencies[index] = (Double(bin) + offset(ofTopAt: bin, in: power)) * binWidth
    }
  }

  @inline(never)
  private static func largest(_ power: [Float], _ bins: Range<Int>) -> Float {
    power.span.extracting(bins).extremes.largest
  }

  private static func logarithm(_ power: Float) -> Float {
    Float(Elementary.log2(Double(max(1e-30, power))))
  }

  /// Inserts a line in order of power, strongest first, unless the list is full of stronger ones.
  private mutating func insert(_ bin: Int, _ power: Float) {
    if count == Self.capacity {
      guard power > powers[count - 1] else { return }
      count -= 1
    }
    var position = count
    while position > 0, powers[position - 1] < power {
      frequencies[position] = frequencies[position - 1]
      powers[position] = powers[position - 1]
      position -= 1
    }
    frequencies[position] = Double(bin)
    powers[position] = power
    count += 1
  }
}
