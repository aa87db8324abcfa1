import LiveAudio
import Testing

@Suite("Live sound")
struct LiveSoundTests {
  @Test(
    "has the rate and the blocks of a source, silence for missing samples, and ends with its device"
  )
  func blocks() async throws {
    let source = ScriptedSource([
      .started(deviceName: "A", sampleRate: 44_100), .block([1, 2]),
      .dropped(sampleCount: 3, overflowCount: 0), .block([3]), .ended,
    ])
    let heard = try await LiveSound.listen(to: source) { sound in
      var samples: [Float] = []
      for try await block in sound.blocks { samples += block }
      return (sound.sampleRate, samples)
    }
    #expect(heard.0 == 44_100 && heard.1 == [1, 2, 0, 0, 0, 3])
    #expect(source.startCount == 1)
  }

  @Test("an error of the source, and a source that stops before it starts, are thrown")
  func failures() async {
    let broken = ScriptedSource([], error: AudioDeviceError.notStarted)
    await #expect(throws: AudioDeviceError.notStarted) {
      try await LiveSound.listen(to: broken) { _ in }
    }
    await #expect(throws: CancellationError.self) {
      try await LiveSound.listen(to: ScriptedSource([.ended])) { _ in }
    }
  }
}
