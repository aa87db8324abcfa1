public import InstrumentTuning

/// A picture of a session with a tuner: every note's distance from its target over time, and what
/// each note comes to.
public struct SessionPlot: Sendable {
  /// What was tuned, as the title shows it.
  public var title: String
  /// A line below the title.
  public var subtitle: String
  /// The notes, in any order.
  public var notes: [HeardNote]
  /// How long the session lasted, in seconds.
  public var duration: Double
  /// How far a tone in tune may be from its note, in cents.
  public var tolerance: Double

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: What was tuned.
  ///   - subtitle: A line below the title.
  ///   - notes: The notes, in any order; there may be none.
  ///   - duration: How long the session lasted, in seconds.
  ///   - tolerance: How far a tone in tune may be from its note, in cents.
  public init(
    title: String, subtitle: String, notes: [HeardNote], duration: Double, tolerance: Double
  ) {
    self.title = title
    self.subtitle = subtitle
    self.notes = notes
    self.duration = duration
    self.tolerance = tolerance
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try SessionDrawing(self).picture(format)
  }
}
