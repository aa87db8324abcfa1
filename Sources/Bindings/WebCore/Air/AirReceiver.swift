internal import SoundModem

/// Receives messages, in one band or in several, and reports one event at a time.
///
/// Blocks allocate nothing by themselves; what the modem allocates are payloads, and the parts of
/// messages that have begun.
final class AirReceiver: Core {
  enum Part: Int, CaseIterable { case input, event, payload }

  /// The positions of an event. What a kind does not have is 0.
  enum Field: Int, CaseIterable {
    case payloadCount
    case band
    case mode
    case time  // when it began, in seconds since the first sample
    case speed
    case signalToNoise
    case packetCount
    case heardCount  // parts that are there
    case neededCount
    case number  // of a message in parts
    case reason
    case isPart
    case echo  // in decibels
    case delaySpread  // in seconds
    case verdict
  }

  /// The kinds of events.
  enum Kind: Int32, CaseIterable {
    case packet = 1
    case progress
    case message
    case abandoned
    case lost
  }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let event = Record<Field>()
  let payload = SharedMemory<UInt8>(repeating: 0, count: OutgoingMessage.largestPayload)
  private var receiver: MessageReceiver

  /// - Parameters:
  ///   - bands: Those to listen to; with none, all that the sample rate carries.
  ///   - sampleRate: Samples per second, in hertz.
  init?(bands: [ModemBand], sampleRate: Double) {
    guard let receiver = try? MessageReceiver(bands: bands, sampleRate: sampleRate) else {
      return nil
    }
    self.receiver = receiver
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .event: event.address
    case .payload: payload.address
    case nil: nil
    }
  }

  /// Takes the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count) else { return }
    let block = UnsafeMutableBufferPointer(rebasing: input.values[..<count])
    receiver.append(block.span)
  }

  /// Writes the next event.
  ///
  /// - Returns: `nil` until more samples arrive.
  func next() -> Kind? {
    guard let event = receiver.next() else { return nil }
    self.event.clear()
    switch event {
    case .lost(let packet):
      write(packet.band, packet.mode, time: packet.time)
      write(packet.channel, packet.mode)
      return .lost
    case .packet(let packet):
      write(packet)
      return .packet
    case .progress(let progress):
      write(progress)
      return .progress
    case .message(let message):
      write(message)
      return .message
    case .abandoned(let progress, let reason):
      write(progress)
      self.event[.reason] = Double(reason.rawValue)
      return .abandoned
    }
  }

  private func write(_ packet: ReceivedPacket) {
    write(packet.payload)
    write(packet.band, packet.mode, time: packet.time)
    event[.speed] = packet.speed
    write(packet.channel, packet.mode)
    event[.packetCount] = 1
    event[.isPart] = packet.isPart ? 1 : 0
  }

  private func write(_ progress: MessageProgress) {
    write(progress.band, progress.mode, time: progress.time)
    event[.heardCount] = Double(progress.heardCount)
    event[.neededCount] = Double(progress.neededCount)
    event[.number] = Double(progress.id.number)
  }

  private func write(_ message: ReceivedMessage) {
    write(message.payload)
    write(message.band, message.mode, time: message.time)
    event[.speed] = message.speed
    write(message.channel, message.mode)
    event[.packetCount] = Double(message.packetCount)
    event[.number] = Double(message.id?.number ?? 0)
    event[.isPart] = message.id == nil ? 0 : 1
  }

  private func write(_ band: ModemBand, _ mode: ModemMode, time: Double) {
    event[.band] = Double(band.rawValue)
    event[.mode] = Double(mode.rawValue)
    event[.time] = time
  }

  private func write(_ channel: ChannelQuality, _ mode: ModemMode) {
    event[.signalToNoise] = channel.signalToNoise
    event[.echo] = channel.echo
    event[.delaySpread] = channel.delaySpread
    event[.verdict] = Double(channel.verdict(in: mode).rawValue)
  }

  private func write(_ bytes: [UInt8]) {
    event[.payloadCount] = Double(bytes.count)
    for index in bytes.indices { payload[index] = bytes[index] }
  }
}

/// Creates a receiver of messages. Each bit of `bands` is a band, the first one U; 0 is all that
/// the sample rate carries.
@_cdecl("air_receiver_create")
func createAirReceiver(_ sampleRate: Hertz, _ bands: Int32) -> Handle? {
  guard sampleRates.contains(sampleRate) else { return nil }
  let wanted = ModemBand.allCases.filter { bands >> Int32($0.rawValue) & 1 != 0 }
  return handle(AirReceiver(bands: wanted, sampleRate: sampleRate))
}

/// Receives from the first samples of `input`.
@_cdecl("air_receiver_push")
func pushToAirReceiver(_ receiver: Handle, _ count: Int32) {
  (object(receiver) as AirReceiver).push(Int(count))
}

/// Writes the next event to `event`, and returns its kind, or 0 if there is none.
@_cdecl("air_receiver_next")
func nextOfAirReceiver(_ receiver: Handle) -> Int32 {
  (object(receiver) as AirReceiver).next()?.rawValue ?? 0
}
