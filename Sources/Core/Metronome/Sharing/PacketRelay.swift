/// Passes the questions and reports of one page on to the metronome that leads, and its answers back.
///
/// Browsers have no UDP. A page can reach nothing else through this: every outgoing packet is
/// written again from its decoded content, and goes only to the leader, or to everybody at the port
/// of the metronomes. The relay uses neither a network nor a clock: its owner passes packets and
/// times in, in nanoseconds.
package struct PacketRelay<Address: Hashable & Sendable>: Sendable {
  private var election: LeaderElection<Address>
  private var liveness = LivenessMonitor()
  private var limiter = RateLimiter()
  private var questions = PendingRequests()
  private var reports = PendingRequests()
  private var lastSearch: Int64?
  private var events: [BeatEvent<Address>] = []

  /// Creates a relay that knows no leader.
  ///
  /// - Parameter asksOneHost: Whether questions go to one host, where every metronome that answers is followed.
  package init(asksOneHost: Bool) { election = LeaderElection(asksOneHost: asksOneHost) }

  /// Returns the oldest event, once.
  package mutating func nextEvent() -> BeatEvent<Address>? {
    events.isEmpty ? nil : events.removeFirst()
  }
}

// MARK: - To the leader

extension PacketRelay {
  /// Processes a message of the page.
  ///
  /// - Parameters:
  ///   - message: The message, which may be anything.
  ///   - time: Now.
  /// - Returns: What goes on; `nil` for anything but a question or a report, and for what is too much.
  package mutating func send(_ message: [UInt8], at time: Int64) -> BeatDatagram<Address>? {
    guard message.count == BeatPacket.byteCount, limiter.allows(at: time) else { return nil }
    if let question = BeatPacket(message) {
      return question.answer == nil ? pass(question, at: time) : nil
    }
    guard case .report(let report)? = AlignmentPacket(message), let leader = election.leader else {
      return nil
    }
    reports.append(report.asker, report.asked)
    return BeatDatagram(AlignmentPacket.report(report).encoded(), to: leader.address)
  }

  private mutating func pass(_ question: BeatPacket, at time: Int64) -> BeatDatagram<Address>? {
    let leader = election.leader?.address
    let pause =
      leader == nil || liveness.isSilent ? Self.alonePause : FollowingPeer<Address>.searchPause
    let isSearch = lastSearch.map { time - $0 >= pause } ?? true
    if isSearch { lastSearch = time }
    guard leader != nil || isSearch else { return nil }
    questions.append(question.asker, question.asked)
    if liveness.ask(at: time) { events.append(leader.map { .lost($0) } ?? .nobody) }
    return BeatDatagram(question.encoded(), to: leader, isForEverybody: isSearch)
  }

  /// From one question to everybody to the next while nobody answers, in which a page asks four times per second.
  private static var alonePause: Int64 { 200_000_000 }
}

// MARK: - To the page

extension PacketRelay {
  /// Processes a packet from the port of the metronomes.
  ///
  /// - Parameters:
  ///   - packet: The packet, which may be anything.
  ///   - sender: Where it came from.
  /// - Returns: `true` if the packet is for the page: the chosen leader's first answer to a packet
  ///   of the page.
  package mutating func receive(_ packet: [UInt8], from sender: Address) -> Bool {
    if let beat = BeatPacket(packet) {
      guard let answer = beat.answer, questions.contains(beat.asker, beat.asked),
        isLeader(answer, at: sender)
      else { return false }
      return questions.answer(beat.asker, beat.asked)
    }
    guard case .answer(let answer)? = AlignmentPacket(packet),
      election.leader?.rank.number == answer.leader
    else { return false }
    return reports.answer(answer.asker, answer.asked)
  }

  private mutating func isLeader(_ answer: BeatPacket.Answer, at sender: Address) -> Bool {
    let verdict = election.process(answer, from: sender, isLost: liveness.isSilent)
    guard let leader = election.leader?.address else { return false }
    switch verdict {
    case .other(let isFirst):
      if isFirst { events.append(.another(sender, followed: leader)) }
      return false
    case .new:
      liveness.noteAnswer()
      events.append(.following(leader))
    case .same:
      if liveness.noteAnswer() { events.append(.back(leader)) }
    }
    return true
  }
}

// MARK: - Parts

/// Detects that questions are no longer answered. Time alone does not show it, because a page may
/// pause.
private struct LivenessMonitor: Sendable {
  private var since: Int64 = 0
  private var count = 0
  /// True while questions are not answered.
  private(set) var isSilent = false

  /// Notes a question.
  ///
  /// - Returns: Whether nobody answers from now on.
  mutating func ask(at time: Int64) -> Bool {
    if count == 0 { since = time }
    count += 1
    guard !isSilent, count > 4, time - since > FollowedLeader.lossTime else { return false }
    isSilent = true
    return true
  }

  /// Notes an answer.
  ///
  /// - Returns: Whether questions were not answered before.
  @discardableResult
  mutating func noteAnswer() -> Bool {
    defer { self = LivenessMonitor() }
    return isSilent
  }
}

/// The rate at which a page may send packets: 100 per second, and as many in one burst.
private struct RateLimiter: Sendable {
  /// In nanoseconds; each packet costs 10 ms.
  private var balance = RateLimiter.limit
  private var lastTime: Int64?

  /// - Returns: Whether another packet may go.
  mutating func allows(at time: Int64) -> Bool {
    if let lastTime { balance = min(Self.limit, balance + max(0, time - lastTime)) }
    lastTime = time
    guard balance >= Self.cost else { return false }
    balance -= Self.cost
    return true
  }

  private static var cost: Int64 { 10_000_000 }
  private static var limit: Int64 { 100 * cost }
}

/// The newest packets that were passed on, which answers repeat.
private struct PendingRequests: Sendable {
  private struct Packet: Sendable {
    var asker: UInt64
    var asked: Int64
    var isAnswered = false
  }

  private var packets: [Packet] = []

  mutating func append(_ asker: UInt64, _ asked: Int64) {
    guard !contains(asker, asked) else { return }
    packets.append(Packet(asker: asker, asked: asked))
    if packets.count > Self.memory { packets.removeFirst() }
  }

  func contains(_ asker: UInt64, _ asked: Int64) -> Bool { index(asker, asked) != nil }

  /// - Returns: Whether this is the first answer. A leader that a question reached on several ways
  ///   answers each time, and the first answer took the shortest way.
  mutating func answer(_ asker: UInt64, _ asked: Int64) -> Bool {
    guard let index = index(asker, asked), !packets[index].isAnswered else { return false }
    packets[index].isAnswered = true
    return true
  }

  private func index(_ asker: UInt64, _ asked: Int64) -> Int? {
    packets.lastIndex { $0.asked == asked && $0.asker == asker }
  }

  private static var memory: Int { 128 }
}
