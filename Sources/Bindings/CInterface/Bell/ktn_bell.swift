// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

internal import BellTuning
public import CKammerton
internal import MusicTheory
internal import PianoTuning

private let objectNames = LastingTexts(ResonatorKind.allCases.map { $0.rawValue })
private let partialNames = ResonatorKind.allCases.map { LastingTexts($0.modes.map { $0.name }) }

@implementation @c
public func ktn_object_name(_ object: Int32) -> UnsafePointer<CChar>! { objectNames[Int(object)] }

@implementation @c
public func ktn_object_partial_name(_ object: Int32, _ partial: Int32) -> UnsafePointer<CChar>! {
  partialNames.indices.contains(Int(object)) ? partialNames[Int(object)][Int(partial)] : nil
}

@implementation @c
public func ktn_bell_settings_init(
  _ settings: UnsafeMutablePointer<ktn_bell_settings>!, _ size: Int
) -> ktn_status {
  let file = BellFile()
  return fill(
    settings, size: size,
    ktn_bell_settings(
      size: 0, object: Int32(KTN_OBJECT_ANY), sample_rate: 44_100,
      concert_pitch: file.concertPitch, temperament: nil, temperature: file.temperature,
      third: Int32(KTN_THIRD_OWN), reserved: 0))
}

@implementation @c
public func ktn_bell_create(
  _ settings: UnsafePointer<ktn_bell_settings>!, _ bell: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(bell) { () throws(Refusal) in
    try BellHandle(try BellSettings(try CInterface.settings(settings)))
  }
}

@implementation @c
public func ktn_bell_free(_ bell: OpaquePointer!) { free(BellHandle.self, bell) }

@implementation @c
public func ktn_bell_set_purpose(
  _ bell: OpaquePointer!, _ purpose: Int32, _ note: Int32, _ air: Double,
  _ date: UnsafePointer<CChar>!
) -> ktn_status {
  status { () throws(Refusal) in
    let bell: BellHandle = try object(bell)
    bell.listen(try MeasuringAim(bell: purpose, note: note, air: air, date: date))
  }
}

@implementation @c
public func ktn_bell_set_beat(_ bell: OpaquePointer!, _ note: Int32, _ rate: Double) -> ktn_status {
  status { () throws(Refusal) in try (object(bell) as BellHandle).setBeat(rate, note: note) }
}

@implementation @c
public func ktn_bell_load(
  _ bell: OpaquePointer!, _ bytes: UnsafePointer<UInt8>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in try (object(bell) as BellHandle).load(try samples(bytes, count)) }
}

@implementation @c
public func ktn_bell_save(
  _ bell: OpaquePointer!, _ bytes: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try copy((object(bell) as BellHandle).bytes, to: bytes, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_bell_objects(
  _ bell: OpaquePointer!, _ measurements: UnsafeMutablePointer<ktn_bell_measurement>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try copy(
      (object(bell) as BellHandle).objects, to: measurements, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_bell_append(
  _ bell: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(bell) as BellHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_bell_interrupt(_ bell: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(bell) as BellHandle).interrupt() }
}

@implementation @c
public func ktn_bell_finish(_ bell: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(bell) as BellHandle).finish() }
}

@implementation @c
public func ktn_bell_read(
  _ bell: OpaquePointer!, _ measurements: UnsafeMutablePointer<ktn_bell_measurement>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(bell) as BellHandle).read(measurements, capacity: capacity, count: count)
  }
}
