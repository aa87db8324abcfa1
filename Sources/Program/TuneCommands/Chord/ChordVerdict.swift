import ChordEstimation
import CommandKit

/// The verdict on all chords of a file, as one JSON object.
struct ChordVerdict: Sendable {
  /// How pure they are, and how far they drift.
  var ensemble = EnsembleIntonation()
  private var chords: [JSON] = []

  /// Adds the next chord, at its end.
  mutating func append(_ chord: HeardChord) {
    chords.append(chord.json + (ensemble.add(chord)?.json ?? EnsembleIntonation.Chord.none))
  }

  /// The sentence and its numbers, and the chords.
  var json: JSON {
    let hasChords = !ensemble.chords.isEmpty
    return [
      "sentence": .text(ensemble.sentence),
      "fromPure": .number(hasChords ? ensemble.fromPure : nil, decimals: 2),
      "fromTempered": .number(hasChords ? ensemble.fromTempered : nil, decimals: 2),
      "drift": .number(hasChords ? ensemble.drift : nil, decimals: 2),
      "driftPerChord": .number(hasChords ? ensemble.driftPerChord : nil, decimals: 2),
      "chords": .array(chords),
    ]
  }
}

extension EnsembleIntonation.Chord {
  /// The values of one chord.
  fileprivate var json: JSON {
    [
      "fromPure": .number(fromPure, decimals: 2),
      "fromTempered": .number(fromTempered, decimals: 2), "drift": .number(drift, decimals: 2),
    ]
  }

  /// Those of a single note, which has no interval.
  fileprivate static let none: JSON = ["fromPure": .null, "fromTempered": .null, "drift": .null]

  /// Returns the line below the rows of a chord.
  ///
  /// - Parameter isFirst: True for the first chord, from which the drift is counted.
  /// - Returns: For example `  intervals: 2.1 from pure, 9.8 from the temperament; root -3.0 since the first chord`.
  func line(isFirst: Bool) -> String {
    let pure = fromPure.formatted(decimals: 1)
    let tempered = fromTempered.formatted(decimals: 1)
    let since = isFirst ? "" : "; root \(drift.signed(decimals: 1)) since the first chord"
    return "  intervals: \(pure) from pure, \(tempered) from the temperament\(since)"
  }
}
