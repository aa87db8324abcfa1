import ChordEstimation
import CommandKit
import InstrumentTuning
import MusicTheory

/// What is said of a chord.
struct ChordText {
  let chord: HeardChord
  let setup: ChordSetup
  let hasUnicode: Bool

  private var display: NoteDisplay { NoteDisplay(notation: setup.notation, hasUnicode: hasUnicode) }

  /// The name of the chord, or its notes if they have none.
  var title: String {
    let name = chord.name.text { display.text($0) }
    return name.isEmpty ? chord.notes.indices.map { note($0) }.joined(separator: " ") : name
  }

  /// The name of a note, as the chord spells it.
  func note(_ index: Int) -> String { display.text(chord.note(index, spelling: setup.spelling)) }

  /// The word for its deviation from equal temperament, or from the one that was chosen.
  func verdict(_ index: Int) -> NoteDeviation.State {
    .init(cents: chord.notes[index].cents, tolerance: setup.tolerance)
  }

  /// For example `25.7 sharp of 5/4`; `nil` for the note that the others are compared with.
  func purity(_ index: Int) -> String? {
    guard index != chord.base else { return nil }
    let note = chord.notes[index]
    let ratio = "\(note.ratio.numerator)/\(note.ratio.denominator)"
    let amount = note.centsFromRatio.magnitude.formatted(decimals: 1)
    guard amount != "0.0" else { return "pure \(ratio)" }
    return "\(amount) \(note.centsFromRatio < 0 ? "flat" : "sharp") of \(ratio)"
  }

  /// For example `C4-G4 3:2 0.88 Hz`, or `C4-G4 3:2 locked`.
  func text(_ beat: HeardChord.Beat) -> String {
    let (lower, upper) = (note(beat.lower), note(beat.upper))
    let rate = beat.isLocked ? "locked" : "\(beat.rate.formatted(decimals: 2)) Hz"
    return
      "\(lower)\(hasUnicode ? "–" : "-")\(upper) \(beat.lowerPartial):\(beat.upperPartial) \(rate)"
  }

  private func cents(_ index: Int) -> String {
    chord.notes[index].cents.signed(decimals: 1) + " " + verdict(index).word
  }

  /// The name, and the notes that are not in tune, the farthest first: `C: E4 12.0 sharp`, `Am7: in tune`.
  var summary: String {
    let off = chord.notes.indices.filter { verdict($0) != .inTune }
      .sorted { chord.notes[$0].cents.magnitude > chord.notes[$1].cents.magnitude }
    let notes = off.map {
      "\(note($0)) \(chord.notes[$0].cents.magnitude.formatted(decimals: 1)) \(verdict($0).word)"
    }
    return title + ": " + (notes.isEmpty ? "in tune" : notes.joined(separator: ", "))
  }

  /// One line: `    0.53 s  C  C4 +0.1 in tune  E4 +12.0 sharp, 25.7 sharp of 5/4  …`.
  var line: String {
    var line = chord.time.formatted(decimals: 2).right(8) + " s  "
    guard !chord.notes.isEmpty else { return line + "-" }
    line += title
    for index in chord.notes.indices {
      line += "  \(note(index)) \(cents(index))"
      if let purity = purity(index) { line += ", \(purity)" }
    }
    if !chord.beats.isEmpty {
      line += "  beats " + chord.beats.map { text($0) }.joined(separator: ", ")
    }
    return line
  }

  /// Some lines: times and name, a row for each note, and the beats.
  var block: String {
    let start = chord.start.formatted(decimals: 2)
    let end = chord.time.formatted(decimals: 2)
    var lines = ["\(start)\(hasUnicode ? "–" : "-")\(end) s  \(title)"]
    for (index, heard) in chord.notes.enumerated() {
      let frequency = heard.frequency.formatted(decimals: 2).right(9)
      let number = heard.cents.signed(decimals: 1).right(7)
      let purity = purity(index).map { "   \($0)" } ?? ""
      let word = verdict(index).word.left(purity.isEmpty ? 0 : 7)
      lines.append("  \(note(index).left(5))\(frequency) Hz \(number) \(word)\(purity)")
    }
    if !chord.beats.isEmpty {
      lines.append("  beats: " + chord.beats.map { text($0) }.joined(separator: ", "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension HeardChord {
  /// The chord as JSON.
  var json: JSON {
    let name = name.asciiDescription
    return [
      "time": .number(time, decimals: 3), "start": .number(start, decimals: 3),
      "chord": .optional(name.isEmpty ? nil : name),
      "notes": .array(notes.indices.map { json(note: $0) }),
      "beats": .array(
        beats.map { beat in
          [
            "notes": [.number(beat.lower), .number(beat.upper)],
            "partials": [.number(beat.lowerPartial), .number(beat.upperPartial)],
            "rate": .number(beat.rate, decimals: 3), "locked": .bool(beat.isLocked),
          ]
        }),
    ]
  }

  private func json(note index: Int) -> JSON {
    let heard = notes[index]
    let written = note(index, spelling: .sharps)
    return [
      "note": .text(written.name.asciiDescription), "octave": .number(written.octave),
      "midi": .number(heard.midiNumber), "frequency": .number(heard.frequency, decimals: 3),
      "cents": .number(heard.cents, decimals: 2), "level": .number(heard.level, decimals: 2),
      "sounding": .bool(heard.isSounding),
      "ratio": .text("\(heard.ratio.numerator)/\(heard.ratio.denominator)"),
      "ratioCents": .number(heard.centsFromRatio, decimals: 2),
    ]
  }
}
