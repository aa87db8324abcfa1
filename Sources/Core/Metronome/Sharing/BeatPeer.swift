/// A metronome among those of a network: it leads, or follows the one that does.
///
/// It uses neither a network nor a clock. Its owner passes in time and packets, sends what
/// ``nextDatagram(at:)`` returns, and tells a user what ``nextEvent()`` returns. All times are in
/// nanoseconds, on a clock of the owner that never goes back.
///
/// A metronome that leads answers each question, and looks for others that lead every five seconds.
/// If it finds one that goes before it, it follows that one from then on.
package struct BeatPeer<Address: Hashable & Sendable>: Sendable {
  /// How a metronome takes part.
  package enum Role: Sendable, Hashable {
    /// It leads; `isChosen` if the user asked for that.
    case leader(isChosen: Bool)
    /// It follows whoever goes before all others in this network.
    case follower
    /// It follows whoever leads at one host.
    case followerOfHost
  }

  private let number: UInt64
  private var leading: LeadingPeer<Address>?
  private var following: FollowingPeer<Address>
  private var events: [BeatPeerEvent<Address>] = []

  /// Creates a metronome.
  ///
  /// - Parameters:
  ///   - role: How it takes part at first.
  ///   - number: A random number, not 0.
  ///   - aligns: Whether it takes part in aligning loudspeakers.
  ///   - start: Now.
  package init(_ role: Role, number: UInt64, aligns: Bool = false, at start: Int64) {
    self.number = number
    following = FollowingPeer(
      number: number, asksOneHost: role == .followerOfHost, aligns: aligns)
    guard case .leader(let isChosen) = role else { return }
    leading = LeadingPeer(
      number: number, isChosen: isChosen, at: start,
      hasMicrophone: following.alignment?.hasMicrophone)
  }

  /// Whether this metronome leads.
  package var isLeading: Bool { leading != nil }

  /// The relation to a leader of one that follows.
  package var status: FollowingPeer<Address>.Status { following.status }

  /// Returns the oldest event, once.
  package mutating func nextEvent() -> BeatPeerEvent<Address>? {
    if !events.isEmpty { return events.removeFirst() }
    if let event = leading?.nextEvent() { return event }
    return following.nextEvent().map { .follower($0) }
  }

  /// The time that a metronome asks before it leads because nobody else does.
  package static var searchTime: Int64 { 1_500_000_000 }
}

// MARK: - Packets

extension BeatPeer {
  /// Finds out what the passing of time has changed. Called at least every 100 ms.
  ///
  /// - Parameter time: Now.
  package mutating func advance(to time: Int64) {
    guard leading != nil else { return following.advance(to: time) }
    if var part = following.alignment {
      leading?.advance(to: time, &part)
      following.alignment = part
    }
  }

  /// Returns the next packet that is due, if one is.
  ///
  /// - Parameter time: Now.
  /// - Returns: The packet; `nil` if nothing is to be sent now.
  package mutating func nextDatagram(at time: Int64) -> BeatDatagram<Address>? {
    leading != nil ? leading?.nextDatagram(at: time) : following.nextDatagram(at: time)
  }

  /// Returns when to advance next, unless a packet arrives before.
  ///
  /// - Parameter time: Now.
  /// - Returns: At most 100 ms later.
  package func nextTime(after time: Int64) -> Int64 {
    min(time + Self.patience, leading?.nextTime ?? following.nextTime)
  }

  /// Processes a packet.
  ///
  /// - Parameters:
  ///   - bytes: The packet, which may be anything.
  ///   - sender: Where it came from.
  ///   - time: When it arrived.
  package mutating func receive(_ bytes: [UInt8], from sender: Address, at time: Int64) {
    guard leading != nil else { return following.receive(bytes, from: sender, at: time) }
    guard let answer = leading?.receive(bytes, from: sender, at: time) else { return }
    while let event = leading?.nextEvent() { events.append(event) }
    events.append(.yielded(to: sender))
    leading = nil
    following.adopt(answer, at: sender, time: time)
  }

  private static var patience: Int64 { 100_000_000 }
}

// MARK: - The beat

extension BeatPeer {
  /// Tells followers what this metronome plays. One that follows remembers nothing.
  ///
  /// - Parameters:
  ///   - course: The beat on the own clock; `nil` while its times are unknown.
  ///   - section: Another number for each section that it enters.
  package mutating func publish(_ course: BeatCourse?, section: UInt32) {
    leading?.beat = course.map { BeatPacket.Beat(course: $0, section: section) }
  }

  /// The leader's beat on the own clock; `nil` while it is unknown, and for one that leads.
  package var course: (course: BeatCourse, key: BeatKey)? {
    isLeading ? nil : following.course
  }
}

// MARK: - Alignment

extension BeatPeer: AlignedDevice {
  /// The part of this device in aligning loudspeakers; `nil` if it takes none.
  package var alignment: AlignmentFollowerState? {
    get { following.alignment }
    set { following.alignment = newValue }
  }

  package func sharedTime(at own: Int64) -> Int64? {
    isLeading ? own : following.sharedTime(at: own)
  }

  package func ownTime(ofShared shared: Int64) -> Int64? {
    isLeading ? shared : following.ownTime(ofShared: shared)
  }
}
