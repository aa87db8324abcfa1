import AudioDevices
import AudioFiles
package import LiveAudio
import Synchronization
package import ToneGeneration

/// Renders a sound to a loudspeaker, a file or a pipe, and reports what a user should know.
///
/// Whatever the destination, Ctrl-C never clicks: a loudspeaker and a pipe get a fade-out, a file
/// is discarded.
package struct SoundRun<Sound: SoundRendering>: Sendable {
  /// The sample rate and the number of channels that the destination asks for.
  package struct Format: Sendable, Hashable {
    package var sampleRate: Double
    package var channelCount: Int
  }

  private let destination: SoundDestination
  private let channelCount: Int
  private let sampleRate: Double?
  private let title: String
  private let duration: Double?
  private let isOnlyOfUseWhole: Bool
  private let onEvent: @Sendable (SoundPlayerEvent) -> Void
  private let makeSound: @Sendable (Format) throws -> Sound

  /// - Parameters:
  ///   - destination: The destination.
  ///   - channelCount: The number of channels to request from a loudspeaker or write to a file.
  ///   - sampleRate: In hertz; `nil` for the device's own rate, or 48 kHz where there is none.
  ///   - title: The start of the status line, such as `A4 440.00 Hz`.
  ///   - duration: The duration in seconds, if it is known: a file's progress needs it.
  ///   - isOnlyOfUseWhole: True if a part of the sound is of no use, such as half a message:
  ///     stopping is then a failure.
  ///   - onEvent: Called for each event while a loudspeaker plays.
  ///   - makeSound: Makes the sound for a destination.
  package init(
    destination: SoundDestination, channelCount: Int = 1, sampleRate: Double? = nil,
    title: String = "", duration: Double? = nil, isOnlyOfUseWhole: Bool = false,
    onEvent: @escaping @Sendable (SoundPlayerEvent) -> Void = { _ in },
    makeSound: @escaping @Sendable (Format) throws -> Sound
  ) {
    self.destination = destination
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    self.title = title
    self.duration = duration
    self.isOnlyOfUseWhole = isOnlyOfUseWhole
    self.onEvent = onEvent
    self.makeSound = makeSound
  }

  /// Runs until the sound ends or the user asks to stop.
  ///
  /// - Throws: The error that stopped it; `CancellationError` if the user did.
  package func run() async throws {
    switch destination {
    case .device(let device): try await play(on: device)
    case .file(let path, let format): try write(to: path, format)
    case .standardOutput(let format): try stream(as: format)
    }
  }
}

// MARK: - Loudspeaker

extension SoundRun {
  private func play(on device: DeviceSelection) async throws {
    let sink = SpeakerSink(device: device, channelCount: channelCount, sampleRate: sampleRate)
    let (makeSound, onEvent) = (makeSound, onEvent)
    let player = SoundPlayer(sink: sink) { format in
      try makeSound(Format(sampleRate: format.sampleRate, channelCount: format.channelCount))
    }
    let interruption = Interruption()
    let watcher = interruption.watchSignals { player.fadeOut() }
    defer { withExtendedLifetime(watcher) {} }
    let status = PlayingStatus(title: title)
    defer { status.clear() }
    let progress = try await player.play {
      onEvent($0)
      status.handle($0)
    }
    status.clear()
    report(progress)
    try check(interruption)
  }

  private func check(_ interruption: Interruption) throws {
    if isOnlyOfUseWhole, interruption.isRequested { throw CancellationError() }
  }

  private func report(_ progress: SoundPlayerProgress) {
    progress.complainOfUnderruns()
    reportOvers(progress.overCount)
  }

  private func reportOvers(_ count: Int) {
    guard count > 0 else { return }
    complain(
      "Clipped samples: \(count). Choose a lower --level.")
  }
}

// MARK: - File and pipe

extension SoundRun {
  private static var blockFrameCount: Int { 4096 }

  private var format: Format {
    Format(sampleRate: sampleRate ?? 48_000, channelCount: channelCount)
  }

  private func write(to path: String, _ fileFormat: AudioFileFormat) throws {
    let interruption = Interruption()
    let watcher = interruption.watchSignals()
    defer { withExtendedLifetime(watcher) {} }
    var sound = try makeSound(format)
    var writer = try AudioFileWriter(
      path: path, format: fileFormat, sampleRate: format.sampleRate, channelCount: channelCount)
    var meter = SoundMeter()
    let progress = InputProgress(inputCount: 1)
    defer { progress.clear() }
    let total = duration.map { Int($0 * format.sampleRate) }
    var count = 0
    while true {
      guard !interruption.isRequested else { throw CancellationError() }
      let block = sound.render(frameCount: Self.blockFrameCount)
      guard !block.isEmpty else { break }
      meter.measure(block.span)
      try writer.write(block)
      count += block.count / channelCount
      progress.update(path, index: 0, sampleCount: count, total: total)
    }
    try writer.finish()
    progress.clear()
    reportOvers(meter.overCount)
  }

  private func stream(as rawFormat: RawSampleFormat) throws {
    let interruption = Interruption()
    let watcher = interruption.watchSignals()
    defer { withExtendedLifetime(watcher) {} }
    var sound = Fader(try makeSound(format))
    var meter = SoundMeter()
    var bytes: [UInt8] = []
    while true {
      if interruption.isRequested { sound.fadeOut() }
      let block = sound.render(frameCount: Self.blockFrameCount)
      guard !block.isEmpty else { break }
      meter.measure(block.span)
      rawFormat.encode(block, into: &bytes)
      try ByteOutput.standardOutput.write(bytes)
    }
    reportOvers(meter.overCount)
    try check(interruption)
  }
}

/// The display while a sound plays: notices, and on a terminal also a status line.
final class PlayingStatus: Sendable {
  private let title: String
  private let line = StatusLine()
  private let state = Mutex((sampleRate: 48_000.0, shownTenth: -1))

  init(title: String) { self.title = title }

  func handle(_ event: SoundPlayerEvent) {
    switch event {
    case .started(let format):
      state.withLock { $0 = (format.sampleRate, -1) }
    case .progress(let progress):
      show(progress)
    case .lost: break
    case .resumed(let format, _):
      state.withLock { $0 = (format.sampleRate, -1) }
    }
    if let notice = event.notice { complain(notice.text) }
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

  /// Returns, for example, `A4  440.00 Hz  -20 dBFS  0:12.3`, and the faults so far.
  static func text(title: String, time: Double, _ progress: SoundPlayerProgress) -> String {
    let minutes = Int(time) / 60
    let seconds = (Double(Int(time * 10) % 600) / 10).formatted(decimals: 1)
    var text = "\(title)  \(minutes):\(seconds.count < 4 ? "0" : "")\(seconds)"
    if progress.underrunCount > 0 { text += "  underruns: \(progress.underrunCount)" }
    if progress.overCount > 0 { text += "  clipped: \(progress.overCount)" }
    return text
  }
}

// MARK: - Faults of the loudspeaker

extension SoundPlayerProgress {
  /// Reports on standard error how often the device ran out of samples, if it did.
  package func complainOfUnderruns() {
    guard underrunCount > 0 else { return }
    let times = underrunCount == 1 ? "once" : "\(underrunCount) times"
    complain("The loudspeaker ran out of samples \(times) (underruns).")
  }
}
