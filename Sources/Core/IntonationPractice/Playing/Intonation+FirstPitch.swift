internal import SignalProcessing

/// Where the player put the notes, apart from later corrections.
extension Intonation {
  /// The root of the mean square of the deviations of all first pitches, in cents; `nil` if there
  /// is none.
  public var firstSpread: Double? { Self.spread(notes.compactMap { $0.firstCents }) }

  /// The root of the mean square of the deviations of all last pitches, in cents; `nil` if there is
  /// none.
  public var lastSpread: Double? { Self.spread(notes.compactMap { $0.lastCents }) }

  /// The number of notes that have a first and a last pitch.
  public var stableCount: Int { notes.count { $0.correction != nil } }

  /// The number of notes that the player corrected.
  public var correctedCount: Int { notes.count { $0.isCorrected } }

  /// The smallest difference between the first and the last pitch that is a correction, in cents:
  /// trained listeners notice it.
  public static var leastCorrection: Double { 5 }

  private static func spread(_ cents: [Double]) -> Double? {
    guard !cents.isEmpty else { return nil }
    return (cents.reduce(0) { $0 + $1 * $1 } / Double(cents.count)).squareRoot()
  }
}

extension Intonation.Note {
  /// The movement from the first to the last pitch, in cents; `nil` if the note has none.
  public var correction: Double? {
    guard let firstCents, let lastCents else { return nil }
    return lastCents - firstCents
  }

  /// True if its first stable pitch was in tune, before any correction.
  package var isFirstInTune: Bool {
    firstCents.map { $0.magnitude <= Intonation.tolerance } ?? false
  }

  /// True if the player moved the pitch by ``Intonation/leastCorrection`` or more.
  public var isCorrected: Bool { (correction?.magnitude ?? 0) >= Intonation.leastCorrection }
}

extension PlayedNote {
  /// Returns the deviations of the first and the last pitch, given that of the whole.
  ///
  /// - Parameter cents: The deviation of ``frequency``, in cents.
  /// - Returns: Their deviations, in cents; `nil` if they are not known.
  func ends(around cents: Double) -> (first: Double?, last: Double?) {
    func deviation(_ end: Double?) -> Double? {
      end.map { cents + Elementary.cents(ofRatio: $0 / frequency) }
    }
    return (deviation(firstFrequency), deviation(lastFrequency))
  }
}
