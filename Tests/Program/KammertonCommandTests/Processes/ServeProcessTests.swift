import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("kammerton serve, as a process", .timeLimit(.minutes(5)))
struct ServeProcessTests {
  /// A server at a free port, while a test needs it.
  private final class Server {
    let process = Process()
    let folder: TemporaryDirectory
    private(set) var address = ""

    init(_ arguments: [String]) throws {
      folder = try TemporaryDirectory()
      try Data("<!doctype html><title>Page</title>".utf8).write(to: folder.file("index.html"))
      let output = Pipe()
      process.executableURL = try Program.url()
      process.arguments = ["serve", "--port", "0", "--site", folder.path("")] + arguments
      process.environment = Program.environment([
        "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": folder.path("state"),
        "XDG_CONFIG_HOME": folder.path("config"),
      ])
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var text = ""
      while !text.contains("\n") {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { break }
        text += String(decoding: data, as: UTF8.self)
      }
      address = text.split(separator: " ").first { $0.hasPrefix("http") }.map(String.init) ?? ""
    }

    /// What curl prints.
    func curl(_ arguments: [String]) throws -> String {
      let curl = Process()
      let output = Pipe()
      curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
      curl.arguments = ["--silent", "--max-time", "10"] + arguments
      curl.standardOutput = output
      try curl.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      curl.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }

    func end(_ signal: Int32) async -> Int32 {
      kill(process.processIdentifier, signal)
      while process.isRunning { try? await Task.sleep(for: .milliseconds(20)) }
      return process.terminationStatus
    }
  }

  @Test("prints its address, serves the page, and ends with 0", arguments: [SIGINT, SIGTERM])
  func page(signal: Int32) async throws {
    let server = try Server([])
    #expect(server.address.hasPrefix("http://127.0.0.1:"))
    #expect(try server.curl([server.address]).contains("<title>Page</title>"))
    #expect(await server.end(signal) == 0)
  }

  @Test("--listen --strum streams all strings of a strum as events of their own, beside readings")
  func strum() async throws {
    let server = try Server(["--listen", "--strum", "--simulate", "110"])
    let text = try server.curl(["--max-time", "4", server.address + "api/readings"])
    #expect(text.contains("event: strum\ndata: {\"time\":"))
    #expect(text.contains("\"note\":\"E2\",\"target\":82.4069"))
    #expect(text.contains("id: "))
    #expect(await server.end(SIGTERM) == 0)
  }

  @Test("--strum without --listen is refused")
  func strumAlone() async throws {
    let result = try await Program.run(["serve", "--strum"])
    #expect(result.status == 64 && result.errors.contains("--listen"))
  }

  @Test("--join tells the page where the beat is, also over https; without it there is none")
  func join() async throws {
    for (arguments, beat) in [
      ([], "null"), (["--join"], "\"api/beat\""),
      (["--join", "127.0.0.1", "--share-port", "9", "--tls"], "\"api/beat\""),
    ] {
      let server = try Server(arguments)
      let text = try server.curl(["--insecure", server.address + "server.json"])
      #expect(text == "{ \"readings\": null, \"beat\": \(beat) }\n")
      let status = try server.curl(
        ["--insecure", "-o", "/dev/null", "-w", "%{http_code}", server.address + "api/beat"])
      #expect(status == (arguments.isEmpty ? "404" : "426"))
      #expect(await server.end(SIGTERM) == 0)
    }
  }

