extension BuiltInInstruments {
  static var basses: String {
    """
    instrument: Bass guitar
    group: Basses
    also: bass, 4-string bass, electric bass, acoustic bass, ukulele bass
    tuning: Standard
    strings: E1 A1 D2 G2
    tuning: Half step down
    strings: Eb1 Ab1 Db2 Gb2
    tuning: Whole step down
    strings: D1 G1 C2 F2
    tuning: Drop D
    strings: D1 A1 D2 G2
    tuning: Drop C
    strings: C1 G1 C2 F2
    tuning: BEAD
    strings: B0 E1 A1 D2
    tuning: Fifths
    strings: C1 G1 D2 A2
    tuning: Tenor
    strings: A1 D2 G2 C3
    tuning: Piccolo
    strings: E2 A2 D3 G3

    instrument: 5-string bass
    group: Basses
    tuning: Standard
    strings: B0 E1 A1 D2 G2
    tuning: High C
    strings: E1 A1 D2 G2 C3
    tuning: Half step down
    strings: Bb0 Eb1 Ab1 Db2 Gb2
    tuning: Drop A
    strings: A0 E1 A1 D2 G2

    instrument: 6-string bass
    group: Basses
    tuning: Standard
    strings: B0 E1 A1 D2 G2 C3
    tuning: Half step down
    strings: Bb0 Eb1 Ab1 Db2 Gb2 B2

    instrument: Bass VI
    group: Basses
    tuning: Standard
    strings: E1 A1 D2 G2 B2 E3
    """
  }

  static var ukuleles: String {
    """
    instrument: Ukulele
    group: Ukuleles
    also: soprano ukulele, concert ukulele, tenor ukulele, banjolele
    tuning: Standard
    strings: G4 C4 E4 A4
    tuning: Low G
    strings: G3 C4 E4 A4
    tuning: D6
    strings: A4 D4 F#4 B4
    tuning: Low A D6
    strings: A3 D4 F#4 B4
    tuning: Slack key
    strings: G4 C4 E4 G4
    tuning: Half step down
    strings: Gb4 B3 Eb4 Ab4

    instrument: Baritone ukulele
    group: Ukuleles
    tuning: Standard
    strings: D3 G3 B3 E4
    tuning: Low C
    strings: C3 G3 B3 E4

    instrument: Guitalele
    group: Ukuleles
    also: guilele, kiku
    tuning: Standard
    strings: A2 D3 G3 C4 E4 A4
    tuning: E tuning
    strings: E2 A2 D3 G3 B3 E4
    """
  }
}
