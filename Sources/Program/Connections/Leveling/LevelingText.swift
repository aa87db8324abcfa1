import CommandKit
import Metronome

/// What the user reads about the levelling of loudspeakers.
enum LevelingText {
  static let withoutMicrophone = """
    Without a microphone, this device is levelled by what the others hear, and the distance to the \
    nearest one, 3 ms a metre, counts as lateness.
    """

  static let waiting = """
    The loudspeakers are levelled when another metronome joins with --level.
    """

  static let unanswered = "The leader does not level. Start it with --level, too."

  static func begins(_ plan: LevelingPlan) -> String {
    let seconds = Double(plan.end - plan.start) / 1e9
    return """
      The loudspeakers of \(plan.deviceCount) devices are levelled by chirps, which takes \
      \(seconds.formatted(decimals: 0)) s. Keep quiet meanwhile.
      """
  }

  /// What a follower reads about itself.
  static func own(_ lateness: Leveling.Lateness?, deviceCount: Int) -> String {
    guard let lateness else {
      return """
        This loudspeaker was not levelled, because the other devices did not hear it. Turn it up, and \
        start again.
        """
    }
    return """
      Levelled with \(deviceCount - 1) other \(deviceCount == 2 ? "device" : "devices"): this \
      loudspeaker sounds \(comparison(lateness)) than the leader's, and is corrected by that.\
      \(remark(lateness))
      """
  }

  /// What a leader reads about all.
  static func all(_ results: [LevelingSession.Result]) -> [String] {
    guard let own = results.first else { return [] }
    var sentences: [String] = []
    if own.lateness == nil {
      sentences.append(
        """
        This device was not heard, or heard nobody, so the others are levelled only among themselves. \
        Turn up its loudspeaker, check its microphone, and start again.
        """)
    }
    for result in results.dropFirst() {
      guard let lateness = result.lateness else {
        sentences.append(
          "\(result.name) was not levelled, because it was not heard. Turn up its loudspeaker.")
        continue
      }
      sentences.append(
        "\(result.name) sounds \(comparison(lateness)), and is corrected by that.\(remark(lateness))"
      )
    }
    return sentences
  }

  /// Returns, for example, `12.4 ms later`.
  private static func comparison(_ lateness: Leveling.Lateness) -> String {
    let text = (lateness.seconds.magnitude * 1000).formatted(decimals: 1)
    return "\(text) ms \(lateness.seconds < 0 ? "earlier" : "later")"
  }

  private static func remark(_ lateness: Leveling.Lateness) -> String {
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