  @Test("--listen streams the lines of tune --jsonl, and ends while somebody watches")
  func listen() async throws {
    let server = try Server(["--listen", "--simulate", "440"])
    let path = server.folder.path("events")
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = ["--silent", "--no-buffer", "-o", path, server.address + "api/readings"]
    try curl.run()
    for _ in 0..<500 {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      if text.ranges(of: "\"octave\":4").count > 10 { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await server.end(SIGTERM) == 0)
    curl.waitUntilExit()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("retry: 2000\n\nevent: status\ndata: {\"state\":\"listening\""))
    let readings = text.split(separator: "\n").filter { $0.hasPrefix("data: {\"time\":") }
    #expect(readings.count > 10)
    let line = try #require(readings.last { $0.contains("\"note\":\"A\",\"octave\":4") })
    let object = try JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8))
    let keys = try #require(object as? [String: Any]).keys
    let tune = try await Program.run(["tune", "--simulate", "440", "--jsonl"])
    let lines = try tune.lines.map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      ).keys
    }
    #expect(lines.count == 200 && lines.allSatisfy { Set($0) == Set(keys) })
  }

  @Test("--listen tells of each note that has ended, with the figures of a history")
  func notes() async throws {
    let server = try Server(["--listen", "--simulate", "442,E4"])
    let path = server.folder.path("events")
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = ["--silent", "--no-buffer", "-o", path, server.address + "api/readings"]
    try curl.run()
    var text = ""
    // The source ends after four seconds, and its last note with it.
    while !text.contains("\"state\":\"ended\""), curl.isRunning {
      text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await server.end(SIGTERM) == 0)
    curl.waitUntilExit()
    let notes = try text.components(separatedBy: "event: note\ndata: ").dropFirst().map {
      let line = Data($0.prefix { $0 != "\n" }.utf8)
      return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    }
    #expect(notes.map { $0["midi"] as? Int } == [69, 64])
    let first = try #require(notes.first)
    // 442 Hz against 440, for the two seconds of each tone.
    #expect(abs((first["meanCents"] as? Double ?? 0) - 7.851) < 0.3)
    #expect(abs((first["duration"] as? Double ?? 0) - 2) < 0.3)
    #expect(first["timeInTune"] as? Double == 0)
  }

  @Test("--host 0.0.0.0 --tls wants the token, and keeps its certificate")
  func network() async throws {
    let server = try Server(["--host", "0.0.0.0", "--tls"])
    #expect(server.address.hasPrefix("https://") && server.address.contains("/?token="))
    let port = try #require(URL(string: server.address)?.port)
    let token = try #require(server.address.split(separator: "=").last)
    let certificate = server.folder.path("state/kammerton/certificate.pem")
    let trusting = ["--cacert", certificate]
    let root = "https://localhost:\(port)/"
    let refused = try server.curl(trusting + ["-o", "/dev/null", "-w", "%{http_code}", root])
    #expect(refused == "403")
    let page = try server.curl(
      trusting + ["--location", "--cookie", "", "\(root)?token=\(token)"])
    #expect(page.contains("<title>Page</title>"))
    #expect(await server.end(SIGTERM) == 0)
  }

  @Test("what cannot be served ends with 2, and says what to do")
  func refusals() async throws {
    let server = try Server([])
    let port = try #require(URL(string: server.address)?.port)
    let site = ["--site", server.folder.path("")]
    for (arguments, words) in [
      (site + ["--port", "\(port)"], "Port \(port) is in use"),
      (["--site", "/nowhere"], "Run make web"),
      (site + ["--port", "0", "--host", "203.0.113.1"], "--host 0.0.0.0"),
      (site + ["--certificate", "/nowhere", "--key", "/nowhere"], "/nowhere could not be read"),
      (
        site + ["--port", "0", "--listen", "--microphone", "no such microphone"],
        "kammerton doctor devices"
      ),
      (
        site + ["--port", "0", "--join", "[::1]:8442"],
        "::1 was not found (it has no address of IPv4)"
      ),
    ] {
      let result = try await Program.run(["serve"] + arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(await server.end(SIGINT) == 0)
    #expect(try await Program.run(["serve", "--microphone", "x"]).status == 64)
    #expect(try await Program.run(["serve", "--key", "x"]).status == 64)
    #expect(try await Program.run(["serve", "--port", "65536"]).status == 64)
    #expect(try await Program.run(["serve", "--share-port", "8442"]).status == 64)
    #expect(try await Program.run(["serve", "--join", "--share-port", "0"]).status == 64)
    #expect(try await Program.run(["serve", "--join", "--export", "site"]).status == 64)
  }

  @Test("--export writes the page, and not over other files")
  func export() async throws {
    let folder = try TemporaryDirectory()
    let site = folder.file("site")
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    try Data("page".utf8).write(to: site.appendingPathComponent("index.html"))
    let arguments = ["serve", "--site", site.path, "--export", folder.path("out")]
    let result = try await Program.run(arguments)
    #expect(result.status == 0)
    #expect(result.output == "Files written to \(folder.path("out")): 4\n")
    try Data("mine".utf8).write(to: folder.file("out/mine"))
    let refused = try await Program.run(arguments)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--force"))
    #expect(try await Program.run(arguments + ["--force"]).status == 0)
  }
}
