public import IntonationPractice

/// Reads MusicXML, partwise, as scores; compressed (`.mxl`) or not.
///
/// Repeats and endings are played, tied notes are one, and transposing instruments sound as they do.
/// A voice is a voice of a part. Cue notes and percussion are left out, and jumps (D.C., D.S.) are
/// not followed. No external file is read, whatever the document says.
public enum MusicXMLScore {
  /// No file is longer than this, in bytes.
  public static var mostBytes: Int { XMLLimits.mostBytes }

  /// Reads one voice of a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - number: The number of the voice, from 1; `nil` for the first with notes.
  /// - Returns: The voice, as it sounds.
  /// - Throws: ``MusicXMLError``.
  public static func read(
    _ bytes: [UInt8], voice number: Int? = nil
  ) throws(MusicXMLError) -> PracticeScore {
    var builder = ScoreBuilder()
    try XMLReader.read(try document(bytes)) { event throws(MusicXMLError) in
      try builder.take(event)
    }
    return try builder.finished.score(voice: number)
  }

  /// The document that a file is or, if it is compressed, contains.
  private static func document(_ bytes: [UInt8]) throws(MusicXMLError) -> [UInt8] {
    guard ArchiveDirectory.isArchive(bytes) else { return bytes }
    guard bytes.count <= mostBytes else { throw .tooLong }
    do {
      return try ScoreArchive.score(bytes)
    } catch {
      throw .archive(error)
    }
  }
}
