import AudioDevices
import CommandKit
import Dispatch
import Metronome
import Synchronization

/// A metronome among those of a network: it leads, or follows the one that does.
///
/// Followers ask the leader ten times a second for its time and its beat. A leader keeps no list of them.
final class MetronomePeer: BeatSource {
  /// The leaders that a metronome may follow.
  enum Place: Sendable, Hashable {
    /// Any leader in this network.
    case anywhere
    /// One of the addresses of a host.
    case host([NetworkAddress], name: String)
  }

  /// The state that the thread and the player share.
  struct State: Sendable {
    var isLeading: Bool
    var follower: BeatFollower
    /// The choice of the leader to follow.
    var choice: LeaderElection
    var own: BeatPacket.Beat?
    var news: [String] = []
    var isClosed = false
  }

  let number: UInt64
  let place: Place
  let port: UInt16
  let isChosen: Bool
  let start: Int64
  let now: @Sendable () -> Int64
  let state: Mutex<State>
  let alignment: AlignmentPeer?

  init(
    leading: Bool, isChosen: Bool, place: Place, port: UInt16,
    alignment: AlignmentPeer? = nil, number: UInt64 = UInt64.random(in: 1...UInt64.max),
    now: @escaping @Sendable () -> Int64 = steadyTime
  ) {
    (self.number, self.place, self.port, self.isChosen) = (number, place, port, isChosen)
    (self.alignment, self.now) = (alignment, now)
    start = now()
    state = Mutex(
      State(
        isLeading: leading, follower: BeatFollower(number: number),
        choice: LeaderElection(in: place))
    )
  }

  /// Runs on a thread of its own until ``close()``.
  func run(_ socket: UDPSocket) {
    let thread = DispatchQueue(label: "kammerton.shared-beat", qos: .userInteractive)
    alignment?.begin(on: sharedClock)
    thread.async { [self] in
      while !isClosed {
        if state.withLock({ $0.isLeading }) { lead(socket) } else { follow(socket) }
      }
    }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func close() {
    state.withLock { $0.isClosed = true }
    alignment?.close()
  }

  func takeNews() -> String? {
    state.withLock { $0.news.isEmpty ? nil : $0.news.removeFirst() }
  }

  func say(_ sentence: String) { state.withLock { $0.news.append(sentence) } }

  func publish(_ course: BeatCourse?, section: UInt32) {
    let beat = course.map { BeatPacket.Beat(course: $0, section: section) }
    state.withLock { $0.own = beat }
  }

  func guidance() -> BeatGuidance {
    state.withLock { state in
      guard !state.isLeading else { return .own }
      guard let (course, key) = state.follower.leader?.course else { return .waiting }
      return .course(course, key: key)
    }
  }
}

// MARK: - Leading

extension MetronomePeer {
  /// Answers questions, and looks for others that lead, until it has to yield.
  private func lead(_ socket: UDPSocket) {
    var nextSearch: Int64 = 0
    var known: Set<UInt64> = []
    alignment?.lead(as: number)
    while state.withLock({ $0.isLeading && !$0.isClosed }) {
      let time = now()
      alignment?.advance(at: time)
      if time >= nextSearch {
        nextSearch = time + Self.searchPause
        search(socket)
      }
      guard
        let (bytes, sender) = socket.receive(
          timeout: Self.patience, capacity: BeatPacket.byteCount + 1)
      else { continue }
      let received = now()
      guard let packet = BeatPacket(bytes) else {
        answerReport(bytes, from: sender, at: received, socket)
        continue
      }
      if let answer = packet.answer {
        guard packet.asker == number, answer.leader != number else { continue }
        meet(answer, from: sender, known: &known)
      } else if packet.asker != number {
        socket.send(self.answer(to: packet, received: received).encoded(), to: sender)
      }
    }
  }

  func answer(to question: BeatPacket, received: Int64) -> BeatPacket {
    let own = state.withLock { $0.own }
    var packet = question
    packet.answer = BeatPacket.Answer(
      leader: number, received: received, answered: 0, age: received - start, isChosen: isChosen,
      beat: own)
    packet.answer?.answered = now()
    return packet
  }

