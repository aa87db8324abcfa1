import Testing

@testable import WebServer

@Suite("The grammar of requests", .timeLimit(.minutes(5)))
struct RequestHeadRulesTests {
  private static let host = "Host: localhost\r\n"

  /// Heads that are right, by RFC 9112.
  private static let right = [
    "GET / HTTP/1.1\r\n\(host)\r\n", "GET / HTTP/1.0\r\n\(host)\r\n",
    "\r\nGET / HTTP/1.1\r\n\(host)\r\n", "M-SEARCH * HTTP/1.1\r\n\(host)\r\n",
    "GET /?a=%20&b=~!$ HTTP/1.1\r\nhost:localhost\r\nX-A_b.c: \u{E9} \t x \r\nY:\r\n\r\n",
    "GET http://localhost/ HTTP/1.1\r\n\(host)\r\n",
    "GET HTTPS://LOCALHOST?a HTTP/1.1\r\n\(host)\r\n",
    "GET http://localhost:80/x HTTP/1.1\r\nHost:  LocalHost:80 \r\n\r\n",
    "GET /http://evil/ HTTP/1.1\r\n\(host)\r\n",
    "GET / HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)\r\nHEAD / HTTP/1.1\r\n\(host)\r\n",
    "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\na\nb any bytes \0",
    "POST / HTTP/1.1\r\n\(host)transfer-ENCODING: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
  ]

  /// Heads that some servers read and others do not, or read in another way.
  private static let wrong = [
    "GET  / HTTP/1.1\r\n\(host)\r\n", "GET /  HTTP/1.1\r\n\(host)\r\n",
    "GET / HTTP/1.1 \r\n\(host)\r\n", " GET / HTTP/1.1\r\n\(host)\r\n",
    "GET\t/ HTTP/1.1\r\n\(host)\r\n", "GET /\tHTTP/1.1\r\n\(host)\r\n",
    "GET /\r\n\(host)\r\n", "GET / \r\n\(host)\r\n", "GET\r\n\(host)\r\n",
    "GET / HTTP/1.2\r\n\(host)\r\n", "GET / HTTP/2.0\r\n\(host)\r\n",
    "GET / HTTP/1.1x\r\n\(host)\r\n", "GET / http/1.1\r\n\(host)\r\n",
    "GET / HTTP/1\r\n\(host)\r\n", "GET / HTTP/1.11\r\n\(host)\r\n",
    "GET / ICE/1.1\r\n\(host)\r\n", "GET / HTTP/1.1\n\(host)\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\n\r\n", "GET / HTTP/1.1\r\n\(host)\n",
    "GET / HTTP/1.1\r\(host)\r\n", "GET / HTTP/1.1\r\n\(host)X: a\rb\r\n\r\n",
    "\nGET / HTTP/1.1\r\n\(host)\r\n", "\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n",
    "GET /\u{E9} HTTP/1.1\r\n\(host)\r\n", "GET /\0 HTTP/1.1\r\n\(host)\r\n",
    "G\u{E9}T / HTTP/1.1\r\n\(host)\r\n", "G@T / HTTP/1.1\r\n\(host)\r\n",
    "GET / HTTP/1.1\r\n \(host)\r\n", "GET / HTTP/1.1\r\n\(host) folded\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)\tfolded\r\n\r\n", "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host): no name\r\n\r\n", "GET / HTTP/1.1\r\n\(host)no colon\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X: a\0b\r\n\r\n", "GET / HTTP/1.1\r\n\(host)X: \u{7F}\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Content-Length: 0\r\ncontent-length: 5\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET http://evil/ HTTP/1.1\r\n\(host)\r\n", "GET http://localhost:80/ HTTP/1.1\r\n\(host)\r\n",
    "GET http://localhost@evil/ HTTP/1.1\r\n\(host)\r\n", "GET http:/// HTTP/1.1\r\n\(host)\r\n",
    "GET https://evil?http://localhost/ HTTP/1.1\r\n\(host)\r\n",
    "GET http://localhost.evil/ HTTP/1.1\r\n\(host)\r\n",
    "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
  ]

