internal import Metronome

/// A follower of a shared beat: its packets in and out, what the metronome in the audio thread is to follow, and the
/// device's part in aligning loudspeakers.
///
/// The page's side has the connection and the clock. Its times are in milliseconds, those of sound in seconds of the
/// audio context.
final class BeatCore: Core {
  enum Part: Int, CaseIterable { case packet, followed, state, times }

  /// The positions of what the page shows.
  enum Field: Int, CaseIterable {
    /// The code of the relation to a leader: a ``Status``.
    case status
    /// The shortest round trip of a question, in milliseconds; infinite before the first.
    case delay
    /// The session of an alignment, 0 before the first, and the devices in it.
    case session, deviceCount
    /// Its first and its last moment, and the slots of this device: one in each round.
    case start, end, roundCount
    /// Whether its chirps are still to be worked out.
    case isUnheard
    /// Whether it has found out how late this loudspeaker is.
    case hasLateness
    /// That, in milliseconds, and how far the devices disagree.
    case lateness, disagreement
    case containsDistance
  }

  /// The relation to a leader.
  enum Status: Int, CaseIterable { case asking, alone, following, lost }

  /// What a packet, or time, has changed.
  enum Change: Int, CaseIterable { case none, status, begins, aligned, unheard, unanswered }

  /// The bytes of a packet.
  static let packetSize = BeatPacket.byteCount
  /// The largest number of slots in a session.
  static let slotLimit = AlignmentPlan.deviceLimit * AlignmentPlan.roundLimit

  let packet = SharedMemory<UInt8>(repeating: 0, count: packetSize)
  let course = SharedMemory<Double>(repeating: 0, count: SharedCourse.count)
  let state = Record<Field>()
  /// When the chirp of each slot is expected, or was heard, in seconds of the audio context: the rounds of device 0,
  /// those of device 1 and so on.
  let arrivals = SharedMemory<Double>(repeating: .nan, count: slotLimit)
  /// The address of all leaders: a page reaches only its server, which chooses one of them.
  private struct Server: Hashable {}

  private let sampleRate: Double
  private var peer: FollowingPeer<Server>
  private var clock: FrameClock

  init(sampleRate: Double, number: UInt64) {
    self.sampleRate = sampleRate
    peer = FollowingPeer(number: number, asksOneHost: true)
    clock = FrameClock(sampleRate: sampleRate)
    state[.delay] = .infinity
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .packet: packet.address
    case .followed: course.address
    case .state: state.address
    case .times: arrivals.address
    case nil: nil
    }
  }

  private func nanoseconds(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

  // MARK: Packets

  /// Writes the next packet that is due to `packet`.
  ///
  /// - Returns: 0 if there is one; else after how many milliseconds the next is due.
  func nextPacket(at time: Double) -> Double {
    let now = nanoseconds(time)
    guard let datagram = peer.nextDatagram(at: now) else {
      return Double(peer.nextTime - now) / 1e6
    }
    for (index, byte) in datagram.bytes.enumerated() { packet[index] = byte }
    return 0
  }

  /// Processes the answer in `packet`.
  func receive(at time: Double) {
    peer.receive(Array(packet.values), from: Server(), at: nanoseconds(time))
    show()
  }

  /// Finds out what the passing of time has changed.
  func advance(to time: Double) {
    peer.advance(to: nanoseconds(time))
    show()
  }

  /// Returns the oldest change, once.
  func nextChange() -> Change {
    switch peer.nextEvent() {
    case .alignment(.begins): .begins
    case .alignment(.result(let lateness, _)): lateness == nil ? .unheard : .aligned
    case .alignment(.unanswered): .unanswered
    case .following, .back, .lost, .nobody, .another: .status
    case nil: .none
    }
  }

  private func show() {
    let status: Status =
      switch peer.status {
      case .asking: .asking
      case .alone: .alone
      case .following: .following
      case .lost: .lost
      }
    state[.status] = Double(status.rawValue)
    state[.delay] = (peer.leader?.offset.shortestDelay ?? .infinity) * 1000
    let session = peer.alignment?.session
    state[.session] = Double(session?.number ?? 0)
    state[.deviceCount] = Double(session?.plan.deviceCount ?? 0)
    state[.roundCount] = Double(session?.plan.roundCount ?? 0)
    state[.start] = session.flatMap { second(ofShared: $0.plan.start) } ?? .nan
    state[.end] = session.flatMap { second(ofShared: $0.plan.end) } ?? .nan
    state[.isUnheard] = peer.alignment?.unheardSession == nil ? 0 : 1
    let lateness = peer.alignment?.lateness
    state[.hasLateness] = lateness == nil ? 0 : 1
    state[.lateness] = (lateness?.seconds ?? 0) * 1000
    state[.disagreement] = (lateness?.disagreement ?? 0) * 1000
    state[.containsDistance] = lateness?.containsDistance == true ? 1 : 0
  }

  // MARK: Sound

  /// Learns which moment of the audio context leaves the loudspeaker.
  func hear(second: Double, at time: Double) {
    guard second >= 0, second < 1e9, time.magnitude < 1e12 else { return }
    clock.report(frame: Int64((second * sampleRate).rounded()), at: nanoseconds(time))
  }

  /// Writes to `course` what the metronome is to follow.
  ///
  /// - Parameter second: A moment of the audio context that is near.
  /// - Returns: Whether a beat is known.
  func writeCourse(at second: Double) -> Bool {
    guard second >= 0, second < 1e9, let (beat, key) = peer.course,
      let time = clock.time(of: Int64(second * sampleRate))
    else { return false }
    // A loudspeaker that is late plays what is due later.
    var course = BeatCourse(
      time: Int64((second * sampleRate).rounded(.down) / sampleRate * 1e9),
      beat: beat.beat(at: time + peer.correction), tempo: beat.tempo, meter: beat.meter)
    course.rate = beat.rate * clock.rate
    SharedCourse(course, key: key, isMuted: peer.isAligning(at: time)).write(to: self.course.values)
    return true
  }

  // MARK: Alignment

  /// Takes part in aligning loudspeakers, or no longer.
  func align(_ isOn: Bool, hasMicrophone: Bool) {
    if isOn, peer.alignment == nil { peer.alignment = AlignmentFollowerState() }
    if !isOn { peer.alignment = nil }
    peer.alignment?.hasMicrophone = hasMicrophone
    show()
  }

  /// Writes to `arrivals` when the slots of all devices begin.
  ///
  /// - Returns: The number of this device; -1 before a session.
  func writeSlots() -> Int {
    guard let session = peer.alignment?.session else { return -1 }
    for device in 0..<session.plan.deviceCount {
      for round in 0..<session.plan.roundCount {
        let slot = session.plan.time(of: device, round: round)
        arrivals[device * session.plan.roundCount + round] = second(ofShared: slot) ?? .nan
      }
    }
    return session.index
  }

  /// Reads from `arrivals` when the chirps of all slots were heard; not a number for one that was not.
  func readArrivals() {
    guard let session = peer.alignment?.unheardSession else { return }
    var index = 0
    let delays = peer.delays(in: session) { _ in
      defer { index += 1 }
      let second = arrivals[index]
      guard second >= 0, second < 1e9, let whole = clock.time(of: Int64(second * sampleRate)) else {
        return nil
      }
      let rest = (second * sampleRate).truncatingRemainder(dividingBy: 1) / sampleRate
      return whole + Int64(rest * 1e9)
    }
    peer.alignment?.append(delays, of: session)
    show()
  }

  private func second(ofShared time: Int64) -> Double? {
    peer.ownTime(ofShared: time).flatMap { clock.frame(at: $0) }.map { $0 / sampleRate }
  }
}

