// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import InstrumentTuning
internal import MusicTheory

@implementation @c
public func ktn_tuner_settings_init(
  _ settings: UnsafeMutablePointer<ktn_tuner_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_tuner_settings(
      size: 0, gate: Int32(KTN_GATE_AUTOMATIC), gate_level: 0, sample_rate: 44_100, lowest: 0,
      highest: 0, concert_pitch: ConcertPitch.standard.frequency, tolerance: Tuner().tolerance,
      deviations: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), instrument: nil, tuning: nil,
      target: Int32(KTN_TARGET_CHROMATIC), string: 0, note: 69, reserved: 0, note_cents: 0))
}

@implementation @c
public func ktn_tuner_create(
  _ settings: UnsafePointer<ktn_tuner_settings>!, _ tuner: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(tuner) { () throws(Refusal) in
    let settings = try TunerSettings(try CInterface.settings(settings))
    return TunerHandle(settings, try settings.tracker())
  }
}

@implementation @c
public func ktn_tuner_free(_ tuner: OpaquePointer!) { free(TunerHandle.self, tuner) }

@implementation @c
public func ktn_tuner_configure(
  _ tuner: OpaquePointer!, _ settings: UnsafePointer<ktn_tuner_settings>!
) -> ktn_status {
  status { () throws(Refusal) in
    let tuner: TunerHandle = try object(tuner)
    tuner.configure(try TunerSettings(try CInterface.settings(settings)))
  }
}

@implementation @c
public func ktn_tuner_append(
  _ tuner: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tuner) as TunerHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_tuner_finish(_ tuner: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(tuner) as TunerHandle).finish() }
}

@implementation @c
public func ktn_tuner_reset(_ tuner: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(tuner) as TunerHandle).reset() }
}

@implementation @c
public func ktn_tuner_read(
  _ tuner: OpaquePointer!, _ readings: UnsafeMutablePointer<ktn_tuner_reading>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tuner) as TunerHandle).read(readings, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_tuner_read_notes(
  _ tuner: OpaquePointer!, _ notes: UnsafeMutablePointer<ktn_heard_note>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tuner) as TunerHandle).readNotes(notes, capacity: capacity, count: count)
  }
}
