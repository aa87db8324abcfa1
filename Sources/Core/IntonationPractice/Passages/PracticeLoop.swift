/// The repetitions of a passage: it is done once it has been right several times in a row at the
/// tempo that is wanted.
///
/// A pass that is not right slows the tempo down; a right one below the wanted tempo speeds it up.
/// Only passes at the wanted tempo count. No tempo is outside ``TimingPlan/tempos``. Without a tempo,
/// every right pass counts, and times do not.
///
/// ```swift
/// var loop = PracticeLoop(tempo: 90)
/// while !loop.isDone { loop.add(play(at: loop.tempo)) }
/// ```
public struct PracticeLoop: Sendable, Hashable {
  /// The rules of a loop.
  public struct Settings: Sendable, Hashable {
    /// How often in a row the passage must be right, in 1...100.
    public var goal: Int
    /// The factor of the tempo after a pass that is not right, in 0.5...1.
    public var slower: Double
    /// The factor of the tempo after a right pass, in 1...2.
    public var faster: Double
    /// The slowest tempo, as a share of the wanted one, in 0.1...1.
    public var slowest: Double

    /// Creates settings from these properties, limited to their ranges.
    public init(
      goal: Int = 3, slower: Double = 0.9, faster: Double = 1.05, slowest: Double = 0.5
    ) {
      self.goal = max(1, min(100, goal))
      self.slower = max(0.5, min(1, slower))
      self.faster = max(1, min(2, faster))
      self.slowest = max(0.1, min(1, slowest))
    }
  }

  /// A pass that has been played.
  public struct Pass: Sendable, Hashable {
    /// What was right and wrong.
    public var verdict: PassVerdict
    /// Its tempo, in quarter notes per minute; `nil` without one.
    public var tempo: Double?
  }

  /// The rules of the loop.
  public let settings: Settings
  /// The wanted tempo, in quarter notes per minute, within ``TimingPlan/tempos``; `nil` without one.
  public let wantedTempo: Double?
  /// The tempo of the next pass, in quarter notes per minute; `nil` without one.
  public private(set) var tempo: Double?
  /// The passes so far, in order.
  public private(set) var passes: [Pass] = []
  /// How many of the last passes in a row were right, at the wanted tempo.
  public private(set) var streak = 0

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - tempo: The wanted tempo, in quarter notes per minute, greater than zero, and held within
  ///     ``TimingPlan/tempos``; `nil` for none.
  ///   - settings: The rules.
  public init(tempo: Double? = nil, _ settings: Settings = Settings()) {
    let tempos = TimingPlan.tempos
    wantedTempo = tempo.flatMap {
      $0 > 0 && $0.isFinite ? max(tempos.lowerBound, min(tempos.upperBound, $0)) : nil
    }
    self.tempo = wantedTempo
    self.settings = settings
  }

  /// True once the passage has been right often enough.
  public var isDone: Bool { streak >= settings.goal }

  /// Judges the next pass, played at ``tempo``, and adds it.
  ///
  /// - Parameters:
  ///   - result: The comparison with the score of the passage.
  ///   - timing: The times of the pass. They count if the loop has a tempo.
  ///   - tolerance: The largest deviation that is right, in cents.
  /// - Returns: What was right and wrong.
  @discardableResult
  public mutating func add(
    _ result: Intonation, timing: Timing?, tolerance: Double = PassVerdict.usualTolerance
  ) -> PassVerdict {
    let verdict = PassVerdict(
      result, timing: tempo == nil ? nil : timing, tolerance: tolerance)
    add(verdict)
    return verdict
  }

  /// Adds the next pass, played at ``tempo``.
  ///
  /// - Parameter verdict: What was right and wrong.
  public mutating func add(_ verdict: PassVerdict) {
    passes.append(Pass(verdict: verdict, tempo: tempo))
    guard let tempo, let wantedTempo else {
      streak = verdict.isRight ? streak + 1 : 0
      return
    }
    if verdict.isRight {
      if tempo >= wantedTempo { streak += 1 }
      self.tempo = min(wantedTempo, tempo * settings.faster)
    } else {
      streak = 0
      self.tempo = max(
        TimingPlan.tempos.lowerBound, wantedTempo * settings.slowest, tempo * settings.slower)
    }
  }
}

/// Whether a pass through a passage was right, and if not, why.
public struct PassVerdict: Sendable, Hashable {
  /// The largest deviation of a note that is right, in cents.
  public static var usualTolerance: Double { 25 }
  /// The tolerances that can be chosen, in cents.
  public static var tolerances: ClosedRange<Double> { 1...70 }

  /// The largest deviation from the beat of a note that is in time, in milliseconds.
  public static var latest: Double { 100 }

  /// The number of notes that were played as other ones.
  public var wrongCount: Int
  /// The number of notes that were not played.
  public var missingCount: Int
  /// The number of played notes that are not in the passage.
  public var extraCount: Int
  /// The indices of the notes that were further off than the tolerance.
  public var outOfTune: [Int]
  /// The indices of the notes that were further than ``latest`` from the beat.
  public var offBeat: [Int]
  /// The largest deviation of a right note, in cents, with its sign; 0 without one.
  public var worst: Double
  /// The deviation of the whole pass, in cents.
  public var offset: Double

  /// The deviation beyond which a whole pass is another passage, in cents.
  private static let largestOffset = 70.0

  /// Judges a pass.
  ///
  /// - Parameters:
  ///   - result: The comparison with the score of the passage.
  ///   - timing: The times of the pass; `nil` if they do not count.
  ///   - tolerance: The largest deviation that is right, in cents, apart from the deviation of the
  ///     whole pass.
  public init(
    _ result: Intonation, timing: Timing? = nil, tolerance: Double = Self.usualTolerance
  ) {
    wrongCount = result.wrongCount
    missingCount = result.missingCount
    extraCount = result.extraCount
    outOfTune = result.notes.indices.filter {
      (result.notes[$0].cents?.magnitude ?? 0) > tolerance
    }
    let times = timing?.notes ?? []
    offBeat = times.indices.filter { (times[$0].late?.magnitude ?? 0) > Self.latest }
    worst = result.notes.compactMap { $0.cents }.max { $0.magnitude < $1.magnitude } ?? 0
    offset = result.offset
  }

  /// True if the whole pass was transposed, by more than a player who tunes to himself would be.
  public var isTransposed: Bool { offset.magnitude > Self.largestOffset }

  /// True if every note was right, and nothing else was played.
  public var isRight: Bool {
    !isTransposed && wrongCount == 0 && missingCount == 0 && extraCount == 0
      && outOfTune.isEmpty && offBeat.isEmpty
  }
}
