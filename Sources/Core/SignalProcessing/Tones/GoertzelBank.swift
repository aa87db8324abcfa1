/// The levels of a set of known frequencies, with Goertzel's recursion. There is one recursion per
/// frequency. For a few frequencies it is cheaper than a Fourier transform, and it works at any
/// frequency, not only at bins.
///
/// s(n) = w(n) x(n) + 2 cos(ω) s(n−1) − s(n−2) over a frame with the window w; then |X(ω)|² = s₁² +
/// s₂² − 2 cos(ω) s₁ s₂ of the last two states, and a sine of amplitude a at ω gives a = 2 |X|/Σ w.
/// Samples may arrive in blocks of any size: ``append(_:)`` stops when a frame is complete, and the
/// levels stay until the next frame is complete. The states have double precision, because at low
/// frequencies the recursion is near the limit of stability.
///
/// - Complexity: O(*F*) time per sample for *F* frequencies. No allocation after `init`.
/// - SeeAlso: G. Goertzel, "An algorithm for the evaluation of finite trigonometric series",
///   American Mathematical Monthly 65(1), 1958,
///   [doi:10.2307/2310304](https://doi.org/10.2307/2310304); P. Sysel, P. Rajmic, "Goertzel
///   algorithm generalized to non-integer multiples of fundamental frequency", EURASIP J. Adv.
///   Signal Process. 2012:56,
///   [doi:10.1186/1687-6180-2012-56](https://doi.org/10.1186/1687-6180-2012-56).
public struct GoertzelBank: Sendable {
  /// The frequencies, in hertz, in the given order.
  public let frequencies: [Double]
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The number of samples in a frame.
  public let frameSize: Int
  /// The amplitude of each frequency in the last complete frame: that of a sine, 1 at full scale.
  public private(set) var amplitudes: [Double]
  /// The mean power of the last complete frame, Σ w² x²/Σ w²: 0.5 for a sine at full scale.
  public private(set) var power = 0.0
  private let weights: [Double]
  private let sumOfWeights: Double
  private let sumOfSquares: Double
  private let coefficients: [Double]  // 2 cos(ω)
  private var states: [State]
  private var energy = 0.0
  private var position = 0  // samples of the frame that have arrived

  private struct State {
    var last = 0.0
    var beforeLast = 0.0
  }

  /// Plans a bank.
  ///
  /// Two tones can be distinguished if they are two bins of a rectangular window, or four bins of a
  /// Hann window, apart; a bin is `sampleRate / frameSize` wide.
  ///
  /// - Parameters:
  ///   - frequencies: The frequencies, in hertz, between 0 and half the sample rate.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - frameSize: The number of samples in a frame, at least 2.
  ///   - window: The window function: by default ``WindowShape/hann``, which rejects other tones.
  /// - Throws: ``ToneError`` if a parameter is out of its range.
  public init(
    frequencies: [Double], sampleRate: Double, frameSize: Int,
    window: some WindowFunction = WindowShape.hann
  ) throws(ToneError) {
    try ToneError.check(frequencies, sampleRate: sampleRate)
    guard frameSize >= 2 else { throw .frameTooShort(frameSize, atLeast: 2) }
    self.frequencies = frequencies
    self.sampleRate = sampleRate
    self.frameSize = frameSize
    weights = Window(function: window, count: frameSize).weights.map { Double($0) }
    sumOfWeights = weights.reduce(0, +)
    sumOfSquares = weights.reduce(0) { $0 + $1 * $1 }
    coefficients = frequencies.map { 2 * Elementary.cos(2 * .pi * $0 / sampleRate) }
    states = Array(repeating: State(), count: frequencies.count)
    amplitudes = Array(repeating: 0, count: frequencies.count)
  }

  /// Appends samples until a frame is complete, and measures it.
  ///
  /// ```swift
  /// var rest = block
  /// while !rest.isEmpty {
  ///   let (taken, isComplete) = bank.append(rest)
  ///   if isComplete { use(bank.amplitudes) }
  ///   rest = rest.extracting(droppingFirst: taken)
  /// }
  /// ```
  ///
  /// - Parameter block: Any number of samples of nominal range -1...1.
  /// - Returns: The number of appended samples, and whether they completed a frame; the rest of the
  ///   block belongs to the next one.
  public mutating func append(_ block: Span<Float>) -> (taken: Int, isComplete: Bool) {
    let taken = min(block.count, frameSize - position)
    for index in states.indices { advance(index, block, count: taken) }
    for index in 0..<taken {
      let sample = weights[position + index] * Double(block[index])
      energy += sample * sample
    }
    position += taken
    guard position == frameSize else { return (taken, false) }
    finish()
    return (taken, true)
  }

