internal import SignalProcessing

/// The network's odds as probabilities.
///
/// It was trained to be unsure of its labels, and says less than it knows: of the notes that it gives
/// odds of 3 to 1, 96 of 100 sound. The line is that of 840 mixtures, dry, in noise and in rooms, which
/// agree within 3 of 100 (decision 63).
enum NoteOdds {
  private static let (slope, shift) = (2.4, 0.65)

  /// Returns the probability, 0...1, of a note of these odds, as a natural logarithm.
  static func confidence(_ nats: Double) -> Double {
    1 / (1 + Elementary.exp(-(slope * nats + shift)))
  }

  /// Returns the odds, as a natural logarithm, of a note of this probability.
  static func nats(_ confidence: Double) -> Double {
    (Elementary.log(confidence / max(1e-12, 1 - confidence)) - shift) / slope
  }
}

/// Decides which notes count when several are heard: one note stays one, and the mains' hum is none.
///
/// The surest note always counts. Another one must be surer if it is much quieter than the loudest,
/// as a string is that only resonates, and if it is lower than ``lowest``, where few chords have notes
/// and most noise is. The limits were chosen on mixtures and on single notes (decision 63).
enum NoteGuard {
  /// The least odds of a note beside a surer one, as a natural logarithm.
  private static let least = -0.2
  /// How far below the loudest note a note needs no better odds, in decibels, and how much better they
  /// must be for each decibel beyond, in nats.
  private static let (quiet, slope) = (15.0, 0.05)
  /// A1 in hertz, below which the odds must be better, and by how much, in nats.
  private static let (lowest, lowNats) = (55.0, 2.0)
  /// The frequencies of the mains, in hertz.
  private static let mains = (50.0, 60.0)
  /// How far a hum is from them at most, as a ratio: 14 cents. No note is as near at A4 = 432...442.
  private static let humRatio = 1.00812

  /// Returns a reading without the notes that do not count.
  static func counted(_ reading: ChordReading) -> ChordReading {
    var (surest, loudest) = (-1.0, -Double.infinity)
    var hums = 0
    for index in 0..<reading.count {
      let note = reading[index]
      guard !isHum(note.frequency) else {
        hums += 1
        continue
      }
      surest = max(surest, note.confidence)
      loudest = max(loudest, note.level)
    }
    guard reading.count > 1, hums < reading.count else { return reading }
    var counted = ChordReading(time: reading.time)
    for index in 0..<reading.count where !isHum(reading[index].frequency) {
      let note = reading[index]
      if note.confidence == surest || nats(note) > limit(note, loudest) { counted.append(note) }
    }
    return counted
  }

  private static func limit(_ note: ChordNote, _ loudest: Double) -> Double {
    let limit = least + slope * max(0, loudest - note.level - quiet)
    return note.frequency < lowest ? limit + lowNats : limit
  }

  private static func nats(_ note: ChordNote) -> Double { NoteOdds.nats(note.confidence) }

  private static func isHum(_ frequency: Double) -> Bool {
    max(frequency / mains.0, mains.0 / frequency) < humRatio
      || max(frequency / mains.1, mains.1 / frequency) < humRatio
  }
}
