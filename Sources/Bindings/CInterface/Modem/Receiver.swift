internal import CKammerton
internal import SoundModem

/// A receiver, and the bytes of the event that was told last.
final class Receiver {
  private var receiver: MessageReceiver
  private var payload: [UInt8]?
  private var isFinished = false

  private init(_ receiver: MessageReceiver) { self.receiver = receiver }

  static func make(_ settings: ktn_receiver_settings) throws(Refusal) -> Receiver {
    let sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    try require(settings.bands < 1 << UInt32(ModemBand.allCases.count), KTN_UNKNOWN_CHOICE)
    let bands = ModemBand.allCases.filter { settings.bands >> UInt32($0.rawValue) & 1 != 0 }
    do throws(ModemError) {
      return Receiver(try MessageReceiver(bands: bands, sampleRate: sampleRate))
    } catch {
      throw refusal(error)
    }
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    receiver.append(samples.span)
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    receiver.finish()
  }

  func next() -> ktn_event {
    payload = nil
    var event = receiver.next()
    while case .lost = event { event = receiver.next() }
    switch event {
    case nil, .lost: return ktn_event()
    case .packet(let packet):
      payload = packet.payload
      return ktn_event(
        kind: Int32(KTN_EVENT_PACKET), band: Int32(packet.band.rawValue),
        mode: Int32(packet.mode.rawValue), number: 0, heard_count: 0, needed_count: 0,
        time: packet.time, speed: packet.speed, signal_to_noise: packet.signalToNoise,
        payload_count: UInt64(packet.payload.count))
    case .progress(let progress): return ktn_event(KTN_EVENT_PROGRESS, progress)
    case .abandoned(let progress, _): return ktn_event(KTN_EVENT_ABANDONED, progress)
    case .message(let message):
      payload = message.payload
      return ktn_event(
        kind: Int32(KTN_EVENT_MESSAGE), band: Int32(message.band.rawValue),
        mode: Int32(message.mode.rawValue), number: message.id?.number ?? 0, heard_count: 0,
        needed_count: 0, time: message.time, speed: message.speed,
        signal_to_noise: message.signalToNoise, payload_count: UInt64(message.payload.count))
    }
  }

  func copyPayload(
    to bytes: UnsafeMutablePointer<UInt8>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    let place = try required(count)
    guard let payload else { throw Refusal(KTN_NOT_READY) }
    place.pointee = payload.count
    try require(payload.count <= capacity, KTN_BUFFER_TOO_SMALL)
    guard !payload.isEmpty else { return }
    let room = try required(bytes)
    for index in payload.indices { room[index] = payload[index] }
  }
}

extension ktn_event {
  fileprivate init(_ kind: Int, _ progress: MessageProgress) {
    self.init(
      kind: Int32(kind), band: Int32(progress.band.rawValue), mode: Int32(progress.mode.rawValue),
      number: progress.id.number, heard_count: UInt32(clamping: progress.heardCount),
      needed_count: UInt32(clamping: progress.neededCount), time: progress.time, speed: 0,
      signal_to_noise: 0, payload_count: 0)
  }
}
