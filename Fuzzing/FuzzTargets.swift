extension FuzzTarget {
  /// Every reader of outside bytes; `docs/testing-fuzzing.md` lists them.
  static let all =
    audioTargets + fileTargets + scalaTargets + textTargets + terminalTargets + packetTargets
    + soundTargets + pairingTargets + networkTargets + pianoTargets + bellTargets + scoreTargets
}
