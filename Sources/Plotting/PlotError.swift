/// Why a picture could not be made.
public enum PlotError: Error, Equatable, Sendable {
  /// The name of a picture must end in one of the formats of ``PlotFormat``.
  case unknownFormat(name: String)
  /// The sample rate, in hertz, must lie in 8000...192000.
  case sampleRateOutOfRange(Double)
  /// The search range, in hertz, must start above 0 and be finite.
  case invalidSearchRange(ClosedRange<Double>)
  /// cairo refused to draw; `reason` is its own wording.
  case drawingFailed(reason: String)
}

extension PlotError: CustomStringConvertible {
  /// One sentence that tells what to do about it.
  public var description: String {
    switch self {
    case .unknownFormat(let name):
      "\(name) is no picture that can be drawn; end its name in .png, .svg or .pdf."
    case .sampleRateOutOfRange(let rate):
      "A plot needs a sample rate in 8000...192000 Hz, but it is \(rate) Hz."
    case .invalidSearchRange(let range):
      "A plot needs a range of frequencies above 0 Hz, but it is \(range) Hz."
    case .drawingFailed(let reason):
      "The plot could not be drawn (\(reason)); choose another format."
    }
  }
}
