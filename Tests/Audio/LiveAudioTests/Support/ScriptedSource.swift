import LiveAudio
import Synchronization

/// A source that plays a list of events, for one reader.
final class ScriptedSource: AudioSource {
  private struct State {
    var script: [AudioSourceEvent]
    var error: (any Error)?
    var startCount = 0
    var stopCount = 0
    var readCount = 0
  }

  private let state: Mutex<State>
  private let script: [AudioSourceEvent]
  private let isEndless: Bool

  /// Plays `script` from its start in each session, then throws `error` or, if endless, repeats the last event, or ends.
  init(_ script: [AudioSourceEvent], error: (any Error)? = nil, isEndless: Bool = false) {
    state = Mutex(State(script: script, error: error))
    self.script = script
    self.isEndless = isEndless
  }

  var startCount: Int { state.withLock { $0.startCount } }
  var readCount: Int { state.withLock { $0.readCount } }
  /// Whether nobody holds the events any more.
  var isReleased: Bool { live.withLock { $0.object == nil } }

  private struct Live {
    weak var object: Token?
  }
  private final class Token: Sendable {}
  private let live = Mutex(Live())

  func start() -> AudioSourceEvents {
    state.withLock { state in
      state.startCount += 1
      state.script = script
    }
    let token = Token()
    live.withLock { $0.object = token }
    return AudioSourceEvents { [self] in
      _ = token
      await Task.yield()
      guard !Task.isCancelled else { return nil }
      return try next()
    }
  }

  func stop() async { state.withLock { $0.stopCount += 1 } }

  private func next() throws -> AudioSourceEvent? {
    try state.withLock { state in
      state.readCount += 1
      if isEndless, state.script.count == 1 { return state.script[0] }
      if !state.script.isEmpty { return state.script.removeFirst() }
      if let error = state.error { throw error }
      return nil
    }
  }
}

/// Waits, however long it takes, for something that another task is about to do.
func eventually(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