  private static func isAllowed(_ text: String, pieces size: Int = .max) -> Bool {
    var rules = RequestHeadRules()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard rules.allow(rest.prefix(size)) else { return false }
      rest = rest.dropFirst(size)
    }
    return true
  }

  @Test("allows what is right, and refuses what has two readings, however the bytes arrive")
  func examples() {
    for size in [1, 2, 7, .max] {
      for text in Self.right {
        #expect(Self.isAllowed(text, pieces: size), "\(text.debugDescription)")
      }
      for text in Self.wrong {
        #expect(!Self.isAllowed(text, pieces: size), "\(text.debugDescription)")
      }
    }
  }

  @Test("the server answers 400 to what is wrong, closes, and serves others")
  func server() async throws {
    try await WebServer.running { port in
      for text in Self.wrong {
        let response = try await Wire.exchange(text, port: port)
        #expect(response.hasPrefix("HTTP/1.1 400 "), "\(text.debugDescription): \(response)")
        #expect(response.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(response.ranges(of: "HTTP/1.1 ").count == 1, "\(response)")
      }
      for (text, status) in [
        (Self.right[0], "200"), (Self.right[2], "200"), (Self.right[5], "200"),
        (Self.right[6], "200"), (Self.right[7], "404"),
        (Self.right[Self.right.count - 2], "413"), (Self.right[Self.right.count - 1], "413"),
        ("GET / HTTP/1.1\r\n\(Self.host)\(Self.host)\r\n", "400"),
        ("GET / HTTP/1.1\r\n\r\n", "400"),
      ] {
        let closing = text.replacing(
          "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n", maxReplacements: 1)
        let response = try await Wire.exchange(closing, port: port)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(text.debugDescription): \(response)")
        #expect(response.ranges(of: "HTTP/1.1 ").count == 1, "\(response)")
      }
    }
  }

  /// The grammar of RFC 9112 in one expression, for heads without bodies. The last line may be the
  /// empty one before a next request.
  private static func matchesGrammar(_ text: String) -> Bool {
    let head =
      #/
      (?: \r\n )?
      [!\#-'*+\-.0-9A-Z^-z|~]+ \x20 [!-~]+ \x20 HTTP/1\.[01] \r\n
      (?: [!\#-'*+\-.0-9A-Z^-z|~]+ : [\t\x20-~]* \r\n )*
      \r\n
      (?: \r\n )?
      /#
    return text.wholeMatch(of: head.matchingSemantics(.unicodeScalar)) != nil
  }

  @Test("agrees with the grammar as a regular expression about 20000 changed heads")
  func changed() {
    var random = KnuthGenerator(state: 11)
    var counts = [true: 0, false: 0]
    let words = [
      " ", "  ", "\t", "\r", "\n", "\r\n", ":", "/", "HTTP/1.1", "GET", "\0", "X: y", "{",
    ]
    for _ in 0..<20_000 {
      let head = "GET /a?b HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n"
      var scalars = Array(head.unicodeScalars)
      for _ in 0...Int.random(in: 0...1, using: &random) {
        let place = Int.random(in: 0..<scalars.count, using: &random)
        if Bool.random(using: &random) {
          scalars.remove(at: place)
        } else {
          let word = words[Int.random(in: words.indices, using: &random)]
          scalars.insert(contentsOf: word.unicodeScalars, at: place)
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let whole = String(text)
      // What is cut short is no whole head, and yet nothing in it is wrong.
      guard whole.hasSuffix("\r\n\r\n") else { continue }
      let isRight = Self.matchesGrammar(whole)
      counts[isRight, default: 0] += 1
      #expect(Self.isAllowed(whole) == isRight, "\(whole.debugDescription)")
    }
    #expect(counts[true, default: 0] > 2000 && counts[false, default: 0] > 2000, "\(counts)")
  }
}

/// The same numbers in each run, by Knuth's constants.
private struct KnuthGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    var result: UInt64 = 0
    for _ in 0..<2 {  // the low bits of each step are not random enough
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      result = result << 32 | state >> 32
    }
    return result
  }
}
