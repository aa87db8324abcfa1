import ArgumentParser
import InstrumentSetup
@testable import WorkshopCommands
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
    #expect(weighed.json.contains("\"gaugeMillimetres\": null"))
    let higher = try report(["0.010in", "25.5in", "A4", "--a4", "466.16"])
    let sharp = try report(["0.010in", "25.5in", "A#4"])
    #expect(abs(higher.string.newtons / sharp.string.newtons - 1) < 1e-4)
  }

  @Test("from 0.017 in on, it asks for wound or plain; plain steel beyond 0.026 in has a remark")
  func woundOrPlain() throws {
    #expect(try report(["0.016in", "25.5in", "G3"]).material == .plainSteel)
    for arguments in [
      ["0.017in", "25.5in", "G3"], ["0.046in", "25.5in", "E2"],
      ["--tension", "17lbf", "25.5in", "E2"],
    ] {
      let error = #expect(throws: (any Error).self) { try report(arguments) }
      let message = StringCommand.message(for: try #require(error))
      #expect(message.contains("wound or plain? Add --material nickel-wound"), "\(message)")
    }
    let plain = try report(["0.017in", "25.5in", "G3", "--material", "plain"])
    #expect(plain.notice == nil && abs(plain.string.poundsForce - 16.6) < 0.06)
    let thick = try report(["0.046in", "25.5in", "E2", "--material", "steel"])
    #expect(thick.notice?.contains("nickel-wound") == true)
  }

  private func set(_ arguments: String...) throws -> StringSetReport {
    try StringCommand.parse(["--set"] + arguments).setReport()
  }

  @Test("a set has the published tensions: D'Addario's EXL110 at 25.5 in")
  func set() throws {
    let set = try set("10,13,17p,26w,36,46", "25.5in", "--material", "nickel-wound")
    #expect(set.rows.map(\.pitch) == ["E4", "B3", "G3", "D3", "A2", "E2"])
    for (row, pounds) in zip(set.rows, [16.2, 15.4, 16.6, 18.4, 19.5, 17.5]) {
      #expect(abs(row.report.string.poundsForce - pounds) < 0.06, "\(row.pitch)")
    }
    #expect(set.text.contains("103.6") || set.text.contains("103.5"), "\(set.text)")
    #expect(set.json.hasPrefix("[{\"string\": 1, \"pitch\": \"E4\", \"material\": \"steel\""))
  }

  @Test("sets of other instruments and tunings, in other units, and pitches one by one")
  func otherSets() throws {
    let bass = try set(
      "45,65,85,105", "34in", "--instrument", "bass", "--material", "bass-nickel-wound")
    #expect(bass.rows.map(\.pitch) == ["G2", "D2", "A1", "E1"])
    let listed = try set("0.254mm,0.013in", "64.77cm", "E4,B3")
    #expect(abs(listed.rows[0].report.string.poundsForce - 16.2) < 0.06)
    let drop = try set(
      "10,13,17p,26w,36w,46w", "25.5in", "--tuning", "drop-d", "--material", "nickel-wound")
    #expect(drop.rows.last?.pitch == "D2")
  }

  @Test("a set that is sold needs its name alone, and says what was assumed")
  func soldSets() throws {
    let set = try set("10-46")
    #expect(
      abs(
        set.newtons
          - (try self.set(
            "10,13,17p,26w,36w,46w", "25.5in", "--material", "nickel-wound")).newtons) < 1e-9)
    #expect(
      set.assumed == """
        Assumed: gauges 10,13,17p,26w,36w,46w; a scale length of 25.5in; Guitar in Standard \
        E4 B3 G3 D3 A2 E2; nickel-wound strings. To change it, give the length, --material, \
        --instrument or --tuning.
        """)
    // D'Addario's EJ16 has 164 lbf at 25.5 in.
    let pound = StringTension.newtonsPerPoundForce
    #expect(abs(try self.set("12-53").newtons / pound - 164) < 4)
    #expect(try self.set("10-46", "628mm", "--tuning", "drop-d").rows.last?.pitch == "D2")
    let all = try self.set(
      "10,13,17p,26w,36w,46w", "25.5in", "E4,B3,G3,D3,A2,E2", "--material", "nickel-wound")
    #expect(all.assumed == nil)
    for sold in SoldSet.all {
      let rows = try self.set(sold.name).rows
      #expect(rows.allSatisfy { (40...300).contains($0.report.string.newtons) }, "\(sold.name)")
    }
  }

  @Test(
    "a set says what it lacks",
    arguments: [
      (["10,13,17,26w,36w,46w", "25.5in"], "Is 17 wound or plain?"),
      (["10,13,17p,26w,36w,46w", "25.5in"], "Add --material nickel-wound (electric guitar)"),
      (["10,13", "25.5in"], "2 strings, but there are 6 pitches"),
      (["10,13"], "2 strings, but there are 6 pitches"),
      (["10,13,13,10", "--instrument", "soprano-ukulele"], "Give the scale length"),
      (["10-48"], "Give one of 8-38, 9-42"),
    ])
  func incompleteSets(arguments: [String], reason: String) throws {
    let error = #expect(throws: (any Error).self) {
      try StringCommand.parse(["--set"] + arguments).setReport()
    }
    let message = StringCommand.message(for: try #require(error))
    #expect(message.contains(reason), "\(message)")
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
