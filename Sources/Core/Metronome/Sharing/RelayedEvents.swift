/// The events of the relays of many pages, of which one user needs to know each only once.
package struct RelayedEvents<Address: Hashable & Sendable>: Sendable {
  private var last: BeatEvent<Address>?
  private var others: [BeatEvent<Address>] = []

  /// Creates a user who knows nothing yet.
  package init() {}

  /// Notes an event of one page.
  ///
  /// - Parameter event: The event.
  /// - Returns: Whether it is new for the user, who may know it from another page.
  package mutating func insert(_ event: BeatEvent<Address>) -> Bool {
    switch event {
    case .following, .nobody:
      if case .nobody = event, case .lost = last { return false }
      return replace(by: event)
    case .back(let address): return replace(by: .following(address))
    case .lost(let address):
      return last == .following(address) && replace(by: event)
    case .another:
      guard others.count < Self.limit, !others.contains(event) else { return false }
      others.append(event)
      return true
    case .alignment: return false
    }
  }

  private mutating func replace(by event: BeatEvent<Address>) -> Bool {
    defer { last = event }
    return last != event
  }

  private static var limit: Int { 16 }
}
