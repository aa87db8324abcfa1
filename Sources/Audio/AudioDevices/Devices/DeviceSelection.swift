import LiveAudio
/// Which device to use.
public enum DeviceSelection: Sendable, Hashable {
  /// The one that the system prefers.
  case systemDefault
  /// The one with this number in ``AudioDevice/all()``.
  case number(Int)
  /// The first device with this name, or else the first whose name contains it; case does not
  /// matter.
  case name(String)

  /// Reads a user's input: a number, a name, or part of a name.
  ///
  /// - Parameter text: The input. An empty text means the system's default.
  public init(_ text: String) {
    self = text.isEmpty ? .systemDefault : Int(text).map { .number($0) } ?? .name(text)
  }
}

/// Recording or playing.
enum Direction: Sendable {
  case input, output
}

extension DeviceSelection {
  /// Finds the device among those that can record, or those that can play.
  func find(
    in devices: [AudioDevice], for direction: Direction
  ) throws(AudioDeviceError) -> AudioDevice {
    let usable = devices.filter { $0.channelCount(for: direction) > 0 }
    guard !usable.isEmpty else {
      throw direction == .input ? .noInputDevice : .noOutputDevice
    }
    switch self {
    case .systemDefault:
      return usable.first { $0.isDefault(for: direction) } ?? usable[0]
    case .number(let number):
      guard let device = usable.first(where: { $0.number == number }) else {
        throw .unknownNumber(number, known: usable.map(\.number))
      }
      return device
    case .name(let name):
      guard let device = usable.best(named: name) else {
        throw .unknownDevice(name, near: nearNames(to: name, among: usable.map(\.name)))
      }
      return device
    }
  }
}

extension AudioDevice {
  /// The number of channels in one direction.
  func channelCount(for direction: Direction) -> Int {
    direction == .input ? inputChannelCount : outputChannelCount
  }

  fileprivate func isDefault(for direction: Direction) -> Bool {
    direction == .input ? isDefaultInput : isDefaultOutput
  }
}

extension [AudioDevice] {
  fileprivate func best(named name: String) -> AudioDevice? {
    let wanted = name.lowercased()
    return first { $0.name == name } ?? first { $0.name.lowercased() == wanted }
      ?? first { $0.name.lowercased().contains(wanted) }
  }
}
