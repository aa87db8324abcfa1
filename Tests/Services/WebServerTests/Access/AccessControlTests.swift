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
      access.decide(authority: "x:8440", query: "token=\(token.text)", cookies: [])
        == .welcomed(cookie: "kammerton-8440=\(token.text); Path=/; HttpOnly; SameSite=Lax"))
    #expect(
      access.decide(
        authority: "x:8440", query: "", cookies: ["a=b; kammerton-8440=\(token.text)"])
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
    #expect(cookie.hasPrefix("__Host-kammerton-443=") && cookie.hasSuffix("; Secure"))
  }

  // RFC 6265, section 8.5: cookies have no ports. A browser sends those of all servers of a host.
  @Test("servers at other ports and by TLS have cookies of other names, whatever their host's name")
  func cookieNames() {
    for (authority, isSecure, name) in [
      ("x:8440", false, "kammerton-8440"), ("x:8441", false, "kammerton-8441"),
      ("x:8440", true, "__Host-kammerton-8440"), ("x", false, "kammerton-80"),
      ("x", true, "__Host-kammerton-443"), ("[fd00::1]:8440", false, "kammerton-8440"),
      ("[fd00::1]", false, "kammerton-80"), ("x:1;b=", false, "kammerton-80"),
      ("x:99999", false, "kammerton-80"), ("", true, "__Host-kammerton-443"),
    ] {
      #expect(AccessControl.cookieName(authority: authority, isSecure: isSecure) == name)
    }
  }

  @Test("cookies of other servers, of an earlier version and of other paths do no harm")
  func otherCookies() {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    let others = "kammerton=0; kammerton-8441=1; __Host-kammerton-8440=2; kammerton-8440=3"
    func decide(_ cookies: [String]) -> AccessControl.Decision {
      access.decide(authority: "x:8440", query: "", cookies: cookies)
    }
    #expect(decide([others + "; kammerton-8440=\(token.text)"]) == .allowed)
    #expect(decide(["kammerton-8440=\(token.text)", others]) == .allowed)
    #expect(decide([others]) == .refused)
    // Those of others say nothing of this server.
    #expect(decide(["kammerton=\(token.text); kammerton-8441=\(token.text)"]) == .unknown)
  }

  @Test("nothing but the whole token does")
  func wrong() {
    let token = AccessToken()
    let access = AccessControl.token(token, isSecure: false)
    let half = token.text.prefix(16)
    for query in ["token=", "token=\(half)", "token=\(token.text)0", "a=b&token=0"] {
      #expect(access.decide(authority: nil, query: query[...], cookies: []) == .refused)
    }
    for query in ["", "Token=\(token.text)", "atoken=\(token.text)"] {
      #expect(access.decide(authority: nil, query: query[...], cookies: []) == .unknown)
    }
    for cookie in ["kammerton-80=", "kammerton-80=\(half)", "kammerton-80=\(token.text)0"] {
      #expect(access.decide(authority: nil, query: "", cookies: [cookie]) == .refused)
    }
    let longer = "xkammerton-80=\(token.text)"
    #expect(access.decide(authority: nil, query: "", cookies: [longer]) == .unknown)
    #expect(AccessToken().text != token.text)
  }
}
