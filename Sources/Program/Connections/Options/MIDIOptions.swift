import ArgumentParser
import CommandKit
import PitchToMIDI

/// The synthesizer that plays what `kammerton tune` detects.
package struct MIDIOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Play what is detected on a virtual MIDI port of this name, on a device such as \
      /dev/snd/midiC1D0, or into FILE.mid.
      """, valueName: "name"))
  private var midi: String?

  @Flag(help: "With --midi: use MPE, one channel per note, with a bend of 48 semitones.")
  private var mpe = false

  @Option(
    help: ArgumentHelp(
      "With --midi: range of the pitch bend in semitones, 1...96. (default: 2, with --mpe 48)",
      valueName: "n"))
  private var bend: Int?

  package init() {}

  package func validate() throws {
    guard isGiven || (!mpe && bend == nil) else {
      throw ValidationError("--mpe and --bend need --midi. Add it.")
    }
    guard BendRange.limits.contains(bend ?? 2) else {
      throw ValidationError("--bend must be between 1 and 96 semitones.")
    }
    guard midi != "" else { throw ValidationError("--midi needs a name, a device or a file.") }
  }

  /// Whether a synthesizer plays.
  package var isGiven: Bool { midi != nil }

  /// What plays; `nil` if nothing does.
  package func outlet() throws -> (any ReadingOutlet)? {
    guard let midi else { return nil }
    if midi.lowercased().hasSuffix(".mid") {
      return outlet(try MIDIRecording(path: midi), midi)
    }
    return outlet(try MIDIPort.output(midi), MIDIPort.title(midi))
  }

  private func outlet(
    _ output: sending any MIDIOutput, _ name: String
  ) -> any ReadingOutlet {
    var settings = NoteTrigger.Settings()
    settings.isMPE = mpe
    settings.bendRange = bend.map { BendRange(semitones: $0) } ?? .usual(isMPE: mpe)
    return MIDIOutlet(output, name: name, settings: settings, onProblem: complain)
  }
}
