import AudioFiles
package import Connections
package import Metronome

/// What `kammerton metronome` plays, and how: plain values, from which the sound is made for any rate.
package struct MetronomeProgram: Sendable {
  /// What the clicks are made of.
  package enum Clicks: Sendable {
    case synthesised(ClickVoice)
    /// One to five recordings, with their sample rates.
    case own([(samples: [Float], sampleRate: Double)])
  }

  package var map: TempoMap
  package var clicks = Clicks.synthesised(.click)
  /// The peak of a strong click, in dBFS.
  package var level = ClickSounds.standardLevel
  /// How long it lasts, in seconds; `nil` for as long as the map does.
  package var duration: Double?

  package init(map: TempoMap) {
    self.map = map
  }

  /// Whether it plays for ever unless somebody ends it.
  package var isEndless: Bool { duration == nil && map.sections.contains { $0.barCount == nil } }

  /// The sound for a sample rate and a number of channels.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - channelCount: The channels of the destination.
  ///   - log: Learns of every beat.
  ///   - guide: Steers the clicks; `nil` for none.
  /// - Returns: The sound, which ends as the program says.
  /// - Throws: `MetronomeError` if the sample rate is none.
  package func sound(
    sampleRate: Double, channelCount: Int, log: BeatLog? = nil,
    guide: (any ClickTrackGuide)? = nil
  ) throws(MetronomeError) -> MetronomeSound {
    let schedule = try ClickSchedule(map, sampleRate: sampleRate)
    let track = ClickTrack(
      schedule, sounds: sounds(sampleRate: sampleRate), channelCount: channelCount)
    return MetronomeSound(
      track, frameCount: duration.map { Int(($0 * sampleRate).rounded()) }, log: log,
      guide: guide)
  }

  private func sounds(sampleRate: Double) -> ClickSounds {
    if case .own(let clicks) = clicks,
      let sounds = ClickSounds(clicks, level: level, sampleRate: sampleRate)
    {
      return sounds
    }
    guard case .synthesised(let voice) = clicks else {
      return ClickSounds(.click, level: level, sampleRate: sampleRate)
    }
    return ClickSounds(voice, level: level, sampleRate: sampleRate)
  }

  /// What the status line says: `137.5 BPM  7/8=2+2+3`.
  package var title: String {
    let section = map.sections[0]
    return (section.label.isEmpty ? "" : section.label + "  ")
      + "\(section.tempo.first.text)  \(section.meter.text)"
  }
}
