import ArgumentParser
import ToneGeneration

/// How the tones of `kammerton tone` sound.
struct TimbreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Waveform: sine, triangle, saw, square[:DUTY], pulse or pluck. (default: sine)",
      valueName: "name"),
    transform: ToneText.wave)
  var wave: ToneText.Wave?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Peak level in dBFS, -120...0. (default: -20)", valueName: "db"),
    transform: ToneText.level)
  var level: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Gains of the tones in decibels, such as 0,-6,-12.", valueName: "db,..."),
    transform: ToneText.gains)
  var gains: [Double]?

  @Option(
    help: ArgumentHelp(
      "Attack, decay, sustain and release, such as 20ms,100ms,0.7,300ms.", valueName: "a,d,s,r"),
    transform: ToneText.envelope)
  var adsr: Envelope?

  @Option(
    help: ArgumentHelp(
      "Seed of the noise. (default: 1)", valueName: "n"))
  var seed: UInt64?
}
