import LiveAudio
import Synchronization

@testable import AudioDevices

/// A loudspeaker made of memory: a test takes the samples as the device's thread would.
final class FakePlayback: PlaybackBackend, PlaybackStream {
  let format = AudioSinkFormat(deviceName: "Speaker", sampleRate: 48_000, channelCount: 1)
  let ring = SampleRing(minimumCapacity: 64)
  private let state = Mutex((opens: 0, closes: 0, isEndExpected: true, underruns: 0))
  private let finished = StopFlag()
  private let stamp = HeardStamp()
  private let mayOpen = StopFlag()

  /// - Parameter isHeld: Whether it opens only after `release()`.
  init(isHeld: Bool = false) {
    if !isHeld { mayOpen.set() }
  }

  func release() { mayOpen.set() }

  var openCount: Int { state.withLock { $0.opens } }
  var closeCount: Int { state.withLock { $0.closes } }
  var underrunCount: Int { state.withLock { $0.underruns } }
  var hasFinished: Bool { finished.isSet }

  func open(_ request: PlaybackRequest) async throws(AudioDeviceError) -> any PlaybackStream {
    state.withLock { $0.opens += 1 }
    await eventually { mayOpen.isSet }
    return self
  }

  func take(_ count: Int) -> [Float] {
    let samples = ring.read(maximumCount: count)
    state.withLock { state in
      if samples.count < count, !state.isEndExpected { state.underruns += 1 }
    }
    return samples
  }

  var heard: (frame: Int, time: Int64)? { stamp.last }

  /// The device says when a frame is heard.
  func hear(frame: Int, at time: Int64) { stamp.note(frame: frame, at: time) }

  func unplug() { finished.set() }

  func expectEnd(_ isExpected: Bool) { state.withLock { $0.isEndExpected = isExpected } }

  func close() async { state.withLock { $0.closes += 1 } }
}
