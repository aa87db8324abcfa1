import ArgumentParser
@testable import CommandKit
import Foundation
import Testing
@testable import TrackCommands

@Suite("Settings of results")
struct TrackSettingsTests {
  private func settings(_ arguments: [String]) throws -> TrackSettings {
    try TrackCommand.parse(["a.wav"] + arguments).settings
  }

  private func difference(_ old: [String], _ new: [String]) throws -> String? {
    try settings(new).difference(from: settings(old), in: "pitch")
  }

  @Test(
    "two spellings of one setting are equal",
    arguments: [
      [["--hop", "10ms"], ["--hop", "0.01s"], []], [["--hop", "5.8ms"], ["--hop", "0.0058s"]],
      [["--range", "30-4200"], ["--range", "30Hz..4.2kHz"]],
      [["--range", "E2..E6"], ["--range", "e2-e6"]], [["--lookahead", "0.3s"], []],
      [["--gate", "AUTO"], []], [["--gate", "-40"], ["--gate", "-40.0dB"]],
      [["--channel", "mix"], []], [["--a4", "440Hz"], []], [["--temperament", "equal"], []],
      [["--temperature", "20C"], ["--temperature", "68F"], []], [["--estimator", "best"], []],
      [["--json"], ["--format", "json"]], [["--unvoiced", "empty"], []],
      [["--format", "tsv"], ["--format", "tsv", "--unvoiced", "zero"]],
      [["--plot", "a.png"], ["--jobs", "3"], []],
    ])
  func spellings(spellings: [[String]]) throws {
    let all = try spellings.map { try settings($0) }
    #expect(all.allSatisfy { $0 == all[0] }, "\(all.map(\.json))")
  }

  @Test(
    "a difference is named as the user types it",
    arguments: [
      ([], ["--hop", "5ms"], "with --hop 10ms, not --hop 5ms"),
      (["--hop", "441samples"], [], "with --hop 441samples, not --hop 10ms"),
      ([], ["--notes"], "as readings, not as notes"),
      (["--onsets"], [], "as onsets, not as readings"),
      (
        ["--format", "midi"], ["--format", "midi", "--pitch-bend"],
        "without --pitch-bend, not with it"
      ),
      (["--no-learned"], [], "with --no-learned, not without"),
      ([], ["--range", "E2..E6"], "with the default of --range, not --range E2..E6"),
      (["--unvoiced", "nan"], [], "with --unvoiced nan, not --unvoiced empty"),
      ([], ["--format", "json"], "with --format csv, not --format json"),
      ([], ["--estimator", "yin,mpm"], "with --estimator best, not --estimator yin,mpm"),
      ([], ["--lookahead", "0s"], "with --lookahead 300ms, not --lookahead 0ms"),
      (["--gate", "off"], ["--gate", "-45.5"], "with --gate off, not --gate -45.5"),
      (["--channel", "2"], [], "with --channel 2, not --channel mix"),
      ([], ["--a4", "442"], "with --a4 440, not --a4 442"),
      (
        ["--temperament", "vallotti"], ["--temperament", "vallotti", "--root", "D"],
        "with --temperament vallotti --root C, not --temperament vallotti --root D"
      ),
      (
        ["--hop", "5ms", "--a4", "415"], [],
        "with --hop 5ms, not --hop 10ms; with --a4 415, not --a4 440"
      ),
    ] as [([String], [String], String)])
  func differences(old: [String], new: [String], part: String) throws {
    #expect(
      try difference(old, new)
        == "The results in pitch were made \(part). Give the same settings, or write to another folder."
    )
  }

  @Test("another version is named, with the advice to install it")
  func version() throws {
    let stored = try settings([]).json.replacingOccurrences(of: programVersion, with: "0.0.1")
    let old = try #require(TrackSettings(json: stored))
    #expect(
      try settings(["--hop", "5ms"]).difference(from: old, in: "pitch")
        == "The results in pitch were made with kammerton 0.0.1, not \(programVersion). Install "
        + "kammerton 0.0.1, or write to another folder.")
  }

  @Test("a Scala file is known by its contents, wherever it lies")
  func scalaFiles() throws {
    let tree = try FileTree()
    defer { withExtendedLifetime(tree) {} }
    func scale(_ name: String, third: Int) throws -> TrackSettings {
      let cents = (1...12).map { $0 == 4 ? "\(third).0" : "\($0 * 100).0" }.joined(separator: "\n")
      return try settings(["--scale", tree.add(name, Data("t\n 12\n\(cents)\n".utf8))])
    }
    let first = try scale("a.scl", third: 390)
    #expect(try scale("b/c.scl", third: 390) == first)
    #expect(try scale("a.scl", third: 391) != first)
  }

  @Test("the file is JSON with one value per setting, and is read back")
  func file() throws {
    let settings = try settings(["--hop", "5ms", "--no-learned", "--temperament", "young-ii"])
    let object = try JSONSerialization.jsonObject(with: Data(settings.json.utf8))
    let values = try #require(object as? [String: Any])
    #expect(values.count == settings.settings.count)
    #expect(values["version"] as? String == programVersion)
    #expect(values["hop"] as? String == "5ms" && values["no-learned"] as? Bool == true)
    #expect(values["range"] is NSNull)
    #expect(TrackSettings(json: settings.json) == settings)
  }

  @Test(
    "anything else is not read",
    arguments: [
      "", "{}", "{}\n", "{\n}\n", "[]\n", "{\n  \"hop\": \"10ms\"\n}\n",
      "{\n  \"version\": \"1\"\n}", "{\n  \"version\": \"1\",\n}\n", "{\n  \"version\": 1\n}\n",
      "{\n  \"version\": \"1\"\n}\n\n", "{\n \"version\": \"1\"\n}\n",
      "{\n  \"version\": \"1.0.0\",\n  \"method\": \"best\",\n  \"hop\": 0.01\n}\n",
      "{\r\n  \"version\": \"1\"\r\n}\r\n", "{\n  \"version\": \"a\\\"b\"\n}\n",
    ])
  func strictness(text: String) {
    #expect(TrackSettings(json: text) == nil)
  }
}
