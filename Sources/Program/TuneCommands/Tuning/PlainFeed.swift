import CommandKit
import InstrumentTuning
import MusicTheory
import PitchEstimation

/// One line of text per change, for screen readers, logs and dumb terminals.
///
/// A change is a new note, a new verdict, the end of a note, or a cent or more; the last not more
/// than ten times a second.
struct PlainFeed: Sendable {
  let hasUnicode: Bool
  /// How notes are named.
  var setup = TunerSetup()
  private var last: Shown?

  private struct Shown {
    var deviation: NoteDeviation?
    var time: Double
  }

  init(hasUnicode: Bool) {
    self.hasUnicode = hasUnicode
  }

  /// Returns the line to print for a reading, if it is a change.
  mutating func line(for reading: TunerReading) -> String? {
    let time = reading.time
    guard let deviation = reading.deviation else {
      guard last?.deviation != nil else { return nil }
      last = Shown(deviation: nil, time: time)
      return stamp(time) + "-"
    }
    guard !reading.isHeld, isChange(to: deviation, at: time) else { return nil }
    last = Shown(deviation: deviation, time: time)
    let string = reading.target?.string.map { "  string \($0)" } ?? ""
    return stamp(time) + describe(deviation, degree: reading.target?.degree) + string
  }

  private func isChange(to deviation: NoteDeviation, at time: Double) -> Bool {
    guard let last, let before = last.deviation else { return true }
    if deviation.note != before.note || deviation.state != before.state { return true }
    return (deviation.cents - before.cents).magnitude >= 1 && time - last.time >= 0.1
  }

  private func stamp(_ time: Double) -> String {
    time.formatted(decimals: 2).right(8) + " s  "
  }

  /// For example `A4   -12.3 cents   436.88 Hz  flat, tune up`; far from the only string or note,
  /// `E2   +500.0 cents   110.00 Hz  sharp, far off: A2 is heard`.
  func describe(_ deviation: NoteDeviation, degree: Int? = nil) -> String {
    let display = setup.noteDisplay(hasUnicode: hasUnicode)
    let name =
      degree.map { setup.name(ofDegree: $0, hasUnicode: hasUnicode) }
      ?? (setup.target == .everything
        ? display.written(heard: deviation.note) : display.written(deviation.note))
    let cents = deviation.cents.signed(decimals: 1)
    let isFar = setup.mode.isFar(deviation.cents)
    let heard = isFar ? setup.nearestNote(to: deviation.frequency) : nil
    let advice = heard.map { "far off: this is \(display.written(heard: $0))" }
    let verdict =
      switch deviation.state {
      case .flat: "flat, " + (advice ?? "tune up")
      case .inTune: "in tune"
      case .sharp: "sharp, " + (advice ?? "tune down")
      }
    let frequency = deviation.frequency.formatted(decimals: 2)
    return name.left(5) + cents.right(5) + " cents" + frequency.right(9)
      + " Hz  " + verdict
  }
}
