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
