internal import SignalProcessing

/// Finds and judges the candidates of a frame.
struct FrameSearch: Sendable {
  /// The position of a frame in the stream.
  struct Place: Sendable {
    /// The sample of the frame that its reading belongs to.
    var center = 0
    /// The number of its samples that have arrived.
    var filledCount = 0
  }

  private(set) var finder: MultiresolutionCandidates
  private var scorer: Optional<CandidateScorer>
  private var salience: Optional<SalienceScorer>
  private var decaying: DecayingTone
  private let teeth: CombTeeth
  private var held: HeldNote
  private var room: QuietRoom
  private var continuation: NoteContinuation
  /// How often the stages have run; without ``StageCounts/refined``.
  private(set) var counts = StageCounts()
  private var memoryBefore = DecayingTone.Memory()  // before the last frame that was learned from

  /// - Parameters:
  ///   - plan: The plan of the windows.
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - stride: The number of frames from one that updates the noise estimate to the next.
  ///   - usesLearnedScorer: Whether a model trained on sounds in noise judges candidates.
  ///   - usesSalience: Whether a network is asked which sound is in front.
  ///   - takesShortcuts: Whether a note that goes on is searched in the longest window alone.
  @inline(never)
  init(
    _ plan: MultiresolutionCandidates.Plan, hopDuration: Double, stride: Int,
    usesLearnedScorer: Bool, usesSalience: Bool, takesShortcuts: Bool
  ) {
    decaying = DecayingTone(frameSize: plan.frameSize)
    continuation = NoteContinuation(
      hopDuration: Double(stride) * hopDuration, isUsed: takesShortcuts)
    teeth = CombTeeth(of: plan.spectrum)
    held = HeldNote(of: plan.spectrum, hopDuration: Double(stride) * hopDuration)
    room = QuietRoom(
      of: plan.spectrum, hopDuration: Double(stride) * hopDuration)
    scorer =
      usesLearnedScorer
      ? CandidateScorer(of: plan.spectrum, frequencies: plan.accepted, hopDuration: hopDuration)
      : nil
    finder = MultiresolutionCandidates(plan, hopDuration: Double(stride) * hopDuration)
    salience =
      usesSalience ? SalienceScorer(finder, hopDuration: Double(stride) * hopDuration) : nil
  }

  var hasScorer: Bool { scorer != nil }

  /// Searches a frame that is not silent.
  ///
  /// - Parameters:
  ///   - samples: The samples of the frame.
  ///   - place: Its position in the stream.
  ///   - learns: Whether the frames that follow are compared with this one, which follows the last
  ///     such one; otherwise it precedes it.
  ///   - frame: Holds its loudness and penalty on entry; complete on return.
  @inline(never)
  mutating func search(
    _ samples: Span<Float>, _ place: Place, learns: Bool, _ frame: inout CandidatePath.Frame
  ) {
    let mayContinue = TrackerParameters.hasShortcuts && learns
    let known = mayContinue ? continuation.known(at: frame) : nil
    let isFound = find(samples, place, learns: learns, after: known, &frame)
    let isContinued = TrackerParameters.hasShortcuts && isFound
    if isContinued, let known {
      counts.continued += 1
      frame.candidates.takeScores(of: known)
      scorer?.follow(frame.candidates)
      salience?.follow(frame.candidates, by: finder, SalienceScorer.Heard(frame))
    } else {
      counts.searched += 1
      judge(&frame, learns: learns)
    }
    held.keep(in: &frame, by: finder, learns: learns)
    if !isContinued {
      frame.rangeSide = finder.rangeSide
      if frame.rangeSide != nil { frame.candidates.removeAll() }
    }
    // Another candidate may have become the strongest.
    refuseHum(&frame)
    if learns { continuation.follow(frame, isContinued: isContinued) }
  }

