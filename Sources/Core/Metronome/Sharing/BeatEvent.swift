/// An event of a shared beat that the user of a follower should know of.
package enum BeatEvent<Address: Hashable & Sendable>: Sendable, Hashable {
  /// The metronome at this address is followed from now on.
  case following(Address)
  /// The leader answers again.
  case back(Address)
  /// The leader does not answer any more.
  case lost(Address)
  /// Nobody has answered so far.
  case nobody
  /// Another metronome leads too, and is not followed. Each is told once.
  case another(Address, followed: Address)
  /// This device's part in an alignment of loudspeakers has changed.
  case alignment(AlignmentFollowerState.News)
}

/// An event of a shared beat that the user of a metronome should know of.
package enum BeatPeerEvent<Address: Hashable & Sendable>: Sendable, Hashable {
  /// An event of a follower; a part in an alignment also has one that leads.
  case follower(BeatEvent<Address>)
  /// This metronome led, and follows another one from now on, which goes before it.
  case yielded(to: Address)
  /// Another metronome leads too, and has to follow this one. Each is told once.
  case kept(against: Address)
  /// The leader aligns loudspeakers as soon as another device wants that.
  case waitsForDevices
  /// The leader has found out by how much each loudspeaker is late.
  case aligned([AlignmentCoordinator<Address>.Result])
}
