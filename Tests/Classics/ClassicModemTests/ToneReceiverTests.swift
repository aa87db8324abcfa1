import ClassicModem
import SignalProcessing
import Testing
import _TestSignals

@Suite("Tone receiver")
struct ToneReceiverTests {
  /// Everything that a receiver reports about some samples, fed in blocks of one size.
  private func events(
    _ samples: [Float], _ receiver: ToneReceiver, blockSize: Int = 4096
  ) -> [ToneEvent] {
    var receiver = receiver
    var events: [ToneEvent] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      receiver.append(Array(samples[start..<min(samples.count, start + blockSize)]))
      while let event = receiver.next() { events.append(event) }
    }
    receiver.finish()
    while let event = receiver.next() { events.append(event) }
    return events
  }

  private func settings(
    frame: Double? = nil, duration: Double = 0, gap: Double = 0, alarms: Double = 1
  ) -> ToneReceiver.Settings {
    var settings = ToneReceiver.Settings()
    settings.frameDuration = frame
    settings.minimumDuration = duration
    settings.minimumGap = gap
    settings.falseAlarmsPerHour = alarms
    return settings
  }

  private func silence(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

  @Test(
    "a tone of 0.3 s is one event, its level right within 0.01 dB, its times within half a frame",
    arguments: [16_000.0, 22_050, 44_100, 48_000, 96_000, 192_000])
  func rates(rate: Double) throws {
    let tones = [0.37, 0.38, 0.385, 0.4].map { ($0 * rate).rounded() + 0.25 }
    let receiver = try ToneReceiver(
      frequencies: tones, sampleRate: rate, settings: settings(frame: 0.05))
    for (index, frequency) in tones.enumerated() {
      let count = Int(0.3 * rate)
      let tone = TestSignal.sine(
        frequency, sampleRate: rate, count: count, amplitude: 0.02, phase: 1)
      let heard = events(silence(count) + tone + silence(count), receiver)
      #expect(heard.map(\.kind) == [.began, .ended])
      for event in heard {
        #expect(event.tone.index == index)
        #expect(event.tone.frequency == frequency)
      }
      guard heard.count == 2 else { continue }
      // 20 log10(0.02 / √2)
      #expect(abs(heard[1].tone.level + 36.9897) < 0.01)
      #expect(abs(heard[0].time - 0.3) < 0.025)
      #expect(abs(heard[1].time - 0.6) < 0.025)
    }
  }

  @Test("the ratio is that of the sine to white noise in the band, within 1 dB")
  func ratio() throws {
    // 0.1²/2 over the part of 0.05² in 2 of 24 kHz.
    let expected = 10 * Elementary.log10(0.1 * 0.1 / 2 / (0.05 * 0.05 * 2000 / 24_000))
    var narrow = settings(frame: 0.1)
    narrow.band = 17_500...19_500
    let receiver = try ToneReceiver(
      frequencies: [18_000, 18_700], sampleRate: 48_000, settings: narrow)
    #expect(receiver.band == 17_500...19_500)
    var sum = 0.0
    for seed in 1...10 as ClosedRange<UInt64> {
      let noise = TestSignal.noise(count: 24_000, rms: 0.05, seed: seed)
      let sine = TestSignal.sine(18_700, sampleRate: 48_000, count: 24_000, amplitude: 0.1)
      let heard = events(zip(sine, noise).map { $0 + $1 }, receiver)
      let tone = try #require(heard.last?.tone)
      #expect(tone.index == 1)
      #expect(abs(tone.ratio - expected) < 2)
      sum += tone.ratio
    }
    #expect(abs(sum / 10 - expected) < 1)
  }

  @Test("a pure tone has a ratio above 80 dB: nothing of its own counts as the rest")
  func purity() throws {
    let receiver = try ToneReceiver(frequencies: [1000, 1100], sampleRate: 48_000)
    let sine = TestSignal.sine(1000, sampleRate: 48_000, count: 48_000)
    let tone = try #require(events(sine, receiver).last?.tone)
    #expect(tone.ratio > 80)
  }

  @Test("noise rings no more often than computed, and not much less")
  func falseAlarms() throws {
    // 10 800 an hour are 60 in 20 s; frames overlap, so that one event may be several alarms.
    let tones = (0..<20).map { 1500 + 100 * Double($0) }
    let noise = TestSignal.noise(count: 8000 * 20, rms: 0.1)
    let eager = try ToneReceiver(
      frequencies: tones, sampleRate: 8000, settings: settings(alarms: 10_800))
    let count = events(noise, eager).count { $0.kind == .began }
    #expect((10...75).contains(count))
    let usual = try ToneReceiver(frequencies: tones, sampleRate: 8000)
    #expect(events(noise, usual).isEmpty)
    #expect(usual.threshold > eager.threshold + 2)
  }

  @Test("the minimum duration and the minimum gap are kept, within a hop and a frame")
  func debounce() throws {
    let receiver = try ToneReceiver(
      frequencies: [3000, 3400], sampleRate: 48_000,
      settings: settings(frame: 0.02, duration: 0.06, gap: 0.06))
    #expect(abs(receiver.hopDuration - 0.005) < 0.0001)
    func tone(_ milliseconds: Int, _ frequency: Double = 3000) -> [Float] {
      TestSignal.sine(frequency, sampleRate: 48_000, count: 48 * milliseconds, amplitude: 0.3)
    }
    let quiet = silence(48 * 200)
    #expect(events(quiet + tone(35) + quiet, receiver).isEmpty)
    #expect(events(quiet + tone(90) + quiet, receiver).map(\.kind) == [.began, .ended])
    // A hole of 30 ms is bridged, one of 100 ms is not.
    let bridged = tone(150) + silence(48 * 30) + tone(150)
    #expect(events(quiet + bridged + quiet, receiver).count == 2)
    let parted = tone(150) + silence(48 * 100) + tone(150)
    #expect(events(quiet + parted + quiet, receiver).count == 4)
    // A splash of another tone changes nothing; a long one ends the first.
    let splash = tone(150) + tone(30, 3400) + tone(150)
    #expect(events(quiet + splash + quiet, receiver).map(\.tone.index) == [0, 0])
    let change = tone(150) + tone(150, 3400)
    #expect(events(quiet + change + quiet, receiver).map(\.tone.index) == [0, 0, 1, 1])
  }

  @Test("blocks of any size give the same events, to the bit", arguments: [1, 7, 512, 100_000])
  func blocks(size: Int) throws {
    let receiver = try ToneReceiver(
      frequencies: [3000, 3100], sampleRate: 22_050, settings: settings(duration: 0.02))
    var samples = TestSignal.noise(count: 22_050, rms: 0.01)
    let first = TestSignal.sine(3000, sampleRate: 22_050, count: 6000, amplitude: 0.1)
    let second = TestSignal.sine(3100, sampleRate: 22_050, count: 6000, amplitude: 0.1)
    for index in 0..<6000 {
      samples[3000 + index] += first[index]
      samples[12_000 + index] += second[index]
    }
    let heard = events(samples, receiver, blockSize: size)
    #expect(heard.count == 4)
    #expect(heard == events(samples, receiver))
  }

  @Test("a tone of none of the set, beyond it, or below the gate is not heard")
  func others() throws {
    let receiver = try ToneReceiver(frequencies: [3000, 3100, 3200], sampleRate: 48_000)
    for frequency in [2930.0, 3270, 2000, 5000] {
      let sine = TestSignal.sine(frequency, sampleRate: 48_000, count: 20_000)
      #expect(events(sine, receiver).isEmpty)
    }
    for (amplitude, count) in [(0.9e-4, 0), (2e-4, 2)] {  // -83.9 and -77 dBFS
      let sine = TestSignal.sine(3100, sampleRate: 48_000, count: 20_000, amplitude: amplitude)
      #expect(events(sine, receiver).count == count)
    }
  }

  @Test("silence, not-a-number, infinity and clipped tones trap nowhere")
  func limits() throws {
    let receiver = try ToneReceiver(frequencies: [1000, 1200], sampleRate: 16_000)
    for value in [0, Float.nan, .infinity, -.greatestFiniteMagnitude, 1] {
      #expect(events([Float](repeating: value, count: 20_000), receiver).isEmpty)
    }
    let sine = TestSignal.sine(1200, sampleRate: 16_000, count: 20_000, amplitude: 50)
    let clipped = sine.map { min(max($0, -1), 1) }
    #expect(events(clipped, receiver).map(\.tone.index) == [1, 1])
    var holes = clipped
    for index in stride(from: 0, to: holes.count, by: 50) { holes[index] = .nan }
    #expect(events(holes, receiver).map(\.tone.index) == [1, 1])
    var counting = receiver
    counting.append(holes.span)
    #expect(counting.rejectedSampleCount == 400)
  }

  @Test("the tone that sounds now is known until it ends")
  func current() throws {
    var receiver = try ToneReceiver(frequencies: [1200, 1000], sampleRate: 16_000)
    let sine = TestSignal.sine(1200, sampleRate: 16_000, count: 8000)
    receiver.append(sine.span)
    while receiver.next() != nil {}
    #expect(receiver.current?.index == 0)
    receiver.finish()
    while receiver.next() != nil {}
    #expect(receiver.current == nil)
  }

  @Test("refuses by name what does not fit below half the sample rate, and what cannot work")
  func refusals() {
    let error = ToneError.frequencyOutOfRange(23_043, nyquist: 22_050)
    #expect(throws: error) {
      try ToneReceiver(frequencies: [19_000, 23_043], sampleRate: 44_100)
    }
    #expect(error.description.contains("23043") && error.description.contains("22050"))
    #expect(throws: ToneError.noTones) { try ToneReceiver(frequencies: [], sampleRate: 44_100) }
    #expect(throws: ToneError.invalidSampleRate(.infinity)) {
      try ToneReceiver(frequencies: [1000], sampleRate: .infinity)
    }
    #expect(throws: ToneError.tonesTooClose(10, atLeast: 8000.0 / 401)) {
      try ToneReceiver(
        frequencies: [1010, 1000], sampleRate: 8000, settings: settings(frame: 0.1))
    }
    #expect(throws: ToneError.frameTooShort(8, atLeast: 63)) {
      try ToneReceiver(frequencies: [1000], sampleRate: 8000, settings: settings(frame: 0.001))
    }
    #expect(throws: ToneError.frameTooLong(80_000, atMost: 43_689)) {
      try ToneReceiver(frequencies: [1000], sampleRate: 8000, settings: settings(frame: 10))
    }
  }
}
