/// A plot of tuning results from session to session.
public struct ProgressPlot: Sendable {
  /// One session.
  public struct Session: Sendable, Hashable {
    /// Its date, as the axis shows it.
    public var label: String
    /// The instrument and tuning; sessions with the same title have the same colour.
    public var title: String
    /// The mean absolute deviation of its notes from their targets, in cents.
    public var meanDeviation: Double
    /// The share of the time in tune, in 0...1.
    public var partInTune: Double

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - label: Its date, in the form for the axis.
    ///   - title: The instrument and tuning.
    ///   - meanDeviation: The mean absolute deviation of its notes from their targets, in cents.
    ///   - partInTune: The share of the time in tune, in 0...1.
    public init(label: String, title: String, meanDeviation: Double, partInTune: Double) {
      self.label = label
      self.title = title
      self.meanDeviation = meanDeviation
      self.partInTune = partInTune
    }
  }

  /// The title of the plot.
  public var title: String
  /// The sessions, the oldest first.
  public var sessions: [Session]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
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
