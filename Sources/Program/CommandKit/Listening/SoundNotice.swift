package import LiveAudio

/// What every command tells its users when sound stops, returns or has gaps.
///
/// A line of text tells each notice once; a screen shows it for its ``duration``.
package struct SoundNotice: Hashable, Sendable {
  /// One or two sentences, whose names of devices are printable.
  package let text: String
  /// For how long a screen shows the notice, in seconds; infinite until the sound is back.
  package let duration: Double

  private init(_ text: String, duration: Double) {
    (self.text, self.duration) = (text, duration)
  }

  /// Shows the notice until the next one.
  private static func lasting(_ text: String) -> SoundNotice {
    SoundNotice(text, duration: .infinity)
  }

  /// Shows the notice for as long as it takes to read.
  private static func passing(_ text: String) -> SoundNotice { SoundNotice(text, duration: 3) }
}

// MARK: - Microphones

extension SoundNotice {
  /// The microphone is lost, for a reason, and is tried again.
  package static func lost(_ reason: String) -> SoundNotice {
    lasting("The microphone stopped: \(reason.printable). Waiting for it.")
  }

  /// The microphone is back.
  package static let resumed = passing("The microphone works again.")

  /// Samples are missing.
  static func dropped(sampleCount: Int, overflowCount: Int) -> SoundNotice {
    guard sampleCount > 0 else {
      return passing("The microphone dropped samples, times: \(overflowCount).")
    }
    return passing("This machine was busy. Dropped samples: \(sampleCount).")
  }

  /// A stroke that sounded is not measured, because samples of it are missing. The notice of a
  /// gap or of a loss tells why.
  package static let incompleteStroke = lasting(
    "Sound of this stroke is missing. Play it again.")
}

extension LiveEvent {
  /// What is told of the event; `nil` for nothing, as while the device is tried again and again.
  package var notice: SoundNotice? {
    switch self {
    case .lost(let reason): .lost(reason)
    case .resumed: .resumed
    case .dropped(let sampleCount, let overflowCount):
      .dropped(sampleCount: sampleCount, overflowCount: overflowCount)
    case .skipped(let count): .skipped(count)
    case .started, .reading, .retrying, .ended: nil
    }
  }

  /// Tells the notice of the event, if there is one, on standard error.
  package func complain() {
    if let notice { CommandKit.complain(notice.text) }
  }
}

extension SoundNotice {
  /// Readings were left out.
  fileprivate static func skipped(_ count: Int) -> SoundNotice {
    passing("The output is slow. Readings left out: \(count).")
  }
}

extension AudioSource {
  /// Returns a source that tells its loss on standard error, for a conversation that ends then.
  package func tellingLoss() -> ObservedSource {
    ObservedSource(self) { event in
      guard case .lost(let reason) = event else { return }
      complain("The microphone stopped: \(reason.printable).")
    }
  }
}

// MARK: - Loudspeakers

extension SoundPlayerEvent {
  /// What is told of the event; `nil` for nothing.
  package var notice: SoundNotice? {
    switch self {
    case .lost(let device): .lostLoudspeaker(device)
    case .resumed(let format, let gone): .resumedLoudspeaker(format.deviceName, after: gone)
    case .started, .progress: nil
    }
  }
}

extension SoundNotice {
  fileprivate static func lostLoudspeaker(_ device: String) -> SoundNotice {
    lasting("\(device.printable) was disconnected. Waiting for it.")
  }

  fileprivate static func resumedLoudspeaker(
    _ device: String, after gone: Duration
  ) -> SoundNotice {
    let seconds = (gone / .seconds(1)).formatted(decimals: 1)
    return passing("\(device.printable) is back after \(seconds) s. The sound continues in time.")
  }
}
