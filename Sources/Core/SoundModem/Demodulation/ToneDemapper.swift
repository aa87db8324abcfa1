internal import SignalProcessing

/// Computes soft values of the coded bits of a packet of tones.
///
/// It learns how strongly each bin arrives, and how long it rings, from the tones that probably
/// sounded. Then it compares the energy of each tone's bin with the expected one. So a strong bin
/// that is silent says as much as one that sounds, and a bin that the loudspeaker hardly plays says
/// little. The decoder's results make both steps more precise, iteration by iteration.
///
/// - Complexity: O(bins · symbols) per iteration. No allocation after `init`.
/// - SeeAlso: M. C. Valenti, S. Cheng, "Iterative demodulation and decoding of turbo-coded M-ary
///   noncoherent orthogonal modulation", IEEE J. Sel. Areas Commun. 23(9), 2005,
///   [doi:10.1109/JSAC.2005.853812](https://doi.org/10.1109/JSAC.2005.853812).
struct ToneDemapper: Sendable {
  /// The number of neighbours on either side that share their gain.
  private static var reach: Int { 4 }
  /// The weight of the mean of all bins in the gain of each, in tones.
  private static var prior: Float { 0.2 }
  /// The part of a tone's energy that disturbs the next bin, and a quarter or less of that in bins
  /// beyond: motion that changes within a symbol widens tones.
  private static var leakage: Float { 0.01 }
  /// The part of a tone's energy that disturbs all bins: clipping, motion, clocks.
  private static var selfNoise: Float { 0.0005 }

  /// The tail of the distribution of echoes: the smaller, the more often they are far above their
  /// mean.
  private static var tail: Float { 2 }

  private let band: SymbolGrid
  private let grid: SymbolGrid
  private let usualRinging: Float
  private let plan: TonePlan
  private var bitsPerTone = 4
  private var headerCount = 0
  private var symbolCount = 0  // with those of the header
  private var energies: [Float]  // one row per symbol
  private var disturbances: [Float]  // noise and echo
  private var probabilities: [Float]
  private var bins: [Int16]  // of each tone
  private var noise: [Float]
  private var gains: [Float]  // the energy of a tone, for each bin
  private var heard: [Float]
  private var weights: [Float]
  private var group: [Float]  // one value per tone
  /// The part of a tone's energy that remains one symbol later.
  private var ringing: Float = 0
  /// The part of a tone's energy that fades.
  private var scattered: Float = 0

  init(_ band: SymbolGrid, _ plan: TonePlan, maximumSymbolCount: Int) {
    self.band = band
    let grid = band.tones
    self.grid = grid
    self.plan = plan
    usualRinging = grid.centerFrequency > 10_000 ? 0.2 : 0.4
    energies = Array(repeating: 0, count: grid.binCount * maximumSymbolCount)
    disturbances = Array(repeating: 0, count: energies.count)
    probabilities = Array(repeating: 0, count: energies.count)
    bins = Array(repeating: 0, count: energies.count)
    noise = Array(repeating: 1, count: grid.binCount)
    gains = Array(repeating: 1, count: noise.count)
    heard = Array(repeating: 1, count: noise.count)
    weights = Array(repeating: 1, count: noise.count)
    group = Array(repeating: 0, count: 64)
  }

  /// Begins a packet, whose symbols have arrived with these energies, and forgets the previous one.
  mutating func begin(
    _ format: PacketFormat, _ energies: [Float], _ noise: NoiseFloor, meanGain: Float
  ) {
    bitsPerTone = format.bitsPerTone
    headerCount = format.preamble.headerSymbolCount
    symbolCount = headerCount + format.symbolCount(band)
    var sum: Float = 0
    for bin in gains.indices {
      self.noise[bin] = noise.values[bin]
      gains[bin] = max(meanGain, 1) * noise.values[bin]
      sum += gains[bin]
    }
    for symbol in 0..<symbolCount {
      for tone in 0..<grid.binCount {
        let index = symbol * grid.binCount + tone
        bins[index] = Int16(plan.bin(ofTone: tone, symbol: symbol))
        self.energies[index] = energies[index]
      }
    }
    ringing = usualRinging
    scattered = 0.3
    disturb(meanGain: sum / Float(gains.count))
  }

  /// Estimates the energy that noise, echoes and other tones leave in each bin of each symbol.
  private mutating func disturb(meanGain: Float) {
    let count = grid.binCount
    for bin in 0..<count {
      var echo: Float = 0
      for symbol in 0..<symbolCount {
        let index = symbol * count + bin
        disturbances[index] = noise[bin] + echo + Self.selfNoise * meanGain + leaked(index, bin)
        echo = ringing * max(energies[index] - noise[bin], echo)
      }
    }
  }

