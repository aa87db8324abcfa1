/// The files that a picture can be written to.
public enum PlotFormat: String, CaseIterable, Sendable, Hashable {
  /// Pixels, 1920 × 1280.
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
