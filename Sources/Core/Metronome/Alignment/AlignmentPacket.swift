/// A packet of metronomes that align their loudspeakers: a member's report, or the leader's answer.
///
/// Both are as long as a ``BeatPacket``, and marked and numbered like one, so that metronomes that do
/// not know them ignore them. docs/connections.md has the table.
package enum AlignmentPacket: Sendable, Hashable {
  case report(Report)
  case answer(Answer)

  /// A member's report to the leader.
  package struct Report: Sendable, Hashable {
    /// The number of the program that asks, and when, on its clock: the answer repeats both.
    package var asker: UInt64
    package var asked: Int64
    package var hasMicrophone: Bool
    /// The session of ``delays``.
    package var session: UInt32
    /// The delay with which this device heard each device, in seconds; empty before it has heard all.
    package var delays: [Double?]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - asker: The number of the program that asks.
    ///   - asked: When, on its clock, in nanoseconds.
    ///   - hasMicrophone: Whether it can hear.
    ///   - session: The session of the delays.
    ///   - delays: The delay with which it heard each device, in seconds.
    package init(
      asker: UInt64, asked: Int64, hasMicrophone: Bool, session: UInt32, delays: [Double?]
    ) {
      (self.asker, self.asked, self.hasMicrophone) = (asker, asked, hasMicrophone)
      (self.session, self.delays) = (session, delays)
    }
  }

  /// The leader's answer to a member.
  package struct Answer: Sendable, Hashable {
    package var asker: UInt64
    package var asked: Int64
    package var leader: UInt64
    /// The running session, or the last one; `nil` before the first, and for a device that takes no
    /// part in it.
    package var session: Session?
    /// The result of the last session for this member.
    package var lateness: SpeakerAlignment.Lateness?
    /// True once the session is over.
    package var isOver: Bool

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - asker: The number of the program that asked.
    ///   - asked: When, on its clock, in nanoseconds.
    ///   - leader: The leader's random number.
    ///   - session: The asker's part in a session.
    ///   - lateness: What the last session found out about the asker.
    ///   - isOver: True once the session is over.
    package init(
      asker: UInt64, asked: Int64, leader: UInt64, session: Session? = nil,
      lateness: SpeakerAlignment.Lateness? = nil, isOver: Bool
    ) {
      (self.asker, self.asked, self.leader) = (asker, asked, leader)
      (self.session, self.lateness, self.isOver) = (session, lateness, isOver)
    }
  }

  /// The part of a member in a session.
  package struct Session: Sendable, Hashable {
    package var number: UInt32
    /// The number of the member, from 0; the leader has 0.
    package var index: Int
    package var plan: AlignmentPlan

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - number: The number of the session.
    ///   - index: The number of the member in it, from 0.
    ///   - plan: When all chirp.
    package init(number: UInt32, index: Int, plan: AlignmentPlan) {
      (self.number, self.index, self.plan) = (number, index, plan)
    }
  }
}

// MARK: - To bytes

extension AlignmentPacket {
  private static let mark = Array("KMet".utf8)
  private static let version: UInt8 = 1
  private static let reportKind: UInt8 = 3
  private static let answerKind: UInt8 = 4
  /// Stands for nothing.
  private static let none = Int32.min

  /// The bytes: always ``BeatPacket/byteCount``.
  package func encoded() -> [UInt8] {
    var bytes = Self.mark
    func append(_ value: some FixedWidthInteger) { bytes.append(bigEndian: value) }
    switch self {
    case .report(let report):
      bytes += [Self.version, Self.reportKind]
      bytes += [(report.hasMicrophone ? 1 : 0) | (report.delays.isEmpty ? 0 : 2), 0]
      append(report.asker)
      append(report.asked)
      append(report.session)
      for device in 0..<AlignmentPlan.deviceLimit {
        let delay = report.delays.indices.contains(device) ? report.delays[device] : nil
        append(Self.microseconds(delay))
      }
    case .answer(let answer):
      bytes += [Self.version, Self.answerKind]
      let containsDistance = answer.lateness?.containsDistance == true
      bytes += [
        (answer.session == nil ? 0 : 1) | (answer.isOver ? 2 : 0) | (containsDistance ? 4 : 0), 0,
      ]
      append(answer.asker)
      append(answer.asked)
      append(answer.leader)
      append(answer.session?.number ?? 0)
      append(UInt8(clamping: answer.session?.index ?? 0))
      append(UInt8(clamping: answer.session?.plan.deviceCount ?? 0))
      append(UInt8(clamping: answer.session?.plan.roundCount ?? 0))
      append(UInt8(0))
      append(answer.session?.plan.start ?? 0)
      append(Self.microseconds(answer.lateness?.seconds))
      append(Self.microseconds(answer.lateness?.disagreement))
    }
    return bytes + [UInt8](repeating: 0, count: BeatPacket.byteCount - bytes.count)
  }

  private static func microseconds(_ seconds: Double?) -> Int32 {
    guard let seconds, seconds.isFinite, seconds.magnitude < 2000 else { return none }
    return Int32((seconds * 1e6).rounded())
  }
}

// MARK: - From bytes

extension AlignmentPacket {
  /// Reads a packet; `nil` for anything that no metronome sends.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == BeatPacket.byteCount, Array(bytes[..<4]) == Self.mark,
      bytes[4] == Self.version
    else { return nil }
    func seconds(at offset: Int) -> Double? {
      let value: Int32 = bytes.bigEndian(at: offset)
      return value == Self.none ? nil : Double(value) / 1e6
    }
    let (asker, asked): (UInt64, Int64) = (bytes.bigEndian(at: 8), bytes.bigEndian(at: 16))
    let flags = bytes[6]
    switch bytes[5] {
    case Self.reportKind:
      let delays =
        flags & 2 == 0
        ? [] : (0..<AlignmentPlan.deviceLimit).map { seconds(at: 28 + 4 * $0) }
      guard delays.allSatisfy({ $0.map(Self.delays.contains) ?? true }) else { return nil }
      self = .report(
        Report(
          asker: asker, asked: asked, hasMicrophone: flags & 1 != 0,
          session: bytes.bigEndian(at: 24),
          delays: delays))
    case Self.answerKind:
      var answer = Answer(
        asker: asker, asked: asked, leader: bytes.bigEndian(at: 24), isOver: flags & 2 != 0)
      if flags & 1 != 0 {
        guard
          let plan = AlignmentPlan(
            start: bytes.bigEndian(at: 40), deviceCount: Int(bytes[37]),
            roundCount: Int(bytes[38])), bytes[36] < bytes[37]
        else { return nil }
        answer.session = Session(number: bytes.bigEndian(at: 32), index: Int(bytes[36]), plan: plan)
      }
      if let lateness = seconds(at: 48) {
        guard Self.latenesses.contains(lateness) else { return nil }
        answer.lateness = SpeakerAlignment.Lateness(
          seconds: lateness, disagreement: seconds(at: 52) ?? 0, containsDistance: flags & 4 != 0)
      }
      self = .answer(answer)
    default: return nil
    }
  }

  /// The delays with which a chirp can be heard in its slot, in seconds.
  private static let delays = -0.2...2.0
  /// The differences of two of them, in seconds.
  private static let latenesses = -2.2...2.2
}
