/// The ticks of MIDI clock that belong to a schedule of clicks: 24 per quarter note, each at the sample
/// nearest to its exact time.
///
/// The ticks are computed from the schedule, block by block, and follow its tempo, its sections and its
/// changes by hand. Meters of 64ths are counted too: the grid of 24 per quarter note never restarts.
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

  /// The next tick, in 192nds of a whole note since the section began: the smallest unit that holds a
  /// tick (1/96) and every beat (1/64 and longer).
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

  /// Creates the ticks of a schedule that begins somewhere in a longer course.
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

  /// Gives the ticks of a block, in order.
  ///
  /// - Parameters:
  ///   - schedule: The clicks, as they are before the block is rendered: all earlier ones taken.
  ///   - start: The first sample of the block.
  ///   - end: The first sample after it.
  ///   - body: Gets each tick.
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
      // A change by hand may move a tick before the block by a rounding.
      body(Tick(frame: max(start, frame), position: origin.map { number - $0 }))
      next += 2
      number += 1
    }
  }
}
