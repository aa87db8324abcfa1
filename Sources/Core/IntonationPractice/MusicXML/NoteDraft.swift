/// The contents of a `note` element so far.
struct NoteDraft {
  var step: Int?
  /// In semitones, with a fraction for microtones.
  var alter = 0.0
  var octave: Int?
  /// In quarter notes.
  var duration = 0.0
  var voice: String?
  var staff: Int?
  var isChord = false
  var isGrace = false
  var isCue = false
  var isUnpitched = false
  var isTied = false

  /// Returns the sounding pitch, transposed by semitones with a fraction: the nearest note on the side
  /// of the written one, and the cents above it; `nil` without a pitch.
  func pitch(transposedBy transposition: Double) -> (midiNumber: Int, microtone: Double)? {
    guard let step, let octave else { return nil }
    let (alteration, transposed) = (Self.whole(alter), Self.whole(transposition))
    var number = step + alteration + 12 * (octave + 1) + transposed
    // To a hundredth of a cent, so that what is written in the same way is the same note.
    var microtone =
      100 * (alter - Double(alteration)) + 100 * (transposition - Double(transposed))
    microtone = (100 * microtone).rounded() / 100
    if microtone.magnitude > 50 {
      let carried = microtone > 0 ? 1 : -1
      number += carried
      microtone -= Double(100 * carried)
    }
    return (number, microtone)
  }

  /// Returns the nearest whole number, and of two the one nearer to 0: E half flat is below E, and B
  /// three quarters flat below B flat.
  private static func whole(_ semitones: Double) -> Int {
    let size = Int((semitones.magnitude - 0.5).rounded(.up))
    return semitones < 0 ? -size : size
  }
}

/// The staves on which the voices of a part are written.
///
/// Some programs give both hands of a piano the same voice. A voice that moves from staff to staff is
/// one; a voice that is on two staves at the same time is one for each staff.
struct VoiceStaves {
  private var extents: [String: [Int: ClosedRange<Double>]] = [:]  // of the measure, by staff
  private(set) var divided: Set<String> = []

  /// Begins a measure.
  mutating func beginMeasure() { extents = [:] }

  /// Takes a note or a rest of the measure, in quarter notes.
  mutating func take(_ voice: String, staff: Int, from start: Double, to end: Double) {
    guard end > start + 1e-6, !divided.contains(voice) else { return }
    var staves = extents[voice] ?? [:]
    for (other, extent) in staves
    where other != staff && start < extent.upperBound - 1e-6 && end > extent.lowerBound + 1e-6 {
      divided.insert(voice)
    }
    let extent = staves[staff] ?? start...end
    staves[staff] = min(extent.lowerBound, start)...max(extent.upperBound, end)
    extents[voice] = staves
  }

  /// Divides the voices of a part that are on several staves at once.
  func divide(_ part: inout WrittenScore.Part) {
    guard !divided.isEmpty else { return }
    var staves: [String: Set<Int>] = [:]
    for index in part.measures.indices {
      for voice in divided {
        guard let notes = part.measures[index].notes.removeValue(forKey: voice) else { continue }
        for note in notes {
          staves[voice, default: []].insert(note.staff)
          part.measures[index].notes[Self.name(voice, note.staff), default: []].append(note)
        }
      }
    }
    part.voices = part.voices.flatMap { voice in
      staves[voice].map { $0.sorted().map { Self.name(voice, $0) } } ?? [voice]
    }
  }

  /// A name that no voice has: names of voices have no blanks.
  private static func name(_ voice: String, _ staff: Int) -> String {
    voice + " " + staff.description
  }
}
