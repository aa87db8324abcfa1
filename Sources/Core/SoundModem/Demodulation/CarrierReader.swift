internal import SignalProcessing

/// Reads the turns of carriers from symbol to symbol.
///
/// Residual motion turns all carriers alike. The fourth power of the turns does not depend on the
/// data, so it gives that residue up to whole quarters of a turn.
///
/// - SeeAlso: A. J. Viterbi, A. M. Viterbi, "Nonlinear estimation of PSK-modulated carrier phase with
///   application to burst digital transmission", IEEE Trans. Inf. Theory 29(4), 1983,
///   [doi:10.1109/TIT.1983.1056713](https://doi.org/10.1109/TIT.1983.1056713).
struct CarrierReader: Sendable {
  /// The number of windows before the packet in which noise is measured.
  private static var noiseWindowCount: Int { 3 }
  /// The part of the power around a carrier that disturbs it: echoes, clipping, clocks.
  private static var selfNoise: Float { 0.1 }
  /// The number of neighbours on either side that disturb a carrier.
  private static var reach: Int { 6 }
  /// The number of symbols that refine the speed.
  private static var firstSymbolCount: Int { 6 }
  private static var leastCarrierToNoise: Float { 1.5 }

  private let tones: SymbolGrid
  private let grid: SymbolGrid
  private var analyzer: SymbolAnalyzer
  private var spectra: SymbolSpectra
  private var noise: [Float]
  private var scratch: [Float]
  private var values: [(real: Float, imaginary: Float)]  // of the symbol being processed
  private var previous: [(real: Float, imaginary: Float)]
  private var turns: [(real: Float, imaginary: Float)]
  private var count = 0  // of symbols without the reference
  private var power: Float = 0
  /// The ratio of the mean power of the carriers to that of noise.
  private(set) var carrierToNoise: Float = 0
  /// The agreement of the fourth powers of the turns, 0...1.
  private(set) var coherence: Float = 0

  init(_ tones: SymbolGrid, maximumSymbolCount: Int) {
    self.tones = tones
    grid = tones.carriers
    analyzer = SymbolAnalyzer(grid)
    spectra = SymbolSpectra(grid, maximumSymbolCount: Self.firstSymbolCount + 1)
    noise = Array(repeating: 0, count: grid.binCount)
    scratch = Array(repeating: 0, count: noise.count)
    values = Array(repeating: (0, 0), count: grid.binCount)
    previous = Array(repeating: (0, 0), count: values.count)
    turns = Array(repeating: (0, 0), count: grid.binCount * maximumSymbolCount)
  }

  /// Moves the speed to the one at which the turns of the first symbols agree best: at any other,
  /// carriers disturb each other.
  ///
  /// - Returns: The refined candidate; `nil` if there are no carriers.
  mutating func refined(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat
  ) -> PreambleCandidate? {
    analyzer.tune(to: candidate.dopplerScale)
    measureNoise(candidate, ring)
    count = min(format.symbolCount(tones), Self.firstSymbolCount)
    let timing = PacketTiming(grid: tones, preamble: format.preamble)
    for symbol in 0...count {
      let position = timing.window(ofCarrierSymbol: symbol, candidate).rounded()
      spectra.measure(ring, from: Int64(position), symbol: symbol)
    }
    let step = 0.1 * grid.spacing / grid.centerFrequency
    var best = (coherence: Float(0), candidate: candidate)
    for drift in [0, -1, 1, -2, 2, -3, 3] {
      var moved = candidate
      moved.dopplerScale += Double(drift) * step
      analyzeSpectra(moved, timing, measuredFor: candidate)
      guard carrierToNoise > Self.leastCarrierToNoise else { return nil }
      // Only a clear gain outweighs the speed from the chirps.
      if coherence > 1.05 * best.coherence { best = (coherence, moved) }
    }
    return best.coherence > leastCoherence(format) ? best.candidate : nil
  }

  /// The coherence that readable packets exceed by far, and most other sounds do not reach.
  private func leastCoherence(_ format: PacketFormat) -> Float {
    format.body == .carriersFast ? 0.5 : 0.07
  }

