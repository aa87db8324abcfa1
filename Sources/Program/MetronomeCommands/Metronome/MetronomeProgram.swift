import AudioFiles
import Connections
import Metronome
import Synchronization
import ToneGeneration

/// The program of `kammerton metronome`: plain values, which make the sound for any sample rate.
struct MetronomeProgram: Sendable {
  /// The source of the clicks.
  enum Clicks: Sendable {
    case synthesised(ClickVoice)
    /// One to five recordings, with their sample rates.
    case own([(samples: [Float], sampleRate: Double)])
  }

  var map: TempoMap
  var clicks = Clicks.synthesised(.click)
  /// The peak of a strong click, in dBFS.
  var level = ClickSounds.standardLevel
  /// The duration, in seconds; `nil` for that of the map.
  var duration: Double?

  init(map: TempoMap) {
    self.map = map
  }

  /// True if it plays until someone stops it.
  var isEndless: Bool { duration == nil && map.sections.contains { $0.barCount == nil } }

  /// Creates the sound for a sample rate and a number of channels.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - channelCount: The channels of the destination.
  ///   - log: The log to record every beat in; `nil` for none.
  ///   - guide: The guide that steers the clicks; `nil` for none.
  /// - Returns: The sound, which ends after ``duration`` or with the map.
  /// - Throws: `MetronomeError` if the sample rate is not valid.
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

  /// The text of the status line, such as `137.5 BPM  7/8=2+2+3`.
  var title: String {
    let section = map.sections[0]
    return (section.label.isEmpty ? "" : section.label + "  ")
      + "\(section.tempo.first.text)  \(section.meter.text)"
  }
}

/// A click track that fades out at the end and logs its beats.
struct MetronomeSound: SoundRendering {
  /// True while the user has silenced the clicks; the beat goes on.
  var isMuted = false

  private var fader: Fader<ClickTrack>
  private let log: BeatLog?
  private let guide: (any ClickTrackGuide)?
  private var tempoChange = 0
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

  /// Changes the tempo from the next sample on.
  ///
  /// - Parameters:
  ///   - tempo: The tempo.
  ///   - change: The number of the change, which the log tells of each later beat.
  mutating func setTempo(_ tempo: Tempo, change: Int) {
    track.setTempo(tempo)
    tempoChange = change
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let wanted = interleaved.count / channelCount
    let guided = guide?.prepare(&fader.sound, frame: frame, count: wanted) ?? GuidedClicks()
    if guided.isWaiting {
      for index in interleaved.indices { interleaved[index] = 0 }
      guide?.overlay(
        &interleaved, frame: frame, sampleRate: sampleRate, channelCount: channelCount)
      frame += Int64(wanted)
      return wanted
    }
    fader.sound.isMuted = isMuted || guided.isMuted || guided.isSilent
    let offset = frame - fader.sound.position
    let count = fader.render(into: &interleaved)
    if count == wanted {
      guide?.overlay(
        &interleaved, frame: frame, sampleRate: sampleRate, channelCount: channelCount)
    }
    frame += Int64(count)
    if !guided.isSilent { note(guided, offset: offset) }
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
        click: beat, section: section, tempo: guided.tempo ?? fader.sound.tempo,
        tempoChange: tempoChange, isMuted: isMuted))
  }
}

/// The beats that have been rendered and wait to be heard and shown.
final class BeatLog: Sendable {
  struct Entry: Hashable, Sendable {
    var click: Click
    /// The section of the beat, if a guide sets it; it may differ from the map of the program.
    var section: TempoSection?
    /// The tempo of the beat.
    var tempo: Tempo
    /// The number of the last change of the tempo by a key before the beat; 0 before the first.
    var tempoChange = 0
    var isMuted: Bool
  }

  private let entries = Mutex<[Entry]>([])

  func append(_ entry: Entry) {
    entries.withLock { entries in
      entries.append(entry)
      // Without a reader, only a few seconds are kept.
      if entries.count > 256 { entries.removeFirst() }
    }
  }

  func clear() {
    entries.withLock { $0.removeAll() }
  }

  /// Returns the last beat at or before a frame, and drops older ones. `nil` before the first.
  func beat(at frame: Int64) -> Entry? {
    entries.withLock { entries in
      while entries.count > 1, entries[1].click.frame <= frame { entries.removeFirst() }
      return entries.first.flatMap { $0.click.frame <= frame ? $0 : nil }
    }
  }
}
