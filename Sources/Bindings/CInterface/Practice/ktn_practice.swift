// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import IntonationPractice
internal import MusicTheory

@implementation @c
public func ktn_practice_settings_init(
  _ settings: UnsafeMutablePointer<ktn_practice_settings>!, _ size: Int
) -> ktn_status {
  let (rules, rhythm) = (PracticeLoop.Settings(), RhythmPattern(meter: .common))
  return fill(
    settings, size: size,
    ktn_practice_settings(
      size: 0, mode: Int32(KTN_PRACTICE_THROUGH), score: nil, midi: nil, midi_count: 0,
      temperament: nil, concert_pitch: ConcertPitch.standard.frequency, tempo: 0, swing: 50,
      tolerance: PassVerdict.usualTolerance, root: -1, octaves: 1, voice: 0, first_bar: 0,
      last_bar: 0, beat_count: 0, beat_unit: Int32(rhythm.meter.beatUnit),
      subdivision: Int32(rhythm.subdivision), played_beats: 0, goal: Int32(rules.goal),
      has_click: 0, follows_rubato: 0, ignores_octaves: 0, ends_by_silence: 0, is_live: 1,
      reserved: 0))
}

@implementation @c
public func ktn_practice_create(
  _ settings: UnsafePointer<ktn_practice_settings>!,
  _ practice: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(practice) { () throws(Refusal) in
    PracticeHandle(try PracticeSession(try CInterface.settings(settings)))
  }
}

@implementation @c
public func ktn_practice_create_like(
  _ settings: UnsafePointer<ktn_practice_settings>!, _ samples: UnsafePointer<Float>!, _ count: Int,
  _ sample_rate: Double, _ practice: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(practice) { () throws(Refusal) in
    let settings = try CInterface.settings(settings)
    let performance = try ReferencePerformance(
      hearing: try CInterface.samples(samples, count),
      sampleRate: try TrackerSettings.checked(sampleRate: sample_rate))
    return PracticeHandle(try PracticeSession(settings, like: performance))
  }
}

@implementation @c
public func ktn_practice_free(_ practice: OpaquePointer!) { free(PracticeHandle.self, practice) }

@implementation @c
public func ktn_practice_start(_ practice: OpaquePointer!, _ sample_rate: Double) -> ktn_status {
  status { () throws(Refusal) in
    let practice: PracticeHandle = try object(practice)
    try practice.start(sampleRate: try TrackerSettings.checked(sampleRate: sample_rate))
  }
}

@implementation @c
public func ktn_practice_set_start(
  _ practice: OpaquePointer!, _ start: Double, _ latency: Double, _ spread: Double
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(practice) as PracticeHandle).setStart(start, latency: latency, spread: spread)
  }
}

@implementation @c
public func ktn_practice_append(
  _ practice: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(practice) as PracticeHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_practice_interrupt(_ practice: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(practice) as PracticeHandle).interrupt() }
}

@implementation @c
public func ktn_practice_skip(_ practice: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(practice) as PracticeHandle).skip() }
}

@implementation @c
public func ktn_practice_finish(_ practice: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(practice) as PracticeHandle).finish() }
}

@implementation @c
public func ktn_practice_read(
  _ practice: OpaquePointer!, _ events: UnsafeMutablePointer<ktn_practice_event>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(practice) as PracticeHandle).read(events, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_practice_result_of(
  _ practice: OpaquePointer!, _ result: UnsafeMutablePointer<ktn_practice_result>!
) -> ktn_status {
  status { () throws(Refusal) in
    let practice: PracticeHandle = try object(practice)
    try required(result).pointee = ktn_practice_result(practice.session)
  }
}

@implementation @c
public func ktn_practice_notes(
  _ practice: OpaquePointer!, _ notes: UnsafeMutablePointer<ktn_practice_note>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let practice: PracticeHandle = try object(practice)
    try copy(practice.session.rows, to: notes, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_practice_passes(
  _ practice: OpaquePointer!, _ passes: UnsafeMutablePointer<ktn_practice_pass>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let practice: PracticeHandle = try object(practice)
    try copy(practice.session.passRows, to: passes, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_practice_json(
  _ practice: OpaquePointer!, _ bytes: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let session = (try object(practice) as PracticeHandle).session
    let members = session.result.jsonMembers(session.score, isTimed: session.hasTimes)
    let text = [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]
    try copy(text, to: bytes, capacity: capacity, count: count)
  }
}