  /// Measures the strongest candidate of a frame between two that show it, whose candidates were
  /// interpolated.
  ///
  /// - Parameters:
  ///   - samples: The samples of the frame.
  ///   - place: Its position in the stream.
  ///   - frame: Its candidates move with the strongest one.
  /// - Returns: `false` if it must be searched.
  @inline(never)
  mutating func measure(
    _ samples: Span<Float>, _ place: Place, _ frame: inout CandidatePath.Frame
  ) -> Bool {
    typealias Parameters = TrackerParameters.Between
    let entry = frame.candidates[0]
    guard
      let found = finder.measure(
        near: entry.frequency, of: entry.window, in: samples, around: place.center,
        filledCount: place.filledCount)
    else { return false }
    let ratio = found.frequency / entry.frequency
    guard (ratio - 1).magnitude < Parameters.largestDetour,
      found.height > entry.height - Parameters.largestLoss
    else { return false }
    frame.candidates.scale(by: ratio)
    counts.measured += 1
    return true
  }

  /// Returns the frequency, in hertz, that the newest samples of a frame have; `nil` if they leave
  /// doubts. To be asked before the frame is searched.
  mutating func newestFrequency(in samples: Span<Float>) -> Double? {
    finder.newestFrequency(in: samples)
  }

  private mutating func judge(_ frame: inout CandidatePath.Frame, learns: Bool) {
    if let doubt = scorer?.judge(
      &frame.candidates, by: finder, excess: frame.loudness.excess, penalty: frame.penalty,
      remembers: learns)
    {
      frame.doubt = doubt
    }
    let heard = SalienceScorer.Heard(frame)
    if let total = salience?.listen(&frame.candidates, by: finder, heard, learns: learns) {
      counts.asked += 1
      frame.total = total
      frame.doubt = 0
    }
    teeth.check(&frame.candidates, by: finder)
  }

  /// Returns the features of the candidates of a frame, one candidate after another, to train a
  /// scorer.
  mutating func features(
    _ samples: Span<Float>, _ place: Place, learns: Bool, _ frame: inout CandidatePath.Frame
  ) -> [Float] {
    find(samples, place, learns: learns, &frame)
    return scorer?.features(
      of: &frame.candidates, by: finder, excess: frame.loudness.excess, penalty: frame.penalty,
      remembers: learns) ?? []
  }

  @discardableResult
  private mutating func find(
    _ samples: Span<Float>, _ place: Place, learns: Bool, after known: CandidateList? = nil,
    _ frame: inout CandidatePath.Frame
  ) -> Bool {
    let isContinued = finder.find(
      in: samples, around: place.center, filledCount: place.filledCount, learns: learns,
      after: known, into: &frame.candidates)
    frame.noise = finder.noise.blend
    if learns {
      room.learn(frame.loudness.level, frame.candidates.strongest, by: finder)
    }
    let memory = decaying.memory
    decaying.memory = learns ? memory : memoryBefore
    memoryBefore = decaying.memory
    decaying.extend(
      &frame.candidates, in: samples, of: finder, isOpen: frame.loudness.isOpen)
    let isHeld = holds(frame.loudness)
    if !learns { decaying.memory = memory }
    if !frame.loudness.isOpen, !isHeld { frame.penalty = 1 }
    refuseHum(&frame)
    return isContinued
  }

  private func holds(_ loudness: FrameStream.Loudness) -> Bool {
    decaying.memory.holds
      && loudness.level > loudness.gateThreshold - TrackerParameters.Level.heldBelowGate
  }

  @inline(never)
  private mutating func refuseHum(_ frame: inout CandidatePath.Frame) {
    guard frame.candidates.count > 0 else { return }
    let frequency = frame.candidates[0].frequency
    if finder.isHum(frequency) || room.hides(frequency, at: frame.loudness.level, by: finder) {
      frame.penalty = 1
    }
  }
}

extension SalienceScorer.Heard {
  fileprivate init(_ frame: CandidatePath.Frame) {
    self.init(
      level: frame.loudness.level, noise: frame.noise, doubt: frame.doubt,
      isFading: frame.penalty > 0)
  }
}
