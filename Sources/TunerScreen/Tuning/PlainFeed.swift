import CommandIO
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
    var reading: TunerReading?
    var time: Double
  }

  init(hasUnicode: Bool) {
    self.hasUnicode = hasUnicode
  }

  /// Returns the line to print for a result, if it is a change.
  mutating func line(for result: TunerModel.Result) -> String? {
    let time = result.reading.time
    guard let reading = result.displayed else {
      guard last?.reading != nil else { return nil }
      last = Shown(reading: nil, time: time)
      return stamp(time) + "-"
    }
    guard !result.isHeld, isChange(to: reading, at: time) else { return nil }
    last = Shown(reading: reading, time: time)
    let string = result.target?.string.map { "  string \($0)" } ?? ""
    return stamp(time) + describe(reading, degree: result.target?.degree) + string
  }

  private func isChange(to reading: TunerReading, at time: Double) -> Bool {
    guard let last, let before = last.reading else { return true }
    if reading.note != before.note || reading.state != before.state { return true }
    return (reading.cents - before.cents).magnitude >= 1 && time - last.time >= 0.1
  }

  private func stamp(_ time: Double) -> String {
    time.formatted(decimals: 2).right(8) + " s  "
  }

  /// For example `A4   -12.3 cents   436.88 Hz  flat, tune up`; far from the only string or note,
  /// `E2   +500.0 cents   110.00 Hz  sharp, far off: A2 is heard`.
  func describe(_ reading: TunerReading, degree: Int? = nil) -> String {
    let display = setup.noteDisplay(hasUnicode: hasUnicode)
    let name =
      degree.map { setup.name(ofDegree: $0, hasUnicode: hasUnicode) }
      ?? (setup.target == .everything
        ? display.written(heard: reading.note) : display.written(reading.note))
    let cents = reading.cents.signed(decimals: 1)
    let isFar = setup.mode.isFar(reading.cents)
    let heard = isFar ? setup.nearestNote(to: reading.frequency) : nil
    let advice = heard.map { "far off: this is \(display.written(heard: $0))" }
    let verdict =
      switch reading.state {
      case .flat: "flat, " + (advice ?? "tune up")
      case .inTune: "in tune"
      case .sharp: "sharp, " + (advice ?? "tune down")
      }
    let frequency = reading.frequency.formatted(decimals: 2)
    return name.left(5) + cents.right(5) + " cents" + frequency.right(9)
      + " Hz  " + verdict
  }
}
