import AudioDevices
import Dispatch
import Foundation
import LiveAudio
import PitchEstimation
import ToneGeneration

/// As much of `kammerton tune --jsonl` and `kammerton tone` as Scripts/test-live.sh looks at.
@main
struct LiveDriver {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let device = arguments.drop { $0 != "--device" }.dropFirst().first ?? ""
    switch arguments.first {
    case "tune": try await tune(MicrophoneSource(device: DeviceSelection(device)))
    case "tone": try await play(on: SpeakerSink(device: DeviceSelection(device)))
    default: exit(64)
    }
  }

  private static func tune(_ source: MicrophoneSource) async throws {
    let interrupt = onInterrupt { Task { await source.stop() } }
    defer { withExtendedLifetime(interrupt) {} }
    for try await event in LivePitches(source: source, method: .yin).events {
      switch event {
      case .reading(let reading): write(line(for: reading), to: .standardOutput)
      case .lost: write("the device is lost\n", to: .standardError)
      case .resumed: write("the device is back\n", to: .standardError)
      default: break
      }
    }
  }

  private static func play(on sink: SpeakerSink) async throws {
    let player = SoundPlayer(sink: sink) {
      Sine(sampleRate: $0.sampleRate, channelCount: $0.channelCount)
    }
    let interrupt = onInterrupt { player.fadeOut() }
    defer { withExtendedLifetime(interrupt) {} }
    try await player.play()
  }

  private static func onInterrupt(
    _ action: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT)
    source.setEventHandler { action() }
    source.resume()
    return source
  }

  private static func line(for reading: PitchReading) -> String {
    guard let frequency = reading.frequency else { return "{\"note\":null}\n" }
    let number = Int((69 + 12 * log2(frequency / 440)).rounded())
    let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]
    return "{\"note\":\"\(names[number % 12])\",\"octave\":\(number / 12 - 1),}\n"
  }

  private static func write(_ text: String, to file: FileHandle) { file.write(Data(text.utf8)) }
}

/// A tone without end, a hundredth of the sample rate high.
private struct Sine: SoundRendering {
  let sampleRate: Double
  let channelCount: Int
  private var position = 0

  init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    for index in 0..<interleaved.count {
      interleaved[index] = Float(sin(2 * .pi * Double(position / channelCount % 100) / 100) / 4)
      position += 1
    }
    return interleaved.count / channelCount
  }
}
