import SwiftUI
import TunerAppModel

/// Knob, note and waves, the button that starts and stops, and the concert pitch.
struct TunerScreen: View {
  @Bindable var model: TunerModel

  var body: some View {
    VStack(spacing: 16) {
      ZStack {
        KnobView(motion: model.motion, isInTune: model.isInTune)
        NoteView(model: model)
      }
      WavesView(waves: model.motion.waves)
        .frame(height: 80)
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
    .task { await draw() }
  }

  /// Sixty pictures per second, until the view goes.
  private func draw() async {
    let clock = ContinuousClock()
    var last = clock.now
    while !Task.isCancelled {
      try? await clock.sleep(for: .milliseconds(16))
      let now = clock.now
      model.advance(by: last.duration(to: now) / .seconds(1))
      last = now
    }
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
