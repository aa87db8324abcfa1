internal import CKammerton
internal import SignalProcessing
internal import ToneGeneration

/// A tone that fades in, glides and fades out.
final class Tone {
  private var fader: Fader<Oscillator>
  private let range: ClosedRange<Double>

  /// The longest glide or fade, in seconds.
  private static let longestChange = 60.0

  private init(_ oscillator: Oscillator, range: ClosedRange<Double>) {
    self.range = range
    fader = Fader(oscillator)
    fader.fadeIn()
  }

  static func make(_ settings: ktn_tone_settings) throws(Refusal) -> Tone {
    let sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    let frequency = settings.frequency
    try require(
      frequency > 0 && frequency < sampleRate / 2 && settings.highest < sampleRate / 2,
      KTN_FREQUENCY_OUT_OF_RANGE)
    let range = try TrackerSettings.searchRange(
      settings.lowest, settings.highest, frequency...frequency)
    try require(range.contains(frequency), KTN_FREQUENCY_OUT_OF_RANGE)
    try require(SynthesisError.levelLimits.contains(settings.level), KTN_LEVEL_OUT_OF_RANGE)
    let waveform = try waveform(settings.waveform)
    guard
      let oscillator = try? Oscillator(
        waveform, frequency: frequency, level: settings.level, sampleRate: sampleRate,
        frequencies: range)
    else { throw Refusal(KTN_FREQUENCY_OUT_OF_RANGE) }
    return Tone(oscillator, range: range)
  }

  private static func waveform(_ number: Int32) throws(Refusal) -> Waveform {
    switch Int(number) {
    case KTN_WAVEFORM_SINE: return .sine
    case KTN_WAVEFORM_TRIANGLE: return .triangle
    case KTN_WAVEFORM_SAWTOOTH: return .sawtooth
    case KTN_WAVEFORM_SQUARE: return .square(duty: 0.5)
    case KTN_WAVEFORM_PULSE: return .pulse
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }

  func setFrequency(_ frequency: Double, duration: Double) throws(Refusal) {
    try require(range.contains(frequency), KTN_FREQUENCY_OUT_OF_RANGE)
    let duration = try Self.checked(duration)
    try? fader.sound.setFrequency(frequency, duration: duration)  // within the range of `init`
  }

  func setLevel(_ level: Double, duration: Double) throws(Refusal) {
    let duration = try Self.checked(duration)
    do {
      try fader.sound.setLevel(level, duration: duration)
    } catch {
      throw Refusal(KTN_LEVEL_OUT_OF_RANGE)
    }
  }

  func stop(duration: Double) throws(Refusal) {
    fader.fadeOut(duration: try Self.checked(duration))
  }

  /// - Returns: How many samples are the tone's.
  func render(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
    var span = samples.mutableSpan
    return fader.render(into: &span)
  }

  private static func checked(_ duration: Double) throws(Refusal) -> Double {
    try require((0...longestChange).contains(duration), KTN_TIME_OUT_OF_RANGE)
    return duration
  }
}
