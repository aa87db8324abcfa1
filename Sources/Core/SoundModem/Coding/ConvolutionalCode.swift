/// The convolutional mother code: three bits out for each bit in, of constraint length 11.
///
/// Tail-biting: the encoder starts in the state in which it will end, so that no bits are spent on a
/// tail. Generators 2353, 2671 and 3175 in octal, free distance 22.
///
/// - SeeAlso: K. J. Larsen, "Short convolutional codes with maximal free distance for rates 1/2, 1/3,
///   and 1/4", IEEE Trans. Inf. Theory 19(3), 1973,
///   [doi:10.1109/TIT.1973.1055014](https://doi.org/10.1109/TIT.1973.1055014).
enum ConvolutionalCode {
  /// The number of coded bits for each bit of input.
  static var outputCount: Int { 3 }
  static var memory: Int { 10 }
  static var stateCount: Int { 1 << memory }
  private static var generators: (Int, Int, Int) { (0o2353, 0o2671, 0o3175) }

  /// The three coded bits, the first one in bit 0.
  ///
  /// - Parameter register: The new bit in bit 10, the state below it.
  /// - Returns: Three bits.
  static func output(of register: Int) -> Int {
    parity(register & generators.0) | parity(register & generators.1) << 1
      | parity(register & generators.2) << 2
  }

  private static func parity(_ bits: Int) -> Int { bits.nonzeroBitCount & 1 }

  /// Encodes the bits of some bytes, the highest bit first.
  ///
  /// - Returns: One coded bit per element.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let count = 8 * bytes.count
    func bit(_ index: Int) -> Int { Int(bytes[index / 8] >> UInt8(7 - index % 8)) & 1 }
    var state = 0
    for index in 0..<memory { state |= bit((count - 1 - index) % count) << (memory - 1 - index) }
    var coded: [UInt8] = []
    coded.reserveCapacity(outputCount * count)
    for index in 0..<count {
      let register = state | bit(index) << memory
      let output = output(of: register)
      for position in 0..<outputCount { coded.append(UInt8(output >> position & 1)) }
      state = register >> 1
    }
    return coded
  }
}

/// Finds the most likely bits behind soft values of the convolutional mother code.
///
/// A packet is a circle, so the decoder begins before its start and runs on past its end: its
/// decisions in between do not depend on the state it began with.
///
/// - Complexity: O(1024 *n*) time for *n* bits. No allocation after `init`.
/// - SeeAlso: A. J. Viterbi, "Error bounds for convolutional codes and an asymptotically optimum
///   decoding algorithm", IEEE Trans. Inf. Theory 13(2), 1967; J. K. Wolf, H. Ma, "On tail biting
///   convolutional codes", IEEE Trans. Commun. 34(2), 1986.
struct ViterbiDecoder: Sendable {
  /// Steps before and after the circle: over ten times the constraint length.
  private static var overrun: Int { 128 }
  private static var stateCount: Int { ConvolutionalCode.stateCount }
  /// The decisions of 256 states: bit g of lane l is that of state 8g + l.
  private typealias Decisions = SIMD8<UInt32>
  private static var statesPerBlock: Int { 256 }
  private static var blocksPerStep: Int { stateCount / statesPerBlock }

  let maximumBitCount: Int
  private var metrics: [Float]
  private var nextMetrics: [Float]
  private var decisions: [Decisions]
  /// 1 or -1 for each of three outputs, one row each, for every second register with a new bit of 0.
  private let signs: [Float]

  init(maximumBitCount: Int) {
    self.maximumBitCount = maximumBitCount
    metrics = Array(repeating: 0, count: Self.stateCount)
    nextMetrics = Array(repeating: 0, count: metrics.count)
    let steps = maximumBitCount + 2 * Self.overrun
    decisions = Array(repeating: Decisions(), count: steps * Self.blocksPerStep)
    let outputs = (0..<Self.stateCount / 2).map { ConvolutionalCode.output(of: 2 * $0) }
    signs = (0..<ConvolutionalCode.outputCount).flatMap { position in
      outputs.map { $0 >> position & 1 == 1 ? 1 : -1 }
    }
  }

