// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import SignalProcessing
internal import ToneGeneration

@implementation @c
public func ktn_tone_settings_init(
  _ settings: UnsafeMutablePointer<ktn_tone_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_tone_settings(
      size: 0, waveform: Int32(KTN_WAVEFORM_SINE), sample_rate: 44_100, frequency: 440, level: -20,
      lowest: 0, highest: 0))
}

@implementation @c
public func ktn_tone_create(
  _ settings: UnsafePointer<ktn_tone_settings>!, _ tone: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(tone) { () throws(Refusal) in try Tone.make(try CInterface.settings(settings)) }
}

@implementation @c
public func ktn_tone_free(_ tone: OpaquePointer!) { free(Tone.self, tone) }

@implementation @c
public func ktn_tone_set_frequency(
  _ tone: OpaquePointer!, _ frequency: Double, _ duration: Double
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tone) as Tone).setFrequency(frequency, duration: duration)
  }
}

@implementation @c
public func ktn_tone_set_level(
  _ tone: OpaquePointer!, _ level: Double, _ duration: Double
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tone) as Tone).setLevel(level, duration: duration)
  }
}

@implementation @c
public func ktn_tone_stop(_ tone: OpaquePointer!, _ duration: Double) -> ktn_status {
  status { () throws(Refusal) in try (object(tone) as Tone).stop(duration: duration) }
}

@implementation @c
public func ktn_tone_render(
  _ tone: OpaquePointer!, _ samples: UnsafeMutablePointer<Float>!, _ count: Int,
  _ rendered: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let tone: Tone = try object(tone)
    let count = tone.render(try room(samples, count))
    rendered?.pointee = count
  }
}

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

  /// - Returns: The number of samples that belong to the tone.
  func render(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
    var span = samples.mutableSpan
    return fader.render(into: &span)
  }

  private static func checked(_ duration: Double) throws(Refusal) -> Double {
    try require((0...longestChange).contains(duration), KTN_TIME_OUT_OF_RANGE)
    return duration
  }
}
