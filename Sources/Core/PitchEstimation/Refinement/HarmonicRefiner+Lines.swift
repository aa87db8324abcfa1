internal import SignalProcessing

/// The partials of high notes, each found as a separate line.
extension HarmonicRefiner.Iteration {
  /// Finds the peaks of the first partials, if many periods make the phase ambiguous.
  ///
  /// The partials of high strings are so far apart that no period explains them, and the strongest
  /// need not be the first: it is located separately, and the second one as far above twice that as
  /// a string may have it.
  mutating func seekFirstPartials(
    in spectrum: ContinuousSpectrum, noise: Double, mayBeString: Bool
  ) {
    let nearReach = isNoisy ? Parameters.noisyReach : Parameters.nearReach
    let near = strongestLine(within: nearReach, orders: Parameters.soughtOrders, in: spectrum)
    guard mayBeString else {
      fundamental = near.frequency
      return
    }
    let reach = max(farReach, nearReach)
    var first = strongestLine(within: nearReach, orders: 1, in: spectrum)
    if reach > nearReach {
      let far = strongestLine(within: reach, orders: 1, in: spectrum)
      if far.power > Parameters.farExcess * first.power {
        (first, isFarLine) = (far, true)
      }
    }
    let clear = max(leastSignal * noise, Parameters.leastFirstShare * near.power)
    guard first.power > clear else {
      (fundamental, isFarLine) = (near.frequency, false)
      return
    }
    fundamental = first.frequency
    sought[0] = first.frequency
    soughtCount = 1
    seekFollowers(of: first, in: spectrum, noise: noise)
  }

  /// Finds the second partial as far above twice the first as a string may have it, and two more
  /// where that predicts them.
  private mutating func seekFollowers(
    of first: (frequency: Double, power: Double), in spectrum: ContinuousSpectrum, noise: Double
  ) {
    let most = StiffString.largestInharmonicity(at: frequencyInHertz)
    let least = max(leastSignal * noise, Parameters.leastFirstShare * first.power)
    inharmonicity = 0
    var second = first
    // By a count of floating point, since a loop over three integers would be unrolled.
    for k in stride(from: 2.0, through: 4, by: 1) {
      let order = Int(k)
      let low = frequency(ofPartial: k)
      let high =
        order == 2 ? StiffString.frequency(ofPartial: 2, first: first.frequency, most) : low
      let reach = 0.5 * frequencyInTurns
      guard high + reach < Self.highest else { return }
      let found = line(from: low - reach, to: high + reach, in: spectrum)
      // A third partial in the noise must not turn a ringing string into a stiff one.
      guard found.power > (order == 3 ? Parameters.thirdFactor * least : least) else {
        if order == 2 {
          let (low, high) = (2 * first.frequency * 0.95, 2 * first.frequency * 1.05)
          second = line(from: low, to: high, in: spectrum)
        }
        if order <= 3 { dropSubharmonic(of: second, beside: first.power) }
        return
      }
      if order == 2 { second = found }
      sought[order - 1] = found.frequency
      soughtCount = order
      inharmonicity = min(
        most,
        StiffString.inharmonicity(byPartial: k, at: found.frequency, first: first.frequency))
      fundamental = first.frequency / (1 + inharmonicity).squareRoot()
    }
  }

  /// The largest distance of the first partial from the rough frequency, as a share: the periods of
  /// the highest strings are sharp of it.
  private var farReach: Double {
    let (low, high) = (Parameters.stiffFrom, Parameters.stiffTo)
    let share = Elementary.log2(frequencyInHertz / low) / Elementary.log2(high / low)
    return Parameters.nearReach + min(1, max(0, share))
      * (Parameters.farReach - Parameters.nearReach)
  }

  @inline(never)
  private func strongestLine(
    within reach: Double, orders: Int, in spectrum: ContinuousSpectrum
  ) -> (frequency: Double, power: Double) {
    line(
      from: fundamental * (1 - reach), to: fundamental * (1 + reach), orders: orders, in: spectrum
    )
  }

  /// Returns the frequency with the highest sum of the power at it and its multiples, on a grid
  /// with a quarter of the width of a partial.
  @inline(never)
  private func line(
    from low: Double, to high: Double, orders: Int = 1, in spectrum: ContinuousSpectrum
  ) -> (frequency: Double, power: Double) {
    let spacing = 0.25 * frequencyInTurns
    let count = max(1, Int(((high - low) / spacing).rounded(.up)))
    var best = (frequency: fundamental, power: -1.0)
    for index in 0..<(count + 1) {
      let frequency = low + (high - low) * Double(index) / Double(count)
      var power = 0.0
      for order in 1..<(orders + 1) where Double(order) * frequency < Self.highest {
        power += spectrum.power(at: Double(order) * frequency)
      }
      if power > best.power { best = (frequency, power) }
    }
    guard orders == 1 else { return best }
    // The phase gives the position of the line between the grid points.
    let distance = distance(of: spectrum.value(at: best.frequency))
    guard distance.magnitude < 0.5 * frequencyInTurns else { return best }
    return (best.frequency + distance, best.power)
  }

  /// One turn over the window, in radians per sample.
  private var frequencyInTurns: Double { roughFundamental / turns }

  /// Treats a line without a third partial, below a stronger second one, as another string that
  /// rings along.
  private mutating func dropSubharmonic(
    of second: (frequency: Double, power: Double), beside power: Double
  ) {
    guard mayBeSubharmonic, second.power > Parameters.leastSecondExcess * power else { return }
    soughtCount = 0
    inharmonicity = 0
    fundamental = second.frequency / 2
  }
}
