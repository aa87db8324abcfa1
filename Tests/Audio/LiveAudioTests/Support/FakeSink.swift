import LiveAudio

/// A loudspeaker that remembers what it played, and can be unplugged after a number of frames.
actor FakeSink: AudioSink {
  private let formats: [AudioSinkFormat]
  private let lossAfter: Int?
  private let failedStarts: Int
  private let failure: AudioDeviceError
  private(set) var startCount = 0
  private(set) var stopCount = 0
  private(set) var written: [[Float]] = []  // per successful start
  private(set) var isDrained = false
  private var isRunning = false
  var underrunCount = 0
  var pendingFrameCount = 0

  /// - Parameters:
  ///   - formats: That of each successful start; the last one repeats.
  ///   - lossAfter: How many samples the first session takes before the device goes away.
  ///   - failedStarts: How many starts fail after the loss.
  ///   - failure: The error of these starts.
  init(
    _ formats: [AudioSinkFormat], lossAfter: Int? = nil, failedStarts: Int = 0,
    failure: AudioDeviceError = .noOutputDevice
  ) {
    self.formats = formats
    self.lossAfter = lossAfter
    self.failedStarts = failedStarts
    self.failure = failure
  }

  func start() throws -> AudioSinkFormat {
    startCount += 1
    if !written.isEmpty, startCount <= 1 + failedStarts { throw failure }
    isRunning = true
    written.append([])
    return formats[min(written.count, formats.count) - 1]
  }

  func write(_ interleaved: [Float]) throws {
    guard isRunning else { throw AudioDeviceError.notStarted }
    if written.count == 1, let lossAfter, written[0].count + interleaved.count > lossAfter {
      isRunning = false
      throw AudioDeviceError.lost(device: "Fake")
    }
    written[written.count - 1] += interleaved
  }

  func drain() { isDrained = true }

  func stop() {
    isRunning = false
    stopCount += 1
  }
}
