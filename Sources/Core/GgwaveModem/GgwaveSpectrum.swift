import SignalProcessing

/// The newest sound as complex amplitudes of ggwave's tones, in hops of a quarter of a frame.
///
/// The tones are whole multiples of the inverse of a frame, so that their amplitudes over any
/// number of hops are sums over hops: one table serves every alignment and every length. Each hop
/// runs Goertzel's recursion for eight tones at a time; at rates where a hop is not a whole number
/// of samples, hops differ by one. A first difference removes rumble far below the tones.
///
/// - Complexity: O(96) per sample. No allocation after `init`.
struct GgwaveSpectrum: Sendable {
  static var hopsPerFrame: Int { 4 }
  /// The number of stored hops: more than a packet of the longest payload at the lowest speed has.
  static var capacity: Int { 2600 }
  private static var vectorCount: Int { GgwaveFormat.toneCount / 8 }

  private let hopSize: Double
  private let turnsPerSample: [Double]
  private let coefficients: [SIMD8<Float>]  // 2 cos ω
  private var last: [SIMD8<Float>]
  private var beforeLast: [SIMD8<Float>]
  private var real: [Float]
  private var imaginary: [Float]
  private var differences: [Float]  // of the samples that come, to those before them
  private var previousSample: Float = 0
  private var position: Int64 = 0  // in samples
  private var hopEnd: Int64
  /// The number of complete hops.
  private(set) var hopCount: Int64 = 0
  /// The number of samples that were not finite and counted as 0.
  private(set) var rejectedSampleCount: Int64 = 0

  init(band: GgwaveProtocol.Band, sampleRate: Double) {
    hopSize = GgwaveFormat.frameDuration * sampleRate / Double(Self.hopsPerFrame)
    let turns = (0..<GgwaveFormat.toneCount).map { band.frequency(ofTone: $0) / sampleRate }
    turnsPerSample = turns
    coefficients = (0..<Self.vectorCount).map { vector in
      var values = SIMD8<Float>()
      for lane in 0..<8 {
        values[lane] = Float(2 * Elementary.cos(2 * .pi * turns[8 * vector + lane]))
      }
      return values
    }
    last = Array(repeating: .zero, count: Self.vectorCount)
    beforeLast = last
    real = Array(repeating: 0, count: Self.capacity * GgwaveFormat.toneCount)
    imaginary = real
    differences = Array(repeating: 0, count: Int(hopSize) + 2)
    hopEnd = Int64(hopSize.rounded())
  }

  /// Processes samples up to the end of a hop.
  ///
  /// - Returns: The number of processed samples, and `true` if a hop is complete.
  mutating func append(_ block: Span<Float>) -> (taken: Int, isComplete: Bool) {
    let taken = Int(min(Int64(block.count), hopEnd - position))
    for index in 0..<taken { differences[index] = difference(block[index]) }
    for vector in 0..<Self.vectorCount { advance(vector, count: taken) }
    position += Int64(taken)
    guard position == hopEnd else { return (taken, false) }
    finishHop()
    return (taken, true)
  }

  private mutating func difference(_ sample: Float) -> Float {
    let isUsable = sample.magnitude <= Framer.largestMagnitude
    if !isUsable { rejectedSampleCount += 1 }
    let value = isUsable ? sample : 0
    defer { previousSample = value }
    return value - previousSample
  }

  /// Runs the recursion of eight tones.
  private mutating func advance(_ vector: Int, count: Int) {
    let coefficient = coefficients[vector]
    var (newest, older) = (last[vector], beforeLast[vector])
    for index in 0..<count {
      let next = differences[index] + coefficient * newest - older
      (newest, older) = (next, newest)
    }
    (last[vector], beforeLast[vector]) = (newest, older)
  }

  /// X(ω) = e^(−iω(n−1)) (s(n−1) − e^(−iω) s(n−2)), with n counted from the first sample ever.
  private mutating func finishHop() {
    let row = Int(hopCount % Int64(Self.capacity)) * GgwaveFormat.toneCount
    for tone in 0..<GgwaveFormat.toneCount {
      let newest = Double(last[tone / 8][tone % 8])
      let older = Double(beforeLast[tone / 8][tone % 8])
      let turns = turnsPerSample[tone]
      let step = Elementary.sineAndCosine(2 * .pi * turns)
      let (x, y) = (newest - older * step.cosine, older * step.sine)
      let angle = (Double(position - 1) * turns).truncatingRemainder(dividingBy: 1)
      let turn = Elementary.sineAndCosine(-2 * .pi * angle)
      real[row + tone] = Float(x * turn.cosine - y * turn.sine)
      imaginary[row + tone] = Float(y * turn.cosine + x * turn.sine)
    }
    for vector in 0..<Self.vectorCount { (last[vector], beforeLast[vector]) = (.zero, .zero) }
    hopCount += 1
    hopEnd = Int64((Double(hopCount + 1) * hopSize).rounded())
  }

  /// Returns the power of a tone over some hops.
  ///
  /// - Parameters:
  ///   - tone: The number of the tone, in 0..<96.
  ///   - hop: The first hop; hops that are not stored count as silence.
  ///   - count: The number of hops.
  /// - Returns: |X|².
  func power(ofTone tone: Int, from hop: Int64, count: Int) -> Float {
    var (x, y): (Float, Float) = (0, 0)
    let first = max(hop, max(0, hopCount - Int64(Self.capacity)))
    let end = min(hop + Int64(count), hopCount)
    guard first < end else { return 0 }
    var row = Int(first % Int64(Self.capacity))
    for _ in first..<end {
      x += real[row * GgwaveFormat.toneCount + tone]
      y += imaginary[row * GgwaveFormat.toneCount + tone]
      row = row + 1 == Self.capacity ? 0 : row + 1
    }
    return x * x + y * y
  }
}

/// The power of the noise at each of ggwave's tones, over one frame.
///
/// The estimate steps up by a fixed part if a frame is above its median, else down, and so settles
/// at the median of the powers; that of noise is ln 2 times their mean. Occasional tones hardly
/// move it.
struct GgwaveNoise: Sendable {
  private static var medianOverMean: Float { 0.693_147 }
  /// The step, each frame, once the estimate has settled.
  private static var step: Float { 0.02 }

  private(set) var powers = [Float](repeating: 0, count: GgwaveFormat.toneCount)
  private var frame = [Float](repeating: 0, count: GgwaveFormat.toneCount)
  private var frameCount: Float = 0

  /// Processes the newest frame.
  mutating func update(_ spectrum: GgwaveSpectrum) {
    let hops = GgwaveSpectrum.hopsPerFrame
    for tone in frame.indices {
      frame[tone] = spectrum.power(
        ofTone: tone, from: spectrum.hopCount - Int64(hops), count: hops)
    }
    guard frameCount > 0 else { return begin() }
    frameCount += 1
    let step = max(Self.step, 1 / frameCount)
    for tone in frame.indices {
      let isAbove = frame[tone] > powers[tone] * Self.medianOverMean
      powers[tone] *= isAbove ? 1 + step : 1 - step
    }
  }

  /// Begins with the median over all tones: even if the first sound is a packet, its tones are
  /// fewer than half of them.
  private mutating func begin() {
    guard frame.contains(where: { $0 > 0 }) else { return }
    frameCount = 1
    frame.sort()
    let median = max(frame[frame.count / 2], frame[frame.count - 1] * 1e-9)
    for tone in powers.indices { powers[tone] = median / Self.medianOverMean }
  }
}
