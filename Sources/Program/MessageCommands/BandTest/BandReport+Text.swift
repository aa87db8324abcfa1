import CommandKit
import SoundModem

extension BandSurvey {
  /// A table of the bands, with a bar for each tone.
  package var lines: [String] {
    let best = results.first { $0.reach == .room } ?? results.first { $0.reach > .none }
    let advice =
      best.map { "Use --band \($0.band.letter.lowercased())." }
      ?? "No band works. Turn up the volume, or move loudspeaker and microphone closer together."
    return table + [advice]
  }

  /// The same without advice.
  package var table: [String] {
    ["band  frequencies      signal-to-noise ratio of each tone"] + results.map(\.line)
  }
}

extension BandReport {
  fileprivate var line: String {
    let (low, high) = (band.frequencies.lowerBound / 1000, band.frequencies.upperBound / 1000)
    let range = "\(low.formatted(decimals: 1))-\(high.formatted(decimals: 1)) kHz"
    let decibels = "\(signalToNoise.formatted(decimals: 0)) dB".padded(to: 6)
    return "\(band.letter)     \(range.padded(to: 16)) \(decibels) \(bars)  \(advice)"
  }

  /// From nothing to 60 dB.
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

  /// A line of JSON without its end.
  ///
  /// - Parameter room: An object that tells how a packet arrived.
  /// - Returns: The object.
  package func object(room: String) -> String {
    let reach = reach == .room ? "room" : reach == .far ? "far" : "none"
    let tones = tones.map { tone in
      """
      {"frequency":\(tone.frequency.formatted(decimals: 1)),\
      "level":\(tone.level.formatted(decimals: 1)),"snr":\(tone.signalToNoise.formatted(decimals: 1))}
      """
    }
    return """
      {"band":"\(band.letter)","reach":"\(reach)","snr":\(signalToNoise.formatted(decimals: 1)),\
      "tones":[\(tones.joined(separator: ","))],"room":\(room)}
      """
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
