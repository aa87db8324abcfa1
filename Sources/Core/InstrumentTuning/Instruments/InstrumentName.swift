internal import MusicTheory
internal import SignalProcessing

/// The comparison of names. Works on UTF-8, so that the embedded build needs no Unicode tables.
enum InstrumentName {
  static let longest = 80

  static func isValid(_ name: String) -> Bool {
    let bytes = name.utf8
    guard (1...longest).contains(bytes.count), bytes.first != 0x20, bytes.last != 0x20 else {
      return false
    }
    return name.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case ..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
      default: true
      }
    }
  }

  /// A name without case (of ASCII letters) and punctuation: "Drop D", "drop-d" and "dropD" are
  /// alike, and so are "E♭" and "Eb".
  static func folded(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "#": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "A"..."Z": bytes.append(UInt8(truncatingIfNeeded: scalar.value | 0x20))
      case "♯": bytes.append(0x23)
      case "♭": bytes.append(0x62)
      case _ where scalar.value < 0x80: continue
      default:
        bytes.append(contentsOf: Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter))
      }
    }
    return bytes
  }

  /// The start of a text, as messages quote it.
  static func start(of text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
  }

  static func areAlike(_ first: String, _ second: String) -> Bool {
    folded(first) == folded(second)
  }

  /// The folded words of a text.
  static func words(of text: String) -> [[UInt8]] {
    text.utf8.split(separator: 0x20).map { folded(String(Substring($0))) }.filter { !$0.isEmpty }
  }

  static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}

/// A search by name among things that each have several names.
struct NameSearch {
  enum Result: Equatable {
    case found(Int)
    case several([String])
    case none(near: [String])
  }

  private let names: [[String]]
  private let keys: [[[UInt8]]]

  /// - Parameter names: The names of each thing, the main one first.
  init(_ names: [[String]]) {
    self.names = names
    keys = names.map { $0.map(InstrumentName.folded) }
  }

  func find(_ name: String) -> Result {
    let wanted = InstrumentName.folded(name)
    let found = matches(wanted)
    if found.isEmpty { return .none(near: nearest(to: wanted)) }
    if found.count == 1 { return .found(found[0]) }
    return .several(found.prefix(Self.mostNames).map { names[$0][0] })
  }

  /// The only thing that the name matches, without looking for names like it.
  func onlyMatch(_ name: String) -> Int? {
    let found = matches(InstrumentName.folded(name))
    return found.count == 1 ? found[0] : nil
  }

  /// The indices of the things that the name matches best.
  private func matches(_ wanted: [UInt8]) -> [Int] {
    if let index = keys.firstIndex(where: { $0.first == wanted }) { return [index] }
    let matches: [(_ key: [UInt8]) -> Bool] = [
      { $0 == wanted }, { $0.starts(with: wanted) }, { InstrumentName.contains($0, wanted) },
    ]
    for match in matches where !wanted.isEmpty {
      let found = keys.indices.filter { keys[$0].contains(where: match) }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func nearest(to wanted: [UInt8]) -> [String] {
    let start = wanted.prefix(InstrumentName.longest)
    let ranked = keys.indices.map { index in
      let distances = keys[index].map { NearNames.distance(Array(start), $0) }
      return (index: index, distance: distances.min() ?? .max)
    }.ascending { Double($0.distance) }
    let near = ranked.filter { $0.distance <= max(2, start.count / 2) }
    return (near.isEmpty ? ranked : near).prefix(3).map { names[$0.index][0] }
  }

  private static let mostNames = 8
}
