/// Reads groups of tones: how clearly each tone sounds, and what bytes that makes.
struct GgwaveGroupReader: Sendable {
  /// What sounds at once at the highest speed, in frames. Of slower groups the powers of such parts are
  /// added.
  private static var partLength: Int { 3 }
  /// No tone counts for more than a noise this far below the strongest of its group would let it.
  private static var leakage: Float { 0.003 }

  /// What of the sound before a group counts as echo in it.
  private static var echo: Float { 0.5 }

  /// The amplitude of each tone over the noise.
  private(set) var amplitudes = [Float](repeating: 0, count: GgwaveFormat.toneCount)
  /// The same, but with what may leak from the strongest tone as noise.
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
  ///   - spectrum: The sound.
  ///   - noise: Its noise.
  ///   - hop: Where the group begins.
  ///   - frames: How long it is.
  ///   - coherence: For how many frames tones are followed in phase, 3 or 1: 3 frames are 64 ms, in which
  ///     200 ppm at 19 kHz are a quarter of a turn; 1 frame hears who walks.
  mutating func read(
    _ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise, from hop: Int64, frames: Int, coherence: Int
  ) {
    let hops = Int64(GgwaveSpectrum.hopsPerFrame)
    var strongest: Float = 0
    for tone in clarities.indices {
      var sum: Float = 0
      for frame in stride(from: -Self.partLength, to: frames, by: coherence) {
        let power = spectrum.power(
          ofTone: tone, from: hop + Int64(frame) * hops, count: coherence * Int(hops))
        sum += frame < 0 ? -Self.echo * power : power
      }
      clarities[tone] = max(0, sum)
      strongest = max(strongest, sum)
    }
    for tone in clarities.indices {
      let (power, mean) = (clarities[tone], noise.powers[tone] * Float(coherence))
      amplitudes[tone] = Self.amplitude(power, over: mean)
      clarities[tone] = Self.amplitude(power, over: max(mean, Self.leakage * strongest))
    }
  }

  private static func amplitude(_ power: Float, over noise: Float) -> Float {
    noise > 0 ? (power / noise).squareRoot() : 0
  }

  /// The sum of the amplitudes of the likeliest tones.
  var amplitude: Float { (0..<6).reduce(0) { $0 + amplitudes[tone(ofHalf: $1)] } }

  /// How much clearer the likeliest tones are than the second ones, in sum.
  var margin: Float { (0..<6).reduce(0) { $0 + margin(of: tone(ofHalf: $1)) } }

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
      value: UInt8(low & 15) | UInt8(high & 15) << 4, margin: min(margin(of: low), margin(of: high))
    )
  }

  private func margin(of best: Int) -> Float {
    var second: Float = 0
    for tone in (best & ~15)...(best | 15) where tone != best {
      second = max(second, clarities[tone])
    }
    return clarities[best] - second
  }

  /// The sum of the amplitudes of the tones of three bytes.
  func amplitude(of bytes: [UInt8]) -> Float {
    Self.sum(amplitudes, bytes)
  }

  /// The sum of the clarities of the tones of three bytes.
  func clarity(of bytes: [UInt8]) -> Float {
    Self.sum(clarities, bytes)
  }

  private static func sum(_ values: [Float], _ bytes: [UInt8]) -> Float {
    var sum: Float = 0
    for (index, byte) in bytes.enumerated() {
      sum += values[32 * index + Int(byte & 15)] + values[32 * index + 16 + Int(byte >> 4)]
    }
    return sum
  }
}
