// A tuner for the terminal.
//
//     ConsoleTuner            from the microphone, until Ctrl-C
//     ConsoleTuner a.wav      from a sound file

import AudioDevices
import AudioFiles
import Foundation  // for standard error and the exit status
import Kammerton
import LiveAudio

/// Returns a line such as `A4    +12.6 cents  ..........|..^.......`; each dot is 5 cents.
func line(for pitch: Pitch) -> String {
  let name = pitch.note.description.padded(to: 4)
  let tenths = Int((pitch.cents * 10).rounded())
  let sign = tenths < 0 ? "-" : "+"
  let number = "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  var scale = Array("..........|..........")
  scale[10 + Int((pitch.cents / 5).rounded())] = "^"
  return "\(name) \(number.padded(to: 5)) cents  \(String(scale))"
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

let path = CommandLine.arguments.dropFirst().first
let source: any AudioSource
let buffering: LiveBuffering
if let path {
  source = FileSource(path: path)  // as fast as it can be read, without skipping a reading
  buffering = .everything
} else {
  source = MicrophoneSource()
  buffering = .newest(1)  // the display is never late
}

do {
  // Ten readings per second; silence and noise have no frequency.
  for try await reading in LivePitches(source: source, hop: 0.1, buffering: buffering) {
    guard let frequency = reading.frequency else { continue }
    print(line(for: try Pitch(frequency: frequency)))
  }
} catch {
  // Every error of the package describes itself in a sentence for the user.
  FileHandle.standardError.write(Data("ConsoleTuner: \(error)\n".utf8))
  exit(1)
}
