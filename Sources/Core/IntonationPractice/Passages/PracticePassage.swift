/// Bars of a score, to be played again and again.
public enum PracticePassage: Sendable, Hashable {
  /// The whole score.
  case all
  /// Bars by their numbers, from the first to the last.
  case bars(ClosedRange<Int>)
  /// Bars by what is printed, such as `2a`, from the first to the last.
  case printed(from: String, to: String)

  /// Reads `5`, `5-8`, `2a`, `2a-4` or `all`; `nil` for any other text, and for bars that run
  /// backwards.
  ///
  /// - Parameter text: The bars as a user writes them; `5..8` and `5–8` count too.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Letters of ASCII, whatever their case.
    if bytes.map({ $0 | 0x20 }) == Array("all".utf8) {
      self = .all
      return
    }
    let parts = bytes.split(whereSeparator: { !Self.isPrinted($0) })
    let separator = bytes.drop(while: Self.isPrinted).prefix { !Self.isPrinted($0) }
    guard let first = bytes.first, let last = bytes.last, Self.isPrinted(first),
      Self.isPrinted(last), parts.count <= 2,
      separator.isEmpty
        || ["-", "–", "..", "...", "…"].contains(where: { $0.utf8.elementsEqual(separator) }),
      let lower = parts.first, let upper = parts.last,
      [lower, upper].allSatisfy({ $0.count <= 20 && $0.contains(where: Self.isDigit) })
    else { return nil }
    if lower.allSatisfy(Self.isDigit), upper.allSatisfy(Self.isDigit) {
      guard let lowest = Self.number(lower), let highest = Self.number(upper), lowest <= highest
      else { return nil }
      self = .bars(lowest...highest)
    } else {
      self = .printed(
        from: String(decoding: lower, as: UTF8.self), to: String(decoding: upper, as: UTF8.self))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isPrinted(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
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
  case noBar(BarNumber, bars: ClosedRange<Int>)
  /// No note begins in these bars.
  case noNotes(ClosedRange<Int>)
  /// No note begins in these bars, which are given as they are printed.
  case noNotesInPrinted(from: String, to: String)
  /// The first bar is printed after the last.
  case backwards(from: String, to: String)
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
    let ends: (first: String, last: String)
    switch passage {
    case .all: return self
    case .bars(let wanted):
      ends = (wanted.lowerBound.description, wanted.upperBound.description)
    case .printed(let from, let to): ends = (from, to)
    }
    guard let lowest = bars.map({ $0.number.value }).min(),
      let highest = bars.map({ $0.number.value }).max()
    else { throw .noBars }
    for label in [ends.first, ends.last] where !bars.contains(where: { $0.number.isPrinted(label) })
    {
      let number = Int(label).map { BarNumber($0) } ?? BarNumber(0, name: label)
      throw .noBar(number, bars: lowest...highest)
    }
    let indices = barIndices(from: ends.first, to: ends.last)
    guard let first = indices.first, let last = indices.last else {
      throw .backwards(from: ends.first, to: ends.last)
    }
    let score = part(first..<(last + 1))
    guard !score.notes.isEmpty else {
      guard case .bars(let wanted) = passage else {
        throw .noNotesInPrinted(from: ends.first, to: ends.last)
      }
      throw .noNotes(wanted)
    }
    return score
  }

  /// Returns the first bars, as many as have at most so many notes.
  ///
  /// - Parameter mostNotes: The most notes.
  /// - Returns: The whole score if it has no more; `nil` if the first bar has more.
  package func beginning(mostNotes: Int) -> PracticeScore? {
    guard notes.count > mostNotes else { return self }
    guard let next = barIndex(atQuarter: notes[mostNotes].onset), next > 0 else { return nil }
    let score = part(0..<next)
    return score.notes.isEmpty ? nil : score
  }

  private func part(_ indices: Range<Int>) -> PracticeScore {
    let (start, end) = (
      bars[indices.lowerBound].onset,
      bars[indices.upperBound - 1].onset + bars[indices.upperBound - 1].length
    )
    var score = self
    score.bars = bars[indices].map { bar in
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
    let before = tempos.last { $0.onset <= start + 1e-6 }
    score.tempos =
      (before.map { [PracticeTempo(onset: 0, quartersPerMinute: $0.quartersPerMinute)] } ?? [])
      + tempos.filter { $0.onset > start + 1e-6 && $0.onset < end }.map {
        PracticeTempo(onset: $0.onset - start, quartersPerMinute: $0.quartersPerMinute)
      }
    return score
  }

  /// Returns the indices of the first run of bars from one number to another, as they are printed.
  private func barIndices(from lower: String, to upper: String) -> Range<Int> {
    var first: Int?
    for index in bars.indices {
      if first == nil, bars[index].number.isPrinted(lower) { first = index }
      if let first, bars[index].number.isPrinted(upper) {
        // A bar that a double bar line divides has one number and two parts.
        var end = index + 1
        while end < bars.count, bars[end].number.isPrinted(upper) { end += 1 }
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
        The score has no bar \(number.label): its bars are \(bars.lowerBound) to \(bars.upperBound). \
        Choose some of these.
        """
      case .noNotes(let bars):
        bars.count == 1
          ? "Bar \(bars.lowerBound) has no notes. Choose another bar."
          : "Bars \(bars.lowerBound) to \(bars.upperBound) have no notes. Choose others."
      case .noNotesInPrinted(let from, let to):
        from == to
          ? "Bar \(from) has no notes. Choose another bar."
          : "Bars \(from) to \(to) have no notes. Choose others."
      case .backwards(let from, let to):
        "Bar \(to) does not follow bar \(from). Write the first bar first."
      }
    }
  }
#endif
