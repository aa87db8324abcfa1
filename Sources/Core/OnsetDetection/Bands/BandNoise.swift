import SignalProcessing

/// The measure of each band: the logarithm of its power over the noise, which it follows.
struct BandNoise: Sendable {
  /// The power below which nothing is heard: noise of -80 dBFS.
  static let leastPower: Float = 1e-8

  private let rise: Float
  private let smoothing: Float
  private let fade: Float
  private let range: Float
  private let margin: Float
  private var noise: [Float]
  private var smooth: [Float]
  private var loudest: Float = 0
  private var frames = 0
  /// The measures, in powers of ten, from 0 on.
  private(set) var measures: [Float]

  init(count: Int, hop: Double, range: Float = 1e-6, margin: Float = 4) {
    self.range = range
    self.margin = margin
    rise = Float(Elementary.power(10, 0.3 * hop))  // 3 dB in a second
    fade = Float(Elementary.power(10, -0.15 * hop))
    smoothing = Float(min(1, hop / 0.04))
    noise = Array(repeating: 0, count: count)
    smooth = noise
    measures = noise
  }

  mutating func measure(_ powers: [Float]) {
    frames += 1
    loudest *= fade
    for band in 0..<powers.count { loudest = max(loudest, powers[band]) }
    let least = max(Self.leastPower, range * loudest)
    for band in 0..<powers.count {
      if frames <= 8 {
        smooth[band] += (powers[band] - smooth[band]) / Float(frames)
        noise[band] = smooth[band]
      } else {
        smooth[band] += (powers[band] - smooth[band]) * smoothing
        let quieter = smooth[band] < noise[band]
        noise[band] =
          quieter
          ? noise[band] + 0.3 * (smooth[band] - noise[band])
          : min(noise[band] * rise, smooth[band])
      }
      noise[band] = max(noise[band], Self.leastPower)
      let floor = max(noise[band], least) * margin
      measures[band] = 0.4342945 * logarithm(1 + powers[band] / floor)
    }
  }

  private func logarithm(_ x: Float) -> Float { Elementary.log(SIMD8<Float>(repeating: x))[0] }
}
