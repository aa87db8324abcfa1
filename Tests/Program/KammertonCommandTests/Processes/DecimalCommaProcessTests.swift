import Testing

@Suite("Decimal commas, as a process", .timeLimit(.minutes(5)))
struct DecimalCommaProcessTests {
  @Test(
    "every number with a comma is answered with the point",
    arguments: [
      (["tune", "--simulate", "440", "--a4", "441,3"], "441.3"),
      (["note", "441,3"], "441.3"), (["note", "A4", "--temperature=20,5"], "20.5"),
      (["tone", "A4", "--duration", "1,5min"], "1.5min"), (["tone", "A4", "--beat", "0,5"], "0.5"),
      (["metronome", "137,5", "--duration", "1s"], "137.5"),
      (["metronome", "120", "--swing", "57,5"], "57.5"),
      (["tune", "--simulate", "440", "--tolerance", "2,5"], "2.5"),
      (["evaluate", "a", "b", "--tolerance", "2,5"], "2.5"),
      (["calibrate", "--reference", "441,3"], "441.3"),
      (["scale", "equal", "--a4", "415,5"], "415.5"),
    ])
  func answered(arguments: [String], better: String) async throws {
    let result = try await Program.run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("Decimals have a point"), "\(result.errors)")
    #expect(result.errors.contains("write \(better)."), "\(result.errors)")
    #expect(result.errors.hasPrefix("Error: ") && result.errors.contains("Usage: kammerton "))
  }

  @Test("lists keep their commas, and other mistakes are told as before")
  func lists() async throws {
    let list = try await Program.run(["tune", "--simulate", "440,880"])
    #expect(list.status == 0 && list.lines.count == 2)
    let other = try await Program.run(["note", "H4"])
    #expect(other.status == 64 && !other.errors.contains("Decimals"))
  }
}
