import ChordEstimation
import CommandKit
import LiveAudio
import Synchronization

/// The chords in the sound that the tuner hears, while its view shows them.
///
/// The screen tells before each frame what to compare them with, and reads what was heard.
final class ChordWatch: Sendable {
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
  }

  private struct Wish {
    var setup: ChordSetup?
    var shown = Shown()
  }

  private let wish = Mutex(Wish())
  private let ear = Mutex(Ear())

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
          if let start = ear.start, !isStart { try ear.feed?.process(start, to: &reports) }
        }
        ear.setup = wanted
        if wanted == nil { ear.feed = nil }
        try ear.feed?.process(event, to: &reports)
        for case .reading(let report) in reports { show(report) }
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
