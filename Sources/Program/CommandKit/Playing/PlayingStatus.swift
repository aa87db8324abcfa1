import LiveAudio
import Synchronization

/// What a user sees while a sound plays: one line on a terminal, notices anywhere.
final class PlayingStatus: Sendable {
  private let title: String
  private let line = StatusLine()
  private let state = Mutex((sampleRate: 48_000.0, shownTenth: -1))

  init(title: String) { self.title = title }

  func take(_ event: SoundPlayerEvent) {
    switch event {
    case .started(let format):
      state.withLock { $0 = (format.sampleRate, -1) }
    case .progress(let progress):
      show(progress)
    case .lost(let device):
      line.clear()
      complain("\(device.printable) was disconnected. Waiting for it.")
    case .resumed(let format, let gone):
      state.withLock { $0 = (format.sampleRate, -1) }
      complain(
        "\(format.deviceName.printable) is back after \((gone / .seconds(1)).formatted(decimals: 1)) s. "
          + "The sound continues in time.")
    }
  }

  func clear() { line.clear() }

  private func show(_ progress: SoundPlayerProgress) {
    let heard = max(0, progress.frameCount - progress.pendingFrameCount)
    let time = state.withLock { state -> Double? in
      let time = Double(heard) / state.sampleRate
      guard Int(time * 10) != state.shownTenth else { return nil }
      state.shownTenth = Int(time * 10)
      return time
    }
    if let time { line.show(Self.text(title: title, time: time, progress)) }
  }

  /// For example `A4  440.00 Hz  -20 dBFS  0:12.3`, and what went wrong, if anything did.
  static func text(title: String, time: Double, _ progress: SoundPlayerProgress) -> String {
    let minutes = Int(time) / 60
    let seconds = (Double(Int(time * 10) % 600) / 10).formatted(decimals: 1)
    var text = "\(title)  \(minutes):\(seconds.count < 4 ? "0" : "")\(seconds)"
    if progress.underrunCount > 0 { text += "  underruns: \(progress.underrunCount)" }
    if progress.overCount > 0 { text += "  clipped: \(progress.overCount)" }
    return text
  }
}
