/// A picture of how the tuning went, from session to session.
public struct ProgressPlot: Sendable {
  /// One session.
  public struct Session: Sendable, Hashable {
    /// Its date, as the axis shows it.
    public var label: String
    /// What was tuned; sessions with one title have one colour.
    public var title: String
    /// How far its notes were from their targets in the mean, up or down, in cents.
    public var meanDeviation: Double
    /// The part of the time in tune, in 0...1.
    public var partInTune: Double

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - label: Its date, as the axis shows it.
    ///   - title: What was tuned.
    ///   - meanDeviation: How far its notes were from their targets in the mean, in cents.
    ///   - partInTune: The part of the time in tune, in 0...1.
    public init(label: String, title: String, meanDeviation: Double, partInTune: Double) {
      self.label = label
      self.title = title
      self.meanDeviation = meanDeviation
      self.partInTune = partInTune
    }
  }

  /// What the picture shows, as its title says it.
  public var title: String
  /// The sessions, the oldest first.
  public var sessions: [Session]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: What the picture shows.
  ///   - sessions: The sessions, the oldest first; there may be none.
  public init(title: String, sessions: [Session]) {
    self.title = title
    self.sessions = sessions
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try ProgressDrawing(self).picture(format)
  }
}
