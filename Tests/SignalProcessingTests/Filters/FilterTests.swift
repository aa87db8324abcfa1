import SignalProcessing
import Testing
import _TestSignals

@Suite("DC removal")
struct FilterTests {
  @Test("the mean of 1...101 is 51, and the energy around it 85850")
  func meanAndEnergy() {
    let samples = (1...101).map { Float($0) }
    #expect(samples.span.mean == 51)
    #expect(samples.span.energy(around: 51) == 85850)
    #expect([Float]().span.mean == 0)
  }

  @Test("the filter removes an offset of 0.5 to below 1e-3 in a second and keeps 440 Hz to 0.1 dB")
  func blocksOffset() {
    var filter = DCBlocker(sampleRate: 48_000, cutoff: 5)
    var samples = TestSignal.sine(440, sampleRate: 48_000, count: 96_000).map { $0 + 0.5 }
    var span = samples.mutableSpan
    filter.process(&span)
    let second = Array(samples[48_000...])
    #expect(second.span.mean.magnitude < 1e-3)
    let level = Level(of: second.span).rootMeanSquare
    #expect((level + 9.0309).magnitude < 0.1)
  }

  @Test("the size of the blocks changes no bit")
  func blockSizes() {
    let samples = TestSignal.noise(count: 1000, rms: 0.3)
    var whole = samples
    var filter = DCBlocker(sampleRate: 44_100)
    var wholeSpan = whole.mutableSpan
    filter.process(&wholeSpan)
    var pieces: [Float] = []
    var other = DCBlocker(sampleRate: 44_100)
    for start in stride(from: 0, to: 1000, by: 7) {
      var piece = Array(samples[start..<min(1000, start + 7)])
      var span = piece.mutableSpan
      other.process(&span)
      pieces += piece
    }
    #expect(pieces == whole)
  }
}
