public import MusicTheory

/// What a picture says about where its pitches come from.
public struct PlotCaption: Sendable, Hashable {
  /// The name of the recording, as its title shows it.
  public var name: String
  /// The method that found the pitches, as a user names it.
  public var estimator: String
  /// The concert pitch that the note grid follows.
  public var concertPitch: ConcertPitch
  /// How the notes of the grid are written.
  public var spelling: Spelling

  /// Creates a caption.
  ///
  /// - Parameters:
  ///   - name: The name of the recording.
  ///   - estimator: The method that found the pitches.
  ///   - concertPitch: What the note grid follows; A4 = 440 Hz by default.
  ///   - spelling: How notes are written; with sharps by default.
  public init(
    name: String, estimator: String, concertPitch: ConcertPitch = .standard,
    spelling: Spelling = .sharps
  ) {
    self.name = name
    self.estimator = estimator
    self.concertPitch = concertPitch
    self.spelling = spelling
  }
}
