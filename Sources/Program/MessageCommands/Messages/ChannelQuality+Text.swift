import CommandKit
import SoundModem

extension ChannelQuality {
  /// The figures, for a person.
  var summary: String {
    let decibels = signalToNoise.formatted(decimals: 0)
    let signal = "signal \(signalToNoise < 0 ? "below" : "\(decibels) dB above") the noise"
    guard delaySpread > 0.001, echo > -20 else { return "\(signal), no strong echo" }
    let spread = (1000 * delaySpread).formatted(decimals: 0)
    return "\(signal), echo \(echo.formatted(decimals: 0)) dB over \(spread) ms"
  }

  /// What to do about the channel; `nil` if it suits the mode.
  func advice(in mode: ModemMode) -> String? {
    let verdict = verdict(in: mode)
    let alternative = surerMode(than: mode)
    return switch verdict {
    case .good: nil
    case .faint: "weak signal: turn up the volume or hold the devices closer\(alternative)"
    case .echoing: "strong echo: hold the devices closer\(alternative)"
    }
  }

  private func surerMode(than mode: ModemMode) -> String {
    let surer: ModemMode? =
      switch mode {
      case .touch, .desk: .room
      case .room: .far
      // Beacon takes no later echoes.
      case .far: verdict(in: mode) == .echoing ? nil : .beacon
      case .beacon: nil
      }
    return surer.map { ", or send with --mode \($0.name)" } ?? ""
  }

  /// The same, for a packet that could not be read: if the channel is good, something else is wrong.
  func adviceOnLoss(in mode: ModemMode) -> String {
    advice(in: mode) ?? "something disturbed it: send it again\(surerMode(than: mode))"
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
    """
    A packet could not be read (\(band.letter), \(mode.name)): \(channel.summary); \
    \(channel.adviceOnLoss(in: mode)).
    """
  }
}
