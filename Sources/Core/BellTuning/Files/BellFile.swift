package import MusicTheory
package import PianoTuning

internal import SignalProcessing

/// A carillon, a rank of pipes, a keyboard of reeds or bars: the measurements of its objects, and
/// the settings for tuning it. `docs/bells.md` describes the file.
package struct BellFile: MeasurementFile {
  /// The largest size of a file, in bytes.
  package static let largestSize = 8_000_000

  /// One measurement of an object.
  package struct Entry: MeasurementEntry {
    /// The MIDI number of the note that it has, or is to have.
    package var note: Int
    package var measurement: ResonatorMeasurement
    package var stage: MeasurementStage
    /// The time in UTC, such as `2026-11-22T10:15:00Z`.
    package var date: String
    /// The temperature of the air in degrees Celsius, if it was noted.
    package var temperature: Double?

    package init(
      note: Int, _ measurement: ResonatorMeasurement, stage: MeasurementStage, date: String,
      temperature: Double? = nil
    ) {
      self.note = note
      self.measurement = measurement
      self.stage = stage
      self.date = date
      self.temperature = temperature
    }
  }

  /// A point of the beats that reeds are to have.
  package struct Beat: Sendable, Equatable {
    /// The MIDI number of a note.
    package var note: Int
    /// In hertz.
    package var rate: Double

    package init(note: Int, rate: Double) {
      self.note = note
      self.rate = rate
    }
  }

  package var name = "Carillon"
  package var object = ResonatorKind.bell
  /// The frequency of A4, in hertz.
  package var concertPitch = 440.0
  /// The name of a scale of twelve degrees, on C.
  package var temperament = "equal"
  /// The third that bells are to have; `nil` for that which each has.
  package var third: BellThird?
  /// The temperature that the pitch of pipes is meant for, in degrees Celsius.
  package var temperature = 20.0
  /// From the lowest note; the beats of notes between lie between.
  package var beats: [Beat] = []
  /// In the order of measuring; an object may occur more than once.
  package var entries: [Entry] = []

  /// The accepted beats of reeds, in hertz.
  package static let beatRates = 0.0...50

  package init() {}

  /// Sets the beat that the reeds of a note are to have, in hertz, if it is in ``beatRates``.
  ///
  /// - Parameters:
  ///   - rate: `nil` for none, so that it lies between those of the notes around it.
  ///   - note: The MIDI number of the note.
  /// - Returns: False if the rate is out of its range.
  package mutating func setBeat(_ rate: Double?, at note: Int) -> Bool {
    if let rate, !Self.beatRates.contains(rate) { return false }
    beats.removeAll { $0.note == note }
    if let rate { beats.append(Beat(note: note, rate: rate)) }
    beats = beats.ascending { Double($0.note) }
    return true
  }

  /// Sets what the objects are, which are of one kind. A file that has no name of its own yet is called
  /// after them.
  ///
  /// - Returns: False if others are measured already.
  package mutating func setObject(_ new: ResonatorKind) -> Bool {
    guard new != object else { return true }
    guard entries.isEmpty else { return false }
    if name.utf8.elementsEqual(Self.usualName(object).utf8) { name = Self.usualName(new) }
    object = new
    return true
  }

  /// What several of them are called.
  private static func usualName(_ object: ResonatorKind) -> String {
    switch object {
    case .bell: "Carillon"
    case .bar: "Bars"
    case .marimba: "Marimba"
    case .xylophone: "Xylophone"
    case .vibraphone: "Vibraphone"
    case .tube: "Tubular bells"
    case .drum: "Kettledrums"
    case .tongue: "Tongues"
    case .kalimba: "Kalimba"
    case .reed: "Reeds"
    case .pipe: "Rank"
    }
  }

  /// Returns the newest measurement of an object.
  package func newest(_ note: Int, _ stage: MeasurementStage? = nil) -> Entry? {
    entries.last { $0.note == note && (stage == nil || $0.stage == stage) }
  }

  /// The notes that were measured, from the lowest.
  package var notes: [Int] { Set(entries.map { $0.note }).sorted() }

  /// Returns the targets.
  package func targets() throws(ScaleError) -> BellTargets {
    BellTargets(
      object: object, concertPitch: concertPitch, temperament: try temperamentOffsets(),
      third: third, temperature: temperature, beats: beats)
  }
}

