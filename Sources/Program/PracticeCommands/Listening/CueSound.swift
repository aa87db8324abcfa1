import IntonationPractice
import ToneGeneration

/// The tones of `--cues`, one at a time.
struct CueVoice: Sendable {
  let sampleRate: Double
  private var tone: CueTone?
  private var frame = 0

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Begins a tone; one that still sounds ends.
  mutating func start(_ cue: PracticeCue) {
    (tone, frame) = (CueTone(cue, sampleRate: sampleRate), 0)
  }

  /// Adds what sounds to some frames.
  mutating func add(to interleaved: inout MutableSpan<Float>, channelCount: Int) {
    guard let tone else { return }
    for index in 0..<(interleaved.count / channelCount) {
      guard frame < tone.count else {
        self.tone = nil
        return
      }
      let sample = tone.sample(at: frame)
      for channel in 0..<channelCount { interleaved[index * channelCount + channel] += sample }
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
