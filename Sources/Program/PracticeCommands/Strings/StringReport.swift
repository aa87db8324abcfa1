import CommandKit
import InstrumentSetup

/// What `kammerton string` prints.
struct StringReport: Sendable {
  let string: StringTension
  /// In metres; `nil` if only the weight is known.
  let gauge: Double?
  let material: StringMaterial?

  /// Plain steel is sold up to this gauge, in metres: 0.026 in.
  private static let thickestPlainString = 0.026 * 0.0254

  /// What the user should know beside the figures.
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
    var buffer = TextBuffer(capacity: 300)
    buffer.append("{\"material\": ")
    buffer.append(text: material.map { "\"\($0.rawValue)\"" } ?? "null")
    buffer.append(", \"gauge_mm\": ")
    buffer.append(json: gauge.map { $0 * 1000 }, decimals: 5)
    buffer.append(", \"gauge_in\": ")
    buffer.append(json: gauge.map { $0 / 0.0254 }, decimals: 6)
    buffer.append(", \"length_mm\": ")
    buffer.append(json: string.length * 1000, decimals: 3)
    buffer.append(", \"frequency\": ")
    buffer.append(json: string.frequency, decimals: 4)
    buffer.append(", \"unit_weight_g_per_m\": ")
    buffer.append(json: string.massPerLength * 1000, decimals: 6)
    buffer.append(", \"tension_n\": ")
    buffer.append(json: string.newtons, decimals: 4)
    buffer.append(", \"tension_lbf\": ")
    buffer.append(json: string.poundsForce, decimals: 4)
    buffer.append(", \"tension_kgf\": ")
    buffer.append(json: string.kilogramsForce, decimals: 4)
    buffer.append("}")
    return buffer.text
  }
}
