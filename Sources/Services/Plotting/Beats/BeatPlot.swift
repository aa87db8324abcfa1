/// A plot of lines near one frequency over time, each with its standard error.
public struct BeatPlot: Sendable {
  /// One line at one time.
  public struct Point: Sendable, Hashable {
    /// In seconds.
    public var time: Double
    /// In hertz.
    public var frequency: Double
    /// One standard error, in hertz.
    public var error: Double
    /// The number of the line, from 0; it sets the colour.
    public var line: Int

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - time: In seconds.
    ///   - frequency: In hertz.
    ///   - error: One standard error, in hertz.
    ///   - line: The number of the line, from 0.
    public init(time: Double, frequency: Double, error: Double, line: Int) {
      (self.time, self.frequency) = (time, frequency)
      (self.error, self.line) = (error, line)
    }
  }

  /// The title of the plot.
  public var title: String
  /// What stands below the title, such as the beats.
  public var subtitle: String
  /// The frequency that the lines lie near, in hertz.
  public var target: Double
  /// All lines at all times.
  public var points: [Point]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - subtitle: What stands below it.
  ///   - target: The frequency that the lines lie near, in hertz.
  ///   - points: All lines at all times; there may be none.
  public init(title: String, subtitle: String, target: Double, points: [Point]) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.target, self.points) = (target, points)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try BeatDrawing(self).picture(format)
  }
}
