internal import SignalProcessing

/// Computes the posterior probability of each coded bit from all soft values of a packet: the
/// knowledge with which a receiver evaluates the tones again.
///
/// It goes round the circle of a packet once forwards and once backwards, with probabilities
/// instead of their logarithms. Forward results are stored only for the start of every block of
/// steps, and computed again from there.
///
/// - Complexity: O(1024 *n*) time for *n* bits. No allocation after `init`.
/// - SeeAlso: L. R. Bahl, J. Cocke, F. Jelinek, J. Raviv, "Optimal decoding of linear codes for
///   minimizing symbol error rate", IEEE Trans. Inf. Theory 20(2), 1974,
///   [doi:10.1109/TIT.1974.1055186](https://doi.org/10.1109/TIT.1974.1055186).
struct PosteriorDecoder: Sendable {
  /// Steps before and after the circle.
  private static var overrun: Int { 96 }
  private static var blockLength: Int { 24 }
  private static var stateCount: Int { ConvolutionalCode.stateCount }
  /// The limit of each soft value: a packet must survive a few that are wrong.
  private static var largestLikelihood: Float { 12 }

  let maximumBitCount: Int
  private var checkpoints: [Float]  // one row per block
  private var block: [Float]  // one row per step
  private var backward: [Float]
  private var scratch: [Float]
  private var weights: [Float]  // of a butterfly, if its even state is followed by a 0
  private let outputs: [UInt8]
  private let signs: [Float]  // one row for each of three outputs: 1 or -1

  init(maximumBitCount: Int) {
    self.maximumBitCount = maximumBitCount
    let states = Self.stateCount
    let blocks = (maximumBitCount + Self.blockLength - 1) / Self.blockLength
    checkpoints = Array(repeating: 0, count: blocks * states)
    block = Array(repeating: 0, count: (Self.blockLength + 1) * states)
    backward = Array(repeating: 0, count: states)
    scratch = Array(repeating: 0, count: backward.count)
    weights = Array(repeating: 0, count: states / 2)
    let outputs = (0..<states / 2).map { UInt8(ConvolutionalCode.output(of: 2 * $0)) }
    self.outputs = outputs
    signs = (0..<ConvolutionalCode.outputCount).flatMap { position in
      outputs.map { $0 >> UInt8(position) & 1 == 1 ? 1 : -1 }
    }
  }

  /// Decodes whole bytes.
  ///
  /// - Parameters:
  ///   - likelihoods: Three for each bit: the logarithm of how much likelier a 1 is than a 0.
  ///   - byteCount: The number of bytes to decode.
  ///   - bytes: Receives the likelier value of each bit.
  ///   - posteriors: Receives the same measure as `likelihoods`, given all of them.
  /// - Precondition: `8 * byteCount` is at most `maximumBitCount`.
  mutating func decode(
    _ likelihoods: [Float], byteCount: Int, into bytes: inout [UInt8], posteriors: inout [Float]
  ) {
    let bitCount = 8 * byteCount
    precondition(bitCount > 0 && bitCount <= maximumBitCount, "too many bits")
    sweepForward(likelihoods, bitCount)
    for state in backward.indices { backward[state] = 1 }
    for step in stride(from: bitCount + Self.overrun - 1, through: bitCount, by: -1) {
      weigh(likelihoods, bit: step % bitCount)
      Self.stepBack(&backward, &scratch, weights)
    }
    for index in 0..<byteCount { bytes[index] = 0 }
    let blocks = (bitCount + Self.blockLength - 1) / Self.blockLength
    for index in stride(from: blocks - 1, through: 0, by: -1) {
      let steps = index * Self.blockLength..<min((index + 1) * Self.blockLength, bitCount)
      refill(likelihoods, index, steps)
      for step in steps.reversed() {
        weigh(likelihoods, bit: step)
        let row = (step - steps.lowerBound) * Self.stateCount
        if decide(row: row, step: step, into: &posteriors) {
          bytes[step / 8] |= 1 << UInt8(7 - step % 8)
        }
        Self.stepBack(&backward, &scratch, weights)
      }
    }
  }

  /// Stores the forward probabilities at the start of each block.
  private mutating func sweepForward(_ likelihoods: [Float], _ bitCount: Int) {
    for state in 0..<Self.stateCount { block[state] = 1 }
    for step in -Self.overrun..<bitCount {
      if step >= 0, step % Self.blockLength == 0 {
        let position = step / Self.blockLength * Self.stateCount
        for state in 0..<Self.stateCount { checkpoints[position + state] = block[state] }
      }
      weigh(likelihoods, bit: (step + Self.overrun * bitCount) % bitCount)
      Self.stepForward(&block, from: 0, to: Self.stateCount, weights)
      for state in 0..<Self.stateCount { block[state] = block[state + Self.stateCount] }
    }
  }

  /// Finds the forward probabilities of all steps of a block.
  private mutating func refill(_ likelihoods: [Float], _ index: Int, _ steps: Range<Int>) {
    let position = index * Self.stateCount
    for state in 0..<Self.stateCount { block[state] = checkpoints[position + state] }
    for step in steps.dropLast() {
      weigh(likelihoods, bit: step)
      let row = (step - steps.lowerBound) * Self.stateCount
      Self.stepForward(&block, from: row, to: row + Self.stateCount, weights)
    }
  }

