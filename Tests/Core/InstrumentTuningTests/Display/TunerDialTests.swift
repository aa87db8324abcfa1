import InstrumentTuning
import Testing

@Suite("The dial of the knob tuner")
struct TunerDialTests {
  @Test("turns 60° per semitone, so that one of its 120 dashes is 5 cents")
  func turn() {
    #expect(TunerDial(position: 0).turn == 0)
    #expect(abs(TunerDial(position: 1).turn + 60) < 1e-9)
    #expect(TunerDial(position: 6).turn == 0)
    let dash = 360 / Double(TunerDial.thinDashCount)
    #expect(100 * dash / TunerDial.degreesPerSemitone == 5)
    #expect(TunerDial.thinDashCount / TunerDial.thickDashCount == 10)
  }

  @Test("on A4, the five names are those of G4 to B4, upright 60° apart, A4 at the top")
  func labels() {
    let labels = TunerDial(position: 69).labels
    #expect(labels.map(\.midiNumber) == [67, 68, 69, 70, 71])
    #expect(labels.map(\.angle) == [-120, -60, 0, 60, 120])
    // The predecessor's rings: names 30 points outside, the middle one about 50 further.
    #expect(labels.map(\.distance) == [152.5, 152.5, 200.5, 152.5, 152.5])
    #expect(labels.map(\.size) == [19, 19, 34, 19, 19])
    #expect(labels.map(\.opacity).max() == 1)
  }

  @Test("a quarter tone above A4, A4 and its neighbour are at the same distance from the top")
  func between() throws {
    let labels = TunerDial(position: 69.499).labels
    let below = try #require(labels.first { $0.midiNumber == 69 })
    let above = try #require(labels.first { $0.midiNumber == 70 })
    #expect(abs(below.angle + above.angle) < 0.2)
    #expect(abs(below.size - above.size) < 0.1)
  }

  @Test("the arrow points to the target, and stops before the bottom")
  func arrow() {
    let dial = TunerDial(position: 69.25)
    #expect(dial.arrowAngle(target: 69) == -15)
    #expect(dial.arrowAngle(target: 40) == -165)
    #expect(dial.arrowAngle(target: 100) == 165)
  }
}
