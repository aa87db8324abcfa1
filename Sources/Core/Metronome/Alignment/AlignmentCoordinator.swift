/// A leader's knowledge of the devices that align their loudspeakers: the members, the times of
/// their chirps, and their reports. It uses neither a network nor a clock.
package struct AlignmentCoordinator<Address: Hashable & Sendable>: Sendable {
  /// A device that takes part. The first one is the leader itself.
  private struct Member: Sendable {
    var number: UInt64
    /// `nil` for the leader.
    var address: Address?
    var hasMicrophone: Bool
    var lastTime: Int64
    /// The delays that it measured in the running session; `nil` before its report.
    var delays: [Double?]?
  }

  /// The result for one device.
  package struct Result: Sendable, Hashable {
    /// The address from which it reported; `nil` for the leader.
    package var address: Address?
    /// Whether it could hear.
    package var hasMicrophone: Bool
    /// By how much its loudspeaker is late; `nil` if that was not found out.
    package var lateness: SpeakerAlignment.Lateness?
  }

  private let leader: UInt64
  private var members: [Member]
  /// Those who came or went since the last session.
  private var isChanged = false
  private var lastChange: Int64 = 0
  private var session: UInt32
  /// The members of the running session, or of the last one, in the order of their numbers.
  private var participants: [UInt64] = []
  private var plan: AlignmentPlan?
  private var latenesses: [SpeakerAlignment.Lateness?] = []
  private var isOver = true

  /// Creates a leader that knows no other device.
  ///
  /// - Parameters:
  ///   - leader: The number of this program.
  ///   - hasMicrophone: Whether it can hear.
  package init(leader: UInt64, hasMicrophone: Bool) {
    self.leader = leader
    // Followers of an earlier leader must not take its session for this one.
    session = UInt32(truncatingIfNeeded: leader)
    members = [Member(number: leader, hasMicrophone: hasMicrophone, lastTime: 0)]
  }

  /// The number of devices, with this one.
  package var memberCount: Int { members.count }

  /// Notes whether the leader itself can hear.
  ///
  /// - Parameter leaderHasMicrophone: True if it can.
  package mutating func note(leaderHasMicrophone: Bool) {
    members[0].hasMicrophone = leaderHasMicrophone
  }

  /// The leader's own part in the session; `nil` before the first.
  package var own: AlignmentPacket.Session? { part(of: leader) }

  /// Answers a member's report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - sender: Where it came from.
  ///   - time: Nanoseconds on the leader's clock.
  /// - Returns: The answer.
  package mutating func answer(
    _ report: AlignmentPacket.Report, from sender: Address, at time: Int64
  ) -> AlignmentPacket.Answer {
    if let index = members.firstIndex(where: { $0.number == report.asker }) {
      members[index].lastTime = time
      members[index].hasMicrophone = report.hasMicrophone
    } else if members.count < AlignmentPlan.deviceLimit {
      members.append(
        Member(
          number: report.asker, address: sender, hasMicrophone: report.hasMicrophone, lastTime: time
        ))
      (isChanged, lastChange) = (true, time)
    }
    if !report.delays.isEmpty, report.session == session {
      append(report.delays, of: report.asker)
    }
    let part = part(of: report.asker)
    return AlignmentPacket.Answer(
      asker: report.asker, asked: report.asked, leader: leader, session: part,
      lateness: part.flatMap { latenesses.indices.contains($0.index) ? latenesses[$0.index] : nil },
      isOver: part != nil && isOver)
  }

  /// Adds what the leader itself has heard.
  ///
  /// - Parameter ownDelays: For each device, in seconds; `nil` for one that was not heard.
  package mutating func append(ownDelays: [Double?]) { append(ownDelays, of: leader) }

  private mutating func append(_ delays: [Double?], of number: UInt64) {
    guard !isOver, let index = members.firstIndex(where: { $0.number == number }) else { return }
    members[index].delays = delays
  }

  private func part(of number: UInt64) -> AlignmentPacket.Session? {
    guard let plan, let index = participants.firstIndex(of: number) else { return nil }
    return AlignmentPacket.Session(number: session, index: index, plan: plan)
  }

  /// Begins or ends a session when it is time.
  ///
  /// - Parameter time: Nanoseconds on the leader's clock.
  /// - Returns: What was found out; `nil` unless a session has just ended.
  package mutating func advance(to time: Int64) -> [Result]? {
    guard isOver else { return finish(at: time) }
    members[0].lastTime = time
    guard isChanged, time - lastChange >= Self.gathering else { return nil }
    members.removeAll { time - $0.lastTime > Self.patience }
    isChanged = false
    guard members.count > 1 else { return nil }
    begin(at: time)
    return nil
  }

  private mutating func begin(at time: Int64) {
    guard
      let plan = AlignmentPlan(start: time + Self.notice, deviceCount: members.count)
    else { return }
    session &+= 1
    participants = members.map(\.number)
    for index in members.indices { members[index].delays = nil }
    (self.plan, latenesses, isOver) = (plan, [], false)
  }

  private mutating func finish(at time: Int64) -> [Result]? {
    guard let plan, time >= plan.end else { return nil }
    let part = participants.compactMap { number in members.first { $0.number == number } }
    let areAllHere = part.allSatisfy { $0.delays != nil || !$0.hasMicrophone }
    guard areAllHere || time >= plan.end + Self.patience else { return nil }
    let delays = part.map { member in
      (0..<part.count).map { device in
        member.delays.flatMap { $0.indices.contains(device) ? $0[device] : nil }
      }
    }
    latenesses = SpeakerAlignment(delays: delays).latenesses
    isOver = true
    return zip(part, latenesses).map { member, lateness in
      Result(address: member.address, hasMicrophone: member.hasMicrophone, lateness: lateness)
    }
  }

  /// After the last one came, others may still come, in nanoseconds.
  package static var gathering: Int64 { 3_000_000_000 }
  /// From the plan to its start: every member asks four times per second.
  private static var notice: Int64 { 2_000_000_000 }
  /// So long after the end the leader waits for reports, and members that do not ask have gone.
  package static var patience: Int64 { AlignmentFollowerState.reportTime }
}
