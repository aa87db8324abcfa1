import CommandKit
import InstrumentTuning
import IntonationPractice
import MusicTheory
import SessionHistory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the history keeps of a practice: a session like those of the tuner, whose notes are the right
/// ones of the score. So lists, weeks, trends and plots of the history are those of practice as well.
struct PracticeRecord {
  let description: SessionDescription
  /// In the order of the score; wrong and missing notes are left out.
  let notes: [HeardNote]
  /// The other ones.
  let others: PracticeCounts
  /// To the end of the last note, in seconds.
  let duration: Double

  /// Makes the record of a practice.
  ///
  /// - Parameters:
  ///   - score: What was to be played.
  ///   - result: How it was played.
  ///   - concertPitch: What it was compared with.
  ///   - temperament: The name of its temperament.
  ///   - source: The microphone or the recording.
  init(
    _ score: PracticeScore, _ result: Intonation, under concertPitch: ConcertPitch,
    temperament: String, source: String
  ) {
    // The player's own A4: the history compares notes with it, as the report does.
    let ownFrequency = result.ownFrequency(under: concertPitch)
    let ratio = ownFrequency / concertPitch.frequency
    notes = result.notes.compactMap { note in
      guard let played = note.played, let cents = note.cents else { return nil }
      let target = Note(
        midiNumber: note.note.midiNumber + 12 * result.octaves, spelling: score.spelling)
      return HeardNote(
        startTime: played.onset, duration: played.duration, note: target,
        targetFrequency: concertPitch.frequency(of: target) * ratio, string: nil,
        meanCents: cents, spread: played.spread,
        timeInTune: note.isInTune ? played.duration : 0,
        readingCount: max(1, Int(played.duration * PracticeListener.readingsPerSecond)))
    }
    others = PracticeCounts(
      wrong: result.wrongCount, missing: result.missingCount, extra: result.extraCount)
    duration = notes.map(\.endTime).max() ?? 0
    description = SessionDescription(
      source: source, title: Self.title(of: score),
      concertPitch: ownFrequency, temperament: temperament,
      root: (score.key?.tonic ?? NoteName(.c)).asciiDescription, tolerance: Intonation.tolerance)
  }

  /// What the history calls a practice of a score.
  static func title(of score: PracticeScore) -> String { "Practice: \(score.title.printable)" }

  /// Writes the record; a failure is reported, and the practice was not in vain.
  ///
  /// - Parameter start: When the practice began.
  func write(start: Date) {
    do {
      let location = try HistoryLocation(environment: .process)
      _ = try HistoryDatabase(location).begin(
        description, start: start, duration: duration, notes: notes, practice: others)
    } catch {
      complain("history is off: \(error)")
    }
  }
}
