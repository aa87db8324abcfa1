import IntonationPractice
import MusicTheory
import PitchEstimation
import Testing
import _TestSignals

@Suite("Listening to practice")
struct PracticeListenerTests {
  private let rate = 44_100.0

  private func scale() throws -> PracticeScore {
    let pattern = try #require(ScalePattern.all.first { $0.name == "major-arpeggio" })
    return try pattern.score(on: Note("A3"))
  }

  private func tone(_ frequency: Double, seconds: Double) -> [Float] {
    TestSignal.sawtooth(frequency, sampleRate: rate, count: Int(seconds * rate)).map { $0 * 0.3 }
  }

  private func silence(_ seconds: Double) -> [Float] {
    [Float](repeating: 0, count: Int(seconds * rate))
  }

  @Test("three notes are heard within a cent, and then the silence since the last one")
  func notes() throws {
    var listener = try PracticeListener(for: scale(), under: .standard, sampleRate: rate)
    var sound = silence(4.5)
    for frequency in [220.0, 277.18, 329.63] { sound += tone(frequency, seconds: 0.5) }
    var notes: [PlayedNote] = []
    for block in [sound, silence(5)] {
      listener.append(block.span)
      while let note = listener.next() { notes.append(note) }
      #expect(listener.silence < 0.1 || block.count < sound.count)
    }
    #expect(notes.count == 3)
    for (note, frequency) in zip(notes, [220, 277.18, 329.63]) {
      #expect(abs(note.frequency / frequency - 1) < 0.0006)
    }
    #expect(abs(listener.silence - 5) < 0.4)  // without what the tracker looks ahead
  }

  @Test("the end of a recording ends its last note, and nothing else does")
  func finish() throws {
    var listener = try PracticeListener(for: scale(), under: .standard, sampleRate: rate)
    listener.append((tone(220, seconds: 0.5) + silence(6) + tone(440, seconds: 0.5)).span)
    var notes: [PlayedNote] = []
    while let note = listener.next() { notes.append(note) }
    #expect(notes.count == 1)
    listener.finish()
    listener.finish()
    while let note = listener.next() { notes.append(note) }
    #expect(notes.count == 2)
    #expect(listener.next() == nil)
  }

  @Test("a sample rate that is too low is refused")
  func refused() {
    #expect(throws: EstimatorError.self) {
      _ = try PracticeListener(for: scale(), under: .standard, sampleRate: 4000)
    }
  }
}
