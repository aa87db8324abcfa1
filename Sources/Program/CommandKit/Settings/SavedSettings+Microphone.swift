package import AudioDevices
import InstrumentTuning
package import LiveAudio

extension SavedSettings {
  /// A microphone by its true sample rate, if `calibrate` has measured it. Every command that measures listens to this
  /// one; files and simulations have other clocks.
  ///
  /// - Parameters:
  ///   - name: Its number or part of its name; `nil` for the default.
  ///   - channel: The channel that is heard.
  /// - Returns: The source.
  package func microphone(named name: String?, channel: InputChannel = .mix) -> any AudioSource {
    let source = MicrophoneSource(device: DeviceSelection(name ?? ""), channel: channel)
    guard clock != .none else { return source }
    return CalibratedSource(
      source, clockFactor: clock.factor,
      remark: "clock \(clock.partsPerMillion.signed(decimals: 1)) ppm")
  }
}
