import ClassicModem
import CommandKit
import GgwaveModem
import LiveModem
import SignalProcessing
import SoundModem

/// What a receiver tells of what it hears.
enum HeardSound {
  case message(HeardMessage)
  /// What a person who waits should know.
  case note(String)
  /// What went wrong, in a sentence.
  case problem(String)
}

/// Listens by one of the protocols.
struct SoundReceiver: SampleAnalysis {
  private var listeners: [any MessageListening]

  /// - Parameters:
  ///   - protocol: By whose rules a message is expected.
  ///   - bands: The bands; with none, all that the sample rate carries.
  ///   - keepsRepeats: Whether what is sent twice is delivered twice.
  ///   - sampleRate: In hertz.
  /// - Throws: `ModemError`, `GgwaveError` or `HandshakeError` if the sample rate is too low for what
  ///   was asked for.
  init(
    _ protocol: ReceivingProtocol, bands: [ModemBand], keepsRepeats: Bool, sampleRate: Double
  ) throws {
    switch `protocol` {
    case .kammerton:
      var settings = MessageAssembler.Settings()
      if keepsRepeats { settings.repeatWindow = 0 }
      listeners = [try MessageReceiver(bands: bands, sampleRate: sampleRate, settings: settings)]
    case .ggwave:
      let wanted = GgwaveProtocol.Band.allCases.filter { band in
        bands.isEmpty
          ? sampleRate >= band.lowestSampleRate || band == .audible
          : bands.contains(band == .audible ? .audible : .ultrasonic)
      }
      listeners = try wanted.map { try GgwaveDemodulator(band: $0, sampleRate: sampleRate) }
    case .classic: listeners = [try ClassicTextReceiver(sampleRate: sampleRate)]
    case .classicCorrected:
      listeners = [CorrectedListener(try CorrectedHandshakeReceiver(sampleRate: sampleRate))]
    }
  }

  mutating func append(_ block: Span<Float>) {
    for index in listeners.indices { listeners[index].append(block) }
  }

  /// Takes as much silence as the last message needs to be complete.
  mutating func finish() {
    for index in listeners.indices { listeners[index].finish() }
  }

  /// The next message, or what should be known meanwhile; `nil` until more samples arrive.
  mutating func next() -> HeardSound? {
    for index in listeners.indices {
      if let heard = listeners[index].nextSound() { return heard }
    }
    return nil
  }

  /// The same of a stream that began later.
  static func delayed(_ heard: HeardSound, by seconds: Double) -> HeardSound {
    guard case .message(var message) = heard else { return heard }
    message.time += seconds
    return .message(message)
  }

  /// What has begun to arrive and is not whole, in sentences.
  var problems: [String] { listeners.flatMap(\.problems) }
}

/// Hears messages by one of the protocols.
private protocol MessageListening: Sendable {
  mutating func append(_ block: Span<Float>)
  mutating func finish()
  mutating func nextSound() -> HeardSound?
  var problems: [String] { get }
}

extension MessageReceiver: MessageListening {
  fileprivate mutating func nextSound() -> HeardSound? {
    while let event = next() {
      switch event {
      case .message(let message): return .message(HeardMessage(message))
      case .progress(let progress):
        return .note("\(progress.heardCount) of \(progress.neededCount) parts")
      case .abandoned(let progress, _):
        return .note("given up after \(progress.heardCount) of \(progress.neededCount) parts")
      case .lost(let packet): return .problem(packet.problem)
      case .packet: continue
      }
    }
    return nil
  }

  fileprivate var problems: [String] { openMessages.map(\.problem) }
}

extension MessageProgress {
  /// How much of a message has arrived that is not whole, in a sentence.
  var problem: String {
    "A message is incomplete: \(heardCount) of \(neededCount) parts arrived."
  }
}

extension GgwaveDemodulator: MessageListening {
  fileprivate mutating func nextSound() -> HeardSound? { next().map { .message(HeardMessage($0)) } }

