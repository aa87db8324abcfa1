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

/// A segmenter, and the notes that have not been read yet.
final class Segmenter {
  private var segmenter: NoteSegmenter
  private var notes = ResultQueue<ktn_note>(capacity: 64)
  private var isFinished = false

  init(_ settings: NoteSegmenter.Settings) { segmenter = NoteSegmenter(settings) }

  func append(_ readings: UnsafeBufferPointer<ktn_reading>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    for reading in readings {
      if let note = segmenter.update(PitchReading(reading)) { notes.append(ktn_note(note)) }
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    if let note = segmenter.finish() { notes.append(ktn_note(note)) }
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_note>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try notes.read(place, capacity: capacity, count: count)
  }
}

extension NoteSegmenter.Settings {
  init(_ settings: ktn_segmenter_settings) throws(Refusal) {
    try require((0...10).contains(settings.minimum_duration), KTN_TIME_OUT_OF_RANGE)
    try require((0...10).contains(settings.longest_gap), KTN_TIME_OUT_OF_RANGE)
    try require((1...12_000).contains(settings.leap), KTN_CENTS_OUT_OF_RANGE)
    self.init(
      minimumDuration: settings.minimum_duration, leap: settings.leap,
      longestGap: settings.longest_gap)
  }
}

extension PitchReading {
  /// The values that a segmenter needs of a reading; unvoiced if they are invalid.
  init(_ reading: ktn_reading) {
    let isSound =
      reading.is_voiced != 0 && reading.frequency > 0 && reading.frequency.isFinite
      && !reading.level.isNaN && reading.time.isFinite
    self.init(
      time: reading.time.isFinite ? reading.time : 0,
      candidate: isSound ? PitchCandidate(frequency: reading.frequency, periodicity: 1) : nil,
      isVoiced: isSound, level: reading.level.isNaN ? -.infinity : reading.level)
  }
}

extension ktn_note {
  init(_ note: PitchNote) {
    self.init(
      onset: note.onset, offset: note.offset, frequency: note.frequency, spread: note.spread,
      vibrato_rate: note.vibrato?.rate ?? 0, vibrato_extent: note.vibrato?.extent ?? 0,
      level: note.level)
  }
}
