import CommandKit
package import LiveAudio

/// A source that is listened to for strums on its way to somebody else.
package struct StrumTap: AudioSource {
  private let source: any AudioSource
  private let setup: StrumSetup
  private let report: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - source: What is listened to.
  ///   - setup: The strings.
  ///   - report: Gets each reading as a line of JSON.
  package init(
    _ source: any AudioSource, _ setup: StrumSetup, report: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.source, self.setup, self.report) = (source, setup, report)
  }

  package func start() -> AudioSourceEvents {
    let feed = AnalysisFeed { [setup] in try StrumListener(setup, sampleRate: $0) }
    let session = StrumTapSession(source.start(), feed, report)
    return AudioSourceEvents { try await session.next() }
  }

  package func stop() async { await source.stop() }
}

private actor StrumTapSession {
  private var events: AudioSourceEvents.Iterator
  private var feed: AnalysisFeed<StrumListener>
  private let report: @Sendable ([UInt8]) -> Void
  private var buffer = TextBuffer(capacity: 2048)

  init(
    _ events: AudioSourceEvents, _ feed: AnalysisFeed<StrumListener>,
    _ report: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.feed, self.report) = (feed, report)
    self.events = events.makeAsyncIterator()
  }

  func next() async throws -> AudioSourceEvent? {
    var events = events
    guard let event = try await events.next(isolation: self) else { return nil }
    var outputs: [LiveEvent<StrumState>] = []
    try feed.process(event, to: &outputs)
    for case .reading(let state) in outputs {
      buffer.removeAll()
      state.append(to: &buffer)
      report(buffer.bytes)
    }
    return event
  }
}
