import CommandIO
import SoundModem

extension ChannelQuality {
  /// The figures, for a person.
  var summary: String {
    let signal = "signal \(signalToNoise.formatted(decimals: 0)) dB above the noise"
    guard delaySpread > 0.001, echo > -20 else { return "\(signal), no strong echo" }
    let spread = (1000 * delaySpread).formatted(decimals: 0)
    return "\(signal), echo \(echo.formatted(decimals: 0)) dB over \(spread) ms"
  }

  /// What to do about the channel; `nil` if it suits the mode.
  func advice(in mode: ModemMode) -> String? {
    let verdict = verdict(in: mode)
    let surer: ModemMode? =
      switch mode {
      case .touch, .desk: .room
      case .room: .far
      case .far: verdict == .faint ? .beacon : nil  // which takes no later echoes
      case .beacon: nil
      }
    let alternative = surer.map { ", or send with --mode \($0.name)" } ?? ""
    return switch verdict {
    case .good: nil
    case .faint: "weak signal: turn up the volume or hold the devices closer\(alternative)"
    case .echoing: "strong echo: hold the devices closer\(alternative)"
    }
  }

  /// The figures, and what to do.
  func report(in mode: ModemMode) -> String {
    summary + (advice(in: mode).map { "; \($0)" } ?? "")
  }
}

extension ChannelQuality.Verdict {
  /// As JSON names it.
  var name: String {
    switch self {
    case .good: "good"
    case .faint: "weak"
    case .echoing: "echo"
    }
  }
}

extension LostPacket {
  /// That it could not be read, and why, in a sentence.
  var problem: String {
    "A packet could not be read (\(band.letter), \(mode.name)): \(channel.report(in: mode))."
  }
}