  /// Prepares the weights of all butterflies for one bit.
  private mutating func weigh(_ likelihoods: [Float], bit: Int) {
    let position = ConvolutionalCode.outputCount * bit
    var table = InlineArray<8, Float>(repeating: 0)
    for output in 0..<8 {
      var sum: Float = 0
      for index in 0..<ConvolutionalCode.outputCount {
        let limit = Self.largestLikelihood
        let value = min(max(likelihoods[position + index], -limit), limit)
        sum += output >> index & 1 == 1 ? value : -value
      }
      table[output] = Float(Elementary.exp(Double(sum) / 2))
    }
    weights.withUnsafeMutableBufferPointer { weights in
      outputs.withUnsafeBufferPointer { outputs in
        for state in 0..<weights.count { weights[state] = table[Int(outputs[state])] }
      }
    }
  }

  // All generators begin and end with a 1: of the four branches of a butterfly two have one output,
  // and the others its complement, so the inverse weight.
  private static func stepForward(
    _ rows: inout [Float], from: Int, to: Int, _ weights: [Float]
  ) {
    let half = stateCount / 2
    rows.withUnsafeMutableBufferPointer { rows in
      weights.withUnsafeBufferPointer { weights in
        var total = SIMD8<Float>()
        for state in stride(from: 0, to: half, by: 8) {
          let both = SIMD16(rows, from + 2 * state)
          let (even, odd) = (both.evenHalf, both.oddHalf)
          let weight = SIMD8(weights, state)
          let inverse = 1 / weight
          let (zero, one) = (weight * even + inverse * odd, inverse * even + weight * odd)
          zero.store(rows, to + state)
          one.store(rows, to + half + state)
          total += zero + one
        }
        let scale = 1 / max(total.sum(), 1e-30)
        for state in stride(from: 0, to: stateCount, by: 8) {
          (SIMD8(rows, to + state) * scale).store(rows, to + state)
        }
      }
    }
  }

  private static func stepBack(
    _ backward: inout [Float], _ scratch: inout [Float], _ weights: [Float]
  ) {
    let half = stateCount / 2
    backward.withUnsafeMutableBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        weights.withUnsafeBufferPointer { weights in
          var total = SIMD8<Float>()
          for state in stride(from: 0, to: half, by: 8) {
            let (zero, one) = (SIMD8(source, state), SIMD8(source, half + state))
            let weight = SIMD8(weights, state)
            let inverse = 1 / weight
            var both = SIMD16<Float>()
            both.evenHalf = weight * zero + inverse * one
            both.oddHalf = inverse * zero + weight * one
            both.store(target, 2 * state)
            total += both.evenHalf + both.oddHalf
          }
          let scale = 1 / max(total.sum(), 1e-30)
          for state in stride(from: 0, to: stateCount, by: 8) {
            (SIMD8(target, state) * scale).store(target, state)
          }
        }
      }
    }
    swap(&backward, &scratch)
  }

  /// Writes the posteriors of the three coded bits of a step.
  ///
  /// - Returns: `true` if the bit itself is likelier to be a 1.
  private func decide(row: Int, step: Int, into posteriors: inout [Float]) -> Bool {
    let half = Self.stateCount / 2
    var (total, ones) = (SIMD8<Float>(), SIMD8<Float>())
    var (first, second, third) = (total, total, total)
    block.withUnsafeBufferPointer { block in
      backward.withUnsafeBufferPointer { backward in
        weights.withUnsafeBufferPointer { weights in
          signs.withUnsafeBufferPointer { signs in
            for state in stride(from: 0, to: half, by: 8) {
              let both = SIMD16(block, row + 2 * state)
              let (even, odd) = (both.evenHalf, both.oddHalf)
              let (zero, one) = (SIMD8(backward, state), SIMD8(backward, half + state))
              let weight = SIMD8(weights, state)
              let inverse = 1 / weight
              let (evenZero, oddOne) = (weight * even * zero, weight * odd * one)
              let (oddZero, evenOne) = (inverse * odd * zero, inverse * even * one)
              let difference = evenZero + oddOne - oddZero - evenOne
              total += evenZero + oddOne + oddZero + evenOne
              ones += oddOne + evenOne
              first += SIMD8(signs, state) * difference
              second += SIMD8(signs, half + state) * difference
              third += SIMD8(signs, 2 * half + state) * difference
            }
          }
        }
      }
    }
    let sum = total.sum()
    let position = ConvolutionalCode.outputCount * step
    posteriors[position] = Self.logarithm(first.sum(), of: sum)
    posteriors[position + 1] = Self.logarithm(second.sum(), of: sum)
    posteriors[position + 2] = Self.logarithm(third.sum(), of: sum)
    return 2 * ones.sum() > sum
  }

  /// ln (P(1) / P(0)) from their difference and sum.
  private static func logarithm(_ difference: Float, of sum: Float) -> Float {
    let (one, zero) = (max(sum + difference, 1e-12 * sum), max(sum - difference, 1e-12 * sum))
    guard sum > 0 else { return 0 }
    return Float(Elementary.log(Double(one / zero)))
  }
}
