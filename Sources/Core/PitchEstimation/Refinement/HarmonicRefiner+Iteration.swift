internal import SignalProcessing

extension HarmonicRefiner {
  /// The steps from a rough frequency to an exact one.
  struct Iteration {
    typealias Parameters = TrackerParameters.Fit

    /// The highest frequency, in radians per sample: nearer to half the sample rate, the filters of
    /// a recording distort it.
    static var highest: Double { Parameters.highestShare * 2 * Double.pi }

    /// The result so far, with frequencies in radians per sample.
    private(set) var result = Result()
    private var hasFirstPartial = false
    var isFarLine = false
    let turns: Double  // periods in the window
    private let isNoiseReadable: Bool
    private let lowness: Double
    let isNoisy: Bool
    let frequencyInHertz: Double
    /// The sample rate, as a share of that of the stream.
    private let rateShare: Double
    let roughFundamental: Double
    /// The frequencies of the first partials that were found one by one, in radians per sample, and
    /// their number.
    var sought = InlineArray<4, Double>(repeating: 0)
    var soughtCount = 0
    let mayBeSubharmonic: Bool
    let leastSignal: Double
    private let halfLength: Double
    private let area: Double
    private let secondMoment: Double
    private let unit: Double  // variance of a frequency for a noise as strong as the partial
    var fundamental: Double
    var inharmonicity = 0.0

