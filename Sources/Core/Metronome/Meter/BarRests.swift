internal import SignalProcessing

/// The bars that are silent, so that the player keeps time alone.
public enum BarRests: Sendable, Hashable {
  /// All bars play.
  case none
  /// Some bars play, then some are silent, repeatedly.
  case alternating(sounding: Int, silent: Int)
  /// Each bar is silent with a probability in thousandths; equal seeds give equal bars.
  case random(thousandths: Int, seed: UInt64)

  /// Reads `3:1` or `25%`.
  ///
  /// - Parameters:
  ///   - notation: The text.
  ///   - seed: A different seed gives different random bars.
  /// - Throws: ``MetronomeError/invalidRests(_:)`` for any other text.
  public init(notation: String, seed: UInt64 = 1) throws(MetronomeError) {
    let word = Word(notation)
    if let (upper, lower) = word.parts(at: ":"), let sounding = upper.wholeNumber(in: 1...1000),
      let silent = lower.wholeNumber(in: 1...1000)
    {
      self = .alternating(sounding: sounding, silent: silent)
    } else if let millionths = word.without(ending: "%")?.millionths(), millionths <= 100_000_000 {
      self = .random(thousandths: (millionths + 50_000) / 100_000, seed: seed)
    } else {
      throw .invalidRests(word.quoted)
    }
  }

  /// Whether a bar, counted from 0, is silent.
  func isSilent(bar: Int) -> Bool {
    switch self {
    case .none: return false
    case .alternating(let sounding, let silent):
      return bar % (sounding + silent) >= sounding
    case .random(let thousandths, let seed):
      // A generator of its own for each bar: the answer does not depend on what came before.
      var generator = SeededGenerator(seed: seed &+ UInt64(bar) &* 0x2545_F491_4F6C_DD1D)
      return generator.nextUniform() * 1000 < Double(thousandths)
    }
  }
}
