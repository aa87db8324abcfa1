/// What a file is, as `Content-Type` says it (RFC 9110, section 8.3).
enum MediaType: String, Sendable {
  case html = "text/html; charset=utf-8"
  case script = "text/javascript; charset=utf-8"
  case style = "text/css; charset=utf-8"
  case text = "text/plain; charset=utf-8"
  case json = "application/json"
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

  /// The type that a file's name tells; that of unknown names is ``binary``, which no browser runs.
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

  /// Whether browsers fetch such files without cookies: the manifest of an app, and its icons.
  var isFetchedWithoutCookies: Bool {
    switch self {
    case .manifest, .svg, .png, .icon: true
    default: false
    }
  }
}
