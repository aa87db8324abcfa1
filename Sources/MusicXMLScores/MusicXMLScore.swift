public import IntonationPractice
internal import MusicTheory

/// Reads MusicXML, partwise, as scores; compressed (`.mxl`) or not.
///
/// Repeats and endings are played, tied notes are one, and transposing instruments sound as they do.
/// A voice is a voice of a part. Cue notes and percussion are left out, and jumps (D.C., D.S.) are
/// not followed. No external file is read, whatever the document says.
public enum MusicXMLScore {
  /// No file is longer than this, in bytes.
  public static var mostBytes: Int { XMLReader.mostBytes }

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
    return try score(builder.finished(), number ?? 1)
  }

  /// The document that a file is or, if it is compressed, contains.
  private static func document(_ bytes: [UInt8]) throws(MusicXMLError) -> [UInt8] {
    guard ScoreArchive.isArchive(bytes) else { return bytes }
    guard bytes.count <= mostBytes else { throw .tooLong }
    do {
      return try ScoreArchive.score(bytes)
    } catch {
      throw .archive(error)
    }
  }

  private static func score(
    _ written: WrittenScore, _ number: Int
  ) throws(MusicXMLError) -> PracticeScore {
    let voices = written.parts.flatMap { part in part.voices.map { (part: part, voice: $0) } }
    guard !voices.isEmpty else { throw .score(.empty) }
    guard (1...voices.count).contains(number) else {
      throw .score(.noVoice(number, count: voices.count))
    }
    let (part, voice) = voices[number - 1]
    let (notes, leftOut) = PracticeScore.singleVoice(try part.notes(ofVoice: voice))
    guard notes.count <= PracticeScore.mostNotes else { throw .score(.tooManyNotes) }
    var remarks: [PracticeScore.Remark] = []
    if voices.count > 1 {
      remarks.append(.chosenVoice(number: number, count: voices.count, name: part.name))
    }
    if leftOut > 0 { remarks.append(.lowerNotesLeftOut(leftOut)) }
    if written.hasUnpitched { remarks.append(.percussionLeftOut) }
    if written.hasJumps { remarks.append(.jumpsNotFollowed) }
    let key = written.signature.flatMap { Key(signature: $0.fifths, isMinor: $0.isMinor) }
    return PracticeScore(title: written.title, notes: notes, key: key, remarks: remarks)
  }
}
