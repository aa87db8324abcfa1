import ChordEstimation
import ChordPractice
import OnsetDetection
import SignalProcessing
import Testing

@Suite struct ToneRecordTests {
  private static func reading(_ time: Double, _ numbers: [Double]) -> ChordHearing.Event {
    .notes(
      ChordReading(
        time: time,
        notes: numbers.map {
          ChordNote(
            frequency: 440 * Elementary.exp2(($0 - 69) / 12), level: -20, confidence: 0.9, error: 1)
        }))
  }

  private static func play(
    _ numbers: [Double], _ times: Range<Double>, to record: inout ToneRecord
  ) {
    let first = Int((times.lowerBound / ChordHearing.hop).rounded())
    for index in first..<Int((times.upperBound / ChordHearing.hop).rounded()) {
      record.add(reading(Double(index) * ChordHearing.hop, numbers))
    }
  }

  @Test func attacksDivideAndNotesThatWereOnlyLostDoNot() {
    var record = ToneRecord()
    Self.play([60, 64], 1.0..<1.4, to: &record)
    Self.play([60], 1.4..<1.7, to: &record)
    Self.play([60, 64], 1.7..<2.2, to: &record)
    record.add(.attack(Onset(time: 1.0)))
    #expect(record.sounds().map { $0.onset } == [1.0])
    record.add(.attack(Onset(time: 1.69)))
    let sounds = record.sounds()
    #expect(sounds.map { $0.onset } == [1.0, 1.69])
    #expect(sounds[1].tones.map { $0.begins } == [false, true])
  }

  @Test func aNoteThatSpeaksLateBelongsToItsAttack() {
    var record = ToneRecord()
    record.add(.attack(Onset(time: 1.0)))
    Self.play([60], 1.0..<1.2, to: &record)
    Self.play([60, 67], 1.2..<2.0, to: &record)
    let sounds = record.sounds()
    #expect(sounds.count == 1 && sounds[0].tones.count == 2)
    #expect(sounds[0].tones.allSatisfy { $0.begins })
  }

  @Test func aPartialThatComesForwardIsNoSound() {
    var record = ToneRecord()
    record.add(.attack(Onset(time: 1.0)))
    Self.play([52, 59], 1.0..<1.6, to: &record)
    Self.play([52, 59, 83], 1.6..<2.2, to: &record)
    #expect(record.sounds().map { $0.onset } == [1.0])
  }

  @Test func aBlipIsNoTone() {
    var record = ToneRecord()
    Self.play([60], 1.0..<1.4, to: &record)
    Self.play([60, 75], 1.4..<1.44, to: &record)
    Self.play([60], 1.44..<2.0, to: &record)
    #expect(record.sounds().map { $0.tones.count } == [1])
  }
}
