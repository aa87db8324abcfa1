import CommandKit
import Metronome

extension Tempo {
  /// The number without needless decimals: `137.5`.
  package var number: String { number(decimals: 3) }

  private func number(decimals: Int) -> String {
    var text = beatsPerMinute.formatted(decimals: decimals)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// The number and what is counted: `137.5 BPM`, or `3/8 = 80 BPM`.
  package var text: String {
    note == .quarter ? "\(number) BPM" : "\(note.numerator)/\(note.denominator) = \(number) BPM"
  }

  /// As it is written in options and tempo maps, with all decimals that a tempo has.
  package var notation: String {
    let number = number(decimals: 6)
    return note == .quarter ? number : "\(note.numerator)/\(note.denominator)=\(number)"
  }
}

extension Meter {
  /// `4/4`, or `7/8=2+2+3` where the beats are grouped.
  package var text: String {
    let groups = groups.count > 1 ? "=" + groups.map(String.init).joined(separator: "+") : ""
    return "\(beatCount)/\(denominator)\(groups)"
  }
}
