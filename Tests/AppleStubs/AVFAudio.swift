// The parts of AVFAudio that AppleAudio uses, for a system without AVFAudio: enough to check types, and to act out
// what Apple's documentation says of sessions, engines and notifications. Written from that documentation, in our own
// words (docs/apple.md has its pages); nothing here records or plays, and nothing of it is part of a library. Apple's
// documentation says what each declaration does, so that they have no comments here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
public import Synchronization

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioNodeBus = Int

/// What the test acts out, and what has happened.
public struct AppleDevice: Sendable {
  public static let shared = Mutex(AppleDevice())

  public init() {}

  public var sampleRate = 48_000.0
  public var isReceiverInUse = true
  public var input = AVAudioSession.Port.builtInMic
  public var refusesToActivate = false
  public var isActive = false
  public var activations = 0
  public var deactivations = 0
  public var options: AVAudioSession.CategoryOptions = []
  public var isSentToSpeaker = false
  /// What Apple's framework would have ended the app for.
  public var exceptions: [String] = []
  public var tapBufferSizes: [AVAudioFrameCount] = []
  public var runningEngines = 0
  public var startedEngines = 0

  static func raise(_ reason: String) { shared.withLock { $0.exceptions.append(reason) } }
}

// MARK: - Permission

open class AVAudioApplication: NSObject {
  public enum recordPermission: Int, Sendable { case undetermined, denied, granted }
  public class var shared: AVAudioApplication { AVAudioApplication() }
  public var recordPermission: recordPermission { .undetermined }
  public class func requestRecordPermission() async -> Bool { true }
}

// MARK: - Session

public let AVAudioSessionInterruptionTypeKey = "type"
public let AVAudioSessionInterruptionOptionKey = "option"
public let AVAudioSessionRouteChangeReasonKey = "reason"

open class AVAudioSession: NSObject {
  public struct Category: Sendable {
    public static let playAndRecord = Category()
  }
  public struct Mode: Sendable {
    public static let measurement = Mode()
  }
  public struct Port: Sendable, Equatable {
    public let rawValue: String
    public static let builtInMic = Port(rawValue: "microphone")
    public static let usbAudio = Port(rawValue: "usb")
    public static let builtInReceiver = Port(rawValue: "receiver")
    public static let builtInSpeaker = Port(rawValue: "speaker")
    public static let headphones = Port(rawValue: "headphones")
  }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
  }
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
  public struct InterruptionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }
  public enum PortOverride: UInt, Sendable { case none, speaker }
  public enum InterruptionType: UInt, Sendable { case ended, began }
  public enum RouteChangeReason: UInt, Sendable {
    case unknown, newDeviceAvailable, oldDeviceUnavailable
  }
  public class func sharedInstance() -> AVAudioSession { AVAudioSession() }
  public class var interruptionNotification: Notification.Name { Notification.Name("interruption") }
  public class var routeChangeNotification: Notification.Name { Notification.Name("route") }
  public class var mediaServicesWereResetNotification: Notification.Name {
    Notification.Name("reset")
  }
  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {
    AppleDevice.shared.withLock { $0.options = options }
  }
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    let isRefused = AppleDevice.shared.withLock { device in
      if active {
        if device.refusesToActivate { return true }
        device.activations += 1
      } else {
        device.deactivations += 1
        if device.runningEngines > 0 { return true }
      }
      device.isActive = active
      return false
    }
    if isRefused { throw CocoaError(.featureUnsupported) }
  }
  public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
    AppleDevice.shared.withLock { device in
      device.isSentToSpeaker = portOverride == .speaker
      if device.isSentToSpeaker {
        device.isReceiverInUse = false
        device.input = .builtInMic
      }
    }
  }
}

open class AVAudioSessionRouteDescription: NSObject {
  public var inputs: [AVAudioSessionPortDescription] {
    [AVAudioSessionPortDescription(AppleDevice.shared.withLock { $0.input })]
  }
  public var outputs: [AVAudioSessionPortDescription] {
    let isReceiver = AppleDevice.shared.withLock { $0.isReceiverInUse }
    return [AVAudioSessionPortDescription(isReceiver ? .builtInReceiver : .headphones)]
  }
}

