internal import SoundModem

/// Hears messages, in one band or in several, and tells what happened one event at a time.
///
/// Blocks allocate nothing by themselves; what the modem allocates are payloads, and the parts of
/// messages that have begun.
final class AirReceiver {
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

  /// What may happen.
  enum Kind: Int32, CaseIterable {
    case packet = 1
    case progress
    case message
    case abandoned
    case lost
  }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let event = SharedMemory<Double>(repeating: 0, count: Field.allCases.count)
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
    self.event.values.update(repeating: 0)
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
      self.event[Field.reason] = Double(reason.rawValue)
      return .abandoned
    }
  }

  private func write(_ packet: ReceivedPacket) {
    write(packet.payload)
    write(packet.band, packet.mode, time: packet.time)
    event[Field.speed] = packet.speed
    write(packet.channel, packet.mode)
    event[Field.packetCount] = 1
    event[Field.isPart] = packet.isPart ? 1 : 0
  }

  private func write(_ progress: MessageProgress) {
    write(progress.band, progress.mode, time: progress.time)
    event[Field.heardCount] = Double(progress.heardCount)
    event[Field.neededCount] = Double(progress.neededCount)
    event[Field.number] = Double(progress.id.number)
  }

  private func write(_ message: ReceivedMessage) {
    write(message.payload)
    write(message.band, message.mode, time: message.time)
    event[Field.speed] = message.speed
    write(message.channel, message.mode)
    event[Field.packetCount] = Double(message.packetCount)
    event[Field.number] = Double(message.id?.number ?? 0)
    event[Field.isPart] = message.id == nil ? 0 : 1
  }

  private func write(_ band: ModemBand, _ mode: ModemMode, time: Double) {
    event[Field.band] = Double(band.rawValue)
    event[Field.mode] = Double(mode.rawValue)
    event[Field.time] = time
  }

  private func write(_ channel: ChannelQuality, _ mode: ModemMode) {
    event[Field.signalToNoise] = channel.signalToNoise
    event[Field.echo] = channel.echo
    event[Field.delaySpread] = channel.delaySpread
    event[Field.verdict] = Double(channel.verdict(in: mode).rawValue)
  }

  private func write(_ bytes: [UInt8]) {
    event[Field.payloadCount] = Double(bytes.count)
    for index in bytes.indices { payload[index] = bytes[index] }
  }
}

/// - Parameters:
///   - sampleRate: Samples per second, in 8000...192000 Hz.
///   - bands: A bit for each band, the first one U; 0 for all that the sample rate carries.
/// - Returns: `nil` if it does not carry one of them.
@_cdecl("air_receiver_create")
func createAirReceiver(_ sampleRate: Double, _ bands: Int32) -> UnsafeMutableRawPointer? {
  guard (8000...192_000).contains(sampleRate) else { return nil }
  let wanted = ModemBand.allCases.filter { bands >> Int32($0.rawValue) & 1 != 0 }
  return AirReceiver(bands: wanted, sampleRate: sampleRate).map { handle($0) }
}

@_cdecl("air_receiver_release")
func releaseAirReceiver(_ receiver: UnsafeMutableRawPointer) {
  release(AirReceiver.self, receiver)
}

@_cdecl("air_receiver_input")
func airReceiverInput(_ receiver: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(receiver) as AirReceiver).input.address
}

@_cdecl("air_receiver_event")
func airReceiverEvent(_ receiver: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(receiver) as AirReceiver).event.address
}

@_cdecl("air_receiver_payload")
func airReceiverPayload(_ receiver: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(receiver) as AirReceiver).payload.address
}

@_cdecl("air_receiver_push")
func pushToAirReceiver(_ receiver: UnsafeMutableRawPointer, _ count: Int32) {
  (object(receiver) as AirReceiver).push(Int(count))
}

/// - Returns: The kind of the event that was written, or 0.
@_cdecl("air_receiver_next")
func nextOfAirReceiver(_ receiver: UnsafeMutableRawPointer) -> Int32 {
  (object(receiver) as AirReceiver).next()?.rawValue ?? 0
}
