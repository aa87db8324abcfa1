import LiveAudio

/// A sound device, in its state when the list was made.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// The number in the list, from 0. It may change when devices come and go.
  public let number: Int
  /// The name that the system gives to the device.
  public let name: String
  /// The sound system that reaches the device, such as ALSA or Core Audio.
  public let hostName: String
  /// The number of channels to record from; 0 for a loudspeaker.
  public let inputChannelCount: Int
  /// The number of playback channels; 0 for a microphone.
  public let outputChannelCount: Int
  /// The default rate of the device, in hertz.
  public let defaultSampleRate: Double
  /// True if the system records from this device by default.
  public let isDefaultInput: Bool
  /// True if the system plays to this device by default.
  public let isDefaultOutput: Bool

  /// The number in the list.
  public var id: Int { number }
}

/// The device to use.
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

/// The direction of a stream: recording or playing.
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

/// Returns the names that a mistyped one may stand for, the nearest first: at most three, or the
/// first three of all names if none is near.
func nearNames(to name: String, among names: [String]) -> [String] {
  var unique: [String] = []
  for name in names where !unique.contains(name) { unique.append(name) }
  let wanted = Array(name.lowercased())
  let ranked = unique.map { ($0, nearestPart(of: Array($0.lowercased()), to: wanted)) }
  let near = ranked.filter { $0.1 <= max(2, wanted.count / 3) }.sorted { $0.1 < $1.1 }
  return Array((near.isEmpty ? unique : near.map(\.0)).prefix(3))
}

/// Returns the smallest number of insertions, deletions and replacements that make `wanted` a part
/// of `name`.
///
/// Sellers's variant of the edit distance: the part may start and end anywhere.
private func nearestPart(of name: [Character], to wanted: [Character]) -> Int {
  // distances[j]: of the first letters of `wanted` to a part that ends before name[j].
  var distances = Array(repeating: 0, count: name.count + 1)
  for (row, letter) in wanted.enumerated() {
    var diagonal = distances[0]
    distances[0] = row + 1
    for column in name.indices {
      let replaced = diagonal + (name[column] == letter ? 0 : 1)
      diagonal = distances[column + 1]
      distances[column + 1] = min(replaced, diagonal + 1, distances[column] + 1)
    }
  }
  return distances.min() ?? wanted.count
}
