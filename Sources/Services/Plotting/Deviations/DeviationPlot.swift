/// A plot of deviations in cents: one column for each note, fret or interval.
public struct DeviationPlot: Sendable {
  /// A value in a column.
  public struct Value: Sendable, Hashable {
    /// The deviation, in cents.
    public var cents: Double
    /// One standard error, in cents; 0 draws no bar.
    public var error: Double
    /// The number of the series, from 0; it sets the colour.
    public var series: Int

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - cents: The deviation, in cents; one that is not finite is not drawn.
    ///   - error: One standard error, in cents.
    ///   - series: The number of the series, from 0.
    public init(cents: Double, error: Double = 0, series: Int = 0) {
      (self.cents, self.error, self.series) = (cents, error, series)
    }
  }

  /// A column.
  public struct Column: Sendable, Hashable {
    /// What stands below the column, such as `E4` or `fret 12`.
    public var label: String
    /// The values above the label.
    public var values: [Value]

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - label: What stands below the column.
    ///   - values: The values above the label; there may be none.
    public init(label: String, values: [Value]) { (self.label, self.values) = (label, values) }
  }

  /// The title of the plot.
  public var title: String
  /// What stands below the title.
  public var subtitle: String
  /// The names of the series, by number.
  public var series: [String]
  /// The columns, from the left.
  public var columns: [Column]

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - title: The title of the plot.
  ///   - subtitle: What stands below the title.
  ///   - series: The names of the series, by number.
  ///   - columns: The columns, from the left; there may be none.
  public init(title: String, subtitle: String, series: [String], columns: [Column]) {
    (self.title, self.subtitle) = (title, subtitle)
    (self.series, self.columns) = (series, columns)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try DeviationDrawing(self).picture(format)
  }
}
