// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import MusicTheory

private let guitar = LastingTexts(["guitar"])

@implementation @c
public func ktn_strum_settings_init(
  _ settings: UnsafeMutablePointer<ktn_strum_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_strum_settings(
      size: 0, frequency_count: 0, sample_rate: 44_100,
      concert_pitch: ConcertPitch.standard.frequency,
      deviations: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), instrument: guitar[0], tuning: nil,
      frequencies: nil))
}

@implementation @c
public func ktn_strum_create(
  _ settings: UnsafePointer<ktn_strum_settings>!, _ strum: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(strum) { () throws(Refusal) in
    let settings = try CInterface.settings(settings)
    let strings = try StrumString.strings(settings)
    return StrumHandle(
      strings, try StrumString.tuner(strings, sampleRate: settings.sample_rate))
  }
}

@implementation @c
public func ktn_strum_free(_ strum: OpaquePointer!) { free(StrumHandle.self, strum) }

@implementation @c
public func ktn_strum_string_count(_ strum: OpaquePointer!) -> Int {
  guard let strum: StrumHandle = try? object(strum) else { return 0 }
  return strum.strings.count
}

@implementation @c
public func ktn_strum_append(
  _ strum: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    (try object(strum) as StrumHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_strum_interrupt(_ strum: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in (try object(strum) as StrumHandle).interrupt() }
}

@implementation @c
public func ktn_strum_read(
  _ strum: OpaquePointer!, _ strings: UnsafeMutablePointer<ktn_strum_string>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(strum) as StrumHandle).read(strings, capacity: capacity, count: count)
  }
}
