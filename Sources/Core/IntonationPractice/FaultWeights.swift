/// What faults weigh, as multiples of what is still good: 10 cents, 20 ms.
package enum FaultWeights {
  /// A note that is wrong or missing weighs as much as one that is a semitone off.
  package static let mistake = 10.0
  /// A note too many: it may be an echo, or a string that was touched. Also a beat of a rhythm that is
  /// missing: it may have been too soft.
  package static let extra = 3.0
  /// The share of wrong and missing notes beyond which the notes must be learned first.
  package static let unlearned = 0.2
  /// How many standard deviations of the others a note is off that stands out from them.
  package static let outstanding = 3.5
  /// The smallest median in milliseconds that is a fault, because it is that of all notes.
  package static let median = 8.0
  /// The smallest change of tempo, and difference from the tempo asked for, in percent.
  package static let tempo = 3.0
  /// The smallest spread that is uneven, in milliseconds: players spread by 10 to 25.
  package static let uneven = 25.0
  /// Another tempo than asked for, or none: half a beat at 120, in multiples of 20 ms.
  package static let otherTempo = 12.5
  /// Where notes begin before they are corrected.
  package static let corrections = 0.4
}
