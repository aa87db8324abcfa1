public import LiveAudio

/// A file, or a stream such as standard input, as a source of live sound.
///
/// A clock paces it at the speed of the recording; without a clock, it delivers as fast as it is
/// read.
public final class FileSource: AudioSource {
  private let makeSession: @Sendable () -> PacedSession
  private let slot = SessionSlot<PacedSession>()

  /// Creates a source that reads a file from its start in each session.
  ///
  /// - Parameters:
  ///   - path: The file, in any format that ``AudioFiles/AudioFileReader`` reads.
  ///   - channel: The channels to use. All of them by default.
  ///   - clock: The clock that paces the source; `nil`, the default, for no waiting.
  ///   - onTruncation: Called at the end of a file that is truncated or damaged.
  ///   - onOppositeChannels: Called at the end of a file whose channels cancel each other.
  public convenience init(
    path: String, channel: ChannelSelection = .mix, clock: (any Clock<Duration>)? = nil,
    onTruncation: @escaping @Sendable () -> Void = {},
    onOppositeChannels: @escaping @Sendable () -> Void = {}
  ) {
    self.init(
      name: path, clock: clock, onTruncation: onTruncation, onOppositeChannels: onOppositeChannels
    ) { () throws(AudioFileError) in
      try AudioFileReader(path: path, channel: channel)
    }
  }

  /// Creates a source from any reader.
  ///
  /// A read that waits for a pipe cannot be interrupted: a stop takes effect when the pipe delivers
  /// or ends.
  ///
  /// - Parameters:
  ///   - name: The name of the source in its events.
  ///   - clock: The clock that paces the source; `nil`, the default, for no waiting except that of
  ///     the reader.
  ///   - onTruncation: Called at the end of a stream that is truncated or damaged.
  ///   - onOppositeChannels: Called at the end of a stream whose channels cancel each other.
  ///   - open: Opens the reader, once for each session, when its events are read. Its errors, and
  ///     those of reading, end the events.
  public init<Reader: SampleReader & ~Copyable>(
    name: String, clock: (any Clock<Duration>)? = nil,
    onTruncation: @escaping @Sendable () -> Void = {},
    onOppositeChannels: @escaping @Sendable () -> Void = {},
    open: @escaping @Sendable () throws(AudioFileError) -> Reader
  ) {
    makeSession = {
      PacedSession(clock: clock) {
        ReaderBlocks(deviceName: name, reader: try open()) { isTruncated, hasOppositeChannels in
          if isTruncated { onTruncation() }
          if hasOppositeChannels { onOppositeChannels() }
        }
      }
    }
  }

  /// Starts from the beginning, or joins the session that already runs.
  ///
  /// - Returns: The events of the session.
  public func start() -> AudioSourceEvents { slot.start(makeSession) }

  /// Ends the session.
  public func stop() async { await slot.stop() }
}

/// The blocks of a reader. A class, because a noncopyable reader fits into no existential.
private final class ReaderBlocks<Reader: SampleReader & ~Copyable>: BlockProducer {
  let deviceName: String
  let sampleRate: Double
  private var reader: Reader
  private let onEnd: @Sendable (_ isTruncated: Bool, _ hasOppositeChannels: Bool) -> Void
  private var hasEnded = false

  init(
    deviceName: String, reader: consuming Reader,
    onEnd: @escaping @Sendable (_ isTruncated: Bool, _ hasOppositeChannels: Bool) -> Void
  ) {
    self.deviceName = deviceName
    self.onEnd = onEnd
    sampleRate = reader.sampleRate
    self.reader = reader
  }

  func nextBlock(maximumCount: Int) throws -> [Float]? {
    var block: [Float] = []
    block.reserveCapacity(maximumCount)
    if try reader.read(into: &block, maximumCount: maximumCount) > 0 { return block }
    if !hasEnded { onEnd(reader.isTruncated, reader.hasOppositeChannels) }
    hasEnded = true
    return nil
  }
}
