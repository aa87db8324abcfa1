/// Assembles messages from packets in any order and from any sender.
///
/// ```swift
/// var assembler = MessageAssembler()
/// assembler.append(packet)
/// while let event = assembler.next() { … }
/// ```
///
/// Parts of several messages may arrive mixed. A message is delivered once, as soon as enough
/// different parts of it have arrived, and only if its check of 32 bits is right. ``Settings``
/// limit the memory, whatever arrives. Events are stored until ``next()`` returns them.
public struct MessageAssembler: Sendable {
  /// The limits of memory and time.
  public struct Settings: Sendable, Hashable {
    /// The lowest ``openByteLimit``: one message of the largest length.
    public static var leastOpenByteLimit: Int { 66_048 }

    /// The time without a part after which a message is given up, in seconds of sound.
    public var timeout = 120.0
    /// The time without a part after which a delivered message is forgotten, in seconds of sound.
    public var partsWindow = 120.0
    /// The time for which a packet that is a whole message must be absent before it is delivered
    /// again, in seconds of sound; at 0 or less, every packet is delivered.
    public var repeatWindow = 10.0
    /// The largest number of messages that are assembled at once, 1 or more. Beyond it, the message
    /// that has waited longest for a part is given up.
    public var openMessageLimit = 16
    /// The largest number of stored bytes of parts, ``leastOpenByteLimit`` or more. Beyond it, the
    /// message that has waited longest for a part is given up.
    public var openByteLimit = 262_144

    /// Creates settings that suit most receivers.
    public init() {}
  }

  /// The limits of memory and time.
  public let settings: Settings
  /// The time up to which sound has been processed, in seconds since the first sample.
  package private(set) var time = 0.0
  /// The number of packets that claim to be parts, but cannot be.
  package private(set) var rejectedPacketCount: Int64 = 0
  private var open: [OpenMessage] = []  // the one that has waited longest for a part comes first
  private var delivered = DeliveredMessages()
  private var events: [MessageEvent] = []

  /// Creates an assembler.
  ///
  /// - Parameter settings: The limits of memory and time.
  /// - Precondition: The limits of the settings are in their ranges.
  public init(settings: Settings = Settings()) {
    precondition(settings.openMessageLimit >= 1, "at least one message must be allowed")
    precondition(
      settings.openByteLimit >= Settings.leastOpenByteLimit, "the limit is below one message")
    self.settings = settings
  }

  /// The messages of which parts have arrived, with the most recent one at the end.
  public var openMessages: [MessageProgress] { open.map { $0.progress } }

  /// The number of stored bytes of parts.
  package var openByteCount: Int { open.reduce(0) { $0 + $1.byteCount } }

  /// Returns the fewest parts that complete a message, to request from its sender.
  ///
  /// - Parameter id: The message.
  /// - Returns: Numbers for ``OutgoingMessage/parts(_:)``; none if the message is not open.
  public func missingParts(of id: MessageID) -> [Int] {
    open.first { $0.id == id }?.missing ?? []
  }

  /// Processes a packet.
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
      // A request of another receiver is valid; a ``ReceivingDialogue`` handles it.
      if RepeatRequest(packet) == nil { rejectedPacketCount += 1 }
      return
    }
    if delivered.recall(.parts(header.id), at: time, within: settings.partsWindow) { return }
    add(header, packet)
  }

  /// Reports a packet that was detected, but not received.
  ///
  /// - Parameter packet: From a ``Demodulator``, in any band.
  public mutating func append(_ packet: LostPacket) { events.append(.lost(packet)) }

  /// Advances the time, and gives up messages that have waited too long for a part.
  ///
  /// - Parameter time: Seconds since the first sample; an earlier time changes nothing.
  public mutating func advance(to time: Double) {
    guard time > self.time else { return }
    self.time = time
    while let first = open.first, time - first.progress.lastTime > settings.timeout {
      abandon(at: 0, .timedOut)
    }
  }

  /// Returns the next event, in chronological order.
  ///
  /// - Returns: The event; `nil` until more packets arrive.
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
          channel: packet.channel)))
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

