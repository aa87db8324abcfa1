import ChordEstimation
import CommandKit
import LiveAudio
import MusicTheory
import SignalProcessing

/// What chords are compared with, and how they are written.
struct ChordSetup: Sendable {
  var reference: ConcertPitch
  var spelling: Spelling
  var notation: NoteNotation
  var tolerance: Double

  init(_ setup: TunerSetup) {
    (reference, spelling) = (setup.reference, setup.spelling)
    (notation, tolerance) = (setup.notation, setup.tolerance)
  }

  /// True if the same notes are compared with the same frequencies.
  func hears(as other: ChordSetup) -> Bool {
    reference == other.reference && spelling == other.spelling
  }

  /// Returns what makes chords of the events of a source.
  func feed(_ window: ChordListener.Window) -> AnalysisFeed<ChordHearing> {
    AnalysisFeed { [self] in try ChordHearing(self, window: window, sampleRate: $0) }
  }
}

/// A chord at one time.
struct ChordReport: Sendable {
  var chord: HeardChord
  /// True for the last report of a chord.
  var isEnd = false
}

/// Hears chords: one report when a chord is told, ten a second while it stands, and one at its end.
struct ChordHearing: SampleAnalysis {
  /// One element, so that what is large is not copied with its holder.
  private var ears: [ChordEar]

  /// - Throws: `ChordTrackerError` if the sample rate is not supported.
  init(_ setup: ChordSetup, window: ChordListener.Window, sampleRate: Double) throws {
    ears = [try ChordEar(setup, window: window, sampleRate: sampleRate)]
  }

  mutating func append(_ block: Span<Float>) { ears[0].append(block) }

  mutating func next() -> ChordReport? {
    ears[0].ready.isEmpty ? nil : ears[0].ready.removeFirst()
  }

  mutating func interrupt() {}  // silence follows, which ends the chord

  mutating func finish() { ears[0].finish() }

  static func delayed(_ report: ChordReport, by seconds: Double) -> ChordReport {
    var report = report
    report.chord.delay(by: seconds)
    return report
  }
}

/// The state of a ``ChordHearing``.
private struct ChordEar {
  private var tracker: ChordTracker
  private var listener: ChordListener
  private var last = HeardChord()
  var ready: [ChordReport] = []

  init(_ setup: ChordSetup, window: ChordListener.Window, sampleRate: Double) throws {
    tracker = try ChordTracker(sampleRate: sampleRate)
    listener = ChordListener(
      concertPitch: setup.reference, spelling: setup.spelling, window: window)
  }

  mutating func append(_ block: Span<Float>) {
    tracker.append(block)
    report()
  }

  mutating func finish() {
    tracker.finish()
    report()
    end()
    last = HeardChord()
  }

  private mutating func report() {
    while let reading = tracker.next() {
      guard listener.updateReport(reading) else { continue }
      if listener.chord.number != last.number {
        last.end(before: listener.chord)
        end()
      }
      last = listener.chord
      ready.append(ChordReport(chord: last))
    }
  }

  private mutating func end() {
    guard !last.notes.isEmpty else { return }
    ready.append(ChordReport(chord: last, isEnd: true))
  }
}
