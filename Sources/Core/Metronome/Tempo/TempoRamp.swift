/// A tempo that rises or falls steadily, such as in a speed trainer.
public struct TempoRamp: Sendable, Hashable {
  /// The unit over which the tempo changes.
  public enum Span: Sendable, Hashable {
    /// A number of bars, in 1...10000: the tempo is a straight line over the beats.
    case bars(Int)
    /// A time in seconds, in 0.001...1999: the tempo is a straight line over time.
    case seconds(Double)
  }

  /// The change over one ``span``, in beats per minute; not 0.
  public let change: Double
  /// The unit over which the tempo changes by ``change``.
  public let span: Span
  /// The tempo at which the ramp ends, in beats per minute; by default the limit of all tempos.
  public let limit: Double
  /// True if the tempo jumps at the end of each span, false if it changes continuously.
  public let isStepwise: Bool

  /// Creates a ramp.
  ///
  /// Gives `nil` if a number is out of its range.
  ///
  /// - Parameters:
  ///   - change: Beats per minute, not 0.
  ///   - span: The unit over which the tempo changes by that amount.
  ///   - limit: The tempo at which it ends, in beats per minute; the limit of all tempos by
  ///     default.
  ///   - isStepwise: `true` to jump at the end of each span; only for spans of bars.
  public init?(change: Double, span: Span, limit: Double? = nil, isStepwise: Bool = false) {
    guard change.magnitude >= 1e-6, change.magnitude <= 1000,
      Tempo.limits.contains(limit ?? Tempo.limits.lowerBound)
    else { return nil }
    switch span {
    case .bars(let count): guard (1...10_000).contains(count) else { return nil }
    case .seconds(let time): guard (0.001...1999).contains(time), !isStepwise else { return nil }
    }
    self.change = change
    self.span = span
    self.limit = limit ?? (change > 0 ? Tempo.limits.upperBound : Tempo.limits.lowerBound)
    self.isStepwise = isStepwise
  }

  /// Reads `+5/4bars`, `-10/30s`, `+5/4bars..180` or `+5/4bars,steps`.
  ///
  /// - Parameter notation: The text.
  /// - Throws: ``MetronomeError/invalidRamp(_:)`` for any other text.
  package init(notation: String) throws(MetronomeError) {
    try self.init(Word(notation))
  }

  init(_ word: Word) throws(MetronomeError) {
    guard let ramp = Self.read(word) else { throw .invalidRamp(word.quoted) }
    self = ramp
  }

  private static func read(_ word: Word) -> TempoRamp? {
    let steady = word.without(ending: ",steps")
    guard let (change, rest) = (steady ?? word).parts(at: "/"), let sign = change.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let millionths = change.dropFirst().millionths()
    else { return nil }
    let (text, limitText) = Self.split(rest)
    guard let span = Self.span(text) else { return nil }
    var limit: Double?
    if let limitText {
      guard let number = limitText.millionths() else { return nil }
      limit = Double(number) / 1e6
    }
    let amount = Double(millionths) / 1e6
    return TempoRamp(
      change: sign == UInt8(ascii: "-") ? -amount : amount, span: span, limit: limit,
      isStepwise: steady != nil)
  }

  /// Splits a word at two dots.
  private static func split(_ word: Word) -> (span: Word, limit: Word?) {
    let dot = UInt8(ascii: ".")
    for index in word.indices.dropLast() where word[index] == dot && word[index + 1] == dot {
      return (word[..<index], word[(index + 2)...])
    }
    return (word, nil)
  }

  private static func span(_ word: Word) -> Span? {
    if let bars = word.without(ending: "bars") ?? word.without(ending: "bar") {
      return bars.wholeNumber(in: 1...10_000).map { .bars($0) }
    }
    if let minutes = word.without(ending: "min") {
      return minutes.millionths().map { .seconds(Double($0) / 1e6 * 60) }
    }
    return word.without(ending: "s")?.millionths().map { .seconds(Double($0) / 1e6) }
  }
}