/// A message of which parts have arrived, but not enough.
struct OpenMessage: Sendable {
  private(set) var progress: MessageProgress
  private var positions: [UInt16] = []
  private var parts: [UInt8] = []
  private var speed = 0.0
  private var signalToNoise = 0.0
  private var channel: ChannelQuality

  init(_ id: MessageID, _ packet: ReceivedPacket) {
    progress = MessageProgress(
      id: id, heardCount: 0, band: packet.band, mode: packet.mode, time: packet.time,
      lastTime: packet.time)
    channel = packet.channel
  }

  var id: MessageID { progress.id }
  var isComplete: Bool { progress.heardCount == progress.neededCount }
  /// The number of stored bytes.
  var byteCount: Int { parts.count }

  /// The fewest parts that complete the message.
  var missing: [Int] {
    Array(lost.prefix(id.neededCount - progress.heardCount).map { Int($0) })
  }

  /// The parts of the message itself that have not arrived.
  private var lost: [UInt16] {
    var isLost = [Bool](repeating: true, count: id.neededCount)
    for position in positions where position < id.neededCount { isLost[Int(position)] = false }
    return isLost.indices.filter { isLost[$0] }.map { UInt16($0) }
  }

  /// Adds a part.
  ///
  /// - Returns: `true` if it is a new one.
  mutating func add(_ header: PartHeader, _ packet: ReceivedPacket) -> Bool {
    (progress.band, progress.mode) = (packet.band, packet.mode)
    progress.lastTime = max(progress.lastTime, packet.time)
    guard !positions.contains(header.partNumber) else { return false }
    positions.append(header.partNumber)
    parts += packet.payload[PartHeader.byteCount...]
    progress.heardCount += 1
    speed += packet.speed
    signalToNoise += packet.signalToNoise
    channel = packet.channel
    return true
  }

  /// Returns the message.
  ///
  /// - Returns: The message; `nil` if its check fails.
  /// - Precondition: It is complete.
  func message() -> ReceivedMessage? {
    guard let payload = id.layout.payload(of: content()) else { return nil }
    let count = Double(progress.heardCount)
    var channel = channel
    channel.signalToNoise = signalToNoise / count
    return ReceivedMessage(
      payload: payload, id: id, packetCount: progress.heardCount, band: progress.band,
      mode: progress.mode, time: progress.time, lastTime: progress.lastTime,
      speed: speed / count, channel: channel)
  }

  /// Returns the parts in their order, including the restored ones.
  private func content() -> [UInt8] {
    let size = id.layout.partSize
    var content = [UInt8](repeating: 0, count: id.neededCount * size)
    func put(_ part: ArraySlice<UInt8>, at position: UInt16) {
      content.replaceSubrange(Int(position) * size..<(Int(position) + 1) * size, with: part)
    }
    for (index, position) in positions.enumerated() where position < id.neededCount {
      put(parts[index * size..<(index + 1) * size], at: position)
    }
    let lost = lost
    guard !lost.isEmpty else { return content }
    var code = ErasureCode(positions: positions)
    for position in lost { put(code.part(at: position, from: parts)[...], at: position) }
    return content
  }
}

/// Remembers delivered messages, so that none is delivered twice.
///
/// - Complexity: O(64) time and memory.
struct DeliveredMessages: Sendable {
  private static var capacity: Int { 64 }

  /// The properties that two copies of a message share.
  enum Identity: Sendable, Equatable {
    case parts(MessageID)
    case packet([UInt8])
  }

  private var entries: [(identity: Identity, time: Double)] = []

  init() {
    entries.reserveCapacity(Self.capacity + 1)
  }

  /// Returns whether the same message arrived within a time; if so, the time starts again.
  mutating func recall(_ identity: Identity, at time: Double, within window: Double) -> Bool {
    guard let index = entries.firstIndex(where: { $0.identity == identity }) else { return false }
    let isRecent = time - entries[index].time <= window
    entries.remove(at: index)
    if isRecent { entries.append((identity, time)) }
    return isRecent
  }

  /// Remembers a message, and forgets the least recent one if there are too many.
  mutating func remember(_ identity: Identity, at time: Double) {
    entries.append((identity, time))
    if entries.count > Self.capacity { entries.removeFirst() }
  }
}
