@testable import BellTuning
import PianoTuning
import Testing
import _TestSignals

@Suite("Files of bells")
struct BellFileTests {
  private func bells() -> BellFile {
    var bells = BellFile()
    bells.name = "St. Anna"
    bells.concertPitch = 435
    bells.third = .major
    bells.beats = [BellFile.Beat(note: 57, rate: 1.8), BellFile.Beat(note: 81, rate: 4.2)]
    let line = { (frequency: Double) in
      ObjectPartial.Line(frequency: frequency, error: 0.002, amplitude: 0.25, decayTime: 12.5)
    }
    var lasting = line(523.3)
    lasting.decayTime = nil
    let measurement = ResonatorMeasurement(
      object: .bell, strike: 261.5,
      partials: [
        ObjectPartial(
          mode: 0, frequency: 130.5, lines: [line(130.5), line(131.25)], strongest: 0,
          clearness: 41.5),
        ObjectPartial(mode: 4, frequency: 523.3, lines: [lasting], strongest: 0, clearness: 50),
      ], duration: 4, score: 0.875)
    for stage in MeasurementStage.allCases {
      bells.entries.append(
        BellFile.Entry(
          note: 60, measurement, stage: stage, date: "2026-11-22T10:15:00Z",
          temperature: stage == .before ? nil : 18.5))
    }
    return bells
  }

  @Test("What is written is read back")
  func roundTrip() throws {
    #expect(try BellFile(bytes: bells().bytes) == bells())
  }

  @Test("A file that was cut anywhere is refused")
  func cut() {
    let bytes = bells().bytes
    for count in stride(from: 0, to: bytes.count - 1, by: 7) {
      #expect(throws: MeasurementFileError.self) { try BellFile(bytes: Array(bytes.prefix(count))) }
    }
  }

  @Test(
    "A wrong line is refused with its number",
    arguments: [
      "object: cow", "concert-pitch: 20", "third: none", "beat: 60", "beat: 200 1",
      "line: 1 2 3 4 5",
      "stroke: 60 before x bell nan 4 1 -", "temperature: hot", "nonsense: 1",
    ])
  func wrong(line: String) {
    #expect {
      try BellFile(bytes: Array("kammerton-bells 1\n\(line)\nend: 0\n".utf8))
    } throws: { ($0 as? MeasurementFileError)?.line == 2 }
  }

  @Test("Targets follow A4, the third and the temperament")
  func targets() throws {
    let file = bells()
    let targets = try file.targets()
    #expect(abs(targets.frequency(69) - 435) < 1e-9)
    #expect(targets.note(nearestTo: 261.5) == 60)
    let measurement = file.entries[0].measurement
    // 130.5 Hz is 3.3 cents below an octave below 261.5 Hz.
    let hum = try #require(measurement.partial(0))
    let off = try #require(targets.deviation(hum, of: measurement, note: 60))
    #expect(abs(off - cents(from: 130.75, to: 130.5)) < 1e-9)
  }

  @Test("Pipes are sharp in warm air, by 600 log2 of the ratio of absolute temperatures")
  func air() {
    let targets = BellTargets(object: .pipe, temperature: 20)
    let pipe = ResonatorMeasurement(object: .pipe, strike: 440, partials: [], duration: 1, score: 1)
    // Ten degrees more are 29 cents; what measures 0 at 30 °C would be 29 cents flat at 20 °C.
    let cents = targets.deviation(pipe, note: 69, air: 30)
    #expect(abs(cents + 29.05) < 0.1)
    #expect(targets.deviation(pipe, note: 69, air: nil).magnitude < 1e-9)
  }

  @Test("Beats between given notes follow in a straight line, and place the reeds")
  func beats() throws {
    let targets = try bells().targets()
    #expect(abs((targets.beat(69) ?? 0) - 3) < 1e-9)
    #expect(targets.beat(20) == 1.8)
    let reeds = targets.reeds(69, count: 3)
    #expect(zip(reeds, [432, 435, 438]).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}
