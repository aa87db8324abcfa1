/// The deviation of a pitch from one of its neighbouring notes. Positive is above the note.
public struct PitchOffset: Sendable, Hashable {
  /// The note that the distances are measured from.
  public let note: Note
  /// The exact frequency of the note, in hertz.
  public let noteFrequency: Double
  /// The distance from the note, in hertz.
  public let frequency: Double
  /// The distance from the note, in percent of the gap between the two neighbours in hertz.
  public let percentOfGap: Double
  /// The distance from the note, in cents.
  public let cents: Double

  /// Creates an offset from its parts.
  ///
  /// - Parameters:
  ///   - note: The note that the distances are measured from.
  ///   - noteFrequency: The exact frequency of the note, in hertz.
  ///   - frequency: The distance, in hertz.
  ///   - percentOfGap: The distance in percent of the gap between the two neighbours.
  ///   - cents: The distance, in cents.
  public init(
    note: Note, noteFrequency: Double, frequency: Double, percentOfGap: Double, cents: Double
  ) {
    self.note = note
    self.noteFrequency = noteFrequency
    self.frequency = frequency
    self.percentOfGap = percentOfGap
    self.cents = cents
  }
}

/// The distances of a pitch from the notes below and above it.
public struct PitchOffsets: Sendable, Hashable {
  /// The distance from the lower note.
  public let lower: PitchOffset
  /// The distance from the higher note.
  public let higher: PitchOffset

  /// Creates a pair of offsets, sorted by the frequency of their notes.
  ///
  /// - Parameters:
  ///   - first: One offset.
  ///   - second: The other offset; the order does not matter.
  public init(_ first: PitchOffset, _ second: PitchOffset) {
    let isSorted = first.noteFrequency <= second.noteFrequency
    lower = isSorted ? first : second
    higher = isSorted ? second : first
  }

  /// The offset that is smaller in cents; the higher one if both are equal.
  public var closest: PitchOffset {
    lower.cents.magnitude < higher.cents.magnitude ? lower : higher
  }
}
