/// Opens compressed MusicXML (`.mxl`): a ZIP archive whose `META-INF/container.xml` names the score.
///
/// Only these two files are read, into memory: no path leads out of the archive. Whatever the archive
/// declares, not more is decompressed than ``XMLReader/mostBytes``.
///
/// - SeeAlso: [MusicXML 4.0, compressed files](https://www.w3.org/2021/06/musicxml40/tutorial/compressed-mxl-files/);
///   [APPNOTE.TXT, .ZIP file format specification](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)
///   (sections are given below).
enum ScoreArchive {
  /// No archive of a score has more files: pictures and parts.
  static let mostFiles = 1000
  /// A container names a few files, so that it is never longer, in bytes.
  static let mostContainerBytes = 100_000

  /// Whether a file begins as archives do.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("PK".utf8) + [3, 4]) || bytes.starts(with: Array("PK".utf8) + [5, 6])
  }

  /// Finds the score of an archive.
  ///
  /// - Parameter bytes: The archive.
  /// - Returns: The MusicXML document in it.
  /// - Throws: ``ScoreArchiveError``.
  static func score(_ bytes: [UInt8]) throws(ScoreArchiveError) -> [UInt8] {
    let directory = try ArchiveDirectory(bytes)
    guard let container = directory["META-INF/container.xml"] else { throw .noContainer }
    let path = try scorePath(
      try directory.contents(of: container, mostBytes: mostContainerBytes))
    guard let entry = directory[path] else {
      throw .noScore(String(path.prefix(60).filter { $0.isASCII && !$0.isNewline }))
    }
    return try directory.contents(of: entry, mostBytes: XMLReader.mostBytes)
  }

  /// The first root file is the score; further ones are other renditions, such as PDF.
  private static func scorePath(_ container: [UInt8]) throws(ScoreArchiveError) -> String {
    var path: String?
    do {
      try XMLReader.read(container) { event throws(MusicXMLError) in
        if case .start("rootfile", let attributes) = event, path == nil {
          path = attributes["full-path"]
        }
      }
    } catch {
      throw .noContainer
    }
    guard let path, !path.isEmpty else { throw .noContainer }
    return path
  }
}
