public import MusicTheory

/// The description of a plot's origin.
public struct PlotCaption: Sendable, Hashable {
  /// The name of the recording, as its title shows it.
  public var name: String
  /// The method that found the pitches, as a user names it.
  public var estimator: String
  /// The concert pitch that the note grid follows.
  public var concertPitch: ConcertPitch
  /// The spelling of the notes in the grid.
  public var spelling: Spelling

  /// Creates a caption.
  ///
  /// - Parameters:
  ///   - name: The name of the recording.
  ///   - estimator: The method that found the pitches.
  ///   - concertPitch: The concert pitch of the note grid; A4 = 440 Hz by default.
  ///   - spelling: The spelling of the notes; with sharps by default.
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
