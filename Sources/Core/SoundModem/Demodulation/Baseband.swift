import SignalProcessing

/// Shifts a band to 0 Hz and brings it to the rate of the baseband, sample by sample.
///
/// The band is multiplied with a complex tone, then filtered and decimated by a windowed sinc in 64
/// phases. The size of the blocks does not change the result by a single bit.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
struct BasebandConverter: Sendable {
  private static var phaseCount: Int { 64 }
  /// The frequency at which the filter is 6 dB down, as a part of the baseband's rate.
  private static var cutoff: Double { 0.42 }
  /// The length of the filter, in samples of the baseband: 80 dB down from 0.58 of its rate.
  private static var length: Double { 19 }

  private let ratio: Double  // samples in for each one out
  private let turnsPerSample: Double
  private let tapCount: Int
  private let taps: [Float]  // one row per phase
  // Written twice, so that the newest `tapCount` lie side by side.
  private var delayedReal: [Float]
  private var delayedImaginary: [Float]
  private var write = 0
  private var inputCount: Int64 = 0
  private var outputCount: Int64 = 0
  private var nextOutput = 0.0  // in input samples
  private var rotation = (cosine: 1.0, sine: 0.0)
  private let step: (cosine: Double, sine: Double)
  /// The number of samples that were not finite and counted as 0.
  private(set) var rejectedSampleCount: Int64 = 0

  init(_ grid: SymbolGrid, sampleRate: Double) {
    ratio = sampleRate / grid.basebandRate
    turnsPerSample = grid.centerFrequency / sampleRate
    let angle = Elementary.sineAndCosine(2 * .pi * turnsPerSample)
    step = (angle.cosine, -angle.sine)
    let half = (Self.length / 2 * ratio).rounded(.up)
    tapCount = 2 * Int(half)
    taps = Self.filter(tapCount: tapCount, ratio: ratio)
    delayedReal = Array(repeating: 0, count: 2 * tapCount)
    delayedImaginary = Array(repeating: 0, count: delayedReal.count)
  }

  /// The delay of the baseband behind the input, in samples of the input.
  var delay: Double { Double(tapCount) / 2 }

  /// Processes a sample.
  ///
  /// - Returns: A sample of the baseband, if one is due.
  mutating func next(_ sample: Float) -> (real: Float, imaginary: Float)? {
    push(sample)
    let current = Double(inputCount)
    inputCount += 1
    guard nextOutput <= current else { return nil }
    // The output lies between the sample before and this one.
    let phase = Int((current - nextOutput) * Double(Self.phaseCount))
    outputCount += 1
    nextOutput = Double(outputCount) * ratio
    return filtered(phase: min(phase, Self.phaseCount - 1))
  }

  private mutating func push(_ sample: Float) {
    if inputCount % 64 == 0 {
      let turns = (Double(inputCount) * turnsPerSample).truncatingRemainder(dividingBy: 1)
      let angle = Elementary.sineAndCosine(2 * .pi * turns)
      rotation = (angle.cosine, -angle.sine)
    }
    let isUsable = sample.magnitude <= Framer.largestMagnitude
    if !isUsable { rejectedSampleCount += 1 }
    let value = isUsable ? Double(sample) : 0
    let (real, imaginary) = (Float(value * rotation.cosine), Float(value * rotation.sine))
    delayedReal[write] = real
    delayedReal[write + tapCount] = real
    delayedImaginary[write] = imaginary
    delayedImaginary[write + tapCount] = imaginary
    write = write + 1 == tapCount ? 0 : write + 1
    rotation = (
      rotation.cosine * step.cosine - rotation.sine * step.sine,
      rotation.sine * step.cosine + rotation.cosine * step.sine
    )
  }

  private func filtered(phase: Int) -> (real: Float, imaginary: Float) {
    var (real, imaginary): (Float, Float) = (0, 0)
    delayedReal.withUnsafeBufferPointer { delayedReal in
      delayedImaginary.withUnsafeBufferPointer { delayedImaginary in
        taps.withUnsafeBufferPointer { taps in
          let row = phase * tapCount
          for index in 0..<tapCount {
            real += taps[row + index] * delayedReal[write + index]
            imaginary += taps[row + index] * delayedImaginary[write + index]
          }
        }
      }
    }
    return (real, imaginary)
  }

  /// The filter at all phases, each row for the oldest sample first.
  private static func filter(tapCount: Int, ratio: Double) -> [Float] {
    var taps: [Float] = []
    let half = Double(tapCount) / 2
    for phase in 0..<phaseCount {
      let shift = (Double(phase) + 0.5) / Double(phaseCount)
      for index in 0..<tapCount {
        // The output lies `shift` before the newest sample, delayed by half of the filter.
        let distance = Double(index) + 1 - half + shift
        taps.append(Float(weight(at: distance, half: half, ratio: ratio)))
      }
    }
    return taps
  }

  private static func weight(at distance: Double, half: Double, ratio: Double) -> Double {
    guard distance.magnitude < half else { return 0 }
    let angle = 2 * .pi * cutoff * distance / ratio
    let sinc = angle.magnitude < 1e-9 ? 1 : Elementary.sin(angle) / angle
    let turn = .pi * distance / half
    let window = 0.42 + 0.5 * Elementary.cos(turn) + 0.08 * Elementary.cos(2 * turn)
    return 2 * cutoff / ratio * sinc * window
  }
}

/// The newest samples of the baseband.
struct BasebandRing: Sendable {
  private let mask: Int64
  private(set) var real: [Float]
  private(set) var imaginary: [Float]
  /// The position after the newest sample, counted from the first one ever.
  private(set) var end: Int64 = 0

  /// - Parameter capacity: A power of two.
  init(capacity: Int) {
    mask = Int64(capacity) - 1
    real = Array(repeating: 0, count: capacity)
    // Separate storage, here as everywhere: a shared array is copied at its first write, while
    // sound waits.
    imaginary = Array(repeating: 0, count: real.count)
  }

  /// The position of the oldest stored sample.
  var start: Int64 { max(0, end - mask - 1) }

  mutating func append(_ sample: (real: Float, imaginary: Float)) {
    let index = Int(end & mask)
    real[index] = sample.real
    imaginary[index] = sample.imaginary
    end += 1
  }

  /// Copies samples, with 0 for any that are not stored.
  func copy(from position: Int64, count: Int, _ real: inout [Float], _ imaginary: inout [Float]) {
    for index in 0..<count {
      let sample = position + Int64(index)
      let isKept = sample >= start && sample < end
      real[index] = isKept ? self.real[Int(sample & mask)] : 0
      imaginary[index] = isKept ? self.imaginary[Int(sample & mask)] : 0
    }
  }
}
