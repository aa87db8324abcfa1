import ArgumentParser
import AudioDevices
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MetronomeCommands
import MusicTheory
import ToneGeneration

/// What sounds while somebody practises.
struct CompanionOptions: ParsableArguments {
  @Flag(help: "Play the tonic meanwhile. Use headphones, or the drone is scored too.")
  var drone = false

  @Flag(help: "Play the notes meanwhile, after four beats. Use headphones, or they are scored too.")
  var play = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Tempo of --play, in quarter notes per minute, 20...300. (default: 80)", valueName: "bpm"))
  var tempo: Double?

  @Option(
    help: ArgumentHelp(
      "Loudspeaker of --drone or --play, by number or part of its name.", valueName: "name"))
  var loudspeaker: String?

  /// Whether something is to sound.
  var isWanted: Bool { drone || play }

  func validate() throws {
    guard !(drone && play) else {
      throw ValidationError("--drone and --play exclude each other. Remove one of them.")
    }
    guard isWanted || loudspeaker == nil else {
      throw ValidationError("--loudspeaker needs --drone or --play. Add one, or remove it.")
    }
    guard let tempo else { return }
    guard play else { throw ValidationError("--tempo needs --play. Add it, or remove --tempo.") }
    guard PracticeMelody.tempos.contains(tempo) else {
      throw ValidationError("--tempo must be between 20 and 300.")
    }
  }

  /// The notes, if they are to be played.
  private func melody(of score: PracticeScore) -> PracticeMelody? {
    play ? PracticeMelody(score, tempo: tempo ?? PracticeMelody.usualTempo) : nil
  }

  /// The silence that ends the playing, in seconds: longer than the rests of what is played.
  func pause(for score: PracticeScore) -> Double {
    PracticeListener.usualPause + (melody(of: score)?.longestRest ?? 0)
  }

  /// The sound; `nil` for silence.
  func program(for score: PracticeScore, under concertPitch: ConcertPitch) -> ToneProgram? {
    var program: ToneProgram
    if let melody = melody(of: score) {
      let steps = melody.tones.map { tone in
        SequenceStep(
          frequency: tone.midiNumber.map { concertPitch.frequency(of: Note(midiNumber: $0)) },
          duration: tone.duration)
      }
      program = ToneProgram(subject: .sequence(steps))
    } else if drone {
      program = ToneProgram(subject: .chord([concertPitch.frequency(of: score.drone)]))
    } else {
      return nil
    }
    program.waveform = .triangle
    return program
  }

  /// What plays it; `nil` for silence.
  func player(
    for score: PracticeScore, under concertPitch: ConcertPitch
  ) -> SoundPlayer<Fader<Mixer>>? {
    program(for: score, under: concertPitch).map { program in
      SoundPlayer(sink: SpeakerSink(device: DeviceSelection(loudspeaker ?? ""))) { format in
        try program.sound(sampleRate: format.sampleRate, channelCount: format.channelCount)
      }
    }
  }
}
