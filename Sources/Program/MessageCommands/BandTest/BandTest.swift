import CommandKit
package import SoundModem

/// What `band-test` hears: the tones of a survey, then a packet in each band, whose chirps measure
/// the room.
package struct BandTest {
  /// How a packet of the mode *room* arrived.
  package struct Room: Equatable {
    package let band: ModemBand
    package let channel: ChannelQuality
    /// Whether it could be read.
    package let isWhole: Bool
  }

  /// What the packets say, to anybody who listens.
  private static let payload = Array("band-test".utf8)
  /// The most seconds that are kept.
  private static let longestRecording = 60.0

  package private(set) var survey: BandSurvey
  package private(set) var rooms: [Room] = []
  /// All that was heard.
  package private(set) var recording: [Float] = []
  private var receiver: MessageReceiver

  /// - Parameter sampleRate: In hertz.
  /// - Throws: ``ModemError`` if it carries no band.
  package init(sampleRate: Double) throws(ModemError) {
    survey = try BandSurvey(sampleRate: sampleRate)
    receiver = try MessageReceiver(bands: survey.bands, sampleRate: sampleRate)
  }

  /// The packet of a band.
  package static func packet(
    in band: ModemBand, level: Double, sampleRate: Double
  ) throws(ModemError) -> Modulator {
    try Modulator(payload, mode: .room, band: band, level: level, sampleRate: sampleRate)
  }

  package mutating func append(_ block: Span<Float>) {
    survey.append(block)
    receiver.append(block)
    if Double(recording.count) < Self.longestRecording * survey.sampleRate {
      for index in block.indices { recording.append(block[index]) }
    }
    takeEvents()
  }

  /// Takes as much silence as the last packet needs to be complete.
  package mutating func finish() {
    receiver.finish()
    takeEvents()
  }

  private mutating func takeEvents() {
    while let event = receiver.next() {
      switch event {
      case .packet(let packet) where packet.payload == Self.payload:
        take(Room(band: packet.band, channel: packet.channel, isWhole: true))
      case .lost(let packet):
        take(Room(band: packet.band, channel: packet.channel, isWhole: false))
      default: continue
      }
    }
  }

  private mutating func take(_ room: Room) {
    rooms.removeAll { $0.band == room.band }
    rooms.append(room)
    rooms.sort { $0.band.rawValue < $1.band.rawValue }
  }
}

extension BandTest {
  /// How each packet arrived, and which band and mode to use; `nil` if no packet did.
  package var roomLines: [String]? {
    let whole = rooms.filter(\.isWhole)
    let best =
      whole.first { $0.channel.verdict(in: .desk) == .good }
      ?? whole.first { $0.channel.verdict(in: .room) == .good } ?? whole.first
    guard let best else { return nil }
    let band = "--band \(best.band.letter.lowercased())"
    let advice =
      if best.channel.verdict(in: .desk) == .good {
        "Use \(band). At this distance --mode desk works too, and is faster."
      } else if best.channel.verdict(in: .room) == .good {
        "Use \(band)."
      } else {
        "Use \(band) --mode far."
      }
    return rooms.map(\.line) + [advice]
  }
}

extension BandTest.Room {
  fileprivate var line: String {
    let report = channel.report(in: .room)
    return "\(band.letter)     packet \(isWhole ? "received" : "lost"): \(report)"
  }

  /// An object of JSON.
  package var object: String {
    """
    {"received":\(isWhole),"snr":\(channel.signalToNoise.formatted(decimals: 1)),\
    "level":\(channel.level.formatted(decimals: 1)),"echo":\(channel.echo.formatted(decimals: 1)),\
    "spread":\(channel.delaySpread.formatted(decimals: 4)),\
    "channel":"\(channel.verdict(in: .room).name)"}
    """
  }
}
