import CommandKit

/// What `kammerton doctor` found out about one part of the system.
package struct Finding: Equatable, Sendable {
  package enum State: String, Sendable {
    /// It works.
    case works
    /// It works, but something is missing.
    case limited
    /// It does not work.
    case missing
  }

  /// What was looked at, in one or two words.
  package var subject: String
  package var state: State
  /// What was found, in a few words.
  package var detail: String
  /// What the user can do about it; `nil` where nothing is needed.
  package var advice: String?

  package init(_ subject: String, _ state: State, _ detail: String, advice: String? = nil) {
    (self.subject, self.state, self.detail, self.advice) = (subject, state, detail, advice)
  }
}

extension [Finding] {
  /// A line for each finding, with the advice below it, and a summary.
  package func text(hasUnicode: Bool) -> String {
    let width = map(\.subject.columns).max() ?? 0
    var lines: [String] = []
    for finding in self {
      let sign =
        switch finding.state {
        case .works: hasUnicode ? "✓" : "ok"
        case .limited: hasUnicode ? "!" : "! "
        case .missing: hasUnicode ? "✗" : "no"
        }
      let subject = finding.subject.padded(to: width)
      lines.append("\(sign) \(subject)  \(finding.detail.printable)")
      if let advice = finding.advice {
        let indent = String(repeating: " ", count: sign.columns + 1 + width + 2)
        lines.append(indent + advice.printable)
      }
    }
    let count = count { $0.state != .works }
    let summary =
      count == 0 ? "Everything works." : "Findings that need attention: \(count) of \(self.count)."
    return (lines + ["", summary]).joined(separator: "\n") + "\n"
  }

  /// An array of objects with the keys `subject`, `state` (works, limited or missing), `detail` and
  /// `advice` (text or null).
  package var json: String {
    let objects = map { finding in
      """
        {"subject":\(finding.subject.jsonQuoted),"state":"\(finding.state.rawValue)",\
      "detail":\(finding.detail.jsonQuoted),"advice":\(finding.advice?.jsonQuoted ?? "null")}
      """
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - columns))
  }
}
