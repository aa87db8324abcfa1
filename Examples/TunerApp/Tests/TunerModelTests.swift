import Kammerton
import LiveAudio
import Testing
import TunerAppModel

@Suite("The model of the tuner app")
@MainActor
struct TunerModelTests {
  /// Returns a model that has listened for 0.3 s to a tone that lasts a minute.
  private func model(hearing frequency: Double) async -> TunerModel {
    let model = TunerModel {
      SimulatedSource(.tones([frequency], duration: 60), clock: ContinuousClock())
    }
    model.start()
    await wait { (model.reading?.time ?? 0) > 0.3 }
    return model
  }

  /// Waits until a condition is true, for half a minute at most.
  private func wait(until isSo: () -> Bool) async {
    for _ in 0..<3000 where !isSo() { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(isSo())
  }

  @Test("shows 443.21 Hz as A4, 12.6 cents sharp")
  func sharp() async {
    let model = await model(hearing: 443.21)
    #expect(model.noteName == "A4")
    #expect(model.deviation == "+12.6 cents")
    #expect(!model.isInTune)
    model.stop()
    #expect(model.noteName == "–" && model.deviation == "" && !model.isListening)
  }

  @Test("takes another concert pitch, and ignores one beyond 300...500 Hz")
  func concertPitch() async {
    let model = await model(hearing: 415)
    #expect(model.noteName == "G♯4")
    model.stop()
    model.concertPitch = 415
    model.concertPitch = 1000
    #expect(model.concertPitch == 415)
    model.start()
    await wait { model.noteName == "A4" }
    model.stop()
  }

  @Test("the dial comes to the note within half a second, and to rest after a second of silence")
  func motion() async {
    let model = await model(hearing: 466.164)
    #expect(model.motion.brightness == 0.5)
    for _ in 0..<30 { model.advance(by: 1.0 / 60) }
    #expect(abs(model.motion.dial.position - 70) < 0.01)
    #expect(abs(model.motion.arrowAngle) < 1)
    #expect(model.motion.brightness == 1)
    #expect(model.motion.waves.amplitude > 0.5)
    model.stop()
    for _ in 0..<180 { model.advance(by: 1.0 / 60) }
    #expect(abs(model.motion.brightness - 0.5) < 0.001)
    #expect(model.motion.waves.amplitude < 0.01)
  }

  @Test("pictures stop when everything rests")
  func rest() async {
    let model = await model(hearing: 440)
    #expect(model.isMoving)
    model.stop()
    for _ in 0..<600 where model.isMoving { model.advance(by: 1.0 / 60) }
    #expect(!model.isMoving)
  }

  @Test("frees the microphone in the background, and listens again as before")
  func background() async {
    let model = await model(hearing: 440)
    model.enterBackground()
    #expect(!model.isListening)
    model.becomeActive()
    #expect(model.isListening)
    // After an interruption whose end the system does not report.
    model.becomeActive()
    await wait { model.noteName == "A4" }
    model.stop()
    model.enterBackground()
    model.becomeActive()
    #expect(!model.isListening)
  }

  @Test("says why a microphone cannot be used, and starts again")
  func refusal() async {
    let model = TunerModel { RefusedSource() }
    for _ in 0..<2 {
      model.start()
      await model.finished()
      #expect(!model.isListening)
      #expect(model.problem == AudioDeviceError.microphoneRefused.description)
    }
  }

  @Test("ends with its source, without a problem")
  func end() async {
    let model = TunerModel { SimulatedSource(.tones([440], duration: 0.5)) }
    model.toggle()
    #expect(model.isListening)
    await model.finished()
    #expect(!model.isListening && model.problem == nil)
  }
}

/// A microphone that the user has refused.
private struct RefusedSource: AudioSource {
  func start() -> AudioSourceEvents {
    AudioSourceEvents { throw AudioDeviceError.microphoneRefused }
  }
  func stop() async {}
}
