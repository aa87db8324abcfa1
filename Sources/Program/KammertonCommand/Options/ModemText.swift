import ArgumentParser
import SoundMessages
import SoundModem

/// Bands and modes as people type them.
enum ModemText {
  static func band(_ argument: String) throws -> ModemBand {
    let letter = argument.uppercased()
    guard let band = ModemBand.allCases.first(where: { String($0.letter) == letter }) else {
      throw ValidationError("Write u (17-19.5 kHz), x (15.5-18 kHz) or a (audible, 2-6.5 kHz).")
    }
    return band
  }

  static func mode(_ argument: String) throws -> ModemMode {
    guard let mode = ModemMode.named(argument.lowercased()) else {
      throw ValidationError("Write touch, desk, room, far or beacon.")
    }
    return mode
  }
}
