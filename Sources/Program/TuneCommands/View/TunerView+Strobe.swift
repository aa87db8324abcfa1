import CommandKit

#if canImport(Darwin)
  import Darwin  // cosine
#else
  import Glibc
#endif

extension TunerView {
  /// One line of stripes for each partial: they stand still in tune, run to the right when sharp
  /// and to the left when flat, the faster the further, as on a turning disc.
  func drawStrobe(on canvas: inout Canvas, _ rows: Range<Int>) {
    let stripes = state.scope.stripes.filter(\.isVisible)
    guard !stripes.isEmpty, !rows.isEmpty else {
      return canvas.drawCentered(
        "play a note", row: (rows.lowerBound + rows.upperBound) / 2, style: .faint)
    }
    let count = state.scope.stripes.count
    let height = max(1, rows.count / max(1, count))
    if let coefficient = state.scope.inharmonicity, rows.count > count * height {
      let text = "string inharmonicity \((coefficient * 1e6).formatted(decimals: 0)) millionths"
      canvas.draw(text, row: rows.upperBound - 1, endColumn: size.columns - 1, style: .faint)
    }
    let loudest = stripes.map(\.level).max() ?? 0
    for (index, stripe) in state.scope.stripes.enumerated() {
      let first = rows.lowerBound + index * height
      guard first + height <= rows.upperBound, stripe.isVisible else { continue }
      let text = pattern(stripe, columns: max(0, size.columns - 16), loudest: loudest)
      let style = self.style(ofDeviation: stripe.deviation)
      for row in first..<first + max(1, height - (height > 2 ? 1 : 0)) {
        canvas.draw(text, row: row, column: 4, style: style)
      }
      canvas.draw("\(stripe.number)", row: first, endColumn: 3, style: .faint)
      if let deviation = stripe.deviation {
        canvas.draw(
          signedCents(deviation) + " c", row: first, endColumn: size.columns - 1, style: style)
      }
    }
  }

  /// Stripes of four shades; a partial has as many as its number times two, so that all of them
  /// cross the line at the speed of the same disc.
  private func pattern(_ stripe: ScopeState.Stripe, columns: Int, loudest: Double) -> String {
    let shades = Array(capabilities.hasUnicode ? " ░▒▓█" : " .:*#")
    let brightness = max(0, min(1, 1 + (stripe.level - loudest) / 48))
    let count = Double(max(2, 2 * stripe.number))
    let characters = (0..<columns).map { column in
      let position = (Double(column) + 0.5) / Double(max(1, columns)) * count - stripe.turns
      let light = 0.5 + 0.5 * cos(2 * Double.pi * position)
      // Squared off, because the eye follows edges.
      let edge = max(0, min(1, (light - 0.5) * 3 + 0.5))
      let shade = edge * brightness * Double(shades.count - 1)
      return shades[Int(shade.rounded())]
    }
    return String(characters)
  }

  private func style(ofDeviation cents: Double?) -> TextStyle {
    guard let cents else { return .faint }
    if cents.magnitude <= state.setup.tolerance { return .good }
    return cents < 0 ? .low : .high
  }
}

extension ScopeState.Stripe {
  /// Whether there is anything to draw.
  fileprivate var isVisible: Bool { level.isFinite && turns.isFinite }
}
