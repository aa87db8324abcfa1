internal import SignalProcessing

/// A rule for the frames that are searched, and for the order in which the others follow.
protocol FrameOrder: Sendable {
  /// Returns the number of frames from one that is searched to the next.
  ///
  /// - Parameters:
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - lookahead: The number of later frames that may influence a reading.
  /// - Returns: At least 1.
  static func stride(hopDuration: Double, lookahead: Int) -> Int

  /// - Parameters:
  ///   - stride: The number of frames from one that is searched to the next.
  ///   - frameSize: The number of samples in a frame.
  init(stride: Int, frameSize: Int)

  /// True if the current frame is always searched.
  var isSearched: Bool { get }

  /// True if all decided frames were returned.
  var isEmpty: Bool { get }

  /// Advances to the next frame.
  mutating func advance()

  /// Stores a frame that waits for the next one that is searched.
  mutating func wait(
    _ frame: CandidatePath.Frame, _ place: FrameSearch.Place, _ samples: Span<Float>)

  /// Adds a searched frame, and decides those that waited for it.
  mutating func close(with frame: CandidatePath.Frame, _ search: inout FrameSearch)

  /// Searches the frames that wait, since none follows them.
  mutating func end(_ search: inout FrameSearch)

  /// Returns the next decided frame.
  mutating func next() -> CandidatePath.Frame?
}

/// The rule that every frame is searched.
struct EveryFrame: FrameOrder {
  private var frame: Optional<CandidatePath.Frame> = nil

  static func stride(hopDuration: Double, lookahead: Int) -> Int { 1 }

  init(stride: Int, frameSize: Int) {}

  var isSearched: Bool { true }
  var isEmpty: Bool { frame == nil }
  mutating func advance() {}
  mutating func wait(
    _ frame: CandidatePath.Frame, _ place: FrameSearch.Place, _ samples: Span<Float>
  ) {}
  mutating func close(with frame: CandidatePath.Frame, _ search: inout FrameSearch) {
    self.frame = frame
  }
  mutating func end(_ search: inout FrameSearch) {}
  mutating func next() -> CandidatePath.Frame? {
    defer { frame = nil }
    return frame
  }
}
