import CommandKit
package import MusicTheory
import ToneGeneration

extension ToneProgram {
  /// What the status line says: `A4 +7.9 cents  442.00 Hz  -20 dBFS`.
  ///
  /// - Parameters:
  ///   - concertPitch: What the notes are under.
  ///   - notation: How they are named; in plain English by default.
  /// - Returns: What sounds, and how loud.
  package func title(
    under concertPitch: ConcertPitch, in notation: NoteNotation = NoteNotation(.ascii)
  ) -> String {
    let what =
      switch subject {
      case .chord(let tones), .strings(let tones): Self.names(tones, concertPitch, notation)
      case .binaural(let left, let right):
        Self.name(left, concertPitch, notation) + " left, \(right.formatted(decimals: 2)) Hz right"
      case .sweep(let from, let to, _):
        "\(from.formatted(decimals: 1)) to \(to.formatted(decimals: 1)) Hz"
      case .sequence(let steps): "\(steps.count) tones"
      case .dialling(let keys): "\(keys.count) keys"
      case .tanpura(let tonic): "tanpura on " + Self.name(tonic, concertPitch, notation)
      case .noise(let color): "\(color) noise"
      }
    return what + "  \(level.formatted(decimals: level == level.rounded() ? 0 : 1)) dBFS"
  }

  private static func names(
    _ frequencies: [Double], _ concertPitch: ConcertPitch, _ notation: NoteNotation
  ) -> String {
    if frequencies.count == 1 { return name(frequencies[0], concertPitch, notation) }
    return frequencies.map { "\($0.formatted(decimals: 2))" }.joined(separator: " + ") + " Hz"
  }

  private static func name(
    _ frequency: Double, _ concertPitch: ConcertPitch, _ notation: NoteNotation
  ) -> String {
    let hertz = "\(frequency.formatted(decimals: 2)) Hz"
    guard let pitch = try? Pitch(frequency: frequency, concertPitch: concertPitch) else {
      return hertz
    }
    let cents = pitch.cents.magnitude < 0.05 ? "" : " \(pitch.cents.signed(decimals: 1)) cents"
    return "\(notation.text(pitch.note))\(cents)  \(hertz)"
  }
}
