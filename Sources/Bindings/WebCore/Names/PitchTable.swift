internal import MusicTheory

/// The frequencies of notes at a concert pitch and in a temperament, for what the page shows and plays.
final class PitchTable: Core {
  enum Part: Int, CaseIterable { case degrees, offsets }

  /// The degrees of a scale, in cents above its root, which `tune` reads.
  let degrees = SharedMemory<Double>(repeating: 0, count: pitchClassCount)
  /// The pitch classes C...B, in cents above equal temperament with A at 0, which `tune` writes.
  let offsets = SharedMemory<Double>(repeating: 0, count: pitchClassCount)
  private var concertPitch = ConcertPitch.standard

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .degrees: degrees.address
    case .offsets: offsets.address
    case nil: nil
    }
  }

  /// Takes up a tuning; refuses it if something is out of its range.
  ///
  /// - Parameters:
  ///   - frequency: Of A4, in hertz.
  ///   - root: The pitch class that degree 0 is, counted from C.
  /// - Returns: Whether it does.
  func tune(to frequency: Double, root: Int) -> Bool {
    guard let temperament = try? Temperament(degrees: Array(degrees.values), root: root),
      let concertPitch = try? ConcertPitch(frequency, temperament: temperament)
    else { return false }
    self.concertPitch = concertPitch
    for index in 0..<pitchClassCount {
      offsets[index] = temperament.offset(ofPitchClass: index)
    }
    return true
  }

  /// - Parameters:
  ///   - midiNumber: The note.
  ///   - cents: How far above it.
  /// - Returns: Hertz.
  func frequency(of midiNumber: Int, cents: Double) -> Double {
    let offset = concertPitch.temperament.offset(ofPitchClass: midiNumber)
    return concertPitch.frequency(ofMIDINumber: Double(midiNumber) + (offset + cents) / 100)
  }
}

/// Creates a table of frequencies.
@_cdecl("names_pitches_create")
func createPitches() -> Handle? { handle(PitchTable()) }

/// Applies concert pitch and the temperament of `degrees` on its root, and writes its twelve
/// `offsets`.
@_cdecl("names_pitches_tune")
func tunePitches(_ pitches: Handle, _ frequency: Hertz, _ root: Int32) -> Accepted {
  (object(pitches) as PitchTable).tune(to: frequency, root: Int(root))
}

/// Returns the frequency of a note with a deviation from it.
@_cdecl("names_pitches_frequency")
func pitchFrequency(_ pitches: Handle, _ midiNumber: Int32, _ cents: Cents) -> Hertz {
  (object(pitches) as PitchTable).frequency(of: Int(midiNumber), cents: cents)
}
