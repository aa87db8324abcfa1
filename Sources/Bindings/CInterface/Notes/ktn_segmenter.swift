// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import PitchEstimation

@implementation @c
public func ktn_segmenter_settings_init(
  _ settings: UnsafeMutablePointer<ktn_segmenter_settings>!, _ size: Int
) -> ktn_status {
  let standard = NoteSegmenter.Settings()
  return fill(
    settings, size: size,
    ktn_segmenter_settings(
      size: 0, reserved: 0, minimum_duration: standard.minimumDuration, leap: standard.leap,
      longest_gap: standard.longestGap))
}

@implementation @c
public func ktn_segmenter_create(
  _ settings: UnsafePointer<ktn_segmenter_settings>!,
  _ segmenter: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(segmenter) { () throws(Refusal) in
    guard settings != nil else { return Segmenter(NoteSegmenter.Settings()) }
    return Segmenter(try NoteSegmenter.Settings(try CInterface.settings(settings)))
  }
}

@implementation @c
public func ktn_segmenter_free(_ segmenter: OpaquePointer!) { free(Segmenter.self, segmenter) }

@implementation @c
public func ktn_segmenter_append(
  _ segmenter: OpaquePointer!, _ readings: UnsafePointer<ktn_reading>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(segmenter) as Segmenter).append(try samples(readings, count))
  }
}

@implementation @c
public func ktn_segmenter_finish(_ segmenter: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(segmenter) as Segmenter).finish() }
}

@implementation @c
public func ktn_segmenter_read(
  _ segmenter: OpaquePointer!, _ notes: UnsafeMutablePointer<ktn_note>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(segmenter) as Segmenter).read(notes, capacity: capacity, count: count)
  }
}
