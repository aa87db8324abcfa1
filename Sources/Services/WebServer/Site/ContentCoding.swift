/// A way in which a response is packed, as `Content-Encoding` names it (RFC 9110, section 8.4.1).
///
/// The cases are in order of preference: the first packs best.
enum ContentCoding: String, CaseIterable, Sendable {
  case brotli = "br"
  case gzip

  /// What follows the name of a file in the name of its packed twin.
  var suffix: String {
    switch self {
    case .brotli: ".br"
    case .gzip: ".gz"
    }
  }
}

/// The codings that a client accepts (RFC 9110, section 12.5.3).
struct AcceptedCodings {
  /// By the name of the coding; `*` stands for those without a weight of their own.
  private var weights: [String: Double] = [:]

  /// Reads the `Accept-Encoding` fields of a request.
  ///
  /// - Parameter fields: Their values. A weight that is malformed or outside 0...1 counts as 0.
  init(_ fields: [String]) {
    for item in fields.joined(separator: ",").split(separator: ",") {
      let parts = item.split(separator: ";").map { part in
        part.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      guard let name = parts.first, !name.isEmpty else { continue }
      weights[name] = Self.weight(parts.dropFirst())
    }
  }

  private static func weight(_ parameters: ArraySlice<String>) -> Double {
    guard let text = parameters.first(where: { $0.hasPrefix("q=") }) else { return 1 }
    guard let weight = Double(text.dropFirst(2)), (0...1).contains(weight) else { return 0 }
    return weight
  }

  /// What to send of what is there.
  enum Choice: Equatable {
    case coding(ContentCoding)
    /// The file as it is.
    case identity
    /// The client refuses all of them.
    case nothing
  }

  /// Chooses what the client likes best; of several that it likes equally, the one that packs best.
  func choice(from available: some Sequence<ContentCoding>) -> Choice {
    var choice = Choice.nothing
    var best = 0.0
    for coding in available {
      let weight = weights[coding.rawValue] ?? weights["*"] ?? 0
      if weight > best { (choice, best) = (.coding(coding), weight) }
    }
    // A client that does not name the plain file accepts it, but prefers whatever it names.
    guard let weight = weights["identity"] ?? weights["*"] else {
      return choice == .nothing ? .identity : choice
    }
    return weight > best ? .identity : choice
  }
}
