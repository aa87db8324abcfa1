// Sends a text as tones of one character each, by way of a sound file, and reads it back.
//
//     ClassicHandshake 192.168.1.7 handshake.wav

import AudioFiles
import Foundation  // for standard error and the exit status
import Kammerton

/// Prints a reason to standard error, and exits.
func stop(_ reason: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("ClassicHandshake: \(reason)\n".utf8))
  exit(status)
}

/// Writes a text as sound to a file. `SpeakerSink` and `SoundPlayer` would play it instead.
func send(_ text: String, to path: String) throws {
  var sender = try ClassicHandshakeSender(Array(text.utf8), sampleRate: 48_000)
  let samples = sender.render(frameCount: Int(sender.count))
  try AudioFileWriter.write(samples, to: path, sampleRate: sender.sampleRate)
}

/// Reads the text from the sound of a file. `MicrophoneSource` would listen instead.
func receive(_ path: String) throws {
  var reader = try AudioFileReader(path: path)
  var receiver = try ClassicTextReceiver(sampleRate: reader.sampleRate)
  receiver.append(try reader.readAll())
  receiver.finish()
  while let text = receiver.next() {
    print(String(decoding: text.characters, as: UTF8.self))
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { stop("Usage: ClassicHandshake TEXT FILE.wav", status: 64) }
do {
  try send(arguments[0], to: arguments[1])
  try receive(arguments[1])
} catch {
  stop("\(error)", status: 1)
}
