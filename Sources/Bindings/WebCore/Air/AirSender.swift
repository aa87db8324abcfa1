import SoundModem

/// Plays a message as sound, in blocks of any size.
///
/// It allocates when it is told what to send and whenever a packet begins; in between it does not.
final class AirSender: Core {
  enum Part: Int, CaseIterable { case settings, payload, output, status }

  /// The positions of the message's progress.
  enum Field: Int, CaseIterable {
    case sampleCount
    case packetCount
    case startedPacketCount
    case mode
  }

  let settings = Record<AirSettings.Field>()
  let payload = SharedMemory<UInt8>(repeating: 0, count: OutgoingMessage.largestPayload)
  let output = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let status = Record<Field>()
  private let sampleRate: Double
  private var sender: MessageSender?

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .settings: settings.address
    case .payload: payload.address
    case .output: output.address
    case .status: status.address
    case nil: nil
    }
  }

  /// Takes up a message, instead of the one before; refuses it if something is out of its range.
  func prepare() -> Bool {
    sender = nil
    guard let settings = AirSettings(settings.values) else { return false }
    let bytes = Array(payload.values[..<settings.payloadCount])
    guard let message = settings.message(bytes),
      let sender = try? MessageSender(message, level: settings.level, sampleRate: sampleRate)
    else { return false }
    self.sender = sender
    status[.sampleCount] = Double(sender.count)
    status[.packetCount] = Double(message.packetCount)
    status[.startedPacketCount] = 0
    status[.mode] = Double(message.mode.rawValue)
    return true
  }

  /// Fills `output`.
  ///
  /// - Returns: How many samples are the message's; at its end fewer than asked for, and silence.
  func render(_ count: Int) -> Int {
    guard (1...blockLimit).contains(count), sender != nil else { return 0 }
    var span = UnsafeMutableBufferPointer(rebasing: output.values[..<count]).mutableSpan
    let rendered = sender?.render(into: &span) ?? 0
    status[.startedPacketCount] = Double(sender?.startedPacketCount ?? 0)
    return rendered
  }
}

/// Creates a sender of messages.
@_cdecl("air_sender_create")
func createAirSender(_ sampleRate: Hertz) -> Handle? {
  sampleRates.contains(sampleRate) ? handle(AirSender(sampleRate: sampleRate)) : nil
}

/// Takes the message in `payload`, to be sent as `settings` say.
@_cdecl("air_sender_prepare")
func prepareAirSender(_ sender: Handle) -> Accepted {
  (object(sender) as AirSender).prepare()
}

/// Writes sound to `output`, and returns how many samples of it belong to the message.
@_cdecl("air_sender_render")
func renderAirSender(_ sender: Handle, _ count: Int32) -> Int32 {
  Int32((object(sender) as AirSender).render(Int(count)))
}

/// A message to send and its settings, as numbers at fixed positions.
struct AirSettings {
  /// The positions of the settings.
  enum Field: Int, CaseIterable {
    case payloadCount
    case band
    case distance  // as Distance counts
    case isExact  // whether the distance names the very mode
    case level
    case number  // random bits, by which messages in parts are told apart
  }

  static let numberBitCount: UInt32 = 24

  let payloadCount: Int
  let band: ModemBand
  /// The fastest mode that reaches the receiver; `nil` if that is not known.
  let fastest: ModemMode?
  /// `true` if that is the mode to use, even if a slower one costs little.
  let isExact: Bool
  let level: Double
  let number: UInt32

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    guard let count = Int(exactly: values[Field.payloadCount]),
      (0...OutgoingMessage.largestPayload).contains(count),
      let band = Self.band(values[Field.band]),
      let distance = Distance(values[Field.distance]),
      (-120...0).contains(values[Field.level]),
      let number = UInt32(exactly: values[Field.number]), number < 1 << Self.numberBitCount
    else { return nil }
    (payloadCount, self.band, level, self.number) = (count, band, values[Field.level], number)
    (fastest, isExact) = (distance.fastest, values[Field.isExact] != 0)
    guard !isExact || fastest != nil else { return nil }
  }

  /// The payload, ready to send.
  func message(_ payload: [UInt8]) -> OutgoingMessage? {
    var number = DrawnNumber(value: number)
    guard isExact, let fastest else {
      return try? OutgoingMessage(payload, atLeast: fastest, band: band, using: &number)
    }
    return try? OutgoingMessage(payload, mode: fastest, band: band, using: &number)
  }

  /// The distance to the receiver, as a number.
  struct Distance {
    /// The fastest mode that reaches so far; `nil` if that is not known.
    let fastest: ModemMode?

    /// 0 is not known; from 1 on as `ModemMode` counts. `nil` for any other number.
    init?(_ number: Double) {
      guard let number = UInt8(exactly: number), number <= ModemMode.allCases.count else {
        return nil
      }
      fastest = number > 0 ? ModemMode(rawValue: number - 1) : nil
    }

    func mode(payloadCount: Int, band: ModemBand) -> ModemMode {
      .recommended(payloadCount: payloadCount, atLeast: fastest, band: band)
    }
  }

  static func band(_ number: Double) -> ModemBand? {
    UInt8(exactly: number).flatMap { ModemBand(rawValue: $0) }
  }
}

/// Gives the one number that a message in parts draws.
struct DrawnNumber: RandomNumberGenerator {
  let value: UInt32

  mutating func next() -> UInt64 { UInt64(value) }
}

/// Returns the fastest mode that reaches as far as `distance` says, which is a mode and 1, or 0 if
/// it is not known; -1 if something is out of its range.
@_cdecl("air_mode")
func airMode(_ payloadCount: Int32, _ band: Int32, _ distance: Int32) -> Int32 {
  guard (0...OutgoingMessage.largestPayload).contains(Int(payloadCount)),
    let band = AirSettings.band(Double(band)),
    let distance = AirSettings.Distance(Double(distance))
  else { return -1 }
  return Int32(distance.mode(payloadCount: Int(payloadCount), band: band).rawValue)
}

/// Returns the duration of a message, with its repair parts and gaps: in the mode of `air_mode`,
/// or in the very mode that `distance` names; -1 if something is out of its range.
@_cdecl("air_duration")
func airDuration(
  _ payloadCount: Int32, _ band: Int32, _ distance: Int32, _ isExact: Bool
) -> Seconds {
  guard (0...OutgoingMessage.largestPayload).contains(Int(payloadCount)),
    let band = AirSettings.band(Double(band)),
    let distance = AirSettings.Distance(Double(distance)), !isExact || distance.fastest != nil
  else { return -1 }
  let count = Int(payloadCount)
  guard isExact, let mode = distance.fastest else {
    return ModemMode.duration(ofMessage: count, atLeast: distance.fastest, band: band)
  }
  return mode.duration(ofMessage: count, band: band)
}