/// What the objects of a file are tuned to.
package struct BellTargets: Sendable {
  package var object: ResonatorKind
  package var concertPitch: Double
  package var temperament: Temperament
  package var third: BellThird?
  package var temperature: Double
  package var beats: [BellFile.Beat]

  package init(
    object: ResonatorKind, concertPitch: Double = 440, temperament: Temperament = .equal,
    third: BellThird? = nil, temperature: Double = 20, beats: [BellFile.Beat] = []
  ) {
    self.object = object
    self.concertPitch = concertPitch
    self.temperament = temperament
    self.third = third
    self.temperature = temperature
    self.beats = beats
  }

  /// Returns the frequency of a note, in hertz.
  package func frequency(_ note: Int) -> Double {
    let cents = 100 * Double(note - 69) + temperament.offset(ofPitchClass: note)
    return concertPitch * Elementary.ratio(ofCents: cents)
  }

  /// Returns the note nearest to a frequency in hertz, as a MIDI number in 0...127.
  package func note(nearestTo frequency: Double) -> Int {
    let equal = 69 + Elementary.cents(ofRatio: frequency / concertPitch) / 100
    let middle = Int(min(127, max(0, equal.rounded())))
    return (max(0, middle - 1)...min(127, middle + 1)).min { one, other in
      distance(one, frequency) < distance(other, frequency)
    } ?? middle
  }

  private func distance(_ note: Int, _ frequency: Double) -> Double {
    Elementary.cents(ofRatio: frequency / self.frequency(note)).magnitude
  }

  /// Returns the deviation of an object's strike note from its note, in cents.
  ///
  /// - Parameters:
  ///   - measurement: The measurement.
  ///   - note: Its MIDI number.
  ///   - air: The temperature while it was measured, in degrees Celsius, if it was noted. A pipe's
  ///     frequency goes with the speed of sound, by the root of the absolute temperature.
  /// - Returns: Cents; above 0 if it is sharp.
  package func deviation(_ measurement: ResonatorMeasurement, note: Int, air: Double?) -> Double {
    var cents = Elementary.cents(ofRatio: measurement.strike / frequency(note))
    if object == .pipe, let air {
      cents += 600 * Elementary.log2((temperature + 273.15) / (air + 273.15))
    }
    return cents
  }

  /// Returns the deviation of a partial from its place above the strike note, in cents; `nil` for
  /// those that are not tuned.
  package func deviation(
    _ partial: ObjectPartial, of measurement: ResonatorMeasurement, note: Int
  ) -> Double? {
    place(partial.mode, of: measurement, note: note).map { measurement.cents(partial) - $0 }
  }

  /// Returns the place of a mode above the strike note, in cents; `nil` for those that are not
  /// tuned.
  private func place(_ mode: Int, of measurement: ResonatorMeasurement, note: Int) -> Double? {
    let modes = measurement.object.modes
    guard measurement.object == .bell else { return modes[mode].cents }
    guard mode < 5 else { return nil }
    var cents = modes[mode].cents
    if mode == 2 { cents = (third ?? measurement.third) == .major ? 400 : 300 }
    let interval = Int(cents / 100)
    return cents + temperament.offset(ofPitchClass: note + 12 + interval)
      - temperament.offset(ofPitchClass: note)
  }

  /// Returns the beat that the reeds of a note are to have, in hertz; `nil` without any.
  package func beat(_ note: Int) -> Double? {
    guard let first = beats.first, let last = beats.last else { return nil }
    if note <= first.note { return first.rate }
    if note >= last.note { return last.rate }
    for (low, high) in zip(beats, beats.dropFirst()) where note <= high.note {
      let share = Double(note - low.note) / Double(max(1, high.note - low.note))
      return low.rate + share * (high.rate - low.rate)
    }
    return last.rate
  }

  /// Returns the target of each reed of a note, in hertz, from the lowest: of two the second is
  /// sharp by the beat, of three the outer ones are flat and sharp by it.
  package func reeds(_ note: Int, count: Int) -> [Double] {
    let (middle, beat) = (frequency(note), beat(note) ?? 0)
    switch count {
    case 2: return [middle, middle + beat]
    case 3: return [middle - beat, middle, middle + beat]
    default: return [middle]
    }
  }
}
