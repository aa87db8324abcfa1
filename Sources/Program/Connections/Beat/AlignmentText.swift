import CommandKit
import Metronome

/// The user's texts about the alignment of loudspeakers.
enum AlignmentText {
  static let withoutMicrophone = """
    Without a microphone, this device is aligned by what the others hear, and the distance to the \
    nearest one, 3 ms a metre, counts as lateness.
    """

  static let waiting = """
    The loudspeakers are aligned when another metronome joins with --align.
    """

  private static let unanswered = "The leader does not align. Start it with --align, too."

  /// Returns the text of a device about its own part.
  static func sentence(_ news: AlignmentFollowerState.News) -> String {
    switch news {
    case .begins(let plan): begins(plan)
    case .result(let lateness, let deviceCount): own(lateness, deviceCount: deviceCount)
    case .unanswered: unanswered
    }
  }

  private static func begins(_ plan: AlignmentPlan) -> String {
    let seconds = Double(plan.end - plan.start) / 1e9
    return """
      The loudspeakers of \(plan.deviceCount) devices are aligned by chirps, which takes \
      \(seconds.formatted(decimals: 0)) s. Keep quiet meanwhile.
      """
  }

  /// Returns the text of a follower about itself.
  private static func own(_ lateness: SpeakerAlignment.Lateness?, deviceCount: Int) -> String {
    guard let lateness else {
      return """
        This loudspeaker was not aligned, because the other devices did not hear it. Turn it up, and \
        start again.
        """
    }
    return """
      Aligned with \(deviceCount - 1) other \(deviceCount == 2 ? "device" : "devices"): this \
      loudspeaker sounds \(comparison(lateness)) than the leader's, and is corrected by that.\
      \(remark(lateness))
      """
  }

  /// Returns the texts of a leader about all devices.
  static func all(_ results: [AlignmentCoordinator<NetworkAddress>.Result]) -> [String] {
    guard let own = results.first else { return [] }
    var sentences: [String] = []
    if own.lateness == nil {
      sentences.append(
        """
        This device was not heard, or heard nobody, so the others are aligned only among themselves. \
        Turn up its loudspeaker, check its microphone, and start again.
        """)
    }
    for result in results {
      guard let address = result.address else { continue }
      guard let lateness = result.lateness else {
        sentences.append(
          "\(address) was not aligned, because it was not heard. Turn up its loudspeaker.")
        continue
      }
      sentences.append(
        "\(address) sounds \(comparison(lateness)), and is corrected by that.\(remark(lateness))"
      )
    }
    return sentences
  }

  /// Returns, for example, `12.4 ms later`.
  private static func comparison(_ lateness: SpeakerAlignment.Lateness) -> String {
    let text = (lateness.seconds.magnitude * 1000).formatted(decimals: 1)
    return "\(text) ms \(lateness.seconds < 0 ? "earlier" : "later")"
  }

  private static func remark(_ lateness: SpeakerAlignment.Lateness) -> String {
    if lateness.containsDistance {
      return " The distance to the nearest device that heard it is part of that, at 3 ms a metre."
    }
    guard lateness.disagreement > 0.001 else { return "" }
    return """
       The devices disagree by \((lateness.disagreement * 1000).formatted(decimals: 1)) ms: keep quiet, \
      and start again if the clicks are apart.
      """
  }
}
