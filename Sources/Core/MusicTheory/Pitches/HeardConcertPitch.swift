internal import SignalProcessing

/// The frequency of A4 that the notes of a recording are tuned to.
///
/// Every note tells it up to a semitone: it is the frequency nearest to 440 Hz from which most of the
/// notes are whole semitones away. A tuning a semitone lower, such as 415.3 Hz, cannot be told from 440 Hz.
package struct HeardConcertPitch: Sendable, Hashable {
  /// A note that was heard.
  package struct Note: Sendable, Hashable {
    /// Its frequency, in hertz, greater than zero.
    package var frequency: Double
    /// Its duration, in seconds.
    package var duration: Double

    /// Creates a note.
    ///
    /// - Parameters:
    ///   - frequency: Its frequency, in hertz, greater than zero.
    ///   - duration: Its duration, in seconds.
    package init(frequency: Double, duration: Double) {
      self.frequency = frequency
      self.duration = duration
    }
  }

  /// The frequency of A4, in hertz: within half a semitone of 440 Hz.
  package let frequency: Double
  /// One standard error of it, in cents, by how far different notes disagree; `nil` for fewer than
  /// three.
  package let error: Double?
  /// The number of different notes that agree with it, whichever their octave.
  package let noteCount: Int
  /// The part of the sounding time whose notes agree with it, in 0...1.
  package let share: Double

  /// The largest deviation of a note that agrees, in cents: intonation, vibrato and temperaments.
  private static let agreement = 25.0
  /// What makes it certain: different notes, a part of the time, and a standard error in cents.
  private static let (fewestNotes, leastShare, largestError) = (3, 0.7, 4.0)
  /// The longest time that a note counts, in seconds: one long note does not outvote a melody.
  private static let longest = 1.0

  /// Finds the concert pitch of notes; `nil` if there are none.
  ///
  /// - Parameter notes: The notes, in any order; those without a valid frequency do not count.
  /// - Complexity: O(*n* log *n*) for *n* notes.
  package init?(_ notes: [Note]) {
    let heard = notes.compactMap { note -> (cents: Double, weight: Double)? in
      guard note.frequency > 0, note.frequency.isFinite, note.duration > 0 else { return nil }
      return (
        Elementary.cents(ofRatio: note.frequency / 440), min(Self.longest, note.duration)
      )
    }
    guard let center = Self.center(heard) else { return nil }
    // Each note of the octave counts once, with the mean of its octaves and repetitions.
    var sums = Array(repeating: (value: 0.0, weight: 0.0), count: 12)
    var (agreeing, all) = (0.0, 0.0)
    for note in heard {
      let distance = Self.distance(note.cents, center)
      all += note.weight
      guard distance.magnitude <= Self.agreement else { continue }
      agreeing += note.weight
      let degree = Int(((note.cents - center - distance) / 100).rounded())
      let pitchClass = (degree % 12 + 12) % 12
      sums[pitchClass].value += note.weight * distance
      sums[pitchClass].weight += note.weight
    }
    let means = sums.filter { $0.weight > 0 }.map {
      (value: $0.value / $0.weight, weight: $0.weight)
    }
    let weight = means.reduce(0) { $0 + $1.weight }
    guard weight > 0 else { return nil }
    let mean = means.reduce(0) { $0 + $1.value * $1.weight } / weight
    let offset = Self.distance(center + mean, 0)
    frequency = 440 * Elementary.ratio(ofCents: offset)
    noteCount = means.count
    share = agreeing / all
    if means.count >= Self.fewestNotes {
      let squares = means.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
      error = (squares / Double(means.count * (means.count - 1))).squareRoot()
    } else {
      error = nil
    }
  }

  /// Whether it can be relied on: three different notes or more agree, for most of the time, to within a
  /// few cents, and it is not as near to a semitone higher or lower.
  package var isCertain: Bool {
    guard let error, noteCount >= Self.fewestNotes else { return false }
    let offset = Elementary.cents(ofRatio: frequency / 440).magnitude
    return share >= Self.leastShare && error <= Self.largestError && offset + 2 * error < 49
  }

  /// Returns the cents within a semitone around which most notes are.
  private static func center(_ notes: [(cents: Double, weight: Double)]) -> Double? {
    guard !notes.isEmpty else { return nil }
    var best = (center: 0.0, weight: -1.0)
    for candidate in -50..<50 {
      let center = Double(candidate)
      let weight = notes.reduce(0) { sum, note in
        sum + note.weight * max(0, 1 - distance(note.cents, center).magnitude / agreement)
      }
      if weight > best.weight { best = (center, weight) }
    }
    return best.center
  }

  /// Returns the cents from a place within a semitone to a note, in -50...50.
  private static func distance(_ cents: Double, _ center: Double) -> Double {
    let semitones = (cents - center) / 100
    return 100 * (semitones - semitones.rounded())
  }
}
