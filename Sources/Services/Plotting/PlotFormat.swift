import SignalProcessing

/// The file formats of pictures.
public enum PlotFormat: String, CaseIterable, Sendable, Hashable {
  /// Pixels, 1920 × 1280 for recordings and sessions.
  case png
  /// Scalable, with text that can be searched and read aloud.
  case svg
  /// Scalable, for print.
  case pdf

  /// Reads the format from the end of a file's name.
  ///
  /// - Parameter path: A path whose name ends in `.png`, `.svg` or `.pdf`, in either case.
  /// - Throws: ``PlotError/unknownFormat(name:)`` for any other name.
  public init(path: String) throws(PlotError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let format = Self(rawValue: name[name.index(after: dot)...].lowercased())
    else { throw .unknownFormat(name: path) }
    self = format
  }
}

/// An error of making a plot.
public enum PlotError: Error, Equatable, Sendable {
  /// The name of a plot must end in one of the formats of ``PlotFormat``.
  case unknownFormat(name: String)
  /// The sample rate, in hertz, must be in 8000...192000.
  case sampleRateOutOfRange(Double)
  /// The search range, in hertz, must start above 0 and be finite.
  case invalidSearchRange(ClosedRange<Double>)
  /// cairo refused to draw; `reason` is its own wording.
  case drawingFailed(reason: String)
}

extension PlotError: CustomStringConvertible {
  /// One sentence with the error and what to do about it.
  public var description: String {
    switch self {
    case .unknownFormat(let name):
      "\(name) is not a picture format. Write a file name that ends in .png, .svg or .pdf."
    case .sampleRateOutOfRange(let rate):
      "A plot needs a sample rate between 8000 and 192000 Hz, but this one is \(rate.plainText) Hz."
    case .invalidSearchRange(let range):
      """
      A plot needs a range of frequencies above 0 Hz, but this one is \
      \(range.lowerBound.plainText)...\(range.upperBound.plainText) Hz.
      """
    case .drawingFailed(let reason):
      "The plot could not be drawn (\(reason)). Choose another format."
    }
  }
}
