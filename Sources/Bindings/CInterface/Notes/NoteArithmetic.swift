internal import CKammerton
internal import MusicTheory

/// The MIDI numbers of the notes that have a name.
let noteNumbers: ClosedRange<Int32> = -1300...1300

/// The concert pitch of a frequency of A4, and of twelve deviations or none.
func concertPitch(
  _ frequency: Double, _ deviations: UnsafePointer<Double>?
) throws(Refusal) -> ConcertPitch {
  var temperament = Temperament.equal
  if let deviations {
    let twelve = Array(UnsafeBufferPointer(start: deviations, count: 12))
    guard let given = try? Temperament(deviations: twelve) else {
      throw Refusal(KTN_NOT_TWELVE_DEGREES)
    }
    temperament = given
  }
  guard let pitch = try? ConcertPitch(frequency, temperament: temperament) else {
    throw Refusal(KTN_CONCERT_PITCH_OUT_OF_RANGE)
  }
  return pitch
}

/// The spelling that a number of the header stands for.
func spelling(_ number: Int32) throws(Refusal) -> Spelling {
  switch Int(number) {
  case KTN_SPELLING_SHARPS: return .sharps
  case KTN_SPELLING_FLATS: return .flats
  case KTN_SPELLING_MIXED: return .mixed
  default: throw Refusal(KTN_UNKNOWN_CHOICE)
  }
}

/// The temperament of a name, on a root.
func temperament(_ name: String, root: Int32) throws(Refusal) -> Temperament {
  guard let scale = Scale.named(name) else { throw Refusal(KTN_UNKNOWN_TEMPERAMENT) }
  try require((0..<12).contains(root), KTN_NOTE_OUT_OF_RANGE)
  let name = Spelling.sharps.name(ofPitchClass: Int(root))
  guard let temperament = try? Temperament(scale, root: name) else {
    throw Refusal(KTN_NOT_TWELVE_DEGREES)
  }
  return temperament
}
