// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import MusicTheory

@implementation @c
public func ktn_note_number(
  _ name: UnsafePointer<CChar>!, _ number: UnsafeMutablePointer<Int32>!
) -> ktn_status {
  status { () throws(Refusal) in
    let (name, place) = (try text(name), try required(number))
    guard let note = try? Note(name) else { throw Refusal(KTN_NOT_A_NOTE) }
    place.pointee = Int32(note.midiNumber)  // octaves are in -99...99
  }
}

@implementation @c
public func ktn_note_spelled(
  _ name: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> ktn_status {
  status { () throws(Refusal) in
    let name = try text(name)
    guard let note = try? Note(name) else { throw Refusal(KTN_NOT_A_NOTE) }
    try write(note.asciiDescription, to: buffer, capacity: capacity)
  }
}

@implementation @c
public func ktn_note_name(
  _ number: Int32, _ spelling: Int32, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try require(noteNumbers.contains(number), KTN_NOTE_OUT_OF_RANGE)
    let note = Note(midiNumber: Int(number), spelling: try CInterface.spelling(spelling))
    try write(note.asciiDescription, to: buffer, capacity: capacity)
  }
}

@implementation @c
public func ktn_note_frequency(
  _ number: Int32, _ cents: Double, _ concert_pitch: Double, _ temperament: UnsafePointer<Double>!,
  _ frequency: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let (pitch, place) = (
      try concertPitch(concert_pitch, temperament), try required(frequency)
    )
    try require(noteNumbers.contains(number), KTN_NOTE_OUT_OF_RANGE)
    try require((-120_000...120_000).contains(cents), KTN_CENTS_OUT_OF_RANGE)
    let offset = pitch.temperament.offset(ofPitchClass: Int(number))
    place.pointee = pitch.frequency(ofMIDINumber: Double(number) + (offset + cents) / 100)
  }
}

@implementation @c
public func ktn_nearest_note(
  _ frequency: Double, _ concert_pitch: Double, _ temperament: UnsafePointer<Double>!,
  _ number: UnsafeMutablePointer<Int32>!, _ cents: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let (pitch, place) = (try concertPitch(concert_pitch, temperament), try required(number))
    guard (1e-6...1e12).contains(frequency), let note = pitch.nearestNote(to: frequency) else {
      throw Refusal(KTN_FREQUENCY_OUT_OF_RANGE)
    }
    place.pointee = Int32(note.midiNumber)
    cents?.pointee = pitch.cents(from: note, to: frequency)
  }
}

@implementation @c
public func ktn_nearest_notes(
  _ frequencies: UnsafePointer<Double>!, _ count: Int, _ concert_pitch: Double,
  _ temperament: UnsafePointer<Double>!, _ numbers: UnsafeMutablePointer<Int32>!,
  _ cents: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let pitch = try concertPitch(concert_pitch, temperament)
    let frequencies = try samples(frequencies, count)
    for frequency in frequencies {
      try require(frequency.isNaN || (1e-6...1e12).contains(frequency), KTN_FREQUENCY_OUT_OF_RANGE)
    }
    for (index, frequency) in frequencies.enumerated() {
      let note = frequency.isNaN ? nil : pitch.nearestNote(to: frequency)
      numbers?[index] = Int32(note?.midiNumber ?? 0)
      cents?[index] = note.map { pitch.cents(from: $0, to: frequency) } ?? .nan
    }
  }
}

@implementation @c
public func ktn_interval_cents_of_many(
  _ from: UnsafePointer<Double>!, _ to: UnsafePointer<Double>!, _ count: Int,
  _ cents: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let (from, to) = (try samples(from, count), try samples(to, count))
    let place = try room(cents, count)
    for frequencies in [from, to] {
      for frequency in frequencies {
        try require(
          frequency.isNaN || frequency > 0 && frequency.isFinite, KTN_FREQUENCY_OUT_OF_RANGE)
      }
    }
    for index in 0..<count {
      let isKnown = !from[index].isNaN && !to[index].isNaN
      place[index] = isKnown ? Interval.cents(from: from[index], to: to[index]) : .nan
    }
  }
}

@implementation @c
public func ktn_interval_cents(
  _ from: Double, _ to: Double, _ cents: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let place = try required(cents)
    try require(from > 0 && from.isFinite && to > 0 && to.isFinite, KTN_FREQUENCY_OUT_OF_RANGE)
    place.pointee = Interval.cents(from: from, to: to)
  }
}

private let temperamentNames = LastingTexts(
  NamedScale.all.filter { (try? temperament($0.name, root: 0)) != nil }.map { $0.name })

@implementation @c
public func ktn_temperament_count() -> Int { temperamentNames.count }

@implementation @c
public func ktn_temperament_name(_ index: Int) -> UnsafePointer<CChar>! {
  temperamentNames[index]
}

@implementation @c
public func ktn_temperament(
  _ name: UnsafePointer<CChar>!, _ root: Int32, _ deviations: UnsafeMutablePointer<Double>!
) -> ktn_status {
  status { () throws(Refusal) in
    let (name, place) = (try text(name), try required(deviations))
    let temperament = try temperament(name, root: root)
    for pitchClass in 0..<12 { place[pitchClass] = temperament.offset(ofPitchClass: pitchClass) }
  }
}

/// The MIDI numbers of the notes that have a name.
let noteNumbers: ClosedRange<Int32> = -1300...1300

/// Returns the concert pitch with a frequency of A4 and twelve deviations; `nil` for none.
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

/// Twelve deviations, as settings have them.
typealias Deviations = (
  Double, Double, Double, Double, Double, Double, Double, Double, Double, Double, Double, Double
)

/// Returns the concert pitch with a frequency of A4 and the deviations of settings.
func concertPitch(
  _ frequency: Double, _ deviations: Deviations
) throws(Refusal) -> ConcertPitch {
  var (pitch, reason): (ConcertPitch?, Refusal?)
  withUnsafeBytes(of: deviations) { bytes in
    do throws(Refusal) {
      let deviations = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
      pitch = try concertPitch(frequency, deviations)
    } catch {
      reason = error
    }
  }
  guard let pitch else { throw reason ?? Refusal(KTN_NOT_TWELVE_DEGREES) }
  return pitch
}

/// Returns the spelling that a number of the header stands for.
func spelling(_ number: Int32) throws(Refusal) -> Spelling {
  switch Int(number) {
  case KTN_SPELLING_SHARPS: return .sharps
  case KTN_SPELLING_FLATS: return .flats
  case KTN_SPELLING_MIXED: return .mixed
  default: throw Refusal(KTN_UNKNOWN_CHOICE)
  }
}

/// Returns the temperament with a name, on a root.
func temperament(_ name: String, root: Int32) throws(Refusal) -> Temperament {
  guard let scale = Scale.named(name) else { throw Refusal(KTN_UNKNOWN_TEMPERAMENT) }
  try require((0..<12).contains(root), KTN_NOTE_OUT_OF_RANGE)
  let name = Spelling.sharps.name(ofPitchClass: Int(root))
  guard let temperament = try? Temperament(scale, root: name) else {
    throw Refusal(KTN_NOT_TWELVE_DEGREES)
  }
  return temperament
}
