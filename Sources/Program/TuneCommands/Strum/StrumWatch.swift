import CommandKit
import LiveAudio
import MusicTheory
import Synchronization

/// The strums in the sound that the tuner hears, while its view shows them.
///
/// The screen tells before each frame which strings it shows, and reads what was heard of them. The
/// source passes all sound on, so that other views have it too.
final class StrumWatch: Sendable {
  /// All strings on the screen.
  struct Shown: Hashable, Sendable {
    var setup: StrumSetup
    var strum: StrumState
    /// The reason why these strings cannot be shown.
    var failure: String?
  }

  private struct Request: Hashable {
    var setup: TunerSetup
    var notes: [[Note]]?
  }

  private struct Values {
    var request: Request?
    var shown: Shown?
    /// Counts the setups, so that a session notices another one.
    var version = 0
  }

  private let values = Mutex(Values())

  /// Chooses the strings to listen for, and returns what is known of them.
  ///
  /// - Parameters:
  ///   - setup: The setup of the tuner; `nil` to listen for none.
  ///   - notes: The strings of each course, if they are given one by one.
  /// - Returns: The strings with what was heard of them; `nil` for none.
  func follow(_ setup: TunerSetup?, notes: [[Note]]?) -> Shown? {
    let request = setup.map { Request(setup: $0, notes: notes) }
    return values.withLock { values in
      guard request != values.request else { return values.shown }
      values.request = request
      values.version += 1
      values.shown = nil
      // A tuning of the catalog is one that can be shown; others were checked at the start.
      if let request, let strings = try? StrumSetup(request.setup, notes: request.notes) {
        values.shown = Shown(setup: strings, strum: StrumState(strings))
      }
      return values.shown
    }
  }

  /// Returns a source with the same sound, in which strums are heard.
  func tap(_ source: any AudioSource) -> any AudioSource {
    WatchedSource(source: source, watch: self)
  }

  fileprivate var wanted: (setup: StrumSetup?, version: Int) {
    values.withLock { ($0.shown?.failure == nil ? $0.shown?.setup : nil, $0.version) }
  }

  fileprivate func show(_ strum: StrumState, version: Int) {
    values.withLock { if $0.version == version { $0.shown?.strum = strum } }
  }

  fileprivate func fail(_ failure: String, version: Int) {
    values.withLock { if $0.version == version { $0.shown?.failure = failure } }
  }
}

private struct WatchedSource: AudioSource {
  let source: any AudioSource
  let watch: StrumWatch

  func start() -> AudioSourceEvents {
    let session = WatchedSession(source.start(), watch)
    return AudioSourceEvents { try await session.next() }
  }

  func stop() async { await source.stop() }
}

private actor WatchedSession {
  private var events: AudioSourceEvents.Iterator
  private let watch: StrumWatch
  private var feed: AnalysisFeed<StrumListener>?
  private var version = 0
  /// The start of the device that sounds now, for an analysis that begins later.
  private var start: AudioSourceEvent?

  init(_ events: AudioSourceEvents, _ watch: StrumWatch) {
    self.watch = watch
    self.events = events.makeAsyncIterator()
  }

  func next() async throws -> AudioSourceEvent? {
    var events = events
    guard let event = try await events.next(isolation: self) else { return nil }
    listen(to: event)
    return event
  }

  private func listen(to event: AudioSourceEvent) {
    let wanted = watch.wanted
    var isStart = false
    if case .started = event { (start, isStart) = (event, true) }
    do {
      if wanted.version != version {
        version = wanted.version
        feed = wanted.setup.map { setup in
          AnalysisFeed { try StrumListener(setup, sampleRate: $0) }
        }
        if let start, !isStart { try process(start) }
      }
      try process(event)
    } catch {
      feed = nil
      watch.fail("\(error)", version: version)
    }
  }

  private func process(_ event: AudioSourceEvent) throws {
    var outputs: [LiveEvent<StrumState>] = []
    try feed?.process(event, to: &outputs)
    for case .reading(let strum) in outputs { watch.show(strum, version: version) }
  }
}
