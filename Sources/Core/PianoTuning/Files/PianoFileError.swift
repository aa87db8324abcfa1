/// A line that is none of a piano file.
package struct PianoFileError: Error, Equatable {
  package enum Problem: Error, Equatable {
    case notAPiano
    case otherVersion(String)
    case unknownWord(String)
    case badValue(String)
    case cut
    case afterTheEnd
    case notText
  }

  /// Counted from 1.
  package var line: Int
  package var problem: Problem

  package init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

#if !hasFeature(Embedded)
  extension PianoFileError: CustomStringConvertible {
    package var description: String { "line \(line): \(reason) The file is left as it is." }

    private var reason: String {
      switch problem {
      case .notAPiano:
        "This is no piano file. The first line must be 'kammerton-piano \(PianoFile.version)'."
      case .otherVersion(let version):
        "The version is '\(version)', but only \(PianoFile.version) is known. Use the program that wrote it, or a newer one."
      case .unknownWord(let word): "'\(word)' is not known here. See docs/piano.md."
      case .badValue(let word):
        "What follows '\(word)' is missing, misspelled or out of range."
      case .cut:
        "The file is cut: its last line must be 'end:' and the number of measurements."
      case .afterTheEnd: "Nothing may follow the line 'end:'."
      case .notText: "This is not UTF-8 text."
      }
    }
  }
#endif
