internal import ToneGeneration

/// A tone of one waveform, which comes and goes without a click.
struct ToneVoice {
  private var oscillator: Oscillator
  private var gain = Ramp(0)
  private var level = 0.0
  private var wanted = 0.0  // hertz

  init(_ oscillator: Oscillator) { self.oscillator = oscillator }

  /// Whether nothing is to be rendered.
  var isSilent: Bool { gain.value == 0 && !gain.isMoving }

  /// Plays, or fades out.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, within the range of the oscillator; `nil` to fade out.
  ///   - level: The peak level, in dBFS, in -120...0.
  mutating func set(frequency: Double?, level: Double) {
    let duration = isSilent ? 0 : Fade.standardDuration
    if let frequency {
      // The caller keeps both within their limits.
      if isSilent || frequency != wanted {
        wanted = frequency
        try? oscillator.setFrequency(frequency, duration: duration)
      }
      if isSilent || level != self.level {
        self.level = level
        try? oscillator.setLevel(level, duration: duration)
      }
    }
    let target: Double = frequency == nil ? 0 : 1
    if target != gain.target {
      gain.move(to: target, length: Int(Fade.standardDuration * oscillator.sampleRate))
    }
  }

  /// Adds the next samples.
  ///
  /// - Parameters:
  ///   - output: Receives them.
  ///   - scratch: Memory of the same size to work in.
  mutating func add(
    to output: UnsafeMutableBufferPointer<Float>, using scratch: UnsafeMutableBufferPointer<Float>
  ) {
    var span = scratch.mutableSpan
    oscillator.render(into: &span)
    for index in output.indices {
      output[index] += Float(gain.next()) * scratch[index]
    }
  }
}
