import CommandKit
package import PianoTuning

/// What each key is to be tuned to, as a table or as JSON lines.
package struct TargetList {
  package let targets: [KeyTarget]

  package init(_ targets: [KeyTarget]) { self.targets = targets }

  package var text: String {
    let rows = targets.map { target in
      target.key.name.left(5) + target.cents.signed(decimals: 2).right(8)
        + target.frequency.formatted(decimals: 3).right(11) + "\(target.partial)".right(9)
        + target.partialFrequency.formatted(decimals: 3).right(12)
    }
    return (["key     cents         Hz  partial   listen Hz"] + rows).joined(separator: "\n")
  }

  package var jsonLines: String {
    targets.map { target in
      """
      {"key": "\(target.key.name)", "cents": \(target.cents.formatted(decimals: 4)), \
      "frequency": \(target.frequency.formatted(decimals: 5)), "partial": \(target.partial), \
      "partial_frequency": \(target.partialFrequency.formatted(decimals: 5))}
      """
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  fileprivate func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
