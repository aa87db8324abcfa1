// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import OnsetDetection

/// A detector of onsets, and those that the caller has not read yet.
private final class OnsetHandle {
  private var detector: OnsetDetector
  private var onsets = ResultQueue<ktn_onset>(capacity: 64)

  init(_ detector: OnsetDetector) { self.detector = detector }

  func append(_ samples: UnsafeBufferPointer<Float>) {
    samples.forEachBlock { block in
      detector.append(block.span)
      collect()
    }
  }

  func interrupt() { detector.interrupt() }

  func finish() {
    detector.finish()
    collect()
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_onset>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try onsets.read(place, capacity: capacity, count: count)
  }

  private func collect() {
    while let onset = detector.next() {
      onsets.append(
        ktn_onset(
          time: onset.time, rise: onset.rise, level: onset.level, strength: onset.strength))
    }
  }
}

@implementation @c
public func ktn_onset_create(
  _ sampleRate: Double, _ onset: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(onset) { () throws(Refusal) in
    let sampleRate = try TrackerSettings.checked(sampleRate: sampleRate)
    do throws(OnsetDetectorError) {
      return OnsetHandle(try OnsetDetector(sampleRate: sampleRate))
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
  }
}

@implementation @c
public func ktn_onset_free(_ onset: OpaquePointer!) { free(OnsetHandle.self, onset) }

@implementation @c
public func ktn_onset_append(
  _ onset: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    (try object(onset) as OnsetHandle).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_onset_interrupt(_ onset: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in (try object(onset) as OnsetHandle).interrupt() }
}

@implementation @c
public func ktn_onset_finish(_ onset: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in (try object(onset) as OnsetHandle).finish() }
}

@implementation @c
public func ktn_onset_read(
  _ onset: OpaquePointer!, _ onsets: UnsafeMutablePointer<ktn_onset>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(onset) as OnsetHandle).read(onsets, capacity: capacity, count: count)
  }
}
