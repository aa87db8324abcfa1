import AppleAudio
import SwiftUI

#if canImport(TunerAppModel)
  import TunerAppModel
#endif
#if canImport(UIKit)
  import UIKit
#endif

/// A tuner with the knob and the waves of the predecessors.
@main
struct TunerApp: App {
  @State private var model = TunerModel { AppleMicrophone() }
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup {
      TunerScreen(model: model)
        .onChange(of: model.isListening) { _, isListening in keepScreenOn(isListening) }
    }
    .onChange(of: phase) { _, phase in
      switch phase {
      case .active: model.becomeActive()
      case .background: model.enterBackground()
      default: break
      }
    }
  }

  /// Both hands are at the instrument: nobody touches the screen while the tuner listens.
  private func keepScreenOn(_ isOn: Bool) {
    #if canImport(UIKit)
      UIApplication.shared.isIdleTimerDisabled = isOn
    #endif
  }
}
