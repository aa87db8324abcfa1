/// A reliability diagram: how many readings of each confidence are right.
///
/// The line of readings whose confidence means what it says is the diagonal.
///
/// - SeeAlso: A. Niculescu-Mizil, R. Caruana, "Predicting good probabilities with supervised
///   learning", ICML 2005, [doi:10.1145/1102351.1102430](https://doi.org/10.1145/1102351.1102430).
package struct ReliabilityPlot: Sendable {
  /// Readings of about the same confidence.
  package struct Bin: Sendable, Hashable {
    /// The number of readings, at least 1.
    package var count: Int
    /// Their mean confidence, 0...1.
    package var confidence: Double
    /// The share of them that is right, 0...1.
    package var share: Double

    package init(count: Int, confidence: Double, share: Double) {
      (self.count, self.confidence, self.share) = (count, confidence, share)
    }
  }

  /// Readings of one origin.
  package struct Curve: Sendable, Hashable {
    package var name: String
    /// In order of confidence.
    package var bins: [Bin]

    package init(name: String, bins: [Bin]) {
      (self.name, self.bins) = (name, bins)
    }
  }

  /// The title of the plot.
  package var title: String
  /// What is compared; six have colours of their own.
  package var curves: [Curve]

  package init(title: String, curves: [Curve]) {
    (self.title, self.curves) = (title, curves)
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  package func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try ReliabilityDrawing(plot: self).picture(format)
  }
}
