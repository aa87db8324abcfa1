internal import DecimalText

/// The contents of a `time` element so far.
struct MeterDraft {
  private var beats: Int?
  private var parts: [(beats: Int, unit: Int)] = []
  private var isFree = false
  /// True for the meter of another staff, and in the meter that may stand for the first one.
  private var isOther = false

  /// Begins a meter; `staff` is the number of its staff, if it has one.
  init(staff: String? = nil) { isOther = staff != nil && staff != "1" }

  /// Takes the beginning of an element.
  mutating func start(_ name: String) {
    // Such as 3/4 (6/8): the first one counts.
    if name == "interchangeable" { isOther = true }
  }

  /// Takes the end of an element, with its text.
  mutating func end(_ name: String, _ word: String) {
    guard !isOther else { return }
    switch name {
    case "beats":
      let groups = word.split(separator: "+").map { Int($0) ?? 0 }
      beats = groups.allSatisfy { (1...128).contains($0) } ? groups.reduce(0, +) : nil
    case "beat-type":
      if let beats, let unit = Int(word), (1...64).contains(unit) { parts.append((beats, unit)) }
    case "senza-misura": isFree = true
    default: break
    }
  }

  /// The meter, whose parts follow each other in the bar; `nil` if it is not one that counts.
  var finished: WrittenScore.NewMeter? {
    if isFree { return WrittenScore.NewMeter(meter: nil) }
    guard let unit = parts.map({ $0.unit }).max() else { return nil }
    let count = parts.reduce(0) { $0 + $1.beats * unit / $1.unit }
    return PracticeMeter(beatCount: count, beatUnit: unit).map { WrittenScore.NewMeter(meter: $0) }
  }
}

/// The contents of a `metronome` element so far, and of the `direction` around it.
struct MetronomeDraft {
  /// A tempo for playback, which is more exact than the mark beside it.
  var soundTempo: Double?
  private var quarters: Double?  // of the beat that is counted
  private var dotted = 0.0  // the last dot, in quarters
  private var perMinute: Double?

  init(soundTempo: Double? = nil) { self.soundTempo = soundTempo }

  private static let noteValues: [String: Double] = [
    "long": 16, "breve": 8, "whole": 4, "half": 2, "quarter": 1, "eighth": 0.5, "16th": 0.25,
    "32nd": 0.125, "64th": 0.0625,
  ]

  /// Takes the end of an element, with its text.
  mutating func end(_ name: String, _ word: String) {
    switch name {
    case "beat-unit":
      quarters = quarters ?? Self.noteValues[word]
      dotted = quarters ?? 0
    case "beat-unit-dot":
      dotted /= 2
      quarters = quarters.map { $0 + dotted }
    case "per-minute":
      // Such as "96" or "ca. 96".
      let number = word.drop { !("0"..."9").contains($0) }.prefix {
        ("0"..."9").contains($0) || $0 == "."
      }
      perMinute = DecimalText.number(number.utf8).flatMap { (1...10_000).contains($0) ? $0 : nil }
    default: break
    }
  }

  /// The tempo of the mark, in quarters per minute; `nil` if it has none, or if another one counts.
  var quartersPerMinute: Double? {
    guard soundTempo == nil, let quarters, let perMinute else { return nil }
    return quarters * perMinute
  }
}
