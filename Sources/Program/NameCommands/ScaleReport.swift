import CommandKit
import MusicTheory

/// The degrees of a scale on a root, as `kammerton scale` prints them.
struct ScaleReport: Sendable {
  let name: String
  let rooted: RootedScale

  private var scale: Scale { rooted.scale }

  /// An aligned table for people.
  var text: String {
    let a4 = rooted.concertPitch.formatted(decimals: 2)
    let period = scale.period.formatted(decimals: 3)
    let rows = (0...scale.count).map { degree in
      "  " + "\(degree)".left(8) + label(degree).left(10)
        + scale.cents(ofDegree: degree).formatted(decimals: 3).right(12)
        + rooted.frequency(ofDegree: degree).formatted(decimals: 3).right(13) + "   "
        + ratio(degree)
    }
    let title = scale.title.isEmpty ? name : scale.title
    let heading = "  " + "degree".left(8) + "note".left(10) + "cents".right(12) + "Hz".right(13)
    return [
      "\(title.printable) on \(rooted.root.name)",
      "\(scale.count) degrees in \(period) cents, A4 = \(a4) Hz at degree \(rooted.degreeOfA4)", "",
      heading,
    ].joined(separator: "\n") + "\n" + rows.joined(separator: "\n")
  }

  /// One JSON object on one line, every number in full precision.
  var json: String {
    let degrees = (0...scale.count).map { degree -> JSON in
      let note = label(degree)
      return [
        "degree": .number(degree), "cents": .number(scale.cents(ofDegree: degree)),
        "frequency": .number(rooted.frequency(ofDegree: degree)),
        "note": .optional(note.isEmpty ? nil : note),
      ]
    }
    let object: JSON = [
      "name": .text(name), "title": .text(scale.title),
      "root": .text(rooted.root.name.asciiDescription), "period": .number(scale.period),
      "concertPitch": .number(rooted.concertPitch), "degreeOfA4": .number(rooted.degreeOfA4),
      "degrees": .array(degrees),
    ]
    return object.line()
  }

  /// Returns the note of a degree; empty if notes cannot name the degrees of the scale.
  func label(_ degree: Int) -> String {
    let spelling = rooted.root.ownSpelling == .flats ? Spelling.flats : .mixed
    if scale.isEqualDivisionOfOctave, scale.count != 12,
      let names = try? UpsAndDowns(count: scale.count)
    {
      return names.name(ofDegree: degree, root: rooted.root, spelling: spelling).description
    }
    guard (try? Temperament(scale)) != nil else { return "" }
    return rooted.root.transposed(by: degree, spelling: spelling).description
  }

  private func ratio(_ degree: Int) -> String {
    guard degree > 0 else { return "1/1" }
    guard case .ratio(let numerator, let denominator) = scale.intervals[degree - 1] else {
      return ""
    }
    return "\(numerator)/\(denominator)"
  }
}

extension RootedScale {
  /// True if notes can name the degrees.
  var namesNotes: Bool { (try? Temperament(scale)) != nil }
}

/// The frequency of every key that sounds, as `kammerton scale --mapping` prints it.
struct KeyboardReport: Sendable {
  let name: String
  let scale: Scale
  let mapping: KeyboardMapping

  private var keys: [(key: Int, degree: Int, frequency: Double)] {
    mapping.keys.compactMap { key in
      guard let degree = mapping.degree(ofKey: key, in: scale),
        let frequency = mapping.frequency(ofKey: key, in: scale)
      else { return nil }
      return (key, degree, frequency)
    }
  }

  /// An aligned table for people.
  var text: String {
    let reference = mapping.referenceFrequency.formatted(decimals: 3)
    let title = scale.title.isEmpty ? name : scale.title
    let heading = [
      "\(title.printable), key \(mapping.middleKey) is degree 0",
      "key \(mapping.referenceKey) = \(reference) Hz", "",
      "  " + "key".left(8) + "degree".right(8) + "Hz".right(14) + "   nearest note",
    ]
    let rows = keys.map { key, degree, frequency in
      "  " + "\(key)".left(8) + "\(degree)".right(8) + frequency.formatted(decimals: 3).right(14)
        + "   " + Self.nearest(frequency)
    }
    return (heading + rows).joined(separator: "\n")
  }

  /// One JSON object on one line, every number in full precision.
  var json: String {
    let object: JSON = [
      "name": .text(name), "title": .text(scale.title), "middleKey": .number(mapping.middleKey),
      "referenceKey": .number(mapping.referenceKey),
      "referenceFrequency": .number(mapping.referenceFrequency),
      "keys": .array(
        keys.map { key, degree, frequency in
          ["key": .number(key), "degree": .number(degree), "frequency": .number(frequency)]
        }),
    ]
    return object.line()
  }

  private static func nearest(_ frequency: Double) -> String {
    guard let note = ConcertPitch.standard.nearestNote(to: frequency) else { return "" }
    let cents = ConcertPitch.standard.cents(from: note, to: frequency)
    return "\(note.description.left(4)) \(cents.signed(decimals: 1))"
  }
}
