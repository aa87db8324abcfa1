import Kammerton
import SwiftUI

#if canImport(TunerAppModel)
  import TunerAppModel
#endif

/// The turning ring with its dashes and names, the fixed bar, and the red arrow at the target.
struct KnobView: View {
  let motion: TunerMotion
  let isInTune: Bool

  /// The ring with its names and the bar, in the unit of the dial.
  private static let extent =
    2 * (TunerDial.radius + TunerDial.labelDistance + TunerDial.labelLift + 22)

  var body: some View {
    Canvas { context, size in
      let scale = min(size.width, size.height) / Self.extent
      context.opacity = motion.brightness
      context.translateBy(x: size.width / 2, y: size.height / 2)
      context.scaleBy(x: scale, y: scale)
      drawDashes(in: context)
      drawLabels(in: context)
      drawBar(in: context)
      drawArrow(in: context)
    }
    .aspectRatio(1, contentMode: .fit)
    .accessibilityHidden(true)
  }

  private func drawDashes(in context: GraphicsContext) {
    var ring = context
    ring.rotate(by: .degrees(motion.dial.turn))
    ring.stroke(
      Self.dashes(TunerDial.thinDashCount), with: .color(.white.opacity(0.75)), lineWidth: 0.5)
    ring.stroke(Self.dashes(TunerDial.thickDashCount), with: .color(.white), lineWidth: 1.5)
  }

  private static func dashes(_ count: Int) -> Path {
    Path { path in
      for index in 0..<count {
        let angle = 360 * Double(index) / Double(count)
        path.move(to: point(at: angle, distance: TunerDial.radius - TunerDial.dashLength))
        path.addLine(to: point(at: angle, distance: TunerDial.radius))
      }
    }
  }

  private func drawLabels(in context: GraphicsContext) {
    for label in motion.dial.labels {
      let note = Note(midiNumber: label.midiNumber)
      var faded = context
      faded.opacity = motion.brightness * label.opacity
      faded.draw(
        Text("\(note)").font(.system(size: label.size, weight: .ultraLight)),
        at: Self.point(at: label.angle, distance: label.distance))
    }
  }

  private func drawBar(in context: GraphicsContext) {
    let bar = CGRect(x: -2.5, y: -TunerDial.radius - 54, width: 5, height: 72)
    context.fill(
      Path(roundedRect: bar, cornerRadius: 2.5), with: .color(isInTune ? .green : .white))
  }

  private func drawArrow(in context: GraphicsContext) {
    var turned = context
    turned.rotate(by: .degrees(motion.arrowAngle))
    let tip = -TunerDial.radius - 23
    let arrow = Path { path in
      path.move(to: CGPoint(x: 0, y: tip))
      path.addLine(to: CGPoint(x: 8, y: tip + 13))
      path.addLine(to: CGPoint(x: -8, y: tip + 13))
      path.closeSubpath()
    }
    turned.fill(arrow, with: .color(.red))
  }

  /// A point, by its angle from the top and its distance from the middle.
  private static func point(at degrees: Double, distance: Double) -> CGPoint {
    let turned = Angle.degrees(degrees).radians
    return CGPoint(x: sin(turned) * distance, y: -cos(turned) * distance)
  }
}
