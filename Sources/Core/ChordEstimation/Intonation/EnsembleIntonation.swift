/// How pure the chords of an ensemble are, and how far its pitch moves from the first to the last.
///
/// Each note is compared with the note that its chord stands on: the root, or the lowest note of a
/// chord without one. A choir may be pure in each chord and sink all the same, as by a comma in a
/// circle of chords that have a note in common.
///
/// - Complexity: O(1) time to add a chord; O(*n* log *n*) for ``fromPure`` and ``fromTempered`` of
///   *n* notes.
public struct EnsembleIntonation: Sendable {
  /// A chord of several notes.
  public struct Chord: Sendable, Equatable {
    /// The distance of its other notes from pure intervals over its root: their median, in cents.
    public var fromPure: Double
    /// The distance of its other notes from the intervals of the temperament over its root: their
    /// median, in cents.
    public var fromTempered: Double
    /// How far its root has moved since the first chord, against the temperament, in cents;
    /// negative if it has sunk.
    public var drift: Double
  }

  /// A movement of less than this counts as none, in cents: notes of a chord are measured to
  /// about 1.5.
  public static let leastDrift = 3.0

  /// The chords, in the order in which they sounded.
  public private(set) var chords: [Chord] = []

  private var pure: [Double] = []
  private var tempered: [Double] = []
  private var root = 0.0

  /// Creates the intonation of nothing.
  public init() {}

  /// Adds the next chord, at its end.
  ///
  /// - Parameter chord: A chord, by medians of all of it.
  /// - Returns: What is said of it; `nil` for a single note, which has no interval.
  @discardableResult
  public mutating func add(_ chord: HeardChord) -> Chord? {
    guard chord.notes.count > 1 else { return nil }
    let base = chord.notes[chord.base]
    var (pure, tempered): ([Double], [Double]) = ([], [])
    for (index, note) in chord.notes.enumerated() where index != chord.base {
      pure.append(note.centsFromRatio.magnitude)
      tempered.append((note.cents - base.cents).magnitude)
    }
    self.pure += pure
    self.tempered += tempered
    var drift = 0.0
    if let last = chords.last {
      // Cents are those of the nearest note: whoever sinks far comes to another one.
      let step = base.cents - root
      drift = last.drift + step - 100 * (step / 100).rounded()
    }
    root = base.cents
    let result = Chord(
      fromPure: Self.median(pure), fromTempered: Self.median(tempered), drift: drift)
    chords.append(result)
    return result
  }

  /// The distance of all notes from pure intervals over the roots of their chords: the median, in
  /// cents.
  public var fromPure: Double { Self.median(pure) }

  /// The distance of all notes from the intervals of the temperament: the median, in cents.
  public var fromTempered: Double { Self.median(tempered) }

  /// How far the roots have moved from the first chord to the last, in cents; negative if they
  /// have sunk.
  public var drift: Double { chords.last?.drift ?? 0 }

  /// The mean movement from chord to chord, in cents; 0 with a single chord.
  public var driftPerChord: Double { chords.count > 1 ? drift / Double(chords.count - 1) : 0 }

  /// The farthest that a root was from that of the first chord, in cents.
  public var widestDrift: Double { chords.reduce(0) { max($0, $1.drift.magnitude) } }

  private static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

// MARK: - In words

extension EnsembleIntonation {
  /// What the numbers say: `The chords are pure to 3 cents (median), and 9 from the temperament.
  /// Their roots sank by 21 cents in all, 3.0 a chord.` Empty without a chord.
  public var sentence: String {
    guard !chords.isEmpty else { return "" }
    return chords.count == 1 ? purity + "." : purity + ". " + movement + "."
  }

  private var purity: String {
    let (pure, tempered) = (Self.whole(fromPure), Self.whole(fromTempered))
    let subject = chords.count == 1 ? "The chord is" : "The chords are"
    if pure < tempered {
      return "\(subject) pure to \(Self.cents(pure)) (median), and \(tempered) from the temperament"
    }
    if pure > tempered {
      return "\(subject) tempered to \(Self.cents(tempered)) (median), and \(pure) from pure"
    }
    return "\(subject) \(Self.cents(pure)) (median) from pure, and as far from the temperament"
  }

  private var movement: String {
    let (amount, widest) = (drift.magnitude, widestDrift)
    let verb = drift < 0 ? "sank" : "rose"
    guard amount >= Self.leastDrift else {
      return widest < Self.leastDrift
        ? "Their roots stayed within \(Self.cents(max(1, Self.whole(widest.rounded(.up)))))"
        : "Their roots moved by up to \(Self.cents(Self.whole(widest))), and came back to within "
          + Self.cents(max(1, Self.whole(amount.rounded(.up))))
    }
    let tenths = Self.whole(10 * driftPerChord.magnitude)
    let most = widest - amount < Self.leastDrift ? "" : ", after up to \(Self.whole(widest))"
    return "Their roots \(verb) by \(Self.cents(Self.whole(amount))) in all\(most), "
      + "\(tenths / 10).\(tenths % 10) a chord"
  }

  /// An amount of no more than a million cents, as a whole number.
  private static func whole(_ cents: Double) -> Int { Int(min(1e6, cents).rounded()) }

  private static func cents(_ amount: Int) -> String { "\(amount) cent\(amount == 1 ? "" : "s")" }
}
