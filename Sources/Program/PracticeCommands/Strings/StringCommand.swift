package import ArgumentParser
import CommandKit
import InstrumentSetup
import MusicTheory

/// `kammerton string`: calculates the tension of a string, or the gauge for a tension.
package struct StringCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "string",
    abstract: "Calculate the tension or the gauge of a string.",
    usage: """
      kammerton string <gauge> <length> <pitch> [<options>]
      kammerton string --tension <force> <length> <pitch> [<options>]
      """,
    discussion: """
      A plain steel string by default. Gauge and length are in inches or millimetres, and the pitch \
      is a note or a frequency.

      Example: kammerton string 0.010in 25.5in E4
      """)

  @Argument(
    help: ArgumentHelp(
      "Gauge, scale length and pitch, such as 0.010in 25.5in E4; with --tension no gauge.",
      valueName: "values"))
  private var values: [String]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Find the gauge for this tension, such as 16lbf, 71N or 7.3kgf.", valueName: "force"),
    transform: StringText.newtons)
  private var tension: Double?

  @Option(
    help: ArgumentHelp(
      "Material: steel, nickel-wound, bronze-wound or bass-nickel-wound. (default: steel)",
      valueName: "name"),
    completion: .list(StringMaterial.allCases.map(\.rawValue)), transform: StringText.material)
  private var material: StringMaterial?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Weight per length instead of gauge and material, such as 0.000382lb/in or 6.82g/m.",
      valueName: "weight"),
    transform: StringText.massPerLength)
  private var unitWeight: Double?

  @OptionGroup private var pitch: ConcertPitchOption

  @Flag(help: "Print one JSON object.")
  private var json = false

  package init() {}

  package func validate() throws { _ = try report() }

  package func run() throws {
    let report = try report()
    if let notice = report.notice { complain(notice) }
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
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
    let material = material ?? .plainSteel
    do {
      if let tension {
        let string = try StringTension(newtons: tension, length: length, frequency: frequency)
        let gauge = try material.gauge(massPerLength: string.massPerLength)
        return StringReport(string: string, gauge: gauge, material: material)
      }
      if let unitWeight {
        let string = try StringTension(
          massPerLength: unitWeight, length: length, frequency: frequency)
        return StringReport(string: string, gauge: nil, material: nil)
      }
      let gauge = try StringText.meters(values[0])
      let string = try StringTension(
        massPerLength: material.massPerLength(gauge: gauge), length: length, frequency: frequency)
      return StringReport(string: string, gauge: gauge, material: material)
    } catch let error as StringError {
      throw ValidationError(error.description)
    }
  }
}

/// The result of `kammerton string`, as text and JSON.
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
  var json: String {
    let object: JSON = [
      "material": .optional(material?.rawValue),
      "gauge_mm": .number(gauge.map { $0 * 1000 }, decimals: 5),
      "gauge_in": .number(gauge.map { $0 / 0.0254 }, decimals: 6),
      "length_mm": .number(string.length * 1000, decimals: 3),
      "frequency": .number(string.frequency, decimals: 4),
      "unit_weight_g_per_m": .number(string.massPerLength * 1000, decimals: 6),
      "tension_n": .number(string.newtons, decimals: 4),
      "tension_lbf": .number(string.poundsForce, decimals: 4),
      "tension_kgf": .number(string.kilogramsForce, decimals: 4),
    ]
    return object.line(isSpaced: true)
  }
}
