internal import SignalProcessing

/// A note that has just begun, told before the readings of its beginning: those wait for the middle
/// of a frame, and for later sound.
package struct BeginningNote: Sendable, Hashable {
  /// About that of the note, in hertz.
  package var frequency: Double
  /// True if two windows of the newest sound agree on it, so that it may replace a note that still
  /// rings.
  package var isClear: Bool

  /// Creates a note of these properties.
  package init(frequency: Double, isClear: Bool) {
    (self.frequency, self.isClear) = (frequency, isClear)
  }
}

/// A rule for the notes that are told before their readings.
protocol BeginningRule: Sendable {
  /// False if no note ever is.
  static var isUsed: Bool { get }

  /// - Parameters:
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - sampleRate: Samples per second, in hertz.
  init(hopDuration: Double, sampleRate: Double)

  /// Hears the next frame of the stream.
  ///
  /// - Parameters:
  ///   - samples: The samples of the frame.
  ///   - isOpen: Whether the gate is open.
  ///   - search: Looks at the newest of them; what it has found of a frame is lost.
  mutating func hear(_ samples: Span<Float>, isOpen: Bool, _ search: inout FrameSearch)

  /// Follows the newest frame of the path.
  ///
  /// - Parameters:
  ///   - frequency: Its frequency in hertz, as far as is known so far; `nil` if it is unvoiced.
  ///   - confidence: The probability that it is right.
  mutating func follow(_ frequency: Double?, confidence: Double)

  /// Returns a note that has begun since the last call, if any.
  mutating func take() -> BeginningNote?
}

/// The rule of trackers whose readings nobody waits for.
struct NoBeginnings: BeginningRule {
  static var isUsed: Bool { false }
  init(hopDuration: Double, sampleRate: Double) {}
  func hear(_ samples: Span<Float>, isOpen: Bool, _ search: inout FrameSearch) {}
  func follow(_ frequency: Double?, confidence: Double) {}
  func take() -> BeginningNote? { nil }
}

/// The rule of live tuners: after an attack, or where a note gives way to another one, a note is told
/// once two frames agree on it.
///
/// A frame shows a note best when the note fills it. So there the two shorter windows are laid over
/// its newest sound instead of its middle. Low notes have too few periods there, and some
/// attacks too much noise: such a note is told once the path to the newest frame has held still.
struct Beginnings: BeginningRule {
  private typealias Parameters = TrackerParameters.Beginning

  /// Successive frequencies of one note.
  private struct Run: Sendable {
    var frequency = 0.0
    var count = 0

    mutating func add(_ next: Double?, within share: Double) {
      guard let next else { return count = 0 }
      guard count > 0, (next / frequency - 1).magnitude < share else {
        (frequency, count) = (next, 1)
        return
      }
      count += 1
    }
  }

  static var isUsed: Bool { true }

  private let stride: Int  // frames from one look at the newest sound to the next
  private let longStride: Int  // frames for which the path must hold still on a high note
  private let listeningCount: Int  // frames
  private var index = 0  // of the frame, up to `stride`
  private var sinceAttack = Int.max
  private var sinceBreak = Int.max
  private var periodBreak: PeriodBreak
  private var newest = Run()
  private var path = Run()
  private var found: Optional<BeginningNote> = nil

  init(hopDuration: Double, sampleRate: Double) {
    stride = max(1, Int((Parameters.interval / hopDuration).rounded()))
    longStride = max(1, Int((Parameters.longInterval / hopDuration).rounded()))
    listeningCount = Int((Parameters.duration / hopDuration).rounded())
    periodBreak = PeriodBreak(hopDuration: hopDuration, sampleRate: sampleRate)
  }

  private var isAfterAttack: Bool { sinceAttack < listeningCount }
  private var isAfterBreak: Bool { sinceBreak < listeningCount }

  mutating func hear(_ samples: Span<Float>, isOpen: Bool, _ search: inout FrameSearch) {
    let isNext = index == 0
    index = index + 1 < stride ? index + 1 : 0
    let quarter = samples.count / 4
    let before = samples.extracting(0..<quarter).energy()
    let now = samples.extracting((samples.count - quarter)..<samples.count).energy()
    let isAttack = isOpen && now > Parameters.leastRise * before
    sinceAttack = isAttack ? 0 : min(listeningCount, sinceAttack) + 1
    let isBreak = isOpen && periodBreak.hear(samples, isKnown: isAfterBreak)
    sinceBreak = isBreak ? 0 : min(listeningCount, sinceBreak) + 1
    let isLoud = isOpen && now > Parameters.leastShare * before
    guard isAttack || (isLoud && isAfterBreak) else { return newest = Run() }
    // Once told, it is not told again.
    guard isNext, newest.count < 2 else { return }
    var frequency = search.newestFrequency(in: samples)
    if !isAttack, newest.count == 0, let heard = frequency,
      !periodBreak.isAnother(heard, in: samples)
    {
      frequency = nil
    }
    newest.add(frequency, within: Parameters.sameNote)
    if newest.count == 2 { found = BeginningNote(frequency: newest.frequency, isClear: true) }
  }

  mutating func follow(_ frequency: Double?, confidence: Double) {
    periodBreak.sounding = frequency ?? 0
    guard isAfterAttack || isAfterBreak else { return path = Run() }
    let isLow = (frequency ?? 0) < Parameters.lowest
    path.add(
      confidence >= Parameters.leastConfidence ? frequency : nil,
      within: isLow ? Parameters.samePath : Parameters.sameNote)
    guard path.count == (isLow ? stride : longStride) + 1, found == nil else { return }
    let isAnother = isAfterBreak && periodBreak.isAnother(path.frequency)
    guard isAnother || isAfterAttack else { return }
    found = BeginningNote(frequency: path.frequency, isClear: isAnother)
  }

  mutating func take() -> BeginningNote? {
    defer { found = nil }
    return found
  }
}
