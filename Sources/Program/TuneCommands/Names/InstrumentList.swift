import CommandKit
package import InstrumentTuning
import MusicTheory

/// Instruments and tunings as an indented list, and as JSON.
package enum InstrumentList {
  /// Groups, instruments, tunings, one below the other.
  package static func text(_ instruments: [Instrument]) -> String {
    var text = ""
    var group: String?
    for instrument in instruments {
      if instrument.group != group {
        text += (group == nil ? "" : "\n") + instrument.group.printable + "\n"
        group = instrument.group
      }
      let others =
        instrument.otherNames.isEmpty
        ? "" : "  (" + instrument.otherNames.joined(separator: ", ") + ")"
      text += "  " + (instrument.name + others).printable + "\n"
      let width = instrument.tunings.map { $0.name.printable.columns }.max() ?? 0
      for tuning in instrument.tunings {
        text += "    " + tuning.name.printable.left(width + 2)
        text += InstrumentFile.strings(of: tuning) + "\n"
      }
    }
    return text
  }

  /// One array of objects, with every string's number, note, cents and frequency at A4 = 440 Hz.
  package static func json(_ instruments: [Instrument]) -> String {
    let objects = instruments.map { instrument in
      let others = instrument.otherNames.map(\.jsonQuoted).joined(separator: ",")
      // Courses with two strings in unison, which the tunings list once.
      let twice = instrument.unisonCourses.map {
        "\"unisonCourses\":[\($0.lowerBound),\($0.upperBound)],"
      }
      let tunings = instrument.tunings.map(object).joined(separator: ",\n    ")
      return """
          {"name":\(instrument.name.jsonQuoted),"group":\(instrument.group.jsonQuoted),\
        "otherNames":[\(others)],\(twice ?? "")"tunings":[
            \(tunings)]}
        """
    }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ tuning: Tuning) -> String {
    let strings = tuning.strings.map { string in
      """
      {"string":\(string.number),"note":"\(string.pitch.note.asciiDescription)",\
      "cents":\(string.pitch.cents),\
      "frequency":\(string.pitch.frequency().formatted(decimals: 3))}
      """
    }
    return "{\"name\":\(tuning.name.jsonQuoted),\"strings\":[\(strings.joined(separator: ","))]}"
  }
}
