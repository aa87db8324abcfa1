import LiveAudio
import Synchronization

/// A source that plays a list of events, and repeats the last one if it is endless.
final class Script: AudioSource {
  private let events: [AudioSourceEvent]
  private let isEndless: Bool

  init(_ events: [AudioSourceEvent], isEndless: Bool = false) {
    (self.events, self.isEndless) = (events, isEndless)
  }

  func start() -> AudioSourceEvents {
    let (events, isEndless, position) = (events, isEndless, Position())
    return AudioSourceEvents {
      await Task.yield()
      guard !Task.isCancelled else { return nil }
      let index = position.advance()
      return index < events.count ? events[index] : isEndless ? events.last : nil
    }
  }

  func stop() async {}

  private final class Position: Sendable {
    private let index = Mutex(0)

    func advance() -> Int {
      index.withLock { index in
        defer { index += 1 }
        return index
      }
    }
  }
}

extension AudioSourceEvent {
  static func started(_ sampleRate: Double) -> AudioSourceEvent {
    .started(deviceName: "Script", sampleRate: sampleRate)
  }
}

/// A loudspeaker that takes all at once.
actor FastSink: AudioSink {
  var pendingFrameCount: Int { 0 }
  var underrunCount: Int { 0 }

  func start() -> AudioSinkFormat {
    AudioSinkFormat(deviceName: "Fast", sampleRate: 16_000, channelCount: 1)
  }

  func write(_ interleaved: [Float]) {}
  func drain() {}
  func stop() {}
}
