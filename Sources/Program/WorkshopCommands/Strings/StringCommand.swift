package import ArgumentParser
import CommandKit
import InstrumentSetup
import MusicTheory

/// `kammerton setup string`: calculates the tension of a string, or the gauge for a tension.
package struct StringCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "string",
    abstract: "Calculate the tension or the gauge of a string.",
    usage: """
      kammerton setup string <gauge> <length> <pitch> [<options>]
      kammerton setup string --tension <force> <length> <pitch> [<options>]
      kammerton setup string --set <gauges> [<length>] [<pitches>] [<options>]
      """,
    discussion: """
      Gauge and length are in inches or millimetres, and the pitch is a note or a frequency. Below \
      0.017 in a string is of plain steel; above, say with --material whether it is wound.

      Example: kammerton setup string 0.010in 25.5in E4

      Example: kammerton setup string --set 10-46
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Gauge, scale length and pitch, such as 0.010in 25.5in E4; with --tension no gauge; with \
      --set the length, if it is not the usual one, and pitches from string 1 on.
      """,
      valueName: "values"))
  private var values: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Find the gauge for this tension, such as 16lbf, 71N or 7.3kgf.", valueName: "force"),
    transform: StringText.newtons)
  private var tension: Double?

  @Option(
    help: ArgumentHelp(
      """
      Material: steel (plain), nickel-wound, bronze-wound or bass-nickel-wound; of a set, that of \
      the wound strings. (default: steel below 0.017 in)
      """, valueName: "name"),
    completion: .list(StringMaterial.allCases.map(\.rawValue)), transform: StringText.material)
  private var material: StringMaterial?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Weight per length instead of gauge and material, such as 0.000382lb/in or 6.82g/m.",
      valueName: "weight"),
    transform: StringText.massPerLength)
  private var unitWeight: Double?

  @OptionGroup private var strings: StringSetOptions

  @OptionGroup private var pitch: ConcertPitchOption

  @Flag(help: "Print one JSON object; of a set, an array.")
  private var json = false

  package init() {}

  package func validate() throws {
    if strings.isWanted { _ = try setReport() } else { _ = try report() }
  }

  package func run() throws {
    if strings.isWanted {
      let report = try setReport()
      if let assumed = report.assumed { complain(assumed) }
      return try say(json ? report.json : report.text)
    }
    let report = try report()
    if let notice = report.notice { complain(notice) }
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
  }

  /// - Throws: `ValidationError` that names the bad value and its limits.
  func setReport() throws -> StringSetReport {
    try Refusals.exclude([
      "--set": true, "--tension": tension != nil, "--unit-weight": unitWeight != nil,
    ])
    do {
      return try strings.report(values, material, under: pitch.a4 ?? .standard)
    } catch let error as StringError {
      throw ValidationError(error.description)
    }
  }

  /// Refuses a gauge that may be wound, unless the material is given.
  private func requireMaterial(gauge: Double) throws {
    guard material == nil, gauge > SetGauge.thinnestWound else { return }
    let inches = (gauge / 0.0254).formatted(decimals: 3)
    throw ValidationError(
      """
      Is a string of \(inches) in wound or plain? Add --material nickel-wound, bronze-wound or \
      bass-nickel-wound, or --material steel for a plain one.
      """)
  }

  /// - Throws: `ValidationError` that names the bad value and its limits.
  func report() throws -> StringReport {
    let needsGauge = tension == nil && unitWeight == nil
    try Refusals.exclude(["--tension": tension != nil, "--unit-weight": unitWeight != nil])
    guard unitWeight == nil || material == nil else {
      throw ValidationError("--unit-weight takes no --material. Remove one of them.")
    }
    guard values.count == (needsGauge ? 3 : 2) else {
      throw ValidationError(
        needsGauge
          ? "Give gauge, scale length and pitch, such as 0.010in 25.5in E4."
          : "Give scale length and pitch alone, such as 25.5in E4.")
    }
    let length = try StringText.meters(values[values.count - 2])
    let frequency = try StringText.frequency(values[values.count - 1], under: pitch.a4 ?? .standard)
    let chosen = material ?? .plainSteel
    do {
      if let tension {
        let string = try StringTension(newtons: tension, length: length, frequency: frequency)
        let gauge = try chosen.gauge(massPerLength: string.massPerLength)
        try requireMaterial(gauge: gauge)
        return StringReport(string: string, gauge: gauge, material: chosen)
      }
      if let unitWeight {
        let string = try StringTension(
          massPerLength: unitWeight, length: length, frequency: frequency)
        return StringReport(string: string, gauge: nil, material: nil)
      }
      let gauge = try StringText.meters(values[0])
      try requireMaterial(gauge: gauge)
      let string = try StringTension(
        massPerLength: chosen.massPerLength(gauge: gauge), length: length, frequency: frequency)
      return StringReport(string: string, gauge: gauge, material: chosen)
    } catch let error as StringError {
      throw ValidationError(error.description)
    }
  }
}

/// The result of `kammerton setup string`, as text and JSON.
struct StringReport: Sendable {
  let string: StringTension
  /// The gauge, in metres; `nil` if only the weight is known.
  let gauge: Double?
  let material: StringMaterial?

  /// The thickest plain steel string on sale, in metres: 0.026 in.
  private static let thickestPlainString = 0.026 * 0.0254

  /// A remark on a plain string that is thicker than any on sale; otherwise `nil`.
  var notice: String? {
    guard material == .plainSteel, let gauge, gauge > Self.thickestPlainString * 1.001 else {
      return nil
    }
    return """
      Plain steel strings end at 0.026 in. For a wound string, add --material nickel-wound or \
      bronze-wound.
      """
  }

  var text: String {
    var lines: [String] = []
    if let gauge {
      lines.append(
        "Gauge         \((gauge / 0.0254).formatted(decimals: 4)) in   "
          + "\((gauge * 1000).formatted(decimals: 3)) mm   \(material?.rawValue ?? "")")
    }
    lines += [
      "Tension       \(string.poundsForce.formatted(decimals: 2)) lbf   "
        + "\(string.newtons.formatted(decimals: 1)) N   "
        + "\(string.kilogramsForce.formatted(decimals: 2)) kgf",
      "Unit weight   \(string.poundsPerInch.formatted(decimals: 8)) lb/in   "
        + "\((string.massPerLength * 1000).formatted(decimals: 3)) g/m",
      "Length        \((string.length / 0.0254).formatted(decimals: 2)) in   "
        + "\((string.length * 1000).formatted(decimals: 1)) mm",
      "Pitch         \(string.frequency.formatted(decimals: 2)) Hz",
    ]
    return lines.joined(separator: "\n")
  }

  /// One JSON object, in SI units and in those of makers.
  var json: String { object.line(isSpaced: true) }

  var object: JSON {
    [
      "material": .optional(material?.rawValue),
      "gaugeMillimetres": .number(gauge.map { $0 * 1000 }, decimals: 5),
      "gaugeInches": .number(gauge.map { $0 / 0.0254 }, decimals: 6),
      "lengthMillimetres": .number(string.length * 1000, decimals: 3),
      "frequency": .number(string.frequency, decimals: 4),
      "unitWeightGramsPerMetre": .number(string.massPerLength * 1000, decimals: 6),
      "tensionNewtons": .number(string.newtons, decimals: 4),
      "tensionPoundsForce": .number(string.poundsForce, decimals: 4),
      "tensionKilogramsForce": .number(string.kilogramsForce, decimals: 4),
    ]
  }
}
