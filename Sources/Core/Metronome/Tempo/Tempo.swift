/// The speed of beats: an exact decimal number of notes per minute.
public struct Tempo: Sendable, Hashable {
  /// Notes per minute, in millionths: exact for up to six decimals.
  public let millionths: Int
  /// The note value that is counted. By default a quarter, whatever the meter.
  public let note: NoteValue

  /// The allowed tempos, in notes per minute.
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

  /// Reads `137.5`, a ``TempoMarking`` such as `andante`, or either with a note value, such as
  /// `3/8=80`.
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

  /// Splits `3/8=80` into 3/8 and 80, and `80` into a quarter and 80; `nil` for an invalid note
  /// value.
  static func split(_ word: Word) -> (note: NoteValue?, rest: Word) {
    guard let (note, rest) = word.parts(at: "=") else { return (.quarter, word) }
    guard let (upper, lower) = note.parts(at: "/"),
      let numerator = upper.wholeNumber(in: 1...64), let denominator = lower.wholeNumber(in: 1...64)
    else { return (nil, word) }
    return (NoteValue(numerator, denominator), rest)
  }
}

/// A word for a tempo, as composers write it above the first bar.
///
/// The words name a character more than a speed, and tables differ. These ranges are in beats per
/// minute and overlap; ``tempo`` is the middle of each.
///
/// - SeeAlso: "Tempo Markings", [instrument.bible](https://instrument.bible/theory/rhythm/tempo/),
///   whose numbers from largo to presto are those printed on many pendulum metronomes. Prestissimo,
///   open upwards there, ends at 208, their fastest mark.
public enum TempoMarking: String, Sendable, Hashable, CaseIterable {
  /// Heavy, solemn: 25...40.
  case grave
  /// Broad: 40...60.
  case largo
  /// Slow: 45...60.
  case lento
  /// Rather broad: 60...66.
  case larghetto
  /// At ease: 66...76.
  case adagio
  /// Slower than andante: 72...76.
  case adagietto
  /// Walking: 76...108.
  case andante
  /// A little faster than andante: 80...108.
  case andantino
  /// Moderate: 108...120.
  case moderato
  /// Fairly fast: 112...120.
  case allegretto
  /// Fast: 120...168.
  case allegro
  /// Lively: 168...176.
  case vivace
  /// Very fast: 168...200.
  case presto
  /// As fast as can be: 200...208.
  case prestissimo

  /// The usual tempos, in beats per minute.
  public var beatsPerMinute: ClosedRange<Double> {
    switch self {
    case .grave: 25...40
    case .largo: 40...60
    case .lento: 45...60
    case .larghetto: 60...66
    case .adagio: 66...76
    case .adagietto: 72...76
    case .andante: 76...108
    case .andantino: 80...108
    case .moderato: 108...120
    case .allegretto: 112...120
    case .allegro: 120...168
    case .vivace: 168...176
    case .presto: 168...200
    case .prestissimo: 200...208
    }
  }

  /// The middle of ``beatsPerMinute``, in quarters per minute.
  public var tempo: Tempo { Tempo(nearest: millionths, note: .quarter) }

  private var millionths: Double {
    (beatsPerMinute.lowerBound + beatsPerMinute.upperBound) / 2 * 1e6
  }

  /// Reads a word in lower or upper case; `nil` if it is not a marking.
  static func millionths(of word: Word) -> Int? {
    let typed = word.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return allCases.first { $0.rawValue.utf8.elementsEqual(typed) }.map { Int($0.millionths) }
  }
}
