import IntonationPractice
import LiveAudio
import Metronome
import Synchronization
import ToneGeneration

/// Silence until the microphone listens, a second more, and the clicks.
struct PracticeClickSound: SoundRendering {
  /// The time in which the devices fill their buffers, at no steady rate, in seconds.
  static let leadIn = 1.0

  let channelCount: Int
  private var track: ClickTrack
  private let log: ClickLog
  private var cues: CueVoice
  private var frame = 0
  private var start: Int?  // of the first click

  init(
    _ clicks: PracticeClicks, sampleRate: Double, channelCount: Int, log: ClickLog
  ) throws {
    track = ClickTrack(
      try ClickSchedule(clicks.map, sampleRate: sampleRate),
      sounds: ClickSounds(.click, level: ClickSounds.standardLevel, sampleRate: sampleRate),
      channelCount: channelCount)
    cues = CueVoice(sampleRate: sampleRate)
    (self.channelCount, self.log) = (channelCount, log)
  }

  var sampleRate: Double { track.sampleRate }

  /// Begins with the next block.
  mutating func begin() {
    guard start == nil else { return }
    let first = frame + Int(Self.leadIn * sampleRate)
    start = first
    log.begin(atFrame: first, sampleRate: sampleRate)
  }

  /// Begins a tone of `--cues`.
  mutating func play(_ cue: PracticeCue) { cues.start(cue) }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let count = renderClicks(into: &interleaved)
    cues.add(to: &interleaved, channelCount: channelCount)
    return count
  }

  private mutating func renderClicks(into interleaved: inout MutableSpan<Float>) -> Int {
    let wanted = interleaved.count / channelCount
    let silent = max(0, min(wanted, (start ?? .max) - frame))
    for index in 0..<(silent * channelCount) { interleaved[index] = 0 }
    frame += wanted
    guard silent < wanted else { return wanted }
    let block = track.render(frameCount: wanted - silent)
    for index in block.indices { interleaved[silent * channelCount + index] = block[index] }
    let count = silent + block.count / channelCount
    for index in (count * channelCount)..<interleaved.count { interleaved[index] = 0 }
    return count
  }
}

/// What is known about the clicks while they play.
final class ClickLog: Sendable {
  private let state = Mutex<(start: Int, sampleRate: Double)?>(nil)

  /// The frame of the player at which the first click is, and the sample rate; `nil` before it is
  /// known.
  var start: (frame: Int, sampleRate: Double)? {
    state.withLock { $0.map { ($0.start, $0.sampleRate) } }
  }

  func begin(atFrame frame: Int, sampleRate: Double) {
    state.withLock { $0 = (frame, sampleRate) }
  }
}
