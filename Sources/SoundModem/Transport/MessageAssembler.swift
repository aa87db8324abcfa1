/// Puts messages together from packets, whatever their order and whoever sent them.
///
/// ```swift
/// var assembler = MessageAssembler()
/// assembler.append(packet)
/// while let event = assembler.next() { … }
/// ```
///
/// Parts of several messages may arrive mixed. A message is delivered once, as soon as enough
/// different parts of it have arrived, and only if its check of 32 bits holds. What is kept is
/// bounded by ``Settings``, whatever arrives; events are kept until ``next()`` takes them.
public struct MessageAssembler: Sendable {
  /// How much is kept, and for how long.
  public struct Settings: Sendable, Hashable {
    /// The least ``openByteLimit``: one message of the greatest length.
    public static var leastOpenByteLimit: Int { 66_048 }

    /// A message is given up, and a delivered one forgotten, when none of its parts was heard for
    /// this time, in seconds of sound.
    public var timeout = 120.0
    /// A packet that is a whole message is not delivered again until the same was not heard for this
    /// time, in seconds of sound; at 0 or less each is delivered.
    public var repeatWindow = 10.0
    /// At most so many messages are put together at a time, 1 or more. One more, and the one that was
    /// not heard for longest is given up.
    public var openMessageLimit = 16
    /// At most so many bytes of parts are kept, ``leastOpenByteLimit`` or more. Beyond, the message
    /// that was not heard for longest is given up.
    public var openByteLimit = 262_144

    /// Creates settings that suit most receivers.
    public init() {}
  }

  /// What was asked for.
  public let settings: Settings
  /// How far the sound has been heard, in seconds since the first sample.
  public private(set) var time = 0.0
  /// How many packets said that they are parts, but cannot be.
  public private(set) var rejectedPacketCount: Int64 = 0
  private var open: [OpenMessage] = []  // the one that was not heard for longest comes first
  private var delivered = DeliveredMessages()
  private var events: [MessageEvent] = []

  /// Creates an assembler.
  ///
  /// - Parameter settings: How much is kept, and for how long.
  /// - Precondition: The limits of the settings are in their ranges.
  public init(settings: Settings = Settings()) {
    precondition(settings.openMessageLimit >= 1, "at least one message must be allowed")
    precondition(
      settings.openByteLimit >= Settings.leastOpenByteLimit, "the limit is below one message")
    self.settings = settings
  }

  /// The messages of which parts have arrived, the one that was heard last at the end.
  public var openMessages: [MessageProgress] { open.map { $0.progress } }

  /// The bytes of parts that are kept.
  public var openByteCount: Int { open.reduce(0) { $0 + $1.byteCount } }

  /// The fewest parts that complete a message, to ask its sender for.
  ///
  /// - Parameter id: The message.
  /// - Returns: Numbers for ``OutgoingMessage/parts(_:)``; none if the message is not open.
  public func missingParts(of id: MessageID) -> [Int] {
    open.first { $0.id == id }?.missing ?? []
  }

  /// Takes a packet.
  ///
  /// - Parameter packet: From a ``Demodulator``, in any band.
  public mutating func append(_ packet: ReceivedPacket) {
    advance(to: packet.time)
    events.append(.packet(packet))
    guard packet.isPart else {
      deliver(packet)
      return
    }
    guard let header = PartHeader(packet.payload) else {
      // What another receiver asks its sender for is none of these; a ``ReceivingDialogue`` hears it.
      if RepeatRequest(packet) == nil { rejectedPacketCount += 1 }
      return
    }
    if delivered.recall(.parts(header.id), at: time, within: settings.timeout) { return }
    add(header, packet)
  }

  /// Lets the time pass, and gives up messages of which no part was heard for too long.
  ///
  /// - Parameter time: Seconds since the first sample; an earlier time changes nothing.
  public mutating func advance(to time: Double) {
    guard time > self.time else { return }
    self.time = time
    while let first = open.first, time - first.progress.lastTime > settings.timeout {
      abandon(at: 0, .timedOut)
    }
  }

  /// The next event, in the order in which they happened.
  ///
  /// - Returns: `nil` until more packets arrive.
  public mutating func next() -> MessageEvent? {
    events.isEmpty ? nil : events.removeFirst()
  }

  private mutating func deliver(_ packet: ReceivedPacket) {
    let identity = DeliveredMessages.Identity.packet(packet.payload)
    let isRepeated = delivered.recall(identity, at: time, within: settings.repeatWindow)
    if isRepeated && settings.repeatWindow > 0 { return }
    delivered.remember(identity, at: time)
    events.append(
      .message(
        ReceivedMessage(
          payload: packet.payload, id: nil, packetCount: 1, band: packet.band, mode: packet.mode,
          time: packet.time, lastTime: packet.time, speed: packet.speed,
          signalToNoise: packet.signalToNoise)))
  }

  private mutating func add(_ header: PartHeader, _ packet: ReceivedPacket) {
    let index = open.firstIndex { $0.id == header.id }
    var message = index.map { open.remove(at: $0) } ?? OpenMessage(header.id, packet)
    let isNew = message.add(header, packet)
    open.append(message)
    guard message.isComplete else {
      if isNew { events.append(.progress(message.progress)) }
      makeRoom()
      return
    }
    guard let whole = message.message() else {
      abandon(at: open.count - 1, .damaged)
      return
    }
    open.removeLast()
    delivered.remember(.parts(header.id), at: time)
    events.append(.message(whole))
  }

  private mutating func makeRoom() {
    var byteCount = openByteCount
    while open.count > settings.openMessageLimit || byteCount > settings.openByteLimit {
      byteCount -= open[0].byteCount
      abandon(at: 0, .crowdedOut)
    }
  }

  private mutating func abandon(at index: Int, _ reason: MessageEvent.AbandonReason) {
    events.append(.abandoned(open.remove(at: index).progress, reason))
  }
}
