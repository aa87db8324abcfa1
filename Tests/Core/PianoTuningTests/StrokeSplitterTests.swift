import PianoTuning
import Testing
import _TestSignals

@Suite struct StrokeSplitterTests {
  @Test("Three strokes a second apart are three recordings, however the blocks are cut")
  func strokes() {
    var samples = TestSignal.noise(count: 160_000, rms: 1e-5)
    for (number, hertz) in [220.0, 330, 440].enumerated() {
      let tone = TestSignal.sine(hertz, sampleRate: 44_100, count: 35_000)
      for index in tone.indices {
        let fade = 1 - Float(index) / Float(tone.count)
        samples[10_000 + number * 44_100 + index] += 0.3 * tone[index] * fade * fade
      }
    }
    var counts: [[Int]] = []
    for size in [441, 1000, 160_000] {
      var splitter = StrokeSplitter(sampleRate: 44_100)
      var strokes: [[Float]] = []
      var start = 0
      while start < samples.count {
        let end = min(samples.count, start + size)
        strokes += splitter.append(Array(samples[start..<end]))
        start = end
      }
      if let last = splitter.finish() { strokes.append(last) }
      counts.append(strokes.map(\.count))
    }
    #expect(counts[0].count == 3)
    #expect(counts[1] == counts[0] && counts[2] == counts[0])
  }

  @Test("A stroke with a gap is dropped, the next one is whole")
  func gap() {
    let quiet = Array(repeating: Float(0), count: 22_050)
    let tone = TestSignal.sine(440, sampleRate: 44_100, count: 30_000, amplitude: 0.3)
    var splitter = StrokeSplitter(sampleRate: 44_100)
    let none = splitter.append(quiet + tone)
    let (wasSounding, isSounding) = (splitter.discard(), splitter.discard())
    let last = splitter.finish()
    let next = splitter.append(quiet + tone + quiet + quiet)
    #expect(none.isEmpty && wasSounding && !isSounding && last == nil)
    #expect(next.count == 1)
  }
}
