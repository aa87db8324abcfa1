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
  /// The bytes that are kept.
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

  /// Takes a part.
  ///
  /// - Returns: Whether it is a new one.
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

  /// The message.
  ///
  /// - Returns: `nil` if its check fails.
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

  /// The parts in their order, with those that were lost.
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
