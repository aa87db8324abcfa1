import IntonationPractice
import MusicTheory
import OnsetDetection
import Testing
import _TestSignals

@Suite("Two players at once")
struct TwoPlayersTests {
  private let score = TimingTests.eighths(32)

  private func play(
    second: Double?, share: Double = 1
  ) -> (notes: [PlayedNote], onsets: [Onset]) {
    let late = TimingTests.jitter(64, milliseconds: 8, seed: 1)
    let notes = score.notes.enumerated().map { index, note in
      PlayedNote(
        onset: 1 + note.onset * 0.7 + late[index], duration: 0.3,
        frequency: ConcertPitch.standard.frequency(of: Note(midiNumber: note.midiNumber)),
        hasAttack: true)
    }
    var onsets = notes.map { Onset(time: $0.onset, rise: 0.004, level: -18) }
    if let second {
      onsets += notes.prefix(Int(share * 32)).enumerated().map { index, note in
        Onset(time: note.onset + second + late[32 + index], rise: 0.004, level: -21)
      }
    }
    return (notes, onsets.sorted { $0.time < $1.time })
  }

  @Test("notes that begin twice are told, instead of what to work on", arguments: [0.07, 0.15])
  func doubled(second: Double) {
    let (notes, onsets) = play(second: second)
    let result = Intonation(score, played: notes, onsets: onsets, concertPitch: .standard)
    #expect(result.isDoubled)
    #expect(PracticeVerdict(result, Timing(score, result)).finding == .doubled)
  }

  @Test("one player, a few notes struck twice, and repeated notes of the score are not")
  func one() {
    for (notes, onsets) in [play(second: nil), play(second: 0.1, share: 0.3)] {
      let result = Intonation(score, played: notes, onsets: onsets, concertPitch: .standard)
      #expect(!result.isDoubled)
    }
    // Sixteenths at 90: each is 167 ms after the one before.
    let fast = PracticeScore(
      notes: (0..<32).map {
        PracticeNote(midiNumber: 60, onset: Double($0) / 4, duration: 0.25)
      })
    let played = (0..<32).map {
      PlayedNote(onset: Double($0) / 6, duration: 0.12, frequency: 261.6, hasAttack: true)
    }
    let onsets = played.map { Onset(time: $0.onset, level: -20) }
    #expect(
      !Intonation(fast, played: played, onsets: onsets, concertPitch: .standard).isDoubled)
  }

  @Test("clicks that are louder than the player are told")
  func loudClicks() {
    let clicks = (0..<16).map { Double($0) * 0.5 }
    for (level, areTooLoud) in [(-10.0, true), (-30, false)] {
      var onsets = clicks.map { Onset(time: $0 + 0.03, rise: 0.001, level: level) }
      onsets += clicks.dropFirst(4).map { Onset(time: $0 + 0.09, rise: 0.004, level: -20) }
      let heard = HeardClicks(
        onsets: onsets.sorted { $0.time < $1.time }, countIn: Array(clicks.prefix(4)),
        clicks: Array(clicks.dropFirst(4)), start: 1.75)
      #expect(heard.areHeard && heard.areTooLoud == areTooLoud && heard.played.count == 12)
    }
  }
}
