import Metronome

/// A packet of metronomes that align their loudspeakers: a member's report, or the leader's answer.
///
/// Both are as long as a ``BeatPacket``, and marked and numbered like one, so that metronomes that do
/// not know them ignore them. docs/connections.md has the table.
enum AlignmentPacket: Sendable, Hashable {
  case report(Report)
  case answer(Answer)

  /// What a member tells the leader.
  struct Report: Sendable, Hashable {
    /// The number of the program that asks, and when, on its clock: the answer repeats both.
    var asker: UInt64
    var asked: Int64
    var hasMicrophone: Bool
    /// The session of ``delays``.
    var session: UInt32
    /// The delay with which this device heard each device, in seconds; empty before it has heard all.
    var delays: [Double?]
  }

  /// What the leader tells a member.
  struct Answer: Sendable, Hashable {
    var asker: UInt64
    var asked: Int64
    var leader: UInt64
    /// The running session, or the last one; `nil` before the first, and for who is not part of it.
    var session: Session?
    /// What the last session found out about this member.
    var lateness: SpeakerAlignment.Lateness?
    /// True once the session is over.
    var isOver: Bool
  }

  /// The part of a member in a session.
  struct Session: Sendable, Hashable {
    var number: UInt32
    /// The number of the member, from 0; the leader has 0.
    var index: Int
    var plan: AlignmentPlan
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
  func encoded() -> [UInt8] {
    var bytes = Self.mark
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }
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
  init?(_ bytes: [UInt8]) {
    guard bytes.count == BeatPacket.byteCount, Array(bytes[..<4]) == Self.mark,
      bytes[4] == Self.version
    else { return nil }
    func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
      bytes[offset..<offset + MemoryLayout<Number>.size].reduce(0) { $0 << 8 | Number($1) }
    }
    func seconds(at offset: Int) -> Double? {
      let value = Int32(bitPattern: number(at: offset) as UInt32)
      return value == Self.none ? nil : Double(value) / 1e6
    }
    let (asker, asked) = (number(at: 8) as UInt64, Int64(bitPattern: number(at: 16) as UInt64))
    let flags = bytes[6]
    switch bytes[5] {
    case Self.reportKind:
      let delays =
        flags & 2 == 0
        ? [] : (0..<AlignmentPlan.deviceLimit).map { seconds(at: 28 + 4 * $0) }
      guard delays.allSatisfy({ $0.map(Self.delays.contains) ?? true }) else { return nil }
      self = .report(
        Report(
          asker: asker, asked: asked, hasMicrophone: flags & 1 != 0, session: number(at: 24),
          delays: delays))
    case Self.answerKind:
      var answer = Answer(
        asker: asker, asked: asked, leader: number(at: 24), isOver: flags & 2 != 0)
      if flags & 1 != 0 {
        guard
          let plan = AlignmentPlan(
            start: Int64(bitPattern: number(at: 40) as UInt64), deviceCount: Int(bytes[37]),
            roundCount: Int(bytes[38])), bytes[36] < bytes[37]
        else { return nil }
        answer.session = Session(number: number(at: 32), index: Int(bytes[36]), plan: plan)
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
