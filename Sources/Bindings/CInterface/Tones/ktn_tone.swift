// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton

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
