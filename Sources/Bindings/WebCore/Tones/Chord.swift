internal import SignalProcessing
internal import ToneGeneration

/// Steady tones together, which share the level, so that a chord is no louder than a note.
struct Chord: SoundRendering {
  /// How far a tone may glide, as a ratio: a semitone. What is farther away is another chord.
  private static let reach = 1.0595

  let sampleRate: Double
  let channelCount = 1
  private let waveform: Waveform
  private var tones: [Oscillator] = []
  private var scratch: [Float]

  /// - Parameters:
  ///   - waveform: The shape of a period.
  ///   - frequencies: Hertz, at least one.
  ///   - level: The peak level of all tones together, in dBFS.
  ///   - sampleRate: Samples per second, in hertz.
  init?(_ waveform: Waveform, frequencies: [Double], level: Double, sampleRate: Double) {
    self.sampleRate = sampleRate
    self.waveform = waveform
    scratch = Array(repeating: 0, count: blockLimit)
    let level = Self.share(of: level, among: frequencies.count)
    for frequency in frequencies {
      let highest = min(frequency * Self.reach, 0.49999 * sampleRate)
      guard
        let tone = try? Oscillator(
          waveform, frequency: frequency, level: level, sampleRate: sampleRate,
          frequencies: min(frequency / Self.reach, highest)...max(frequency, highest))
      else { return nil }
      tones.append(tone)
    }
  }

  private static func share(of level: Double, among count: Int) -> Double {
    max(-120, level - 20 * Elementary.log10(Double(count)))
  }

  /// Glides to other frequencies and another level.
  ///
  /// - Returns: Whether it does; not if the change is too great, or refused.
  mutating func change(_ waveform: Waveform, to frequencies: [Double], level: Double) -> Bool {
    guard waveform == self.waveform, frequencies.count == tones.count,
      SynthesisError.levelLimits.contains(level)
    else { return false }
    for (tone, frequency) in zip(tones, frequencies) {
      let ratio = frequency / tone.frequency
      guard (1 / Self.reach...Self.reach).contains(ratio), frequency < sampleRate / 2 else {
        return false
      }
    }
    let level = Self.share(of: level, among: tones.count)
    for index in tones.indices {
      try? tones[index].setFrequency(frequencies[index])  // checked above
      try? tones[index].setLevel(level)
    }
    return true
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let count = min(interleaved.count, scratch.count)
    for index in 0..<count { interleaved[index] = 0 }
    for index in tones.indices { Self.add(&tones[index], to: &interleaved, count, &scratch) }
    return count
  }

  private static func add(
    _ tone: inout Oscillator, to block: inout MutableSpan<Float>, _ count: Int,
    _ scratch: inout [Float]
  ) {
    scratch.withUnsafeMutableBufferPointer { samples in
      var part = UnsafeMutableBufferPointer(rebasing: samples[..<count]).mutableSpan
      tone.render(into: &part)
    }
    for index in 0..<count { block[index] += scratch[index] }
  }
}
