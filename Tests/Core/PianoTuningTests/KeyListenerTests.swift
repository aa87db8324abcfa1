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

  private func listen(
    _ samples: [Float], _ body: (inout KeyListener, [KeyListener.Reading]) -> Void
  ) throws {
    let curve = TuningCurve(InharmonicityModel([]))
    var listener = try KeyListener(
      targets: PianoKey.all.map { KeyTarget($0, curve: curve) }, sampleRate: 44_100)
    for start in stride(from: 0, to: samples.count, by: 4410) {
      let readings = listener.append(Array(samples[start..<min(samples.count, start + 4410)]))
      body(&listener, readings)
    }
  }

  private let a4 = SyntheticKey(frequency: 440, inharmonicity: 7e-4)

  @Test("Strings that beat once a second do so in the unison of a stroke; a single string does not")
  func unison() throws {
    var pair = a4
    pair.strings = [-1.97, 1.97]  // cents: ±0.5 Hz
    for (key, beats) in [(pair, [1.0]), (a4, [])] {
      var unisons: [UnisonReading] = []
      let curve = TuningCurve(InharmonicityModel([]))
      var listener = try KeyListener(
        targets: PianoKey.all.map { KeyTarget($0, curve: curve) }, sampleRate: 44_100)
      listener.append(key.samples(seconds: 4.5, noise: 1e-4).span)
      while let event = listener.next() {
        if case .stroke(let stroke) = event { unisons += stroke.unison().map { [$0] } ?? [] }
      }
      #expect(unisons.count == 2)
      for unison in unisons {
        #expect(unison.key.midi == 69)
        #expect(unison.audibleBeats.count == beats.count)
        for (found, beat) in zip(unison.audibleBeats, beats) { #expect(abs(found - beat) < 0.15) }
        #expect(unison.limit < 0.25)
      }
    }
  }

  @Test("A stroke that reaches full scale is said to be clipped, the next one is not")
  func clipped() throws {
    let sound = a4.samples(seconds: 1, noise: 1e-4)
    let loud = sound.map { min(1, max(-1, 12 * $0)) }
    var readings: [KeyListener.Reading] = []
    try listen(loud + Array(repeating: 0, count: 22_050) + sound) { readings += $1 }
    let starts = readings.indices.filter { readings[$0].isNewStroke }
    #expect(starts.count == 2)
    let second = try #require(starts.last)
    let (first, last) = (readings[..<second], readings[second...])
    #expect(first.allSatisfy { $0.isClipped })
    #expect(last.allSatisfy { !$0.isClipped })
  }

  @Test("After a gap nothing is read until the next stroke")
  func gap() throws {
    var (count, hasGap) = (0, false)
    var after: [KeyListener.Reading] = []
    try listen(a4.samples(seconds: 2, noise: 1e-4) + a4.samples(seconds: 1, noise: 1e-4)) {
      listener, readings in
      if hasGap { after += readings } else { count += readings.count }
      if count > 3, !hasGap {
        hasGap = true
        listener.interrupt()
        #expect(!listener.isSounding)
      }
    }
    let first = try #require(after.first)
    #expect(first.isNewStroke && first.time > 2)
  }

  @Test("A key that is chosen is listened to where another would be found; without it, that one")
  func chosen() throws {
    // Nearer to A4 than to A#4.
    let sound = SyntheticKey(frequency: 440 * 1.02634, inharmonicity: 7e-4)
      .samples(seconds: 1.5, noise: 1e-4)
    let curve = TuningCurve(InharmonicityModel([]))
    for (chosen, found, cents) in [(70, 70, -55.0), (nil, 69, 45.0)] {
      var listener = try KeyListener(
        targets: PianoKey.all.map { KeyTarget($0, curve: curve) }, sampleRate: 44_100)
      listener.chosenKey = chosen.flatMap { PianoKey(midi: $0) }
      let readings = listener.append(sound)
      #expect(readings.count > 5)
      #expect(readings.allSatisfy { $0.key.midi == found && abs($0.cents - cents) < 3 })
    }
  }
}
