/// The strongest candidates of a frame, in order of strength, in storage of fixed size.
struct CandidateList: Sendable {
  /// The largest number of candidates of a frame.
  static let capacity = 16

  /// A candidate, and the evidence for it.
  struct Entry: Sendable {
    /// The fundamental frequency, in hertz.
    var frequency = 0.0
    /// The height of the peak of the autocorrelation, up to 1.
    var height = 0.0
    /// The height, less the costs of a long period and of a short window.
    var strength = 0.0
    /// The natural logarithm of its likelihood relative to no pitch, if a scorer judged it.
    var nats = 0.0
    /// The same by a ``SalienceScorer``, if it was asked.
    var salience = 0.0
    /// The origin of the peak: the index of the window, and the lag in whole samples; the lag is 0
    /// if the peak is one of a spectrum.
    var window = 0
    var lag = 0
  }

  private(set) var count = 0
  // Read through its span: the subscript of an inline array copies all of it.
  private var entries = InlineArray<16, Entry> { _ in Entry() }

  subscript(index: Int) -> Entry { entries.span[index] }

  /// The frequency of the first candidate, in hertz, and its strength; 0 if there is none.
  var strongest: (frequency: Double, strength: Double) {
    let entries = entries.span
    return count > 0 ? (entries[0].frequency, entries[0].strength) : (0, 0)
  }

  mutating func removeAll() { count = 0 }

  /// Returns `true` if there is a candidate at nearly this frequency, in hertz.
  func contains(_ frequency: Double) -> Bool { index(near: frequency) != nil }

  /// Returns the first candidate at nearly this frequency, in hertz.
  private func index(near frequency: Double) -> Int? {
    let entries = entries.span
    for index in 0..<count
    where (entries[index].frequency / frequency - 1).magnitude
      < TrackerParameters.Candidates.resolution
    {
      return index
    }
    return nil
  }

  /// Returns `true` if these candidates are those of a frame just before: the strongest one is the
  /// same and as strong in the same window, and so is every one that comes near it. All of them may
  /// have glided with it.
  func continues(_ known: CandidateList) -> Bool {
    typealias Parameters = TrackerParameters.Continuation
    guard count > 0 else { return false }
    let (first, before) = (self[0], known[0])
    guard first.window == before.window,
      (first.frequency - before.frequency).magnitude < Parameters.farthestGlide * before.frequency,
      first.strength > before.strength - Parameters.largestLoss
    else { return false }
    let moved = known.scaled(by: first.frequency / before.frequency)
    return moved.holdsRivals(of: self) && holdsRivals(of: moved)
  }

  /// Returns `true` if each candidate of another list that comes near its strongest one is also in
  /// this list.
  private func holdsRivals(of other: CandidateList) -> Bool {
    let entries = other.entries.span
    let least = entries[0].strength - TrackerParameters.Continuation.rivalry
    for index in 1..<other.count where entries[index].strength > least {
      guard contains(entries[index].frequency) else { return false }
    }
    return true
  }

  /// Returns the candidate that corresponds to one of another frame with a frequency in hertz.
  func partner(of frequency: Double) -> Int? {
    let entries = entries.span
    var nearest: Int?
    var least = TrackerParameters.Between.sameCandidate * frequency
    for index in 0..<count {
      let distance = (entries[index].frequency - frequency).magnitude
      if distance < least { (nearest, least) = (index, distance) }
    }
    return nearest
  }

  /// Takes the scores of those candidates that another list has too, which has glided with the
  /// strongest one.
  mutating func takeScores(of other: CandidateList) {
    let known = other.scaled(by: self[0].frequency / other[0].frequency)
    for index in 0..<count {
      let other = known.index(near: entries[index].frequency)
      entries[index].nats =
        other.map { known[$0].nats } ?? -Double(TrackerParameters.Scorer.mostNats)
    }
  }

  /// Multiplies all frequencies.
  mutating func scale(by ratio: Double) {
    for index in 0..<count { entries[index].frequency *= ratio }
  }

  private func scaled(by ratio: Double) -> CandidateList {
    var list = self
    list.scale(by: ratio)
    return list
  }

  mutating func setFrequency(_ frequency: Double, at index: Int) {
    entries[index].frequency = frequency
  }

  /// Sets the scores that a ``CandidateScorer`` gives an entry; call ``sort()`` afterwards.
  mutating func judge(_ index: Int, nats: Double, strength: Double) {
    entries[index].nats = nats
    entries[index].strength = strength
  }

  /// Puts an entry first, at the strength of the one that was.
  ///
  /// - Parameters:
  ///   - index: The entry.
  ///   - lead: The least lead in strength over the others.
  @inline(never)
  mutating func promote(_ index: Int, lead: Double) {
    let strength = entries[0].strength
    for other in 0..<count where other != index {
      entries[other].strength = min(entries[other].strength, strength - lead)
    }
    entries[index].strength = strength
    sort()
  }

  /// Raises the strength of the first entry, if it is weaker.
  mutating func strengthen(to strength: Double) {
    entries[0].strength = max(entries[0].strength, strength)
  }

  /// Sets the score that a ``SalienceScorer`` gives an entry; call ``sort()`` afterwards.
  mutating func judge(_ index: Int, salience: Double, strength: Double) {
    entries[index].salience = salience
    entries[index].strength = strength
  }

  /// Sorts the entries by strength, strongest first.
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

  /// Inserts a candidate, unless a stronger one has nearly the same frequency, or the list is full
  /// of stronger ones.
  mutating func insert(_ entry: Entry) {
    // Not by ``index(near:)``, for which all entries would be copied.
    var known = 0
    while known < count,
      !((entries[known].frequency / entry.frequency - 1).magnitude
        < TrackerParameters.Candidates.resolution)
    {
      known += 1
    }
    if known < count {
      guard entry.strength > entries[known].strength else { return }
      remove(at: known)
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

  /// Removes an entry.
  @inline(never)
  mutating func remove(at index: Int) {
    for next in (index + 1)..<max(index + 1, count) { entries[next - 1] = entries[next] }
    count -= 1
  }
}
