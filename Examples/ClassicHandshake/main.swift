// Sends a text as tones of one character each, by way of a sound file, and reads it back.
//
//     ClassicHandshake 192.168.1.7 handshake.wav

import AudioFiles
import Kammerton

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { fatalError("Usage: ClassicHandshake TEXT FILE.wav") }

// Text to samples to a file. `SpeakerSink` and `SoundPlayer` would play it instead.
var sender = try ClassicHandshakeSender(Array(arguments[0].utf8), sampleRate: 48_000)
let samples = sender.render(frameCount: Int(sender.count))
try AudioFileWriter.write(samples, to: arguments[1], sampleRate: sender.sampleRate)

// A file to samples to text. `MicrophoneSource` would listen instead.
var reader = try AudioFileReader(path: arguments[1])
var receiver = try ClassicTextReceiver(sampleRate: reader.sampleRate)
receiver.append(try reader.readAll())
receiver.finish()
while let text = receiver.next() {
  print(String(decoding: text.characters, as: UTF8.self))
}
