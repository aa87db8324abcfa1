/// A file that is not a MusicXML score, or not one that can be practised.
public enum MusicXMLError: Error, Equatable, Sendable {
  /// The file is compressed (`.mxl`), and cannot be opened.
  case archive(ScoreArchiveError)
  /// The XML is wrong in this line.
  case notXML(line: Int)
  /// The document declares this encoding, which is not read.
  case unknownEncoding(String)
  /// The XML is not a partwise score; the name of its outermost element.
  case notAScore(String)
  /// The document declares entities, which scores never do.
  case entities
  /// The elements are nested more than 64 deep.
  case tooDeep
  /// The file is longer than 32 MB.
  case tooLong
  /// There is not enough memory.
  case outOfMemory
  /// Repeats would play more measures than this, or jump back forever.
  case tooManyMeasures(Int)
  /// The score has no notes, too many, or not the voice that was asked for.
  case score(PracticeScoreError)
}

#if !hasFeature(Embedded)
  extension MusicXMLError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    public var description: String {
      switch self {
      case .archive(let error): error.description
      case .notXML(let line): "Line \(line) is not XML. Export the score again as MusicXML."
      case .unknownEncoding(let name):
        "The file is in the encoding '\(name)', which cannot be read. Export the score as UTF-8."
      case .notAScore(let name):
        """
        The file is XML, but its outermost element is '\(name)', not score-partwise. Export the score \
        as partwise MusicXML.
        """
      case .entities: "The file declares XML entities, which no score needs. It was not read."
      case .tooDeep: "The XML is nested more than 64 elements deep. It was not read."
      case .tooLong: "The file is longer than 32 MB. Practise a part of the score."
      case .outOfMemory: "There is not enough memory to read the file."
      case .tooManyMeasures(let limit):
        "With its repeats the score has more than \(limit) measures. Practise a part of it."
      case .score(let error): error.description
      }
    }
  }
#endif
