import Metronome

/// Passes the questions and reports of one page on to the metronome that leads, and its answers back.
///
/// Browsers have no UDP. A page can reach nothing else through this: every outgoing packet is
/// written again from its decoded content, and goes only to the leader, or to all hosts at the port
/// of the metronomes. The relay uses neither a network nor a clock: its caller passes packets and
/// times in.
package struct PacketRelay: Sendable {
  /// A packet for the network.
  package struct Outgoing: Sendable, Hashable {
    package var bytes: [UInt8]
    package var addresses: [NetworkAddress]
  }

  /// An event to report to the user.
  enum News: Sendable, Hashable {
    /// Nobody has answered so far.
    case nobody
    case following(NetworkAddress)
    case lost(NetworkAddress)
    case back(NetworkAddress)
    case another(NetworkAddress, chosen: NetworkAddress)
  }

  private let place: MetronomePeer.Place
  private let port: UInt16
  private var choice: LeaderElection
  private var watch = LivenessMonitor()
  private var allowance = RateLimiter()
  private var questions = PendingRequests()
  private var reports = PendingRequests()
  private var lastSearch: Int64?
  private(set) var news: [News] = []

  /// Creates a relay that knows no leader.
  ///
  /// - Parameters:
  ///   - place: Where leaders may be.
  ///   - port: The port of all of them.
  init(to place: MetronomePeer.Place, port: UInt16) {
    (self.place, self.port, choice) = (place, port, LeaderElection(in: place))
  }

  /// The length of all packets.
  package static let byteCount = BeatPacket.byteCount
}

// MARK: - To the leader

extension PacketRelay {
  /// Takes a message of the page.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - time: Now, in nanoseconds.
  /// - Returns: What goes on; `nil` for anything but a question or a report, and for what is too much.
  package mutating func take(message: [UInt8], at time: Int64) -> Outgoing? {
    guard message.count == Self.byteCount, allowance.take(at: time) else { return nil }
    if let question = BeatPacket(message) {
      return question.answer == nil ? pass(question, at: time) : nil
    }
    guard case .report(let report)? = AlignmentPacket(message), let leader = choice.leader else {
      return nil
    }
    reports.note(report.asker, report.asked)
    return Outgoing(
      bytes: AlignmentPacket.report(report).encoded(), addresses: [leader.address])
  }

  private mutating func pass(_ question: BeatPacket, at time: Int64) -> Outgoing? {
    let isAlone = choice.leader == nil || watch.isSilent
    let pause = isAlone ? Self.alonePause : Self.searchPause
    var addresses = choice.leader.map { [$0.address] } ?? []
    if lastSearch.map({ time - $0 >= pause }) ?? true {
      lastSearch = time
      addresses += place.addresses(port: port).filter { !addresses.contains($0) }
    }
    guard !addresses.isEmpty else { return nil }
    questions.note(question.asker, question.asked)
    if watch.ask(at: time) {
      news.append(choice.leader.map { .lost($0.address) } ?? .nobody)
    }
    return Outgoing(bytes: question.encoded(), addresses: addresses)
  }

  /// From one question to everybody to the next, in nanoseconds: while nobody answers, in which a
  /// page asks four times a second, and otherwise.
  private static let alonePause: Int64 = 200_000_000
  private static let searchPause: Int64 = 5_000_000_000
}

// MARK: - To the page

extension PacketRelay {
  /// Takes a packet from the network.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - sender: Where it came from.
  /// - Returns: `true` if the packet is for the page: the chosen leader's first answer to a packet
  ///   of the page.
  package mutating func take(packet: [UInt8], from sender: NetworkAddress) -> Bool {
    guard packet.count == Self.byteCount, sender.port == port else { return false }
    if let beat = BeatPacket(packet) {
      guard let answer = beat.answer, questions.contains(beat.asker, beat.asked),
        isLeader(answer, at: sender)
      else { return false }
      return questions.answer(beat.asker, beat.asked)
    }
    guard case .answer(let answer)? = AlignmentPacket(packet),
      choice.leader?.rank.number == answer.leader
    else { return false }
    return reports.answer(answer.asker, answer.asked)
  }

  private mutating func isLeader(_ answer: BeatPacket.Answer, at sender: NetworkAddress) -> Bool {
    let verdict = choice.take(answer, from: sender, isLost: watch.isSilent)
    guard let leader = choice.leader else { return false }
    switch verdict {
    case .other(let isFirst):
      if isFirst { news.append(.another(sender, chosen: leader.address)) }
      return false
    case .new:
      watch.takeAnswer()
      news.append(.following(leader.address))
    case .same:
      if watch.takeAnswer() { news.append(.back(leader.address)) }
    }
    return true
  }

  /// Returns what a user should know since the last call.
  mutating func takeNews() -> [News] {
    defer { news = [] }
    return news
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
    guard !isSilent, count > 4, time - since > Self.patience else { return false }
    isSilent = true
    return true
  }

  /// Notes an answer.
  ///
  /// - Returns: Whether questions were not answered before.
  @discardableResult
  mutating func takeAnswer() -> Bool {
    defer { self = LivenessMonitor() }
    return isSilent
  }

  private static let patience: Int64 = 3_000_000_000
}

/// The rate at which a page may send packets: 100 per second, and as many in one burst.
private struct RateLimiter: Sendable {
  /// In nanoseconds; each packet costs 10 ms.
  private var balance = RateLimiter.limit
  private var lastTime: Int64?

  /// - Returns: Whether another packet may go.
  mutating func take(at time: Int64) -> Bool {
    if let lastTime { balance = min(Self.limit, balance + max(0, time - lastTime)) }
    lastTime = time
    guard balance >= Self.cost else { return false }
    balance -= Self.cost
    return true
  }

  private static let cost: Int64 = 10_000_000
  private static let limit = 100 * cost
}

/// The newest packets that were passed on, which answers repeat.
private struct PendingRequests: Sendable {
  private struct Packet: Sendable {
    var asker: UInt64
    var asked: Int64
    var isAnswered = false
  }

  private var packets: [Packet] = []

  mutating func note(_ asker: UInt64, _ asked: Int64) {
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

  private static let memory = 128
}
