// Writes a reference tone and a metronome to sound files.
//
//     ToneAndMetronome tone.wav clicks.wav

import AudioFiles
import Kammerton

/// Writes a sound from here to its end, block by block.
func write(_ sound: some SoundRendering, to path: String) throws {
  var sound = sound
  var writer = try AudioFileWriter(
    path: path, sampleRate: sound.sampleRate, channelCount: sound.channelCount)
  while true {
    let block = sound.render(frameCount: 4096)
    if block.isEmpty { break }
    try writer.write(block)
  }
  try writer.finish()  // only now the file is there, whole
}

let paths = Array(CommandLine.arguments.dropFirst())
guard paths.count == 2 else { fatalError("Usage: ToneAndMetronome TONE.wav CLICKS.wav") }

// Two seconds of A4 at a concert pitch of 442 Hz, fading out without a click.
let a4 = Note(.a, octave: 4).frequency(under: try ConcertPitch(442))
let oscillator = try Oscillator(.sine, frequency: a4, level: -12, sampleRate: 48_000)
try write(Fader(oscillator, frameCount: 2 * 48_000), to: paths[0])

// Two bars of 4/4 at 120 beats per minute.
let section = TempoSection(barCount: 2, tempo: .steady(try Tempo(notation: "120")))
let schedule = try ClickSchedule(try TempoMap([section]), sampleRate: 48_000)
let sounds = ClickSounds(.wood, sampleRate: 48_000)
try write(ClickTrack(schedule, sounds: sounds), to: paths[1])