  /// Finds the turns of the first symbols at a speed, from their spectra.
  private mutating func analyzeSpectra(
    _ candidate: PreambleCandidate, _ timing: PacketTiming,
    measuredFor measured: PreambleCandidate
  ) {
    spectra.tune(to: candidate.dopplerScale)
    power = 0
    for symbol in 0...count {
      for carrier in values.indices {
        values[carrier] = spectra.amplitude(ofBin: carrier, symbol: symbol)
      }
      let position = timing.window(ofCarrierSymbol: symbol, measured).rounded()
      append(
        symbol, candidate.dopplerScale, from: position + Double(grid.windowLength / 2),
        to: timing.window(ofCarrierSymbol: symbol, candidate))
    }
    finish()
  }

  /// Finds the turns of all symbols exactly.
  mutating func analyze(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat
  ) {
    let timing = PacketTiming(grid: tones, preamble: format.preamble)
    analyzer.tune(to: candidate.dopplerScale)
    count = format.symbolCount(tones)
    power = 0
    for symbol in 0...count {
      let position = timing.window(ofCarrierSymbol: symbol, candidate)
      analyzer.analyze(ring, from: Int64(position.rounded()))
      for carrier in values.indices { values[carrier] = analyzer.amplitude(ofBin: carrier) }
      append(symbol, candidate.dopplerScale, from: position.rounded(), to: position)
    }
    finish()
  }

  /// Appends the turns of a symbol, whose phases belong to one position, at another one.
  private mutating func append(
    _ symbol: Int, _ dopplerScale: Double, from position: Double, to start: Double
  ) {
    // The phase at the start, of the band before it was shifted to 0 Hz; the same step between any
    // two carriers.
    func turns(_ carrier: Int) -> Double {
      let sent = grid.centerFrequency + grid.offset(ofBin: carrier)
      let received = sent * (1 + dopplerScale) - grid.centerFrequency
      return (grid.centerFrequency * start - received * (position - start)) / grid.basebandRate
    }
    func rotation(_ turns: Double) -> (cosine: Double, sine: Double) {
      let angle = Elementary.sineAndCosine(2 * .pi * turns.truncatingRemainder(dividingBy: 1))
      return (angle.cosine, angle.sine)
    }
    var (cosine, sine) = rotation(turns(0))
    let step = rotation(turns(1) - turns(0))
    let row = (symbol - 1) * grid.binCount
    for carrier in values.indices {
      let (real, imaginary) = values[carrier]
      let (c, s) = (Float(cosine), Float(sine))
      let value = (real: real * c - imaginary * s, imaginary: real * s + imaginary * c)
      (cosine, sine) = (
        cosine * step.cosine - sine * step.sine, sine * step.cosine + cosine * step.sine
      )
      let before = previous[carrier]
      power += (value.real * value.real + value.imaginary * value.imaginary) / noise[carrier]
      previous[carrier] = value
      guard symbol > 0 else { continue }
      self.turns[row + carrier] = (
        value.real * before.real + value.imaginary * before.imaginary,
        value.imaginary * before.real - value.real * before.imaginary
      )
    }
  }

  private mutating func finish() {
    carrierToNoise = power / Float((count + 1) * grid.binCount)
    weigh()
    straighten()
  }

  /// The power in each bin just before the packet, smoothed over its neighbours.
  private mutating func measureNoise(_ candidate: PreambleCandidate, _ ring: BasebandRing) {
    for bin in scratch.indices { scratch[bin] = 0 }
    var quietest = Float.infinity
    var count = 0
    for window in 1...Self.noiseWindowCount {
      let position = Int64(candidate.start) - Int64(window * grid.windowLength + tones.gapLength)
      analyzer.analyze(ring, from: position)
      var sum: Float = 0
      for bin in scratch.indices { sum += power(analyzer.amplitude(ofBin: bin)) }
      // The packet before this one is not noise.
      guard window == 1 || sum < 8 * quietest else { break }
      if sum < quietest / 8 {
        for bin in scratch.indices { scratch[bin] = 0 }
        count = 0
      }
      quietest = min(quietest, sum)
      count += 1
      for bin in scratch.indices { scratch[bin] += power(analyzer.amplitude(ofBin: bin)) }
    }
    for bin in noise.indices {
      let near = max(0, bin - 3)...min(noise.count - 1, bin + 3)
      var sum: Float = 0
      for other in near { sum += scratch[other] }
      noise[bin] = max(sum / Float(count * near.count), 1e-20)
    }
  }

