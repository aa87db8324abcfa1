extension BuiltInInstruments {
  static var guitars: String {
    """
    instrument: Guitar
    group: Guitars
    also: 6-string guitar, acoustic guitar, electric guitar, classical guitar
    tuning: Standard
    strings: E2 A2 D3 G3 B3 E4
    tuning: Half step down
    strings: Eb2 Ab2 Db3 Gb3 Bb3 Eb4
    tuning: Whole step down
    strings: D2 G2 C3 F3 A3 D4
    tuning: C# standard
    strings: C#2 F#2 B2 E3 G#3 C#4
    tuning: C standard
    strings: C2 F2 Bb2 Eb3 G3 C4
    tuning: Drop D
    strings: D2 A2 D3 G3 B3 E4
    tuning: Drop C#
    strings: C#2 G#2 C#3 F#3 A#3 D#4
    tuning: Drop C
    strings: C2 G2 C3 F3 A3 D4
    tuning: Drop B
    strings: B1 F#2 B2 E3 G#3 C#4
    tuning: Drop A
    strings: A1 E2 A2 D3 F#3 B3
    tuning: Double drop D
    strings: D2 A2 D3 G3 B3 D4
    tuning: DADGAD
    strings: D2 A2 D3 G3 A3 D4
    tuning: Open D
    strings: D2 A2 D3 F#3 A3 D4
    tuning: Open D minor
    strings: D2 A2 D3 F3 A3 D4
    tuning: Open E
    strings: E2 B2 E3 G#3 B3 E4
    tuning: Open G
    strings: D2 G2 D3 G3 B3 D4
    tuning: Open G minor
    strings: D2 G2 D3 G3 Bb3 D4
    tuning: Open A
    strings: E2 A2 E3 A3 C#4 E4
    tuning: Open C
    strings: C2 G2 C3 G3 C4 E4
    tuning: All fourths
    strings: E2 A2 D3 G3 C4 F4
    tuning: All fifths
    strings: C2 G2 D3 A3 E4 B4
    tuning: New standard
    strings: C2 G2 D3 A3 E4 G4
    tuning: Nashville
    strings: E3 A3 D4 G4 B3 E4
    tuning: FACGCE
    strings: F2 A2 C3 G3 C4 E4
    tuning: Sweetened
    # As James Taylor tunes: lower strings sound sharp when they are plucked.
    strings: E2(-12) A2(-10) D3(-8) G3(-4) B3(-6) E4(-3)

    instrument: 7-string guitar
    group: Guitars
    tuning: Standard
    strings: B1 E2 A2 D3 G3 B3 E4
    tuning: Drop A
    strings: A1 E2 A2 D3 G3 B3 E4
    tuning: Half step down
    strings: Bb1 Eb2 Ab2 Db3 Gb3 Bb3 Eb4

    instrument: 8-string guitar
    group: Guitars
    tuning: Standard
    strings: F#1 B1 E2 A2 D3 G3 B3 E4
    tuning: Drop E
    strings: E1 B1 E2 A2 D3 G3 B3 E4
    tuning: Half step down
    strings: F1 Bb1 Eb2 Ab2 Db3 Gb3 Bb3 Eb4

    instrument: 12-string guitar
    group: Guitars
    tuning: Standard
    strings: E3/E2 A3/A2 D4/D3 G4/G3 B3 E4
    tuning: Half step down
    strings: Eb3/Eb2 Ab3/Ab2 Db4/Db3 Gb4/Gb3 Bb3 Eb4
    tuning: Whole step down
    strings: D3/D2 G3/G2 C4/C3 F4/F3 A3 D4
    tuning: Drop D
    strings: D3/D2 A3/A2 D4/D3 G4/G3 B3 E4

    instrument: Baritone guitar
    group: Guitars
    tuning: B standard
    strings: B1 E2 A2 D3 F#3 B3
    tuning: A standard
    strings: A1 D2 G2 C3 E3 A3
    tuning: C standard
    strings: C2 F2 Bb2 Eb3 G3 C4

    instrument: Tenor guitar
    group: Guitars
    tuning: Standard
    strings: C3 G3 D4 A4
    tuning: Chicago
    strings: D3 G3 B3 E4
    tuning: Irish
    strings: G2 D3 A3 E4

    instrument: Russian guitar
    group: Guitars
    also: gypsy guitar, semistrunka
    tuning: Open G
    strings: D2 G2 B2 D3 G3 B3 D4

    instrument: Portuguese guitar
    group: Guitars
    tuning: Lisbon
    strings: D4/D3 A4/A3 B4/B3 E4 A4 B4
    tuning: Coimbra
    strings: C4/C3 G4/G3 A4/A3 D4 G4 A4

    instrument: Resonator guitar
    group: Guitars
    also: Dobro
    tuning: Open G
    strings: G2 B2 D3 G3 B3 D4
    tuning: Open D
    strings: D2 A2 D3 F#3 A3 D4

    instrument: Lap steel guitar
    group: Guitars
    also: Hawaiian guitar
    tuning: C6
    strings: C3 E3 G3 A3 C4 E4
    tuning: Open G
    strings: G2 B2 D3 G3 B3 D4
    tuning: Open D
    strings: D2 A2 D3 F#3 A3 D4
    tuning: Open E
    strings: E2 B2 E3 G#3 B3 E4

    instrument: Pedal steel guitar
    group: Guitars
    tuning: E9 Nashville
    strings: B2 D3 E3 F#3 G#3 B3 E4 G#4 D#4 F#4
    tuning: C6
    strings: C2 F2 A2 C3 E3 G3 A3 C4 E4 G4

    instrument: Cuatro
    group: Guitars
    tuning: Venezuelan
    strings: A3 D4 F#4 B3
    tuning: Puerto Rican
    strings: B3/B2 E4/E3 A3 D4 G4

    instrument: Charango
    group: Guitars
    tuning: Standard
    strings: G4 C5 E5/E4 A4 E5
    """
  }
}

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
