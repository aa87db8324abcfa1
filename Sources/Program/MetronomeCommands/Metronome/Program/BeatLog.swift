package import Metronome
import Synchronization

/// The beats that have been rendered and wait to be heard, and so to be shown.
package final class BeatLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package var click: Click
    /// The section of the beat, where it may be none of the program's map.
    var section: TempoSection?
    /// The tempo of the beat.
    package var tempo: Tempo
    var isMuted: Bool
  }

  private let entries = Mutex<[Entry]>([])

  package func append(_ entry: Entry) {
    entries.withLock { entries in
      entries.append(entry)
      // Where nobody looks, at most a few seconds are kept.
      if entries.count > 256 { entries.removeFirst() }
    }
  }

  package func clear() {
    entries.withLock { $0.removeAll() }
  }

  /// The last beat at or before a frame; older ones are forgotten. `nil` before the first.
  func beat(at frame: Int64) -> Entry? {
    entries.withLock { entries in
      while entries.count > 1, entries[1].click.frame <= frame { entries.removeFirst() }
      return entries.first.flatMap { $0.click.frame <= frame ? $0 : nil }
    }
  }
}
