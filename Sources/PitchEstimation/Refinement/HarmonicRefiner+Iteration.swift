internal import SignalProcessing

extension HarmonicRefiner {
  /// The steps from a rough frequency to an exact one.
  struct Iteration {
    /// The most steps; each takes in more partials.
    static let stepCount = 8
    /// Each step takes in this many times the partials of the one before.
    static let growth = 1.8
    /// How far from the rough frequency the first partial is looked for, as a share; far for the
    /// highest notes.
    static let (nearReach, farReach) = (0.015, 0.12)
    /// The partials that tell where near the rough frequency the fundamental is.
    static let soughtOrders = 3
    /// A line that is far must have this many times the power of any that is near.
    static let farExcess = 10.0
    /// Partials that are no multiples of a number must have this share of the power of those that
    /// are, or are missing.
    static let leastOtherShare = 0.0025
    /// Nearer than this to half the sample rate, filters of the recording bend what is there.
    static let highest = 0.45 * 2 * Double.pi

    /// Which subharmonic of the true fundamental this one is: the number of which all partials that
    /// were found are multiples, 1 if there is none; `nil` if noise may hide the others.
    private(set) var subharmonicOrder: Int? = 1
    private(set) var mismatch = 0.0
    private(set) var hasFirstPartial = false
    private(set) var isFarLine = false
    private(set) var partialCount = 0
    private(set) var isNoiseLimited = false
    /// How far the sound of the strongest partial lies to one side of the middle, as a share of half
    /// the window.
    private(set) var lopsidedness = 0.0
    private let turns: Double  // periods in the window
    private let isNoiseReadable: Bool
    private let reachesFar: Bool
    private let mayBeSubharmonic: Bool
    private let leastSignal: Double
    private let halfLength: Double
    private let area: Double
    private let secondMoment: Double
    private let unit: Double  // variance of a frequency for a noise as strong as the partial
    private var fundamental: Double
    private var inharmonicity = 0.0

    init(
      window: TrapezoidWindow, turns: Double, fundamental: Double, isNoiseReadable: Bool,
      leastSignal: Double, reachesFar: Bool, mayBeSubharmonic: Bool
    ) {
      self.mayBeSubharmonic = mayBeSubharmonic
      self.reachesFar = reachesFar
      self.turns = turns
      self.fundamental = fundamental
      self.isNoiseReadable = isNoiseReadable
      self.leastSignal = leastSignal
      halfLength = window.halfLength
      area = window.span
      secondMoment = window.secondMoment
      unit =
        window.energySecondMoment * area * area / (secondMoment * secondMoment) / window.energy / 2
    }

    /// - Returns: f₀ in radians a sample, and B.
    mutating func run(
      _ spectrum: ContinuousSpectrum, memory: inout InharmonicityMemory?
    ) -> (fundamental: Double, inharmonicity: Double)? {
      let most = min(Double(PartialFit.capacity - 2), (Self.highest / fundamental).rounded(.down))
      guard most >= 1 else { return nil }
      memory?.approach(fundamental)
      inharmonicity = memory?.believed ?? 0
      if turns * HarmonicRefiner.uncertainty > 0.4 { seekFirstPartial(in: spectrum) }
      var orders = max(1, min(most, 0.4 / (turns * HarmonicRefiner.uncertainty)))
      var noise = 0.0
      var finalSteps = 0
      for step in 0..<Self.stepCount {
        let count = Int(orders)
        if step == 0 || orders >= most { noise = noisePower(spectrum, orders: count) }
        var fit = PartialFit(unit: unit)
        measure(spectrum, orders: count, noise: noise, isFirst: step < 2, into: &fit)
        if fit.count == 0, count < Int(min(most, Double(Self.soughtOrders))) {
          // The first partial may be missing.
          orders += 1
          continue
        }
        guard fit.count > 0 else { return nil }
        let isLast = finalSteps == 1 || step == Self.stepCount - 1
        take(&fit, memory: &memory, isFinal: orders >= most, isLast: isLast)
        if isLast { break }
        if orders >= most { finalSteps += 1 }
        orders = min(most, max(orders + 1, orders * Self.growth))
      }
      return fundamental.isFinite ? (fundamental, inharmonicity) : nil
    }

    /// Where many periods make the phase ambiguous, the peak of the first partial comes first.
    ///
    /// The partials of the highest strings lie so far apart that no period explains them: the first
    /// one is then where a line stands, and not where the period says.
    private mutating func seekFirstPartial(in spectrum: ContinuousSpectrum) {
      let near = strongestLine(
        within: Self.nearReach, orders: reachesFar ? 1 : Self.soughtOrders, in: spectrum)
      guard reachesFar else {
        fundamental = near.frequency
        return
      }
      let far = strongestLine(within: Self.farReach, orders: 1, in: spectrum)
      isFarLine = far.power > Self.farExcess * near.power
      fundamental = isFarLine ? far.frequency : near.frequency
    }

