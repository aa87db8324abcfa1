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
  private let ear: ChordEar

  /// - Throws: `ChordTrackerError` if the sample rate is not supported.
  init(_ setup: ChordSetup, window: ChordListener.Window, sampleRate: Double) throws {
    ear = try ChordEar(setup, window: window, sampleRate: sampleRate)
  }

  mutating func append(_ block: Span<Float>) { ear.append(block) }

  mutating func next() -> ChordReport? { ear.ready.isEmpty ? nil : ear.ready.removeFirst() }

  mutating func interrupt() {}  // silence follows, which ends the chord

  mutating func finish() { ear.finish() }

  static func delayed(_ report: ChordReport, by seconds: Double) -> ChordReport {
    var report = report
    report.chord.delay(by: seconds)
    return report
  }
}

/// The state of a ``ChordHearing``, which is too large to be copied with it.
///
/// `@unchecked Sendable` holds because each hearing is used by one task, and copied only to be moved.
private final class ChordEar: @unchecked Sendable {
  private var tracker: ChordTracker
  private var listener: ChordListener
  private var last = HeardChord()
  var ready: [ChordReport] = []

  /// The time from report to report, in seconds.
  private static let pause = 0.1

  init(_ setup: ChordSetup, window: ChordListener.Window, sampleRate: Double) throws {
    tracker = try ChordTracker(sampleRate: sampleRate)
    listener = ChordListener(
      concertPitch: setup.reference, spelling: setup.spelling, window: window)
  }

  func append(_ block: Span<Float>) {
    tracker.append(block)
    report()
  }

  func finish() {
    tracker.finish()
    report()
    end()
    last = HeardChord()
  }

  private func report() {
    while let reading = tracker.next() {
      if listener.update(reading) {
        if listener.chord.number != last.number { end() }
      } else if listener.chord.notes.isEmpty || reading.time - last.time < Self.pause - 1e-9 {
        continue
      }
      last = listener.chord
      ready.append(ChordReport(chord: last))
    }
  }

  private func end() {
    guard !last.notes.isEmpty else { return }
    ready.append(ChordReport(chord: last, isEnd: true))
  }
}
