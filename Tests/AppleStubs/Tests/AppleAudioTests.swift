// Not in Package.swift: Scripts/test-examples.sh compiles it against the stubs of AVFAudio, which act out what Apple's
// documentation says. A device may still differ.
import AVFAudio
import AppleAudio
import Foundation
import LiveAudio
import Synchronization
import Testing
import ToneGeneration

@Suite("AppleAudio, against what Apple documents", .serialized)
final class AppleAudioTests {
  init() { AppleDevice.shared.withLock { $0 = AppleDevice() } }

  private var device: AppleDevice { AppleDevice.shared.withLock { $0 } }

  private func post(
    _ name: Notification.Name, _ information: [String: UInt] = [:], of object: AnyObject? = nil
  ) {
    NotificationCenter.default.post(name: name, object: object, userInfo: information)
  }

  private func interrupt() {
    post(
      AVAudioSession.interruptionNotification,
      [AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.began.rawValue])
  }

  private func endInterruption(shouldResume: Bool) {
    post(
      AVAudioSession.interruptionNotification,
      [
        AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended.rawValue,
        AVAudioSessionInterruptionOptionKey: shouldResume ? 1 : 0,
      ])
  }

  private func started(
    _ events: inout AudioSourceEvents.Iterator, sampleRate: Double = 48_000
  ) async throws {
    #expect(
      try await events.next() == .started(deviceName: "Port", sampleRate: sampleRate))
  }

  @Test("the microphone asks for blocks of 100 ms, the shortest that taps support")
  func blocks() async throws {
    let microphone = AppleMicrophone()
    var events = microphone.start().makeAsyncIterator()
    try await started(&events)
    #expect(device.tapBufferSizes == [4800])
    AVAudioEngine.newest?.deliver(4800, sampleRate: 48_000)
    #expect(try await events.next() == .block([Float](repeating: 0, count: 4800)))
    await microphone.stop()
    #expect(device.exceptions == [])
  }

  @Test("an interruption ends when the system says that the app should continue")
  func interruption() async throws {
    let microphone = AppleMicrophone()
    var events = microphone.start().makeAsyncIterator()
    try await started(&events)
    interrupt()
    guard case .lost = try await events.next() else { return #expect(Bool(false)) }
    #expect(device.runningEngines == 0)
    endInterruption(shouldResume: true)
    #expect(try await events.next() == .resumed)
    try await started(&events)
    await microphone.stop()
    #expect(device.exceptions == [])
  }

  @Test(
    "without shouldResume, and after a restart of the sound service, only the user starts again")
  func stopped() async throws {
    for isReset in [false, true] {
      let microphone = AppleMicrophone()
      var events = microphone.start().makeAsyncIterator()
      try await started(&events)
      if isReset {
        post(AVAudioSession.mediaServicesWereResetNotification)
      } else {
        interrupt()
        _ = try await events.next()
        endInterruption(shouldResume: false)
      }
      await #expect(
        throws: AudioDeviceError.stopped(
          device: "Port",
          reason: isReset
            ? "the system's sound service has restarted" : "another app uses the sound")
      ) { try await events.next() }
      #expect(device.runningEngines == 0 && !device.isActive)
      events = microphone.start().makeAsyncIterator()
      try await started(&events)
      await microphone.stop()
    }
  }

  @Test("a change of another engine is no news; one of its own reopens the microphone once")
  func otherEngine() async throws {
    let microphone = AppleMicrophone()
    var events = microphone.start().makeAsyncIterator()
    try await started(&events)
    let engine = try #require(AVAudioEngine.newest)
    post(.AVAudioEngineConfigurationChange, of: AVAudioEngine())
    engine.deliver(10, sampleRate: 48_000)
    #expect(try await events.next() == .block([Float](repeating: 0, count: 10)))

    AppleDevice.shared.withLock { $0.sampleRate = 44_100 }
    engine.stop()
    post(.AVAudioEngineConfigurationChange, of: engine)
    post(
      AVAudioSession.routeChangeNotification,
      [
        AVAudioSessionRouteChangeReasonKey:
          AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
      ])
    guard case .lost = try await events.next() else { return #expect(Bool(false)) }
    #expect(try await events.next() == .resumed)
    try await started(&events, sampleRate: 44_100)
    AVAudioEngine.newest?.deliver(5, sampleRate: 44_100)
    #expect(try await events.next() == .block([Float](repeating: 0, count: 5)))
    #expect(device.startedEngines == 2)
    await microphone.stop()
    #expect(device.exceptions == [])
  }

  @Test("the session stays while anyone uses it, and is released after the last engine has stopped")
  func session() async throws {
    let microphone = AppleMicrophone()
    let speaker = AppleSpeaker()
    var events = microphone.start().makeAsyncIterator()
    try await started(&events)
    _ = try await speaker.start()
    await microphone.stop()
    #expect(device.isActive && device.deactivations == 0)
    await speaker.stop()
    #expect(!device.isActive && device.deactivations == 1)
    await speaker.stop()
    await microphone.stop()
    #expect(device.deactivations == 1 && device.exceptions == [])
  }

  @Test("sound goes to Bluetooth headphones, and to the loudspeaker instead of the receiver only")
  func route() async throws {
    let speaker = AppleSpeaker()
    _ = try await speaker.start()
    #expect(device.options == [.mixWithOthers, .allowBluetoothA2DP] && device.isSentToSpeaker)
    await speaker.stop()
    AppleDevice.shared.withLock {
      $0 = AppleDevice()
      $0.isReceiverInUse = false
    }
    _ = try await speaker.start()
    #expect(!device.isSentToSpeaker)
    await speaker.stop()
  }

  @Test("an external microphone stays in use, though the sound then goes to the receiver")
  func externalMicrophone() async throws {
    AppleDevice.shared.withLock { $0.input = .usbAudio }
    let microphone = AppleMicrophone()
    let speaker = AppleSpeaker()
    var events = microphone.start().makeAsyncIterator()
    try await started(&events)
    _ = try await speaker.start()
    #expect(device.input == .usbAudio && !device.isSentToSpeaker)
    await speaker.stop()
    await microphone.stop()
  }

  @Test("what would end an app with an exception is an error")
  func exceptions() async throws {
    AppleDevice.shared.withLock { $0.sampleRate = 0 }
    var events = AppleMicrophone().start().makeAsyncIterator()
    await #expect(throws: AudioDeviceError.noInputDevice) { try await events.next() }
    await #expect(throws: AudioDeviceError.noOutputDevice) { try await AppleSpeaker().start() }
    AppleDevice.shared.withLock { $0.sampleRate = 48_000 }
    for (channels, rate) in [(0, 48_000.0), (-1, 48_000), (3, 48_000), (1, 0), (1, .nan)] {
      let speaker = AppleSpeaker(channelCount: channels, sampleRate: rate)
      await #expect(throws: AudioDeviceError.self) { try await speaker.start() }
      await #expect(throws: AudioDeviceError.notStarted) { try await speaker.write([0, 0]) }
    }
    AppleDevice.shared.withLock { $0.refusesToActivate = true }
    await #expect(throws: AudioDeviceError.self) { try await AppleSpeaker().start() }
    #expect(device.exceptions == [] && device.runningEngines == 0 && !device.isActive)
  }

  @Test("a tone waits for the end of a call, and ends when the app should not continue")
  func tone() async throws {
    let resumed = Mutex(0)
    let player = SoundPlayer(sink: AppleSpeaker()) { format in
      try Oscillator(frequency: 440, sampleRate: format.sampleRate)
    }
    let playing = Task {
      try await player.play { event in
        if case .resumed = event { resumed.withLock { $0 += 1 } }
      }
    }
    func wait(until isSo: () -> Bool) async throws {
      for _ in 0..<3000 where !isSo() { try await Task.sleep(for: .milliseconds(10)) }
      #expect(isSo())
    }
    try await wait { device.runningEngines == 1 }
    interrupt()
    try await wait { resumed.withLock { $0 } == 1 }
    interrupt()
    endInterruption(shouldResume: false)
    await #expect(
      throws: AudioDeviceError.stopped(device: "Port", reason: "another app uses the sound")
    ) { try await playing.value }
    #expect(device.runningEngines == 0)
    #expect(!device.isActive)
    #expect(device.exceptions == [])
  }
}