  private func power(_ value: (real: Float, imaginary: Float)) -> Float {
    value.real * value.real + value.imaginary * value.imaginary
  }

  /// Weighs each carrier by the noise in it, and by the echoes of its neighbours.
  private mutating func weigh() {
    for carrier in noise.indices {
      scratch[carrier] = 0
      for symbol in 0..<count {
        scratch[carrier] += length(turns[symbol * grid.binCount + carrier])
      }
      scratch[carrier] /= Float(max(count, 1))
    }
    for carrier in noise.indices {
      let near = max(0, carrier - Self.reach)...min(noise.count - 1, carrier + Self.reach)
      var power: Float = 0
      for other in near { power += scratch[other] }
      let disturbance = noise[carrier] + Self.selfNoise * power / Float(near.count)
      for symbol in 0..<count {
        let index = symbol * grid.binCount + carrier
        let limit = min(1, 40 * disturbance / max(length(turns[index]), 1e-30)) / disturbance
        turns[index] = (turns[index].real * limit, turns[index].imaginary * limit)
      }
    }
  }

  private func length(_ value: (real: Float, imaginary: Float)) -> Float {
    (value.real * value.real + value.imaginary * value.imaginary).squareRoot()
  }

  /// Turns all carriers back by the residual motion.
  private mutating func straighten() {
    var (real, imaginary): (Double, Double) = (0, 0)
    var total: Float = 1e-30
    for index in 0..<count * grid.binCount {
      let turn = turns[index]
      let length = length(turn)
      guard length > 0 else { continue }
      total += length
      let (c, s) = (Double(turn.real / length), Double(turn.imaginary / length))
      let (c2, s2) = (c * c - s * s, 2 * c * s)
      real += Double(length) * (c2 * c2 - s2 * s2)
      imaginary += Double(length) * 2 * c2 * s2
    }
    coherence = Float((real * real + imaginary * imaginary).squareRoot()) / total
    rotate(byTurns: -Elementary.atan2(imaginary, real) / (8 * .pi))
  }

  /// Turns all carriers by an amount in full turns.
  mutating func rotate(byTurns amount: Double) {
    let angle = Elementary.sineAndCosine(2 * .pi * amount)
    let (cosine, sine) = (Float(angle.cosine), Float(angle.sine))
    for index in 0..<count * grid.binCount {
      let turn = turns[index]
      turns[index] = (
        turn.real * cosine - turn.imaginary * sine, turn.real * sine + turn.imaginary * cosine
      )
    }
  }

  /// The ratio of the power of all disturbances, including echoes, to that of the carriers, from
  /// the distance of the turns to the four that are sent. Valid once the turns decode.
  ///
  /// Each turn has the noise of two symbols, and half of it is perpendicular.
  var disturbance: Float {
    var (along, across): (Float, Float) = (1e-30, 0)
    for index in 0..<count * grid.binCount {
      let turn = turns[index]
      let (one, other) = (turn.real.magnitude, turn.imaginary.magnitude)
      along += max(one, other) * max(one, other)
      across += min(one, other) * min(one, other)
    }
    return across / along
  }

  /// Writes two soft values for each carrier of each symbol.
  func writeBits(into bits: inout [Float]) {
    for index in 0..<count * grid.binCount {
      // An eighth of a turn on, the signs of both parts are the bits in Gray's order.
      let turn = turns[index]
      bits[2 * index] = -(turn.imaginary + turn.real)
      bits[2 * index + 1] = -(turn.real - turn.imaginary)
    }
  }
}
