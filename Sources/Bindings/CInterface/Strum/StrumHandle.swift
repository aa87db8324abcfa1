internal import CKammerton
internal import InstrumentTuning
internal import MusicTheory
internal import PolyphonicTuning

/// A tuner of strums, and its readings that the caller has not read yet.
final class StrumHandle {
  let strings: [StrumString]
  private var tuner: StrumTuner
  private var readings = ResultQueue<ktn_strum_string>(capacity: 256)

  init(_ strings: [StrumString], _ tuner: StrumTuner) {
    self.strings = strings
    self.tuner = tuner
  }

  func append(_ samples: UnsafeBufferPointer<Float>) {
    samples.forEachBlock { block in
      tuner.append(block.span) { tuner in
        for index in strings.indices {
          readings.append(ktn_strum_string(strings[index], index, tuner))
        }
      }
    }
  }

  func interrupt() { tuner.interrupt() }

  func read(
    _ place: UnsafeMutablePointer<ktn_strum_string>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try readings.read(place, capacity: capacity, count: count)
  }
}

/// A string that is strummed.
struct StrumString {
  let frequency: Double
  let number: Int
  let note: Int

  /// The strings that the settings name, or whose frequencies they give.
  static func strings(_ settings: ktn_strum_settings) throws(Refusal) -> [StrumString] {
    let pitch = try concertPitch(settings.concert_pitch, settings.deviations)
    var strings: [StrumString] = []
    if settings.frequency_count > 0 {
      try require(
        Int(settings.frequency_count) <= Int(KTN_STRUM_STRING_LIMIT), KTN_TOO_MANY_STRINGS)
      let given = try samples(settings.frequencies, Int(settings.frequency_count))
      for (index, frequency) in given.enumerated() {
        try require((1...100_000).contains(frequency), KTN_FREQUENCY_OUT_OF_RANGE)
        let note = pitch.nearestNote(to: frequency)?.midiNumber ?? 0
        strings.append(StrumString(frequency: frequency, number: index + 1, note: note))
      }
    } else {
      let name = try text(settings.instrument)
      let found = try tuning(settings.tuning, ofInstrument: settings.instrument)
      let instrument = catalog.onlyInstrument(named: name)
      for string in instrument?.everyString(of: found) ?? found.strings {
        strings.append(
          StrumString(
            frequency: string.pitch.frequency(under: pitch), number: string.number,
            note: string.pitch.note.midiNumber))
      }
    }
    try require(strings.count <= Int(KTN_STRUM_STRING_LIMIT), KTN_TOO_MANY_STRINGS)
    return strings
  }

  static func tuner(
    _ strings: [StrumString], sampleRate: Double
  ) throws(Refusal) -> StrumTuner {
    let sampleRate = try TrackerSettings.checked(sampleRate: sampleRate)
    do throws(PolyphonicTunerError) {
      return try StrumTuner(
        targets: strings.map { $0.frequency }, numbers: strings.map { $0.number },
        sampleRate: sampleRate)
    } catch {
      switch error {
      case .sampleRateOutOfRange: throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
      case .targetCountOutOfRange, .targetOutOfRange: throw Refusal(KTN_TOO_MANY_STRINGS)
      }
    }
  }
}

extension ktn_strum_string {
  @inline(never)
  fileprivate init(_ string: StrumString, _ index: Int, _ tuner: borrowing StrumTuner) {
    let (reading, beat) = (tuner.strings[index], tuner.beats[index])
    let isSounding = reading.isPresent && tuner.sound == .strings
    self.init(
      time: tuner.time, target_frequency: string.frequency,
      frequency: isSounding ? reading.frequency : 0, cents: isSounding ? reading.cents : 0,
      error: isSounding ? reading.error : 0, glide: isSounding ? tuner.glides[index] : 0,
      beat: isSounding ? beat.frequency ?? 0 : 0, beat_limit: isSounding ? beat.limit ?? 0 : 0,
      strum: UInt32(clamping: tuner.strumCount), number: Int32(clamping: string.number),
      note: Int32(clamping: string.note), is_sounding: isSounding ? 1 : 0,
      is_merged: isSounding && beat.isMerged ? 1 : 0, is_other: tuner.sound == .other ? 1 : 0,
      is_clipped: tuner.isClipped ? 1 : 0, reserved: 0)
  }
}