  /// Decodes whole bytes.
  ///
  /// - Parameters:
  ///   - likelihoods: Three soft values for each bit, positive for a likely 1.
  ///   - byteCount: The number of bytes to decode.
  ///   - bytes: Receives the result.
  /// - Precondition: `8 * byteCount` is at most `maximumBitCount`.
  mutating func decode(_ likelihoods: [Float], byteCount: Int, into bytes: inout [UInt8]) {
    let bitCount = 8 * byteCount
    precondition(bitCount > 0 && bitCount <= maximumBitCount, "too many bits")
    for state in metrics.indices { metrics[state] = 0 }
    for step in 0..<bitCount + 2 * Self.overrun {
      advance(likelihoods, bit: Self.bit(of: step, bitCount), step: step)
      swap(&metrics, &nextMetrics)
    }
    traceBack(bitCount: bitCount, into: &bytes)
  }

  /// The bit of the circle that a step decides.
  private static func bit(of step: Int, _ bitCount: Int) -> Int {
    (step + overrun * (bitCount - 1)) % bitCount
  }

  // All generators begin and end with a 1, so the four branches of a butterfly share one metric.
  private mutating func advance(_ likelihoods: [Float], bit: Int, step: Int) {
    let half = Self.stateCount / 2
    let position = ConvolutionalCode.outputCount * bit
    let (a, b, c) = (likelihoods[position], likelihoods[position + 1], likelihoods[position + 2])
    let first = step * Self.blocksPerStep
    metrics.withUnsafeBufferPointer { metrics in
      nextMetrics.withUnsafeMutableBufferPointer { next in
        signs.withUnsafeBufferPointer { signs in
          for block in 0..<Self.blocksPerStep / 2 {
            var (low, high) = (Decisions(), Decisions())
            var flag = Decisions(repeating: 1)
            let states = block * Self.statesPerBlock..<(block + 1) * Self.statesPerBlock
            for state in stride(from: states.lowerBound, to: states.upperBound, by: 8) {
              let both = SIMD16(metrics, 2 * state)
              let (even, odd) = (both.evenHalf, both.oddHalf)
              let branch =
                a * SIMD8(signs, state) + b * SIMD8(signs, half + state)
                + c * SIMD8(signs, 2 * half + state)
              let (zeroEven, zeroOdd) = (even + branch, odd - branch)
              let (oneEven, oneOdd) = (even - branch, odd + branch)
              let (isZeroOdd, isOneOdd) = (zeroOdd .> zeroEven, oneOdd .> oneEven)
              zeroEven.replacing(with: zeroOdd, where: isZeroOdd).store(next, state)
              oneEven.replacing(with: oneOdd, where: isOneOdd).store(next, half + state)
              low = low.replacing(with: low | flag, where: isZeroOdd)
              high = high.replacing(with: high | flag, where: isOneOdd)
              flag &<<= 1
            }
            decisions[first + block] = low
            decisions[first + block + Self.blocksPerStep / 2] = high
          }
        }
      }
    }
  }

  private func isOdd(before state: Int, step: Int) -> Bool {
    let (block, position) = state.quotientAndRemainder(dividingBy: Self.statesPerBlock)
    return decisions[step * Self.blocksPerStep + block][position % 8] >> UInt32(position / 8) & 1
      == 1
  }

  private func traceBack(bitCount: Int, into bytes: inout [UInt8]) {
    var state = 0
    for other in metrics.indices where metrics[other] > metrics[state] { state = other }
    for index in 0..<bitCount / 8 { bytes[index] = 0 }
    for step in stride(from: bitCount + 2 * Self.overrun - 1, through: Self.overrun, by: -1) {
      if step < Self.overrun + bitCount, state >= Self.stateCount / 2 {
        let bit = step - Self.overrun
        bytes[bit / 8] |= 1 << UInt8(7 - bit % 8)
      }
      let odd = isOdd(before: state, step: step) ? 1 : 0
      state = (2 * state & (Self.stateCount - 1)) | odd
    }
  }
}

/// Loads and stores neighbouring values of a buffer together.
extension SIMD where Self: BitwiseCopyable, Scalar == Float {
  @inline(__always)
  init(_ source: UnsafeBufferPointer<Float>, _ index: Int) {
    guard let base = source.baseAddress else { preconditionFailure("empty") }
    self = UnsafeRawPointer(base + index).loadUnaligned(as: Self.self)
  }

  @inline(__always)
  init(_ source: UnsafeMutableBufferPointer<Float>, _ index: Int) {
    self.init(UnsafeBufferPointer(source), index)
  }

  @inline(__always)
  func store(_ target: UnsafeMutableBufferPointer<Float>, _ index: Int) {
    guard let base = target.baseAddress else { preconditionFailure("empty") }
    UnsafeMutableRawPointer(base + index).storeBytes(of: self, as: Self.self)
  }
}
