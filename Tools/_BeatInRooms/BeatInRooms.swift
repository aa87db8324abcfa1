// How well latencies are measured and loudspeakers aligned in measured rooms:
// _BeatInRooms FOLDER [LOOPS [GROUPS]] reads the impulse responses (mono, 48 kHz) in FOLDER, and prints a JSON object.
// Benchmarks/beat-in-rooms.sh runs it; docs/latency.md quotes the result.
//
// latency: for each room and dry, LOOPS loops with a delay of 0 to 400 ms, and noise 20 to 40 dB below the clicks.
// alignment: GROUPS groups of 3 to 6 devices, each in one room, with random places, latencies of 10 to 600 ms, loudness,
// noise, talk, and clocks that err.

import AudioFiles
import Metronome
import SignalProcessing
import _TestSignals

@main
struct BeatInRooms {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first else {
      print("usage: _BeatInRooms FOLDER/NAME.flac ... [--loops N] [--groups N]")
      return
    }
    _ = folder
    var rooms: [(name: String, response: [Float])] = []
    var numbers = ["--loops": 100, "--groups": 200]
    var index = arguments.startIndex
    while index < arguments.endIndex {
      let argument = arguments[index]
      if numbers[argument] != nil, index + 1 < arguments.endIndex {
        numbers[argument] = Int(arguments[index + 1])
        index += 2
        continue
      }
      var file = try AudioFileReader(path: argument)
      let name = argument.split(separator: "/").last?.split(separator: ".").first ?? ""
      rooms.append((String(name), try file.readAll()))
      index += 1
    }
    let latency = try LatencyTrial.run(in: rooms, count: numbers["--loops"] ?? 100)
    let alignment = AlignmentTrial.run(in: rooms, count: numbers["--groups"] ?? 200)
    print("{\"latency\": \(latency),\n\"alignment\": \(alignment)}")
  }
}
