import Kammerton
import SwiftUI

/// The five overlaid waves, which follow the pitch and the level.
struct WavesView: View {
  let waves: PitchWaves

  private static let pointCount = 160

  var body: some View {
    Canvas { context, size in
      for (trace, opacity) in PitchWaves.opacities.enumerated() {
        context.stroke(
          path(of: trace, in: size), with: .color(.white.opacity(opacity)), lineWidth: 1)
      }
    }
    .accessibilityHidden(true)
  }

  private func path(of trace: Int, in size: CGSize) -> Path {
    Path { path in
      for index in 0...Self.pointCount {
        let position = Double(index) / Double(Self.pointCount)
        let height = waves.value(ofTrace: trace, at: position)
        let point = CGPoint(x: position * size.width, y: (1 - height) * size.height / 2)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
    }
  }
}
