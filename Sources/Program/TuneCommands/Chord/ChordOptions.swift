import ArgumentParser
import CommandKit

/// The options for chords.
struct ChordOptions: ParsableArguments {
  @Flag(
    name: .customLong("chord"),
    help: "Show every note of a chord, its name, pure intervals and beats.")
  var isWanted = false

  /// Refuses what chords have no use for.
  func refuse(_ others: KeyValuePairs<String, Bool>) throws {
    guard isWanted, let name = others.first(where: \.value)?.key else { return }
    throw ValidationError("\(name) is for one pitch, and --chord shows several. Remove one.")
  }
}
