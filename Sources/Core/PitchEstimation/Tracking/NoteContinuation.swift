#if !arch(wasm32)
  /// Tells the frames that are likely to go on with the note of the frame before.
  ///
  /// Frames overlap by far more than they are apart. While a clear note goes on, the longest window
  /// suffices to see it; the shorter ones, the scorer and the network are asked where it changes, and
  /// every so often.
  struct NoteContinuation: Sendable {
    private typealias Parameters = TrackerParameters.Continuation

    /// The number of clear frames in turn with the same note before one goes on.
    private let leastCount: Int
    private var last = CandidateList()
    private var level = 0.0  // in dBFS
    private var clearCount = 0  // of clear frames in turn with the same note
    private var continuedCount = 0  // since the last frame that was searched in full

    /// - Parameters:
    ///   - hopDuration: The time from frame to frame, in seconds.
    ///   - isUsed: `false` to search all frames in full.
    init(hopDuration: Double, isUsed: Bool) {
      leastCount =
        isUsed ? max(1, Int((Parameters.leastDuration / hopDuration - 1e-6).rounded(.up))) : .max
    }

    /// Returns the candidates of the frame before, if the next one may go on with them.
    ///
    /// - Parameter frame: Its loudness and penalty.
    /// - Returns: `nil` if it must be searched in full.
    func known(at frame: CandidatePath.Frame) -> CandidateList? {
      guard clearCount >= leastCount, continuedCount < Parameters.mostFrames,
        frame.penalty == 0, frame.loudness.isOpen,
        (frame.loudness.level - level).magnitude < Parameters.largestStep
      else { return nil }
      return last
    }

    /// Remembers a frame.
    mutating func follow(_ frame: CandidatePath.Frame, isContinued: Bool) {
      continuedCount = isContinued ? continuedCount + 1 : 0
      level = frame.loudness.level
      guard Self.isClear(frame) else {
        clearCount = 0
        return
      }
      let (before, now) = (last[0].frequency, frame.candidates[0].frequency)
      let isSame = (now - before).magnitude < Parameters.farthestGlide * before
      clearCount = isSame && clearCount > 0 ? clearCount + 1 : 1
      last = frame.candidates
    }

    /// Returns `true` if one window alone shows what the whole search has found.
    private static func isClear(_ frame: CandidatePath.Frame) -> Bool {
      guard frame.penalty == 0, frame.noise == 0, frame.doubt == 0, frame.total == nil,
        frame.rangeSide == nil, frame.candidates.count > 0
      else { return false }
      let strongest = frame.candidates[0]
      return strongest.strength > Parameters.clearStrength && strongest.lag > 0
    }
  }
#else
  /// The page's modules are small, and search every frame in full.
  struct NoteContinuation: Sendable {
    init(hopDuration: Double, isUsed: Bool) {}

    func known(at frame: CandidatePath.Frame) -> CandidateList? { nil }

    mutating func follow(_ frame: CandidatePath.Frame, isContinued: Bool) {}
  }
#endif
