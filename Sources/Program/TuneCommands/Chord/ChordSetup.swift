import ChordEstimation
import CommandKit
import LiveAudio
import MusicTheory
import SignalProcessing

/// What chords are compared with, and how they are written.
struct ChordSetup: Hashable, Sendable {
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

  /// Returns the chords of a source.
  func chords(
    of source: any AudioSource, _ window: ChordListener.Window
  ) -> Live<ChordHearing> {
    Live(source: source) { [self] in
      try ChordHearing(self, window: window, sampleRate: $0)
    }
  }
}

/// A chord at one time.
struct ChordReport: Hashable, Sendable {
  var chord: HeardChord
  /// True for the last report of a chord.
  var isEnd = false
}

/// Hears chords: one report when a chord is told, ten a second while it stands, and one at its end.
struct ChordHearing: SampleAnalysis {
  private var tracker: ChordTracker
  private var listener: ChordListener
  private var last = HeardChord()
  private var ready: [ChordReport] = []

  /// The time from report to report, in seconds.
  private static let pause = 0.1

  /// - Throws: `ChordTrackerError` if the sample rate is not supported.
  init(_ setup: ChordSetup, window: ChordListener.Window, sampleRate: Double) throws {
    tracker = try ChordTracker(sampleRate: sampleRate)
    listener = ChordListener(
      concertPitch: setup.reference, spelling: setup.spelling, window: window)
  }

  mutating func append(_ block: Span<Float>) {
    tracker.append(block)
    report()
  }

  mutating func next() -> ChordReport? { ready.isEmpty ? nil : ready.removeFirst() }

  mutating func interrupt() {}  // silence follows, which ends the chord

  mutating func finish() {
    tracker.finish()
    report()
    end()
    last = HeardChord()
  }

  static func delayed(_ report: ChordReport, by seconds: Double) -> ChordReport {
    var report = report
    report.chord.delay(by: seconds)
    return report
  }

  private mutating func report() {
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

  private mutating func end() {
    guard !last.notes.isEmpty else { return }
    ready.append(ChordReport(chord: last, isEnd: true))
  }
}
