import SignalProcessing

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
    self.samples.withUnsafeMutableBufferPointer { target in
      samples.withUnsafeBufferPointer { source in
        for index in 0..<source.count { target[start + index] = source[index] }
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
      let share = Double(position + 1) / Double(waitingCount + 1)
      var frame = waiting[position].frame
      if let next,
        FrameBetween.fill(&frame, first: first, from: last, to: next, share: share)
      {
        waiting[position].frame = frame
      } else if !frame.loudness.isSilent {
        let start = position * frameSize
        search.search(
          samples.span.extracting(start..<(start + frameSize)), waiting[position].place,
          learns: false, &frame)
        waiting[position].frame = frame
      }
    }
  }

  /// Returns the next decided frame.
  mutating func next() -> CandidatePath.Frame? {
    guard readCount < readableCount else { return nil }
    let frame = readCount < waitingCount ? waiting[readCount].frame : last
    readCount += 1
    if readCount == readableCount { (readableCount, readCount, waitingCount) = (0, 0, 0) }
    return frame
  }
}

/// Interpolates a frame between two others that agree, so that it needs no search.
///
/// Frames overlap by far more than they are apart, and the frequency of each reading is measured
/// separately in any case.
enum FrameBetween {
  private typealias Parameters = TrackerParameters.Between

  /// The largest number of frames from one that is searched to the next.
  static let mostFrames = 4

  /// Returns the number of frames from one that is searched to the next: as many as leave enough
  /// look-ahead for the contour, without which a vibrato seems narrower.
  @inline(never)
  static func stride(hopDuration: Double, lookahead: Int) -> Int {
    let most = min(mostFrames, Int(Parameters.longestStep / hopDuration + 0.001))
    let contour = PitchContour.reach * PitchContour.step(hopDuration: hopDuration)
    return max(1, min(most, lookahead - contour + 1))
  }

  /// Interpolates the frame, if the two others allow it.
  ///
  /// - Parameters:
  ///   - frame: The frame, without candidates.
  ///   - first: The frequency of the strongest candidate one searched frame earlier than `before`,
  ///     in hertz; 0 if there is none.
  ///   - before: The last searched frame before it.
  ///   - after: The first searched frame after it.
  ///   - share: Its position from the one to the other, 0...1.
  /// - Returns: `true` if they agree.
  @inline(never)
  static func fill(
    _ frame: inout CandidatePath.Frame, first: Double, from before: CandidatePath.Frame,
    to after: CandidatePath.Frame, share: Double
  ) -> Bool {
    guard before.rangeSide == after.rangeSide else { return false }
    let low = min(before.loudness.level, after.loudness.level) - Parameters.largestStep
    let high = max(before.loudness.level, after.loudness.level) + Parameters.largestStep
    guard frame.loudness.level > low, frame.loudness.level < high else { return false }
    guard hasNone(before), hasNone(after) else {
      return join(&frame, first, before, after, share)
    }
    frame.candidates = before.candidates
    interpolateState(of: &frame, from: before, to: after, share: share)
    frame.penalty = max(frame.penalty, min(before.penalty, after.penalty))
    return true
  }

  private static func hasNone(_ frame: CandidatePath.Frame) -> Bool {
    frame.candidates.count == 0
      || frame.candidates[0].strength - frame.penalty < Parameters.noStrength
  }

  private static func interpolateState(
    of frame: inout CandidatePath.Frame, from before: CandidatePath.Frame,
    to after: CandidatePath.Frame, share: Double
  ) {
    frame.noise = before.noise + Float(share) * (after.noise - before.noise)
    frame.doubt = before.doubt + share * (after.doubt - before.doubt)
    frame.rangeSide = before.rangeSide
    guard TrackerParameters.Salience.isUsed else { return }
    frame.total = before.total.flatMap { total in
      after.total.map { total + share * ($0 - total) }
    }
  }

  /// Interpolates the candidates that both have.
  private static func join(
    _ frame: inout CandidatePath.Frame, _ first: Double, _ before: CandidatePath.Frame,
    _ after: CandidatePath.Frame, _ share: Double
  ) -> Bool {
    guard before.penalty == 0, after.penalty == 0, frame.penalty == 0,
      before.candidates.count > 0, after.candidates.count > 0,
      isSame(before.candidates[0], after.candidates[0]),
      min(before.candidates[0].strength, after.candidates[0].strength) > Parameters.clearStrength
    else { return false }
    let lead =
      max(before.candidates[0].strength, after.candidates[0].strength) - Parameters.leastLead
    for index in 0..<after.candidates.count where after.candidates[index].strength > lead {
      guard partner(of: after.candidates[index], in: before.candidates) != nil else { return false }
    }
    let bend = bend(first, before.candidates[0].frequency, after.candidates[0].frequency, share)
    frame.candidates.removeAll()
    for index in 0..<before.candidates.count {
      let entry = before.candidates[index]
      guard let other = partner(of: entry, in: after.candidates) else {
        guard entry.strength < lead else { return false }
        continue
      }
      var joined = mean(entry, after.candidates[other], share: share)
      joined.frequency *= bend
      frame.candidates.insert(joined)
    }
    interpolateState(of: &frame, from: before, to: after, share: share)
    return true
  }

  /// Returns the ratio of a parabola through three frequencies to the straight line between the
  /// last two: a vibrato bends by cents.
  private static func bend(
    _ first: Double, _ before: Double, _ after: Double, _ share: Double
  ) -> Double {
    guard (first - before).magnitude < Parameters.sameCandidate * before else { return 1 }
    return 1 + 0.5 * share * (share - 1) * (first - 2 * before + after) / before
  }

  private static func isSame(_ a: CandidateList.Entry, _ b: CandidateList.Entry) -> Bool {
    (a.frequency - b.frequency).magnitude < Parameters.sameNote * a.frequency
  }

  private static func partner(of entry: CandidateList.Entry, in list: CandidateList) -> Int? {
    var nearest: Int?
    var least = Parameters.sameCandidate * entry.frequency
    for index in 0..<list.count {
      let distance = (list[index].frequency - entry.frequency).magnitude
      if distance < least { (nearest, least) = (index, distance) }
    }
    return nearest
  }

  private static func mean(
    _ a: CandidateList.Entry, _ b: CandidateList.Entry, share: Double
  ) -> CandidateList.Entry {
    func between(_ x: Double, _ y: Double) -> Double { x + share * (y - x) }
    return CandidateList.Entry(
      frequency: between(a.frequency, b.frequency), height: between(a.height, b.height),
      strength: between(a.strength, b.strength), nats: between(a.nats, b.nats),
      salience: between(a.salience, b.salience), window: a.window, lag: a.lag)
  }
}
