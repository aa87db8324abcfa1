import AudioDevices
import AudioFiles
import CommandKit
import Connections
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation

extension TuneCommand {
  /// What the tuner hears, as events.
  func events<Tracker: PitchTracking>(
    of model: TunerModel, inRealTime: Bool, _ faults: InputFaults, _ strums: StrumWatch? = nil,
    _ wrap: @escaping @Sendable (AnyPitchTracker) throws -> Tracker
  ) -> Live<Tracker> {
    let hop = pace.hop ?? .standard
    let reference = model.state.setup.reference
    var analysis = options.analysis(under: reference)
    analysis.isPrompt = connections.needsPromptNotes
    let lowestString = model.state.mode.targets.map { $0.pitch.frequency(under: reference) }.min()
    let source = heardSource(under: reference, inRealTime: inRealTime, faults)
    let pitches = LivePitches(
      source: strums?.tap(source) ?? source,
      buffering: isLive || inRealTime || play ? .newest(256) : .everything
    ) { [analysis] sampleRate in
      try wrap(
        analysis.tracker(
          sampleRate: sampleRate, hop: hop, isLive: true, lowestString: lowestString))
    }
    return pitches.events
  }

  /// True for a microphone, which does not wait for a slow reader.
  var isLive: Bool { input == nil && simulation.simulate == nil }

  /// Returns the source, which also plays through the loudspeaker with --play.
  func heardSource(
    under reference: ConcertPitch, inRealTime: Bool, _ faults: InputFaults
  ) -> any AudioSource {
    let clock = inRealTime && !play ? ContinuousClock() : nil
    let source = source(under: reference, clock: clock, faults)
    guard play else { return source }
    return PlayedSource(source) { [player] sampleRate in
      SpeakerSink(device: DeviceSelection(player.loudspeaker ?? ""), sampleRate: sampleRate)
    }
  }

  func source(
    under reference: ConcertPitch, clock: ContinuousClock?, _ faults: InputFaults
  ) -> any AudioSource {
    let selection = options.analysis.channel
    switch (input, simulation.simulate) {
    case ("-", _):
      let format = stream.streamFormat
      // A live pipe has its own pace; a second clock would only fall behind it.
      let pace = realtime || isRegularFile(0) ? clock : nil
      return FileSource(
        name: "standard input", clock: pace, onTruncation: faults.noteTruncation,
        onOppositeChannels: faults.noteOppositeChannels
      ) {
        () throws(AudioFileError) in
        try AudioStreamReader(format: format, channel: selection)
      }
    case (let path?, _):
      let pace = realtime || !OpenPipe.exists(path) ? clock : nil
      return FileSource(
        path: path, channel: selection, clock: pace, onTruncation: faults.noteTruncation,
        onOppositeChannels: faults.noteOppositeChannels)
    case (_, let simulated?): return simulated.source(under: reference, clock: clock)
    default:
      return (noConfig ? SavedSettings() : .load())
        .microphone(named: device.microphone, channel: selection.inputChannel)
    }
  }
}
