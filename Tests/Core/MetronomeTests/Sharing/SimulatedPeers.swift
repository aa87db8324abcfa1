import Metronome
import _TestSignals

/// Metronomes in one network, each with a computer's clock and a sound device's clock of its own.
struct SimulatedPeers {
  /// One metronome, whose address is its position.
  struct Device {
    /// `nil` while its program does not run.
    var peer: BeatPeer<Int>?
    /// How much faster its clock runs, and by how many seconds it is ahead at the start.
    var drift = 0.0
    var offset = 0.0
    /// How much faster its sound runs on that clock.
    var soundDrift = 0.0
    /// When its first beat was, in true seconds.
    var start = 0.0
    /// The lateness of its loudspeaker, in seconds.
    var output = 0.0
    /// The lateness of its microphone, in seconds.
    var input = 0.0
    var events: [BeatPeerEvent<Int>] = []
    /// The packets that it sent in each second.
    var sentCounts: [Int] = []

    /// The own clock, in nanoseconds.
    func clock(_ time: Double) -> Int64 { Int64((time * (1 + drift) + offset) * 1e9) }

    /// The beat that it plays while it leads.
    func beat(_ time: Double, _ tempo: Tempo) -> Double {
      (time - start) * (1 + drift) * (1 + soundDrift) * tempo.beatsPerMinute / 60
    }
  }

  private struct Packet {
    var time: Double
    var (sender, receiver): (Int, Int)
    var bytes: [UInt8]
  }

  var devices: [Device] = []
  /// The part of the packets that are lost, and the part that arrive twice.
  var (loss, duplication) = (0.0, 0.0)
  /// The shortest way, and the longest that queues add, in seconds: packets overtake each other.
  var (delay, jitter) = (0.002, 0.0)
  /// Packets of an attacker per second, each to one of the devices.
  var hostileCount = 0
  let tempo: Tempo
  private let meter: Meter
  private(set) var time = 0.0
  private var packets: [Packet] = []
  private var random: SeededRandom

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    (tempo, meter) = (try Tempo(notation: "120"), try Meter(notation: "3/4"))
  }

  /// Runs until a moment, in true seconds.
  mutating func run(until end: Double) {
    while time < end {
      time += 0.001
      deliver()
      for index in devices.indices { turn(index, at: time) }
      if hostileCount > 0, Double.random(in: 0..<1000, using: &random) < Double(hostileCount) {
        attack()
      }
    }
  }

  private mutating func deliver() {
    let due = packets.filter { $0.time <= time }.sorted { $0.time < $1.time }
    packets.removeAll { $0.time <= time }
    // What is for an attacker goes nowhere.
    for packet in due where devices.indices.contains(packet.receiver) {
      let own = devices[packet.receiver].clock(packet.time)
      devices[packet.receiver].peer?.receive(packet.bytes, from: packet.sender, at: own)
      turn(packet.receiver, at: packet.time)
    }
  }

  /// Does what the owner of a metronome does several times per second.
  private mutating func turn(_ index: Int, at time: Double) {
    let own = devices[index].clock(time)
    guard devices[index].peer != nil else { return }
    var course = BeatCourse(
      time: own, beat: devices[index].beat(time, tempo), tempo: tempo, meter: meter)
    course.rate = 1 + devices[index].soundDrift
    let hasBegun = time > devices[index].start
    devices[index].peer?.publish(hasBegun ? course : nil, section: 1)
    devices[index].peer?.advance(to: own)
    while let datagram = devices[index].peer?.nextDatagram(at: own) {
      for address in datagram.addresses(among: Array(devices.indices)) {
        send(datagram.bytes(leaving: own + 50_000), from: index, to: address, at: time)
      }
    }
    while let event = devices[index].peer?.nextEvent() { devices[index].events.append(event) }
    listen(index, at: own)
  }

  private mutating func send(
    _ bytes: [UInt8], from sender: Int, to receiver: Int, at time: Double
  ) {
    let second = Int(time)
    while devices[sender].sentCounts.count <= second { devices[sender].sentCounts.append(0) }
    devices[sender].sentCounts[second] += 1
    for isCopy in [false, true] {
      if isCopy, Double.random(in: 0..<1, using: &random) >= duplication { continue }
      guard Double.random(in: 0..<1, using: &random) >= loss else { continue }
      let way = delay + Double.random(in: 0...jitter, using: &random) + 0.000_05
      packets.append(
        Packet(time: time + way, sender: sender, receiver: receiver, bytes: bytes))
    }
  }

  /// Hears all chirps of a session once they are over.
  private mutating func listen(_ index: Int, at own: Int64) {
    guard let peer = devices[index].peer, let session = peer.recordedSession(until: own) else {
      return
    }
    var (device, round) = (0, 0)
    let delays = peer.delays(in: session) { slot in
      defer {
        round += 1
        if round == session.plan.roundCount { (device, round) = (device + 1, 0) }
      }
      guard let slot, let player = player(device, in: session) else { return nil }
      return slot + Int64((devices[player].output + devices[index].input) * 1e9)
    }
    devices[index].peer?.alignment?.append(delays, of: session)
  }

  /// The device that has a number in a session, and knows that.
  private func player(_ number: Int, in session: AlignmentPacket.Session) -> Int? {
    devices.firstIndex { device in
      let own = device.peer?.alignment?.session
      return own?.number == session.number && own?.index == number
    }
  }

  /// Sends what no metronome of this network has to believe.
  private mutating func attack() {
    let receiver = Int.random(in: devices.indices, using: &random)
    var bytes = Array("KMet".utf8) + [1, UInt8.random(in: 0...5, using: &random), 3, 0]
    bytes += (0..<96).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Half are repetitions of real packets, to somebody else and cut off or damaged where they say who answers.
    if Bool.random(using: &random), let packet = packets.randomElement(using: &random),
      packet.bytes.count == BeatPacket.byteCount
    {
      bytes = packet.bytes
      bytes[Int.random(in: 8..<24, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1...104, using: &random)) }
    }
    packets.append(
      Packet(
        time: time + delay, sender: devices.count, receiver: receiver, bytes: bytes))
  }

  /// Those that lead.
  var leaders: [Int] { devices.indices.filter { devices[$0].peer?.isLeading == true } }

  /// How far a follower's beat is from that of a leader now, in milliseconds; `nil` if it knows none.
  func error(of follower: Int, from leader: Int) -> Double? {
    guard let course = devices[follower].peer?.course?.course else { return nil }
    let beat = course.beat(at: devices[follower].clock(time))
    return (beat - devices[leader].beat(time, tempo)) / tempo.beatsPerMinute * 60_000
  }
}
