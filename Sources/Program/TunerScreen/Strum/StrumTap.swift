import CommandIO
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
    let session = StrumTapSession(source.start(), StrumListener(setup), report)
    return AudioSourceEvents { try await session.next() }
  }

  package func stop() async { await source.stop() }
}

private actor StrumTapSession {
  private var events: AudioSourceEvents.Iterator
  private var listener: StrumListener
  private let report: @Sendable ([UInt8]) -> Void
  private var buffer = TextBuffer(capacity: 2048)

  init(
    _ events: AudioSourceEvents, _ listener: StrumListener,
    _ report: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.listener, self.report) = (listener, report)
    self.events = events.makeAsyncIterator()
  }

  func next() async throws -> AudioSourceEvent? {
    var events = events
    guard let event = try await events.next(isolation: self) else { return nil }
    var lines: [[UInt8]] = []
    try listener.take(event) { state in
      buffer.removeAll()
      state.append(to: &buffer)
      lines.append(buffer.bytes)
    }
    for line in lines { report(line) }
    return event
  }
}
