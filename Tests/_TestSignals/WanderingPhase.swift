internal import SignalProcessing

/// A loudspeaker, or a microphone, whose phase wanders: steady tones go in, and come out with phases
/// that vary at random.
///
/// φ(t, f) = σ(f) n(t). n is Gaussian noise of standard deviation 1 that a Butterworth filter of
/// second order has low-passed, so that it is the same for all frequencies at a time. σ is the
/// standard deviation of the phase in radians. Sound is cut into frames of 2.7 ms, four of which
/// overlap, and each bin of a frame is turned by φ.
public struct WanderingPhase: Sendable {
  /// The standard deviation of the phase at a frequency in hertz, in radians.
  public let deviation: @Sendable (_ frequency: Double) -> Double
  /// The cutoff of the low-pass, in hertz: how fast the phase wanders.
  public let bandwidth: Double
  /// Equal seeds give equal phases.
  public let seed: UInt64

  /// The number of samples of a frame, and from one to the next.
  private static let frameSize = 128
  private static let hopSize = 32
  /// The time that the low-pass needs to forget its silent start, in seconds.
  private static let settling = 0.5

  /// - Parameters:
  ///   - bandwidth: How fast the phase wanders: the cutoff of the low-pass, in hertz, in 1...200.
  ///   - seed: Any number; equal seeds give equal phases.
  ///   - deviation: The standard deviation of the phase at a frequency in hertz, in radians.
  public init(
    bandwidth: Double, seed: UInt64, deviation: @escaping @Sendable (_ frequency: Double) -> Double
  ) {
    precondition((1...200).contains(bandwidth), "the bandwidth is out of its range")
    (self.bandwidth, self.seed, self.deviation) = (bandwidth, seed, deviation)
  }

  /// The preset of a telephone: 0.05 rad at 8 kHz and 2.2 rad at 19.5 kHz, as others measured on one.
  ///
  /// Between and below, a power of the frequency is assumed: 0.003 rad at 4.25 kHz, 1.2 at 16.75 and
  /// 1.7 at 18.25, the middles of the bands A, X and U. How fast the phase wandered is not known: 30
  /// and 100 Hz were tried.
  ///
  /// - Parameters:
  ///   - bandwidth: How fast the phase wanders, in hertz.
  ///   - seed: Any number.
  /// - Returns: The loudspeaker.
  public static func phone(bandwidth: Double = 30, seed: UInt64) -> WanderingPhase {
    let exponent = Elementary.log(2.2 / 0.05) / Elementary.log(19_500.0 / 8000)
    return WanderingPhase(bandwidth: bandwidth, seed: seed) { frequency in
      min(2.2, 0.05 * Elementary.power(max(frequency, 1) / 8000, exponent))
    }
  }

  /// Returns a sound as it comes out.
  ///
  /// - Parameters:
  ///   - sound: Samples.
  ///   - sampleRate: In hertz.
  /// - Returns: As many samples.
  public func carry(_ sound: [Float], sampleRate: Double) -> [Float] {
    let (size, half) = (Self.frameSize, Self.frameSize / 2)
    let padded = [Float](repeating: 0, count: size) + sound + [Float](repeating: 0, count: size)
    let process = process(count: padded.count, sampleRate: sampleRate)
    let deviations = (0...half).map { deviation(Double($0) * sampleRate / Double(size)) }
    // Twice the root of Hann's window: its square, four times over, adds up to 2.
    let window = Window(.hann, count: size).weights.map { $0.squareRoot() }
    guard var transform = try? RealFourierTransform(length: size) else { return [] }
    var result = [Float](repeating: 0, count: padded.count)
    for start in stride(from: 0, through: padded.count - size, by: Self.hopSize) {
      var frame = (0..<size).map { window[$0] * padded[start + $0] }
      transform.forward(&frame)
      for bin in 1..<half {
        let angle = deviations[bin] * process[start + half]
        let (sine, cosine) = Elementary.sineAndCosine(angle)
        let (real, imaginary) = (Double(frame[bin]), Double(frame[bin + half]))
        frame[bin] = Float(real * cosine - imaginary * sine)
        frame[bin + half] = Float(real * sine + imaginary * cosine)
      }
      transform.inverse(&frame)
      for index in 0..<size { result[start + index] += window[index] * frame[index] / 2 }
    }
    return Array(result[size..<size + sound.count])
  }

  /// Returns n(t): the phase, divided by its standard deviation.
  ///
  /// - Parameters:
  ///   - count: The number of values.
  ///   - sampleRate: Values per second, in hertz.
  /// - Returns: The values.
  public func process(count: Int, sampleRate: Double) -> [Double] {
    // Butterworth's low-pass by the bilinear transform; its noise bandwidth is π/(2√2) of the cutoff.
    let (sine, cosine) = Elementary.sineAndCosine(.pi * bandwidth / sampleRate)
    let warped = sine / cosine
    let scale = 1 / (1 + 2.0.squareRoot() * warped + warped * warped)
    let gain = warped * warped * scale
    let (first, second) = (
      2 * (warped * warped - 1) * scale, (1 - 2.0.squareRoot() * warped + warped * warped) * scale
    )
    let level = (sampleRate / 2 / (1.110_720_7 * bandwidth)).squareRoot()
    var noise = WhiteNoise(level: 0, seed: seed)
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    let settling = Int(Self.settling * sampleRate)
    var values: [Double] = []
    values.reserveCapacity(count)
    for index in 0..<settling + count {
      let x = level * Double(noise.next())
      let y = gain * (x + 2 * x1 + x2) - first * y1 - second * y2
      (x1, x2, y1, y2) = (x, x1, y, y1)
      if index >= settling { values.append(y) }
    }
    return values
  }
}
