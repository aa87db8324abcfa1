import ArgumentParser
import InstrumentSetup
@testable import PracticeCommands
import Testing

@Suite("kammerton string")
struct StringCommandTests {
  private func report(_ arguments: [String]) throws -> StringReport {
    let command = try StringCommand.parse(arguments)
    return try command.report()
  }

  @Test("gauge, length and pitch give the published tension, in every unit")
  func figures() throws {
    let inches = try report(["0.010in", "25.5in", "E4"])
    #expect(abs(inches.string.poundsForce - 16.2) < 0.06)
    #expect(inches.text.contains("16.2") && inches.text.contains("lbf"))
    let millimetres = try report(["0.254mm", "64.77cm", "329.63Hz"])
    #expect(abs(millimetres.string.newtons - inches.string.newtons) < 0.01)
    let gauge = try report(["--tension", "16.2lbf", "25.5in", "E4"])
    #expect(abs((gauge.gauge ?? 0) / 0.0254 - 0.010) < 0.00005)
    let wound = try report(["0.046in", "25.5in", "E2", "--material", "nickel-wound"])
    #expect(abs(wound.string.poundsForce - 17.5) < 0.06)
    let weighed = try report(["25.5in", "E2", "--unit-weight", "0.00038216lb/in"])
    #expect(abs(weighed.string.poundsForce - wound.string.poundsForce) < 1e-6)
    #expect(weighed.json.contains("\"gauge_mm\": null"))
    let higher = try report(["0.010in", "25.5in", "A4", "--a4", "466.16"])
    let sharp = try report(["0.010in", "25.5in", "A#4"])
    #expect(abs(higher.string.newtons / sharp.string.newtons - 1) < 1e-4)
  }

  @Test("a thick plain string is answered with the wound materials")
  func notice() throws {
    #expect(try report(["0.010in", "25.5in", "E4"]).notice == nil)
    #expect(try report(["0.046in", "25.5in", "E2"]).notice?.contains("nickel-wound") == true)
  }

  @Test(
    "missing units, wrong counts and impossible strings are refused",
    arguments: [
      [], ["0.010in", "25.5in"], ["0.010", "25.5in", "E4"], ["0.010in", "25.5", "E4"],
      ["0.010in", "25.5in", "H9x"], ["0.010in", "25.5in", "E4", "--tension", "70N"],
      ["25.5in", "E4", "--tension", "70"], ["25.5in", "E4", "--tension", "-3N"],
      ["25.5in", "E4", "--unit-weight", "0.1"], ["0.010in", "25.5in", "E4", "--material", "gold"],
      ["0.300in", "25.5in", "E4"], ["0.010in", "900in", "E4"], ["0.010in", "25.5in", "0.1Hz"],
      ["25.5in", "E4", "--unit-weight", "1g/m", "--tension", "70N"],
      ["25.5in", "E4", "--unit-weight", "1g/m", "--material", "steel"],
      ["25.5in", "E8", "--tension", "9000N", "--material", "bronze-wound"],
      ["naninf", "25.5in", "E4"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try report(arguments) }
  }
}
