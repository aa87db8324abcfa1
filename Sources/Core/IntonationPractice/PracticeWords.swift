internal import DecimalText

/// Pieces of the English sentences on a playing.
package enum PracticeWords {
  package static func number(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    guard DecimalText.append(value, decimals: decimals, to: &bytes) else { return "?" }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func number(_ value: Int) -> String { number(Double(value), 0) }

  /// For example `1 note`, `3 notes`.
  package static func count(_ value: Int, _ word: String) -> String {
    number(value) + " " + word + (value == 1 ? "" : "s")
  }

  /// For example `26 cents`, and `1 cent`.
  package static func cents(_ value: Double) -> String {
    number(value.magnitude, 0) + (value.magnitude.rounded() == 1 ? " cent" : " cents")
  }

  /// The cents of a microtone behind the name of a note, such as `-50c`.
  package static func signedCents(_ value: Double) -> String {
    (value > 0 ? "+" : "") + number(value, 0) + "c"
  }

  /// A limit that a value is within, in whole units: at least 1.
  package static func limit(_ value: Double) -> Double { max(1, (value - 1e-3).rounded(.up)) }

  /// For example `beat 3`, `beat 2.5`.
  package static func beat(_ beat: Double) -> String {
    let decimals = (0...1).first { decimals in
      let value = beat * (decimals == 0 ? 1 : 10)
      return (value - value.rounded()).magnitude < 0.01
    }
    return "beat " + number(beat, decimals ?? 2)
  }

  /// For example `bar 2, beat 3`, or `bar 2` in free time.
  package static func place(bar: BarNumber, beat: Double?) -> String {
    "bar " + bar.label + (beat.map { ", " + self.beat($0) } ?? "")
  }

  /// Names a note with its place: `E4 (bar 2, beat 3)`, or `The note in bar 2, beat 3`.
  package static func note(_ name: String?, _ index: Int, bar: BarNumber?, beat: Double?) -> String
  {
    let place = bar.map { self.place(bar: $0, beat: beat) }
    guard let name else {
      return place.map { "The note in " + $0 } ?? "Note " + number(index + 1)
    }
    return name + " (" + (place ?? "note " + number(index + 1)) + ")"
  }

  /// What is said of the other notes, such as `2 other notes are more than 10 cents off`.
  package static func others(_ count: Int, off: String) -> String {
    switch count {
    case 0: "no other note is more than " + off + " off"
    case 1: "1 other note is more than " + off + " off"
    default: number(count) + " other notes are more than " + off + " off"
    }
  }
}
