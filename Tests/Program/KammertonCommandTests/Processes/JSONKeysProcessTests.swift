import Foundation
import Testing

@Suite("JSON of every command", .timeLimit(.minutes(5)))
struct JSONKeysProcessTests {
  /// Adds the keys of a value, and of all that it contains.
  private func collect(_ value: Any, _ keys: inout Set<String>) {
    if let object = value as? [String: Any] {
      keys.formUnion(object.keys)
      for value in object.values { collect(value, &keys) }
    } else if let elements = value as? [Any] {
      for element in elements { collect(element, &keys) }
    }
  }

  @Test("its keys are in camel case, and each line is JSON")
  func keys() async throws {
    let directory = try TemporaryDirectory()
    func path(_ name: String) -> String { directory.path(name) }
    let frets = "string,fret,frequency,error_cents\n6,0,82.41,0.1\n6,12,165.0,0.1\n6,1,87.4,0.1\n"
    try Data(frets.utf8).write(to: directory.file("frets.csv"))
    for name in ["bells.bells", "salon.piano"] {
      let command = name.hasSuffix("piano") ? ["piano", "--piano"] : ["bell", "--keep"]
      let made = try await Program.run(
        command + [path(name), path("a4.wav"), "--jsonl"], input: Data())
      #expect(made.status != 64, "\(made.errors)")
    }
    let environment = ["HOME": directory.url.path, "XDG_CONFIG_HOME": path("config")]
    for arguments in [
      ["note", "A4", "--json"], ["scale", "meantone", "--json"], ["temperaments", "--json"],
      ["instruments", "--json"], ["string", "0.010in", "25.5in", "E4", "--json"],
      [
        "string", "--set", "45,65,85,105", "34in", "--instrument", "bass", "--material",
        "bass-nickel-wound", "--json",
      ],
      ["setup", "guitar", path("frets.csv"), "--length", "648mm", "--jsonl"],
      ["piano", "targets", path("salon.piano"), "--jsonl"],
      ["piano", "report", path("salon.piano"), "--json"],
      ["bell", "report", path("bells.bells"), "--json"], ["calibrate", "--json"],
    ] {
      let result = try await Program.run(arguments, environment: environment)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      var keys: Set<String> = []
      for line in arguments.contains("--jsonl") ? result.lines.map(String.init) : [result.output] {
        collect(try JSONSerialization.jsonObject(with: Data(line.utf8)), &keys)
      }
      #expect(!keys.isEmpty)
      for key in keys {
        #expect(key.allSatisfy { $0.isLetter || $0.isNumber }, "\(arguments): \(key)")
        #expect(key.first?.isLowercase == true, "\(arguments): \(key)")
      }
    }
  }
}
