import SignalProcessing

@testable import SoundModem

/// A room in which senders and receivers talk, packet by packet, in simulated time, which goes from
/// event to event.
///
/// Who speaks is deaf, and packets that overlap are lost to everybody.
struct DialogueRoom {
  struct Sender {
    var dialogue: SendingDialogue
  }

  struct Receiver {
    var dialogue: ReceivingDialogue
    var assembler: MessageAssembler
    /// When it appears.
    var arrival = 0.0
    var payloads: [[UInt8]] = []
    var gaveUpCount = 0
    var abandonedCount = 0
    var requestCount = 0
    var mostOpen = 0
  }

  /// A packet in the air.
  private struct Sound {
    let speaker: Int
    let packet: ReceivedPacket
    let start: Double
    let end: Double
    var isHeard = false
  }

  /// From the decision to the sound, and from the sound to the news of its end, in seconds.
  static let latency = 0.15

  var senders: [Sender] = []
  var receivers: [Receiver] = []
  /// The share of packets that do not arrive, for each listener apart.
  var loss = 0.0
  /// What else is lost: told who speaks and who listens, senders first, and what is said.
  var isLost: (_ speaker: Int, _ listener: Int, _ packet: ReceivedPacket) -> Bool = { _, _, _ in
    false
  }
  private(set) var time = 0.0
  private(set) var sounds = 0
  private var air: [Sound] = []
  private var speakingUntil: [Int: Double] = [:]
  private var random: SeededGenerator

  init(_ messages: [OutgoingMessage], receiverCount: Int = 1, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var settings = SendingDialogue.Settings()
    settings.receiverCount = max(1, receiverCount)
    for message in messages {
      senders.append(
        Sender(
          dialogue: SendingDialogue(message, settings: settings, at: 0, using: &random)))
    }
    var keeping = MessageAssembler.Settings()
    keeping.repeatWindow = keeping.timeout
    keeping.partsWindow = 600
    for _ in 0..<receiverCount {
      receivers.append(
        Receiver(
          dialogue: ReceivingDialogue(using: &random),
          assembler: MessageAssembler(settings: keeping)))
    }
  }

  /// Lets the time pass until all senders have ended and all receivers are settled.
  mutating func run(seconds: Double) {
    let end = time + seconds
    while time < end, !isOver {
      time = nextTime
      deliver()
      finishSpeaking()
      startSpeaking()
    }
  }

  /// When a packet has sounded, a turn is over, or somebody wants to speak. A second later if nothing
  /// is to come, because then all that is left is to settle.
  private var nextTime: Double {
    var times = air.filter { !$0.isHeard }.map(\.end)
    times += speakingUntil.values.map { $0 + Self.latency }
    for index in senders.indices where senders[index].dialogue.outcome == nil {
      if speakingUntil[index] == nil { times.append(senders[index].dialogue.due) }
    }
    for index in receivers.indices where speakingUntil[senders.count + index] == nil {
      times += receivers[index].dialogue.conversations.compactMap(\.due)
    }
    return max(times.min() ?? time + 1, time + 0.001)
  }

  var isOver: Bool {
    speakingUntil.isEmpty && senders.allSatisfy { $0.dialogue.outcome != nil }
      && receivers.allSatisfy { receiver in
        receiver.dialogue.isSettled(at: time)
          && receiver.dialogue.conversations.allSatisfy { $0.due == nil }
      }
  }

  /// A packet that nobody of these says.
  mutating func inject(_ packet: ReceivedPacket) {
    for index in senders.indices { senders[index].dialogue.hear(packet, at: time) }
    for index in receivers.indices { take(packet, at: index) }
  }

  private mutating func deliver() {
    for index in air.indices where !air[index].isHeard && air[index].end <= time {
      air[index].isHeard = true
      let sound = air[index]
      let isAlone = !air.contains { other in
        other.speaker != sound.speaker && other.start < sound.end && sound.start < other.end
      }
      for listener in 0..<senders.count + receivers.count where listener != sound.speaker {
        let isDropped = random.nextUniform() < loss
        guard isAlone, !isDropped, !isLost(sound.speaker, listener, sound.packet) else { continue }
        if listener < senders.count {
          senders[listener].dialogue.hear(sound.packet, at: time)
        } else {
          take(sound.packet, at: listener - senders.count)
        }
      }
    }
    air.removeAll { $0.end < time - 60 }
  }

  private mutating func take(_ packet: ReceivedPacket, at index: Int) {
    guard time >= receivers[index].arrival else { return }
    receivers[index].assembler.append(
      .heard(
        packet.payload, isPart: packet.isPart, time: time, band: packet.band, mode: packet.mode))
    while let event = receivers[index].assembler.next() {
      if case .message(let message) = event { receivers[index].payloads.append(message.payload) }
      if case .abandoned = event { receivers[index].abandonedCount += 1 }
      receivers[index].dialogue.hear(event, at: time)
    }
    receivers[index].mostOpen = max(
      receivers[index].mostOpen, receivers[index].dialogue.conversations.count)
  }

  private mutating func finishSpeaking() {
    for (speaker, end) in speakingUntil where time >= end + Self.latency {
      speakingUntil[speaker] = nil
      if speaker < senders.count {
        senders[speaker].dialogue.hasSpoken(at: time)
      } else {
        receivers[speaker - senders.count].dialogue.hasSpoken(at: time)
      }
    }
  }

  private mutating func startSpeaking() {
    for index in senders.indices {
      guard let turn = senders[index].dialogue.turn(at: time) else { continue }
      say(turn.heardPackets(), by: index)
    }
    for index in receivers.indices {
      switch receivers[index].dialogue.next(at: time) {
      case .say(let outgoing):
        receivers[index].requestCount += 1
        let packet = ReceivedPacket.heard(
          outgoing.request.bytes, isPart: true, band: outgoing.band, mode: outgoing.mode)
        say([packet], by: senders.count + index)
      case .giveUp: receivers[index].gaveUpCount += 1
      case nil: break
      }
    }
  }

  private mutating func say(_ packets: [ReceivedPacket], by speaker: Int) {
    var start = time + Self.latency
    for packet in packets {
      let end = start + packet.mode.duration(ofPacket: packet.payload.count, band: packet.band)
      air.append(Sound(speaker: speaker, packet: packet, start: start, end: end))
      sounds += 1
      start = end + packet.mode.gap
    }
    speakingUntil[speaker] = start
  }
}
