import Metronome

/// What sounds beside a practice, on the clock of what is heard: its clicks, when the score begins by
/// them, and when they are over.
struct CompanionClock: Sendable {
  /// A pass of a loop is over this long after the score by the click, in seconds.
  private static var afterEnd: Double { 1 }
  /// A rhythm is over this long after its last bar was played, in seconds: the latency of Bluetooth, and
  /// that of the detector.
  private static var afterBars: Double { 1.5 }

  /// The clicks; `nil` without any.
  private(set) var clicks: PracticeClicks?
  /// Those that sound, from the start of the score.
  private(set) var clickTimes: [PracticeClicks.Click] = []
  private var start: Double?
  private var latency: (value: Double, spread: Double)?
  private var hasSounded = false
  private var end: Double?

  /// Makes the clicks of a plan. What is known of a playing stays.
  ///
  /// - Throws: `TempoMapError` if there are no such clicks.
  mutating func follow(
    _ plan: PracticePlan, of score: PracticeScore, _ rhythm: RhythmPattern?
  ) throws(TempoMapError) {
    (clicks, clickTimes) = (nil, [])
    clicks = try plan.clicks(of: score, rhythm)
    clickTimes = clicks?.clicks() ?? []
  }

  /// Forgets the start of the score, but not the latency.
  mutating func forgetStart() { start = nil }

  /// Begins with a new playing, of which nothing is known.
  mutating func begin() { (start, latency, hasSounded, end) = (nil, nil, false, nil) }

  /// Sets when the score began, with the latency that is known, in seconds.
  ///
  /// - Parameters:
  ///   - start: In seconds; `nil` if it is not known.
  ///   - latency: Of loudspeaker and microphone, and its spread, in seconds.
  ///   - duration: How long a pass lasts that ends by the click, in seconds; `nil` if none does.
  mutating func setStart(
    _ start: Double?, latency: (value: Double, spread: Double)?, duration: Double?
  ) {
    (self.start, self.latency, hasSounded) = (start, latency, true)
    if let start, let duration { end = start + duration + Self.afterEnd }
  }

  /// Sets when the first click of a rhythm is played, in seconds: with the last bar it is over.
  mutating func setClicks(playedFrom time: Double, _ rhythm: RhythmPattern, _ plan: PracticePlan) {
    guard let clicks, let count = plan.barCount, let tempo = plan.tempo else { return }
    end =
      time + clicks.leadTime + Double(count) * rhythm.meter.length * 60 / tempo + Self.afterBars
  }

  /// Judges whether clicks that end a playing are over.
  ///
  /// - Parameter time: In seconds.
  /// - Returns: False if nothing ends by clicks.
  func isOver(at time: Double) -> Bool { end.map { time > $0 } ?? false }

  /// Moves the times of a playing to the clock of the clicks.
  ///
  /// - Returns: What is known of the latency; `nil` if nothing sounded beside the playing.
  func lead(_ take: inout PlayedTake) -> ClickLatency? {
    if let start { take.follow(clickTimes, origin: start, latency: latency?.value) }
    if let heard = take.heard, heard.areHeard { return .heardClicks(spread: heard.spread ?? 0) }
    guard hasSounded else { return nil }
    return latency.map { .measured($0.value, spread: $0.spread) } ?? .unknown
  }
}
