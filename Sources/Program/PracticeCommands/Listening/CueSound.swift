import IntonationPractice
import SignalProcessing
import Synchronization
import ToneGeneration

/// The tones of `--cues`, one at a time.
struct CueVoice: Sendable {
  /// The duration of a tone, and of its rise and its fall, in seconds.
  private static let (duration, edge) = (0.09, 0.01)
  /// The amplitude, with full scale as 1.
  private static let amplitude = 0.2

  let sampleRate: Double
  private var cue: PracticeCue?
  private var frame = 0
  private var phase = 0.0  // in periods

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Begins a tone; one that still sounds ends.
  mutating func start(_ cue: PracticeCue) { (self.cue, frame, phase) = (cue, 0, 0) }

  /// Adds what sounds to some frames.
  mutating func add(to interleaved: inout MutableSpan<Float>, channelCount: Int) {
    guard let tone = cue?.tone else { return }
    let length = Int(Self.duration * sampleRate)
    let edge = Self.edge * sampleRate
    for index in 0..<(interleaved.count / channelCount) {
      guard frame < length else {
        cue = nil
        return
      }
      let position = Double(frame)
      let level = min(1, position / edge, (Double(length) - position) / edge)
      let sample = Float(Self.amplitude * level * Elementary.sin(2 * .pi * phase))
      for channel in 0..<channelCount { interleaved[index * channelCount + channel] += sample }
      phase += (tone.from + (tone.to - tone.from) * position / Double(length)) / sampleRate
      phase -= phase.rounded(.down)
      frame += 1
    }
  }
}

/// Silence with the tones of `--cues`.
struct CueSound: SoundRendering {
  let channelCount: Int
  var voice: CueVoice

  init(sampleRate: Double, channelCount: Int) {
    voice = CueVoice(sampleRate: sampleRate)
    self.channelCount = channelCount
  }

  var sampleRate: Double { voice.sampleRate }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    for index in 0..<interleaved.count { interleaved[index] = 0 }
    voice.add(to: &interleaved, channelCount: channelCount)
    return interleaved.count / channelCount
  }
}

/// Tells a player by tones how each note was, whatever else is shown.
final class PracticeCues: Sendable {
  private let score: LiveScore
  private let play = Mutex<(@Sendable (PracticeCue) -> Void)?>(nil)

  init(_ score: LiveScore) { self.score = score }

  /// Sets what plays the tones, once a loudspeaker is open.
  func connect(_ play: @escaping @Sendable (PracticeCue) -> Void) {
    self.play.withLock { $0 = play }
  }

  /// Takes what was played so far, and plays the cue of the last note.
  func take(_ notes: [PlayedNote]) {
    let compared = score.compare(notes)
    let last = compared.result.notes.lastIndex { $0.played == notes.last }
    // A note that is none of the score is another one, too.
    guard
      let cue = last.map({ PracticeCue(compared.result.notes[$0], late: compared.late(at: $0)) })
        ?? .wrong
    else { return }
    play.withLock { $0 }?(cue)
  }
}
