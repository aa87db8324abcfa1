import CommandKit
import IntonationPractice
import LiveAudio
import OnsetDetection
import SignalProcessing

/// Collects the onsets of a source, whatever sounds.
struct OnsetListener {
  /// The silence after the last onset that ends the playing, in seconds; `nil` for recordings.
  let pause: Double?
  /// Ends the playing on a signal.
  var interruption = Interruption()
  /// Called with the first sound of the source, of whatever level.
  var onStart: () -> Void = {}
  /// Ends the playing if it returns true; called with each block.
  var hasEnded: () -> Bool = { false }

  /// Runs until the source ends, or the player pauses.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - report: Called with each onset.
  /// - Returns: All onsets.
  /// - Throws: What the source throws; `OnsetDetectorError`.
  func run(
    _ source: any AudioSource, _ report: (Onset) -> Void
  ) async throws -> HeardPlaying {
    var heard = HeardPlaying()
    var hasStarted = false
    var stop = StopRule()
    let events = Live(source: source) { sampleRate in
      OnsetAnalysis(try OnsetDetector(sampleRate: sampleRate), sampleRate: sampleRate)
    }
    for try await event in events {
      if stop.isOver(interruption) || hasEnded() { return heard }
      switch event {
      case .started(let name, _): heard.deviceName = name
      case .reading(.onset(let onset)):
        guard heard.onsets.count < 10 * PracticeScore.mostNotes else { return heard }
        heard.onsets.append(onset)
        report(onset)
      case .reading(.processed(let time)):
        if !hasStarted { onStart() }
        hasStarted = true
        if let pause, let last = heard.onsets.last, time - last.time > pause { return heard }
      case .skipped, .dropped, .lost, .retrying, .resumed, .ended: event.complain()
      }
    }
    return heard
  }
}

/// Detects onsets, and reports after each block how far it came.
private struct OnsetAnalysis: SampleAnalysis {
  enum Reading: Sendable {
    case onset(Onset)
    /// Up to this time, in seconds.
    case processed(Double)
  }

  private var detector: OnsetDetector
  private let sampleRate: Double
  private var sampleCount = 0
  private var hasBlock = false

  init(_ detector: OnsetDetector, sampleRate: Double) {
    (self.detector, self.sampleRate) = (detector, sampleRate)
  }

  mutating func append(_ block: Span<Float>) {
    detector.append(block)
    sampleCount += block.count
    hasBlock = true
  }

  mutating func next() -> Reading? {
    if let onset = detector.next() { return .onset(onset) }
    defer { hasBlock = false }
    return hasBlock ? .processed(Double(sampleCount) / sampleRate) : nil
  }

  mutating func interrupt() { detector.interrupt() }

  mutating func finish() { detector.finish() }

  static func delayed(_ reading: Reading, by seconds: Double) -> Reading {
    switch reading {
    case .onset(let onset): .onset(OnsetDetector.delayed(onset, by: seconds))
    case .processed(let time): .processed(time + seconds)
    }
  }
}
