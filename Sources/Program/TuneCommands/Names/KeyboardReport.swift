import CommandKit
package import MusicTheory

/// What `kammerton scale --mapping` tells: the frequency of every key that sounds.
package struct KeyboardReport: Sendable {
  package let name: String
  package let scale: Scale
  package let mapping: KeyboardMapping

  package init(name: String, scale: Scale, mapping: KeyboardMapping) {
    self.name = name
    self.scale = scale
    self.mapping = mapping
  }

  private var keys: [(key: Int, degree: Int, frequency: Double)] {
    mapping.keys.compactMap { key in
      guard let degree = mapping.degree(ofKey: key, in: scale),
        let frequency = mapping.frequency(ofKey: key, in: scale)
      else { return nil }
      return (key, degree, frequency)
    }
  }

  /// An aligned table for people.
  package var text: String {
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
  package var json: String {
    let keys = keys.map { key, degree, frequency in
      "{\"key\":\(key),\"degree\":\(degree),\"frequency\":\(frequency)}"
    }
    return "{\"name\":\(name.jsonQuoted),\"title\":\(scale.title.jsonQuoted),"
      + "\"middleKey\":\(mapping.middleKey),\"referenceKey\":\(mapping.referenceKey),"
      + "\"referenceFrequency\":\(mapping.referenceFrequency),"
      + "\"keys\":[\(keys.joined(separator: ","))]}"
  }

  private static func nearest(_ frequency: Double) -> String {
    guard let note = ConcertPitch.standard.nearestNote(to: frequency) else { return "" }
    let cents = ConcertPitch.standard.cents(from: note, to: frequency)
    return "\(note.description.left(4)) \(cents.signed(decimals: 1))"
  }
}
