import CommandKit
import IntonationPractice

/// What to work on, in one sentence: wrong and missing notes, then pitch or time, whichever is worse.
struct PracticeHeadline: Sendable {
  let score: PracticeScore
  let result: Intonation
  /// The times of the notes; `nil` if they are not compared.
  let timing: Timing?
  var naming = PracticeNaming()

  var text: String {
    let spread = result.spread ?? 0
    switch PracticeFocus(result, timing) {
    case .none: return "No note of the score was recognised."
    case .notes:
      return
        "Learn the notes first: \(result.wrongCount) are wrong, \(result.missingCount) missing."
    case .doubled:
      return "Most notes begin twice: two players, an echo, or clicks that the microphone hears."
    case .pitch: return pitch(spread)
    case .time: return timing?.advice.sentence ?? pitch(spread)
    case .timeAndPitch: return (timing?.advice.sentence ?? "") + " Notes are in tune."
    }
  }

  /// The pitch that is farthest off, if one is.
  private func pitch(_ spread: Double) -> String {
    let worst = result.pitches.max { $0.cents.magnitude < $1.cents.magnitude }
    guard let worst, worst.cents.magnitude >= 8 else {
      return "Notes are in tune: they spread by \(spread.formatted(decimals: 1)) cents."
    }
    let name = naming.name(worst.midiNumber, microtone: worst.microtone, in: score)
    return "Tune \(name): it is \(worst.cents.magnitude.formatted(decimals: 0)) cents too "
      + "\(worst.cents > 0 ? "high" : "low")."
  }
}