    init(
      window: TrapezoidWindow, turns: Double, fundamental: Double, isNoiseReadable: Bool,
      leastSignal: Double, lowness: Double, isNoisy: Bool, frequencyInHertz: Double,
      rateShare: Double, mayBeSubharmonic: Bool
    ) {
      self.rateShare = rateShare
      self.lowness = lowness
      self.isNoisy = isNoisy
      self.mayBeSubharmonic = mayBeSubharmonic
      self.frequencyInHertz = frequencyInHertz
      roughFundamental = fundamental
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

    /// Measures ``result``.
    ///
    /// - Parameters:
    ///   - spectrum: The spectrum of the sound around the moment.
    ///   - known: The frequency of the first partial in the frame before, in radians per sample, if
    ///     it held still there.
    ///   - memory: The estimate of B so far; `nil` if the partials are to be harmonic.
    /// - Returns: `true` if any partial stands out from the noise.
    mutating func run(
      _ spectrum: ContinuousSpectrum, known: Double?, memory: inout InharmonicityMemory?
    ) -> Bool {
      let most = min(Double(PartialFit.capacity - 2), (Self.highest / fundamental).rounded(.down))
      guard most >= 1 else { return false }
      memory?.approach(rateShare * fundamental)
      inharmonicity = memory?.believed ?? 0
      let isAmbiguous =
        turns * Parameters.uncertainty
        > (isNoisy ? Parameters.ambiguousNoisyTurns : Parameters.ambiguousTurns)
      // Where it held still, it is not far: most partials can be read at once.
      var start = isAmbiguous ? nil : known
      if let start { fundamental = start / (1 + inharmonicity).squareRoot() }
      var orders = firstOrders(of: most, isKnown: start != nil)
      var noise = noisePower(spectrum, orders: Int(orders))
      if isAmbiguous {
        seekFirstPartials(in: spectrum, noise: noise, mayBeString: memory != nil)
        orders = max(orders, Double(soughtCount))
      }
      var (step, finalSteps) = (0, 0)
      while step < Parameters.stepCount {
        let count = Int(orders)
        if orders >= most { noise = noisePower(spectrum, orders: count) }
        var fit = PartialFit(unit: unit)
        let isLast = finalSteps == 1 || step == Parameters.stepCount - 1
        measure(
          spectrum, orders: count, noise: noise, isFirst: step < 2,
          looksBeside: isLast && memory != nil, into: &fit)
        step += 1
        if fit.count == 0, count < Int(min(most, Double(Parameters.soughtOrders))) {
          // The first partial may be missing.
          orders += 1
          continue
        }
        if fit.count > 0 { apply(&fit, memory: &memory, isFinal: orders >= most) }
        if let before = start {
          start = nil
          let moved = frequency(ofPartial: 1) / before - 1
          if fit.count == 0 || moved.magnitude > Parameters.largestStep {
            // It did not hold still.
            fundamental = roughFundamental
            inharmonicity = memory?.believed ?? 0
            orders = firstOrders(of: most, isKnown: false)
            noise = noisePower(spectrum, orders: Int(orders))
            step = 0
            continue
          }
        }
        guard fit.count > 0 else { return false }
        if isLast {
          readAsString(&fit, memory: &memory)
          break
        }
        if orders >= most { finalSteps += 1 }
        orders = min(most, max(orders + 1, orders * Parameters.growth))
      }
      result.frequency = fundamental * (1 + inharmonicity).squareRoot()
      result.inharmonicity = inharmonicity
      result.isFarLine = isFarLine && hasFirstPartial
      result.isLine = soughtCount > 0
      return fundamental.isFinite
    }

    /// Returns the number of partials to read first: those whose phases are not ambiguous.
    @inline(never)
    private func firstOrders(of most: Double, isKnown: Bool) -> Double {
      let uncertainty =
        isKnown ? Parameters.knownUncertainty : Parameters.uncertainty
      return max(1, min(most, Parameters.ambiguousTurns / (turns * uncertainty)))
    }

    @inline(never)
    func frequency(ofPartial order: Double) -> Double {
      // Of voices and winds, the root is 1.
      if inharmonicity == 0 { return order * fundamental }
      return order * fundamental * (1 + inharmonicity * order * order).squareRoot()
    }

    /// The frequency at which a partial is read: its own if it was found, else that predicted by
    /// the others.
    private func place(ofPartial order: Int) -> Double {
      order <= soughtCount ? sought[order - 1] : frequency(ofPartial: Double(order))
    }

    /// The median power between the partials, scaled to the mean that noise of that median has.
    private func noisePower(_ spectrum: ContinuousSpectrum, orders: Int) -> Double {
      var powers = InlineArray<12, Double>(repeating: 0)
      var count = 0
      for index in 0..<min(12, orders) {
        let frequency = frequency(ofPartial: Double(index) + 0.5)
        guard index == 0 || frequency < Self.highest else { break }
        let power = spectrum.power(at: frequency)
        var position = index
        while position > 0, powers[position - 1] > power {
          powers[position] = powers[position - 1]
          position -= 1
        }
        powers[position] = power
        count += 1
      }
      let median = (powers[(count - 1) / 2] + powers[count / 2]) / 2
      // Between the partials of two periods lie their own slopes.
      return median / 0.693 * (isNoiseReadable ? 1 : Parameters.slopeShare)
    }

    /// Measures the distance of each partial from its expected frequency.
    private mutating func measure(
      _ spectrum: ContinuousSpectrum, orders: Int, noise: Double, isFirst: Bool, looksBeside: Bool,
      into fit: inout PartialFit
    ) {
      var values = InlineArray<32, ContinuousSpectrum.Value>(repeating: .init())
      var strongest = 0.0
      var count = 0
      for order in 1..<(orders + 1) {
        let frequency = place(ofPartial: order)
        guard frequency < 0.95 * .pi else { break }
        let value = spectrum.value(at: frequency)
        values[order - 1] = value
        if value.power > strongest {
          strongest = value.power
          let inPhase = value.imaginarySlope * value.real - value.realSlope * value.imaginary
          result.lopsidedness = inPhase / value.power / halfLength
        }
        count = order
      }
      let period = 2 * .pi / fundamental
      hasFirstPartial = false
      var (total, ofTwo, ofThree) = (0.0, 0.0, 0.0)
      let farthest =
        (isFirst ? Parameters.firstTurns : Parameters.laterTurns) * 2 * .pi / (turns * period)
      for order in 1..<(count + 1) {
        let value = values[order - 1]
        let power = value.power
        guard power > leastSignal * noise, power > Parameters.weakestShare * strongest else {
          continue
        }
        let distance = distance(of: value)
        guard distance.magnitude < farthest else { continue }
        let own =
          looksBeside && order <= Parameters.besideOrders
          ? self.noise(beside: order, noise, in: spectrum) : noise
        fit.add(
          order: Double(order), frequency: place(ofPartial: order) + distance,
          power: power, noise: own / power)
        if order == 1 { hasFirstPartial = true }
        total += power
        if order.isMultiple(of: 2) { ofTwo += power }
        if order.isMultiple(of: 3) { ofThree += power }
      }
      if mayBeSubharmonic {
        result.subharmonicOrder = Self.subharmonicOrder(
          total: total, ofTwo: ofTwo, ofThree: ofThree, hidden: leastSignal * noise)
      }
    }

    // `hidden` is the power that a partial needs to be found.
    private static func subharmonicOrder(
      total: Double, ofTwo: Double, ofThree: Double, hidden: Double
    ) -> Int? {
      let missing = Parameters.leastOtherShare * total
      if total - ofTwo > missing, total - ofThree > missing { return 1 }
      // Partials that noise would hide are not missing.
      guard hidden < missing else { return nil }
      return total - ofTwo < missing ? 2 : 3
    }

    /// Returns the distance of a partial from the frequency at which it was read, in radians per
    /// sample.
    func distance(of value: ContinuousSpectrum.Value) -> Double {
      // Σ w t x e^(−iωt) = i dX/dω, and its part in quadrature to X grows with the distance.
      let quadrature = value.realSlope * value.real + value.imaginarySlope * value.imaginary
      return quadrature / value.power * area / secondMoment
    }

    /// The noise at a partial: that of the whole frame, unless it is clearly louder beside the
    /// partial.
    private func noise(
      beside order: Int, _ noise: Double, in spectrum: ContinuousSpectrum
    ) -> Double {
      let below = spectrum.power(at: frequency(ofPartial: Double(order) - 0.5))
      let above = spectrum.power(at: frequency(ofPartial: Double(order) + 0.5))
      let beside = max(below, above) * (isNoiseReadable ? 1 : Parameters.slopeShare)
      return beside > Parameters.clearExcess * noise ? Parameters.besideShare * beside : noise
    }

    private mutating func apply(
      _ fit: inout PartialFit, memory: inout InharmonicityMemory?, isFinal: Bool
    ) {
      let line = fit.solve(sloped: memory != nil, steps: isFinal ? 6 : 2)
      inharmonicity = inharmonicity(by: line, of: fit.count, memory)?.believed ?? 0
      (fundamental, result.deviation) = fit.estimate(inharmonicity: inharmonicity)
      result.mismatch = fit.mismatch
      result.partialCount = fit.count
      result.isNoiseLimited = fit.isNoiseLimited
    }

    /// B by a line, and the B to use; `nil` if the partials are to be harmonic.
    @inline(never)
    private func inharmonicity(
      by line: PartialFit.Line, of count: Int, _ memory: InharmonicityMemory?
    ) -> (evidence: (value: Double, information: Double), believed: Double)? {
      guard let memory, var evidence = line.inharmonicity else { return nil }
      // Two partials always lie on a line.
      if count == 2 { evidence.information *= TrackerParameters.Strings.twoPartialsShare }
      return (evidence, believed(evidence, memory))
    }

    /// B by this frame alone if its partials were found one by one, else with the frames before.
    private func believed(
      _ evidence: (value: Double, information: Double), _ memory: InharmonicityMemory
    ) -> Double {
      guard soughtCount > 1 else { return memory.believed(with: evidence) }
      return InharmonicityMemory.significant(evidence.value, evidence.information)
    }

    /// Computes the reading of the last fit as a string, whose partials are out of place by cents.
    private mutating func readAsString(
      _ fit: inout PartialFit, memory: inout InharmonicityMemory?
    ) {
      guard memory != nil else { return }
      fit.displacement = .cents
      let line = fit.solve(sloped: true, steps: 4)
      let found = inharmonicity(by: line, of: fit.count, memory)
      inharmonicity = found?.believed ?? 0
      if let found {
        memory?.learn(found.evidence, fundamental: rateShare * line.level.squareRoot())
      }
      let level = fit.fundamental(inharmonicity: inharmonicity)
      result.asString.line = level * (1 + inharmonicity).squareRoot()
      result.asString.reading = fit.reading(
        fundamental: level, inharmonicity: inharmonicity, lowness: lowness)
    }
  }
}
