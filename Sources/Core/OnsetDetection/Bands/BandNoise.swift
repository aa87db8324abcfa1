import SignalProcessing

/// The measure of each band: the logarithm of its power over its noise.
///
/// A rise so counts the same in loud and quiet bands, and none counts below the noise. The noise
/// follows what becomes quieter at once, and what becomes louder by 3 dB in a second.
struct BandNoise: Sendable {
  /// The power below which nothing is heard: noise of -80 dBFS.
  static let leastPower: Float = 1e-8
  /// The power that counts, relative to the noise.
  private static let margin: Float = 4
  /// The power that counts, relative to the loudest band of the last seconds.
  private static let range: Float = 1e-6
  /// The number of frames from which the noise is estimated at first.
  private static let firstFrames = 8

  private let rise: Float
  private let smoothing: Float
  private let fade: Float
  private var noise: [Float]
  private var smooth: [Float]
  private var loudest: Float = 0
  private var frames = 0
  /// The measures, in powers of ten, from 0 on.
  private(set) var measures: [Float]

  /// - Parameters:
  ///   - count: The number of bands.
  ///   - hop: The time from frame to frame, in seconds.
  init(count: Int, hop: Double) {
    rise = Float(Elementary.power(10, 0.3 * hop))
    fade = Float(Elementary.power(10, -0.15 * hop))
    smoothing = Float(min(1, hop / 0.04))
    noise = Array(repeating: 0, count: count)
    smooth = noise
    measures = noise
  }

  /// Measures the powers of the next frame.
  mutating func measure(_ powers: [Float]) {
    frames += 1
    loudest *= fade
    for power in powers { loudest = max(loudest, power) }
    let least = max(Self.leastPower, Self.range * loudest)
    for band in 0..<powers.count {
      follow(powers[band], band)
      measures[band] = 1 + powers[band] / (Self.margin * max(noise[band], least))
    }
    var start = 0
    while start < measures.count {
      let end = min(measures.count, start + 8)
      var values = SIMD8<Float>(repeating: 1)
      for index in start..<end { values[index - start] = measures[index] }
      let logarithms = Elementary.log(values) * 0.4342945
      for index in start..<end { measures[index] = logarithms[index - start] }
      start = end
    }
  }

  private mutating func follow(_ power: Float, _ band: Int) {
    if frames <= Self.firstFrames {
      smooth[band] += (power - smooth[band]) / Float(frames)
      noise[band] = smooth[band]
    } else {
      smooth[band] += (power - smooth[band]) * smoothing
      noise[band] =
        smooth[band] < noise[band]
        ? noise[band] + 0.3 * (smooth[band] - noise[band])
        : min(noise[band] * rise, smooth[band])
    }
    noise[band] = max(noise[band], Self.leastPower)
  }
}
