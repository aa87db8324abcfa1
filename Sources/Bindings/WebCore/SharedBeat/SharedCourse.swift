internal import Metronome

/// A beat on the clock of the audio thread, as numbers at fixed positions: what a follower writes and the metronome
/// reads, in two modules.
struct SharedCourse {
  /// The positions of the numbers. After the last come the beats of each group of the bar.
  enum Field: Int, CaseIterable {
    /// A moment, in seconds of the audio context, and the beat at that moment.
    case time, beat
    /// The tempo, in notes a minute, and the note that is counted.
    case tempo, noteNumerator, noteDenominator
    /// The bar.
    case beats, denominator
    /// By which factor the beat is faster than the tempo on this clock.
    case rate
    /// What the beat counts from: another number for each leader, and for each section.
    case source, section
    /// Whether the clicks are silent, because chirps are played.
    case isMuted
    /// In dBFS; the page's side sets it.
    case level
    case groups
  }

  static let count = Field.groups.rawValue + BeatPacket.groupLimit

  var course: BeatCourse
  var key: BeatKey
  var isMuted: Bool
  var level: Double

  init(_ course: BeatCourse, key: BeatKey, isMuted: Bool) {
    (self.course, self.key, self.isMuted, level) = (course, key, isMuted, 0)
  }

  /// Reads the numbers; `nil` if one of them is out of its range.
  ///
  /// - Parameters:
  ///   - values: The numbers.
  ///   - meter: The last one: the same is not made anew, so that nothing is allocated.
  init?(_ values: UnsafeMutableBufferPointer<Double>, after meter: Meter? = nil) {
    func whole(_ field: Field) -> Int? { Int(exactly: values[field]) }
    guard (0...1e9).contains(values[Field.time]), (-1e9...1e9).contains(values[Field.beat]),
      (0.5...2).contains(values[Field.rate]), (-120...0).contains(values[Field.level]),
      let numerator = whole(.noteNumerator), let denominator = whole(.noteDenominator),
      let note = NoteValue(numerator: numerator, denominator: denominator),
      let tempo = Tempo(values[Field.tempo], note: note),
      let meter = meter.flatMap({ Self.matches($0, values) ? $0 : nil }) ?? Self.meter(values),
      let source = whole(.source), let section = whole(.section)
    else { return nil }
    course = BeatCourse(
      time: Int64(values[Field.time] * 1e9), beat: values[Field.beat], tempo: tempo, meter: meter)
    course.rate = values[Field.rate]
    key = BeatKey(source: source, section: UInt32(truncatingIfNeeded: section))
    (isMuted, level) = (values[Field.isMuted] != 0, values[Field.level])
  }

  private static func matches(_ meter: Meter, _ values: UnsafeMutableBufferPointer<Double>) -> Bool
  {
    guard values[Field.beats] == Double(meter.beatCount),
      values[Field.denominator] == Double(meter.denominator)
    else { return false }
    for index in 0..<BeatPacket.groupLimit {
      let group = index < meter.groups.count ? meter.groups[index] : 0
      guard values[Field.groups.rawValue + index] == Double(group) else { return false }
    }
    return meter.groups.count <= BeatPacket.groupLimit
  }

  private static func meter(_ values: UnsafeMutableBufferPointer<Double>) -> Meter? {
    guard let beats = Int(exactly: values[Field.beats]),
      let denominator = Int(exactly: values[Field.denominator])
    else { return nil }
    var groups: [Int] = []
    for index in 0..<BeatPacket.groupLimit {
      guard let group = Int(exactly: values[Field.groups.rawValue + index]) else { return nil }
      if group > 0 { groups.append(group) }
    }
    return Meter(beatCount: beats, denominator: denominator, groups: groups)
  }

  func write(to values: UnsafeMutableBufferPointer<Double>) {
    let tempo = course.tempo
    values[Field.time] = Double(course.time) / 1e9
    values[Field.beat] = course.beat
    values[Field.tempo] = tempo.beatsPerMinute
    values[Field.noteNumerator] = Double(tempo.note.numerator)
    values[Field.noteDenominator] = Double(tempo.note.denominator)
    values[Field.beats] = Double(course.meter.beatCount)
    values[Field.denominator] = Double(course.meter.denominator)
    values[Field.rate] = course.rate
    values[Field.source] = Double(key.source)
    values[Field.section] = Double(key.section)
    values[Field.isMuted] = isMuted ? 1 : 0
    let groups = course.meter.groups
    for index in 0..<BeatPacket.groupLimit {
      let isTold = groups.count <= BeatPacket.groupLimit && index < groups.count
      values[Field.groups.rawValue + index] = isTold ? Double(groups[index]) : 0
    }
  }
}
