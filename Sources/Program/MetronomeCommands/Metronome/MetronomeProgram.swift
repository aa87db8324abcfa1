import AudioFiles
import Connections
import Metronome
import Synchronization
import ToneGeneration

/// What `kammerton metronome` plays, and how: plain values, from which the sound is made for any rate.
struct MetronomeProgram: Sendable {
  /// What the clicks are made of.
  enum Clicks: Sendable {
    case synthesised(ClickVoice)
    /// One to five recordings, with their sample rates.
    case own([(samples: [Float], sampleRate: Double)])
  }

  var map: TempoMap
  var clicks = Clicks.synthesised(.click)
  /// The peak of a strong click, in dBFS.
  var level = ClickSounds.standardLevel
  /// How long it lasts, in seconds; `nil` for as long as the map does.
  var duration: Double?

  init(map: TempoMap) {
    self.map = map
  }

  /// Whether it plays for ever unless somebody ends it.
  var isEndless: Bool { duration == nil && map.sections.contains { $0.barCount == nil } }

  /// The sound for a sample rate and a number of channels.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - channelCount: The channels of the destination.
  ///   - log: Learns of every beat.
  ///   - guide: Steers the clicks; `nil` for none.
  /// - Returns: The sound, which ends as the program says.
  /// - Throws: `MetronomeError` if the sample rate is none.
  func sound(
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
  var title: String {
    let section = map.sections[0]
    return (section.label.isEmpty ? "" : section.label + "  ")
      + "\(section.tempo.first.text)  \(section.meter.text)"
  }
}

/// A click track that ends softly and tells of its beats.
struct MetronomeSound: SoundRendering {
  /// Whether the user has silenced the clicks, while the beat goes on.
  var isMuted = false

  private var fader: Fader<ClickTrack>
  private let log: BeatLog?
  private let guide: (any ClickTrackGuide)?
  private var frame: Int64 = 0
  private var lastFrame: Int64 = -1

  init(
    _ track: ClickTrack, frameCount: Int? = nil, log: BeatLog? = nil,
    guide: (any ClickTrackGuide)? = nil
  ) {
    fader = Fader(track, frameCount: frameCount)
    self.log = log
    self.guide = guide
    log?.clear()
  }

  var sampleRate: Double { fader.sampleRate }
  var channelCount: Int { fader.channelCount }
  /// The clicks, for changes while they play.
  var track: ClickTrack {
    get { fader.sound }
    set { fader.sound = newValue }
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let wanted = interleaved.count / channelCount
    let guided = guide?.prepare(&fader.sound, frame: frame, count: wanted) ?? GuidedClicks()
    if guided.isWaiting {
      for index in interleaved.indices { interleaved[index] = 0 }
      frame += Int64(wanted)
      return wanted
    }
    fader.sound.isMuted = isMuted
    let offset = frame - fader.sound.position
    let count = fader.render(into: &interleaved)
    frame += Int64(count)
    note(guided, offset: offset)
    return count
  }

  private mutating func note(_ guided: GuidedClicks, offset: Int64) {
    guard let log, var beat = fader.sound.lastBeat else { return }
    beat.frame += offset
    guard beat.frame != lastFrame else { return }
    lastFrame = beat.frame
    let isMuted = beat.isMuted || isMuted
    var section: TempoSection?
    if let firstBar = guided.firstBar {
      section = fader.sound.schedule.map.sections[beat.section]
      beat.bar += firstBar
    }
    log.append(
      BeatLog.Entry(
        click: beat, section: section, tempo: guided.tempo ?? fader.sound.tempo, isMuted: isMuted))
  }
}

/// The beats that have been rendered and wait to be heard, and so to be shown.
final class BeatLog: Sendable {
  struct Entry: Hashable, Sendable {
    var click: Click
    /// The section of the beat, where it may be none of the program's map.
    var section: TempoSection?
    /// The tempo of the beat.
    var tempo: Tempo
    var isMuted: Bool
  }

  private let entries = Mutex<[Entry]>([])

  func append(_ entry: Entry) {
    entries.withLock { entries in
      entries.append(entry)
      // Where nobody looks, at most a few seconds are kept.
      if entries.count > 256 { entries.removeFirst() }
    }
  }

  func clear() {
    entries.withLock { $0.removeAll() }
  }

  /// The last beat at or before a frame; older ones are forgotten. `nil` before the first.
  func beat(at frame: Int64) -> Entry? {
    entries.withLock { entries in
      while entries.count > 1, entries[1].click.frame <= frame { entries.removeFirst() }
      return entries.first.flatMap { $0.click.frame <= frame ? $0 : nil }
    }
  }
}
