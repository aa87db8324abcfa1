extension BuiltInInstruments {
  static var lutes: String {
    """
    instrument: Oud
    group: Lutes
    tuning: Arabic
    strings: D2 G2 A2 D3 G3 C4
    tuning: Arabic C F
    strings: C2 F2 A2 D3 G3 C4
    tuning: Turkish
    strings: C#2 F#2 B2 E3 A3 D4
    tuning: Iraqi
    strings: F2 C3 D3 G3 C4 F4

    instrument: Saz
    group: Lutes
    also: bağlama, baglama
    # The course played last has its octave below; the short neck is tuned to another lowest course.
    tuning: Bozuk
    strings: G3 D3 A3/A2
    tuning: Bağlama
    strings: E3 D3 A3/A2

    instrument: Tar
    group: Lutes
    tuning: C G C
    strings: C4/C3 G3 C4

    instrument: Setar
    group: Lutes
    tuning: C C G C
    strings: C3 C4 G3 C4

    instrument: Pipa
    group: Lutes
    tuning: Standard
    strings: A2 D3 E3 A3

    instrument: Liuqin
    group: Lutes
    tuning: Standard
    strings: G3 D4 G4 D5

    instrument: Zhongruan
    group: Lutes
    also: ruan
    tuning: Standard
    strings: G2 D3 G3 D4

    instrument: Shamisen
    group: Lutes
    # Relative in practice; here for a first string of B4.
    tuning: Honchoshi
    strings: B3 E4 B4
    tuning: Niagari
    strings: B3 F#4 B4
    tuning: Sansagari
    strings: B3 E4 A4

    instrument: Renaissance lute
    group: Lutes
    also: vihuela
    tuning: G
    strings: G2 C3 F3 A3 D4 G4
    tuning: A
    strings: A2 D3 G3 B3 E4 A4

    instrument: Baroque lute
    group: Lutes
    tuning: D minor
    strings: A1 B1 C2 D2 E2 F2 G2 A2 D3 F3 A3 D4 F4

    instrument: Theorbo
    group: Lutes
    tuning: A
    strings: G1 A1 B1 C2 D2 E2 F2 G2 A2 D3 G3 B3 E3 A3

    instrument: Baroque guitar
    group: Lutes
    tuning: Re-entrant
    strings: A3 D4 G3 B3 E4
    tuning: French
    strings: A3 D4/D3 G3 B3 E4
    """
  }
}

extension BuiltInInstruments {
  static var mandolins: String {
    """
    instrument: Mandolin
    group: Mandolins
    tuning: Standard
    strings: G3 D4 A4 E5
    tuning: Cross A
    strings: A3 E4 A4 E5
    tuning: Open G
    strings: G3 D4 B4 D5

    instrument: Mandola
    group: Mandolins
    tuning: Standard
    strings: C3 G3 D4 A4

    instrument: Octave mandolin
    group: Mandolins
    also: Irish octave mandola
    tuning: Standard
    strings: G2 D3 A3 E4

    instrument: Mandocello
    group: Mandolins
    tuning: Standard
    strings: C2 G2 D3 A3

    instrument: Irish bouzouki
    group: Mandolins
    tuning: GDAD
    strings: G2 D3 A3 D4
    tuning: GDAE
    strings: G2 D3 A3 E4
    tuning: ADAD
    strings: A2 D3 A3 D4

    instrument: Greek bouzouki
    group: Mandolins
    tuning: Four courses
    strings: C4/C3 F4/F3 A3 D4
    tuning: Three courses
    strings: D4/D3 A3 D4

    instrument: Cittern
    group: Mandolins
    tuning: DGDAD
    strings: D2 G2 D3 A3 D4

    instrument: Balalaika
    group: Mandolins
    also: prima balalaika
    tuning: Academic
    strings: E4 E4 A4
    tuning: Guitar style
    strings: G3 B3 D4

    instrument: Contrabass balalaika
    group: Mandolins
    tuning: Standard
    strings: E1 A1 D2

    instrument: Domra
    group: Mandolins
    tuning: Three strings
    strings: E4 A4 D5
    tuning: Four strings
    strings: G3 D4 A4 E5
    """
  }

  static var banjos: String {
    """
    instrument: Banjo
    group: Banjos
    also: 5-string banjo
    tuning: Open G
    strings: G4 D3 G3 B3 D4
    tuning: Double C
    strings: G4 C3 G3 C4 D4
    tuning: C
    strings: G4 C3 G3 B3 D4
    tuning: Sawmill
    strings: G4 D3 G3 C4 D4
    tuning: Open D
    strings: F#4 D3 F#3 A3 D4
    tuning: Double D
    strings: A4 D3 A3 D4 E4

    instrument: Tenor banjo
    group: Banjos
    tuning: Standard
    strings: C3 G3 D4 A4
    tuning: Irish
    strings: G2 D3 A3 E4

    instrument: Plectrum banjo
    group: Banjos
    tuning: Standard
    strings: C3 G3 B3 D4
    tuning: Chicago
    strings: D3 G3 B3 E4
    """
  }
}
