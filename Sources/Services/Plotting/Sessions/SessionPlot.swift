public import InstrumentTuning

/// A plot of a session with a tuner: the deviation of every note over time, and the results of each
/// note name.
public struct SessionPlot: Sendable {
  /// The title: the instrument and tuning.
  public var title: String
  /// A line below the title.
  public var subtitle: String
  /// The notes, in any order.
  public var notes: [HeardNote]
  /// The duration of the session, in seconds.
  public var duration: Double
  /// The largest deviation that counts as in tune, in cents.
  public var tolerance: Double

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title: the instrument and tuning.
  ///   - subtitle: A line below the title.
  ///   - notes: The notes, in any order; there may be none.
  ///   - duration: The duration of the session, in seconds.
  ///   - tolerance: The largest deviation that counts as in tune, in cents.
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
