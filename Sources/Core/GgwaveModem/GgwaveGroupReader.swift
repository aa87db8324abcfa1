/// Reads groups of tones: the clarity of each tone, and the bytes that they encode.
struct GgwaveGroupReader: Sendable {
  /// The length of a group at the highest speed, in frames. In slower groups, the powers of such
  /// parts are added.
  private static var partLength: Int { 3 }
  /// The smallest noise that a tone is compared with, as a part of the strongest tone's power.
  private static var leakage: Float { 0.003 }

  /// The part of the power before a group that counts as echo in it.
  private static var echo: Float { 0.5 }

  /// The amplitude of each tone, relative to noise.
  private(set) var amplitudes = [Float](repeating: 0, count: GgwaveFormat.toneCount)
  /// The same, but with possible leakage from the strongest tone as noise.
  private(set) var clarities = [Float](repeating: 0, count: GgwaveFormat.toneCount)

  /// A byte as it was received.
  struct HeardByte {
    /// The likeliest value.
    var value: UInt8
    /// The clarity of the less clear half: that of the best tone less that of the second.
    var margin: Float
  }

  /// Reads one group.
  ///
  /// - Parameters:
  ///   - spectrum: The sound.
  ///   - noise: Its noise.
  ///   - hop: The hop at which the group begins.
  ///   - frames: The length of the group, in frames.
  ///   - coherence: The number of frames over which tones are followed in phase, 3 or 1: 3 frames
  ///     are 64 ms, in which 200 ppm at 19 kHz are a quarter of a turn; 1 frame is for walkers.
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

  /// The sum of the differences in clarity between the likeliest tones and the second ones.
  var margin: Float { (0..<6).reduce(0) { $0 + margin(of: tone(ofHalf: $1)) } }

  /// Returns the likeliest tone of one of the six halves of bytes.
  private func tone(ofHalf half: Int) -> Int {
    var best = 16 * half
    for tone in 16 * half..<16 * half + 16 where clarities[tone] > clarities[best] { best = tone }
    return best
  }

  /// Returns one of the three bytes of the group.
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

/// The rise of a reading's tones at the positions where it says that they begin.
///
/// The start marker fits all speeds, and so does the end marker in part if it is expected too early
/// or, in a room, too late. Three parts of a slow group are three equal groups of a fast packet: the
/// length read twice is the payload 1, with its parity. Only the beginnings distinguish the speeds,
/// and they are sharp even in rooms. Tones that continue from the previous group do not count.
enum GgwaveEvidence {
  /// The length of the parts compared before and after a beginning: the shortest group, in frames.
  private static var partLength: Int { GgwaveProtocol.Speed.fastest.groupLength }
  private static var partHops: Int64 { Int64(partLength * GgwaveSpectrum.hopsPerFrame) }
  /// The smallest noise that a tone is compared with, as a part of the loudest tone's power: a tone
  /// that begins spreads this much to all others.
  private static var splatter: Float { 0.0005 }
  /// The largest error of the start of a reading, in hops.
  private static var tolerance: Int64 { 4 }

  /// Returns the mean rise of the tones of a reading, at the start with the greatest rise.
  ///
  /// - Parameters:
  ///   - payload: The bytes of the reading.
  ///   - start: The hop after the start marker.
  ///   - attempt: The speed, and the time for which tones are followed in phase.
  ///   - spectrum: The sound.
  ///   - noise: Its noise.
  /// - Returns: -1 if all tones end where they should begin, 1 if they begin there out of silence.
  static func rise(
    of payload: [UInt8], from start: Int64, _ attempt: GgwaveAttempt, _ spectrum: GgwaveSpectrum,
    _ noise: GgwaveNoise
  ) -> Float {
    let bytes = GgwaveFormat.bytes(of: payload)
    var parts: [[Int]] = []
    for first in stride(from: 0, to: bytes.count, by: GgwaveFormat.bytesPerGroup) {
      parts.append(GgwaveFormat.tones(ofGroup: bytes[first..<first + GgwaveFormat.bytesPerGroup]))
    }
    parts.append([])
    for pair in 0..<GgwaveFormat.markerPairs {
      parts[parts.count - 1].append(GgwaveFormat.markerTone(pair: pair, isStart: false))
    }
    let length = Int64(attempt.speed.groupLength * GgwaveSpectrum.hopsPerFrame)
    var greatest: Float = -1
    for offset in stride(from: -tolerance, through: tolerance, by: 2) {
      var (sum, count): (Float, Float) = (0, 0)
      for (index, tones) in parts.enumerated() {
        let hop = start + offset + Int64(index) * length
        let before = powers(spectrum, from: hop - partHops, attempt.coherence)
        let after = powers(spectrum, from: hop, attempt.coherence)
        let leaked = splatter * max(before.max() ?? 0, after.max() ?? 0)
        for tone in tones where index == 0 || !parts[index - 1].contains(tone) {
          let floor = max(leaked, noise.powers[tone] * Float(partLength))
          let most = before[tone] + after[tone] + 2 * floor
          if most > 0 { sum += (after[tone] - before[tone]) / most }
          count += 1
        }
      }
      greatest = max(greatest, sum / count)
    }
    return greatest
  }

  /// The powers of all tones in a part.
  private static func powers(
    _ spectrum: GgwaveSpectrum, from hop: Int64, _ coherence: Int
  ) -> [Float] {
    let hops = coherence * GgwaveSpectrum.hopsPerFrame
    var powers = [Float](repeating: 0, count: GgwaveFormat.toneCount)
    for first in stride(from: hop, to: hop + partHops, by: hops) {
      for tone in powers.indices {
        powers[tone] += spectrum.power(ofTone: tone, from: first, count: hops)
      }
    }
    return powers
  }
}
