import AppleAudio
import SwiftUI
import TunerAppModel

/// A tuner with the knob and the waves of the predecessors.
@main
struct TunerApp: App {
  @State private var model = TunerModel { AppleMicrophone() }

  var body: some Scene {
    WindowGroup {
      TunerScreen(model: model)
    }
  }
}
