/// Finds the most likely bits behind soft values of the convolutional mother code.
///
/// A packet is a circle, so the decoder runs on past its end and begins before its start: what it
/// decides in between does not depend on the state it began with.
///
/// - Complexity: O(1024 *n*) time for *n* bits. No allocation after `init`.
/// - SeeAlso: A. J. Viterbi, "Error bounds for convolutional codes and an asymptotically optimum
///   decoding algorithm", IEEE Trans. Inf. Theory 13(2), 1967; J. K. Wolf, H. Ma, "On tail biting
///   convolutional codes", IEEE Trans. Commun. 34(2), 1986.
struct ViterbiDecoder: Sendable {
  /// Steps before and after the circle: over ten times the constraint length.
  private static var overrun: Int { 128 }
  private static var wordsPerStep: Int { ConvolutionalCode.stateCount / 64 }

  let maximumBitCount: Int
  private var metrics: [Float]
  private var nextMetrics: [Float]
  private var decisions: [UInt64]
  private let outputs: [UInt8]  // of every second register, with a new bit of 0

  init(maximumBitCount: Int) {
    self.maximumBitCount = maximumBitCount
    metrics = Array(repeating: 0, count: ConvolutionalCode.stateCount)
    nextMetrics = metrics
    decisions = Array(
      repeating: 0, count: (maximumBitCount + 2 * Self.overrun) * Self.wordsPerStep)
    outputs = (0..<ConvolutionalCode.stateCount / 2).map { half in
      UInt8(ConvolutionalCode.output(of: 2 * half))
    }
  }

  /// Decodes whole bytes.
  ///
  /// - Parameters:
  ///   - likelihoods: Three soft values for each bit, positive for a likely 1.
  ///   - byteCount: How many bytes.
  ///   - bytes: Takes the result.
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
    let half = ConvolutionalCode.stateCount / 2
    let place = ConvolutionalCode.outputCount * bit
    let (a, b, c) = (likelihoods[place], likelihoods[place + 1], likelihoods[place + 2])
    let first = step * Self.wordsPerStep
    metrics.withUnsafeBufferPointer { metrics in
      nextMetrics.withUnsafeMutableBufferPointer { next in
        outputs.withUnsafeBufferPointer { outputs in
          for word in 0..<Self.wordsPerStep / 2 {
            var (low, high): (UInt64, UInt64) = (0, 0)
            for place in 0..<64 {
              let state = 64 * word + place
              let output = outputs[state]
              let branch =
                (output & 1 != 0 ? a : -a) + (output & 2 != 0 ? b : -b)
                + (output & 4 != 0 ? c : -c)
              let (even, odd) = (metrics[2 * state], metrics[2 * state + 1])
              let (zeroEven, zeroOdd) = (even + branch, odd - branch)
              let (oneEven, oneOdd) = (even - branch, odd + branch)
              next[state] = zeroOdd > zeroEven ? zeroOdd : zeroEven
              next[state + half] = oneOdd > oneEven ? oneOdd : oneEven
              low |= (zeroOdd > zeroEven ? 1 : 0) << UInt64(place)
              high |= (oneOdd > oneEven ? 1 : 0) << UInt64(place)
            }
            decisions[first + word] = low
            decisions[first + word + Self.wordsPerStep / 2] = high
          }
        }
      }
    }
  }

  private func traceBack(bitCount: Int, into bytes: inout [UInt8]) {
    var state = 0
    for other in metrics.indices where metrics[other] > metrics[state] { state = other }
    for index in 0..<bitCount / 8 { bytes[index] = 0 }
    for step in stride(from: bitCount + 2 * Self.overrun - 1, through: Self.overrun, by: -1) {
      if step < Self.overrun + bitCount, state >= ConvolutionalCode.stateCount / 2 {
        let bit = step - Self.overrun
        bytes[bit / 8] |= 1 << UInt8(7 - bit % 8)
      }
      let word = decisions[step * Self.wordsPerStep + state / 64]
      let odd = Int(word >> UInt64(state % 64) & 1)
      state = (2 * state & (ConvolutionalCode.stateCount - 1)) | odd
    }
  }
}
