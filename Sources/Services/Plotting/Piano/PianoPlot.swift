/// A plot of a piano: B over the keys with the fit, and the stretch of its tuning.
public struct PianoPlot: Sendable {
  /// A value of one key.
  public struct Measured: Sendable, Hashable {
    /// The key, 0 for A0 to 87 for C8.
    public var key: Int
    /// The value.
    public var value: Double
    /// One standard error.
    public var error: Double

    /// Creates a value.
    public init(key: Int, value: Double, error: Double) {
      self.key = key
      self.value = value
      self.error = error
    }
  }

  /// The title.
  public var title: String
  /// B of the keys that were measured.
  public var inharmonicities: [Measured]
  /// B of all 88 keys as the model has it.
  public var model: [Double]
  /// The stretch of all 88 keys, in cents.
  public var curve: [Double]
  /// The stretch without smoothing, in cents.
  public var roughCurve: [Double]
  /// Where the first partials were before tuning, in cents from equal temperament.
  public var before: [Measured]
  /// Where they were afterwards.
  public var after: [Measured]

  /// Creates a plot.
  public init(
    title: String, inharmonicities: [Measured], model: [Double], curve: [Double],
    roughCurve: [Double], before: [Measured], after: [Measured]
  ) {
    self.title = title
    self.inharmonicities = inharmonicities
    self.model = model
    self.curve = curve
    self.roughCurve = roughCurve
    self.before = before
    self.after = after
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try PianoDrawing(self).picture(format)
  }
}
