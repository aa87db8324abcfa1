import IntonationPractice
@testable import PracticeCommands
import Testing
import ToneGeneration

@Suite("Tones after notes")
struct CueSoundTests {
  private func render(_ cue: PracticeCue, frames: Int = 24_000) -> [Float] {
    var sound = CueSound(sampleRate: 48_000, channelCount: 2)
    sound.voice.start(cue)
    var samples = [Float](repeating: 1, count: 2 * frames)
    var span = samples.mutableSpan
    #expect(sound.render(into: &span) == frames)
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  /// The frequency of some samples, in hertz, by their changes of sign.
  private func frequency(_ samples: ArraySlice<Float>) -> Double {
    let changes = zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    return Double(changes) / 2 / (Double(samples.count) / 48_000)
  }

  @Test(
    "early is two octaves above late, sharp rises, flat falls, and all are over in a tenth of a second"
  )
  func tones() {
    let early = render(.early)
    #expect(abs(frequency(early[480..<3840]) - 1760) < 40)
    #expect(abs(frequency(render(.late)[480..<3840]) - 440) < 40)
    for cue in PracticeCue.allCases {
      let tone = render(cue)
      #expect(tone[4800...].allSatisfy { $0 == 0 } && tone[0] == 0)
      #expect((tone.map { $0.magnitude }.max() ?? 0) > 0.15)
    }
    let (sharp, flat) = (render(.sharp), render(.flat))
    #expect(frequency(sharp[2800..<4200]) > frequency(sharp[200..<1600]) + 150)
    #expect(frequency(flat[2800..<4200]) < frequency(flat[200..<1600]) - 150)
  }
}