open class AVAudioSessionPortDescription: NSObject {
  public var portName: String { "Port" }
  public let portType: AVAudioSession.Port
  init(_ portType: AVAudioSession.Port) { self.portType = portType }
}

// MARK: - Engine

extension Notification.Name {
  public static let AVAudioEngineConfigurationChange = Notification.Name("configuration")
}

open class AVAudioFormat: NSObject {
  public let sampleRate: Double
  public let channelCount: AVAudioChannelCount
  public init?(standardFormatWithSampleRate: Double, channels: AVAudioChannelCount) {
    sampleRate = standardFormatWithSampleRate
    channelCount = channels
  }
}

open class AVAudioTime: NSObject {}

open class AVAudioPCMBuffer: NSObject {
  public let format: AVAudioFormat
  public var frameLength: AVAudioFrameCount = 0
  public let stride = 1
  public let floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>?
  public init?(pcmFormat: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    format = pcmFormat
    let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(
      capacity: Int(pcmFormat.channelCount))
    for channel in 0..<Int(pcmFormat.channelCount) {
      channels[channel] = .allocate(capacity: Int(frameCapacity))
      channels[channel].initialize(repeating: 0, count: Int(frameCapacity))
    }
    floatChannelData = UnsafePointer(channels)
  }
}

open class AVAudioNode: NSObject {
  fileprivate weak var engine: AVAudioEngine?
  public func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { hardwareFormat }
  public func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { hardwareFormat }
  private var hardwareFormat: AVAudioFormat {
    let rate = AppleDevice.shared.withLock { $0.sampleRate }
    return AVAudioFormat(standardFormatWithSampleRate: rate, channels: rate > 0 ? 1 : 0) ?? .none
  }
  public func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block: @escaping (AVAudioPCMBuffer, AVAudioTime) -> Void
  ) {
    let isOther = format.map { $0.sampleRate != outputFormat(forBus: 0).sampleRate } ?? false
    if isOther || outputFormat(forBus: 0).sampleRate == 0 {
      AppleDevice.raise("a tap of another format")
    }
    if engine?.tap != nil { AppleDevice.raise("a second tap") }
    AppleDevice.shared.withLock { $0.tapBufferSizes.append(bufferSize) }
    engine?.tap = block
  }
  public func removeTap(onBus bus: AVAudioNodeBus) { engine?.tap = nil }
}

extension AVAudioFormat {
  fileprivate static var none: AVAudioFormat { fatalError("a stub") }
}

open class AVAudioInputNode: AVAudioNode {}
open class AVAudioOutputNode: AVAudioNode {}
open class AVAudioMixerNode: AVAudioNode {}

public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  case dataConsumed, dataRendered, dataPlayedBack
}

open class AVAudioPlayerNode: AVAudioNode {
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    completionHandler?(.dataPlayedBack)
  }
  public func play() {
    if engine?.isRunning != true { AppleDevice.raise("a player without a running engine") }
  }
  public func stop() {}
}

open class AVAudioEngine: NSObject {
  public private(set) var isRunning = false
  public let inputNode = AVAudioInputNode()
  public let outputNode = AVAudioOutputNode()
  public let mainMixerNode = AVAudioMixerNode()
  fileprivate var tap: ((AVAudioPCMBuffer, AVAudioTime) -> Void)?

  /// The engine that was started last, for tests: safe, since their suite is serialized and nothing
  /// else reads it.
  nonisolated(unsafe) public private(set) static weak var newest: AVAudioEngine?

  public override init() {
    super.init()
    inputNode.engine = self
    outputNode.engine = self
  }
  deinit { stop() }

  public func attach(_ node: AVAudioNode) { node.engine = self }
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {}
  public func prepare() {}
  public func start() throws {
    guard !isRunning else { return }
    isRunning = true
    AppleDevice.shared.withLock { device in
      device.runningEngines += 1
      device.startedEngines += 1
      if !device.isActive { device.exceptions.append("an engine without a session") }
    }
    AVAudioEngine.newest = self
  }
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    AppleDevice.shared.withLock { $0.runningEngines -= 1 }
  }

  /// Delivers a block to the tap, for tests.
  public func deliver(_ count: Int, sampleRate: Double) {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 1),
      let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count))
    else { return }
    buffer.frameLength = AVAudioFrameCount(count)
    tap?(buffer, AVAudioTime())
  }
}