  /// Measures one whole frame; samples of an earlier incomplete frame are discarded.
  ///
  /// - Parameter frame: Samples of nominal range -1...1.
  /// - Precondition: `frame.count == frameSize`.
  public mutating func measure(_ frame: Span<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    reset()
    _ = append(frame)
  }

  /// Measures one whole frame, in an array; samples of an earlier incomplete frame are discarded.
  ///
  /// - Parameter frame: ``frameSize`` samples of nominal range -1...1.
  public mutating func measure(_ frame: [Float]) { measure(frame.span) }

  /// Forgets the samples of an incomplete frame.
  public mutating func reset() {
    for index in states.indices { states[index] = State() }
    energy = 0
    position = 0
  }
}

extension GoertzelBank {
  /// Runs the recursion of one frequency over some samples.
  private mutating func advance(_ index: Int, _ block: Span<Float>, count: Int) {
    let (coefficient, first) = (coefficients[index], position)
    var state = states[index]
    block.withUnsafeBufferPointer { block in
      weights.withUnsafeBufferPointer { weights in
        for offset in 0..<count {
          let sample = weights[first + offset] * Double(block[offset])
          let next = sample + coefficient * state.last - state.beforeLast
          (state.last, state.beforeLast) = (next, state.last)
        }
      }
    }
    states[index] = state
  }

  private mutating func finish() {
    for index in states.indices {
      let (last, before) = (states[index].last, states[index].beforeLast)
      let square = last * last + before * before - coefficients[index] * last * before
      amplitudes[index] = sumOfWeights > 0 ? 2 * max(0, square).squareRoot() / sumOfWeights : 0
    }
    power = sumOfSquares > 0 ? energy / sumOfSquares : 0
    reset()
  }
}

/// A set of tones that cannot be detected.
public enum ToneError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite and greater than zero.
  case invalidSampleRate(Double)
  /// Each tone must be strictly between 0 Hz and `nyquist` Hz.
  case frequencyOutOfRange(Double, nyquist: Double)
  /// A frame must have at least this many samples.
  case frameTooShort(Int, atLeast: Int)
  /// A frame can have at most this many samples.
  case frameTooLong(Int, atMost: Int)
  /// Two tones are too close to be distinguished by a frame, in hertz: use longer frames.
  case tonesTooClose(Double, atLeast: Double)
  /// There must be at least one tone.
  case noTones

  /// Refuses sets of tones that cannot be detected at a sample rate.
  package static func check(_ frequencies: [Double], sampleRate: Double) throws(ToneError) {
    guard sampleRate.isFinite, sampleRate > 0 else { throw .invalidSampleRate(sampleRate) }
    guard !frequencies.isEmpty else { throw .noTones }
    for frequency in frequencies where !(frequency > 0 && frequency < sampleRate / 2) {
      throw .frequencyOutOfRange(frequency, nyquist: sampleRate / 2)
    }
  }
}

#if !hasFeature(Embedded)
  extension ToneError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be a positive number of hertz, but is \(rate.plainText)."
      case .frequencyOutOfRange(let frequency, let nyquist):
        """
        A tone must be between 0 and \(nyquist.plainText) Hz (half the sample rate), but is at \
        \(frequency.plainText) Hz.
        """
      case .frameTooShort(let count, let least):
        "A frame must hold at least \(least) samples, but holds \(count)."
      case .frameTooLong(let count, let most):
        "A frame can hold at most \(most) samples, but would hold \(count)."
      case .tonesTooClose(let spacing, let least):
        """
        Two tones are \(spacing.plainText) Hz apart, but frames of this length need at least \
        \(least.plainText) Hz. Use longer frames.
        """
      case .noTones:
        "There must be at least one tone to detect."
      }
    }
  }
#endif
