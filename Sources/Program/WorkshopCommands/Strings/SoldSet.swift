import ArgumentParser
import CommandKit
import InstrumentSetup

/// A set of strings as it is sold, named by its thinnest and its thickest string: `10-46`.
///
/// Sets of different makers with the same name hardly differ. These are the gauges that D'Addario
/// prints on its sets, whose numbers stand beside them.
struct SoldSet: Hashable, Sendable {
  let name: String
  /// From string 1 on, as for `--set`.
  let gauges: String
  let material: StringMaterial
  /// The instrument, as the catalogue names it.
  var instrument = "guitar"

  static let all: [SoldSet] = [
    SoldSet("8-38", "8,10,15,21w,30w,38w", .nickelWound),  // EXL130
    SoldSet("9-42", "9,11,16,24w,32w,42w", .nickelWound),  // EXL120
    SoldSet("9-46", "9,11,16,26w,36w,46w", .nickelWound),  // EXL125
    SoldSet("10-46", "10,13,17p,26w,36w,46w", .nickelWound),  // EXL110
    SoldSet("10-52", "10,13,17p,30w,42w,52w", .nickelWound),  // EXL140
    SoldSet("11-49", "11,14,18p,28w,38w,49w", .nickelWound),  // EXL115
    SoldSet("12-54", "12,16,20p,32w,42w,54w", .nickelWound),  // EXL145
    SoldSet("10-47", "10,14,23w,30w,39w,47w", .bronzeWound),  // EJ15
    SoldSet("11-52", "11,15,22w,32w,42w,52w", .bronzeWound),  // EJ26
    SoldSet("12-53", "12,16,24w,32w,42w,53w", .bronzeWound),  // EJ16
    SoldSet("13-56", "13,17p,26w,35w,45w,56w", .bronzeWound),  // EJ17
    SoldSet("40-95", "40w,60w,75w,95w", .bassNickelWound, "bass"),  // EXL220
    SoldSet("45-100", "45w,65w,80w,100w", .bassNickelWound, "bass"),  // EXL170
    SoldSet("45-105", "45w,65w,85w,105w", .bassNickelWound, "bass"),  // EXL165
    SoldSet("50-105", "50w,70w,85w,105w", .bassNickelWound, "bass"),  // EXL160
  ]

  private init(
    _ name: String, _ gauges: String, _ material: StringMaterial, _ instrument: String = "guitar"
  ) {
    (self.name, self.gauges, self.material, self.instrument) = (name, gauges, material, instrument)
  }

  /// Finds a set by its name.
  ///
  /// - Parameter argument: The value of `--set`.
  /// - Returns: `nil` if it lists gauges instead of naming a set.
  /// - Throws: `ValidationError` with all names for a name that is unknown.
  static func named(_ argument: String) throws -> SoldSet? {
    let ends = argument.split { "-–".contains($0) }
    guard ends.count == 2, ends.allSatisfy({ Int($0) != nil }) else { return nil }
    let name = ends.joined(separator: "-")
    if let known = all.first(where: { $0.name == name }) { return known }
    throw ValidationError(
      """
      The gauges between \(ends[0]) and \(ends[1]) are not known. Give one of \
      \(all.map(\.name).joined(separator: ", ")), or all gauges, such as 10,13,17p,26w,36w,46w.
      """)
  }

  /// The scale length that most instruments of a kind have; `nil` where they differ.
  static func usualLength(of instrument: String) -> String? {
    switch instrument.lowercased() {
    case "guitar": "25.5in"
    case "bass", "bass guitar": "34in"
    default: nil
    }
  }
}
