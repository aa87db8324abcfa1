// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import ChordEstimation
internal import MusicTheory

@implementation @c
public func ktn_chord_listener_settings_init(
  _ settings: UnsafeMutablePointer<ktn_chord_listener_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_chord_listener_settings(
      size: 0, window: Int32(KTN_CHORD_RECENT), sample_rate: 44_100, hop: 0,
      concert_pitch: ConcertPitch.standard.frequency,
      deviations: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}

@implementation @c
public func ktn_chord_listener_create(
  _ settings: UnsafePointer<ktn_chord_listener_settings>!,
  _ listener: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(listener) { () throws(Refusal) in
    try ChordHandle.make(try CInterface.settings(settings))
  }
}

@implementation @c
public func ktn_chord_listener_free(_ listener: OpaquePointer!) {
  free(ChordHandle.self, listener)
}

@implementation @c
public func ktn_chord_listener_append(
  _ listener: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(listener) as ChordHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_chord_listener_finish(_ listener: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(listener) as ChordHandle).finish() }
}

@implementation @c
public func ktn_chord_listener_read(
  _ listener: OpaquePointer!, _ readings: UnsafeMutablePointer<ktn_chord_reading>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(listener) as ChordHandle).read(readings, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_chord_listener_read_chords(
  _ listener: OpaquePointer!, _ chords: UnsafeMutablePointer<ktn_chord>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(listener) as ChordHandle).readChords(chords, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_chord_name(
  _ chord: UnsafePointer<ktn_chord>!, _ spelling: Int32, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int
) -> ktn_status {
  status { () throws(Refusal) in
    let numbers = try required(chord).pointee.numbers()
    let namer = ChordNamer(spelling: try CInterface.spelling(spelling))
    try write(namer.name(of: numbers).asciiDescription, to: buffer, capacity: capacity)
  }
}

@implementation @c
public func ktn_chord_note_name(
  _ chord: UnsafePointer<ktn_chord>!, _ index: Int, _ spelling: Int32,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> ktn_status {
  status { () throws(Refusal) in
    let numbers = try required(chord).pointee.numbers()
    try require(numbers.indices.contains(index), KTN_INDEX_OUT_OF_RANGE)
    let spelling = try CInterface.spelling(spelling)
    let name = ChordNamer(spelling: spelling).name(of: numbers)
    try write(
      name.note(numbers[index], spelling: spelling).asciiDescription, to: buffer,
      capacity: capacity)
  }
}
