package import ArgumentParser
import CommandKit
package import SoundModem

/// `kammerton pair`: gives two devices in a room a shared secret. `kammerton-network` runs it.
package struct PairCommand: NetworkCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Pair two devices by sound.",
    usage: "kammerton pair --offer [--payload TEXT] | --join [<options>]",
    discussion: """
      Gives both devices a shared secret, and hands over a payload. Each shows six digits: type \
      them on the other one. See docs/pairing.md.

      Example: kammerton pair --offer --payload https://example.org/
      """)

  @Flag(help: "Start the pairing, and hand over the payload.")
  package var offer = false

  @Flag(help: "Answer an offer, and print its payload.")
  package var join = false

  @Option(
    help: ArgumentHelp(
      """
      Text to hand over, up to 574 bytes; - reads standard input. Other users of this \
      machine can see it in the process list.
      """, valueName: "text"))
  package var payload: String?

  @Option(
    name: .customLong("payload-file"),
    help: ArgumentHelp(
      "Hand over the content of this file, which the process list does not show.", valueName: "file"
    ))
  package var payloadFile: String?

  @Option(
    help: ArgumentHelp(
      """
      Kind of payload: text, address, url or tuner. (default: url if it looks like one, \
      otherwise text)
      """, valueName: "kind"))
  package var kind: HandOverKind?

  @Flag(help: "Let the other device answer over the local network.")
  package var network = false

  @Flag(help: "Pair without asking for the digits. Protects against eavesdroppers only.")
  package var yes = false

  @Option(
    help: ArgumentHelp(
      "Time limit for the whole pairing, 5s...15min. (default: 2min)", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var timeout: SoundDuration?

  @Option(
    name: .customLong("save-secret"),
    help: ArgumentHelp(
      """
      Write the shared secret to this file, as 64 digits, for send and receive --secret.
      """, valueName: "file"))
  package var secretPath: String?

  @OptionGroup private var bands: BandOption

  @Option(
    help: ArgumentHelp(
      """
      Speed and reach, from fast and near to slow and far: touch, desk, room, far or beacon. \
      (default: room)
      """, valueName: "mode"),
    transform: ModemText.mode)
  private var mode: ModemMode?

  @OptionGroup private var device: MicrophoneOption

  @OptionGroup private var player: LoudspeakerOption

  package init() {}

  package var needsNetworkProgram: Bool { true }

  var adviceOnDevices: String { "--microphone NAME or --loudspeaker NAME" }

  /// The time limit, in seconds; `nil` for the default.
  package var lifetime: Double? { timeout?.seconds }
  /// The frequencies and the speed of the sound.
  package var air: (band: ModemBand, mode: ModemMode) { (bands.band ?? .ultrasonic, mode ?? .room) }
  /// The name of the microphone; `nil` for the default.
  package var microphone: String? { device.microphone }
  /// The name of the loudspeaker; `nil` for the default.
  package var loudspeaker: String? { player.loudspeaker }

  /// Refuses contradictory options. `kammerton-network` checks the limits of a pairing.
  package func validate() throws {
    guard offer != join else {
      throw ValidationError("Give --offer on one device, and --join on the other.")
    }
    try Refusals.require(
      "--offer", offer,
      for: [
        "--payload": payload != nil, "--payload-file": payloadFile != nil, "--kind": kind != nil,
        "--network": network,
      ])
    try Refusals.exclude(["--payload": payload != nil, "--payload-file": payloadFile != nil])
  }
}

/// The kind of a payload.
package enum HandOverKind: String, ExpressibleByArgument {
  case text, address, url, tuner
}
