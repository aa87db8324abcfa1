internal import BellTuning
internal import CKammerton
internal import MusicTheory
internal import PianoTuning

/// The checked settings of bells.
struct BellSettings {
  let sampleRate: Double
  let isObjectGiven: Bool
  /// A file with these settings, and without measurements.
  private(set) var file = BellFile()

  init(_ settings: ktn_bell_settings) throws(Refusal) {
    sampleRate = settings.sample_rate
    isObjectGiven = Int(settings.object) != KTN_OBJECT_ANY
    if isObjectGiven { _ = file.setObject(try object(ofNumber: settings.object)) }
    try require(
      file.setConcertPitch(settings.concert_pitch), KTN_CONCERT_PITCH_OUT_OF_RANGE)
    if let name = settings.temperament {
      _ = try CInterface.temperament(try text(name), root: 0)
      _ = file.setTemperament(utf8(name))
    }
    try require(
      BellFile.temperatures.contains(settings.temperature), KTN_TEMPERATURE_OUT_OF_RANGE)
    file.temperature = settings.temperature
    file.third = try Self.third(settings.third)
  }

  private static func third(_ number: Int32) throws(Refusal) -> BellThird? {
    switch Int(number) {
    case KTN_THIRD_OWN: return nil
    case KTN_THIRD_MINOR: return .minor
    case KTN_THIRD_MAJOR: return .major
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }
}

extension MeasuringAim {
  init(
    bell purpose: Int32, note number: Int32, air: Double, date text: UnsafePointer<CChar>?
  ) throws(Refusal) {
    self.init()
    guard let purpose = MeasuringPurpose(rawValue: Int(purpose)) else {
      throw Refusal(KTN_UNKNOWN_CHOICE)
    }
    self.purpose = purpose
    try require((-1...127).contains(number), KTN_NOTE_OUT_OF_RANGE)
    note = number < 0 ? nil : Int(number)
    try require(
      air.isNaN || BellFile.temperatures.contains(air), KTN_TEMPERATURE_OUT_OF_RANGE)
    self.air = air.isNaN ? nil : air
    if let text { date = try CInterface.date(text) }
  }
}

/// Returns the kind of object that a number of the header stands for.
func object(ofNumber number: Int32) throws(Refusal) -> ResonatorKind {
  let all = ResonatorKind.allCases
  try require(all.indices.contains(Int(number)), KTN_UNKNOWN_CHOICE)
  return all[Int(number)]
}

/// Returns the number of a kind of object in the header.
func number(of object: ResonatorKind) -> Int32 {
  switch object {
  case .bell: Int32(KTN_OBJECT_BELL)
  case .bar: Int32(KTN_OBJECT_BAR)
  case .marimba: Int32(KTN_OBJECT_MARIMBA)
  case .xylophone: Int32(KTN_OBJECT_XYLOPHONE)
  case .vibraphone: Int32(KTN_OBJECT_VIBRAPHONE)
  case .tube: Int32(KTN_OBJECT_TUBE)
  case .drum: Int32(KTN_OBJECT_DRUM)
  case .tongue: Int32(KTN_OBJECT_TONGUE)
  case .kalimba: Int32(KTN_OBJECT_KALIMBA)
  case .reed: Int32(KTN_OBJECT_REED)
  case .pipe: Int32(KTN_OBJECT_PIPE)
  }
}

/// Returns the number of a bell's third in the header.
func number(of third: BellThird?) -> Int32 {
  switch third {
  case nil: Int32(KTN_THIRD_OWN)
  case .minor: Int32(KTN_THIRD_MINOR)
  case .major: Int32(KTN_THIRD_MAJOR)
  }
}
