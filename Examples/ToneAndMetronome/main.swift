// Writes a reference tone and a metronome to sound files.
//
//     ToneAndMetronome tone.wav clicks.wav

import AudioFiles
import Foundation  // for standard error and the exit status
import Kammerton

/// Prints a reason to standard error, and exits.
func stop(_ reason: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("ToneAndMetronome: \(reason)\n".utf8))
  exit(status)
}

/// Writes a sound from its current position to its end, block by block.
func write(_ sound: some SoundRendering, to path: String) throws {
  var sound = sound
  var writer = try AudioFileWriter(
    path: path, sampleRate: sound.sampleRate, channelCount: sound.channelCount)
  while true {
    let block = sound.render(frameCount: 4096)
    if block.isEmpty { break }
    try writer.write(block)
  }
  try writer.finish()  // only now the file appears, complete
}

/// Two seconds of A4 at a concert pitch of 442 Hz, fading out without a click.
func writeTone(to path: String) throws {
  let a4 = Note(.a, octave: 4).frequency(under: try ConcertPitch(442))
  let oscillator = try Oscillator(.sine, frequency: a4, level: -12, sampleRate: 48_000)
  try write(Fader(oscillator, frameCount: 2 * 48_000), to: path)
}

/// Two bars of 4/4 at 120 beats per minute.
func writeClicks(to path: String) throws {
  let section = TempoSection(barCount: 2, tempo: .steady(try Tempo(notation: "120")))
  let schedule = try ClickSchedule(try TempoMap([section]), sampleRate: 48_000)
  try write(ClickTrack(schedule, sounds: ClickSounds(.wood, sampleRate: 48_000)), to: path)
}

let paths = Array(CommandLine.arguments.dropFirst())
guard paths.count == 2 else { stop("Usage: ToneAndMetronome TONE.wav CLICKS.wav", status: 64) }
do {
  try writeTone(to: paths[0])
  try writeClicks(to: paths[1])
} catch {
  stop("\(error)", status: 1)
}
