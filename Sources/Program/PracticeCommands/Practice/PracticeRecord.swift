import ChordPractice
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

/// A practice in the history: a session like those of the tuner, with the correct notes of the
/// score. So lists, weeks, trends and plots of the history include practice.
struct PracticeRecord {
  let description: SessionDescription
  /// The correct notes, in the order of the score.
  let notes: [HeardNote]
  /// The counts of wrong, missing and extra notes.
  let others: PracticeCounts
  /// The times of the notes; `nil` if there is no beat in them.
  let times: PracticeTiming?
  /// The time to the end of the last note, in seconds.
  let duration: Double

  /// Creates the record of a practice.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - result: The comparison of the playing with the score.
  ///   - timing: The times of the notes; `nil` if they are not compared.
  ///   - concertPitch: The tuning of the comparison.
  ///   - temperament: The name of its temperament.
  ///   - source: `microphone`, or the path of the recording.
  init(
    _ score: PracticeScore, _ result: Intonation, timing: Timing? = nil,
    under concertPitch: ConcertPitch, temperament: String, source: String
  ) {
    // The history compares notes with the player's own A4, as the report does, and keeps what was set.
    let ownFrequency = result.ownFrequency(under: concertPitch)
    let ratio = ownFrequency / concertPitch.frequency
    notes = result.notes.compactMap { note in
      guard let played = note.played, let cents = note.cents else { return nil }
      let target = Note(
        midiNumber: note.note.midiNumber + 12 * result.octaves, spelling: score.spelling)
      return HeardNote(
        startTime: played.onset, duration: played.duration, note: target,
        targetFrequency: concertPitch.frequency(of: target) * ratio
          * Interval.ratio(ofCents: note.note.wantedCents), string: nil,
        meanCents: cents, spread: played.spread,
        timeInTune: note.isInTune ? played.duration : 0,
        readingCount: max(1, Int(played.duration * PracticeListener.readingsPerSecond)))
    }
    others = PracticeCounts(
      wrong: result.wrongCount, missing: result.missingCount, extra: result.extraCount)
    times = timing.flatMap { PracticeTiming($0) }
    duration = notes.map(\.endTime).max() ?? 0
    description = SessionDescription(
      source: source, title: Self.title(of: score),
      concertPitch: concertPitch.frequency, temperament: temperament,
      root: (score.key?.tonic ?? NoteName(.c)).asciiDescription, tolerance: Intonation.tolerance)
  }

  /// Creates the record of a practice of chords.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - result: The comparison of the playing with the score.
  ///   - timing: The times of the chords; `nil` if they are not compared.
  ///   - concertPitch: The tuning of the comparison.
  ///   - temperament: The name of its temperament.
  ///   - source: `microphone`, or the path of the recording.
  init(
    _ score: ChordScore, _ result: ChordResult, timing: Timing?, under concertPitch: ConcertPitch,
    temperament: String, source: String
  ) {
    let ratio = result.ownFrequency(under: concertPitch) / concertPitch.frequency
    notes = result.steps.flatMap { step in
      step.notes.compactMap { note in
        guard let cents = note.cents, let onset = step.onset, let end = step.end else { return nil }
        let target = Note(
          midiNumber: note.note.midiNumber + 12 * result.octaves, spelling: score.outline.spelling)
        let duration = end - onset
        return HeardNote(
          startTime: onset, duration: duration, note: target,
          targetFrequency: concertPitch.frequency(of: target) * ratio
            * Interval.ratio(ofCents: note.note.wantedCents), string: nil, meanCents: cents,
          spread: 0, timeInTune: cents.magnitude <= Intonation.tolerance ? duration : 0,
          readingCount: max(1, Int(duration / ChordHearing.hop)))
      }
    }
    let missingSteps = result.steps.filter { $0.isMissing }
    others = PracticeCounts(
      wrong: result.wrongCount,
      missing: result.missingCount + missingSteps.reduce(0) { $0 + $1.notes.count },
      extra: result.extraNoteCount + result.extra.count)
    times = timing.flatMap { PracticeTiming($0) }
    duration = notes.map(\.endTime).max() ?? 0
    description = SessionDescription(
      source: source, title: Self.title(of: score.outline),
      concertPitch: concertPitch.frequency, temperament: temperament,
      root: (score.outline.key?.tonic ?? NoteName(.c)).asciiDescription,
      tolerance: Intonation.tolerance)
  }

  /// Returns the title of a practice in the history.
  static func title(of score: PracticeScore) -> String { "Practice: \(score.title.printable)" }

  /// Writes the record. A failure is only reported, so that the result is printed all the same.
  ///
  /// - Parameter start: The time at which the practice began.
  /// - Returns: `false` if it could not be written.
  func write(start: Date) -> Bool {
    do {
      let location = try HistoryLocation(environment: .process)
      _ = try HistoryDatabase(location).begin(
        description, start: start, duration: duration, notes: notes, practice: others,
        timing: times)
      return true
    } catch {
      complain("history is off: \(error)")
      return false
    }
  }
}

extension PracticeTiming {
  /// Takes the sums of times; `nil` if there is no beat in them.
  init?(_ timing: Timing) {
    guard let spread = timing.spread, let tempo = timing.tempo else { return nil }
    self.init(
      median: timing.median, spread: spread, tempo: tempo.mean, change: tempo.change)
  }
}

/// A rhythm in the history: a session that has times, and no notes.
struct RhythmRecord {
  let title: String
  let timing: Timing
  /// `microphone`, or the path of the recording.
  let source: String

  /// Writes the record. A failure is only reported, so that the result is printed all the same.
  ///
  /// - Parameter start: The time at which the practice began.
  /// - Returns: `false` if it could not be written.
  func write(start: Date) -> Bool {
    guard let times = PracticeTiming(timing) else { return true }
    do {
      let location = try HistoryLocation(environment: .process)
      let onsets = timing.notes.compactMap { $0.onset }
      _ = try HistoryDatabase(location).begin(
        SessionDescription(source: source, title: title), start: start,
        duration: max(0, (onsets.last ?? 0) - (onsets.first ?? 0)), notes: [], practice: nil,
        timing: times)
      return true
    } catch {
      complain("history is off: \(error)")
      return false
    }
  }
}
