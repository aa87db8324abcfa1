/// The clicks of a tempo map in order, each at the sample nearest to its exact time.
///
/// Times are not accumulated from click to click. At a steady tempo they are exact fractions,
/// counted from the first beat of that tempo, so that no click is more than half a sample off and
/// nothing drifts. On a ramp, they are the integral of 60 s / tempo, in double precision.
///
/// - Complexity: O(1) per click, without allocation.
public struct ClickSchedule: Sendable {
  /// The map that is played.
  public let map: TempoMap
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The next click; `nil` after the end.
  public private(set) var upcoming: Click?
  /// The end of the last section; `nil` until it is reached, or if there is none.
  public private(set) var endFrame: Int64?

  private let barEvents: [BarEvents]  // of each section
  /// The state after the last click that was returned, which live changes modify.
  private(set) var state: State
  /// The state with ``upcoming`` as the next event; its section may be a later one.
  private var upcomingState: State

  struct State: Sendable {
    var course: TempoCourse
    var section = 0
    var bar = 0
    var event = 0  // of the bar
    var crossClick = 0  // of the section
    var endBar: Int?  // of the section; earlier than written after a jump
    var following = 1  // the section after this one
  }

  /// Creates a schedule that begins at sample 0.
  ///
  /// - Parameters:
  ///   - map: The map to play.
  ///   - sampleRate: Samples per second: whole hertz in 8000...768000.
  /// - Throws: ``MetronomeError/invalidSampleRate(_:)``.
  public init(_ map: TempoMap, sampleRate: Double) throws(MetronomeError) {
    guard MetronomeError.sampleRateLimits.contains(sampleRate), sampleRate == sampleRate.rounded()
    else { throw .invalidSampleRate(sampleRate) }
    self.map = map
    self.sampleRate = sampleRate
    barEvents = map.sections.map { BarEvents($0) }
    state = State(
      course: TempoCourse(map.sections[0], start: .zero, scale: 1, sampleRate: sampleRate),
      endBar: map.sections[0].barCount)
    upcomingState = state
    findUpcoming()
  }

  /// Removes the next click from the schedule.
  ///
  /// - Returns: The click; `nil` after the end.
  public mutating func next() -> Click? {
    guard let click = upcoming else { return nil }
    state = upcomingState
    if click.kind == .cross {
      state.crossClick += 1
    } else {
      state.event += 1
      if state.event == barEvents[state.section].events.count {
        state.event = 0
        state.bar += 1
        state.course.anchor(atBeat: state.bar * beatsPerBar(state))
      }
    }
    findUpcoming()
    return click
  }
}

// MARK: - The next click

extension ClickSchedule {
  private func beatsPerBar(_ state: State) -> Int {
    map.sections[state.section].meter.beatCount
  }

  private mutating func findUpcoming() {
    var state = state
    upcoming = nil
    while true {
      let eventPosition = eventPosition(state)
      let crossPosition = crossPosition(state)
      let isCross = crossPosition.map { $0 < eventPosition } ?? false
      let position = isCross ? crossPosition ?? eventPosition : eventPosition
      if let endBar = state.endBar, position.beat >= endBar * beatsPerBar(state) {
        guard enterNextSection(&state) else { return }
        continue
      }
      while position.value >= state.course.segment.endBeat - 1e-9 { state.course.advance() }
      upcoming = isCross ? cross(at: position, state) : beatOrSubdivision(at: position, state)
      upcomingState = state
      return
    }
  }

  /// The position of the next beat or subdivision.
  private func eventPosition(_ state: State) -> BeatPosition {
    var position = barEvents[state.section].events[state.event].position
    position.beat += state.bar * beatsPerBar(state)
    return position
  }

  private func crossPosition(_ state: State) -> BeatPosition? {
    guard let rhythm = map.sections[state.section].feel.polyrhythm else { return nil }
    let (rounds, click) = state.crossClick.quotientAndRemainder(dividingBy: rhythm.clickCount)
    let (beat, rest) = (click * rhythm.beatCount).quotientAndRemainder(
      dividingBy: rhythm.clickCount)
    return BeatPosition(rounds * rhythm.beatCount + beat, rest, rhythm.clickCount)
  }

  private func cross(at position: BeatPosition, _ state: State) -> Click {
    let (bar, beat) = position.beat.quotientAndRemainder(dividingBy: beatsPerBar(state))
    let section = map.sections[state.section]
    return Click(
      frame: state.course.segment.moment(of: position).nearestFrame, kind: .cross, accent: .normal,
      isMuted: section.rests.isSilent(bar: bar, beat: beat), volume: section.volume,
      section: state.section, bar: bar, beat: beat)
  }

  private func beatOrSubdivision(at position: BeatPosition, _ state: State) -> Click {
    let event = barEvents[state.section].events[state.event]
    let section = map.sections[state.section]
    return Click(
      frame: state.course.segment.moment(of: position).nearestFrame,
      kind: event.isBeat ? .beat : .subdivision, accent: event.accent,
      isMuted: section.rests.isSilent(bar: state.bar, beat: event.position.beat),
      volume: section.volume,
      section: state.section, bar: state.bar, beat: event.position.beat)
  }

  /// - Returns: `false` at the end of the map.
  mutating func enterNextSection(_ state: inout State) -> Bool {
    let end = (state.endBar ?? 0) * beatsPerBar(state)
    while Double(end) > state.course.segment.endBeat { state.course.advance() }
    let moment = state.course.segment.moment(of: BeatPosition(end))
    guard map.sections.indices.contains(state.following) else {
      endFrame = moment.nearestFrame
      return false
    }
    let section = map.sections[state.following]
    state = State(
      course: TempoCourse(
        section, start: moment, scale: state.course.scale, sampleRate: sampleRate),
      section: state.following, endBar: section.barCount, following: state.following + 1)
    return true
  }
}

