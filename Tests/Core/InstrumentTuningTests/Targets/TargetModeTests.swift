import InstrumentTuning
import MusicTheory
import Testing

@Suite("What a tuner chooses from")
struct TargetModeTests {
  private static func guitar(_ tuning: String = "Standard") throws -> Tuning {
    try InstrumentCatalog.builtIn.instrument(named: "guitar").tuning(named: tuning)
  }

  @Test(
    "300 cents from a string, chosen or not, or from the only note are far, 299 are not")
  func far() throws {
    let string = TargetMode.string(6, of: try Self.guitar())
    let note = TargetMode.note(try TargetPitch(Note(.a, octave: 4)))
    for mode in [string, note, .strings(try Self.guitar())] {
      #expect(mode.isFar(300) && mode.isFar(-300) && mode.isFar(500))
      #expect(!mode.isFar(299) && !mode.isFar(-299) && !mode.isFar(0))
    }
    #expect(!TargetMode.chromatic.isFar(500))
  }

  @Test(
    "the nearest target of a guitar: 82.4 Hz is string 6, 110 Hz string 5, 440 Hz string 1",
    arguments: [(82.4069, 6), (110.0, 5), (440.0, 1), (30.0, 6)])
  func strings(frequency: Double, string: Int) throws {
    let mode = TargetMode.strings(try Self.guitar())
    #expect(mode.nearestTarget(to: frequency, under: .standard)?.string == string)
  }

  @Test("in drop D the nearest to E2 is D2; of one string it is that one, of a scale the degree")
  func others() throws {
    let low = 82.4069
    let drop = TargetMode.strings(try Self.guitar("drop-d"))
    #expect(drop.nearestTarget(to: low, under: .standard)?.note == Note(.d, octave: 2))
    let locked = TargetMode.string(1, of: try Self.guitar())
    #expect(locked.nearestTarget(to: low, under: .standard)?.string == 1)
    #expect(
      TargetMode.chromatic.nearestTarget(to: 445, under: .standard)?.note == Note(.a, octave: 4))
    let scale = TargetMode.scale(try Scale(named: "19-edo"), root: NoteName(.c))
    let degree = try #require(scale.nearestTarget(to: 440, under: .standard))
    #expect(degree.degree != nil && abs(degree.cents(to: 440, under: .standard)) < 32)
    let nothing = TargetMode.string(9, of: try Self.guitar())
    #expect(nothing.nearestTarget(to: low, under: .standard) == nil)
  }
}
