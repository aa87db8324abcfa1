import AudioDevices
import AudioFiles
import BellTuning
import CommandKit
import Connections
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation

extension TuneCommand {
  /// Returns what the tuner detects in its source.
  ///
  /// - Parameters:
  ///   - model: The setup, and whether the pitch is frozen.
  ///   - object: The kind of object to listen for; `nil` for tones.
  ///   - inRealTime: Whether a file is read at its own speed.
  ///   - faults: Collects the faults of the source.
  ///   - sound: Gets the newest sound, for the views; `nil` for none.
  ///   - strums: Gets the strums; `nil` for none.
  ///   - chords: Gets the chords.
  /// - Returns: The observations of the tuner's listener, with all other events.
  func events(
    of model: TunerModel, object: ResonatorKind?, inRealTime: Bool, _ faults: InputFaults,
    _ sound: SoundHistory? = nil, _ strums: StrumWatch? = nil, chords: ChordWatch
  ) -> TunerLineWriter.Events {
    let hop = pace.hop ?? .standard
    let reference = model.state.setup.reference
    var analysis = options.analysis(under: reference)
    analysis.isPrompt = connections.needsPromptNotes
    let lowestString = lowestString(model)
    var source = heardSource(under: reference, inRealTime: inRealTime, faults)
    if let strums { source = strums.tap(source) }
    source = chords.tap(source)
    if let sound { source = ObservedSource(source) { sound.process($0) } }
    return Live(
      source: source, buffering: isLive || inRealTime || play ? .newest(256) : .everything
    ) { [analysis, detectsOnsets = model.frozen != nil] sampleRate in
      try TunerListener(
        analysis.tracker(
          sampleRate: sampleRate, hop: hop, isLive: true, lowestString: lowestString),
        object: object, detectsOnsets: detectsOnsets,
        detectsStrokes: analysis.isPrompt)
    }
  }

  /// Returns how a verdict comes about, for a sample rate.
  func provenance(_ model: TunerModel) -> @Sendable (_ sampleRate: Double) -> JSON {
    let setup = model.state.setup
    let analysis = options.analysis(under: setup.reference)
    let lowestString = lowestString(model)
    return { sampleRate in
      Provenance.of(
        analysis,
        searchRange: analysis.searchRange(sampleRate: sampleRate, lowestString: lowestString),
        temperament: setup.scale.name)
    }
  }

  private func lowestString(_ model: TunerModel) -> Double? {
    let reference = model.state.setup.reference
    return model.state.mode.targets.map { $0.pitch.frequency(under: reference) }.min()
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
      let pipe = FileSource(
        name: "standard input", clock: pace, onTruncation: faults.noteTruncation,
        onOppositeChannels: faults.noteOppositeChannels
      ) {
        () throws(AudioFileError) in
        try AudioStreamReader(format: format, channel: selection)
      }
      return SilencedSource(pipe, onEnd: faults.noteUnusable)
    case (let path?, _):
      let pace = realtime || !OpenPipe.exists(path) ? clock : nil
      let file = FileSource(
        path: path, channel: selection, clock: pace, onTruncation: faults.noteTruncation,
        onOppositeChannels: faults.noteOppositeChannels)
      return SilencedSource(file, onEnd: faults.noteUnusable)
    case (_, let simulated?): return simulated.source(under: reference, clock: clock)
    default:
      return (noConfig ? SavedSettings() : .load())
        .microphone(named: device.microphone, channel: selection.inputChannel)
    }
  }
}