// MARK: - Position

extension ClickSchedule {
  /// The number of the section of the last click that was returned, from 0.
  package var section: Int { state.section }

  /// Returns the position at a sample.
  ///
  /// - Parameter frame: A sample between the last click that was returned and ``upcoming``.
  /// - Returns: Beats of the meter since ``section`` began.
  package func beat(at frame: Int64) -> Double {
    var course = state.course
    return course.advance(to: Moment(frame: frame, fraction: 0))
  }
}

// MARK: - Live changes

extension ClickSchedule {
  /// Returns the tempo at a sample.
  ///
  /// - Parameter frame: A sample between the last click that was returned and ``upcoming``.
  /// - Returns: Notes per minute.
  public func tempo(at frame: Int64) -> Tempo {
    var course = state.course
    let beat = course.advance(to: Moment(frame: frame, fraction: 0))
    return course.tempo(atBeat: beat)
  }

  /// Changes the tempo and keeps the phase: the elapsed part of the beat stays the same, and only
  /// the rest of it becomes longer or shorter.
  ///
  /// The tempos of later sections change in the same proportion; a ramp continues from the new
  /// tempo.
  ///
  /// - Parameters:
  ///   - tempo: The new tempo.
  ///   - frame: The first sample with the new tempo, between the last click that was returned and
  ///     ``upcoming``.
  public mutating func setTempo(_ tempo: Tempo, at frame: Int64) {
    guard upcoming != nil else { return }
    let beat = state.course.advance(to: Moment(frame: frame, fraction: 0))
    state.course.setTempo(tempo, atBeat: beat)
    findUpcoming()
    if let click = upcoming { upcoming?.frame = max(frame, click.frame) }
  }

  /// Continues with another section at the next bar line. Does nothing if there is no such section.
  ///
  /// - Parameter section: The number of the section, from 0.
  public mutating func jump(toSection section: Int) {
    guard map.sections.indices.contains(section), upcoming != nil else { return }
    state.following = section
    state.endBar = state.event == 0 && state.bar > 0 ? state.bar : state.bar + 1
    findUpcoming()
  }
}

/// The beats and subdivisions of every bar of a section, in order.
struct BarEvents: Sendable {
  struct Event: Sendable {
    var position: BeatPosition
    /// `nil` for a beat that is silent.
    var accent: Accent?
    /// True for a beat, false for a click between two.
    var isBeat: Bool
  }

  /// The events of a bar; at least the first beat.
  let events: [Event]

  init(_ section: TempoSection) {
    let accents = section.accents ?? section.meter.accents
    let feel = section.feel
    if feel.subdivision == 1, feel.swing != 500, section.meter.isGrouped {
      events = Self.swungBeats(section.meter, accents, swing: feel.swing)
    } else {
      let parts = feel.subdivision == 1 && feel.swing != 500 ? 2 : feel.subdivision
      events = Self.dividedBeats(accents, parts: parts, swing: feel.swing)
    }
  }

  /// Beats in pairs from the start of each group; the last of an odd group stands alone.
  private static func swungBeats(_ meter: Meter, _ accents: [Accent?], swing: Int) -> [Event] {
    var events: [Event] = []
    for group in meter.groups {
      for index in 0..<group {
        let beat = events.count
        // The second of a pair comes 2 · swing after the first, so that much - 1 after its beat.
        let position =
          index.isMultiple(of: 2)
          ? BeatPosition(beat) : BeatPosition(beat, 2 * swing - 1000, 1000)
        events.append(Event(position: position, accent: accents[beat], isBeat: true))
      }
    }
    return events
  }

  private static func dividedBeats(_ accents: [Accent?], parts: Int, swing: Int) -> [Event] {
    var events: [Event] = []
    for (beat, accent) in accents.enumerated() {
      events.append(Event(position: BeatPosition(beat), accent: accent, isBeat: true))
      guard accent != nil else { continue }
      for part in 1..<max(1, parts) {
        events.append(
          Event(position: place(beat, part, of: parts, swing: swing), accent: .weak, isBeat: false))
      }
    }
    return events
  }

  /// Parts in pairs, if they are even in number.
  private static func place(_ beat: Int, _ part: Int, of parts: Int, swing: Int) -> BeatPosition {
    guard parts.isMultiple(of: 2), !part.isMultiple(of: 2) else {
      return BeatPosition(beat, part, parts)
    }
    return BeatPosition(beat, (part - 1) * 1000 + 2 * swing, parts * 1000)
  }
}

/// An event at a sample: a beat, a click between beats, or a click of the second voice.
public struct Click: Sendable, Hashable {
  /// The kind of a click.
  public enum Kind: Sendable, Hashable {
    /// A beat of the bar; it exists even if it is silent.
    case beat
    /// Between two beats.
    case subdivision
    /// A click of the polyrhythm.
    case cross
  }

  /// The sample, counted from the start: the nearest to the exact time.
  public var frame: Int64
  /// The kind of a click.
  public var kind: Kind
  /// Its accent; `nil` for a beat that is silent in the pattern.
  public var accent: Accent?
  /// True in a silent bar or beat.
  public var isMuted: Bool
  /// The section's factor for the amplitude.
  public var volume: Double
  /// The number of the section, from 0.
  public var section: Int
  /// The number of the bar in its section, from 0.
  public var bar: Int
  /// The number of the beat in its bar, from 0; for other clicks, that of the beat before.
  public var beat: Int

  /// True if the click sounds.
  public var isAudible: Bool { accent != nil && !isMuted && volume > 0 }
}
