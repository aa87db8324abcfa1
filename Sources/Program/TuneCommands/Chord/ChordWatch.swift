import ChordEstimation
import CommandKit
package import LiveAudio
import Synchronization

/// The chords in the sound that the tuner hears, while its view shows them.
///
/// The screen tells before each frame what to compare them with, and reads what was heard; lines do so
/// with each reading.
package final class ChordWatch: Sendable {
  /// The chord on the screen.
  struct Shown: Hashable, Sendable {
    var chord = HeardChord()
    /// The reason why none can be heard.
    var failure: String?
  }

  private struct Ear {
    var feed: AnalysisFeed<ChordHearing>?
    var setup: ChordSetup?
    /// The start of the device that sounds now, for an ear that opens later.
    var start: AudioSourceEvent?
    /// The duration of the sound so far, and of that before the feed, in seconds.
    var (heard, skipped) = (0.0, 0.0)

    /// Counts the sound of an event.
    mutating func count(_ event: AudioSourceEvent) {
      guard case .started(_, let sampleRate)? = start else { return }
      switch event {
      case .block(let block): heard += Double(block.count) / sampleRate
      case .dropped(let count, _): heard += Double(count) / sampleRate
      default: break
      }
    }
  }

  private struct Wish {
    var setup: ChordSetup?
    var shown = Shown()
  }

  private let wish = Mutex(Wish())
  private let ear = Mutex(Ear())

  /// Creates a watch that listens for none yet.
  package init() {}

  /// Returns a source with the same sound, in which chords are heard.
  package func tap(_ source: any AudioSource) -> any AudioSource {
    ObservedSource(source) { self.process($0) }
  }

  /// Chooses what to compare chords with, and returns the one that sounds.
  ///
  /// - Parameter setup: The setup of the tuner; `nil` to listen for none.
  /// - Returns: The chord; `nil` if none is listened for.
  func follow(_ setup: TunerSetup?) -> Shown? {
    let wanted = setup.map { ChordSetup($0) }
    return wish.withLock { wish in
      let isSame = wanted.flatMap { new in wish.setup.map { new.hears(as: $0) } } ?? false
      if !isSame { wish.shown = Shown() }
      wish.setup = wanted
      return wanted.map { _ in wish.shown }
    }
  }

  /// Takes what a source gives, in its task.
  func process(_ event: AudioSourceEvent) {
    let wanted = wish.withLock { $0.shown.failure == nil ? $0.setup : nil }
    ear.withLock { ear in
      do {
        var isStart = false
        if case .started = event { (ear.start, isStart) = (event, true) }
        var reports: [LiveEvent<ChordReport>] = []
        if let wanted, ear.setup.map({ !wanted.hears(as: $0) }) ?? true {
          ear.feed = wanted.feed(.recent)
          ear.skipped = ear.heard
          if let start = ear.start, !isStart { try ear.feed?.process(start, to: &reports) }
        }
        ear.setup = wanted
        if wanted == nil { ear.feed = nil }
        try ear.feed?.process(event, to: &reports)
        for case .reading(let report) in reports {
          show(ChordHearing.delayed(report, by: ear.skipped))
        }
        ear.count(event)
      } catch {
        ear.feed = nil
        wish.withLock { $0.shown.failure = "\(error)" }
      }
    }
  }

  private func show(_ report: ChordReport) {
    wish.withLock { $0.shown.chord = report.isEnd ? HeardChord() : report.chord }
  }
}