// MARK: - The functions of the page

/// Creates a follower of a beat under a random number, of which it takes the upper and the lower
/// 32 bits.
@_cdecl("beat_create")
func createBeat(_ sampleRate: Hertz, _ high: UInt32, _ low: UInt32) -> Handle? {
  guard sampleRates.contains(sampleRate) else { return nil }
  return handle(
    BeatCore(sampleRate: sampleRate, number: max(1, UInt64(high) << 32 | UInt64(low))))
}

/// Writes the next packet that is due to `packet`, and returns 0, or returns after how long it is due.
@_cdecl("beat_next_packet")
func nextPacketOfBeat(_ beat: Handle, _ time: Milliseconds) -> Milliseconds {
  (object(beat) as BeatCore).nextPacket(at: time)
}

/// Reads the answer in `packet`.
@_cdecl("beat_receive")
func receiveForBeat(_ beat: Handle, _ time: Milliseconds) {
  (object(beat) as BeatCore).receive(at: time)
}

/// Finds out what the passing of time has changed.
@_cdecl("beat_advance")
func advanceBeat(_ beat: Handle, _ time: Milliseconds) {
  (object(beat) as BeatCore).advance(to: time)
}

/// Returns what has changed, one thing at a time, from the oldest.
@_cdecl("beat_next_change")
func nextChangeOfBeat(_ beat: Handle) -> Code<BeatCore.Change> {
  Int32((object(beat) as BeatCore).nextChange().rawValue)
}

/// Takes which second of the audio context leaves the loudspeaker, and when.
@_cdecl("beat_hear")
func hearBeat(_ beat: Handle, _ second: Seconds, _ time: Milliseconds) {
  (object(beat) as BeatCore).hear(second: second, at: time)
}

/// Writes what the metronome is to follow to `followed`, once it is known; `second` is one of the
/// audio context that is near.
@_cdecl("beat_course")
func courseOfBeat(_ beat: Handle, _ second: Seconds) -> Bool {
  (object(beat) as BeatCore).writeCourse(at: second)
}

/// Takes part in the alignment of loudspeakers, or not.
@_cdecl("beat_align")
func alignBeat(_ beat: Handle, _ isOn: Bool, _ hasMicrophone: Bool) {
  (object(beat) as BeatCore).align(isOn, hasMicrophone: hasMicrophone)
}

/// Writes to `times` when the chirps of a session begin: all rounds of one device, then those
/// of the next. Returns the number of this device, or -1.
@_cdecl("beat_slots")
func slotsOfBeat(_ beat: Handle) -> Int32 { Int32((object(beat) as BeatCore).writeSlots()) }

/// Takes from `times` when the chirps were heard, or not a number for those that were not.
@_cdecl("beat_arrivals")
func arrivalsOfBeat(_ beat: Handle) { (object(beat) as BeatCore).readArrivals() }
