import ToneGeneration

/// Plays a sine tone that fades in and out, and returns when it is silent.
///
/// ```swift
/// try await beep(440, 0.2, sink: SpeakerSink())
/// ```
///
/// Each call opens and frees the device. For several sounds, or one that changes, use a
/// ``SoundPlayer``.
///
/// - Parameters:
///   - frequency: Cycles per second, in hertz, above 0 and below half of the sink's sample rate.
///   - duration: The duration, in seconds, above 0 and at most an hour.
///   - level: The peak level, in dBFS, in -120...0.
///   - sink: The sink that plays the tone.
/// - Throws: ``ToneGeneration/SynthesisError`` if a parameter is out of its range,
///   ``AudioDeviceError`` if the device cannot be opened; `CancellationError`.
public func beep(
  _ frequency: Double = 440, _ duration: Double = 0.2, level: Double = -20, sink: any AudioSink
) async throws {
  guard duration > 0, duration <= 3600 else { throw SynthesisError.invalidDuration(duration) }
  try await SoundPlayer(sink: sink) { format in
    let tone = try Oscillator(frequency: frequency, level: level, sampleRate: format.sampleRate)
    let count = max(1, Int((duration * format.sampleRate).rounded()))
    let voice = Voice(.oscillator(tone), count: count, sampleRate: format.sampleRate)
    return Mixer(
      [voice], sampleRate: format.sampleRate, channelCount: format.channelCount)
  }.play()
}