  /// Resolves a conflict of two leaders: one rule tells both which of them continues.
  func meet(
    _ answer: BeatPacket.Answer, from sender: NetworkAddress, known: inout Set<UInt64>
  ) {
    let rank = LeaderRank(isChosen: isChosen, age: now() - start, number: number)
    if rank.yields(to: answer.rank) {
      say("Another metronome leads already, at \(sender). This one follows it now.")
      state.withLock { $0.isLeading = false }
      adopt(answer, from: sender)
    } else if known.count < 16, known.insert(answer.leader).inserted {
      say("Another metronome leads too, at \(sender). This one goes on; the other one follows.")
    }
  }
}

// MARK: - Following

extension MetronomePeer {
  /// Asks the leader, or every metronome that could be one.
  private func follow(_ socket: UDPSocket) {
    var (nextQuestion, nextSearch, nextReport): (Int64, Int64, Int64) = (0, 0, 0)
    let start = now()
    var hasSaidNone = false
    while state.withLock({ !$0.isLeading && !$0.isClosed }) {
      let time = now()
      if time >= nextQuestion {
        let (question, leader, isAlone, pause) = state.withLock { state in
          let question = state.follower.question(at: time).encoded()
          return (
            question, state.choice.leader?.address, state.follower.isAlone, state.follower.pause
          )
        }
        var addresses = leader.map { [$0] } ?? []
        if isAlone || time >= nextSearch {
          nextSearch = time + Self.searchPause
          addresses += place.addresses(port: port).filter { !addresses.contains($0) }
        }
        for address in addresses { socket.send(question, to: address) }
        if let leader, time >= nextReport,
          let report = alignment?.report(asker: number, asked: time)
        {
          nextReport = time + BeatFollower.slowPause
          socket.send(report.encoded(), to: leader)
        }
        nextQuestion = time + pause
        if leader == nil, !hasSaidNone, time - start > FollowedLeader.lossTime {
          hasSaidNone = true
          say(
            "\(placeName) does not answer. Start the leader there, or check the address; this one waits."
          )
        }
        noteLoss(at: time)
      }
      guard
        let (bytes, sender) = socket.receive(
          timeout: nextQuestion - now(), capacity: BeatPacket.byteCount + 1)
      else { continue }
      let returned = now()
      takeAlignment(bytes)
      guard let packet = BeatPacket(bytes), let answer = packet.answer, answer.leader != number,
        state.withLock({ $0.follower.hasAsked(packet.asker, at: packet.asked) })
      else { continue }
      take(packet.asked, answer, returned: returned, from: sender)
    }
  }

  func take(
    _ asked: Int64, _ answer: BeatPacket.Answer, returned: Int64, from sender: NetworkAddress
  ) {
    let (verdict, leader) = state.withLock { state in
      let verdict = state.choice.take(answer, from: sender, isLost: state.follower.isAlone)
      return (verdict, state.choice.leader)
    }
    switch verdict {
    case .other(let isFirst):
      if isFirst, let leader {
        say("Another metronome leads too, at \(sender). This one follows \(leader.address).")
      }
      return
    case .new: alignment?.forget()
    case .same: break
    }
    let change = state.withLock { $0.follower.take(answer, asked: asked, returned: returned) }
    switch change {
    case .leader: say("Following the metronome at \(sender).")
    case .back: say("The metronome at \(sender) answers again.")
    case nil: break
    }
  }

  func adopt(_ answer: BeatPacket.Answer, from sender: NetworkAddress) {
    let time = now()
    alignment?.forget()
    state.withLock { state in
      state.choice.follow(answer, at: sender)
      state.follower.adopt(answer, at: time)
    }
  }

  private func noteLoss(at time: Int64) {
    let lost = state.withLock {
      $0.follower.noteLoss(at: time) ? $0.choice.leader?.address : nil
    }
    if let lost {
      say("The metronome at \(lost) does not answer. The clicks go on as they were.")
    }
  }

  private var placeName: String {
    switch place {
    case .anywhere: "The network"
    case .host(_, let name): name
    }
  }

  private func search(_ socket: UDPSocket) {
    let question = BeatPacket(asker: number, asked: now()).encoded()
    for address in NetworkAddress.everybody(port: port) { socket.send(question, to: address) }
  }

  private static var patience: Int64 { 100_000_000 }
  private static var searchPause: Int64 { 5_000_000_000 }
}
