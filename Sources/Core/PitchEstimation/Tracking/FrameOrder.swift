import SignalProcessing

/// A rule for the frames that are searched, and for the order in which the others follow.
protocol FrameOrder: Sendable {
  /// False if readings never wait for later frames.
  static var looksAhead: Bool { get }

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

  static var looksAhead: Bool { false }

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

/// The frames that wait for the next one that is searched.
struct FramesBetween: FrameOrder {
  /// A frame and its position.
  private struct Waiting: Sendable {
    var frame = CandidatePath.Frame()
    var place = FrameSearch.Place()
  }

  private let stride: Int
  private let frameSize: Int
  private var index = 0  // of the current frame, up to `stride`
  private var waiting = InlineArray<3, Waiting> { _ in Waiting() }
  private var samples: [Float]  // of the frames that wait, one after another
  private var waitingCount = 0
  private var last = CandidatePath.Frame()  // the last one that was searched
  private var hasLast = false
  private var first = 0.0  // the frequency of the strongest candidate of the one before, in hertz
  private var readCount = 0  // of those that wait, once they are decided
  private var readableCount = 0  // with the last one, if it is new

  static var looksAhead: Bool { true }

  static func stride(hopDuration: Double, lookahead: Int) -> Int {
    FrameBetween.stride(hopDuration: hopDuration, lookahead: lookahead)
  }

  /// - Precondition: `stride` is at most ``FrameBetween/mostFrames``.
  init(stride: Int, frameSize: Int) {
    self.stride = stride
    self.frameSize = frameSize
    samples = Array(repeating: 0, count: (stride - 1) * frameSize)
  }

  /// True if the current frame is always searched.
  var isSearched: Bool { index == 0 || !hasLast }

  /// True if all decided frames were returned.
  var isEmpty: Bool { readableCount == 0 }

  /// Advances to the next frame.
  mutating func advance() { index = index + 1 < stride ? index + 1 : 0 }

  /// Stores a frame that waits.
  mutating func wait(
    _ frame: CandidatePath.Frame, _ place: FrameSearch.Place, _ samples: Span<Float>
  ) {
    waiting[waitingCount] = Waiting(frame: frame, place: place)
    let start = waitingCount * frameSize
    precondition(start + samples.count <= self.samples.count, "more frames wait than there are")
    self.samples.withUnsafeMutableBufferPointer { target in
      samples.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        (to + start).copy(from: from, count: source.count)
      }
    }
    waitingCount += 1
  }

  /// Adds a searched frame, and decides those that waited for it.
  mutating func close(with frame: CandidatePath.Frame, _ search: inout FrameSearch) {
    decide(before: frame, &search)
    first = last.candidates.count > 0 ? last.candidates[0].frequency : 0
    (last, hasLast) = (frame, true)
    readableCount = waitingCount + 1
  }

  /// Searches the frames that wait, since none follows them.
  mutating func end(_ search: inout FrameSearch) {
    decide(before: nil, &search)
    readableCount = waitingCount
  }

  @inline(never)
  private mutating func decide(before next: CandidatePath.Frame?, _ search: inout FrameSearch) {
    readCount = 0
    for position in 0..<waitingCount {
      waiting[position].frame = decided(position, before: next, &search)
    }
  }

  private func decided(
    _ position: Int, before next: CandidatePath.Frame?, _ search: inout FrameSearch
  ) -> CandidatePath.Frame {
    let waiting = waiting.span
    let (waited, place) = (waiting[position].frame, waiting[position].place)
    let start = position * frameSize
    let samples = samples.span.extracting(start..<(start + frameSize))
    var frame = waited
    let share = Double(position + 1) / Double(waitingCount + 1)
    if let next,
      let agreement = FrameBetween.fill(&frame, first: first, from: last, to: next, share: share),
      agreement == .steady || search.measure(samples, place, &frame)
    {
      return frame
    }
    guard !waited.loudness.isSilent else { return waited }
    frame = waited
    search.search(samples, place, learns: false, &frame)
    return frame
  }

  /// Returns the next decided frame.
  mutating func next() -> CandidatePath.Frame? {
    guard readCount < readableCount else { return nil }
    let frame = readCount < waitingCount ? waiting.span[readCount].frame : last
    readCount += 1
    if readCount == readableCount { (readableCount, readCount, waitingCount) = (0, 0, 0) }
    return frame
  }
}
