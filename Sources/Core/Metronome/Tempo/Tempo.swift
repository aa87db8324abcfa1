/// The speed of beats: an exact decimal number of notes per minute.
public struct Tempo: Sendable, Hashable {
  /// Notes per minute, in millionths: exact for up to six decimals.
  public let millionths: Int
  /// The note value that is counted. By default a quarter, whatever the meter.
  public let note: NoteValue

  /// Notes per minute.
  public static var limits: ClosedRange<Double> { 10...600 }
  static var millionthsLimits: ClosedRange<Int> { 10_000_000...600_000_000 }

  /// Creates a tempo.
  ///
  /// Gives `nil` outside the limits.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: Notes per minute, in ``limits``; rounded to millionths.
  ///   - note: The note value that is counted.
  public init?(_ beatsPerMinute: Double, note: NoteValue = .quarter) {
    guard Self.limits.contains(beatsPerMinute) else { return nil }
    self.init(nearest: beatsPerMinute * 1e6, note: note)
  }

  /// Reads `137.5`, a ``TempoMarking`` such as `andante`, or either with a note value, such as `3/8=80`.
  ///
  /// - Parameter notation: The text.
  /// - Throws: ``MetronomeError/invalidTempo(_:)`` for any other text, or outside ``limits``.
  public init(notation: String) throws(MetronomeError) {
    try self.init(Word(notation))
  }

  init(_ word: Word) throws(MetronomeError) {
    let (note, number) = NoteValue.split(word)
    try self.init(number, note: note)
  }

  /// The number only, after the note value has been read.
  init(_ number: Word, note: NoteValue?) throws(MetronomeError) {
    guard let note, let millionths = number.millionths() ?? TempoMarking.millionths(of: number),
      Self.millionthsLimits.contains(millionths)
    else { throw .invalidTempo(number.quoted) }
    self.millionths = millionths
    self.note = note
  }

  /// The nearest tempo within the limits; `millionths` need not be whole.
  init(nearest millionths: Double, note: NoteValue) {
    let limits = Self.millionthsLimits
    let bounded = max(Double(limits.lowerBound), min(Double(limits.upperBound), millionths))
    self.millionths = Int(bounded.rounded())
    self.note = note
  }

  /// Notes per minute.
  public var beatsPerMinute: Double { Double(millionths) / 1e6 }

  /// The tempo times a factor, kept within the limits.
  func scaled(by factor: Double) -> Tempo {
    factor == 1 ? self : Tempo(nearest: Double(millionths) * factor, note: note)
  }
}

/// A length in parts of a whole note: 1/4 is a quarter, 3/8 a dotted quarter.
public struct NoteValue: Sendable, Hashable {
  /// The number of parts, in 1...64.
  public let numerator: Int
  /// The number of parts in a whole note, in 1...64.
  public let denominator: Int

  /// A quarter note.
  public static let quarter = NoteValue(1, 4)

  private init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a note value.
  ///
  /// Gives `nil` outside the limits.
  ///
  /// - Parameters:
  ///   - numerator: The number of parts, in 1...64.
  ///   - denominator: The number of parts in a whole note, in 1...64.
  public init?(numerator: Int, denominator: Int) {
    guard (1...64).contains(numerator), (1...64).contains(denominator) else { return nil }
    self.init(numerator, denominator)
  }

  /// `3/8=80` gives 3/8 and 80, and `80` a quarter and 80; no note value if it is none.
  static func split(_ word: Word) -> (note: NoteValue?, rest: Word) {
    guard let (note, rest) = word.parts(at: "=") else { return (.quarter, word) }
    guard let (upper, lower) = note.parts(at: "/"),
      let numerator = upper.wholeNumber(in: 1...64), let denominator = lower.wholeNumber(in: 1...64)
    else { return (nil, word) }
    return (NoteValue(numerator, denominator), rest)
  }
}
