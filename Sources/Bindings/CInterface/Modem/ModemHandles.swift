internal import CKammerton
internal import SoundModem

/// A message to send, as sound.
final class Sender {
  private var sender: MessageSender

  private init(_ sender: MessageSender) { self.sender = sender }

  static func make(
    _ settings: ktn_sender_settings, payload: UnsafeBufferPointer<UInt8>
  ) throws(Refusal) -> Sender {
    let sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    try require(payload.count <= OutgoingMessage.largestPayload, KTN_PAYLOAD_TOO_LONG)
    let (band, mode) = (try band(settings.band), try mode(settings.mode))
    var number = GivenNumber(value: settings.number)
    do throws(ModemError) {
      let bytes = Array(payload)
      let message =
        if let mode {
          try OutgoingMessage(bytes, mode: mode, band: band, using: &number)
        } else {
          try OutgoingMessage(bytes, atLeast: nil, band: band, using: &number)
        }
      return Sender(
        try MessageSender(message, level: settings.level, sampleRate: sampleRate))
    } catch {
      throw refusal(error)
    }
  }

  var count: Int64 { sender.count }

  /// - Returns: The number of samples that belong to the message.
  func render(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
    var span = samples.mutableSpan
    return sender.render(into: &span)
  }
}

/// A receiver, and the payload of the last event.
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

/// Returns the band that a number of the header stands for.
func band(_ number: Int32) throws(Refusal) -> ModemBand {
  guard let number = UInt8(exactly: number), let band = ModemBand(rawValue: number) else {
    throw Refusal(KTN_UNKNOWN_CHOICE)
  }
  return band
}

/// Returns the mode that a number of the header stands for; `nil` for the automatic one.
func mode(_ number: Int32) throws(Refusal) -> ModemMode? {
  if Int(number) == KTN_MODE_AUTOMATIC { return nil }
  guard let number = UInt8(exactly: number), let mode = ModemMode(rawValue: number) else {
    throw Refusal(KTN_UNKNOWN_CHOICE)
  }
  return mode
}

/// Returns the status code of an error of the modem.
func refusal(_ error: ModemError) -> Refusal {
  switch error {
  case .invalidSampleRate: Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
  case .cannotHearBand: Refusal(KTN_RATE_TOO_LOW_FOR_BAND)
  case .payloadTooLong: Refusal(KTN_PAYLOAD_TOO_LONG)
  case .levelOutOfRange: Refusal(KTN_LEVEL_OUT_OF_RANGE)
  default: Refusal(KTN_UNKNOWN_CHOICE)
  }
}

/// A generator of one given number, the only one that a message in parts draws.
struct GivenNumber: RandomNumberGenerator {
  let value: UInt32

  mutating func next() -> UInt64 { UInt64(value) }
}
