internal import NIOCore
internal import Synchronization

/// The connections that have not brought a join yet: few of each address and few in all, so that none
/// can keep the joiner out by saying nothing.
///
/// A newcomer is always let in. Where there are too many, the one that has waited longest goes: of the
/// newcomer's own address if that has too many, else of the address that has most.
final class WaitingRoom: Sendable {
  private struct Guest {
    var channel: any Channel
    var address: String
  }

  static let limit = 8
  static let limitPerAddress = 3

  private let guests = Mutex<[Guest]>([])

  /// Lets a connection wait until it is closed, or leaves by ``leave(_:)``.
  func enter(_ channel: any Channel) {
    let address = channel.remoteAddress?.ipAddress ?? ""
    let (leaving, _): ((any Channel)?, Void) = guests.withLock { guests in
      guests.append(Guest(channel: channel, address: address))
      guard let index = Self.surplus(guests.map(\.address)) else { return (nil, ()) }
      return (guests.remove(at: index).channel, ())
    }
    leaving?.close(promise: nil)
    channel.closeFuture.whenComplete { [self] _ in leave(channel) }
  }

  /// A connection waits no longer: it is closed, or the one that was waited for.
  func leave(_ channel: any Channel) {
    guests.withLock { $0.removeAll { $0.channel === channel } }
  }

  /// Which guest must go, of those in the order in which they came; `nil` if there is room.
  static func surplus(_ addresses: [String]) -> Int? {
    guard let newest = addresses.last else { return nil }
    var counts: [String: Int] = [:]
    for address in addresses { counts[address, default: 0] += 1 }
    if counts[newest, default: 0] > limitPerAddress { return addresses.firstIndex(of: newest) }
    guard addresses.count > limit else { return nil }
    let most = counts.values.max()
    return addresses.firstIndex { counts[$0] == most }
  }
}
