import Foundation
import InstrumentTuning
import MusicTheory
import SessionHistory

/// Notes and places for a test.
enum Example {
  static let description = SessionDescription(
    source: "USB microphone", title: "Guitar, Drop D", concertPitch: 442,
    temperament: "werckmeister-iii", root: "D", tolerance: 5)
  /// 2026-11-21 12:00:00 UTC, by `date -u -d 2026-11-21T12:00Z +%s`.
  static let start = Date(timeIntervalSince1970: 1_795_262_400)

  static func note(
    _ index: Int = 0, midiNumber: Int = 40, mean: Double = 1.5, spread: Double = 0.25,
    inTune: Double = 1, count: Int = 100
  ) -> HeardNote {
    HeardNote(
      startTime: Double(index) * 3, duration: 2, note: Note(midiNumber: midiNumber),
      targetFrequency: 82.4068892282175, string: 6, meanCents: mean, spread: spread,
      timeInTune: inTune, readingCount: count)
  }
}

/// A directory that goes with its owner.
final class TemporaryDirectory: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("kammerton-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func location(_ name: String = "history.sqlite") -> HistoryLocation {
    HistoryLocation(path: path(name))
  }
}
