/// Reads groups of tones: how clearly each tone sounds, and what bytes that makes.
struct GgwaveGroupReader: Sendable {
  /// Tones are followed in phase for three frames: 64 ms, in which 200 ppm at 19 kHz are a quarter of a
  /// turn.
  private static var coherentFrames: Int { 3 }
  /// No tone counts for more than a noise this far below the strongest of its group would let it.
  private static var leakage: Float { 0.003 }

  private(set) var clarities = [Float](repeating: 0, count: GgwaveFormat.toneCount)

  /// A byte as it was heard.
  struct HeardByte {
    /// The likeliest value.
    var value: UInt8
    /// How clear the less clear half is: the best tone over the second.
    var margin: Float
  }

  /// Reads one group.
  ///
  /// - Parameters:
  ///   - hop: Where it begins.
  ///   - frames: How long it is.
  /// - Returns: The sum of the amplitudes of its likeliest tones, over the noise.
  @discardableResult
  mutating func read(
    _ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise, from hop: Int64, frames: Int
  ) -> Float {
    let hops = Self.coherentFrames * GgwaveSpectrum.hopsPerFrame
    let parts = frames / Self.coherentFrames
    var strongest: Float = 0
    for tone in clarities.indices {
      var sum: Float = 0
      for part in 0..<parts {
        sum += spectrum.power(ofTone: tone, from: hop + Int64(part * hops), count: hops)
      }
      clarities[tone] = sum
      strongest = max(strongest, sum)
    }
    let amplitude = (0..<6).reduce(0 as Float) { sum, half in
      let tone = tone(ofHalf: half)
      let mean = noise.powers[tone] * Float(Self.coherentFrames)
      return sum + (mean > 0 ? (clarities[tone] / mean).squareRoot() : 0)
    }
    for tone in clarities.indices {
      let mean = noise.powers[tone] * Float(Self.coherentFrames)
      let floor = max(mean, Self.leakage * strongest)
      clarities[tone] = floor > 0 ? (clarities[tone] / floor).squareRoot() : 0
    }
    return amplitude
  }

  /// The sum of the clarities of the likeliest tones.
  var clarity: Float { (0..<6).reduce(0) { $0 + clarities[tone(ofHalf: $1)] } }

  /// The likeliest tone of one of the six halves of bytes.
  private func tone(ofHalf half: Int) -> Int {
    var best = 16 * half
    for tone in 16 * half..<16 * half + 16 where clarities[tone] > clarities[best] { best = tone }
    return best
  }

  /// One of the three bytes of the group.
  func byte(_ index: Int) -> HeardByte {
    let (low, high) = (tone(ofHalf: 2 * index), tone(ofHalf: 2 * index + 1))
    return HeardByte(
      value: UInt8(low & 15) | UInt8(high & 15) << 4, margin: min(margin(of: low), margin(of: high)))
  }

  private func margin(of best: Int) -> Float {
    var second: Float = 0
    for tone in (best & ~15)...(best | 15) where tone != best {
      second = max(second, clarities[tone])
    }
    return clarities[best] - second
  }

  /// How clearly a byte sounds at a place.
  func clarity(of byte: UInt8, at index: Int) -> Float {
    clarities[32 * index + Int(byte & 15)] + clarities[32 * index + 16 + Int(byte >> 4)]
  }
}
