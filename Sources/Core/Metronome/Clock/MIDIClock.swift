/// Tempo and position from the ticks of a MIDI clock, which arrive with jitter.
///
/// A line through the last two quarter notes gives both; where a shorter line disagrees, the tempo
/// has changed, and the long one begins again.
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
  /// The mean distance of ticks from the line, in ticks, over the last two quarter notes.
  private var roughness = 0.0

  /// True while the sender plays: from start or continue to stop.
  package private(set) var isRunning = false
  /// The number of times the sender has begun, at the start or elsewhere.
  package private(set) var beginningCount = 0
  /// The time of the last tick, in nanoseconds; `nil` before the first.
  package private(set) var lastTime: Int64?

  /// Creates a receiver without ticks.
  package init() {}

  private static func freshLine(memory: Double) -> RunningLine { RunningLine(memory: memory) }

  /// Processes a tick.
  ///
  /// - Parameter time: The time when it arrived, in nanoseconds; not earlier than the last one.
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

  /// A tenth of a tick, and 2 ms for the jitter of USB and schedulers.
  private var tolerance: Double { 0.002 + 0.1 * short.slope }

  /// Processes "start": the next tick is the first downbeat.
  package mutating func start() { begin(at: 0) }

  /// Processes "continue": the next tick is at the song position.
  package mutating func `continue`() { begin(at: upcoming) }

  /// Processes "stop".
  package mutating func stop() { isRunning = false }

  /// Processes a song position, from which "continue" resumes.
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

  /// Quarter notes per minute; `nil` before half a quarter note of ticks or outside
  /// ``Tempo/limits``.
  package var tempo: Tempo? {
    guard count >= 12 else { return nil }
    let slope = longCount >= 24 ? long.slope : short.slope
    guard slope > 1e-4 else { return nil }
    return Tempo(60 / (Double(ClockTicks.ticksPerQuarter) * slope))
  }

  /// True if the ticks have no steady tempo, such as when two programs send them.
  package var isIrregular: Bool {
    // A clock with 10 ms of jitter at 120 has 0.1, and two clocks in one have 0.23 to 0.37.
    count >= 48 && (roughness > 0.18 || tempo == nil)
  }

  /// Returns the position of the beat.
  ///
  /// - Parameter meter: The meter to count in, which a MIDI clock does not send.
  /// - Returns: The course on the clock of the ticks; `nil` while the sender is stopped, or before
  ///   the tempo is known.
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

/// The ticks of MIDI clock that belong to a schedule of clicks: 24 per quarter note, each at the
/// sample nearest to its exact time.
///
/// The ticks are computed from the schedule, block by block, and follow its tempo, its sections and
/// its live changes. They work in meters of 64ths too: the grid of 24 per quarter note never
/// restarts.
///
/// - Complexity: O(1) per tick, without allocation.
/// - SeeAlso: "MIDI 1.0 Detailed Specification", MIDI Manufacturers Association, 1996, "System Real
///   Time Messages".
package struct ClockTicks: Sendable {
  /// A tick of the clock.
  package struct Tick: Sendable, Hashable {
    /// The sample, counted as ``ClickTrack/position`` is.
    package var frame: Int64
    /// The ticks since the end of the count-in; `nil` while it lasts.
    package var position: Int64?

    /// Creates a tick.
    ///
    /// - Parameters:
    ///   - frame: The sample.
    ///   - position: The ticks since the end of the count-in; `nil` while it lasts.
    package init(frame: Int64, position: Int64?) {
      self.frame = frame
      self.position = position
    }
  }

  /// Ticks per quarter note.
  package static var ticksPerQuarter: Int { 24 }

  /// The next tick, in 192nds of a whole note since the section began: the largest unit of which a
  /// tick (1/96) and every beat (1/64 and longer) are multiples.
  private var next: Int
  private var number: Int64
  /// The number of the first tick after the count-in.
  private var origin: Int64?

  private static var unitsPerWhole: Int { 192 }

  /// Creates the ticks of a schedule that begins with its first click.
  package init() {
    next = 0
    number = 0
  }

  /// Creates the ticks of a schedule that begins partway through a longer course.
  ///
  /// - Parameters:
  ///   - beats: The beats of that course before the schedule, 0 or more.
  ///   - denominator: The note value of a beat: 4 for quarters.
  package init(afterBeats beats: Int64, denominator: Int) {
    let units = beats * Int64(Self.unitsPerWhole / denominator)
    next = units.isMultiple(of: 2) ? 0 : 1
    number = (units + 1) / 2
    origin = 0
  }

  /// Passes on the ticks of a block, in order.
  ///
  /// - Parameters:
  ///   - schedule: The clicks, as they are before the block is rendered: all earlier ones taken.
  ///   - start: The first sample of the block.
  ///   - end: The first sample after it.
  ///   - body: Receives each tick.
  package mutating func take(
    from schedule: ClickSchedule, in start: Int64, until end: Int64, _ body: (Tick) -> Void
  ) {
    var walker = schedule  // walks ahead of the clicks, which stay as they are
    var state = schedule.state
    while true {
      let section = schedule.map.sections[state.section]
      let unitsPerBeat = Self.unitsPerWhole / section.meter.denominator
      let endUnit = state.endBar.map { $0 * section.meter.beatCount * unitsPerBeat }
      if let endUnit, next >= endUnit {
        guard walker.enterNextSection(&state), state.course.segment.anchor.nearestFrame < end
        else { return }
        next -= endUnit
        continue
      }
      let (beat, rest) = next.quotientAndRemainder(dividingBy: unitsPerBeat)
      let position = BeatPosition(beat, rest, unitsPerBeat)
      while position.value >= state.course.segment.endBeat - 1e-9 { state.course.advance() }
      let frame = state.course.segment.moment(of: position).nearestFrame
      guard frame < end else { return }
      if !section.isCountIn, origin == nil { origin = number }
      // A live change may move a tick before the block by a rounding error.
      body(Tick(frame: max(start, frame), position: origin.map { number - $0 }))
      next += 2
      number += 1
    }
  }
}
