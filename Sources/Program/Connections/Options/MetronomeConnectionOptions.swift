import ArgumentParser
import CommandKit
package import Metronome

/// The clocks and metronomes that `kammerton metronome` keeps time with.
package struct MetronomeConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Send MIDI clock to a virtual MIDI port of this name, or to a device such as /dev/snd/midiC1D0.
      """, valueName: "name"))
  private var midiClock: String?

  @Option(
    help: ArgumentHelp(
      """
      Follow the MIDI clock that comes to a virtual MIDI port of this name, or from a device.
      """, valueName: "name"))
  private var followMidi: String?

  @Flag(help: "Lead the metronomes of this network that were started with --join.")
  private var lead = false

  @Option(
    defaultAsFlag: LeaderAddress.anywhere,
    help: ArgumentHelp(
      """
      Share the beat of the metronome that leads in this network, or at HOST[:PORT]. If none is found in the \
      network, this one leads.
      """, valueName: "host"))
  private var join: LeaderAddress?

  @Option(
    help: ArgumentHelp(
      "With --lead and --join: the UDP port, 1...65535. (default: 8442)", valueName: "n"))
  private var sharePort: UInt16?

  @Flag(
    help: """
      With --lead and --join: align the loudspeakers of all that were started with --align, so that their \
      clicks sound at the same instant. Each device chirps, and hears the others with its microphone.
      """)
  private var align = false

  @Option(
    help: ArgumentHelp(
      "With --align: microphone, by number or part of its name.", valueName: "name"))
  private var microphone: String?

  @Flag(
    help: """
      Join the Ableton Link session of this network, or begin one. Needs the program kammerton-link.
      """)
  private var link = false

  @Flag(help: "With --link: share start and stop, too; key p starts and stops all that do.")
  private var linkStartStop = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With --link: play this much earlier, for a loudspeaker whose delay the sound system does not know, \
      -500ms...2s. (default: 0s)
      """, valueName: "time"),
    transform: NumberUnit.seconds.number)
  private var linkDelay: Double?

  package init() {}

  /// True if the tempo and the bars come from a session.
  package var joinsSession: Bool { link }

  package func validate() throws {
    guard midiClock != "" else { throw ValidationError("--midi-clock needs a name or a device.") }
    if let midiClock, midiClock.lowercased().hasSuffix(".mid") {
      throw ValidationError(
        "A MIDI file cannot hold a clock. Give --midi-clock a name or a device.")
    }
    guard followMidi != "" else { throw ValidationError("--follow-midi needs a name or a device.") }
    guard [lead, join != nil, followMidi != nil, link].count(where: { $0 }) <= 1 else {
      throw ValidationError(
        """
        --lead, --join, --link and --follow-midi exclude each other: one beat can lead. Give one of them.
        """)
    }
    try Refusals.require(
      "--link", link, for: ["--link-start-stop": linkStartStop, "--link-delay": linkDelay != nil])
    guard (-0.5...2).contains(linkDelay ?? 0) else {
      throw ValidationError("--link-delay must be between -500ms and 2s.")
    }
    guard followMidi == nil || followMidi != midiClock else {
      throw ValidationError(
        "--midi-clock and --follow-midi name the same port, which would follow itself. Name two.")
    }
    guard sharePort == nil || lead || join != nil else {
      throw ValidationError("--share-port needs --lead or --join. Add one.")
    }
    guard !align || lead || join != nil else {
      throw ValidationError(
        "Several devices are aligned: --align needs --lead or --join. Add one to each.")
    }
    guard microphone == nil || align else {
      throw ValidationError("--microphone needs --align. Add it, or remove --microphone.")
    }
    guard sharePort != 0 else { throw ValidationError("--share-port must be 1 to 65535.") }
  }

  /// Time is that of a loudspeaker: files and pipes have none.
  package func requireNone() throws {
    let given = [
      ("--midi-clock", midiClock != nil), ("--lead", lead), ("--join", join != nil),
      ("--follow-midi", followMidi != nil), ("--link", link),
    ].first { $0.1 }
    if let given {
      throw ValidationError(
        "\(given.0) needs a loudspeaker, which keeps the time. Remove --output and --raw.")
    }
  }

  /// Creates the guide that ties the metronome to others; `nil` if none is asked for.
  ///
  /// - Parameters:
  ///   - section: The meter for a beat that tells none, and the tempo to begin a session with.
  ///   - level: The peak of the loudest clicks, in dBFS.
  ///   - needsTimes: Whether the times of samples are needed, though nothing is connected.
  /// - Returns: What steers the clicks and sends their ticks.
  /// - Throws: `MIDIOutputError`, `MetronomePeerError` or `LinkBridgeError` for what cannot be used.
  package func link(
    section: TempoSection, level: Double, needsTimes: Bool = false
  ) throws -> MetronomeLink? {
    let isConnected = midiClock != nil || followMidi != nil || lead || join != nil || link
    guard isConnected || needsTimes else { return nil }
    let soundTime = SoundTime(
      link || !isConnected ? .sounding(after: linkDelay ?? 0) : .leaving)
    let sender = try midiClock.map { name in
      ClockSender(
        try MIDIPort.output(name), title: MIDIPort.title(name), timeOfFrame: soundTime.time)
    }
    return MetronomeLink(
      soundTime: soundTime, sender: sender, source: try source(section, soundTime, level: level))
  }

  private func source(
    _ section: TempoSection, _ soundTime: SoundTime, level: Double
  ) throws -> (any BeatSource)? {
    if link {
      let beat = LinkBeat(.init(section: section, sharesStartStop: linkStartStop))
      try beat.run()
      return beat
    }
    let port = sharePort ?? LeaderAddress.standardPort
    if let followMidi {
      let follower = ClockFollower(title: MIDIPort.title(followMidi), meter: section.meter)
      follower.run(try MIDIPort.input(followMidi))
      return follower
    }
    let alignment =
      align
      ? AlignmentPeer(
        microphone: SavedSettings.load().microphone(named: microphone), soundTime: soundTime,
        level: level) : nil
    if lead { return try MetronomePeer.leading(port: port, alignment: alignment) }
    return try join.map { try MetronomePeer.joining($0, port: port, alignment: alignment) }
  }
}
