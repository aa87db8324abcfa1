import MusicTheory
import Testing

@Suite("Named scales")
struct NamedScaleTests {
  @Test(
    "each table agrees with the Scala archive within 0.05 cents", arguments: PublishedScale.archive)
  func archive(published: PublishedScale) throws {
    let scale = try Scale(named: published.name)
    #expect(scale.count == published.cents.count + 1)
    #expect(abs(scale.period - published.period) < 0.005)
    for (index, cents) in published.cents.enumerated() {
      #expect(abs(scale.cents(ofDegree: index + 1) - cents) < 0.05, "degree \(index + 1)")
    }
  }

  @Test(
    "intervals have the sizes of the literature (Barbour 1951), within 0.001 cents",
    arguments: [
      ("pythagorean", 7, 701.955), ("pythagorean", 4, 407.820), ("pythagorean", 6, 611.730),
      ("quarter-comma-meantone", 4, 386.314), ("quarter-comma-meantone", 7, 696.578),
      ("third-comma-meantone", 3, 315.641), ("two-sevenths-comma-meantone", 1, 70.672),
      ("werckmeister-iii", 7, 696.090), ("werckmeister-iii", 4, 390.225),
      ("kirnberger-i", 9, 884.359), ("kirnberger-ii", 9, 895.112), ("kirnberger-iii", 9, 889.735),
      ("kirnberger-iii", 4, 386.314), ("vallotti", 4, 392.180), ("young-2", 1, 90.225),
      ("just", 3, 315.641), ("equal", 7, 700.000),
    ])
  func interval(name: String, degree: Int, cents: Double) throws {
    #expect(abs(try Scale(named: name).cents(ofDegree: degree) - cents) < 0.001)
  }

  @Test("Schlick after Vogel has seven fifths from F of 697.263 cents, and two of 706.647")
  func schlick() throws {
    let scale = try Scale(named: "schlick")
    for (low, high) in [(5, 12), (0, 7), (7, 14), (2, 9), (9, 16), (4, 11), (11, 18)] {
      let fifth = scale.cents(ofDegree: high) - scale.cents(ofDegree: low)
      #expect(abs(fifth - 697.263) < 0.001)
    }
    for (low, high) in [(8, 15), (3, 10)] {
      let fifth = scale.cents(ofDegree: high) - scale.cents(ofDegree: low)
      #expect(abs(fifth - 706.647) < 0.001)
    }
  }

  @Test(
    "the steps of Wendy Carlos are 77.965, 63.833 and 35.099 cents (Benson 2006)",
    arguments: [
      ("carlos-alpha", 9, 77.965), ("carlos-beta", 11, 63.833), ("carlos-gamma", 20, 35.0985),
    ])
  func carlos(name: String, count: Int, step: Double) throws {
    let scale = try Scale(named: name)
    #expect(scale.count == count)
    #expect(abs(scale.cents(ofDegree: 1) - step) < 0.001)
    #expect(abs(scale.cents(ofDegree: 100) - 100 * step) < 0.1)
  }

  @Test("the 15 notes of extended meantone have a diesis of 41.059 cents from G♯ to A♭")
  func extendedMeantone() throws {
    let scale = try Scale(named: "quarter-comma-meantone-15")
    #expect(scale.count == 15)
    let diesis = zip(scale.degrees.dropFirst(), scale.degrees).map { $0 - $1 }.filter { $0 < 50 }
    #expect(diesis.count == 3)
    #expect(diesis.allSatisfy { abs($0 - 41.059) < 0.001 })
  }

  @Test("42 scales have names of small letters, figures and hyphens, each of them once")
  func names() throws {
    let names = NamedScale.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(
      names.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) } })
    #expect(NamedScale.all.count == 42)
    for named in NamedScale.all {
      #expect(!named.source.isEmpty)
      #expect(try Scale(named: named.name) == named.scale)
      for alias in named.aliases { #expect(try Scale(named: alias) == named.scale) }
    }
  }

  @Test("degrees of every table rise within the period", arguments: NamedScale.all.map(\.name))
  func rising(name: String) throws {
    let scale = try Scale(named: name)
    for degree in 1...scale.count {
      #expect(scale.cents(ofDegree: degree) > scale.cents(ofDegree: degree - 1))
    }
  }

  @Test(
    "divisions of the octave are named 19-edo, 19edo, 19-TET or edo-19",
    arguments: ["19-edo", "19edo", "19-TET", "edo-19", "19_edo", "19 edo"])
  func divisions(name: String) throws {
    let scale = try Scale(named: name)
    #expect(scale.count == 19)
    #expect(abs(scale.cents(ofDegree: 11) - 694.737) < 0.001)
    #expect(scale.isEqualDivisionOfOctave)
  }

  @Test("capitals, spaces and underscores do not matter in a name")
  func spelling() throws {
    #expect(try Scale(named: "Werckmeister III").title == "Werckmeister III, 1/4 comma")
    #expect(try Scale(named: "YOUNG_2") == Scale(named: "young-2"))
  }

  @Test(
    "an unknown name is refused with names that are near",
    arguments: [
      ("werkmeister", "werckmeister"), ("valloti", "vallotti"), ("kirnbergr-iii", "kirnberger-iii"),
      ("pythagoras", "pythagorean"), ("quarter", "quarter-comma-meantone"),
    ])
  func unknown(name: String, near: String) throws {
    let error = #expect(throws: ScaleError.self) { try Scale(named: name) }
    guard case .unknownName(name, let names) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(names.contains(near), "\(names)")
    #expect(error?.description.contains("Did you mean") == true)
  }

  @Test(
    "names that are like none are refused without a guess",
    arguments: ["", "zzzzzzzzzzzz", "0-edo", "1001-edo", "99999999999999999999-edo", "-edo"])
  func strange(name: String) {
    #expect(throws: ScaleError.self) { try Scale(named: name) }
  }
}
