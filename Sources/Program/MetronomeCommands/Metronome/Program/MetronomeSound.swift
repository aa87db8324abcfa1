import Connections
import Metronome
import ToneGeneration

/// A click track that ends softly and tells of its beats.
package struct MetronomeSound: SoundRendering {
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

  package var sampleRate: Double { fader.sampleRate }
  package var channelCount: Int { fader.channelCount }
  /// The clicks, for changes while they play.
  var track: ClickTrack {
    get { fader.sound }
    set { fader.sound = newValue }
  }

  package mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
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
