internal import PianoTuning

/// The texts of a file of measurements, which the page gives and asks for.
struct MeasuredTexts: ~Copyable {
  /// The texts that can be set, or asked for.
  enum Text: Int, CaseIterable {
    case file
    case name
    case temperament
    case problem  // the words of the file that are wrong
    case date  // of what is measured next
  }

  /// The fault of the text that was refused last, and its line, from 1.
  private(set) var problem = FileFault.none
  private(set) var line = 0
  /// The bytes of the text that was written last.
  private(set) var count = 0
  private var wrongWords = ""
  private var exchange = ByteExchange()

  /// The text in the room.
  var received: [UInt8] { exchange.received }

  /// Returns room for a text of this many bytes; `nil` if it is too long.
  mutating func makeRoom(_ count: Int, limit: Int) -> Address {
    exchange.makeRoom(count, limit: limit)
  }

  /// Takes the text in the room: a file, a name or a temperament. Without a file in it, begins a new
  /// one. What is refused changes nothing.
  mutating func take<File: MeasurementFile>(_ text: Text, into file: inout File) -> Bool {
    let bytes = received
    (problem, line) = (.none, 0)
    switch text {
    case .file:
      do {
        file = bytes.isEmpty ? File() : try File(bytes: bytes)
        return true
      } catch {
        (problem, wrongWords) = FileFault.of(error.problem)
        line = error.line
        return false
      }
    case .name: return file.setName(bytes)
    case .temperament: return file.setTemperament(bytes)
    case .problem, .date: return false
    }
  }

  /// Writes a text.
  mutating func write<File: MeasurementFile>(_ text: Text, of file: File) -> Address {
    let bytes =
      switch text {
      case .file: file.bytes
      case .name: Array(file.name.utf8)
      case .temperament: Array(file.temperament.utf8)
      case .problem: Array(wrongWords.utf8)
      case .date: [UInt8]()
      }
    count = bytes.count
    return exchange.write(bytes)
  }
}

/// The faults of a file of measurements.
enum FileFault: Int, CaseIterable {
  case none, otherKind, otherVersion, unknownWord, badValue, cut, afterTheEnd, notText

  /// With the words of the file that are wrong.
  static func of(_ problem: MeasurementFileError.Problem) -> (FileFault, String) {
    switch problem {
    case .otherKind: (.otherKind, "")
    case .otherVersion(let version): (.otherVersion, version)
    case .unknownWord(let word): (.unknownWord, word)
    case .badValue(let word): (.badValue, word)
    case .cut: (.cut, "")
    case .afterTheEnd: (.afterTheEnd, "")
    case .notText: (.notText, "")
    }
  }
}
