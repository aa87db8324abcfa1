import ArgumentParser
import CommandKit
import OpenSoundControl
import PitchToMIDI

/// The other programs that get the readings of `kammerton tune` while it runs.
package struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Send each reading as Open Sound Control by UDP, such as 127.0.0.1:9000. Repeat for more \
      receivers.
      """, valueName: "host:port"))
  private var osc: [String] = []

  @Option(
    name: .customLong("osc-address"),
    help: ArgumentHelp(
      "Begin the addresses of --osc with this. (default: /kammerton)", valueName: "address"))
  private var oscAddress: String?

  @Option(
    name: .customLong("osc-rate"),
    help: ArgumentHelp(
      "Largest number of readings per second for --osc, 0.1...1000. (default: all)", valueName: "n")
  )
  private var oscRate: Double?

  @OptionGroup private var midi: MIDIOptions

  package init() {}

  package func validate() throws {
    try Refusals.require(
      "--osc", !osc.isEmpty,
      for: ["--osc-address": oscAddress != nil, "--osc-rate": oscRate != nil])
    try Refusals.limit("--osc-rate", oscRate, to: 0.1...1000)
    _ = try places()
    _ = try prefix()
  }

  /// True if another program receives the readings.
  package var isGiven: Bool { !osc.isEmpty || midi.isGiven }
  /// True if a synthesizer plays, so that notes must begin as soon as possible.
  package var needsPromptNotes: Bool { midi.isGiven }

  /// Creates the outlet that passes the readings on; `nil` if none is asked for.
  package func outlet() throws -> (any ReadingOutlet)? {
    let outlets = [try midi.outlet(), try oscOutlet()].compactMap { $0 }
    return outlets.isEmpty ? nil : OutletGroup(outlets: outlets)
  }

  private func oscOutlet() throws -> (any ReadingOutlet)? {
    guard !osc.isEmpty else { return nil }
    return OSCOutlet(
      to: try places().map { PacketSender(to: $0) }, prefix: try prefix(), rate: oscRate)
  }

  private func places() throws -> [HostPort] {
    try osc.map { text in
      guard let place = HostPort(text) else {
        throw ValidationError(
          """
          '\(text)' is not a host and a port. Write --osc HOST:PORT, such as --osc 127.0.0.1:9000, \
          or [::1]:9000 for IPv6.
          """)
      }
      return place
    }
  }

  private func prefix() throws -> OSCAddress {
    do {
      return try OSCAddress(oscAddress ?? "/kammerton")
    } catch {
      throw ValidationError("--osc-address: \(error)")
    }
  }
}

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
    try Refusals.require("--midi", isGiven, for: ["--mpe": mpe, "--bend": bend != nil])
    try Refusals.limit("--bend", bend, to: BendRange.limits, "semitones")
    guard midi != "" else { throw ValidationError("--midi needs a name, a device or a file.") }
  }

  /// True if a synthesizer plays.
  package var isGiven: Bool { midi != nil }

  /// Creates the outlet that plays; `nil` if none is asked for.
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
