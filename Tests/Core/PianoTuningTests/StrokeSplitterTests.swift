import PianoTuning
import SignalProcessing
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
        splitter.append(samples[start..<end].span)
        start = end
      }
      splitter.finish()
      while let reading = splitter.next() {
        if case .stroke(let stroke, isComplete: true) = reading { strokes.append(stroke) }
      }
      counts.append(strokes.map(\.count))
    }
    #expect(counts[0].count == 3)
    #expect(counts[1] == counts[0] && counts[2] == counts[0])
  }

  @Test("A stroke with a gap is dropped, the next one is whole")
  func gap() throws {
    let quiet = Array(repeating: Float(0), count: 22_050)
    let tone = TestSignal.sine(440, sampleRate: 44_100, count: 30_000, amplitude: 0.3)
    var splitter = StrokeSplitter(sampleRate: 44_100)
    splitter.append(quiet + tone)
    let none = splitter.next()
    splitter.interrupt()
    splitter.interrupt()
    splitter.finish()
    let (told, last) = (splitter.next(), splitter.next())
    splitter.append(quiet + tone + quiet + quiet)
    let (next, end) = (splitter.next(), splitter.next())
    #expect(none == nil && told == .interrupted && last == nil)
    guard case .stroke(let stroke, isComplete: true) = try #require(next) else {
      Issue.record("no stroke")
      return
    }
    #expect(stroke.count > tone.count && end == nil)
  }

  @Test("A recording is one stroke of at most 30 s, whatever is in it")
  func recording() throws {
    let tone = TestSignal.sine(440, sampleRate: 8000, count: 8000, amplitude: 0.3)
    let quiet = Array(repeating: Float(0), count: 8000)
    for count in [0, 1, 40] {
      var splitter = StrokeSplitter(recordingOf: 8000)
      for _ in 0..<count { splitter.append(tone + quiet) }
      splitter.interrupt()
      let none = splitter.next()
      splitter.finish()
      let (stroke, end) = (splitter.next(), splitter.next())
      guard case .stroke(let samples, isComplete: true) = try #require(stroke) else {
        Issue.record("no stroke")
        return
      }
      #expect(none == nil && end == nil && samples.count == min(240_000, count * 16_000))
    }
  }
}
