// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import MusicTheory
internal import PianoTuning

@implementation @c
public func ktn_piano_settings_init(
  _ settings: UnsafeMutablePointer<ktn_piano_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_piano_settings(
      size: 0, style: Int32(KTN_STYLE_BALANCED), sample_rate: 44_100,
      concert_pitch: ConcertPitch.standard.frequency, temperament: nil, is_raising: 0, reserved: 0))
}

@implementation @c
public func ktn_piano_create(
  _ settings: UnsafePointer<ktn_piano_settings>!, _ piano: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(piano) { () throws(Refusal) in
    try PianoHandle(try PianoSettings(try CInterface.settings(settings)))
  }
}

@implementation @c
public func ktn_piano_free(_ piano: OpaquePointer!) { free(PianoHandle.self, piano) }

@implementation @c
public func ktn_piano_set_purpose(
  _ piano: OpaquePointer!, _ purpose: Int32, _ key: Int32, _ date: UnsafePointer<CChar>!
) -> ktn_status {
  status { () throws(Refusal) in
    let piano: PianoHandle = try object(piano)
    piano.listen(try MeasuringAim(purpose, key: key, date: date))
  }
}

@implementation @c
public func ktn_piano_load(
  _ piano: OpaquePointer!, _ bytes: UnsafePointer<UInt8>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(piano) as PianoHandle).load(try samples(bytes, count))
  }
}

@implementation @c
public func ktn_piano_save(
  _ piano: OpaquePointer!, _ bytes: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try copy(
      (try object(piano) as PianoHandle).bytes, to: bytes, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_piano_keys(
  _ piano: OpaquePointer!, _ keys: UnsafeMutablePointer<ktn_piano_key>!
) -> ktn_status {
  status { () throws(Refusal) in
    let piano: PianoHandle = try object(piano)
    let place = try required(keys)
    for (index, key) in piano.keys.enumerated() { place[index] = key }
  }
}

@implementation @c
public func ktn_piano_append(
  _ piano: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(piano) as PianoHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_piano_finish(_ piano: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(piano) as PianoHandle).finish() }
}

@implementation @c
public func ktn_piano_read(
  _ piano: OpaquePointer!, _ readings: UnsafeMutablePointer<ktn_piano_reading>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(piano) as PianoHandle).readings.read(readings, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_piano_read_measurements(
  _ piano: OpaquePointer!, _ measurements: UnsafeMutablePointer<ktn_piano_measurement>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(piano) as PianoHandle).measurements.read(
      measurements, capacity: capacity, count: count)
  }
}
