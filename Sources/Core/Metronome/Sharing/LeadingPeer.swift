/// A metronome that leads a shared beat: it answers questions, looks for others that lead, and
/// conducts the alignment of loudspeakers.
///
/// It keeps no list of its followers, and sends as many bytes as it receives, so that nobody can
/// use it to flood others.
struct LeadingPeer<Address: Hashable & Sendable>: Sendable {
  private let number: UInt64
  private let isChosen: Bool
  /// When it began to lead, in nanoseconds.
  private let start: Int64
  /// What it plays; `nil` while the times of that are unknown.
  var beat: BeatPacket.Beat?
  private(set) var alignment: AlignmentCoordinator<Address>?
  private var rivals = KnownLeaders()
  private var nextSearch = Int64.min
  /// The times of the newest questions to everybody.
  private var searches: [Int64] = []
  private var answers: [BeatDatagram<Address>] = []
  private(set) var events: [BeatPeerEvent<Address>] = []

  /// Creates a metronome that leads from now on.
  ///
  /// - Parameters:
  ///   - number: A random number, not 0.
  ///   - isChosen: Whether the user asked for it to lead.
  ///   - start: Now, in nanoseconds.
  ///   - hasMicrophone: Whether it can hear chirps; `nil` if it aligns no loudspeakers.
  init(number: UInt64, isChosen: Bool, at start: Int64, hasMicrophone: Bool?) {
    (self.number, self.isChosen, self.start) = (number, isChosen, start)
    guard let hasMicrophone else { return }
    alignment = AlignmentCoordinator(leader: number, hasMicrophone: hasMicrophone)
    events.append(.waitsForDevices)
  }

  /// Returns the oldest event, once.
  mutating func nextEvent() -> BeatPeerEvent<Address>? {
    events.isEmpty ? nil : events.removeFirst()
  }
}

extension LeadingPeer {
  /// Begins and ends alignments.
  ///
  /// - Parameters:
  ///   - time: Now, in nanoseconds.
  ///   - own: The part of this device in them.
  mutating func advance(to time: Int64, _ own: inout AlignmentFollowerState) {
    alignment?.note(leaderHasMicrophone: own.hasMicrophone)
    let session = alignment?.own
    if let session, own.heardSession == session.number {
      alignment?.append(ownDelays: own.delays)
    }
    if let results = alignment?.advance(to: time) {
      if let session { own.end(session.number) }
      events.append(.aligned(results))
    }
    if let session = alignment?.own { own.adopt(session, at: time) }
  }

  /// Returns the next packet that is due: an answer, or a question that looks for others that lead.
  ///
  /// - Parameter time: Now, in nanoseconds.
  /// - Returns: The packet; `nil` up to ``nextTime`` if nobody has asked.
  mutating func nextDatagram(at time: Int64) -> BeatDatagram<Address>? {
    if !answers.isEmpty { return answers.removeFirst() }
    guard time >= nextSearch else { return nil }
    nextSearch = time + FollowingPeer<Address>.searchPause
    searches.append(time)
    if searches.count > Self.memory { searches.removeFirst() }
    return BeatDatagram(
      BeatPacket(asker: number, asked: time).encoded(), to: nil, isForEverybody: true)
  }

  /// The time at which the next question is due.
  var nextTime: Int64 { answers.isEmpty ? nextSearch : .min }

  /// Processes a packet.
  ///
  /// - Parameters:
  ///   - bytes: The packet, which may be anything.
  ///   - sender: Where it came from.
  ///   - time: When it arrived, in nanoseconds.
  /// - Returns: What another leader has said that goes before this one, which has to follow it.
  mutating func receive(
    _ bytes: [UInt8], from sender: Address, at time: Int64
  ) -> BeatPacket.Answer? {
    guard let packet = BeatPacket(bytes) else {
      answerReport(bytes, from: sender, at: time)
      return nil
    }
    if let answer = packet.answer {
      guard packet.asker == number, searches.contains(packet.asked), answer.leader != number else {
        return nil
      }
      return resolveConflict(with: answer, from: sender, at: time)
    }
    if packet.asker != number {
      append(BeatDatagram(answering: self.answer(to: packet, at: time), to: sender))
    }
    return nil
  }

  private func answer(to question: BeatPacket, at time: Int64) -> BeatPacket {
    var packet = question
    packet.answer = BeatPacket.Answer(
      leader: number, received: time, answered: time, age: time - start, isChosen: isChosen,
      beat: beat)
    return packet
  }

  /// One rule tells both of two leaders which of them goes on.
  private mutating func resolveConflict(
    with answer: BeatPacket.Answer, from sender: Address, at time: Int64
  ) -> BeatPacket.Answer? {
    let rank = LeaderRank(isChosen: isChosen, age: time - start, number: number)
    if rank.yields(to: answer.rank) { return answer }
    if rivals.insert(answer.leader) { events.append(.kept(against: sender)) }
    return nil
  }

  private mutating func answerReport(_ bytes: [UInt8], from sender: Address, at time: Int64) {
    guard alignment != nil, case .report(let report)? = AlignmentPacket(bytes),
      report.asker != number,
      let answer = alignment?.answer(report, from: sender, at: time)
    else { return }
    append(BeatDatagram(AlignmentPacket.answer(answer).encoded(), to: sender))
  }

  /// Keeps an answer until it is fetched. What is more than a burst is lost, as in any network.
  private mutating func append(_ answer: BeatDatagram<Address>) {
    if answers.count < Self.burst { answers.append(answer) }
  }

  private static var memory: Int { 4 }
  private static var burst: Int { 64 }
}
