/// The strongest candidates of a frame, in order of strength, in a fixed place.
struct CandidateList: Sendable {
  /// How many candidates a frame can have.
  static let capacity = 16
  /// Two candidates nearer than this, as a ratio of frequencies minus 1, are one.
  static let resolution = 0.025
  /// What an unvoiced frame gains: the least strength of a voiced one that stands alone.
  static let unvoicedStrength = 0.46

  /// A candidate and how much speaks for it.
  struct Entry: Sendable {
    /// The fundamental frequency, in hertz.
    var frequency = 0.0
    /// The height of the peak of the autocorrelation, up to 1.
    var height = 0.0
    /// The height, less what speaks against it.
    var strength = 0.0
    /// By how much it is likelier than no pitch, as a natural logarithm, as far as it was judged.
    var nats = 0.0
    /// Where the peak was seen: the index of the window, and the lag in whole samples; lag 0 if it
    /// was seen in a spectrum.
    var window = 0
    var lag = 0
  }

  private(set) var count = 0
  private var entries = InlineArray<16, Entry> { _ in Entry() }

  subscript(index: Int) -> Entry { entries[index] }

  mutating func removeAll() { count = 0 }

  mutating func setFrequency(_ frequency: Double, at index: Int) {
    entries[index].frequency = frequency
  }

  /// Takes over what a ``CandidateScorer`` says of an entry; ``sort()`` follows.
  mutating func judge(_ index: Int, nats: Double, strength: Double) {
    entries[index].nats = nats
    entries[index].strength = strength
  }

  /// Brings the entries into the order of their strength.
  mutating func sort() {
    for index in 1..<max(1, count) {
      let entry = entries[index]
      var position = index
      while position > 0, entries[position - 1].strength < entry.strength {
        entries[position] = entries[position - 1]
        position -= 1
      }
      entries[position] = entry
    }
  }

  /// Takes in a candidate, unless a stronger one has nearly the same frequency, or the list is full
  /// of stronger ones.
  mutating func insert(_ entry: Entry) {
    for index in 0..<count
    where (entries[index].frequency / entry.frequency - 1).magnitude < Self.resolution {
      guard entry.strength > entries[index].strength else { return }
      remove(at: index)
      break
    }
    if count == Self.capacity {
      guard entry.strength > entries[count - 1].strength else { return }
      count -= 1
    }
    var position = count
    while position > 0, entries[position - 1].strength < entry.strength {
      entries[position] = entries[position - 1]
      position -= 1
    }
    entries[position] = entry
    count += 1
  }

  /// Takes an entry out.
  @inline(never)
  mutating func remove(at index: Int) {
    for next in (index + 1)..<max(index + 1, count) { entries[next - 1] = entries[next] }
    count -= 1
  }
}