    private func strongestLine(
      within reach: Double, orders: Int, in spectrum: ContinuousSpectrum
    ) -> (frequency: Double, power: Double) {
      let count = Int(4 * reach * turns) | 1
      var best = (frequency: fundamental, power: -1.0)
      for index in 0..<count {
        let offset = count > 1 ? Double(2 * index) / Double(count - 1) - 1 : 0
        let frequency = fundamental * (1 + reach * offset)
        var power = 0.0
        for order in 1...orders where Double(order) * frequency < Self.highest {
          power += spectrum.value(at: Double(order) * frequency).power
        }
        if power > best.power { best = (frequency, power) }
      }
      return best
    }

    private func frequency(ofPartial order: Double) -> Double {
      order * fundamental * (1 + inharmonicity * order * order).squareRoot()
    }

    /// The median power between the partials, scaled to the mean that noise of that median has.
    private func noisePower(_ spectrum: ContinuousSpectrum, orders: Int) -> Double {
      var powers = InlineArray<12, Double>(repeating: 0)
      let count = min(12, orders)
      for index in 0..<count {
        let power = spectrum.value(at: frequency(ofPartial: Double(index) + 0.5)).power
        var position = index
        while position > 0, powers[position - 1] > power {
          powers[position] = powers[position - 1]
          position -= 1
        }
        powers[position] = power
      }
      let median = (powers[(count - 1) / 2] + powers[count / 2]) / 2
      // Between the partials of two periods lie their own slopes.
      return median / 0.693 * (isNoiseReadable ? 1 : 0.05)
    }

    /// Reads how far each partial is from where it is looked for.
    private mutating func measure(
      _ spectrum: ContinuousSpectrum, orders: Int, noise: Double, isFirst: Bool,
      into fit: inout PartialFit
    ) {
      var values = InlineArray<32, ContinuousSpectrum.Value>(repeating: .init())
      var strongest = 0.0
      var count = 0
      for order in 1...orders {
        let frequency = frequency(ofPartial: Double(order))
        guard frequency < 0.95 * .pi else { break }
        let value = spectrum.value(at: frequency)
        values[order - 1] = value
        if value.power > strongest {
          strongest = value.power
          let inPhase = value.imaginarySlope * value.real - value.realSlope * value.imaginary
          lopsidedness = inPhase.magnitude / value.power / halfLength
        }
        count = order
      }
      let period = 2 * .pi / fundamental
      hasFirstPartial = false
      var (total, ofTwo, ofThree) = (0.0, 0.0, 0.0)
      let farthest = (isFirst ? HarmonicRefiner.readableTurns : 0.3) * 2 * .pi / (turns * period)
      for order in 1..<(count + 1) {
        let value = values[order - 1]
        let power = value.power
        guard power > leastSignal * noise, power > 1e-8 * strongest else {
          continue
        }
        // Σ w t x e^(−iωt) = i dX/dω, and its part in quadrature to X grows with the distance.
        let quadrature = value.realSlope * value.real + value.imaginarySlope * value.imaginary
        let distance = quadrature / power * area / secondMoment
        guard distance.magnitude < farthest else { continue }
        fit.add(
          order: Double(order), frequency: frequency(ofPartial: Double(order)) + distance,
          noise: noise / power)
        if order == 1 { hasFirstPartial = true }
        total += power
        if order.isMultiple(of: 2) { ofTwo += power }
        if order.isMultiple(of: 3) { ofThree += power }
      }
      if mayBeSubharmonic {
        subharmonicOrder = Self.subharmonicOrder(
          total: total, ofTwo: ofTwo, ofThree: ofThree, hidden: leastSignal * noise)
      }
    }

    // `hidden` is the power that a partial needs to be found.
    private static func subharmonicOrder(
      total: Double, ofTwo: Double, ofThree: Double, hidden: Double
    ) -> Int? {
      let missing = leastOtherShare * total
      if total - ofTwo > missing, total - ofThree > missing { return 1 }
      // Partials that noise would hide are not missing.
      guard hidden < missing else { return nil }
      return total - ofTwo < missing ? 2 : 3
    }

    private mutating func take(
      _ fit: inout PartialFit, memory: inout InharmonicityMemory?, isFinal: Bool,
      isLast: Bool
    ) {
      let line = fit.solve(
        sloped: memory != nil, steps: isFinal ? 6 : 2)
      var believed = 0.0
      if var evidence = line.inharmonicity, memory != nil {
        // Two partials always lie on a line.
        if fit.count == 2 { evidence.information *= 0.25 }
        believed = memory?.believed(with: evidence) ?? 0
        if isLast { memory?.learn(evidence, fundamental: line.level.squareRoot()) }
      }
      fundamental = fit.fundamental(inharmonicity: believed)
      inharmonicity = believed
      mismatch = fit.mismatch
      partialCount = fit.count
      isNoiseLimited = fit.isNoiseLimited
    }
  }
}
