// Beethoven's guitar tuner: the note that sounds, and how far off it is in per cent.

import AudioDevices
import AudioFiles
import Kammerton
import LiveAudio

let path = CommandLine.arguments.dropFirst().first  // a sound file, or else the microphone
let source: any AudioSource = path.map { FileSource(path: $0) } ?? MicrophoneSource()
let engine = PitchEngine(
  source: source, gate: .fixed(-30), method: .yin, hop: 0.1, buffering: .everything)

engine.start { reading in
  guard let frequency = reading.frequency, let pitch = try? Pitch(frequency: frequency) else {
    return print("--")
  }
  let percent = (100 * pitch.offsets.closest.percentOfGap).rounded() / 100
  print(pitch.note, percent < 0 ? "\(percent)%" : "+\(percent)%")
} onEnd: { error in
  if let error { print(error) }
}
await engine.finished()
