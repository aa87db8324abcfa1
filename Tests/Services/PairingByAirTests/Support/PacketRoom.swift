@testable import Pairing
import SignalProcessing

/// A room in which packets have a length and can collide, without their sound: so that minutes cost
/// nothing. Every device hears all that is said, itself as well.
struct PacketRoom {
  struct Packet {
    var message: [UInt8]
    var speaker: Int
    var start: Double
    var end: Double
  }

  /// How long a packet sounds, in seconds, by its bytes: about that of the mode `room`.
  static func duration(_ count: Int) -> Double { 0.15 + 0.021 * Double(count) }

  private(set) var offerers: [Member<PairingOffer>]
  private(set) var joiners: [Member<PairingJoin>]
  private(set) var time = 0.0
  /// All packets that were said, and whether they were lost.
  private(set) var packets: [Packet] = []
  private(set) var lostCount = 0
  /// The chance that a packet is lost, beside collisions.
  var loss = 0.0
  /// So many farewells are lost.
  var lostFarewells = 0
  private var random: SeededGenerator

  init(_ offers: [PairingOffer], _ joins: [PairingJoin], seed: UInt64 = 1) {
    let pace = PairingPace(packetDuration: Self.duration(63))
    offerers = offers.enumerated().map { Member($1, pace, seed: seed + UInt64($0)) }
    joiners = joins.enumerated().map { Member($1, pace, seed: seed + 100 + UInt64($0)) }
    random = SeededGenerator(seed: seed)
  }

  mutating func setThinking(ofOfferer index: Int, _ seconds: Double?) {
    offerers[index].thinking = seconds
  }

  mutating func decline(offerer index: Int) { offerers[index].declines = true }

  /// Plays a packet from a loudspeaker that belongs to nobody.
  mutating func replay(_ message: [UInt8], at start: Double) {
    let end = start + Self.duration(message.count)
    packets.append(Packet(message: message, speaker: -1, start: start, end: end))
  }

  /// Lets them talk until all are done, or for so many seconds.
  mutating func run(seconds: Double) {
    while time < seconds, !isOver {
      let before = time
      time += 0.02
      for packet in packets where packet.end > before && packet.end <= time {
        guard !isLost(packet) else {
          lostCount += 1
          continue
        }
        for index in offerers.indices { offerers[index].hear(packet.message, at: time) }
        for index in joiners.indices { joiners[index].hear(packet.message, at: time) }
      }
      for index in offerers.indices { speak(offerers[index].step(at: time), speaker: index) }
      for index in joiners.indices { speak(joiners[index].step(at: time), speaker: 100 + index) }
    }
  }

  private var isOver: Bool {
    offerers.allSatisfy { $0.dialogue.isOver(at: time) }
      && joiners.allSatisfy { $0.dialogue.isOver(at: time) }
  }

  private mutating func speak(_ message: [UInt8]?, speaker: Int) {
    guard let message else { return }
    let end = time + Self.duration(message.count)
    packets.append(Packet(message: message, speaker: speaker, start: time, end: end))
  }

  /// Two at a time are both lost.
  private mutating func isLost(_ packet: Packet) -> Bool {
    if lostFarewells > 0, case .success(.farewell) = PairingMessage.read(packet.message) {
      lostFarewells -= 1
      return true
    }
    let collisions = packets.count { $0.start < packet.end && $0.end > packet.start }
    return collisions > 1 || Double.random(in: 0..<1, using: &random) < loss
  }
}

/// A device in a ``PacketRoom``.
struct Member<Session: PairingSession> {
  private(set) var dialogue: PairingDialogue<Session>
  /// How long the user takes to compare, in seconds; `nil` for a user who never does.
  var thinking: Double? = 3
  /// Whether the user then types other digits than those that match.
  var declines = false
  private(set) var digits: PairingDigits?
  private(set) var failure: PairingError?
  private var approvalTime: Double?
  private var speechEnd: Double?

  init(_ session: Session, _ pace: PairingPace, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = (0..<64).map { _ in Double.random(in: 0..<1, using: &generator) }
    let turn = Turn()
    dialogue = PairingDialogue(session, pace: pace, at: 0, random: { turn.next(of: numbers) })
  }

  mutating func hear(_ message: [UInt8], at now: Double) {
    do {
      guard case .compare(let digits, _) = try dialogue.hear(message, at: now) else { return }
      self.digits = digits
      approvalTime = thinking.map { now + $0 }
    } catch {
      if dialogue.result == nil { failure = failure ?? error }
    }
  }

  /// - Returns: What it begins to say.
  mutating func step(at now: Double) -> [UInt8]? {
    do {
      if let end = speechEnd, now >= end {
        speechEnd = nil
        dialogue.hasSpoken(at: now)
      }
      if let time = approvalTime, now >= time {
        approvalTime = nil
        guard !declines else {
          dialogue.end(.stringsDiffer, at: now)
          failure = .stringsDiffer
          return nil
        }
        try dialogue.approve(at: now)
      }
      guard let message = try dialogue.message(toSayAt: now) else { return nil }
      speechEnd = now + PacketRoom.duration(message.count)
      return message
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}
