import CommandKit
import IntonationPractice

/// What to work on, in one sentence: wrong and missing notes, then pitch or time, whichever is worse.
struct PracticeHeadline: Sendable {
  let score: PracticeScore
  let result: Intonation
  /// The times of the notes; `nil` if they are not compared.
  let timing: Timing?
  var naming = PracticeNaming()

  /// From this spread on, in cents, and this in milliseconds, there is work to do.
  private static let (cents, milliseconds) = (10.0, 20.0)

  var text: String {
    guard let spread = result.spread else { return "No note of the score was recognised." }
    let wrong = result.wrongCount + result.missingCount
    if 5 * wrong > result.notes.count {
      return
        "Learn the notes first: \(result.wrongCount) are wrong, \(result.missingCount) missing."
    }
    guard let timing else { return pitch(spread) }
    let advice = timing.advice
    let isOutOfTune = spread > Self.cents
    switch advice {
    case .steady, .tooFew:
      return isOutOfTune ? pitch(spread) : joined(advice.sentence, "Notes are in tune.")
    case .uneven, .leans:
      let late = (timing.spread ?? 0) / Self.milliseconds
      return isOutOfTune && spread / Self.cents > late ? pitch(spread) : advice.sentence
    default: return advice.sentence
    }
  }

  private func joined(_ first: String, _ second: String) -> String { first + " " + second }

  /// The pitch that is farthest off, if one is.
  private func pitch(_ spread: Double) -> String {
    let worst = result.pitches.max { $0.cents.magnitude < $1.cents.magnitude }
    guard let worst, worst.cents.magnitude >= 8 else {
      return "Notes are in tune: they spread by \(spread.formatted(decimals: 1)) cents."
    }
    let name = naming.name(worst.midiNumber, in: score)
    return "Tune \(name): it is \(worst.cents.magnitude.formatted(decimals: 0)) cents too "
      + "\(worst.cents > 0 ? "high" : "low")."
  }
}
