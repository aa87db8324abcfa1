extension BuiltInInstruments {
  static var world: String {
    """
    instrument: Sitar
    group: Zithers and others
    # The four main strings, for Sa = C#.
    tuning: Main strings C#
    strings: C#2 G#2 C#3 F#3

    instrument: Tanpura
    group: Zithers and others
    also: tambura
    tuning: Pa in D
    strings: A2 D3 D3 D2
    tuning: Ma in D
    strings: G2 D3 D3 D2

    instrument: Guzheng
    group: Zithers and others
    also: zheng
    tuning: D pentatonic
    strings: D2 E2 F#2 A2 B2 D3 E3 F#3 A3 B3 D4 E4 F#4 A4 B4 D5 E5 F#5 A5 B5 D6
    tuning: G pentatonic
    strings: D2 E2 G2 A2 B2 D3 E3 G3 A3 B3 D4 E4 G4 A4 B4 D5 E5 G5 A5 B5 D6

    instrument: Guqin
    group: Zithers and others
    also: qin
    # Players count its strings from the lowest; here 7 is the lowest.
    tuning: Zhengdiao
    strings: C2 D2 F2 G2 A2 C3 D3

    instrument: Mountain dulcimer
    group: Zithers and others
    also: Appalachian dulcimer
    tuning: DAD
    strings: D3 A3 D4
    tuning: DAA
    strings: D3 A3 A3
    tuning: DAC
    strings: D3 A3 C4

    instrument: Kantele
    group: Zithers and others
    tuning: Five strings D major
    strings: D4 E4 F#4 G4 A4
    tuning: Five strings D minor
    strings: D4 E4 F4 G4 A4

    instrument: Kalimba
    group: Zithers and others
    tuning: 17 keys C major
    strings: D6 B5 G5 E5 C5 A4 F4 D4 C4 E4 G4 B4 D5 F5 A5 C6 E6
    """
  }

  static var harps: String {
    """
    instrument: Concert harp
    group: Harps
    also: pedal harp
    tuning: C flat major
    # All pedals up, as a harp is tuned.
    strings: \(octaves("Cb Db Eb Fb Gb Ab Bb", 1...6)) Cb7 Db7 Eb7 Fb7 Gb7
    tuning: C major
    strings: \(octaves("C D E F G A B", 1...6)) C7 D7 E7 F7 G7

    instrument: Lever harp
    group: Harps
    also: Celtic harp, folk harp
    tuning: E flat major
    strings: \(octaves("C D Eb F G Ab Bb", 2...5)) C6 D6 Eb6 F6 G6 Ab6
    tuning: C major
    strings: \(octaves("C D E F G A B", 2...5)) C6 D6 E6 F6 G6 A6
    """
  }

  /// The notes of a scale in several octaves.
  private static func octaves(_ scale: String, _ octaves: ClosedRange<Int>) -> String {
    var text = ""
    for octave in octaves {
      for name in scale.utf8.split(separator: 0x20) {
        text += (text.isEmpty ? "" : " ") + String(Substring(name)) + String(octave)
      }
    }
    return text
  }
}
