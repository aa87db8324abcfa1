internal import MusicTheory

/// What the controls for A4, temperament and root say.
struct ConcertPitchChoice: Equatable {
  let frequency: Double
  let temperament: Int
  let root: Int

  /// The frequencies of the control, in hertz.
  static var limits: ClosedRange<Double> { ConcertPitch.limits }

  /// The concert pitch.
  func pitch(of temperaments: Temperaments) -> ConcertPitch {
    temperaments.concertPitch(frequency, temperament: temperament, root: root)
  }
}