  /// The energy that leaks from neighbours into a bin.
  @inline(__always)
  private func leaked(_ index: Int, _ bin: Int) -> Float {
    var sum: Float = 0
    for distance in 1...4 {
      let share = Self.leakage / Float(distance * distance)
      if bin >= distance { sum += share * energies[index - distance] }
      if bin + distance < grid.binCount { sum += share * energies[index + distance] }
    }
    return sum
  }

  /// Learns how strongly each bin arrives and how long it rings.
  ///
  /// - Parameter extrinsicValues: The knowledge of the code about each bit beyond its own soft
  ///   value: ln (P(1) / P(0)).
  mutating func learn(_ extrinsicValues: [Float]) {
    judge(extrinsicValues)
    let count = grid.binCount
    for bin in gains.indices { (heard[bin], weights[bin]) = (0, 0) }
    for symbol in headerCount..<symbolCount {
      for bin in 0..<count {
        let index = symbol * count + bin
        let share = noise[bin] / disturbances[index]
        let weight = probabilities[index] * share
        heard[bin] += weight * (energies[index] - disturbances[index])
        weights[bin] += weight
      }
    }
    disturb(meanGain: smoothGains())
  }

  /// Smooths the gain of each bin over its neighbours.
  ///
  /// - Returns: The mean energy of a tone.
  private mutating func smoothGains() -> Float {
    var (sum, count): (Float, Float) = (0, 0)
    for bin in gains.indices { (sum, count) = (sum + heard[bin], count + weights[bin]) }
    let mean = sum / max(count, 1e-6)
    for bin in gains.indices {
      var (sum, count) = (Self.prior * mean, Self.prior)
      for other in max(0, bin - Self.reach)...min(gains.count - 1, bin + Self.reach) {
        let nearness = 1 - Float((other - bin).magnitude) / Float(Self.reach + 1)
        sum += nearness * heard[other]
        count += nearness * weights[other]
      }
      gains[bin] = max(sum / count, 0.3 * noise[bin])
    }
    learnRinging()
    learnScattering()
    return max(mean, 0)
  }

  /// Compares the bins of likely tones with the same bins one symbol later.
  private mutating func learnRinging() {
    let count = grid.binCount
    var (sum, total): (Float, Float) = (1e-30, 1e-30)
    for index in headerCount * count..<(symbolCount - 1) * count {
      let bin = index % count
      let weight = probabilities[index] * (1 - probabilities[index + count])
      let energy = weight * (energies[index] - noise[bin])
      total += energy
      sum += weight * (energies[index + count] - noise[bin])
    }
    ringing = min(max(sum / total, 0.02), 0.7)
  }

  /// Estimates the part of the tones that fades from the spread of their energies.
  private mutating func learnScattering() {
    let count = grid.binCount
    var (sum, total): (Float, Float) = (0, 1e-30)
    for index in headerCount * count..<symbolCount * count {
      let bin = index % count
      let gain = gains[bin] / disturbances[index]
      let share = noise[bin] / disturbances[index]
      let weight = share * probabilities[index] / (gain * gain + 1)
      let error = energies[index] / disturbances[index] - 1 - gain
      sum += weight * (error * error - 1 - 2 * gain)
      total += weight * gain * gain
    }
    let variance = min(max(sum / total, 0.02), 1)
    scattered = 1 - (1 - variance).squareRoot()
  }

  /// Computes the probability of each tone.
  private mutating func judge(_ extrinsicValues: [Float]) {
    weighTones()
    let order = 1 << bitsPerTone
    var bit = 0
    for symbol in headerCount..<symbolCount {
      let row = symbol * grid.binCount
      for first in stride(from: row, to: row + grid.binCount, by: order) {
        sumExtrinsicValues(extrinsicValues, bit: bit)
        var largest = -Float.infinity
        for tone in 0..<order {
          group[tone] += probabilities[row + Int(bins[first + tone])]
          largest = max(largest, group[tone])
        }
        let sum = exponentiate(largest: largest, order: order)
        for tone in 0..<order {
          probabilities[row + Int(bins[first + tone])] = group[tone] / sum
        }
        bit += bitsPerTone
      }
    }
  }

