import CommandKit
import SoundModem

/// The analysis of `band-test`: the tones of a survey, then a packet in each band, whose chirps
/// measure the room.
struct BandTest {
  /// The reception of a packet in the mode *room*.
  struct Room: Equatable {
    let band: ModemBand
    let channel: ChannelQuality
    /// `false` if it arrived, but could not be read.
    let isWhole: Bool
  }

  /// The payload of every packet, which receivers nearby print.
  private static let payload = Array("band-test".utf8)

  private(set) var survey: BandSurvey
  private(set) var rooms: [Room] = []
  /// The samples that were analysed, at most a minute.
  var recording: [Float] { survey.recording }
  private var receiver: MessageReceiver

  /// - Parameter sampleRate: In hertz.
  /// - Throws: ``ModemError`` if it is too low for every band.
  init(sampleRate: Double) throws(ModemError) {
    survey = try BandSurvey(sampleRate: sampleRate)
    receiver = try MessageReceiver(bands: survey.bands, sampleRate: sampleRate)
  }

  /// Returns the packet of a band, in the mode *room*.
  static func packet(
    in band: ModemBand, level: Double, sampleRate: Double
  ) throws(ModemError) -> Modulator {
    try Modulator(payload, mode: .room, band: band, level: level, sampleRate: sampleRate)
  }

  mutating func append(_ block: Span<Float>) {
    survey.append(block)
    receiver.append(block)
    processEvents()
  }

  /// Ends the input: processes the silence that the last packet needs to be complete.
  mutating func finish() {
    receiver.finish()
    processEvents()
  }

  private mutating func processEvents() {
    while let event = receiver.next() {
      switch event {
      case .packet(let packet) where packet.payload == Self.payload:
        add(Room(band: packet.band, channel: packet.channel, isWhole: true))
      case .lost(let packet):
        add(Room(band: packet.band, channel: packet.channel, isWhole: false))
      default: continue
      }
    }
  }

  private mutating func add(_ room: Room) {
    rooms.removeAll { $0.band == room.band }
    rooms.append(room)
    rooms.sort { $0.band.rawValue < $1.band.rawValue }
  }
}

extension BandTest {
  /// Returns a line per packet, and a line of advice on band and mode.
  ///
  /// - Parameter results: Those of the survey.
  /// - Returns: The lines; `nil` if no packet could be read.
  func roomLines(_ results: [BandReport]) -> [String]? {
    let whole = rooms.filter(\.isWhole)
    let best =
      whole.first { $0.channel.verdict(in: .desk) == .good }
      ?? whole.first { $0.channel.verdict(in: .room) == .good } ?? whole.first
    guard let best else { return nil }
    let band = "--band \(best.band.letter.lowercased())"
    let tones = results.first { $0.band == best.band }
    let advice =
      if let warning = tones?.phaseWarning {
        "Use \(band). \(warning)"
      } else if best.channel.verdict(in: .desk) == .good, tones?.carriesPhases == true {
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

  /// The reception as a JSON object.
  var object: String {
    """
    {"received":\(isWhole),"snr":\(channel.signalToNoise.formatted(decimals: 1)),\
    "level":\(channel.level.formatted(decimals: 1)),"echo":\(channel.echo.formatted(decimals: 1)),\
    "spread":\(channel.delaySpread.formatted(decimals: 4)),\
    "channel":"\(channel.verdict(in: .room).name)"}
    """
  }
}

extension BandSurvey {
  /// Returns a line of advice on the tones alone.
  static func advice(_ results: [BandReport]) -> String {
    let best = results.first { $0.reach == .room } ?? results.first { $0.reach > .none }
    guard let best else {
      return
        "No band works. Turn up the volume, or move loudspeaker and microphone closer together."
    }
    let advice = "Use --band \(best.band.letter.lowercased())."
    return best.phaseWarning.map { "\(advice) \($0)" } ?? advice
  }

  /// Returns a line per band, with a bar for each tone.
  static func table(_ results: [BandReport]) -> [String] {
    ["band  frequencies      signal  phases    signal-to-noise ratio of each tone"]
      + results.map(\.line)
  }
}

extension BandReport {
  /// A sentence on phases that wander too much for the fast modes; `nil` if they do not, or could not
  /// be measured.
  fileprivate var phaseWarning: String? {
    guard let phaseWander, !carriesPhases else { return nil }
    let middle = (band.frequencies.lowerBound + band.frequencies.upperBound) / 2000
    return """
      Phases wander by \(phaseWander.formatted(decimals: 1)) rad at \(middle.formatted(decimals: 1)) \
      kHz: use --mode room or far, not desk or touch.
      """
  }

  fileprivate var line: String {
    let (low, high) = (band.frequencies.lowerBound / 1000, band.frequencies.upperBound / 1000)
    let range = "\(low.formatted(decimals: 1))-\(high.formatted(decimals: 1)) kHz"
    let decibels = "\(signalToNoise.formatted(decimals: 0)) dB".left(6)
    let wander = (phaseWander.map { "\($0.formatted(decimals: 2)) rad" } ?? "").left(8)
    return "\(band.letter)     \(range.left(16)) \(decibels)  \(wander)  \(bars)  \(advice)"
  }

  /// A bar per tone, in eight steps from 0 to 60 dB.
  private var bars: String {
    let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return String(tones.map { levels[max(0, min(7, Int($0.signalToNoise / 7.5)))] })
  }

  private var advice: String {
    switch reach {
    case .none: "cannot be used"
    case .far: "for --mode far and beacon"
    case .room: "good"
    }
  }

  /// Returns the band as a JSON object on one line.
  ///
  /// - Parameter room: The reception of its packet, as an object or `null`.
  /// - Returns: The object.
  func object(room: String) -> String {
    let reach = reach == .room ? "room" : reach == .far ? "far" : "none"
    let tones = tones.map { tone in
      """
      {"frequency":\(tone.frequency.formatted(decimals: 1)),\
      "level":\(tone.level.formatted(decimals: 1)),"snr":\(tone.signalToNoise.formatted(decimals: 1))}
      """
    }
    return """
      {"band":"\(band.letter)","reach":"\(reach)","snr":\(signalToNoise.formatted(decimals: 1)),\
      "phaseWander":\(phaseWander?.formatted(decimals: 3) ?? "null"),"carriesPhases":\(carriesPhases),\
      "tones":[\(tones.joined(separator: ","))],"room":\(room)}
      """
  }
}
