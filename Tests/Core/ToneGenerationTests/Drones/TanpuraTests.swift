import PitchEstimation
import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@Suite("Tanpura")
struct TanpuraTests {
  private func render(_ tanpura: inout Tanpura, _ count: Int) -> [Float] {
    var block = [Float](repeating: 0, count: count)
    var span = block.mutableSpan
    tanpura.render(into: &span)
    return block
  }

  @Test("begins with the fifth below, in tune within 1 cent")
  func firstString() throws {
    var tanpura = try Tanpura(tonic: 146.832, sampleRate: 48_000)
    _ = render(&tanpura, 24_000)
    var yin = try YIN(sampleRate: 48_000, searchRange: 50...600)
    let estimate = yin.estimate(render(&tanpura, yin.frameSize).span)
    let found = try #require(estimate)
    #expect(cents(from: 146.832 * 0.75, to: found.frequency).magnitude < 1)
  }

  @Test("keeps its round of 4.2 s: every pluck of ten rounds is an onset to the sample")
  func rounds() throws {
    var tanpura = try Tanpura(tonic: 146.832, sampleRate: 8000)
    let samples = render(&tanpura, 42 * 8000)
    for round in 0..<10 {
      for time in Tanpura.pluckTimes {
        let onset = Int(((Double(round) * 4.2 + time) * 8000).rounded())
        // The energy of the differences: strings that ring are smooth, a pluck is noise.
        let before = samples[max(0, onset - 40)..<onset].roughness
        let after = samples[onset..<onset + 40].roughness
        #expect(after > 2 * before, "round \(round), \(time) s")
      }
    }
  }

  @Test("refuses tonics that its strings cannot sound")
  func refusals() {
    #expect(throws: SynthesisError.self) { try Tanpura(tonic: 30, sampleRate: 48_000) }
    #expect(throws: SynthesisError.self) { try Tanpura(tonic: 7000, sampleRate: 48_000) }
  }
}

extension ArraySlice<Float> {
  fileprivate var roughness: Float {
    zip(self, dropFirst()).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