  /// Writes the log-likelihood ratio of each tone: its energy if it sounded to that if it did not.
  private mutating func weighTones() {
    let count = grid.binCount
    let scattered = scattered
    probabilities.withUnsafeMutableBufferPointer { results in
      disturbances.withUnsafeBufferPointer { disturbances in
        energies.withUnsafeBufferPointer { energies in
          gains.withUnsafeBufferPointer { gains in
            noise.withUnsafeBufferPointer { noise in
              for symbol in headerCount..<symbolCount {
                for bin in stride(from: 0, to: count, by: 8) {
                  let index = symbol * count + bin
                  let disturbance = SIMD8(disturbances, index)
                  let gain = SIMD8(gains, bin) / disturbance
                  let energy = SIMD8(energies, index) / disturbance
                  let share = SIMD8(noise, bin) / disturbance
                  let rice = Self.riceRatio(gain, energy, scattered)
                  let ratio = share * rice + (1 - share) * Self.echoRatio(gain, energy)
                  ratio.store(results, index)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Computes ln of the probability of each tone of a group, up to a constant, from its bits.
  private mutating func sumExtrinsicValues(_ extrinsicValues: [Float], bit: Int) {
    group[0] = 0
    for position in 0..<bitsPerTone {
      let extrinsicValue = extrinsicValues[bit + bitsPerTone - 1 - position]
      for tone in 0..<1 << position { group[tone + 1 << position] = group[tone] + extrinsicValue }
    }
  }

  /// Replaces the logarithms of a group by their exponentials, relative to the largest one.
  ///
  /// - Returns: The sum of the exponentials.
  private mutating func exponentiate(largest: Float, order: Int) -> Float {
    group.withUnsafeMutableBufferPointer { group in
      var sum = SIMD8<Float>()
      for tone in stride(from: 0, to: order, by: 8) {
        let value = Elementary.exp(SIMD8(group, tone) - largest)
        value.store(group, tone)
        sum += value
      }
      return sum.sum()
    }
  }

  /// Writes one soft value for each bit: ln (P(1) / P(0)), without the extrinsic value of that bit.
  mutating func writeBits(_ extrinsicValues: [Float], into bits: inout [Float]) {
    judge(extrinsicValues)
    let order = 1 << bitsPerTone
    var bit = 0
    for symbol in headerCount..<symbolCount {
      let row = symbol * grid.binCount
      for first in stride(from: row, to: row + grid.binCount, by: order) {
        for tone in 0..<order { group[tone] = probabilities[row + Int(bins[first + tone])] }
        var ratios = SIMD8<Float>(repeating: 1)
        for position in 0..<bitsPerTone {
          let mask = 1 << (bitsPerTone - 1 - position)
          var (zero, one): (Float, Float) = (1e-9, 1e-9)
          for tone in 0..<order {
            if tone & mask == 0 { zero += group[tone] } else { one += group[tone] }
          }
          ratios[position] = one / zero
        }
        let logarithms = Elementary.log(ratios)
        for position in 0..<bitsPerTone {
          bits[bit + position] = logarithms[position] - extrinsicValues[bit + position]
        }
        bit += bitsPerTone
      }
    }
  }

  /// ln of the ratio of the density of an energy with a tone (Rice's distribution) to that without.
  @inline(__always)
  private static func riceRatio(
    _ gain: SIMD8<Float>, _ energy: SIMD8<Float>, _ scattered: Float
  ) -> SIMD8<Float> {
    let steady = gain * (1 - scattered)
    let spread = 1 + gain * scattered
    let x = 2 * (steady * energy).squareRoot() / spread
    return logBessel(x) + (energy * (spread - 1) - steady) / spread - Elementary.log(spread)
  }

  /// The same for a fading tone disturbed by echoes, of which only the mean is roughly known:
  /// Snedecor's distribution with 2 and 2 · `tail` degrees of freedom.
  @inline(__always)
  private static func echoRatio(
    _ gain: SIMD8<Float>, _ energy: SIMD8<Float>
  ) -> SIMD8<Float> {
    let direct: SIMD8<Float> = 1 + energy / tail
    let faded: SIMD8<Float> = 1 + energy / (tail * (1 + gain))
    let odds = direct / faded
    return (tail + 1) * Elementary.log(odds) - Elementary.log(1 + gain)
  }

  /// ln I₀(x), accurate to 0.01.
  @inline(__always)
  private static func logBessel(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let square = x * x
    var small = square * 0.001736111 - 0.015625
    small = (small * square + 0.25) * square
    var large = x - 0.5 * Elementary.log(2 * Float.pi * x)
    large += (0.125 * x + 0.09) / square
    return large.replacing(with: small, where: x .< 2)
  }
}
