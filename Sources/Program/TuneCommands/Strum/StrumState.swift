import CommandKit
import InstrumentTuning
import PolyphonicTuning

/// What is known of a strum, for lines and for the screen.
package struct StrumState: Sendable {
  /// What a reading shows best.
  enum View: Equatable, Sendable {
    /// All strings.
    case strings
    /// The only course that sounds, whose first string is at this index.
    case string(Int)
  }

  /// One string.
  struct Row: Sendable {
    var string: TuningString
    var target: Double
    /// `nil` while it does not sound.
    var cents: Double?
    var frequency = 0.0
    /// One standard error, in cents.
    var error = 0.0
    /// Whether it still moves by more than 3 cents a second.
    var isGliding = false
    /// How it beats with the others of its course.
    var beat = StringBeat()
  }

  var rows: [Row]
  /// The end and the middle of the samples that count, in seconds.
  var time = 0.0
  var center = 0.0
  var isClipped = false
  /// Whether the sound is something else than the open strings.
  var isOther = false
  /// How many strums there have been.
  var strumCount = 0

  init(_ setup: StrumSetup) {
    rows = zip(setup.strings, setup.targets).map { Row(string: $0, target: $1) }
  }

  var presentIndices: [Int] { rows.indices.filter { rows[$0].cents != nil } }

  var view: View {
    let present = presentIndices
    guard let first = present.first,
      present.allSatisfy({ rows[$0].string.number == rows[first].string.number })
    else { return .strings }
    return .string(first)
  }

  /// What keeps the readings from meaning what they seem to; `nil` for nothing.
  var problem: String? {
    if isOther { return "These are not the open strings, or something else sounds too." }
    return isClipped ? InputAdvice.clipped : nil
  }

  /// Shows a measurement; a sound that is not a strum leaves no string.
  mutating func show(_ tuner: borrowing StrumTuner) {
    (time, center) = (tuner.time, tuner.center)
    isClipped = tuner.isClipped
    isOther = tuner.sound == .other
    strumCount = tuner.strumCount
    for index in rows.indices {
      let heard = tuner.strings[index]
      let isPresent = heard.isPresent && !isOther
      rows[index].frequency = heard.frequency
      rows[index].error = heard.error
      rows[index].cents = isPresent ? heard.cents : nil
      rows[index].beat = isPresent ? tuner.beats[index] : StringBeat()
      rows[index].isGliding = isPresent && tuner.glides[index].magnitude > 3
    }
  }
}
