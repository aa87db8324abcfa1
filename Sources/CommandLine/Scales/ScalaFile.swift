import ArgumentParser
import MusicTheory

/// Reads a file of Scala's, `.scl` or `.kbm`, up to a byte more than is accepted.
///
/// - Throws: `ValidationError` that names the file and the reason.
func scalaBytes(ofFile path: String) throws -> [UInt8] {
  do {
    return try UserFiles.readStart(of: path, count: ScalaText.byteLimit + 1)
  } catch {
    throw ValidationError("\(path.printable) could not be read (\(error.reason)).")
  }
}

/// A keyboard mapping from a file.
struct MappingArgument: Sendable, Hashable {
  let mapping: KeyboardMapping

  /// - Throws: `ValidationError` that names the file and the line.
  init(argument: String) throws {
    let file = try scalaBytes(ofFile: argument)
    do {
      mapping = try KeyboardMapping(scalaFile: file)
    } catch {
      throw ValidationError("\(argument.printable): \(error.description)")
    }
  }
}

/// What `kammerton scale --mapping` tells: the frequency of every key that sounds.
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
