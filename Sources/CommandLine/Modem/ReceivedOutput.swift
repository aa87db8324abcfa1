import SoundModem

/// Where received payloads go, and in which form.
struct ReceivedOutput {
  private let path: String?
  private let asObjects: Bool
  private var kept: [UInt8] = []
  private(set) var packetCount = 0

  /// - Parameters:
  ///   - path: A file that appears when all is received; `nil` for standard output.
  ///   - asObjects: Whether each packet becomes a line with a JSON object.
  init(path: String?, asObjects: Bool) {
    self.path = path
    self.asObjects = asObjects
  }

  mutating func write(_ packet: ReceivedPacket) throws(OutputError) {
    packetCount += 1
    let bytes = asObjects ? Array((Self.object(packet) + "\n").utf8) : packet.payload
    if path != nil { kept += bytes } else { try ByteOutput.standardOutput.write(bytes) }
  }

  /// Writes the file.
  func finish() throws(OutputError) {
    guard let path else { return }
    let file = try AtomicTextFile(path: path)
    try file.write(kept)
    try file.finish()
  }

  static func object(_ packet: ReceivedPacket) -> String {
    let digits = packet.payload.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return """
      {"payload":"\(digits.joined())","band":"\(packet.band.letter)",\
      "mode":"\(ModemText.name(of: packet.mode))","time":\(packet.time.formatted(decimals: 4)),\
      "speed":\(packet.speed.formatted(decimals: 3)),\
      "snr":\(packet.signalToNoise.formatted(decimals: 1))}
      """
  }
}
