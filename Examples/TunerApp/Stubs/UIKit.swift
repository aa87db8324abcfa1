// What the app uses of UIKit, as declarations without any behaviour, like those of SwiftUI beside this file.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor public final class UIApplication {
  public static let shared = UIApplication()
  public var isIdleTimerDisabled = false
}
