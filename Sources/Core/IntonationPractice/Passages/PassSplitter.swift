public import MusicTheory

/// Divides playing into passes through a passage.
///
/// A pass ends with the last note of the passage, or when the player stops for ``pause``: then it
/// is as incomplete as it was played.
public struct PassSplitter: Sendable {
  /// The silence that ends a pass which did not reach its last note, in seconds.
  public static var usualPause: Double { 2 }

  /// The silence that ends a pass, in seconds.
  public let pause: Double
  private let score: PracticeScore
  private let concertPitch: ConcertPitch
  private var notes: [PlayedNote] = []

  /// Creates a splitter.
  ///
  /// - Parameters:
  ///   - score: The passage.
  ///   - concertPitch: A4 and the temperament.
  ///   - pause: The silence that ends a pass, in seconds.
  public init(
    _ score: PracticeScore, under concertPitch: ConcertPitch, pause: Double = Self.usualPause
  ) {
    self.score = score
    self.concertPitch = concertPitch
    self.pause = pause
  }

  /// The notes of the pass that is being played.
  public var current: [PlayedNote] { notes }

  /// Takes the next note.
  ///
  /// - Parameter note: The next played note, by onset.
  /// - Returns: The passes that this note ends, in order.
  /// - Complexity: O(*n m*) for *n* notes of the passage and *m* of the pass.
  public mutating func add(_ note: PlayedNote) -> [[PlayedNote]] {
    var ended: [[PlayedNote]] = []
    if let last = notes.last, note.onset - (last.onset + last.duration) > pause {
      ended.append(take())
    }
    notes.append(note)
    if reachesTheEnd { ended.append(take()) }
    return ended
  }

  /// Takes the passing of time, so that a pause ends a pass.
  ///
  /// - Parameter time: The time up to which all notes are known, in seconds.
  /// - Returns: The pass that the pause ends; `nil` if none.
  public mutating func pass(endingBefore time: Double) -> [PlayedNote]? {
    guard let last = notes.last, time - (last.onset + last.duration) > pause else { return nil }
    return take()
  }

  /// Ends the playing.
  ///
  /// - Returns: The notes of a pass that did not reach its end; `nil` if there are none.
  public mutating func finish() -> [PlayedNote]? { notes.isEmpty ? nil : take() }

  private mutating func take() -> [PlayedNote] {
    defer { notes = [] }
    return notes
  }

  /// True if the last played note is the last one of the passage.
  private var reachesTheEnd: Bool {
    let result = Intonation(score, played: notes, concertPitch: concertPitch, isFinished: false)
    guard let last = result.notes.last(where: { !$0.note.isGrace }) else { return false }
    return last.played == notes.last && last.cents != nil
  }
}
