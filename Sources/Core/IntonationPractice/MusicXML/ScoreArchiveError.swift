/// A compressed score (`.mxl`) that cannot be opened.
public enum ScoreArchiveError: Error, Equatable, Sendable {
  /// The archive ends early, or its directory points beyond its end.
  case truncated
  /// What was decompressed is not what was compressed.
  case damaged
  /// The archive is encrypted.
  case encrypted
  /// The archive is in several parts, or larger than 4 GB.
  case severalParts
  /// The archive has more files than this.
  case tooManyFiles(Int)
  /// A file is compressed by a method other than 0 (stored) and 8 (deflate).
  case unknownMethod(Int)
  /// A file is longer than this many bytes when it is decompressed.
  case tooLong(Int)
  /// There is no readable `META-INF/container.xml` that names the score.
  case noContainer
  /// The container names a file that is not in the archive.
  case noScore(String)
}

#if !hasFeature(Embedded)
  extension ScoreArchiveError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    public var description: String {
      switch self {
      case .truncated: "The compressed score is truncated. Copy or export it again."
      case .damaged: "The compressed score is damaged. Copy or export it again."
      case .encrypted: "The compressed score is encrypted. Export it without a password."
      case .severalParts:
        "The compressed score is in several parts, or larger than 4 GB. Export it as one file."
      case .tooManyFiles(let limit):
        "The archive has more than \(limit) files, which no score needs. It was not read."
      case .unknownMethod(let method):
        """
        The score is compressed by method \(method), but .mxl files use 8 (deflate). Export it again, \
        or as uncompressed .musicxml.
        """
      case .tooLong(let limit):
        "The archive decompresses to a file longer than \(limit / 1000) kB. It was not read."
      case .noContainer:
        """
        The archive has no META-INF/container.xml that names a score, so it is not an .mxl file. Export \
        the score again, or unzip it and give the .musicxml file in it.
        """
      case .noScore(let path):
        "The archive names the score '\(path)', but does not contain it. Export the score again."
      }
    }
  }
#endif
