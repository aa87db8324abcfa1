import Foundation
import Metronome
import Testing

@Suite("Ramps of tempo")
struct TempoRampTests {
  /// The integral of 60 / v over the beats, by the platform's logarithm.
  private func time(_ beat: Double, from first: Double, slope: Double) -> Double {
    60 / slope * log1p(slope * beat / first)
  }

  @Test("120-140 over the bars is a straight line over the beats, within half a sample")
  func gradual() throws {
    let all = try clicks("8 4/4 120-140\n1 140", sampleRate: 44_100)
    for (beat, click) in all.enumerated() where beat <= 32 {
      let exact = 44_100 * time(Double(beat), from: 120, slope: 20.0 / 32)
      #expect(abs(Double(click.frame) - exact) <= 0.5 + 1e-6)
    }
    #expect(all[33].frame - all[32].frame == 18_900)
  }

  @Test("+5/4bars..180 rises by 5 every four bars and stays at 180")
  func trainer() throws {
    let all = try clicks("* 4/4 160 ramp=+5/4bars..180", limit: 200)
    for beat in 0...64 {
      let exact = 48_000 * time(Double(beat), from: 160, slope: 5.0 / 16)
      #expect(abs(Double(all[beat].frame) - exact) <= 0.5 + 1e-6)
    }
    for beat in 65..<200 {
      let exact = 48_000 * (time(64, from: 160, slope: 5.0 / 16) + Double(beat - 64) / 3)
      #expect(abs(Double(all[beat].frame) - exact) <= 0.5 + 1e-6)
    }
  }

  @Test("-10/30s falls along a straight line in time")
  func seconds() throws {
    let all = try clicks("* 4/4 120 ramp=-10/30s..100", limit: 180)
    // beats(t) = (120 t - t²/6) / 60 until 100 is reached after 60 s and 110 beats
    for (beat, click) in all.enumerated() {
      let exact =
        beat <= 110
        ? (120 - (14_400 - 40 * Double(beat)).squareRoot()) * 3 : 60 + Double(beat - 110) * 0.6
      #expect(abs(Double(click.frame) - 48_000 * exact) <= 0.5 + 1e-6)
    }
  }

  @Test("in steps, each tempo is steady until the next")
  func steps() throws {
    let all = try clicks("* 2/4 60 ramp=+60/1bar..240,steps", limit: 10).map(\.frame)
    #expect(
      all == [0, 48_000, 96_000, 120_000, 144_000, 160_000, 176_000, 188_000, 200_000, 212_000])
  }

  @Test("klick's trainer 80-120/10 is one beat a minute more every ten bars")
  func klick() throws {
    let ours = try clicks("* 80-120/10", limit: 2000)
    #expect(ours == (try clicks("* 80 ramp=+1/10bars..120", limit: 2000)))
  }

  @Test("klick's list of tempos gives each beat its own")
  func list() throws {
    #expect(try clicks("1 3/4 60,120,240\n1 1/4 60").map(\.frame) == [0, 48_000, 72_000, 84_000])
  }

  @Test("without a limit a ramp ends where tempos end, at 600 and at 10")
  func limits() throws {
    let up = try clicks("* 4/4 590 ramp=+5/1bar", limit: 100).map(\.frame)
    #expect(up[99] - up[98] == 4800)
    let down = try clicks("* 1/4 12 ramp=-1/1bar", limit: 20).map(\.frame)
    #expect(down[19] - down[18] == 288_000)
  }

  @Test(
    "reads ramps, and nothing else",
    arguments: ["5/4bars", "+5", "+5/4", "+0/4bars", "+5/0bars", "+5/4bars..5", "+5/30s,steps", ""])
  func refusals(text: String) {
    #expect(throws: MetronomeError.invalidRamp(text)) { try TempoRamp(notation: text) }
  }
}
