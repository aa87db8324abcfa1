// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import NoteDetection
internal import OnsetDetection
internal import PitchEstimation

@implementation @c
public func ktn_note_detector_create(
  _ sampleRate: Double, _ settings: UnsafePointer<ktn_segmenter_settings>!,
  _ detector: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(detector) { () throws(Refusal) in
    let sampleRate = try TrackerSettings.checked(sampleRate: sampleRate)
    var rules = NoteSegmenter.Settings()
    if settings != nil { rules = try NoteSegmenter.Settings(try CInterface.settings(settings)) }
    do throws(OnsetDetectorError) {
      return NoteDetectorHandle(try OnsetDetector(sampleRate: sampleRate), NoteDetector(rules))
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
  }
}

@implementation @c
public func ktn_note_detector_free(_ detector: OpaquePointer!) {
  free(NoteDetectorHandle.self, detector)
}

@implementation @c
public func ktn_note_detector_append(
  _ detector: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ sampleCount: Int,
  _ readings: UnsafePointer<ktn_reading>!, _ readingCount: Int
) -> ktn_status {
  status { () throws(Refusal) in
    let handle = try object(detector) as NoteDetectorHandle
    let samples = try CInterface.samples(samples, sampleCount)
    try handle.append(samples, try CInterface.samples(readings, readingCount))
  }
}

@implementation @c
public func ktn_note_detector_finish(_ detector: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(detector) as NoteDetectorHandle).finish() }
}

@implementation @c
public func ktn_note_detector_read(
  _ detector: OpaquePointer!, _ notes: UnsafeMutablePointer<ktn_note>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(detector) as NoteDetectorHandle).read(notes, capacity: capacity, count: count)
  }
}

/// A detector of notes with the onsets that it needs, and the notes that have not been read yet.
private final class NoteDetectorHandle {
  private var onsets: OnsetDetector
  private var detector: NoteDetector
  private var notes = ResultQueue<ktn_note>(capacity: 64)
  private var isFinished = false

  init(_ onsets: OnsetDetector, _ detector: NoteDetector) {
    (self.onsets, self.detector) = (onsets, detector)
  }

  func append(
    _ samples: UnsafeBufferPointer<Float>, _ readings: UnsafeBufferPointer<ktn_reading>
  ) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      onsets.append(block.span)
      takeOnsets()
    }
    for reading in readings {
      let reading = PitchReading(reading)
      detector.add(reading)
      collect(knownUntil: reading.time - OnsetDetector.latency)
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    onsets.finish()
    takeOnsets()
    detector.finish()
    collect(knownUntil: .infinity)
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_note>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try notes.read(place, capacity: capacity, count: count)
  }

  private func takeOnsets() {
    while let onset = onsets.next() { detector.add(onset) }
    while let sound = onsets.nextReturn() { detector.add(sound) }
  }

  private func collect(knownUntil time: Double) {
    while let note = detector.next(onsetsKnownUntil: time) { notes.append(ktn_note(note.note)) }
  }
}
