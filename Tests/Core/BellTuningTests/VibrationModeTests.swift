import BellTuning
import Testing

@Suite("Modes")
struct VibrationModeTests {
  @Test("are in order, and lie within their own reach", arguments: ResonatorKind.allCases)
  func order(object: ResonatorKind) {
    let modes = object.modes
    #expect(modes.map(\.cents) == modes.map(\.cents).sorted())
    for mode in modes { #expect(mode.reach.contains(mode.cents)) }
  }
}
