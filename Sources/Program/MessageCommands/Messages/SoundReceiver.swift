import ClassicModem
import CommandKit
import GgwaveModem
import LiveModem
import SignalProcessing
import SoundModem

/// An output of a ``SoundReceiver``.
enum HeardSound {
  case message(HeardMessage)
  /// Progress, in words.
  case note(String)
  /// A loss, in a sentence.
  case problem(String)
}

/// Receives the messages of one protocol.
struct SoundReceiver: SampleAnalysis {
  private var listeners: [any MessageListening]

  /// - Parameters:
  ///   - protocol: The protocol of the sender.
  ///   - bands: The bands; if empty, all that the sample rate allows.
  ///   - keepsRepeats: `true` to deliver repeated messages too.
  ///   - sampleRate: In hertz.
  /// - Throws: `ModemError`, `GgwaveError` or `HandshakeError` if the sample rate is too low.
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

  /// Does nothing: the check of a packet that lacks samples fails.
  mutating func interrupt() {}

  /// Ends the input: processes the silence that the last message needs to be complete.
  mutating func finish() {
    for index in listeners.indices { listeners[index].finish() }
  }

  /// Returns the next output; `nil` until more samples arrive.
  mutating func next() -> HeardSound? {
    for index in listeners.indices {
      if let heard = listeners[index].nextSound() { return heard }
    }
    return nil
  }

  /// Returns an output with its time moved later.
  static func delayed(_ heard: HeardSound, by seconds: Double) -> HeardSound {
    guard case .message(var message) = heard else { return heard }
    message.time += seconds
    return .message(message)
  }

  /// A sentence for each message that is incomplete or damaged.
  var problems: [String] { listeners.flatMap(\.problems) }
}

/// A receiver of one protocol.
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
  /// A sentence that reports the parts of an incomplete message.
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

/// Receives corrected handshakes, and keeps the error of a damaged text until one arrives intact.
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

/// A received message, of any protocol.
struct HeardMessage: Equatable {
  var payload: [UInt8]
  /// The letter of the band; `nil` if the protocol has only one.
  var band: String?
  /// The name of the mode in options, or of a protocol such as `ggwave-u-fast`.
  var mode: String
  /// The number of packets that carried it.
  var packetCount: Int
  /// The time at which it began, in seconds.
  var time: Double
  /// The speed at which the sender approached, in metres per second; `nil` if not measured.
  var speed: Double?
  /// The signal-to-noise ratio within the band, in decibels; `nil` if not measured.
  var signalToNoise: Double?
  /// The quality of the channel; `nil` if the protocol does not measure it.
  var channel: ChannelQuality?
  /// The name of the file that it is, as the sender gave it; `nil` for none.
  var name: String?
  /// True if it has a signature that was not checked.
  var isSigned = false
}

extension HeardMessage {
  /// The quality of the channel in words; `nil` if it was not measured.
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

  /// The message without its signature, and with the name of its file apart, if it has them.
  var unwrapped: HeardMessage {
    guard ModemMode.named(mode) != nil else { return self }
    var message = self
    if let signed = SignedMessage.payload(of: payload) {
      (message.payload, message.isSigned) = (signed, true)
    }
    if let file = NamedFile(message: message.payload) {
      message.payload = file.bytes
      message.name = file.name.isEmpty ? nil : file.name
    }
    return message
  }

  /// A JSON object on one line: the payload in hexadecimal digits, and as text if it is UTF-8.
  var object: String {
    let digits = payload.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    let verdict = ModemMode.named(mode).flatMap { channel?.verdict(in: $0).name }
    let text = String(validating: payload, as: UTF8.self)
    let object: JSON = [
      "payload": .text(digits.joined()), "text": .optional(text), "band": .optional(band),
      "mode": .text("\(mode)"), "packets": .number(packetCount),
      "time": .number(time, decimals: 4), "speed": .number(speed, decimals: 3),
      "snr": .number(signalToNoise, decimals: 1), "level": .number(channel?.level, decimals: 1),
      "echo": .number(channel?.echo, decimals: 1),
      "spread": .number(channel?.delaySpread, decimals: 4), "channel": .optional(verdict),
      "name": .optional(name),
    ]
    return object.line()
  }
}
