import ArgumentParser
import CommandKit
import MusicTheory
import Plotting

// What excludes what.
extension PracticeCommand {
  package func validate() throws {
    try validateTime()
    try validateReference()
    try validateRepetition()
    try validateChords()
    guard recording == nil || (device.microphone == nil && !companion.isWanted) else {
      throw ValidationError(
        "A recording excludes --microphone, --drone and --play. Give either a recording or those.")
    }
    if let voice, voice < 1 { throw ValidationError("--voice must be 1 or more.") }
    do {
      for path in [plot, plotIntervals].compactMap({ $0 }) { _ = try PlotFormat(path: path) }
    } catch {
      throw ValidationError("\(error)")
    }
    _ = try air.moved(pitch.a4 ?? .standard)
  }

  private func validateTime() throws {
    if time.rhythm != nil {
      guard recordingAfterScore == nil else {
        throw ValidationError("--rhythm takes no score. Give the recording alone, or remove it.")
      }
      try Refusals.exclude([
        "--rhythm": true, "--drone": companion.drone, "--play": companion.play,
        "--octaves, --up, --down, --from and --to": scale.isWanted, "--voice": voice != nil,
        "--plot-intervals": plotIntervals != nil,
      ])
    } else if score == nil, reference.path == nil {
      throw ValidationError(
        """
        What is to be played is missing. Give a scale such as C-major, a file, --like RECORDING or \
        --rhythm 4/4.
        """)
    }
    let isRecorded = recording != nil || (time.rhythm != nil && score != nil)
    guard
      !isRecorded
        || (time.click != true && time.mute == nil && time.bars == nil && !time.cues)
    else {
      throw ValidationError(
        "A recording excludes --click, --mute, --bars and --cues. Give either a recording or those."
      )
    }
    try Refusals.exclude([
      "--click": time.click == true || time.mute != nil, "--drone": companion.drone,
      "--play": companion.play,
    ])
    try Refusals.exclude(["--play": companion.play, "--rubato": time.rubato])
    try Refusals.exclude([
      "--cues": time.cues,
      "--play, --drone, --wait, --loop and --rhythm": companion.isWanted || repetition.isWanted
        || time.rhythm != nil,
    ])
    guard
      companion.isWanted || time.hasClick || time.cues || companion.loudspeaker == nil
    else {
      throw ValidationError(
        "--loudspeaker needs --drone, --play, --click or --cues. Add one, or remove it.")
    }
  }

  private func validateReference() throws {
    guard reference.path != nil else { return }
    guard recordingAfterScore == nil else {
      throw ValidationError("--like takes no score. Give your recording alone, or remove it.")
    }
    // A recording has no bars and no beat that one could click.
    try Refusals.exclude([
      "--like": true, "--rhythm": time.rhythm != nil, "--voice": voice != nil,
      "--octaves, --up, --down, --from and --to": scale.isWanted,
      "--click, --mute, --swing and --tempo": time.hasClick || time.swing != nil
        || companion.tempo != nil,
      "--play": companion.play, "--loop": repetition.loop != nil,
    ])
    try Refusals.require(
      "--absolute", reference.absolute,
      for: [
        "--a4": pitch.a4 != nil, "--temperament": temperament.temperament != nil,
        "--temperature": air.isGiven,
      ])
  }

  private func validateRepetition() throws {
    try Refusals.exclude(["--rhythm": time.rhythm != nil, "--wait": repetition.wait])
    try Refusals.exclude(["--rhythm": time.rhythm != nil, "--loop": repetition.loop != nil])
    try Refusals.exclude(["--rhythm": time.rhythm != nil, "--export": export.path != nil])
    // A score that waits has no tempo.
    try Refusals.exclude([
      "--wait": repetition.wait,
      "--play, --drone, --click, --mute, --rubato and --tempo": companion.isWanted
        || time.hasClick || time.rubato || companion.tempo != nil,
    ])
    try Refusals.exclude([
      "--loop": repetition.loop != nil,
      "--plot, --plot-intervals, --drone and --rubato": plot != nil || plotIntervals != nil
        || companion.drone || time.rubato,
    ])
    if repetition.loop != nil {
      try Refusals.require(
        "--click or --play", time.hasClick || companion.play,
        for: ["--tempo": companion.tempo != nil])
    }
  }
}
