import HTTPTypes

/// The header fields that every response carries, refusals included.
public enum SecurityHeaders {
  /// The names and values, in order; an export writes them for other servers.
  public static let fields: [(name: String, value: String)] = [
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

  /// Nothing but our own files; WebAssembly, but no `eval`; in no frame.
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
