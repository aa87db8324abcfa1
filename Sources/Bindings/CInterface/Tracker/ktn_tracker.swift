// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import ClassicEstimators
internal import PitchEstimation

private let methodNames = LastingTexts(EstimatorMethod.allCases.map { $0.rawValue })

@implementation @c
public func ktn_method_count() -> Int { methodNames.count }

@implementation @c
public func ktn_method_name(_ index: Int) -> UnsafePointer<CChar>! { methodNames[index] }

@implementation @c
public func ktn_tracker_settings_init(
  _ settings: UnsafeMutablePointer<ktn_tracker_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_tracker_settings(
      size: 0, gate: Int32(KTN_GATE_AUTOMATIC), gate_level: 0, method: nil, sample_rate: 44_100,
      lowest: 0, highest: 0, hop: 0, lookahead: 0.3))
}

@implementation @c
public func ktn_tracker_create(
  _ settings: UnsafePointer<ktn_tracker_settings>!, _ tracker: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(tracker) { () throws(Refusal) in
    let settings = try TrackerSettings(try CInterface.settings(settings))
    return Tracker(settings, try settings.tracker())
  }
}

@implementation @c
public func ktn_tracker_free(_ tracker: OpaquePointer!) { free(Tracker.self, tracker) }

@implementation @c
public func ktn_tracker_append(
  _ tracker: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tracker) as Tracker).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_tracker_finish(_ tracker: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(tracker) as Tracker).finish() }
}

@implementation @c
public func ktn_tracker_reset(_ tracker: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(tracker) as Tracker).reset() }
}

@implementation @c
public func ktn_tracker_available(_ tracker: OpaquePointer!) -> Int {
  guard let tracker: Tracker = try? object(tracker) else { return 0 }
  return tracker.readings.count
}

@implementation @c
public func ktn_tracker_read(
  _ tracker: OpaquePointer!, _ readings: UnsafeMutablePointer<ktn_reading>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(tracker) as Tracker).read(readings, capacity: capacity, count: count)
  }
}

@implementation @c
public func ktn_tracker_set_gate(
  _ tracker: OpaquePointer!, _ gate: Int32, _ level: Double
) -> ktn_status {
  status { () throws(Refusal) in
    let tracker: Tracker = try object(tracker)
    tracker.setGate(try TrackerSettings.gate(gate, level: level))
  }
}

@implementation @c
public func ktn_tracker_latency(
  _ tracker: OpaquePointer!, _ latency: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let tracker: Tracker = try object(tracker)
    try required(latency).pointee = tracker.latency
  }
}

@implementation @c
public func ktn_tracker_rejected(
  _ tracker: OpaquePointer!, _ count: UnsafeMutablePointer<UInt64>!
) -> ktn_status {
  status { () throws(Refusal) in
    let tracker: Tracker = try object(tracker)
    try required(count).pointee = UInt64(tracker.rejectedSampleCount)
  }
}
