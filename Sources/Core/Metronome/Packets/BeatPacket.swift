/// A packet of metronomes that share one beat: a question, or the leader's answer.
///
/// Both have the same length, so that nobody can use a leader to flood others. All numbers are
/// big-endian; docs/connections.md has the table.
package struct BeatPacket: Sendable, Hashable {
  /// The beat that a leader plays.
  package struct Beat: Sendable, Hashable {
    package var course: BeatCourse
    /// Another number for each section of a tempo map.
    package var section: UInt32

    /// Creates a beat.
    ///
    /// - Parameters:
    ///   - course: On the leader's clock.
    ///   - section: Another number for each section of a tempo map.
    package init(course: BeatCourse, section: UInt32) {
      (self.course, self.section) = (course, section)
    }
  }

  /// The answer of a leader.
  package struct Answer: Sendable, Hashable {
    /// The leader's random number.
    package var leader: UInt64
    /// The times at which the question arrived and the answer left, on the leader's clock, in
    /// nanoseconds.
    package var received: Int64
    package var answered: Int64
    /// The time since it began to lead, in nanoseconds.
    package var age: Int64
    /// True if the user asked for it to lead.
    package var isChosen: Bool
    /// `nil` before the first beat.
    package var beat: Beat?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - leader: The leader's random number.
    ///   - received: When the question arrived, on the leader's clock, in nanoseconds.
    ///   - answered: When the answer left.
    ///   - age: The time since it began to lead, in nanoseconds.
    ///   - isChosen: True if the user asked for it to lead.
    ///   - beat: `nil` before the first beat.
    package init(
      leader: UInt64, received: Int64, answered: Int64, age: Int64, isChosen: Bool,
      beat: Beat? = nil
    ) {
      (self.leader, self.received, self.answered) = (leader, received, answered)
      (self.age, self.isChosen, self.beat) = (age, isChosen, beat)
    }
  }

  /// The number of the program that asks.
  package var asker: UInt64
  /// The time at which the question left, on the asker's clock, in nanoseconds.
  package var asked: Int64
  /// `nil` in a question.
  package var answer: Answer?

  /// Creates a packet.
  ///
  /// - Parameters:
  ///   - asker: The number of the program that asks.
  ///   - asked: When the question leaves, on the asker's clock, in nanoseconds.
  ///   - answer: `nil` for a question.
  package init(asker: UInt64, asked: Int64, answer: Answer? = nil) {
    (self.asker, self.asked, self.answer) = (asker, asked, answer)
  }

  /// The length of every packet, in bytes.
  package static let byteCount = 104
  private static let mark = Array("KMet".utf8)
  private static let version: UInt8 = 1
  /// The groups of a meter that have room.
  package static let groupLimit = 16
}

// MARK: - To bytes

extension BeatPacket {
  /// The bytes: always ``byteCount``.
  package func encoded() -> [UInt8] {
    var bytes = Self.mark + [Self.version, answer == nil ? 1 : 2, flags, 0]
    func append(_ value: some FixedWidthInteger) { bytes.append(bigEndian: value) }
    append(asker)
    append(asked)
    if let answer {
      append(answer.leader)
      append(answer.received)
      append(answer.answered)
      append(answer.age)
      if let beat = answer.beat {
        let course = beat.course
        append(course.time)
        append(Int64((course.beat * 1e9).rounded()))
        append(beat.section)
        append(UInt32(clamping: course.tempo.millionths))
        let meter = course.meter
        let note = course.tempo.note
        bytes += [
          UInt8(note.numerator), UInt8(note.denominator), UInt8(meter.beatCount),
          UInt8(meter.denominator),
        ]
        let groups = meter.groups.count <= Self.groupLimit ? meter.groups.map { UInt8($0) } : []
        bytes += groups + [UInt8](repeating: 0, count: Self.groupLimit - groups.count)
        append(Int32(max(-1e7, min(1e7, ((course.rate - 1) * 1e9).rounded()))))
      }
    }
    bytes += [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
    return bytes
  }

  /// Returns an answer with another time at which it leaves.
  ///
  /// - Parameters:
  ///   - bytes: The answer.
  ///   - time: The time, on the leader's clock, in nanoseconds.
  /// - Returns: The answer that leaves at that time.
  static func stamped(_ bytes: [UInt8], answered time: Int64) -> [UInt8] {
    var bytes = bytes
    var stamp: [UInt8] = []
    stamp.append(bigEndian: time)
    bytes.replaceSubrange(40..<48, with: stamp)
    return bytes
  }

  private var flags: UInt8 {
    (answer?.beat == nil ? 0 : 1) | (answer?.isChosen == true ? 2 : 0)
  }
}

// MARK: - From bytes

extension BeatPacket {
  /// Reads a packet; `nil` for anything that no metronome sends.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, Array(bytes[..<4]) == Self.mark,
      bytes[4] == Self.version, bytes[5] == 1 || bytes[5] == 2
    else { return nil }
    func signed(at offset: Int) -> Int64 { bytes.bigEndian(at: offset) }
    asker = bytes.bigEndian(at: 8)
    asked = signed(at: 16)
    guard bytes[5] == 2 else { return }
    var answer = Answer(
      leader: bytes.bigEndian(at: 24), received: signed(at: 32), answered: signed(at: 40),
      age: signed(at: 48), isChosen: bytes[6] & 2 != 0)
    if bytes[6] & 1 != 0 {
      let tempo: UInt32 = bytes.bigEndian(at: 76)
      let groups = bytes[84..<84 + Self.groupLimit].prefix { $0 > 0 }.map { Int($0) }
      guard
        let meter = Meter(
          beatCount: Int(bytes[82]), denominator: Int(bytes[83]), groups: groups),
        let note = NoteValue(numerator: Int(bytes[80]), denominator: Int(bytes[81])),
        let tempo = Tempo(Double(tempo) / 1e6, note: note),
        Self.beatLimits.contains(signed(at: 64)), Self.timeLimits.contains(signed(at: 56))
      else { return nil }
      let deviation: Int32 = bytes.bigEndian(at: 100)
      guard Self.rateLimits.contains(deviation) else { return nil }
      var course = BeatCourse(
        time: signed(at: 56), beat: Double(signed(at: 64)) / 1e9, tempo: tempo, meter: meter)
      course.rate = 1 + Double(deviation) / 1e9
      answer.beat = Beat(course: course, section: bytes.bigEndian(at: 72))
    }
    self.answer = answer
  }

  /// Nine million beats; the section of a map that is longer than a week.
  private static var beatLimits: ClosedRange<Int64> {
    -1_000_000_000...9_000_000 * 1_000_000_000
  }
  /// A hundredth, in billionths: sound devices differ from their computers by far less.
  private static var rateLimits: ClosedRange<Int32> { -10_000_000...10_000_000 }
  /// 36 years since the computer started.
  private static var timeLimits: ClosedRange<Int64> { 0...1 << 60 }
}
