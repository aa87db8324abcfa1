internal import SignalProcessing

/// Which frames are searched, and in which order they are known.
protocol FrameOrder: Sendable {
  /// How many frames there are from one that is searched to the next.
  ///
  /// - Parameters:
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - lookahead: How many later frames may influence a reading.
  /// - Returns: At least 1.
  static func stride(hopDuration: Double, lookahead: Int) -> Int

  /// - Parameters:
  ///   - stride: How many frames there are from one that is searched to the next.
  ///   - frameSize: The number of samples in a frame.
  init(stride: Int, frameSize: Int)

  /// Whether the current frame is searched in any case.
  var isSearched: Bool { get }

  /// Whether all that is known was read.
  var isEmpty: Bool { get }

  /// Goes on to the next frame.
  mutating func advance()

  /// Takes in a frame that waits for the next one that is searched.
  mutating func wait(
    _ frame: CandidatePath.Frame, _ place: FrameSearch.Place, _ samples: Span<Float>)

  /// Takes in a frame that was searched, and decides those that waited for it.
  mutating func close(with frame: CandidatePath.Frame, _ search: inout FrameSearch)

  /// Searches the frames that wait, since none follows them.
  mutating func end(_ search: inout FrameSearch)

  /// Returns the next frame that is known.
  mutating func next() -> CandidatePath.Frame?
}

/// Each frame is searched.
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
