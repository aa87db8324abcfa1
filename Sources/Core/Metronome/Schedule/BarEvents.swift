/// What happens in every bar of a section, by its place.
struct BarEvents: Sendable {
  struct Event: Sendable {
    var position: BeatPosition
    /// `nil` for a beat that is silent.
    var accent: Accent?
    /// Whether it is a beat, not something between two.
    var isBeat: Bool
  }

  /// At least one: the first beat.
  let events: [Event]

  init(_ section: TempoSection) {
    let accents = section.pattern ?? section.meter.accents
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
