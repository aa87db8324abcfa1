import SignalProcessing
import Testing
import _TestSignals

@testable import WebCore

@Suite("The views behind the C interface")
struct ViewsCoreTests {
  private func views(of samples: [Float], at sampleRate: Double = 48_000) throws -> ViewsCore {
    let views = try #require(ViewsCore(sampleRate: sampleRate))
    for start in stride(from: 0, to: samples.count, by: 128) {
      let block = samples[start..<min(samples.count, start + 128)]
      for (index, sample) in block.enumerated() { views.input[index] = sample }
      views.push(block.count)
    }
    return views
  }

  @Test("draw a sine of -6 dBFS at its level, in the band of its frequency")
  func spectrum() throws {
    let sine = TestSignal.sine(1000, sampleRate: 48_000, count: 48_000, amplitude: 0.5)
    let views = try views(of: sine)
    views.draw(frequency: 0, target: 0)
    let levels = (0..<ViewsCore.spectrumCount).map {
      views.output[ViewsCore.spectrum + $0]
    }
    let strongest = try #require(levels.indices.max { levels[$0] < levels[$1] })
    // 256 bands from 20 Hz to 16 kHz: 9.644 octaves.
    #expect(levels.count == 256)
    #expect(strongest == Int(256 * Elementary.log2(50) / Elementary.log2(800)))
    #expect(abs(levels[strongest] + 6.02) < 1)
  }

  @Test("show whole periods of the note")
  func periods() throws {
    let sine = TestSignal.sine(1000, sampleRate: 48_000, count: 48_000)
    let views = try views(of: sine)
    views.draw(frequency: 1000, target: 1000)
    #expect(abs(views.output[ViewsCore.waveDuration] - 0.02) < 1e-6)
    let first = views.output[ViewsCore.wave]
    let last = views.output[ViewsCore.strobe - 1]
    // The wave begins and ends where the sine rises through zero.
    #expect(abs(first) < 0.02 && abs(last) < 0.02)
    // In tune, the strobe finds no deviation in the first partial.
    let deviation = ViewsCore.strobe + ViewsCore.StrobeField.deviation.rawValue
    #expect(abs(views.output[deviation]) < 0.1)
  }

  @Test("refuse sample rates beyond 8 to 192 kHz", arguments: [4000, 400_000.0, .nan])
  func refusals(sampleRate: Double) {
    #expect(ViewsCore(sampleRate: sampleRate) == nil)
  }
}
