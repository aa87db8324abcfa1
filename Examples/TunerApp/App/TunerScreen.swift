import SwiftUI

#if canImport(TunerAppModel)
  import TunerAppModel  // a module of the package; in an Xcode project the model is part of the app
#endif

/// Knob, note and waves, the button that starts and stops, and the concert pitch.
struct TunerScreen: View {
  @Bindable var model: TunerModel

  var body: some View {
    VStack(spacing: 16) {
      // A picture whenever the screen can show one, and none while nothing moves.
      TimelineView(.animation(paused: !model.isMoving)) { timeline in
        VStack(spacing: 16) {
          ZStack {
            KnobView(motion: model.motion, isInTune: model.isInTune)
            NoteView(model: model)
          }
          WavesView(waves: model.motion.waves)
            .frame(height: 80)
        }
        .onChange(of: timeline.date) { last, now in model.advance(by: now.timeIntervalSince(last)) }
      }
      if let problem = model.problem {
        Text(problem)
          .foregroundStyle(Color.red)
      }
      HStack(spacing: 24) {
        Button(model.isListening ? "Stop" : "Start") { model.toggle() }
          .buttonStyle(.borderedProminent)
        Stepper(
          "A4 = \(model.concertPitch, specifier: "%.0f") Hz", value: $model.concertPitch,
          in: 300...500, step: 1)
      }
    }
    .padding(20)
    .foregroundStyle(Color.white)
    .background(Color.black)
  }
}

/// The note and how far off it is, for eyes and for VoiceOver.
struct NoteView: View {
  let model: TunerModel

  var body: some View {
    VStack(spacing: 4) {
      Text(model.noteName)
        .font(.system(size: 44, weight: .ultraLight))
      Text(model.deviation)
        .font(.system(size: 17))
        .monospacedDigit()
    }
    .foregroundStyle(model.isInTune ? Color.green : Color.white)
    .accessibilityElement(children: .combine)
  }
}
