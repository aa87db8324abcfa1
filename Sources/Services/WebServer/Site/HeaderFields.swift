import HTTPTypes

/// The media type of a file, for `Content-Type` (RFC 9110, section 8.3).
enum MediaType: String, Sendable {
  case html = "text/html; charset=utf-8"
  case script = "text/javascript; charset=utf-8"
  case style = "text/css; charset=utf-8"
  case text = "text/plain; charset=utf-8"
  case json = "application/json"
  case jsonLines = "application/jsonl"
  case manifest = "application/manifest+json"
  case webAssembly = "application/wasm"
  case svg = "image/svg+xml"
  case png = "image/png"
  case icon = "image/x-icon"
  case webP = "image/webp"
  case font = "font/woff2"
  case wave = "audio/wav"
  case eventStream = "text/event-stream"
  case binary = "application/octet-stream"

  /// Creates the type of a file name; unknown names get ``binary``, which no browser runs.
  init(path: some StringProtocol) {
    let name = path.split(separator: "/").last ?? ""
    let suffix = name.split(separator: ".").dropFirst().last?.lowercased()
    self =
      switch suffix {
      case "html": .html
      case "js", "mjs": .script
      case "css": .style
      case "txt", "md": .text
      case "json", "map": .json
      case "webmanifest": .manifest
      case "wasm": .webAssembly
      case "svg": .svg
      case "png": .png
      case "ico": .icon
      case "webp": .webP
      case "woff2": .font
      case "wav": .wave
      default: .binary
      }
  }

  /// `true` for files that browsers fetch without cookies: the manifest of an app, and its icons.
  var isFetchedWithoutCookies: Bool {
    switch self {
    case .manifest, .svg, .png, .icon: true
    default: false
    }
  }
}

/// The packing of a response, as `Content-Encoding` names it (RFC 9110, section 8.4.1).
///
/// The cases are in order of preference: the first packs best.
enum ContentCoding: String, CaseIterable, Sendable {
  case brotli = "br"
  case gzip

  /// The suffix of a file's packed twin.
  var suffix: String {
    switch self {
    case .brotli: ".br"
    case .gzip: ".gz"
    }
  }
}

/// The types that a client accepts (RFC 9110, section 12.5.1), as far as answers differ.
struct AcceptedTypes {
  private let names: Set<String>

  /// Reads the `Accept` fields of a request. Weights are not compared: who names a type wants it.
  ///
  /// - Parameter fields: Their values.
  init(_ fields: [String]) {
    let items = fields.joined(separator: ",").lowercased().split(separator: ",")
    names = Set(items.compactMap { $0.split(separator: ";").first?.filter { $0 != " " } })
  }

  /// `true` for a program that wants readings as lines of JSON.
  var prefersJSONLines: Bool {
    !names.isDisjoint(with: ["application/jsonl", "application/x-ndjson"])
  }

  /// `true` for a program that wants to read refusals as JSON.
  var prefersJSON: Bool {
    !names.contains("text/html") && (prefersJSONLines || names.contains("application/json"))
  }
}

/// The codings that a client accepts (RFC 9110, section 12.5.3).
struct AcceptedCodings {
  /// The weights by name of the coding; `*` stands for those without a weight of their own.
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

  /// The representation to send.
  enum Choice: Equatable {
    case coding(ContentCoding)
    /// The file as it is.
    case identity
    /// The client refuses all of them.
    case nothing
  }

  /// Chooses the client's preferred coding; of several with equal weight, the one that packs best.
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

/// The security header fields of every response, including refusals.
package enum SecurityHeaders {
  /// The names and values, in order; an export writes them for other servers.
  package static let fields: [(name: String, value: String)] = [
    ("Content-Security-Policy", contentSecurityPolicy),
    (
      "Permissions-Policy",
      "microphone=(self), screen-wake-lock=(self), midi=(self), geolocation=(), camera=()"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// Allows only our own files; WebAssembly, but no `eval`; no frames.
  private static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
    "img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  static let httpFields: HTTPFields = {
    var result = HTTPFields()
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { result[name] = value }
    }
    return result
  }()
}
