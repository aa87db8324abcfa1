// The parts of AVFAudio that AppleAudio uses, as declarations without any behaviour: enough to check types where
// AVFAudio does not exist. Written from Apple's public documentation of these interfaces, in our own words; nothing
// here records or plays, and nothing of it is part of a library. Apple's documentation says what each declaration
// does, so that they have no comments here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioNodeBus = Int

// MARK: - Permission

open class AVAudioApplication: NSObject {
  public enum recordPermission: Int, Sendable { case undetermined, denied, granted }
  public class var shared: AVAudioApplication { AVAudioApplication() }
  public var recordPermission: recordPermission { .undetermined }
  public class func requestRecordPermission() async -> Bool { false }
}

// MARK: - Session

public let AVAudioSessionInterruptionTypeKey = "type"
public let AVAudioSessionRouteChangeReasonKey = "reason"

open class AVAudioSession: NSObject {
  public struct Category: Sendable {
    public static let playAndRecord = Category()
  }
  public struct Mode: Sendable {
    public static let measurement = Mode()
  }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
  }
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
  public enum InterruptionType: UInt, Sendable { case ended, began }
  public enum RouteChangeReason: UInt, Sendable {
    case unknown, newDeviceAvailable, oldDeviceUnavailable
  }
  public class func sharedInstance() -> AVAudioSession { AVAudioSession() }
  public class var interruptionNotification: Notification.Name { Notification.Name("interruption") }
  public class var routeChangeNotification: Notification.Name { Notification.Name("route") }
  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {}
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}

open class AVAudioSessionRouteDescription: NSObject {
  public var inputs: [AVAudioSessionPortDescription] { [] }
  public var outputs: [AVAudioSessionPortDescription] { [] }
}

open class AVAudioSessionPortDescription: NSObject {
  public var portName: String { "" }
}

// MARK: - Engine

extension Notification.Name {
  public static let AVAudioEngineConfigurationChange = Notification.Name("configuration")
}

open class AVAudioFormat: NSObject {
  public init?(standardFormatWithSampleRate: Double, channels: AVAudioChannelCount) {}
  public var sampleRate: Double { 0 }
  public var channelCount: AVAudioChannelCount { 0 }
}

open class AVAudioTime: NSObject {}

open class AVAudioPCMBuffer: NSObject {
  public init?(pcmFormat: AVAudioFormat, frameCapacity: AVAudioFrameCount) { nil }
  public var format: AVAudioFormat { fatalError("a stub") }
  public var frameLength: AVAudioFrameCount {
    get { 0 }
    set {}
  }
  public var stride: Int { 1 }
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { nil }
}

open class AVAudioNode: NSObject {
  public func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { fatalError("a stub") }
  public func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block: @escaping (AVAudioPCMBuffer, AVAudioTime) -> Void
  ) {}
  public func removeTap(onBus bus: AVAudioNodeBus) {}
}

open class AVAudioInputNode: AVAudioNode {}
open class AVAudioMixerNode: AVAudioNode {}

public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  case dataConsumed, dataRendered, dataPlayedBack
}

open class AVAudioPlayerNode: AVAudioNode {
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {}
  public func play() {}
  public func stop() {}
}

open class AVAudioEngine: NSObject {
  public var inputNode: AVAudioInputNode { AVAudioInputNode() }
  public var mainMixerNode: AVAudioMixerNode { AVAudioMixerNode() }
  public func attach(_ node: AVAudioNode) {}
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {}
  public func prepare() {}
  public func start() throws {}
  public func stop() {}
}
