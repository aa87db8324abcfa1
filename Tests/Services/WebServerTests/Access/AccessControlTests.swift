import Testing

@testable import WebServer

@Suite("Who may see the page")
struct AccessControlTests {
  @Test(
    "this machine is known by its own names",
    arguments: [
      "localhost:8440", "LOCALHOST:1", "127.0.0.1:8440", "127.9.9.9", "[::1]:8440",
      "[::1]", "localhost", "127.0.0.1:65535", "127.255.255.255",
    ])
  func loopback(authority: String) {
    #expect(
      AccessControl.thisMachine.decide(authority: authority, query: "", cookies: []) == .allowed)
  }

  @Test(
    "a name that another site has pointed here is refused",
    arguments: [
      "evil.example", "evil.example:8440", "localhost.evil.example", "127.0.0.1.evil.example",
      "127.evil.example", "127.0.0", "127.0.0.1.5", "192.168.1.5:8440", "[fe80::1]", "[", "",
      "[::1].evil.com", "[::1]evil.com", "[::1]@evil.com:80", "localhost:80@evil.com",
      "localhost:@evil.com", "127.0.0.1:80:90", "localhost:123456", "user@localhost", "[::1",
      "localhost:80 evil.com", "localhost:٨٠", "localhost:", "localhost:65536", "localhost:+80",
      "localhost:-1", "localhost.", "[localhost]", "[127.0.0.1]", "::1", "[::1]:", "[0:0::1]",
      "127.0.0.01", "127.+0.0.1", "127.0.0.256", "0127.0.0.1", "127.0.0.1.", "127.0.1", "٧.0.0.1",
    ])
  func rebinding(authority: String) {
    #expect(
      AccessControl.thisMachine.decide(authority: authority, query: "", cookies: []) == .misdirected
    )
  }

  @Test("a token lets in once by the address, then by the cookie")
  func token() throws {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    #expect(token.text.count == 32)
    #expect(
      access.decide(authority: "x", query: "token=\(token.text)", cookies: [])
        == .welcomed(cookie: "kammerton=\(token.text); Path=/; HttpOnly; SameSite=Lax"))
    #expect(
      access.decide(authority: "x", query: "", cookies: ["a=b; kammerton=\(token.text)"])
        == .allowed)
  }

  @Test("with TLS the cookie goes by TLS only")
  func secure() {
    let token = AccessToken()
    let decision = AccessControl.token(token, isSecure: true)
      .decide(authority: nil, query: "token=\(token.text)"[...], cookies: [])
    guard case .welcomed(let cookie) = decision else {
      Issue.record("not welcomed")
      return
    }
    #expect(cookie.hasSuffix("; Secure"))
  }

  @Test("nothing but the whole token does")
  func wrong() {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    let half = token.text.prefix(16)
    for query in ["", "token=", "token=\(half)", "token=\(token.text)0", "Token=\(token.text)"] {
      #expect(access.decide(authority: nil, query: query[...], cookies: []) == .refused)
    }
    for cookie in ["kammerton=", "kammerton=\(half)", "xkammerton=\(token.text)"] {
      #expect(access.decide(authority: nil, query: "", cookies: [cookie]) == .refused)
    }
    #expect(AccessToken().text != token.text)
  }
}
