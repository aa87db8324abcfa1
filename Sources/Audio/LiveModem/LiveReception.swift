public import LiveAudio

/// The messages in the sound of a source, as they arrive.
///
/// ```swift
/// let reception = LiveReception(source: MicrophoneSource()) { try MessageReceiver(sampleRate: $0) }
/// for try await event in reception {
///   if case .heard(.message(let message)) = event { use(message.payload) }
/// }
/// ```
///
/// Each iteration starts the source. The device is freed when the iteration ends: by the end of the
/// source, by leaving the loop, or by the cancellation of its task.
public struct LiveReception<Listener: SoundListening>: AsyncSequence, Sendable {
  /// Any error: that of the source, or of making a listener.
  public typealias Failure = any Error

  private let source: any AudioSource
  private let makeListener: @Sendable (_ sampleRate: Double) throws -> Listener

  /// Prepares to listen.
  ///
  /// - Parameters:
  ///   - source: The source to listen to.
  ///   - makeListener: Makes the listener for a sample rate in hertz: at the start, and again when a
  ///     lost device is back.
  public init(
    source: any AudioSource,
    makeListener: @escaping @Sendable (_ sampleRate: Double) throws -> Listener
  ) {
    (self.source, self.makeListener) = (source, makeListener)
  }

  /// Starts the source.
  ///
  /// - Returns: A reader of the events.
  public func makeAsyncIterator() -> Iterator {
    Iterator(events: source.start().makeAsyncIterator(), makeListener: makeListener)
  }

  /// An event, in chronological order.
  public enum Event: Sendable {
    /// The device is open. Comes again after ``resumed``.
    case started(deviceName: String, sampleRate: Double)
    /// The listener found something.
    case heard(Listener.Heard)
    /// The device went away; it is waited for.
    case lost(reason: String)
    /// The device is back.
    case resumed
  }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var events: AudioSourceEvents.Iterator
    fileprivate let makeListener: @Sendable (_ sampleRate: Double) throws -> Listener
    private var listener: Listener?
    private var pending: Event?  // after what the last device brought

    fileprivate init(
      events: AudioSourceEvents.Iterator,
      makeListener: @escaping @Sendable (_ sampleRate: Double) throws -> Listener
    ) {
      (self.events, self.makeListener) = (events, makeListener)
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last one and if the task was cancelled.
    /// - Throws: The error of the source, such as ``LiveAudio/AudioDeviceError``, or of
    ///   `makeListener`.
    public mutating func next() async throws -> Event? {
      while true {
        if let heard = listener?.next() { return .heard(heard) }
        if let event = pending {
          pending = nil
          return event
        }
        guard let event = try await events.next() else { return nil }
        switch event {
        case .started(let deviceName, let sampleRate):
          listener = try makeListener(sampleRate)
          return .started(deviceName: deviceName, sampleRate: sampleRate)
        case .block(let block): listener?.append(block)
        case .lost(let reason):
          listener?.finish()
          pending = .lost(reason: reason)
        case .resumed: return .resumed
        case .ended: listener?.finish()
        case .dropped, .retrying: continue
        }
      }
    }
  }
}
