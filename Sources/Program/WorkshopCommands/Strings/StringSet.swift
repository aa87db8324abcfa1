import ArgumentParser
import CommandKit
import InstrumentSetup
import InstrumentTuning
import MusicTheory

/// The gauge of a string of a set, as packets show it.
struct SetGauge: Hashable, Sendable {
  /// The diameter, in metres.
  var meters: Double
  var isWound: Bool

  /// Gauges below this are sold plain only, in metres: 0.017 in, with half a thousandth of tolerance.
  static let thinnestWound = 0.0165 * 0.0254
  /// Gauges above this are sold wound only, in metres: 0.026 in.
  static let thickestPlain = 0.0265 * 0.0254

  /// Reads `10`, `26w` or `17p`, in thousandths of an inch, or a length such as `0.010in` or `0.66mmw`.
  ///
  /// - Throws: `ValidationError`, also for a gauge that is sold wound and plain without `w` or `p`.
  init(argument: String) throws {
    let mark = argument.lowercased().last.flatMap { "wp".contains($0) ? $0 : nil }
    let length = mark == nil ? argument : String(argument.dropLast())
    if let thousandths = Int(length), (4...300).contains(thousandths) {
      meters = Double(thousandths) * 0.001 * 0.0254
    } else {
      meters = try StringText.meters(length)
    }
    guard mark != nil || !Self.isUndecided(meters) else {
      throw ValidationError(
        """
        Is \(argument.printable) wound or plain? Both are sold. Write \(argument.printable)w or \
        \(argument.printable)p.
        """)
    }
    isWound = mark.map { $0 == "w" } ?? (meters > Self.thickestPlain)
  }

  /// Returns true for a gauge that is sold wound and plain, in metres.
  static func isUndecided(_ gauge: Double) -> Bool {
    (thinnestWound...thickestPlain).contains(gauge)
  }
}

/// The tensions of a set of strings.
struct StringSetReport: Sendable {
  struct Row: Sendable {
    /// The number of the string, from 1.
    var number: Int
    /// The note or the frequency.
    var pitch: String
    var report: StringReport
  }

  let rows: [Row]
  /// What was not given and is usual, in a sentence; `nil` if nothing was assumed.
  var assumed: String?

  /// The sum of all tensions, in newtons.
  var newtons: Double { rows.reduce(0) { $0 + $1.report.string.newtons } }

  var text: String {
    var lines = ["String".left(8) + "Pitch".left(11) + "Gauge".left(31) + "Tension"]
    for row in rows {
      let (string, gauge) = (row.report.string, row.report.gauge ?? 0)
      lines.append(
        "\(row.number)".left(8) + row.pitch.left(11)
          + ((gauge / 0.0254).formatted(decimals: 4) + " in "
          + (row.report.material?.rawValue ?? "")).left(31)
          + string.poundsForce.formatted(decimals: 2).right(6) + " lbf"
          + string.newtons.formatted(decimals: 1).right(8) + " N")
    }
    let pounds = newtons / StringTension.newtonsPerPoundForce
    lines.append(
      "All".left(50) + pounds.formatted(decimals: 2).right(6) + " lbf"
        + newtons.formatted(decimals: 1).right(8) + " N")
    return lines.joined(separator: "\n")
  }

  /// One JSON array, with an object for each string.
  var json: String {
    let objects = rows.map { row -> JSON in
      ["string": .number(row.number), "pitch": .text(row.pitch)] + row.report.object
    }
    return JSON.array(objects).line(isSpaced: true)
  }
}

