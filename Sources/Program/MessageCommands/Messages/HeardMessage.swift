import ClassicModem
import CommandKit
import GgwaveModem
import SoundModem

/// What was heard, whichever protocol it came by.
package struct HeardMessage: Equatable {
  var payload: [UInt8]
  /// The letter of the band; `nil` where the protocol has but one.
  package var band: String?
  /// As the options name it: a mode, or a protocol such as `ggwave-u-fast`.
  package var mode: String
  /// How many packets it took.
  var packetCount: Int
  /// When it began, in seconds.
  var time: Double
  /// At which it came nearer, in metres a second; `nil` where the protocol does not tell.
  package var speed: Double?
  /// Signal over noise within the band, in decibels; `nil` where the protocol does not tell.
  var signalToNoise: Double?
  /// How well it arrived; `nil` where the protocol does not tell.
  var channel: ChannelQuality?
}

extension HeardMessage {
  /// How well it arrived, for a person.
  package var channelReport: String? {
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
  package var object: String {
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
