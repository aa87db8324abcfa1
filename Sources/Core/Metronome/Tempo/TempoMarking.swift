/// A word for a tempo, as composers write it above the first bar.
///
/// The words name a character more than a speed, and tables differ. These ranges are in beats a minute
/// and overlap; ``tempo`` is the middle of each.
///
/// - SeeAlso: "Tempo Markings", [instrument.bible](https://instrument.bible/theory/rhythm/tempo/), whose
///   numbers from largo to presto are those printed on many pendulum metronomes. Prestissimo, open
///   upwards there, ends at 208, their fastest mark.
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

  /// The usual tempos, in beats a minute.
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

  /// The middle of ``beatsPerMinute``, as that many quarters a minute.
  public var tempo: Tempo { Tempo(nearest: millionths, note: .quarter) }

  private var millionths: Double {
    (beatsPerMinute.lowerBound + beatsPerMinute.upperBound) / 2 * 1e6
  }

  /// Reads a word in small or capital letters; `nil` if it is none of these.
  static func millionths(of word: Word) -> Int? {
    let typed = word.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return allCases.first { $0.rawValue.utf8.elementsEqual(typed) }.map { Int($0.millionths) }
  }
}