  fileprivate var problems: [String] { [] }
}

extension ClassicTextReceiver: MessageListening {
  fileprivate mutating func nextSound() -> HeardSound? {
    next().map { .message(HeardMessage($0, by: .classic)) }
  }

  fileprivate var problems: [String] { [] }
}

/// Keeps why the newest text of a corrected handshake was not believed, until one is.
private struct CorrectedListener: MessageListening {
  private var receiver: CorrectedHandshakeReceiver
  private(set) var problems: [String] = []

  init(_ receiver: CorrectedHandshakeReceiver) { self.receiver = receiver }

  mutating func append(_ block: Span<Float>) { receiver.append(block) }

  mutating func finish() { receiver.finish() }

  mutating func nextSound() -> HeardSound? {
    switch receiver.next() {
    case nil: return nil
    case .success(let text):
      problems = []
      return .message(HeardMessage(text, by: .classicCorrected))
    case .failure(let fault):
      let problem = "A text arrived damaged. \(fault)"
      problems = [problem]
      return .note(problem)
    }
  }
}

/// What was heard, whichever protocol it came by.
struct HeardMessage: Equatable {
  var payload: [UInt8]
  /// The letter of the band; `nil` where the protocol has but one.
  var band: String?
  /// As the options name it: a mode, or a protocol such as `ggwave-u-fast`.
  var mode: String
  /// How many packets it took.
  var packetCount: Int
  /// When it began, in seconds.
  var time: Double
  /// At which it came nearer, in metres a second; `nil` where the protocol does not tell.
  var speed: Double?
  /// Signal over noise within the band, in decibels; `nil` where the protocol does not tell.
  var signalToNoise: Double?
  /// How well it arrived; `nil` where the protocol does not tell.
  var channel: ChannelQuality?
}

extension HeardMessage {
  /// How well it arrived, for a person.
  var channelReport: String? {
    guard let mode = ModemMode.named(mode) else { return nil }
    return channel?.report(in: mode)
  }

  init(_ message: ReceivedMessage) {
    self.init(
      payload: message.payload, band: String(message.band.letter),
      mode: message.mode.name, packetCount: message.packetCount, time: message.time,
      speed: message.speed, signalToNoise: message.signalToNoise, channel: message.channel)
  }

  init(_ packet: GgwavePacket) {
    self.init(
      payload: packet.payload, band: packet.ggwave.band == .audible ? "A" : "U",
      mode: packet.ggwave.name, packetCount: 1, time: packet.time, speed: nil,
      signalToNoise: packet.signalToNoise)
  }

  init(_ text: HandshakeText, by protocol: ReceivingProtocol) {
    self.init(
      payload: text.characters, band: nil, mode: `protocol`.rawValue, packetCount: 1,
      time: text.time, speed: nil, signalToNoise: nil)
  }

  /// A line of JSON without its end: the payload in hexadecimal digits, and as text where it is one.
  var object: String {
    let digits = payload.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    let verdict = ModemMode.named(mode).flatMap { channel?.verdict(in: $0).name }
    let text = String(validating: payload, as: UTF8.self)
    return """
      {"payload":"\(digits.joined())","text":\(text?.jsonQuoted ?? "null"),\
      "band":\(band?.jsonQuoted ?? "null"),"mode":"\(mode)","packets":\(packetCount),\
      "time":\(time.formatted(decimals: 4)),"speed":\(speed?.formatted(decimals: 3) ?? "null"),\
      "snr":\(signalToNoise?.formatted(decimals: 1) ?? "null"),\
      "level":\(channel?.level.formatted(decimals: 1) ?? "null"),\
      "echo":\(channel?.echo.formatted(decimals: 1) ?? "null"),\
      "spread":\(channel?.delaySpread.formatted(decimals: 4) ?? "null"),\
      "channel":\(verdict?.jsonQuoted ?? "null")}
      """
  }
}
