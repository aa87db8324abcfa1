internal import CKammerton
internal import ChordEstimation
internal import MusicTheory

/// A tracker of chords, a listener that tells those that stand, and what the caller has not read yet.
final class ChordHandle {
  private var tracker: ChordTracker
  private var listener: ChordListener
  private var last = ktn_chord()
  private var readings = ResultQueue<ktn_chord_reading>(capacity: 256)
  private var chords = ResultQueue<ktn_chord>(capacity: 16)
  private var isFinished = false

  init(_ tracker: consuming ChordTracker, _ listener: consuming ChordListener) {
    self.tracker = tracker
    self.listener = listener
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      tracker.append(block.span)
      collect()
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    tracker.finish()
    collect()
    end()
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_chord_reading>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try readings.read(place, capacity: capacity, count: count)
  }

  func readChords(
    _ place: UnsafeMutablePointer<ktn_chord>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try chords.read(place, capacity: capacity, count: count)
  }

  private func collect() {
    while let reading = tracker.next() {
      readings.append(ktn_chord_reading(reading))
      guard listener.updateReport(reading) else { continue }
      if UInt32(truncatingIfNeeded: listener.chord.number) != last.number {
        last.time = listener.chord.endOfLast(start: last.start, time: last.time)
        end()
      }
      last.tell(listener.chord)
      chords.append(last)
    }
  }

  /// Reports the end of the last chord.
  private func end() {
    guard last.note_count > 0 else { return }
    last.is_end = 1
    chords.append(last)
  }
}

extension ChordHandle {
  /// - Throws: The reason why settings are refused.
  static func make(_ settings: ktn_chord_listener_settings) throws(Refusal) -> ChordHandle {
    let sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    let pitch = try concertPitch(settings.concert_pitch, settings.deviations)
    let hop = settings.hop == 0 ? 0.01 : settings.hop / sampleRate
    let window: ChordListener.Window
    switch Int(settings.window) {
    case KTN_CHORD_RECENT: window = .recent
    case KTN_CHORD_WHOLE: window = .whole
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
    do throws(ChordTrackerError) {
      return ChordHandle(
        try ChordTracker(sampleRate: sampleRate, hopDuration: hop),
        ChordListener(concertPitch: pitch, hopDuration: hop, window: window))
    } catch {
      throw Refusal(KTN_HOP_OUT_OF_RANGE)  // the range of sample rates is narrower here
    }
  }
}

/// Writes one of the elements of an array in a struct.
private func set<Elements: BitwiseCopyable, Element: BitwiseCopyable>(
  _ elements: inout Elements, _ index: Int, _ value: Element
) {
  withUnsafeMutableBytes(of: &elements) { bytes in
    bytes.storeBytes(
      of: value, toByteOffset: index * MemoryLayout<Element>.stride, as: Element.self)
  }
}

extension ktn_chord_reading {
  @inline(never)
  fileprivate init(_ reading: ChordReading) {
    self.init()
    (time, note_count) = (reading.time, Int32(reading.count))
    for index in 0..<min(reading.count, Int(KTN_CHORD_NOTE_LIMIT)) {
      let note = reading[index]
      set(
        &notes, index,
        ktn_chord_note(
          frequency: note.frequency, level: note.level, confidence: note.confidence,
          error: note.error))
    }
  }
}

extension ktn_chord {
  /// Fills it in its place: copies of all of it take much code.
  @inline(never)
  fileprivate mutating func tell(_ chord: HeardChord) {
    self = Self()
    (start, time, number) = (chord.start, chord.time, UInt32(truncatingIfNeeded: chord.number))
    (is_rest, is_brief, base) = (chord.isRest ? 1 : 0, chord.isBrief ? 1 : 0, Int32(chord.base))
    note_count = Int32(min(chord.notes.count, Int(KTN_CHORD_NOTE_LIMIT)))
    beat_count = Int32(min(chord.beats.count, Int(KTN_CHORD_BEAT_LIMIT)))
    for index in 0..<Int(note_count) {
      let note = chord.notes[index]
      set(
        &notes, index,
        ktn_told_note(
          frequency: note.frequency, cents: note.cents, level: note.level,
          ratio_cents: note.centsFromRatio, note: Int32(note.midiNumber),
          numerator: Int32(note.ratio.numerator), denominator: Int32(note.ratio.denominator),
          is_sounding: note.isSounding ? 1 : 0))
    }
    for index in 0..<Int(beat_count) {
      let beat = chord.beats[index]
      set(
        &beats, index,
        ktn_chord_beat(
          rate: beat.rate, lower: Int32(beat.lower), upper: Int32(beat.upper),
          lower_partial: Int32(beat.lowerPartial), upper_partial: Int32(beat.upperPartial),
          is_locked: beat.isLocked ? 1 : 0, reserved: 0))
    }
  }
}

extension ktn_chord {
  /// The numbers of its notes, which a caller may have written.
  func numbers() throws(Refusal) -> [Int] {
    try require((0...Int32(KTN_CHORD_NOTE_LIMIT)).contains(note_count), KTN_COUNT_TOO_LARGE)
    var numbers: [Int] = []
    withUnsafeBytes(of: notes) { bytes in
      let notes = bytes.bindMemory(to: ktn_told_note.self)
      for index in 0..<Int(note_count) { numbers.append(Int(notes[index].note)) }
    }
    for number in numbers { try require((0...127).contains(number), KTN_NOTE_OUT_OF_RANGE) }
    return numbers
  }
}
