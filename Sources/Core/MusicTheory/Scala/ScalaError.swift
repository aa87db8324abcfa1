/// An error in a file of the program Scala, with its line.
public struct ScalaError: Error, Equatable, Sendable {
  /// The kind of an error.
  public enum Problem: Equatable, Sendable {
    /// The file is larger than 1 MiB.
    case fileTooLarge
    /// The file ends before this field.
    case missing(Field)
    /// The line has no valid value for this field.
    case invalid(Field)
    /// The number of notes is outside ``Scale/countLimits``, or the number of keys outside 0...10
    /// 000.
    case countOutOfRange
    /// A ratio has a denominator of zero.
    case zeroDenominator
    /// A ratio is zero or negative.
    case ratioNotPositive
    /// A number is larger than a file may contain.
    case numberTooLarge
    /// The last degree is the period, but is not above the root.
    case periodNotPositive
    /// There are more values than the count promises.
    case tooManyLines
    /// The key with the reference frequency has no degree.
    case referenceUnmapped
  }

  /// A value of a file.
  public enum Field: Equatable, Sendable {
    /// The line with a description of the scale.
    case title
    /// The number of notes of the scale, or of keys of the mapping.
    case count
    /// A degree of the scale.
    case pitch
    /// The first or last key to be tuned, the middle key or the key of the reference.
    case key
    /// The frequency of the reference key.
    case frequency
    /// The degree of the formal octave.
    case octaveDegree
    /// A degree for a key, or x.
    case degree
  }

  /// The line, counted from 1.
  public let line: Int
  /// The error in that line.
  public let problem: Problem

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 1.
  ///   - problem: The error in that line.
  public init(line: Int, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

#if !hasFeature(Embedded)
  extension ScalaError: CustomStringConvertible {
    /// One sentence with the line and what to do.
    public var description: String { "Line \(line): \(problem.advice)" }
  }

  extension ScalaError.Problem {
    fileprivate var advice: String {
      switch self {
      case .fileTooLarge:
        "the file is larger than \(ScalaText.byteLimit / 1024) KiB. Check that it is a Scala file."
      case .missing(let field): "the file ends here, but needs \(field.name). Add it."
      case .invalid(let field): "write \(field.name)."
      case .countOutOfRange:
        "write a number of at least 1 note (0 keys) and at most \(Scale.countLimits.upperBound)."
      case .zeroDenominator: "the denominator is zero. Write a ratio such as 3/2."
      case .ratioNotPositive: "a ratio must be above 0. For an interval downwards, write cents."
      case .numberTooLarge:
        "the number is too large. An interval can span at most \(Int(ScaleInterval.limit)) cents."
      case .periodNotPositive:
        "the last pitch is the period, and must be above 0 cents or 1/1."
      case .tooManyLines: "there are more values than the count above states. Correct the count."
      case .referenceUnmapped:
        "the key of the reference frequency has no degree. Map it, or choose another key."
      }
    }
  }

  extension ScalaError.Field {
    fileprivate var name: String {
      switch self {
      case .title: "a line that describes the scale (it may be empty)"
      case .count: "the number of values that follow, such as 12"
      case .pitch: "a pitch: cents with a decimal point such as 701.955, or a ratio such as 3/2"
      case .key: "the MIDI number of a key, 0...127, such as 60"
      case .frequency: "a frequency in hertz above 0, such as 440.0"
      case .octaveDegree: "the degree of the formal octave, such as 12"
      case .degree: "a degree such as 7, or x for a key without sound"
      }
    }
  }
#endif
