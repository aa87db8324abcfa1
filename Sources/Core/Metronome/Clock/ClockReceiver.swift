/// Tempo and position from the ticks of a MIDI clock, which arrive with jitter.
///
/// A line through the last two quarter notes gives both; where a shorter line disagrees, the tempo has
/// changed, and the long one begins again.
///
/// - Complexity: O(1) for each tick.
package struct ClockReceiver: Sendable {
  private var long = Self.freshLine(memory: 48)
  private var short = Self.freshLine(memory: 8)
  private var longCount = 0
  private var count = 0.0
  private var origin: Int64?
  private var upcoming: Int64 = 0  // the position of the next tick, in ticks
  private var position: Int64?
  /// How far ticks are from the line, in ticks; over the last two quarter notes.
  private var roughness = 0.0

  /// Whether the sender plays: between start or continue, and stop.
  package private(set) var isRunning = false
  /// How often the sender has begun anew, at the start or elsewhere.
  package private(set) var beginningCount = 0
  /// When the last tick came, in nanoseconds; `nil` before the first.
  package private(set) var lastTime: Int64?

  /// Creates a receiver that has heard nothing.
  package init() {}

  private static func freshLine(memory: Double) -> RunningLine { RunningLine(memory: memory) }

  /// Takes a tick.
  ///
  /// - Parameter time: When it came, in nanoseconds; not earlier than the last one.
  package mutating func tick(at time: Int64) {
    if let lastTime, time - lastTime > Self.longestPeriod { forget() }
    lastTime = time
    let start = origin ?? time
    origin = start
    count += 1
    let seconds = Double(time - start) / 1e9
    short.add(x: count, y: seconds, deviation: 1e-3)
    if longCount >= 12, (long.value(at: count) - short.value(at: count)).magnitude > tolerance {
      long = Self.freshLine(memory: 48)
      longCount = 0
    }
    long.add(x: count, y: seconds, deviation: 1e-3)
    longCount += 1
    if longCount >= 12, long.slope > 0 {
      let error = (seconds - long.value(at: count)).magnitude / long.slope
      roughness += (min(1, error) - roughness) / 48
    }
    guard isRunning else { return }
    position = upcoming
    upcoming += 1
  }

  /// A tenth of a tick, and what USB and schedulers do to a tick.
  private var tolerance: Double { 0.002 + 0.1 * short.slope }

  /// Takes "start": the next tick is the first downbeat.
  package mutating func start() { begin(at: 0) }

  /// Takes "continue": the next tick is at the song position.
  package mutating func `continue`() { begin(at: upcoming) }

  /// Takes "stop".
  package mutating func stop() { isRunning = false }

  /// Takes a song position, from which "continue" goes on.
  ///
  /// - Parameter sixteenths: Sixteenth notes since the beginning, in 0...16383.
  package mutating func locate(sixteenths: Int) {
    upcoming = 6 * Int64(sixteenths)
    if isRunning { begin(at: upcoming) }
  }

  private mutating func begin(at tick: Int64) {
    upcoming = tick
    position = nil
    isRunning = true
    beginningCount += 1
  }

  private mutating func forget() {
    long = Self.freshLine(memory: 48)
    short = Self.freshLine(memory: 8)
    (count, longCount, origin) = (0, 0, nil)
    roughness = 0
  }

  /// Quarter notes per minute; `nil` before half a quarter note of ticks, or outside ``Tempo/limits``.
  package var tempo: Tempo? {
    guard count >= 12 else { return nil }
    let slope = longCount >= 24 ? long.slope : short.slope
    guard slope > 1e-4 else { return nil }
    return Tempo(60 / (Double(ClockTicks.ticksPerQuarter) * slope))
  }

  /// Whether ticks come in no steady tempo, as if two programs sent them.
  package var isIrregular: Bool {
    // A clock with 10 ms of jitter at 120 has 0.1, and two clocks in one have 0.23 to 0.37.
    count >= 48 && (roughness > 0.18 || tempo == nil)
  }

  /// Returns where the beat is.
  ///
  /// - Parameter meter: The meter to count in, which a MIDI clock does not tell.
  /// - Returns: The course on the clock of the ticks; `nil` while the sender is stopped, or too little is
  ///   known.
  package func course(in meter: Meter) -> BeatCourse? {
    guard isRunning, let position, let origin, let tempo else { return nil }
    let line = longCount >= 24 ? long : short
    let quarters = Double(position) / Double(ClockTicks.ticksPerQuarter)
    return BeatCourse(
      time: origin + Int64(line.value(at: count) * 1e9),
      beat: quarters * Double(meter.denominator) / 4, tempo: tempo, meter: meter)
  }

  /// Nanoseconds: a tick at 5 quarter notes per minute.
  private static var longestPeriod: Int64 { 500_000_000 }
}
