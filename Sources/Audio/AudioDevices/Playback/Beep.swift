import LiveAudio

/// Plays a sine tone on the system's loudspeaker, and returns when it is silent.
///
/// ```swift
/// try await beep(440, 0.2)
/// ```
///
/// - Parameters:
///   - frequency: Cycles per second, in hertz, above 0 and below half of the device's sample rate.
///   - duration: The duration, in seconds, above 0 and at most an hour.
///   - level: The peak level, in dBFS, in -120...0.
/// - Throws: `SynthesisError` if a parameter is out of its range, `AudioDeviceError` if the device
///   cannot be opened; `CancellationError`.
public func beep(
  _ frequency: Double = 440, _ duration: Double = 0.2, level: Double = -20
) async throws {
  try await LiveAudio.beep(frequency, duration, level: level, sink: SpeakerSink())
}
