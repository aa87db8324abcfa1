import CommandKit
import SoundModem

extension ChannelQuality {
  /// The signal-to-noise ratio and the echo, in words.
  var summary: String {
    let decibels = signalToNoise.formatted(decimals: 0)
    let signal = "signal \(signalToNoise < 0 ? "below" : "\(decibels) dB above") the noise"
    guard delaySpread > 0.001, echo > -20 else { return "\(signal), no strong echo" }
    let spread = (1000 * delaySpread).formatted(decimals: 0)
    return "\(signal), echo \(echo.formatted(decimals: 0)) dB over \(spread) ms"
  }

  /// Returns advice on a weak signal or a strong echo; `nil` if the channel suits the mode.
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
    // Beacon tolerates no later echoes than far does.
    let last: ModemMode? = mode == .far && verdict(in: mode) != .echoing ? .beacon : nil
    return (mode.surer ?? last).map { ", or send with --mode \($0.name)" } ?? ""
  }

  /// Returns advice for a packet that could not be read, even in a good channel.
  func adviceOnLoss(in mode: ModemMode) -> String {
    advice(in: mode) ?? "something disturbed it: send it again\(surerMode(than: mode))"
  }

  /// Returns the summary, and the advice if there is any.
  func report(in mode: ModemMode) -> String {
    summary + (advice(in: mode).map { "; \($0)" } ?? "")
  }
}

extension ChannelQuality.Verdict {
  /// The name in JSON.
  var name: String {
    switch self {
    case .good: "good"
    case .faint: "weak"
    case .echoing: "echo"
    }
  }
}

extension LostPacket {
  /// A sentence that reports the loss, with the state of the channel and advice.
  var problem: String {
    """
    A packet could not be read (\(band.letter), \(mode.name)): \(channel.summary); \
    \(channel.adviceOnLoss(in: mode)).
    """
  }
}
