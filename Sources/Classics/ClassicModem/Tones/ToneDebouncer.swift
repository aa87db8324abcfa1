/// The beginning or the end of a tone of a known set.
public struct ToneEvent: Sendable, Hashable {
  /// The kind of the event.
  public enum Kind: Sendable, Hashable {
    /// The tone sounds, and has done so for the minimum duration.
    case began
    /// The tone has been gone for the minimum gap, or another one sounds.
    case ended
  }

  /// The kind of the event.
  public var kind: Kind
  /// The tone at its loudest moment so far. Its ratio is relative to the rest of the band.
  public var tone: DetectedTone
  /// The middle of the first or the last frame with the tone, in seconds since the first sample.
  public var time: Double

  /// Creates an event of these properties.
  package init(kind: Kind, tone: DetectedTone, time: Double) {
    self.kind = kind
    self.tone = tone
    self.time = time
  }
}

/// Turns the tones detected from frame to frame into events.
struct ToneDebouncer: Sendable {
  /// The number of frames in a row in which a tone must be detected to begin.
  let framesToBegin: Int
  /// The number of frames in a row without a tone after which it ends, if no other one begins.
  let framesToEnd: Int
  private var sounding: Run?
  private var candidate: Run?
  private var missedCount = 0
  private var pending: ToneEvent?

  private struct Run {
    var loudest: DetectedTone
    var first: Double
    var last: Double
    var count = 1

    mutating func extend(_ tone: DetectedTone, time: Double) {
      if tone.level > loudest.level { loudest = tone }
      last = time
      count += 1
    }
  }

  init(framesToBegin: Int, framesToEnd: Int) {
    self.framesToBegin = framesToBegin
    self.framesToEnd = framesToEnd
  }

  /// Processes the tone detected in the next frame.
  ///
  /// - Returns: An event; ``nextPending()`` may return another one.
  mutating func update(_ tone: DetectedTone?, time: Double) -> ToneEvent? {
    if let tone, sounding?.loudest.index == tone.index {
      sounding?.extend(tone, time: time)
      missedCount = 0
      candidate = nil
      return nil
    }
    missedCount += 1
    follow(tone, time: time)
    if let begun = candidate, begun.count >= framesToBegin {
      let began = ToneEvent(kind: .began, tone: begun.loudest, time: begun.first)
      let ended = end()
      (sounding, candidate) = (begun, nil)
      guard let ended else { return began }
      pending = began
      return ended
    }
    return missedCount >= framesToEnd ? end() : nil
  }

  /// Returns the second event of a frame, once.
  mutating func nextPending() -> ToneEvent? {
    defer { pending = nil }
    return pending
  }

  private mutating func follow(_ tone: DetectedTone?, time: Double) {
    guard let tone else {
      candidate = nil
      return
    }
    if candidate?.loudest.index == tone.index {
      candidate?.extend(tone, time: time)
    } else {
      candidate = Run(loudest: tone, first: time, last: time)
    }
  }

  private mutating func end() -> ToneEvent? {
    missedCount = 0
    guard let ended = sounding else { return nil }
    sounding = nil
    return ToneEvent(kind: .ended, tone: ended.loudest, time: ended.last)
  }
}
