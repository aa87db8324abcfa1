/// How much the tones of a reading rise where it says that they begin.
///
/// The start marker fits all speeds, and so does the end marker in part where it is expected too early
/// or, in a room, too late. Three parts of a slow group are three equal groups of a fast packet: the
/// length read twice is the payload 1, with its parity. Only the beginnings tell the speeds apart, and
/// they are sharp in rooms too. Tones that go on from the group before do not count.
enum GgwaveEvidence {
  /// What is compared before a beginning and after it: the shortest group, in frames.
  private static var partLength: Int { GgwaveProtocol.Speed.fastest.groupLength }
  private static var partHops: Int64 { Int64(partLength * GgwaveSpectrum.hopsPerFrame) }
  /// No tone counts for more than a noise this far below the loudest one would let it: so much of a tone
  /// that begins sounds at all others.
  private static var splatter: Float { 0.0005 }
  /// How far off the start of a reading may be, in hops.
  private static var tolerance: Int64 { 4 }

  /// The mean rise of the tones of a reading, where it is greatest.
  ///
  /// - Parameters:
  ///   - payload: The bytes of the reading.
  ///   - start: The hop after the start marker.
  ///   - attempt: The speed, and for how long tones are followed in phase.
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
