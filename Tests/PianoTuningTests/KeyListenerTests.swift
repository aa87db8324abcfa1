import PianoTuning
import Testing

@Suite struct KeyListenerTests {
  @Test("Two keys in turn are named, each with its cents from the target, in any blocks")
  func keys() throws {
    let curve = TuningCurve(InharmonicityModel([]))
    let targets = PianoKey.all.map { KeyTarget($0, curve: curve) }
    var samples: [Float] = []
    for (midi, offset) in [(48, 7.0), (69, -4.0)] {
      let key = try #require(PianoKey(midi: midi))
      let sound = SyntheticKey(
        frequency: targets[key.index].frequency * (1 + offset / 1731.234),
        inharmonicity: curve.inharmonicities[key.index])
      samples += sound.samples(seconds: 1.5, noise: 1e-4)
    }
    var listener = try KeyListener(targets: targets, sampleRate: 44_100)
    var readings: [KeyListener.Reading] = []
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + 1000)
      readings += listener.append(Array(samples[start..<end]))
      start = end
    }
    let low = readings.filter { $0.key.midi == 48 }
    let high = readings.filter { $0.key.midi == 69 }
    #expect(low.count + high.count == readings.count)
    #expect(abs(try #require(low.last).cents - 7) < 0.5)
    #expect(abs(try #require(high.last).cents + 4) < 0.5)
    #expect(low.first?.partial == 4)
    #expect(readings.filter(\.isNewStroke).count == 2)
  }
}
