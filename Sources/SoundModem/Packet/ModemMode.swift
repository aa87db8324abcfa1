/// How far a packet shall be heard: the nearer, the faster.
public enum ModemMode: UInt8, Sendable, Hashable, CaseIterable {
  /// Devices that touch each other or a cable: hundreds of bytes a second.
  case touch
  /// Devices on the same desk.
  case desk
  /// Devices in the same room, also while one of them is carried about.
  case room
  /// Across a large or loud room.
  case far
  /// As far as possible, and slowly.
  case beacon
}
