internal import InstrumentTuning
internal import MusicTheory

/// The faults of a file that a user brings.
enum FileProblem: Int, CaseIterable {
  case none
  // Scales and keyboard mappings.
  case fileTooLarge
  case missing
  case invalid
  case countOutOfRange
  case zeroDenominator
  case ratioNotPositive
  case numberTooLarge
  case periodNotPositive
  case tooManyLines
  case referenceUnmapped
  case noScaleOfKeys
  // Instruments.
  case notText
  case noKey
  case unknownKey
  case misplaced
  case repeatedKey
  case incomplete
  case notAString
  case tooMany
  case impossible

  static func of(_ problem: ScalaError.Problem) -> (FileProblem, ScalaPart?) {
    switch problem {
    case .fileTooLarge: (.fileTooLarge, nil)
    case .missing(let field): (.missing, ScalaPart(field))
    case .invalid(let field): (.invalid, ScalaPart(field))
    case .countOutOfRange: (.countOutOfRange, nil)
    case .zeroDenominator: (.zeroDenominator, nil)
    case .ratioNotPositive: (.ratioNotPositive, nil)
    case .numberTooLarge: (.numberTooLarge, nil)
    case .periodNotPositive: (.periodNotPositive, nil)
    case .tooManyLines: (.tooManyLines, nil)
    case .referenceUnmapped: (.referenceUnmapped, nil)
    }
  }

  /// With the words of the line that are wrong, and the limit that is exceeded.
  static func of(_ problem: InstrumentFileError.Problem) -> (FileProblem, String, Int) {
    switch problem {
    case .notText: (.notText, "", InstrumentFile.longestLine)
    case .noKey(let text): (.noKey, text, 0)
    case .unknownKey(let key): (.unknownKey, key, 0)
    case .misplaced(let key, _): (.misplaced, key, 0)
    case .repeatedKey(let key): (.repeatedKey, key, 0)
    case .incomplete(_, let name): (.incomplete, name, 0)
    case .notAString(let text): (.notAString, text, 0)
    case .tooMany(let limit): (.tooMany, "", limit)
    case .invalid(let error): (.impossible, text(of: error), 0)
    }
  }

  private static func text(of error: InstrumentError) -> String {
    switch error {
    case .invalidName(let name), .repeatedName(let name), .noTuning(let name): name
    case .noteOutOfRange(let note): note.asciiDescription
    case .offsetOutOfRange, .courseCountOutOfRange, .capoOutOfRange: ""
    }
  }
}

/// The values of a file of the program Scala.
enum ScalaPart: Int, CaseIterable {
  case title
  case count
  case pitch
  case key
  case frequency
  case octaveDegree
  case degree

  init(_ field: ScalaError.Field) {
    switch field {
    case .title: self = .title
    case .count: self = .count
    case .pitch: self = .pitch
    case .key: self = .key
    case .frequency: self = .frequency
    case .octaveDegree: self = .octaveDegree
    case .degree: self = .degree
    }
  }
}
