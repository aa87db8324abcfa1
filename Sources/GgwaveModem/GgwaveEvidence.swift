/// How much the tones of a reading rise where it says that they begin.
///
/// The start marker fits all speeds, and so does the end marker in part where it is expected too early
/// or, in a room, too late. Three parts of a slow group are three equal groups of a fast packet: the
/// length read twice is the payload 1, with its parity. Only the beginnings tell the speeds apart, and
/// they are sharp in rooms too. Tones that go on from the group before do not count.
enum GgwaveEvidence {
  /// What is compared before a beginning and after it: the shortest group, in frames.
  private static var partLength: Int { GgwaveProtocol.Speed.fastest.groupLength }
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
    var parts = stride(from: 0, to: bytes.count, by: GgwaveFormat.bytesPerGroup).map {
      GgwaveFormat.tones(ofGroup: bytes[$0..<$0 + GgwaveFormat.bytesPerGroup])
    }
    parts.append(
      (0..<GgwaveFormat.markerPairs).map { GgwaveFormat.markerTone(pair: $0, isStart: false) })
    let length = Int64(attempt.speed.groupLength * GgwaveSpectrum.hopsPerFrame)
    var greatest: Float = -1
    for offset in stride(from: -tolerance, through: tolerance, by: 2) {
      var (sum, count): (Float, Float) = (0, 0)
      for (index, tones) in parts.enumerated() {
        let begun = index == 0 ? tones : tones.filter { !parts[index - 1].contains($0) }
        sum += rise(
          of: begun, at: start + offset + Int64(index) * length, coherence: attempt.coherence,
          spectrum, noise)
        count += Float(begun.count)
      }
      greatest = max(greatest, sum / count)
    }
    return greatest
  }

  /// How much louder tones are from some hop on than before: each -1...1, in sum.
  private static func rise(
    of tones: [Int], at hop: Int64, coherence: Int, _ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise
  ) -> Float {
    let length = Int64(partLength * GgwaveSpectrum.hopsPerFrame)
    let before = powers(spectrum, from: hop - length, coherence)
    let after = powers(spectrum, from: hop, coherence)
    let leaked = splatter * max(before.max() ?? 0, after.max() ?? 0)
    return tones.reduce(0) { sum, tone in
      let floor = max(leaked, noise.powers[tone] * Float(partLength))
      let most = before[tone] + after[tone] + 2 * floor
      return most > 0 ? sum + (after[tone] - before[tone]) / most : sum
    }
  }

  /// The powers of all tones in a part.
  private static func powers(
    _ spectrum: GgwaveSpectrum, from hop: Int64, _ coherence: Int
  ) -> [Float] {
    let hops = coherence * GgwaveSpectrum.hopsPerFrame
    return (0..<GgwaveFormat.toneCount).map { tone in
      stride(from: 0, to: partLength * GgwaveSpectrum.hopsPerFrame, by: hops).reduce(0) {
        $0 + spectrum.power(ofTone: tone, from: hop + Int64($1), count: hops)
      }
    }
  }
}
