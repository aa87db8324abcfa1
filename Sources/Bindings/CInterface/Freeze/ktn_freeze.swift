// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import InstrumentTuning
internal import OnsetDetection
internal import PitchEstimation

/// A tuner whose display stands still, and the notes that the caller has not read yet.
final class FreezeHandle {
  private var listener: TunerListener<MultiresolutionTracker>
  private var note = FrozenNote()
  private var mode: TargetMode
  private var tuner: Tuner
  private(set) var readings = ResultQueue<ktn_tuner_reading>(capacity: 16)
  private var isFinished = false

  init(_ listener: consuming TunerListener<MultiresolutionTracker>, _ settings: TunerSettings) {
    self.listener = listener
    (mode, tuner) = (settings.mode, settings.tuner)
  }

  func configure(_ settings: TunerSettings) {
    (mode, tuner) = (settings.mode, settings.tuner)
    listener.setGate(settings.gate)
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      listener.append(block.span)
      collect()
    }
  }

  func interrupt() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    listener.interrupt()
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    listener.finish()
    collect()
    if let found = note.finish(mode, tuner) { readings.append(ktn_tuner_reading(found)) }
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_tuner_reading>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try readings.read(place, capacity: capacity, count: count)
  }

  private func collect() {
    while let observation = listener.next() {
      if let found = note.process(observation, mode, tuner) {
        readings.append(ktn_tuner_reading(found))
      }
    }
  }
}

@implementation @c
public func ktn_freeze_create(
  _ settings: UnsafePointer<ktn_tuner_settings>!, _ freeze: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(freeze) { () throws(Refusal) in
    let settings = try TunerSettings(try CInterface.settings(settings))
    let tracker = try settings.tracker()
    do throws(OnsetDetectorError) {
      return FreezeHandle(
        try TunerListener(MultiresolutionTracker(tracker), detectsOnsets: true), settings)
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
  }
}

@implementation @c
public func ktn_freeze_free(_ freeze: OpaquePointer!) { free(FreezeHandle.self, freeze) }

@implementation @c
public func ktn_freeze_configure(
  _ freeze: OpaquePointer!, _ settings: UnsafePointer<ktn_tuner_settings>!
) -> ktn_status {
  status { () throws(Refusal) in
    let freeze: FreezeHandle = try object(freeze)
    freeze.configure(try TunerSettings(try CInterface.settings(settings)))
  }
}

@implementation @c
public func ktn_freeze_append(
  _ freeze: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(freeze) as FreezeHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_freeze_interrupt(_ freeze: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(freeze) as FreezeHandle).interrupt() }
}

@implementation @c
public func ktn_freeze_finish(_ freeze: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(freeze) as FreezeHandle).finish() }
}

@implementation @c
public func ktn_freeze_read(
  _ freeze: OpaquePointer!, _ readings: UnsafeMutablePointer<ktn_tuner_reading>!,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(freeze) as FreezeHandle).read(readings, capacity: capacity, count: count)
  }
}
