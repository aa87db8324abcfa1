/// Bars of a score, to be played again and again.
public enum PracticePassage: Sendable, Hashable {
  /// The whole score.
  case all
  /// Bars by their written numbers, from the first to the last.
  case bars(ClosedRange<Int>)

  /// Reads `5`, `5-8` or `all`; `nil` for any other text, and for bars that run backwards.
  ///
  /// - Parameter text: The bars as a user writes them; `5..8` and `5–8` count too.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Letters of ASCII, whatever their case.
    if bytes.map({ $0 | 0x20 }) == Array("all".utf8) {
      self = .all
      return
    }
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let parts = bytes.split(whereSeparator: { !isDigit($0) })
    let separator = bytes.drop(while: isDigit).prefix { !isDigit($0) }
    guard let first = bytes.first, let last = bytes.last, isDigit(first), isDigit(last),
      parts.count <= 2,
      separator.isEmpty
        || ["-", "–", "..", "...", "…"].contains(where: { $0.utf8.elementsEqual(separator) }),
      let lowest = parts.first.flatMap(Self.number), let highest = parts.last.flatMap(Self.number),
      lowest <= highest
    else { return nil }
    self = .bars(lowest...highest)
  }

  /// Returns the number of up to nine digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count <= 9 ? digits.reduce(0) { 10 * $0 + Int($1) - 0x30 } : nil
  }
}

/// A passage that a score does not have.
public enum PracticePassageError: Error, Hashable, Sendable {
  /// The score has no bars.
  case noBars
  /// There is no bar of this number.
  case noBar(Int, bars: ClosedRange<Int>)
  /// No note begins in these bars.
  case noNotes(ClosedRange<Int>)
}

extension PracticeScore {
  /// Returns a passage as a score of its own, which starts at quarter 0.
  ///
  /// Bars that repeats play several times count once, as they are played first; an ending that is
  /// played later follows where it is played. Notes that began before the passage are left out.
  ///
  /// - Parameter passage: The bars.
  /// - Returns: The score of the passage, with its bars, their numbers, and its tempos.
  /// - Throws: ``PracticePassageError``
  public func passage(_ passage: PracticePassage) throws(PracticePassageError) -> PracticeScore {
    guard case .bars(let wanted) = passage else { return self }
    guard let lowest = bars.map({ $0.number }).min(), let highest = bars.map({ $0.number }).max()
    else { throw .noBars }
    for number in [wanted.lowerBound, wanted.upperBound]
    where !bars.contains(where: { $0.number == number }) {
      throw .noBar(number, bars: lowest...highest)
    }
    let indices = barIndices(wanted)
    guard let first = indices.first, let last = indices.last else {
      throw .noBar(wanted.lowerBound, bars: lowest...highest)
    }
    let (start, end) = (bars[first].onset, bars[last].onset + bars[last].length)
    var score = self
    score.bars = bars[first...last].map { bar in
      var bar = bar
      bar.onset -= start
      return bar
    }
    score.notes = notes.filter { $0.onset > start - 1e-6 && $0.onset < end - 1e-6 }.map { note in
      var note = note
      note.onset = max(0, note.onset - start)
      note.duration = min(note.duration, end - start - note.onset)
      return note
    }
    guard !score.notes.isEmpty else { throw .noNotes(wanted) }
    let before = tempos.last { $0.onset <= start + 1e-6 }
    score.tempos =
      (before.map { [PracticeTempo(onset: 0, quartersPerMinute: $0.quartersPerMinute)] } ?? [])
      + tempos.filter { $0.onset > start + 1e-6 && $0.onset < end }.map {
        PracticeTempo(onset: $0.onset - start, quartersPerMinute: $0.quartersPerMinute)
      }
    return score
  }

  /// Returns the indices of the first run of bars from one number to another.
  private func barIndices(_ wanted: ClosedRange<Int>) -> Range<Int> {
    var first: Int?
    for index in bars.indices {
      if first == nil, bars[index].number == wanted.lowerBound { first = index }
      if let first, bars[index].number == wanted.upperBound {
        // A bar that a double bar line divides has one number and two parts.
        var end = index + 1
        while end < bars.count, bars[end].number == wanted.upperBound { end += 1 }
        return first..<end
      }
    }
    return 0..<0
  }
}

#if !hasFeature(Embedded)
  extension PracticePassageError: CustomStringConvertible {
    /// One or two sentences that say what to do.
    public var description: String {
      switch self {
      case .noBars: "The score has no bars. Write --loop all to repeat all of it."
      case .noBar(let number, let bars):
        """
        The score has no bar \(number): its bars are \(bars.lowerBound) to \(bars.upperBound). \
        Choose some of these.
        """
      case .noNotes(let bars):
        bars.count == 1
          ? "Bar \(bars.lowerBound) has no notes. Choose another bar."
          : "Bars \(bars.lowerBound) to \(bars.upperBound) have no notes. Choose others."
      }
    }
  }
#endif
