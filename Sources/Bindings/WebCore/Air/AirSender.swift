internal import SoundModem

/// Plays a message as sound, in blocks of any size.
///
/// It allocates when it is told what to send and whenever a packet begins; in between it does not.
final class AirSender {
  /// The positions of what is told of the message.
  enum Field: Int, CaseIterable {
    case sampleCount
    case packetCount
    case startedPacketCount
    case mode
  }

  let settings = SharedMemory<Double>(repeating: 0, count: AirSettings.Field.allCases.count)
  let payload = SharedMemory<UInt8>(repeating: 0, count: OutgoingMessage.largestPayload)
  let output = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let status = SharedMemory<Double>(repeating: 0, count: Field.allCases.count)
  private let sampleRate: Double
  private var sender: MessageSender?

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Takes up a message, instead of the one before; refuses it if something is out of its range.
  func prepare() -> Bool {
    sender = nil
    guard let settings = AirSettings(settings.values) else { return false }
    let bytes = Array(payload.values[..<settings.payloadCount])
    guard let message = settings.message(bytes),
      let sender = try? MessageSender(message, level: settings.level, sampleRate: sampleRate)
    else { return false }
    self.sender = sender
    status[Field.sampleCount] = Double(sender.count)
    status[Field.packetCount] = Double(message.packetCount)
    status[Field.startedPacketCount] = 0
    status[Field.mode] = Double(message.mode.rawValue)
    return true
  }

  /// Fills `output`.
  ///
  /// - Returns: How many samples are the message's; at its end fewer than asked for, and silence.
  func render(_ count: Int) -> Int {
    guard (1...blockLimit).contains(count), sender != nil else { return 0 }
    var span = UnsafeMutableBufferPointer(rebasing: output.values[..<count]).mutableSpan
    let rendered = sender?.render(into: &span) ?? 0
    status[Field.startedPacketCount] = Double(sender?.startedPacketCount ?? 0)
    return rendered
  }
}

@_cdecl("air_sender_create")
func createAirSender(_ sampleRate: Double) -> UnsafeMutableRawPointer? {
  (8000...192_000).contains(sampleRate) ? handle(AirSender(sampleRate: sampleRate)) : nil
}

@_cdecl("air_sender_release")
func releaseAirSender(_ sender: UnsafeMutableRawPointer) { release(AirSender.self, sender) }

@_cdecl("air_sender_settings")
func airSenderSettings(_ sender: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(sender) as AirSender).settings.address
}

@_cdecl("air_sender_payload")
func airSenderPayload(_ sender: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(sender) as AirSender).payload.address
}

@_cdecl("air_sender_output")
func airSenderOutput(_ sender: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(sender) as AirSender).output.address
}

@_cdecl("air_sender_status")
func airSenderStatus(_ sender: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(sender) as AirSender).status.address
}

@_cdecl("air_sender_prepare")
func prepareAirSender(_ sender: UnsafeMutableRawPointer) -> Int32 {
  (object(sender) as AirSender).prepare() ? 1 : 0
}

@_cdecl("air_sender_render")
func renderAirSender(_ sender: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
  Int32((object(sender) as AirSender).render(Int(count)))
}
