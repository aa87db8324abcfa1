import AudioFiles
import Foundation
import Testing
import _TestSignals

/// Where sound comes from: pipes, devices, and files with any name.
@Suite("Inputs, as processes", .timeLimit(.minutes(5)))
struct InputProcessTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("a.wav")
    try Recording.sine(440, to: path)
  }

  private func shell(_ script: String) async throws -> Program.Result {
    try await Program.run(
      ["-c", script], of: "/bin/sh",
      environment: ["K": try Program.url().path, "D": directory.url.path])
  }

  @Test("FLAC, and a device with the name of standard input, are read from pipes")
  func pipes() async throws {
    let flac = directory.path("a.flac")
    let tone = TestSignal.sine(440, sampleRate: 44_100, count: 22_050)
    try Recording.write(tone, to: flac, format: .flac16)
    let expected = [
      "wav": try await Program.run(["track", path]).output,
      "flac": try await Program.run(["track", flac]).output,
    ]
    for script in [
      #"cat "$D/a.wav" | "$K" track -"#, #"cat "$D/a.wav" | "$K" track /dev/stdin"#,
      #""$K" track /dev/stdin < "$D/a.wav""#, #"cat "$D/a.flac" | "$K" track -"#,
      #"cat "$D/a.flac" | "$K" track /dev/stdin"#,
      #"mkfifo "$D/f"; cat "$D/a.wav" > "$D/f" & "$K" track "$D/f"; rm "$D/f""#,
      #"mkfifo "$D/f"; cat "$D/a.flac" > "$D/f" & "$K" track "$D/f"; rm "$D/f""#,
    ] {
      let result = try await shell(script)
      #expect(result.status == 0 && result.errors.isEmpty, "\(script): \(result.errors)")
      #expect(result.output == expected[script.contains(".flac") ? "flac" : "wav"], "\(script)")
    }
    for script in [
      #"cat "$D/a.flac" | "$K" tune - --plain"#, #""$K" tune /dev/stdin --plain < "$D/a.flac""#,
    ] {
      let result = try await shell(script)
      #expect(result.output.contains("A4"), "\(script): \(result.errors)")
    }
  }

  @Test("names that are not UTF-8 are opened, written, and shown by their bytes")
  func names() async throws {
    let expected = try await Program.run(["track", path]).output
    let result = try await shell(
      #"""
      cd "$D" && n=$(printf 'caf\351') && cp a.wav "$n.wav" && "$K" track "$n.wav"
      mkdir "$n" && "$K" track --output "$n" "$n.wav" && cat "$n/$n.f0.csv"
      "$K" track "$n.none"
      "$K" evaluate "$n" "$n" --csv | od -An -c | grep -c 'c   a   f 351'
      """#)
    #expect(result.output == expected + expected + "1\n", "\(result.output)")
    #expect(result.errors == "kammerton: caf\\xe9.none does not exist. Check the name.\n")
  }

  @Test("a short sound is not called silent")
  func shortBurst() async throws {
    var samples = [Float](repeating: 0, count: 44_100)
    let burst = TestSignal.noise(count: 6615, rms: 0.1, seed: 7)
    samples.replaceSubrange(10_000..<16_615, with: burst)
    try Recording.write(samples, to: directory.path("burst.wav"))
    let result = try await Program.run(["tune", directory.path("burst.wav"), "--plain"])
    #expect(result.status == 2)
    #expect(result.errors.contains("dBFS, is too short for a pitch, or has no steady one."))
    try Recording.write([Float](repeating: 0, count: 44_100), to: directory.path("none.wav"))
    let silent = try await Program.run(["tune", directory.path("none.wav"), "--plain"])
    #expect(silent.errors.contains("silent or too quiet"))
  }
}
