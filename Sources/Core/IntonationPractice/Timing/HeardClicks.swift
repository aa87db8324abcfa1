public import OnsetDetection

/// Tells the clicks of a metronome that the microphone hears from the sounds of the player.
///
/// During the count-in the player is silent: sounds at the times of its clicks are the clicks. Then
/// their delay is known too, and the reference is the click as the microphone heard it. A later
/// sound within 15 ms of a click is that click, unless it is 6 dB louder: then the player hit it.
public struct HeardClicks: Sendable, Hashable {
  /// How far from its click a sound of the count-in may be, in seconds: the range of latencies.
  public static var reach: ClosedRange<Double> { -0.03...0.45 }

  /// True if the microphone hears the clicks.
  public let areHeard: Bool
  /// How much later than they were played the clicks were heard, in seconds, beside the latency
  /// that has been taken off; `nil` if they were not heard.
  public let delay: Double?
  /// The spread of the delay, in seconds; `nil` if they were not heard.
  public let spread: Double?
  /// The sounds of the player, after the count-in.
  public let played: [Onset]
  /// By how many decibels the clicks are louder than the player, in the median; `nil` if they were
  /// not heard, or nothing else was.
  public let excess: Double?

  /// True if the clicks are so loud that they hide the player.
  public var areTooLoud: Bool { (excess ?? -.infinity) > 3 }

  private static let fewest = 3
  private static let tolerance = 0.015
  private static let louder = 6.0  // dB

  /// Tells clicks and sounds apart.
  ///
  /// - Parameters:
  ///   - onsets: All sounds, in order.
  ///   - countIn: The times of the clicks at which the player was silent, in seconds.
  ///   - clicks: The times of the other clicks that sounded, in seconds, in order.
  ///   - start: The time before which the player is silent: half a beat before the first beat.
  public init(onsets: [Onset], countIn: [Double], clicks: [Double], start: Double) {
    // The delay on which most clicks of the count-in agree.
    let delays = countIn.map { click in
      onsets.filter { Self.reach ~= $0.time - click && $0.time < start }.map {
        (delay: $0.time - click, level: $0.level)
      }
    }
    let all = delays.flatMap { $0 }
    let best = all.max { left, right in
      Self.agreement(delays, left.delay) < Self.agreement(delays, right.delay)
    }
    let agreed = best.map { best in
      all.filter { ($0.delay - best.delay).magnitude <= Self.tolerance }
    }
    let isHeard =
      best.map { Self.agreement(delays, $0.delay) >= max(Self.fewest, countIn.count * 3 / 4) }
      ?? false
    areHeard = isHeard
    let later = onsets.filter { $0.time >= start }
    guard isHeard, let agreed, let delay = RobustStatistics.median(agreed.map { $0.delay }),
      let level = RobustStatistics.median(agreed.map { $0.level })
    else {
      (self.delay, spread, played, excess) = (nil, nil, later, nil)
      return
    }
    self.delay = delay
    spread = RobustStatistics.deviation(agreed.map { $0.delay - delay })
    var next = 0
    played = later.filter { onset in
      while next < clicks.count, clicks[next] + delay < onset.time - Self.tolerance { next += 1 }
      guard next < clicks.count,
        (clicks[next] + delay - onset.time).magnitude <= Self.tolerance
      else { return true }
      return onset.level > level + Self.louder
    }
    excess = RobustStatistics.median(played.map { $0.level }).map { level - $0 }
  }

  /// Joins notes that a click divided: the next one starts with the click, at the same pitch.
  ///
  /// - Parameters:
  ///   - notes: The notes that were played, by onset.
  ///   - clicks: The times of the clicks that sounded, in seconds, in order.
  /// - Returns: The notes without the division.
  public func joined(_ notes: [PlayedNote], clicks: [Double]) -> [PlayedNote] {
    guard let delay else { return notes }
    var joined: [PlayedNote] = []
    var next = 0
    for note in notes {
      while next < clicks.count, clicks[next] + delay < note.onset - Self.tolerance { next += 1 }
      let isAtClick =
        next < clicks.count && (clicks[next] + delay - note.onset).magnitude <= Self.tolerance
      if isAtClick, let last = joined.last, (last.end - note.onset).magnitude < 1e-3,
        (note.frequency / last.frequency - 1).magnitude < 0.01
      {
        joined[joined.count - 1].duration = note.end - last.onset
      } else {
        joined.append(note)
      }
    }
    return joined
  }

  /// Returns the number of clicks that have a sound at a delay.
  private static func agreement(
    _ delays: [[(delay: Double, level: Double)]], _ delay: Double
  ) -> Int {
    delays.count { $0.contains { ($0.delay - delay).magnitude <= tolerance } }
  }
}
