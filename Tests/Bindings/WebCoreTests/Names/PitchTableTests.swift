import MusicTheory
import Testing

@testable import WebCore

@Suite("Frequencies of notes behind the C interface")
struct PitchTableTests {
  private func table(_ name: String, root: Int, at frequency: Double) throws -> PitchTable {
    let table = PitchTable()
    for (index, cents) in try Scale(named: name).degrees.enumerated() {
      table.degrees[index] = cents
    }
    #expect(table.tune(to: frequency, root: root))
    return table
  }

  @Test("A4 keeps the concert pitch whatever the root, and 100 cents above are a semitone")
  func concertPitch() throws {
    for root in 0..<12 {
      let table = try table("vallotti", root: root, at: 415)
      #expect(abs(table.frequency(of: 69, cents: 0) - 415) < 1e-9)
      #expect(table.offsets[9] == 0)
    }
    let equal = try table("equal", root: 0, at: 440)
    #expect(abs(equal.frequency(of: 60, cents: 0) - 261.625_565_3) < 1e-6)
    #expect(abs(equal.frequency(of: 59, cents: 100) - equal.frequency(of: 60, cents: 0)) < 1e-9)
  }

  @Test("Vallotti on C puts C 5.865 cents and B 3.910 cents off equal temperament")
  func offsets() throws {
    let table = try table("vallotti", root: 0, at: 440)
    #expect(abs(table.offsets[0] - 5.865) < 0.001)
    #expect(abs(table.offsets[11] + 3.910) < 0.001)
  }

  @Test("a concert pitch beyond 300...500 Hz, and degrees that do not rise, are refused")
  func refusals() throws {
    let table = try table("equal", root: 0, at: 440)
    #expect(!table.tune(to: 299, root: 0))
    table.degrees[3] = .nan
    #expect(!table.tune(to: 440, root: 0))
    #expect(abs(table.frequency(of: 69, cents: 0) - 440) < 1e-9, "as before")
  }

  @Test("a capo at fret 2 makes F#2 of E2; fret 13 and what leaves the keyboard are refused")
  func capo() {
    #expect(noteWithCapo(40, 2) == 42)
    #expect(noteWithCapo(40, 0) == 40)
    #expect(noteWithCapo(40, 13) == -1)
    #expect(noteWithCapo(40, -1) == -1)
    #expect(noteWithCapo(120, 12) == -1)
  }
}
