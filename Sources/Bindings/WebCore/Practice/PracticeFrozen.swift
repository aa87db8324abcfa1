internal import IntonationPractice
internal import MusicTheory
internal import PitchEstimation

/// The note that is shown while the pitch is frozen: its first stable pitch, until the next note begins.
final class PracticeFrozen {
  /// The positions of what is shown; the note is not a number while its pitch is not known.
  enum Field: Int, CaseIterable {
    case changeCount
    case time  // when its note began, or its stable pitch, in seconds
    case midi  // of the nearest note
    case cents  // above that note
    case side  // -1 flat, 0 in tune, 1 sharp
  }

  let facts = Record<Field>()

  init() { clear() }

  /// Shows nothing, because the playing begins again.
  func clear() {
    facts.clear()
    facts[.midi] = .nan
  }

  /// Takes the beginning of a note, or its first stable pitch.
  func take(_ event: FirstPitchFollower.Event, under concertPitch: ConcertPitch) {
    facts[.changeCount] += 1
    switch event {
    case .began(let time):
      facts[.time] = time
      facts[.midi] = .nan
    case .found(let pitch):
      guard let note = concertPitch.nearestNote(to: pitch.frequency) else { return }
      facts[.time] = pitch.start
      facts[.midi] = Double(note.midiNumber)
      let cents = concertPitch.cents(from: note, to: pitch.frequency)
      facts[.cents] = cents
      facts[.side] = cents.magnitude <= Intonation.tolerance ? 0 : cents < 0 ? -1 : 1
    }
  }
}
