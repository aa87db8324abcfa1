internal import SignalProcessing

/// Reads the turns of carriers from slot to slot.
///
/// What is left of the motion turns all carriers alike. The fourth power of the turns does not know
/// the data, and tells that rest up to whole quarters.
///
/// - SeeAlso: A. J. Viterbi, A. M. Viterbi, "Nonlinear estimation of PSK-modulated carrier phase with
///   application to burst digital transmission", IEEE Trans. Inf. Theory 29(4), 1983,
///   [doi:10.1109/TIT.1983.1056713](https://doi.org/10.1109/TIT.1983.1056713).
struct CarrierReader: Sendable {
  /// Windows before the packet in which noise is measured.
  private static var noiseWindowCount: Int { 3 }
  /// The part of the power around a carrier that disturbs it: echoes, clipping, clocks.
  private static var selfNoise: Float { 0.1 }
  /// How many neighbours to either side disturb a carrier.
  private static var reach: Int { 6 }

  private let tones: SlotGrid
  private let grid: SlotGrid
  private var analyzer: SlotAnalyzer
  private var noise: [Float]
  private var scratch: [Float]
  private var previous: [(real: Float, imaginary: Float)]
  private var turns: [(real: Float, imaginary: Float)]
  private var count = 0  // of slots without the reference
  /// The mean power of the carriers over that of noise.
  private(set) var carrierToNoise: Float = 0
  /// How well the fourth powers of the turns agree, 0...1.
  private(set) var coherence: Float = 0

  init(_ tones: SlotGrid, maximumSlotCount: Int) {
    self.tones = tones
    grid = tones.carriers
    analyzer = SlotAnalyzer(grid)
    noise = Array(repeating: 0, count: grid.binCount)
    scratch = noise
    previous = Array(repeating: (0, 0), count: grid.binCount)
    turns = Array(repeating: (0, 0), count: grid.binCount * maximumSlotCount)
  }

  /// Analyses the first slots of a packet, or all.
  mutating func analyze(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    maximumSlotCount: Int = .max
  ) {
    let timing = PacketTiming(grid: tones, preamble: format.preamble)
    analyzer.tune(to: candidate.dilation)
    measureNoise(candidate, ring)
    count = min(format.slotCount(tones), maximumSlotCount)
    var power: Float = 0
    for slot in 0...count {
      let offset = Double(timing.start(ofCarrierSlot: slot)) + Double(grid.guardLength) * 0.75
      let place = candidate.start + offset * (1 - candidate.dilation)
      analyzer.analyze(ring, from: Int64(place.rounded()))
      for carrier in previous.indices {
        let value = aligned(carrier, candidate.dilation, place)
        let before = previous[carrier]
        power += (value.real * value.real + value.imaginary * value.imaginary) / noise[carrier]
        previous[carrier] = value
        guard slot > 0 else { continue }
        turns[(slot - 1) * grid.binCount + carrier] = (
          value.real * before.real + value.imaginary * before.imaginary,
          value.imaginary * before.real - value.real * before.imaginary
        )
      }
    }
    carrierToNoise = power / Float((count + 1) * grid.binCount)
    weigh()
    straighten()
  }

  /// Moves the speed to where the turns of the first carriers agree best: what is left of it makes
  /// carriers disturb each other.
  mutating func refined(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat
  ) -> PreambleCandidate {
    let step = 0.1 * grid.spacing / grid.centerFrequency
    var best = (coherence: Float(0), candidate: candidate)
    for drift in [0, -1, 1, -2, 2, -3, 3] {
      var moved = candidate
      moved.dilation += Double(drift) * step
      analyze(moved, ring, format, maximumSlotCount: 6)
      // Only a clear gain outweighs what the chirps tell.
      if coherence > 1.05 * best.coherence { best = (coherence, moved) }
    }
    return best.candidate
  }

  /// The power in each bin just before the packet, smoothed over its neighbours.
  private mutating func measureNoise(_ candidate: PreambleCandidate, _ ring: BasebandRing) {
    for bin in scratch.indices { scratch[bin] = 0 }
    var quietest = Float.infinity
    var count = 0
    for window in 1...Self.noiseWindowCount {
      let place = Int64(candidate.start) - Int64(window * grid.windowLength + tones.gapLength)
      analyzer.analyze(ring, from: place)
      var sum: Float = 0
      for bin in scratch.indices { sum += power(analyzer.amplitudes[bin]) }
      // The packet before this one is no noise.
      guard window == 1 || sum < 8 * quietest else { break }
      if sum < quietest / 8 {
        for bin in scratch.indices { scratch[bin] = 0 }
        count = 0
      }
      quietest = min(quietest, sum)
      count += 1
      for bin in scratch.indices { scratch[bin] += power(analyzer.amplitudes[bin]) }
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

  /// The amplitude of a carrier with its phase at the exact start of the window, at its own frequency.
  private func aligned(
    _ carrier: Int, _ dilation: Double, _ place: Double
  ) -> (real: Float, imaginary: Float) {
    let sent = grid.centerFrequency + grid.offset(ofBin: carrier)
    let received = sent * (1 + dilation) - grid.centerFrequency
    let late = place.rounded() - place
    let turns = (grid.centerFrequency * place - received * late) / grid.basebandRate
    let angle = Elementary.sineAndCosine(2 * .pi * turns.truncatingRemainder(dividingBy: 1))
    let (real, imaginary) = analyzer.amplitudes[carrier]
    let (cosine, sine) = (Float(angle.cosine), Float(angle.sine))
    return (real * cosine - imaginary * sine, real * sine + imaginary * cosine)
  }

  /// Weighs each carrier by the noise in it, and by the echoes of its neighbours.
  private mutating func weigh() {
    for carrier in noise.indices {
      scratch[carrier] = 0
      for slot in 0..<count { scratch[carrier] += length(turns[slot * grid.binCount + carrier]) }
      scratch[carrier] /= Float(max(count, 1))
    }
    for carrier in noise.indices {
      let near = max(0, carrier - Self.reach)...min(noise.count - 1, carrier + Self.reach)
      var power: Float = 0
      for other in near { power += scratch[other] }
      let disturbance = noise[carrier] + Self.selfNoise * power / Float(near.count)
      for slot in 0..<count {
        let index = slot * grid.binCount + carrier
        let limit = min(1, 40 * disturbance / max(length(turns[index]), 1e-30)) / disturbance
        turns[index] = (turns[index].real * limit, turns[index].imaginary * limit)
      }
    }
  }

  private func length(_ value: (real: Float, imaginary: Float)) -> Float {
    (value.real * value.real + value.imaginary * value.imaginary).squareRoot()
  }

  /// Turns all back by what the motion left.
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

  /// Turns all, in full turns.
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

  /// Writes two soft values for each carrier of each slot.
  func writeBits(into bits: inout [Float]) {
    for index in 0..<count * grid.binCount {
      // An eighth of a turn on, the signs of both parts are the bits in Gray's order.
      let turn = turns[index]
      bits[2 * index] = -(turn.imaginary + turn.real)
      bits[2 * index + 1] = -(turn.real - turn.imaginary)
    }
  }
}
