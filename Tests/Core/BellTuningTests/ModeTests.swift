import BellTuning
import Testing

@Suite("Modes")
struct ModeTests {
  @Test("are in order, and lie within their own reach", arguments: SoundingObject.allCases)
  func order(object: SoundingObject) {
    let modes = object.modes
    #expect(modes.map(\.cents) == modes.map(\.cents).sorted())
    for mode in modes { #expect(mode.reach.contains(mode.cents)) }
  }
}
