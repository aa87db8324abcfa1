import NoteDetection
import OnsetDetection
import PitchEstimation
import Testing
import ToneGeneration
import _TestSignals

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Notes of sounds")
struct SoundedNotesTests {
  private let rate = 22_050.0

  private func notes(in sound: [Float]) throws -> [PitchNote] {
    let silence = [Float](repeating: 0, count: Int(0.3 * rate))
    let sound = silence + sound + silence
    var tracker = MultiresolutionTracker(
      try TrackerSettings(
        sampleRate: rate, searchRange: 40...4000, hopSize: rate / 100, lookahead: 0.3,
        usesSalience: false))
    var onsets = try OnsetDetector(sampleRate: rate)
    var detector = NoteDetector()
    tracker.append(sound.span)
    tracker.finish()
    onsets.append(sound.span)
    onsets.finish()
    while let onset = onsets.next() { detector.add(onset) }
    while let sound = onsets.nextReturn() { detector.add(sound) }
    while let reading = tracker.next() { detector.add(reading) }
    detector.finish()
    var notes: [PitchNote] = []
    while let note = detector.next(onsetsKnownUntil: .infinity)?.note { notes.append(note) }
    return notes
  }

  /// A string of eight partials that decay, the higher ones faster.
  private func pluck(_ frequency: Double, seconds: Double) -> [Float] {
    (0..<Int(seconds * rate)).map { index in
      let time = Double(index) / rate
      var sum = 0.0
      for partial in 1...8 {
        let decay = exp(-time * (1.5 + 0.7 * Double(partial)))
        sum += decay / Double(partial) * sin(2 * .pi * frequency * Double(partial) * time)
      }
      return Float(0.15 * sum * min(1, time / 0.001))
    }
  }

  /// A tone of eight harmonics whose amplitude and pitch in cents follow functions of the time.
  private func tone(
    _ frequency: Double, seconds: Double, amplitude: (_ time: Double) -> Double = { _ in 1 },
    cents: (_ time: Double) -> Double = { _ in 0 }
  ) -> [Float] {
    var turns = 0.0
    return (0..<Int(seconds * rate)).map { index in
      let time = Double(index) / rate
      turns += frequency * exp2(cents(time) / 1200) / rate
      var sum = 0.0
      for partial in 1...8 { sum += sin(2 * .pi * Double(partial) * turns) / Double(partial) }
      let edges = min(1, time / 0.04, (seconds - time) / 0.04)
      return Float(0.15 * sum * amplitude(time) * edges)
    }
  }

  @Test(
    "a string that is plucked again is as many notes, at the time of each attack",
    arguments: [(110.0, 0.3), (196, 0.2), (330, 0.5), (659, 0.25)])
  func pluckedAgain(frequency: Double, interval: Double) throws {
    var sound: [Float] = []
    for stroke in 0..<8 {
      // Every other one is 2 dB quieter. The finger stops the string just before it plucks it.
      let gain: Float = stroke % 2 == 0 ? 1 : 0.8
      sound += faded(pluck(frequency, seconds: interval), seconds: 0.02).map { gain * $0 }
    }
    let notes = try notes(in: sound)
    #expect(notes.count == 8)
    for (stroke, note) in notes.enumerated() {
      #expect(abs(note.onset - 0.3 - Double(stroke) * interval) < 0.01)
      #expect(abs(cents(from: frequency, to: note.frequency)) < 5)
    }
  }

  private func faded(_ sound: [Float], seconds: Double) -> [Float] {
    let length = seconds * rate
    return sound.enumerated().map { index, sample in
      sample * Float(min(1, Double(sound.count - 1 - index) / length))
    }
  }

  @Test("a note that the tongue stops for a moment is two")
  func tongued() throws {
    let note = tone(294, seconds: 0.5)
    let gap = [Float](repeating: 0, count: Int(0.03 * rate))
    #expect(try notes(in: note + gap + note).count == 2)
  }

  @Test(
    "a note that is stopped for a moment and rises again slowly is a new one, at its level or below",
    arguments: [65.0, 131, 262, 523, 1047], [0.02, 0.05])
  func tonguedSlowly(frequency: Double, stop: Double) throws {
    // It takes a tenth of a second to be as loud as it was, as a flute's note does.
    let parts = [1.0, 0.7, 1, 0.6].map { gain in
      tone(frequency, seconds: 0.6, amplitude: { gain * min(1, $0 / 0.1) })
    }
    let silence = [Float](repeating: 0, count: Int(stop * rate))
    let notes = try notes(in: Array(parts.joined(separator: silence)))
    #expect(notes.count == 4)
    for (index, note) in notes.enumerated() {
      #expect(abs(note.onset - 0.3 - Double(index) * (0.6 + stop)) < 0.08)
    }
  }

  @Test("a swell, a vibrato with its tremolo, and a change of the bow are one note")
  func sustained() throws {
    let swell = tone(196, seconds: 3, amplitude: { 0.6 - 0.45 * cos(2 * .pi * $0 / 1.5) })
    #expect(try notes(in: swell).count == 1)
    let vibrato = tone(
      440, seconds: 3, amplitude: { 1 + 0.3 * sin(2 * .pi * 6 * $0) },
      cents: { 40 * sin(2 * .pi * 6 * $0) })
    #expect(try notes(in: vibrato).count == 1)
    // The bow turns in 80 ms, and is 3 dB softer meanwhile.
    let bow = tone(
      220, seconds: 3, amplitude: { 1 - 0.3 * exp(-pow(($0 - 1.5) / 0.04, 2)) })
    #expect(try notes(in: bow).count == 1)
  }

  @Test("the loop of a sample is one note")
  func loop() throws {
    // Every 0.4 s the timbre jumps back to where it was, over 10 ms.
    let sample = tone(262, seconds: 4) { time in
      let place = (time / 0.4).truncatingRemainder(dividingBy: 1)
      return place > 0.975 ? 0.85 + 0.15 * (place - 0.975) / 0.025 : 1 - 0.15 * place / 0.975
    }
    #expect(try notes(in: sample).count == 1)
  }

  @Test("a pluck in a room is one note", arguments: [1, 2, 3] as [UInt64])
  func room(seed: UInt64) throws {
    let room = SimulatedPath(
      seed: seed, reverberationTime: 0.5, reverberation: 0.5, sampleRate: rate)
    let pluck = faded(pluck(147, seconds: 1.5), seconds: 0.1)
    #expect(try notes(in: room.heard(pluck)).count == 1)
  }
}