/// The options for a set of strings.
struct StringSetOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      """
      Calculate a whole set: one that is sold, such as 10-46, or all gauges from string 1 on, in \
      thousandths of an inch or lengths, wound ones with w, such as 10,13,17p,26w,36w,46w.
      """, valueName: "gauges"))
  private var gauges: String?

  @Option(
    help: ArgumentHelp(
      "With --set: the instrument whose strings they are. (default: that of the set, or guitar)",
      valueName: "name"))
  private var instrument: String?

  @Option(
    help: ArgumentHelp(
      "With --set: tuning of the instrument, such as drop-d. (default: its first)",
      valueName: "name"))
  private var tuning: String?

  func validate() throws {
    try Refusals.require(
      "--set", gauges != nil, for: ["--instrument": instrument != nil, "--tuning": tuning != nil])
  }

  /// True if a set is given.
  var isWanted: Bool { gauges != nil }

  /// Calculates the set.
  ///
  /// - Parameters:
  ///   - values: The scale length, and the pitches if they are given one by one: `E4,B3,G3`.
  ///   - material: The material of wound strings; `nil` to ask for it.
  ///   - concertPitch: The concert pitch of the notes.
  /// - Returns: The tensions.
  /// - Throws: `ValidationError` for what is missing; `StringError`.
  func report(
    _ values: [String], _ material: StringMaterial?, under concertPitch: ConcertPitch
  ) throws -> StringSetReport {
    let known = try SoldSet.named(self.gauges ?? "")
    let gauges = try (known?.gauges ?? self.gauges ?? "").commaSeparatedItems.map {
      try SetGauge(argument: $0)
    }
    guard values.count <= 2 else {
      throw ValidationError("Give at most the scale length and the pitches beside --set.")
    }
    var assumed: [String] = []
    let found = try tuned(known)
    let length: Double
    if let given = values.first {
      length = try StringText.meters(given)
    } else {
      guard let usual = SoldSet.usualLength(of: found.instrument) else {
        throw ValidationError(
          "Give the scale length beside --set, such as --set 10,13,17p,26w,36w,46w 25.5in.")
      }
      length = try StringText.meters(usual)
      assumed.append("a scale length of \(usual)")
    }
    let pitches = values.count == 2 ? values[1].commaSeparatedItems : found.pitches
    if values.count < 2, instrument == nil || tuning == nil {
      assumed.append("\(found.instrument) in \(found.tuning) \(pitches.joined(separator: " "))")
    }
    if let known {
      assumed.insert("gauges \(known.gauges)", at: 0)
      if material == nil { assumed.append("\(known.material.rawValue) strings") }
    }
    let material = material ?? known?.material
    guard gauges.count == pitches.count else {
      throw ValidationError(
        """
        The set has \(gauges.count) strings, but there are \(pitches.count) pitches. Name the \
        --instrument, or give a pitch for each, such as E4,B3,G3.
        """)
    }
    if material == nil || material == .plainSteel, gauges.contains(where: \.isWound) {
      throw ValidationError(
        """
        Which are the wound strings? Add --material nickel-wound (electric guitar), bronze-wound \
        (acoustic guitar) or bass-nickel-wound.
        """)
    }
    var report = StringSetReport(
      rows: try zip(gauges, pitches).enumerated().map { index, string in
        let (gauge, pitch) = string
        let material = gauge.isWound ? material ?? .nickelWound : .plainSteel
        let frequency = try StringText.frequency(pitch, under: concertPitch)
        let tension = try StringTension(
          massPerLength: material.massPerLength(gauge: gauge.meters), length: length,
          frequency: frequency)
        return StringSetReport.Row(
          number: index + 1, pitch: pitch,
          report: StringReport(string: tension, gauge: gauge.meters, material: material))
      })
    if !assumed.isEmpty {
      report.assumed =
        "Assumed: \(assumed.joined(separator: "; ")). To change it, give the length, --material, "
        + "--instrument or --tuning."
    }
    return report
  }

  /// The instrument of the set, with the strings of its tuning from number 1; of a course the first.
  private func tuned(
    _ known: SoldSet?
  ) throws -> (instrument: String, tuning: String, pitches: [String]) {
    do {
      let name = instrument ?? known?.instrument ?? "guitar"
      let found = try InstrumentCatalog.builtIn.instrument(named: name)
      let tuning = try tuning.map { try found.tuning(named: $0) } ?? found.standardTuning
      let pitches = tuning.stringNumbers.sorted().compactMap { number in
        tuning.strings.first { $0.number == number }?.pitch.note.asciiDescription
      }
      return (found.name, tuning.name, pitches)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
