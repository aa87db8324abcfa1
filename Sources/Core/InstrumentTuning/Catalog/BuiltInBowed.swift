extension BuiltInInstruments {
  static var bowed: String {
    """
    instrument: Violin
    group: Bowed
    also: fiddle
    tuning: Standard
    strings: G3 D4 A4 E5
    tuning: Cross A
    strings: A3 E4 A4 E5
    tuning: Cross G
    strings: G3 D4 G4 D5
    tuning: High bass
    strings: A3 D4 A4 E5

    instrument: Viola
    group: Bowed
    tuning: Standard
    strings: C3 G3 D4 A4

    instrument: Cello
    group: Bowed
    also: violoncello
    tuning: Standard
    strings: C2 G2 D3 A3
    tuning: Scordatura G
    # J. S. Bach, suite no. 5
    strings: C2 G2 D3 G3

    instrument: Double bass
    group: Bowed
    also: contrabass, upright bass, string bass
    tuning: Standard
    strings: E1 A1 D2 G2
    tuning: Solo
    strings: F#1 B1 E2 A2
    tuning: Five strings low B
    strings: B0 E1 A1 D2 G2
    tuning: Extension to C
    strings: C1 A1 D2 G2
    tuning: Fifths
    strings: C1 G1 D2 A2

    instrument: Bass viol
    group: Bowed
    also: viola da gamba
    tuning: Six strings
    strings: D2 G2 C3 E3 A3 D4
    tuning: Seven strings
    strings: A1 D2 G2 C3 E3 A3 D4

    instrument: Tenor viol
    group: Bowed
    also: tenor viola da gamba
    tuning: Standard
    strings: G2 C3 F3 A3 D4 G4

    instrument: Treble viol
    group: Bowed
    also: treble viola da gamba
    tuning: Standard
    strings: D3 G3 C4 E4 A4 D5

    instrument: Viola d'amore
    group: Bowed
    tuning: D major
    strings: A2 D3 A3 D4 F#4 A4 D5

    instrument: Nyckelharpa
    group: Bowed
    tuning: Standard
    strings: C3 G3 C4 A4

    instrument: Erhu
    group: Bowed
    tuning: Standard
    strings: D4 A4

    instrument: Zhonghu
    group: Bowed
    tuning: Standard
    strings: G3 D4
    tuning: High
    strings: A3 E4

    instrument: Gaohu
    group: Bowed
    tuning: Standard
    strings: G4 D5

    instrument: Kamancheh
    group: Bowed
    also: kemenche, kamancha
    tuning: G D G D
    strings: G3 D4 G4 D5
    tuning: G D A E
    strings: G3 D4 A4 E5
    """
  }
}
