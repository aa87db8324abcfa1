import CommandKit
package import MusicTheory

/// Transposing instruments as a table, and as JSON.
package enum TransposingList {
  /// The instruments whose name or title contains every word; capitals do not matter.
  package static func find(_ words: [String]) -> [TransposingInstrument] {
    let words = words.map { $0.lowercased() }
    return TransposingInstrument.all.filter { instrument in
      let text = instrument.name + " " + instrument.title.lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// A line an instrument: its name, what it is, and what sounds when C4 is written.
  package static func text(_ instruments: [TransposingInstrument]) -> String {
    instruments.map { instrument in
      let sounding = instrument.transposition.sounding(written)
      return instrument.name.left(22) + instrument.title.left(36) + "C4 sounds \(sounding)\n"
    }.joined()
  }

  /// One array of objects, with the interval from the written note to the sounding one.
  package static func json(_ instruments: [TransposingInstrument]) -> String {
    let objects = instruments.map { instrument in
      let transposition = instrument.transposition
      return "{\"name\":\(instrument.name.jsonQuoted),\"title\":\(instrument.title.jsonQuoted),"
        + "\"steps\":\(transposition.interval.steps),"
        + "\"semitones\":\(transposition.interval.semitones),"
        + "\"writtenC4\":\"\(transposition.sounding(written).asciiDescription)\"}"
    }
    return objects.isEmpty ? "[]\n" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
  }

  private static let written = Note(.c, octave: 4)
}
